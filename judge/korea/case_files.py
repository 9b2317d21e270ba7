"""Cases a GM can read: a position, chits as they are drawn, orders, dice, and what must come of them (variants/korea/cases/*.txt).

Before the first step the lines set the position up; `draw`, `East:`, `West:` and `end turn` are steps; `die` is the roll of the order above
it, `=>` what the step above must give; after `then` the whole board and any pile named must be as written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from judge.errors import DataError, VariantError
from judge.korea.course import returns
from judge.korea.data import EAST, WEST
from judge.korea.engine import KoreaEngine
from judge.korea.orders import read_order
from judge.korea.position import INTERRUPT, Position
from judge.korea.war import War
from judge.variants.load import load_variant

SIDES = {"East": EAST, "West": WEST}


@dataclass
class Case:
    """One case: its lines with their numbers. variant: name or folder that it is about."""

    name: str
    where: str
    variant: str
    lines: list[tuple[int, str]] = field(default_factory=list)


class Wrong(Exception):
    """Something came out otherwise than the case says."""


def _must(holds: bool, instead: object = "") -> None:
    if not holds:
        raise Wrong(str(instead))


def read_cases(path: Path, variant: str = "korea") -> Iterator[Case]:
    """Every case of a file."""
    case: Case | None = None
    for number, line in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        words = line.partition("#")[0].strip()
        if words.startswith("case "):
            if case:
                yield case
            case = Case(words.split()[1], path.name, variant)
        elif words and case:
            case.lines.append((number, words))
    if case:
        yield case


def run(case: Case) -> list[str]:
    """What came out otherwise than the case says, with file and line; empty when all is right. Raises VariantError for a case that cannot be read."""
    try:
        Run(case).play()
    except Wrong as error:
        return [str(error)]
    except (KeyError, IndexError, ValueError, DataError) as error:
        raise VariantError(f"{case.where}: case {case.name} cannot be read: {error!r}") from None
    return []


class ScriptedLuck:
    """Gives the chits and dice it was told to."""

    def __init__(self) -> None:
        self.chits: list[str] = []
        self.dice: list[int] = []

    def chit(self, number: int, cup: Sequence[str]) -> str:
        """See judge.korea.war.Luck."""
        chit = self.chits.pop(0)
        _must(chit in cup, f"{chit} is not in the cup: {cup}")
        return chit

    def die(self, number: int) -> int:
        """See judge.korea.war.Luck."""
        return self.dice.pop(0)


class Run:
    """A case being played."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.engine = KoreaEngine(load_variant(case.variant), {})
        self.luck = ScriptedLuck()
        self.given: dict[str, list[str]] = {}
        self.war: War | None = None
        self.step = ""
        self.seen = ""
        self.ending = False

    def play(self) -> None:
        """Play the case. Raises Wrong, naming file and line."""
        lines = self.case.lines
        after = next((i for i, (_, words) in enumerate(lines) if words == "then"), len(lines))
        for index, (number, words) in enumerate(lines[:after]):
            following = [text for _, text in lines[index + 1 : after]]
            try:
                self._line(words, following)
            except Wrong as error:
                raise Wrong(f"{self.case.where}:{number}: {words}: {error}") from None
        if self.ending:
            self._finish({})
        for number, words in lines[after + 1 :]:
            try:
                self._then(words)
            except Wrong as error:
                raise Wrong(f"{self.case.where}:{number}: {words}: {error}") from None
        self._whole_board([words for _, words in lines[after + 1 :]])

    # --- the start

    def _begun(self) -> War:
        if self.war is None:
            board = []
            for line in self.given.get("board", []):
                at, *chits = line.split()
                side = ""
                for chit in chits:
                    if chit in SIDES:
                        side = SIDES[chit]
                        continue
                    whose = self.engine.data.chits[chit].sides
                    board.append((at, chit, side or whose[0]))
            one = {key: lines[-1].split() for key, lines in self.given.items()}
            position = Position(
                turn=int(one["turn"][0]),
                kind=INTERRUPT,
                events=int(one.get("events", ["0"])[0]),
                announced="supply" in one,
                supply_out="supply" in one,
                board=tuple(board),
                aside=tuple(one.get("aside", ())),
                hands={EAST: tuple(one.get("East hand", ())), WEST: tuple(one.get("West hand", ()))},
            )
            self.war = self.engine.war(self.engine.load(self.engine.dump(position)), self.luck)
        return self.war

    # --- steps

    def _line(self, words: str, following: list[str]) -> None:
        first, _, rest = words.partition(" ")
        if first in ("turn", "events", "board", "aside", "supply"):
            self.given.setdefault(first, []).append(rest)
        elif words.startswith(("East hand", "West hand")):
            self.given.setdefault(words[:9], []).append(words[9:])
        elif first == "draw":
            war = self._begun()
            war.drawn = ""
            self.luck.chits.append(rest)
            before = war.event_count
            war.draw()
            self.seen = f"event {war.event_count}" if war.event_count > before else ""
            self.seen += ", turn over" if war.turn_over else ""
            if war.drawn:
                self.seen = f"army of {'East' if war.owner == EAST else 'West'}"
                if not war.actions(war.owner):
                    war.lay_aside("none")
                    self.seen += ", no action"
        elif words.startswith(("East:", "West:")):
            side = SIDES[words[:4]]
            if self.ending:
                self._finish({side: returns(self._begun(), side, [words[5:].strip()])})
                return
            self._order(side, words[5:].strip(), following)
        elif words == "end turn":
            war = self._begun()
            self.ending = war.begin_turn_end()
            self._outcome()
        elif first == "=>":
            for part in rest.split(", "):
                _must(part in self.seen.split(", "), f"came out: {self.seen}")
        else:
            _must(first == "die", "unknown line")

    def _order(self, side: str, text: str, following: list[str]) -> None:
        war = self._begun()
        order = read_order(text)
        if order is None:
            raise Wrong("unreadable")
        why = war.why_not(side, order)
        if why is not None:
            self.seen = "not possible"
            return
        if following and following[0].startswith("die "):
            self.luck.dice.append(int(following[0].split()[1]))
        war.act(side, order)
        facts = next(e.facts for e in reversed(war.events) if e.kind != "order_result")
        self.seen = "done"
        if "won" in facts:
            self.seen = (
                f"modifier {facts['modifier']}, need {facts['need']}, {'won' if facts['won'] else 'lost'}"
            )
            _must(not self.luck.dice, "the die was not rolled")

    def _finish(self, returned: dict[str, list[tuple[str, str]]]) -> None:
        self._begun().finish_turn(returned)
        self.ending = False
        self._outcome()

    def _outcome(self) -> None:
        outcome = self._begun().outcome
        self.seen = "nobody wins"
        if outcome:
            self.seen = (
                "draw" if outcome[0] == "draw" else f"{'East' if outcome[1][0] == EAST else 'West'} wins"
            )

    # --- the end

    def _then(self, words: str) -> None:
        war = self._begun()
        position = war.frozen(INTERRUPT, 1)
        first, _, rest = words.partition(" ")
        wanted = [] if rest.endswith("empty") else rest.split()
        if first == "turn":
            _must(position.turn == int(rest), position.turn)
        elif first == "supply":
            _must(position.supply_out == (rest == "out"))
        elif first == "aside":
            _must(sorted(position.aside) == sorted(wanted), position.aside)
        elif first == "gone":
            _must(sorted(position.gone) == sorted(wanted), position.gone)
        elif first == "cup":
            _must(set(wanted) <= set(war.cup()), war.cup())
        elif words.startswith(("East hand", "West hand")):
            hand = position.hands[SIDES[first]]
            _must(sorted(hand) == sorted([] if "empty" in words else words.split()[2:]), hand)
        elif words.startswith("no base East"):
            _must(not set(words.split()[3:]) & war.field.bases(EAST))
        else:
            _must(first == "board", "unknown line")

    def _whole_board(self, lines: list[str]) -> None:
        if not any(line.startswith("board") for line in lines):
            return
        wanted: dict[str, str] = {}
        sides: dict[str, str] = {}
        for line in lines:
            if line.startswith("board ") and not line.endswith("empty"):
                _, at, *chits = line.split()
                side = ""
                for chit in chits:
                    if chit in SIDES:
                        side = SIDES[chit]
                    else:
                        wanted[chit] = at
                        if side:
                            sides[chit] = side
        counters = self._begun().field.counters
        got = {chit: at for chit, (at, _) in counters.items()}
        _must(got == wanted, f"{self.case.where}: case {self.case.name}: board: {wanted} expected, got {got}")
        for chit, side in sides.items():
            _must(
                counters[chit][1] == side, f"{self.case.where}: case {self.case.name}: {chit} is not {side}'s"
            )
