"""Players' own wording of orders and plans, in English and Japanese, to canonical text. The words are in grammar/korea.lark.

While a decision is wanted the first line that is possible now (its condition true) answers it; all other lines become the plan.
One bad line never hides the others; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from judge.engine import Line, Parsed, ParsedOrder
from judge.korea.course import holds
from judge.korea.data import EAST, WEST
from judge.korea.field import Reason
from judge.korea.orders import (
    ARMY,
    ASK,
    CANCEL,
    COMMUNIST,
    COUNTERATTACK,
    HOLD,
    MOST_LINES,
    RETURN,
    Order,
    read_order,
    write_line,
    write_order,
)
from judge.korea.position import ACTION, INTERRUPT, REACTION, WITHDRAWAL, Position
from judge.korea.sentence import Read, Sentence
from judge.problems import Problem
from judge.text.grammar import load_grammar
from judge.text.kinds import KINDS
from judge.text.lines import MAX_LINE, MAX_LINES, content
from judge.text.names import REGION_SIGN, Encoded, build_names
from judge.text.normalize import normalize
from judge.text.slips import KOREA

if TYPE_CHECKING:
    from lark import Lark

    from judge.korea.engine import KoreaEngine
    from judge.korea.war import War

_VERBS = frozenset(
    {
        "ATTACK", "ASSAULT", "OCCUPY", "REDEPLOY", "COMMUNIST", "COUNTER", "LAND", "RETURN", "LOSE", "HALT", "HALTALL", "CANCEL",
        "CHIT", "PLAN",
    }
)  # fmt: skip
_TRAILING = " ,;、。.!"
_OWNER = {COMMUNIST: EAST, COUNTERATTACK: WEST}
_ASKED = {ACTION: ARMY, INTERRUPT: COMMUNIST, REACTION: COUNTERATTACK, WITHDRAWAL: RETURN}


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return load_grammar("korea", {}, None)


_names = lru_cache(maxsize=8)(build_names)


def parse(
    engine: KoreaEngine, position: Position, power: str | None, lines: Sequence[Line], *, strict: bool
) -> Parsed:
    """See `judge.engine.Engine.parse`. Without a power nothing is an answer: each line is read as part of a plan."""
    reader = _Mail(engine, position, power)
    return reader.parsed(lines)


@dataclass
class _Mail:
    engine: KoreaEngine
    position: Position
    power: str | None
    problems: list[Problem] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    ignored: list[int] = field(default_factory=list)
    planning: bool = False
    show: int = 0

    def __post_init__(self) -> None:
        self.names = _names(self.engine.variant)
        self.war: War = self.engine.war(self.position)
        self.texts: dict[int, str] = {}

    # --- lines

    def parsed(self, lines: Sequence[Line]) -> Parsed:
        """All lines of the mail."""
        for line in lines[:MAX_LINES]:
            self.texts[line.number] = line.text
            if len(line.text) > MAX_LINE:
                self._tell("line_too_long", line.number, limit=MAX_LINE)
                continue
            start, text = content(line.text, signs=True)
            text = text.rstrip(_TRAILING)
            if not text:
                self.ignored.append(line.number)
                continue
            self._line(line, start, text)
        return Parsed(
            tuple(self._orders()),
            tuple(sorted(self.problems, key=lambda one: one.line)),
            tuple(sorted(self.ignored)),
        )

    def _tell(self, kind: str, number: int, column: int = 0, length: int = 0, **more: Any) -> None:
        suggestions, expected = tuple(more.pop("suggestions", ())), tuple(more.pop("expected", ()))
        severity = more.pop("severity", KINDS[kind].severity)
        text = self.texts.get(number, "")
        self.problems.append(
            Problem(kind, severity, number, column, length, text, expected, suggestions, more)
        )

    def _line(self, line: Line, start: int, text: str) -> None:
        from lark.exceptions import UnexpectedInput

        folded = self.names.encode(normalize(text))
        try:
            tree = _parser().parse(folded.text)
        except UnexpectedInput:
            self._failure(line, start, folded)
            return
        part: Any = tree.children[0]
        if part.data in ("plan", "end", "show"):
            self.planning = part.data == "plan"
            if part.data == "show":
                self.show = line.number
            else:
                self.ignored.append(line.number)
            return
        sentence = Sentence(self.names, self.engine.data.chits, self._tell, line, start, folded)
        self.reads += sentence.orders(part, self.planning)

    def _failure(self, line: Line, start: int, folded: Encoded) -> None:
        """A line that does not fit: prose is passed over, the rest is shown with the word at which reading stopped."""
        from lark.exceptions import UnexpectedInput

        interactive: Any = _parser().parse_interactive(folded.text)
        types: list[str] = []
        at, end = len(folded.text), len(folded.text)
        stopped = False
        try:
            for token in interactive.lexer_thread.lex(interactive.parser_state):
                at, end = token.start_pos, token.end_pos
                types.append(token.type)
                interactive.feed_token(token)
            stopped = True
        except UnexpectedInput as error:
            if getattr(error, "token", None) is None:
                at = min(error.pos_in_stream or 0, len(folded.text))
                end = at + 1
        if not _VERBS & set(types) and REGION_SIGN not in folded.text:
            self.ignored.append(line.number)
            return
        slip = KOREA.misspelt(folded.text, max(end, at + 1))
        if slip is not None:
            column, length = folded.span(slip[0], slip[1])
            word = line.text[start + column - 1 : start + column - 1 + length]
            near = (slip[2].upper(),)
            self._tell("unknown_word", line.number, start + column, length, word=word, suggestions=near)
            return
        column, length = folded.span(at, max(end, at + 1)) if at < len(folded.text) else (0, 0)
        word = line.text[start + column - 1 : start + column - 1 + length].strip() if column else ""
        more: dict[str, Any] = {"expected": ("korea_order",), "suggestions": self._for_place(folded)}
        if stopped or not word:
            self._tell("incomplete", line.number, after=line.text.split()[-1], **more)
        else:
            self._tell("not_understood", line.number, start + column, length, word=word, **more)

    def _for_place(self, folded: Encoded) -> list[str]:
        """What can be answered now for the one hex that a line names ("NK1 to Kaesong"); [] for none or several."""
        named = [folded.meaning(place) for place, sign in enumerate(folded.text) if sign == REGION_SIGN]
        if len(named) != 1 or len(named[0]) != 1 or self.power is None or not self._asked():
            return []
        legal = self.engine.legal(self.position, self.power).by_key.values()
        return [text for texts in legal for text in texts if text.split()[-1] == named[0][0]][:4]

    # --- from what was read to orders

    def _orders(self) -> list[ParsedOrder]:
        """The answer to what is asked now, and the lines of the plan; with what has to be said about them."""
        asked = _ASKED.get(self.position.kind) if self._asked() else None
        answer: ParsedOrder | None = None
        made: list[ParsedOrder] = []
        impossible: list[tuple[Read, Reason]] = []
        counts: dict[str, int] = {}
        for read in self.reads:
            order = read.order
            owner = _OWNER.get(order.group)
            if owner and self.power and owner != self.power:
                self._illegal(read, Reason.NOT_YOURS, "error")
                continue
            if order.group == RETURN and asked != RETURN:
                self._illegal(read, Reason.NOT_NOW, "error")
                continue
            if answer is None and asked == order.group and self._true_now(read):
                why = self._why_not(order)
                if why is None:
                    answer = self._answer(read)
                    if not order.repeat or read.order.act in (HOLD, ASK):
                        continue
                else:
                    impossible.append((read, why))
            if order.group == RETURN:
                continue
            number = counts[order.group] = counts.get(order.group, 0) + 1
            if number > MOST_LINES:
                self._tell("korea_plan_too_long", read.line, limit=MOST_LINES)
                continue
            made.append(self._plan_line(read, number))
        self._say_impossible(asked, answer, impossible, made)
        made += self._shown(made)
        return ([answer] if answer else []) + made

    def _asked(self) -> bool:
        return any(owed.power == self.power for owed in self.engine.phase(self.position).owed)

    def _true_now(self, read: Read) -> bool:
        return self.power is not None and holds(self.war, self.power, read.order)

    def _why_not(self, order: Order) -> Reason | None:
        """Why an order cannot answer what is asked."""
        assert self.power is not None
        if order.act in (HOLD, ASK):
            return None if order.act == HOLD else Reason.NOT_NOW
        if order.act == RETURN:
            armies = self.war.returnable(self.power)
            for at, chit in order.places:
                if not any(one[0] == at and chit in ("", one[1]) for one in armies):
                    return Reason.NOTHING_TO_TAKE
            return None
        return self.war.why_not(self.power, order)

    def _answer(self, read: Read) -> ParsedOrder:
        text = write_order(read.order.plain)
        if read.order.group == ARMY:
            text = f"{self.position.drawn} {text}"
        return ParsedOrder("answer", text, read.line, read.source)

    def _plan_line(self, read: Read, number: int) -> ParsedOrder:
        order = read.order
        if order.act == CANCEL:
            return ParsedOrder("cancel", write_line(order), read.line, read.source)
        key = f"{order.group}/{number:02}"
        return ParsedOrder(key, write_line(order), read.line, read.source, replaces=f"{order.group}/")

    def _shown(self, made: list[ParsedOrder]) -> list[ParsedOrder]:
        """SHOW PLAN: the plan that stands, filed again as it is, so that the answer lists it."""
        if not self.show or self.power is None or made:
            return []
        lines = self.position.plans[self.power]
        if not lines:
            self._tell("korea_no_plan", self.show)
        return [
            ParsedOrder(f"{(group := _group_of(text))}/{n:02}", text, self.show, text, replaces=f"{group}/")
            for n, text in enumerate(lines, 1)
        ]

    # --- what has to be said

    def _say_impossible(
        self,
        asked: str | None,
        answer: ParsedOrder | None,
        impossible: list[tuple[Read, Reason]],
        made: list[ParsedOrder],
    ) -> None:
        """What cannot be done now: refused when it was meant as the answer, a note when it stays as a line of the plan."""
        if answer is not None or asked is None:
            return
        for read, why in impossible:
            if read.order.group != RETURN and (read.planned or read.order.conditions or len(self.reads) > 1):
                self._illegal(read, why, "warning")
                continue
            self._illegal(read, why, "error")
            made[:] = [order for order in made if order.line != read.line]
        if made and asked == ARMY and any(read.order.group == ARMY for read in self.reads):
            line = next(read.line for read in self.reads if read.order.group == ARMY)
            self._tell("korea_no_line_applies", line, chit=self.position.drawn)

    def _illegal(self, read: Read, why: Reason, severity: str) -> None:
        choices: list[str] = []
        if self.power is not None and why not in (Reason.NOT_YOURS, Reason.NOT_NOW):
            choices = [
                text
                for texts in self.engine.legal(self.position, self.power).by_key.values()
                for text in texts
            ]
        self._tell(
            "korea_impossible", read.line, severity=severity, order=write_order(read.order.plain), reason=str(why),
            choices=choices[:12],
        )  # fmt: skip


def _group_of(line: str) -> str:
    order = read_order(line)
    return order.group if order else ""
