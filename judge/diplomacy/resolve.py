"""From words to the board: which region, whose unit, which coast; and what to say when that cannot be told.

One `Lookup` reads one line. It collects problems; a method gives None when the order cannot be built.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from judge.diplomacy.board import INLAND, SEA, Board
from judge.diplomacy.position import Position
from judge.diplomacy.sentence import Place, Unit, Word
from judge.problems import Problem, Severity
from judge.text.kinds import KINDS
from judge.text.names import Encoded, Names, coast_code
from judge.variants.model import Variant


class Standing(NamedTuple):
    """A unit as it stands on the board, or as the words describe it (power -1: not known)."""

    fleet: bool
    location: int
    power: int


@dataclass(frozen=True, slots=True)
class Scene:
    """What the reader knows of the board.

    units      units by province; dislodged: those that must retreat
    certain    False when no position is given and `units` is only the variant's start: good for unit letters, not for complaints
    phase      "movement", "retreat" or "adjustment"
    """

    units: Mapping[int, Standing]
    dislodged: Mapping[int, Standing]
    certain: bool
    phase: str

    def at(self, province: int) -> Standing | None:
        """The unit an order for this province is for: in a retreat phase the dislodged one first."""
        if self.phase == "retreat" and province in self.dislodged:
            return self.dislodged[province]
        return self.units.get(province)


def scene_of(board: Board, position: Position, phase: str) -> Scene:
    """The scene of a position."""
    units = {board.province_of[u.location]: Standing(u.fleet, u.location, u.power) for u in position.units}
    dislodged = {
        board.province_of[u.location]: Standing(u.fleet, u.location, u.power) for u in position.dislodged
    }
    return Scene(units, dislodged, True, phase)


def scene_of_start(board: Board, variant: Variant, phase: str) -> Scene:
    """The scene when no position is known: the variant's start, for unit letters only."""
    units = {}
    for unit in variant.start_units:
        location = board.location_of[unit.location]
        units[board.province_of[location]] = Standing(
            unit.kind == "F", location, board.power_of_id[unit.power]
        )
    return Scene(units, {}, False, phase)


class Lookup:
    """Looks up the words of one line. `problems` fills as it goes."""

    def __init__(
        self,
        board: Board,
        names: Names,
        scene: Scene,
        power: int | None,
        number: int,
        text: str,
        shift: int,
        folded: Encoded,
    ) -> None:
        self.board = board
        self.names = names
        self.scene = scene
        self.power = power
        self.number = number
        self.text = text
        self.problems: list[Problem] = []
        self._shift = shift
        self._folded = folded

    # --- problems

    def add(
        self,
        kind: str,
        start: int = -1,
        end: int = -1,
        *,
        suggestions: Sequence[str] = (),
        expected: Sequence[str] = (),
        severity: Severity | None = None,
        **facts: Any,
    ) -> None:
        """Note a problem about the folded text from `start` to `end` (the whole line when start is -1)."""
        column, length = self._folded.span(start, max(start + 1, end)) if start >= 0 else (-self._shift, 0)
        self.problems.append(
            Problem(
                kind, severity or KINDS[kind].severity, self.number, column + self._shift, length, self.text,
                tuple(expected), tuple(suggestions), facts,
            )
        )  # fmt: skip

    def add_at(self, kind: str, column: int, length: int, **facts: Any) -> None:
        """Note a problem about a stretch of the line's content, by column."""
        severity = KINDS[kind].severity
        self.problems.append(
            Problem(kind, severity, self.number, column + self._shift, length, self.text, facts=facts)
        )

    def at(self, column: int, length: int) -> str:
        """A stretch of the line's content as the player wrote it, by column."""
        return self.text[self._shift + column - 1 : self._shift + column - 1 + length].strip()

    def add_word(self, kind: str, at: Word, /, **rest: Any) -> None:
        """Note a problem about one word."""
        self.add(kind, at.start, at.end, **rest)

    def written(self, word: Word) -> str:
        """A word as the player wrote it."""
        return self.raw(word.start, word.end)

    def raw(self, start: int, end: int) -> str:
        """A stretch of the folded text as the player wrote it."""
        return self.at(*self._folded.span(start, max(start + 1, end)))

    # --- names

    def province(self, place: Place, prefer: Iterable[str] = ()) -> int | None:
        """The number of the region meant. prefer: ids that are likelier than others when a name is misspelt."""
        word = place.word
        ids = self.meaning(place)
        if len(ids) == 1:
            province = self.board.province_of_id[ids[0]]
            coast = place.coast
            if coast is None or coast.text[0] != "-" or len(self.board.coasts[province]) > 1:
                return province
            word = Word(
                coast.text[1:], coast.start + 1, coast.end
            )  # "ANN-SC": no coast, but a place that is not known
            ids = ()
        name = self.written(word)
        if ids:
            self.add_word("ambiguous_region", word, suggestions=ids, name=name, choices=list(ids))
        else:
            near = self.names.near_regions.nearest(name, prefer=prefer)
            self.add_word("unknown_region", word, suggestions=near, name=name)
        return None

    def meaning(self, place: Place) -> tuple[str, ...]:
        """Ids of the regions that a place may be."""
        return self._folded.meaning(place.word.start) if place.known else self.names.region(place.word.text)

    def unit(self, unit: Unit) -> Standing | None:
        """The unit meant: as it stands on the board if one stands there, else as described."""
        province = self.province(unit.place, prefer=() if unit.place.known else self._occupied())
        if province is None:
            return None
        found = self.scene.at(province)
        if found is None or not self.scene.certain:
            described = self._described(unit, province, found)
            if described is not None:
                self._owner(unit, None)
            return described
        if unit.kind is not None and (unit.letter == "F") != found.fleet:
            self.add_word("wrong_kind", unit.kind, written=unit.letter, unit=self.name(found))
        coast = unit.place.coast
        if coast is not None and len(self.board.coasts[province]) < 2:
            self._needless_coast(coast, province)
        elif coast is not None and found.location != province:
            written = coast_code(coast.text)
            if written and not self.board.location_names[found.location].endswith("/" + written):
                self.add_word("wrong_coast", coast, written=written, unit=self.name(found))
        self._owner(unit, found)
        return found

    def _owner(self, unit: Unit, found: Standing | None) -> None:
        """The nationality written before a unit is not needed: a slip in it is only noted."""
        owner = unit.owner
        if owner is None:
            return
        real = self.board.powers[found.power] if found is not None and found.power >= 0 else ""
        known = self._folded.meaning(owner.start) if unit.owner_known else self.names.power(owner.text)
        if known and unit.owner_known:
            if real and real not in known:
                self.add_word("wrong_power", owner, name=known[0], power=real, unit=self.name(found))
            return
        if known:
            return
        near = self.names.near_powers.nearest(self.written(owner))
        facts = {"power": real} if real else {}
        if near:
            self.add_word("unknown_power", owner, suggestions=near, name=self.written(owner), **facts)
        else:
            self.add_word("unknown_word", owner, word=self.written(owner))

    def _described(self, unit: Unit, province: int, start: Standing | None) -> Standing | None:
        """A unit that is not known to stand there: by its letter, the terrain, the kinds of the game, or the variant's start."""
        board = self.board
        if unit.kind is not None:
            fleet = unit.letter == "F"
        elif board.kind[province] == INLAND or not board.has_fleets:
            fleet = False
        elif board.kind[province] == SEA:
            fleet = True
        elif start is not None:
            fleet = start.fleet
        elif self.scene.certain:
            fleet = False
        else:
            self.add_word("kind_unknown", unit.place.word, province=board.province_ids[province])
            return None
        location = province
        if fleet and unit.place.coast is not None:
            location = self._coast(province, unit.place.coast) or province
        elif fleet and start is not None:
            location = start.location
        return Standing(fleet, location, -1)

    def _needless_coast(self, coast: Word, province: int) -> None:
        code = coast_code(coast.text) or coast.text
        self.add_word("coast_ignored", coast, province=self.board.province_ids[province], coast=code)

    def _coast(self, province: int, coast: Word) -> int | None:
        name = f"{self.board.province_ids[province]}/{coast_code(coast.text)}"
        return self.board.location_of.get(name)

    # --- destinations

    def destination(
        self, mover: Standing, place: Place, *, order: str = "-", infer: bool = True
    ) -> int | None:
        """The location a unit is sent to. With several coasts in reach and none written: asked back.

        order: sign between unit and place in the orders that are suggested. infer: fill in the coast (own moves and builds).
        """
        board = self.board
        province = self.province(place, prefer=() if place.known else self._reach(mover))
        if province is None:
            return None
        coast = place.coast
        coasts = board.coasts[province]
        if not mover.fleet or len(coasts) < 2:
            if coast is not None:
                self._needless_coast(coast, province)
            return province
        if coast is not None:
            location = self._coast(province, coast)
            if location is not None:
                return location
            self._needless_coast(coast, province)
        if not infer:
            return province
        if order == "B":
            reachable: tuple[int, ...] = coasts
        else:
            reachable = board.landings(mover.location, province)
        if len(reachable) == 1:
            name = board.location_names[reachable[0]]
            self.add_word("coast_added", place.word, unit=self.name(mover), location=name)
            return reachable[0]
        if not reachable:
            return province
        choices = [board.location_names[location] for location in reachable]
        if order == "B":
            orders = [f"F {choice} B" for choice in choices]
        else:
            orders = [f"{self.name(mover)} {order} {choice}" for choice in choices]
        self.add_word(
            "coast_needed", place.word, suggestions=orders,
            unit=self.name(mover), province=board.province_ids[province], coasts=choices,
        )  # fmt: skip
        return None

    def _occupied(self) -> list[str]:
        """Ids of the provinces with units, where a misspelt unit will be."""
        return [self.board.province_ids[each] for each in (*self.scene.dislodged, *self.scene.units)]

    def _reach(self, mover: Standing) -> list[str]:
        """Ids of the provinces a unit could move to by itself."""
        board = self.board
        return [board.province_ids[each] for each in board.reach_provinces(mover.fleet, mover.location)]

    def name(self, unit: Standing | None) -> str:
        """Canonical text of a unit."""
        assert unit is not None
        return self.board.unit_text(unit.fleet, unit.location)
