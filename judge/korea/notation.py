"""Players' own wording of orders and plans, in English and Japanese, to canonical text. The words are in grammar/korea.lark.

While a decision is wanted the first line that is possible now (its condition true) answers it; all other lines become the plan.
One bad line never hides the others; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from judge.engine import Line, Parsed, ParsedOrder
from judge.korea.course import holds
from judge.korea.data import EAST, HAND_KIND, WEST
from judge.korea.field import Reason
from judge.korea.orders import (
    ARMY,
    ARMY_ACTS,
    ASK,
    ASSAULT,
    ATTACK,
    CANCEL,
    COMMUNIST,
    COUNTERATTACK,
    ENTER,
    HALT,
    HOLD,
    LAND,
    LOSE,
    MOST_LINES,
    OCCUPY,
    PLAN,
    RAID,
    REDEPLOY,
    RETURN,
    Condition,
    Order,
    write_line,
    write_order,
)
from judge.korea.position import ACTION, INTERRUPT, REACTION, WITHDRAWAL, Position
from judge.problems import Problem
from judge.text.grammar import load_grammar
from judge.text.kinds import KINDS
from judge.text.lines import MAX_LINE, MAX_LINES, content
from judge.text.names import REGION_SIGN, Encoded, Names, build_names
from judge.text.normalize import normalize
from judge.variants.model import Variant

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
_ACTS = {
    "attack": ATTACK, "assault": ASSAULT, "occupy": OCCUPY, "redeploy": REDEPLOY, "enter": ENTER, "raid": RAID, "land": LAND,
}  # fmt: skip
_GROUPS = {ENTER: COMMUNIST, RAID: COMMUNIST, LAND: COUNTERATTACK}
_OWNER = {COMMUNIST: EAST, COUNTERATTACK: WEST}
_ASKED = {ACTION: ARMY, INTERRUPT: COMMUNIST, REACTION: COUNTERATTACK, WITHDRAWAL: RETURN}


@dataclass(frozen=True, slots=True)
class Read:
    """An order as read from a line. planned: written as a line of a plan (after PLAN)."""

    order: Order
    line: int
    source: str
    planned: bool


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return load_grammar("korea", {}, None)


@lru_cache(maxsize=8)
def _names(variant_id: str, variant: _ByIdentity) -> Names:
    return build_names(variant.variant)


class _ByIdentity:
    """A variant as a key of a cache."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.variant is self.variant

    def __hash__(self) -> int:
        return id(self.variant)


def parse(
    engine: KoreaEngine, position: Position, power: str | None, lines: Sequence[Line], *, strict: bool
) -> Parsed:
    """See `judge.engine.Engine.parse`. Without a power nothing is an answer: each line is read as part of a plan."""
    reader = _Mail(engine, position, power)
    return reader.parsed(lines)


_KINDS_OF_CHITS = {"US": "UN", "NK": "NK", "DS": "DS"}
"""Words for a kind of army, and how the ids of its chits begin."""


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
        self.names = _names(self.engine.variant.id, _ByIdentity(self.engine.variant))
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
        suggestions = tuple(more.pop("suggestions", ()))
        severity = more.pop("severity", KINDS[kind].severity)
        text = self.texts.get(number, "")
        self.problems.append(
            Problem(kind, severity, number, column, length, text, suggestions=suggestions, facts=more)
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
        reader = _Line(self, line, start, folded)
        for read in reader.orders(part):
            self.reads.append(read)

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
        column, length = folded.span(at, max(end, at + 1)) if at < len(folded.text) else (0, 0)
        word = line.text[start + column - 1 : start + column - 1 + length].strip() if column else ""
        if stopped or not word:
            after = line.text.split()[-1]
            self._tell("incomplete", line.number, after=after)
        else:
            self._tell("not_understood", line.number, start + column, length, word=word)

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
    from judge.korea.orders import read_order

    order = read_order(line)
    return order.group if order else ""


@dataclass
class _Line:
    """One line's tree, on the way to orders."""

    mail: _Mail
    line: Line
    start: int
    folded: Encoded

    def orders(self, tree: Any) -> list[Read]:
        """The orders of a line; none when something in it is wrong."""
        before = len(self.mail.problems)
        planned = self.mail.planning
        lead: tuple[Condition, ...] = ()
        found: list[Order] = []
        for part in tree.children:
            if getattr(part, "type", "") == "PLAN":
                planned = True
            elif part.data == "lead":
                lead = self._conditions(part.children[0])
            else:
                order = self._clause(part)
                if order is not None:
                    found.append(replace(order, conditions=(*lead, *order.conditions)) if lead else order)
                lead = ()
        if len(self.mail.problems) > before:
            return []
        # REPEAT and conditions mean something in plans only
        return [
            Read(
                order,
                self.line.number,
                self.line.text.strip(),
                planned or order.group in (HALT, LOSE, CANCEL),
            )
            for order in found
        ]

    def _clause(self, tree: Any) -> Order | None:
        order = self._order(tree.children[0])
        for part in tree.children[1:]:
            if getattr(part, "type", "") == "REPEAT" and order is not None:
                order = replace(order, repeat=True)
            elif getattr(part, "data", "") == "conditions" and order is not None:
                order = replace(order, conditions=self._conditions(part))
        return order

    def _order(self, tree: Any) -> Order | None:
        name = tree.data
        if name == "answer":
            return self._order(tree.children[1])
        if name in _ACTS:
            return self._action(_ACTS[name], tree)
        types = [getattr(child, "type", "") for child in tree.children]
        if name in ("communist_hold", "counter_hold", "communist_ask", "counter_ask"):
            group = COMMUNIST if name.startswith("communist") else COUNTERATTACK
            if name.endswith("ask"):
                return Order(group, ASK)
            return Order(group, HOLD, until_end="UNTIL" in types)
        if name == "withdrawal":
            places = [self._place(child) for child in tree.children if getattr(child, "data", "") == "place"]
            return Order(RETURN, RETURN, places=tuple(places))
        if name == "lose":
            return Order(LOSE, LOSE, chit=self._chit(tree.children[1]))
        return Order(CANCEL, CANCEL) if name == "cancel" else Order(HALT, HALT)

    def _action(self, act: str, tree: Any) -> Order:
        at, chit, spend = "", "", ""
        for child in tree.children:
            if getattr(child, "data", "") == "target":
                at, chit = self._place(child.children[0])
            elif getattr(child, "type", "") == "CHIT":
                spend = self._chit(child)
        if act != REDEPLOY:
            chit = ""
        return Order(_GROUPS.get(act, ARMY), act, at, chit, spend)

    def _place(self, tree: Any) -> tuple[str, str]:
        at = self._hex(tree.children[0])
        chits = [self._chit(child) for child in tree.children[1:]]
        return at, chits[0] if chits else ""

    def _span(self, token: Any) -> tuple[int, int, str]:
        column, length = self.folded.span(token.start_pos, token.end_pos)
        column += self.start
        return column, length, self.line.text[column - 1 : column - 1 + length].strip()

    def _hex(self, tree: Any) -> str:
        token = tree.children[0]
        column, length, word = self._span(token)
        names = self.mail.names
        ids = self.folded.meaning(token.start_pos) if token.type == "REGION" else names.region(str(token))
        if len(ids) == 1:
            return ids[0]
        if ids:
            self.mail._tell(
                "ambiguous_region",
                self.line.number,
                column,
                length,
                name=word,
                choices=list(ids),
                suggestions=ids,
            )
        else:
            near = names.near_regions.nearest(word)
            self.mail._tell("unknown_region", self.line.number, column, length, name=word, suggestions=near)
        return ""

    def _chit(self, token: Any) -> str:
        chit = str(token).upper()
        if chit not in self.mail.engine.data.chits:
            column, length, word = self._span(token)
            self.mail._tell("korea_unknown_chit", self.line.number, column, length, name=word)
        return chit

    def _conditions(self, tree: Any) -> tuple[Condition, ...]:
        return tuple(self._condition(part) for part in tree.children)

    def _condition(self, tree: Any) -> Condition:
        wanted = not any(getattr(child, "type", "") in ("NOT", "NAI") for child in tree.children)
        fact = next(child for child in tree.children if getattr(child, "data", ""))
        parts = fact.children
        number = next((int(part) for part in parts if getattr(part, "type", "") == "NUMBER"), 0)
        at = next((self._hex(part) for part in parts if getattr(part, "data", "") == "hex"), "")
        side, chit = "", ""
        for part in parts:
            kind = getattr(part, "type", "")
            if kind == "POWER":
                side = self.folded.meaning(part.start_pos)[0]
            elif kind == "CHIT":
                chit = self._chit(part)
            elif kind in _KINDS_OF_CHITS:
                chit = _KINDS_OF_CHITS[kind]
        return Condition(str(fact.data), side, at, number, chit, wanted)


__all__ = ["ARMY_ACTS", "HAND_KIND", "PLAN", "parse"]
