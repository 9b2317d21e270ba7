"""The canal: a fleet goes between two seas by leave of the unit beside it (001 chapter 13; docs/rules/colonial.md, Suez).

The two seas are neighbours for nothing else: no support, convoy chain or retreat goes through. A move through the canal
without leave, or with the canal shut, has no effect on its destination.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from judge.diplomacy.board import Board
from judge.diplomacy.orders import Order
from judge.diplomacy.rules import Value

if TYPE_CHECKING:
    from judge.diplomacy.legality import Situation


def joins(board: Board, a: int, b: int) -> bool:
    """Whether the canal lies between these two provinces."""
    canal = board.canal
    return canal is not None and ((a == canal.a and b == canal.b) or (a == canal.b and b == canal.a))


def permitted(situation: Situation, orders: Sequence[Order], movers: Sequence[int]) -> frozenset[int]:
    """Which of the units that go through the canal have leave. orders: each unit's written order."""
    canal = situation.board.canal
    if canal is None or not movers:
        return frozenset()
    garrison = situation.at[canal.via]
    if garrison < 0:
        return frozenset()
    rules: Mapping[str, Value] = situation.rules
    riders = orders[garrison].riders
    if len(set(riders)) > 1 and rules["canal_permissions"] == "one":
        return frozenset()
    if riders:
        ways = set(riders)
        return frozenset(
            mover for mover in movers
            if (situation.place[mover], canal.b if situation.place[mover] == canal.a else canal.a) in ways
        )  # fmt: skip
    if rules["suez"] == "implied":
        power = situation.units[garrison].power
        own = [mover for mover in movers if situation.units[mover].power == power]
        if len(own) == 1:
            return frozenset(own)
    return frozenset()


def retreats(situation: Situation, after: Sequence[int], index: int) -> tuple[int, ...]:
    """Where a fleet may retreat through the canal under the option canal_retreat: its power must hold the bank (point S-e)."""
    canal = situation.board.canal
    place = situation.place[index]
    if canal is None or place not in (canal.a, canal.b):
        return ()
    keeper = after[canal.via]
    if keeper < 0 or situation.units[keeper].power != situation.units[index].power:
        return ()
    return (canal.b if place == canal.a else canal.a,)
