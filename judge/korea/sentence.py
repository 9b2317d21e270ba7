"""One line of a player's order mail, as the grammar took it apart, to orders; what is wrong in it is told with its place."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Any, Protocol

from judge.engine import Line
from judge.korea.orders import (
    ARMY,
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
    OCCUPY,
    RAID,
    REDEPLOY,
    RETURN,
    Condition,
    Order,
)
from judge.text.names import Encoded, Names

_ACTS = {
    "attack": ATTACK, "assault": ASSAULT, "occupy": OCCUPY, "redeploy": REDEPLOY, "enter": ENTER, "raid": RAID, "land": LAND,
}  # fmt: skip
_GROUPS = {ENTER: COMMUNIST, RAID: COMMUNIST, LAND: COUNTERATTACK}
_KINDS_OF_CHITS = {"US": "UN", "NK": "NK", "DS": "DS"}
"""Words for a kind of army, and how the ids of its chits begin."""


@dataclass(frozen=True, slots=True)
class Read:
    """An order as read from a line. planned: written as a line of a plan (after PLAN)."""

    order: Order
    line: int
    source: str
    planned: bool


class Tell(Protocol):
    """Takes what has to be said about a line: kind of problem, line, column and length (from 1; 0: the whole line), facts."""

    def __call__(self, kind: str, number: int, column: int = 0, length: int = 0, **more: Any) -> None: ...


@dataclass
class Sentence:
    """A line and the words it is made of.

    chits: ids of all chits. start: characters of the line before its content. wrong: whether something was told.
    """

    names: Names
    chits: Container[str]
    tell: Tell
    line: Line
    start: int
    folded: Encoded
    wrong: bool = False

    def orders(self, tree: Any, planned: bool) -> list[Read]:
        """The orders of a line; none when something in it is wrong. planned: it stands below PLAN."""
        lead: tuple[Condition, ...] = ()
        found: list[Order] = []
        for part in tree.children:
            if getattr(part, "type", "") == "PLAN":
                planned = True
            elif getattr(part, "type", "") == "NUMBER":
                continue  # "1 attack Seoul": the number of a list
            elif part.data == "lead":
                lead = self._conditions(part.children[0])
            else:
                order = self._clause(part)
                if order is not None:
                    found.append(replace(order, conditions=(*lead, *order.conditions)) if lead else order)
                lead = ()
        if self.wrong:
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

    def _wrong(self, kind: str, column: int, length: int, **facts: Any) -> None:
        self.wrong = True
        self.tell(kind, self.line.number, column, length, **facts)

    def _clause(self, tree: Any) -> Order | None:
        order = self._order(tree.children[0])
        for part in tree.children[1:]:
            if getattr(part, "type", "") == "REPEAT" and order is not None:
                order = replace(order, repeat=True)
            elif getattr(part, "data", "") == "conditions" and order is not None:
                order = replace(order, conditions=(*order.conditions, *self._conditions(part)))
        return order

    def _order(self, tree: Any) -> Order | None:
        name = tree.data
        if name == "answer":  # "NK2: attack Seoul": meant for that army
            order = self._order(tree.children[1])
            return order and replace(order, conditions=(self._for(tree.children[0]), *order.conditions))
        if name == "placed":
            return replace(self._action(OCCUPY, tree), spend="", conditions=(self._for(tree.children[1]),))
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

    def _for(self, token: Any) -> Condition:
        """That an order is for one army only."""
        return Condition("drawn", chit=self._chit(token))

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
        ids = (
            self.folded.meaning(token.start_pos) if token.type == "REGION" else self.names.region(str(token))
        )
        if len(ids) == 1:
            return ids[0]
        if ids:
            self._wrong("ambiguous_region", column, length, name=word, choices=list(ids), suggestions=ids)
        else:
            near = self.names.near_regions.nearest(word)
            self._wrong("unknown_region", column, length, name=word, suggestions=near)
        return ""

    def _chit(self, token: Any) -> str:
        chit = str(token).upper()
        if chit not in self.chits:
            column, length, word = self._span(token)
            self._wrong("korea_unknown_chit", column, length, name=word)
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
