"""Canal permissions that do not stand behind the order of the unit at the canal: on a line of their own, or on another unit's order.

Only the unit at the canal can permit a way through it (001 chapter 13). A permission on its own line belongs to that unit's order
where the mail has one; on another unit's order it does not count, and the player is told what would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from judge.diplomacy.board import Board
from judge.diplomacy.clauses import Loose, Read
from judge.diplomacy.orders import HOLD, Order, write_order
from judge.diplomacy.resolve import Scene
from judge.problems import Severity

Found = tuple[Read, str, int, str]
"""An order as read, its canonical text, number of its line, the player's words."""


@dataclass(frozen=True, slots=True)
class Keeper:
    """The unit at the canal: whether it is known to stand there and to be the writer's, and its order in the mail (-1: none)."""

    order: Order | None
    index: int


def settle(
    board: Board,
    scene: Scene,
    power: int | None,
    loose: list[Loose],
    found: list[Found],
    check: Callable[[Order], list[tuple[str, dict[str, Any]]]],
) -> None:
    """Join what can be joined to the orders found, and say to each other permission's line what is wrong with it.

    check: what there is to say about an order's permissions
    """
    for one in loose:
        keeper = _keeper(board, scene, power, found)
        joined = keeper.order.but(riders=(*keeper.order.riders, *one.riders)) if keeper.order else None
        text = write_order(board, joined) if joined is not None else ""
        via = board.province_ids[board.canal.via] if board.canal is not None else ""
        suggestions = [text] if text else []
        if one.unit or not via or (scene.certain and joined is None):
            severity: Severity = "warning" if one.unit else "error"
            one.look.add(
                "canal_not_garrison", one.start, one.end, severity=severity, suggestions=suggestions, unit=one.unit, province=via
            )  # fmt: skip
        elif keeper.index < 0 or joined is None:
            one.look.add("canal_loose", one.start, one.end, suggestions=suggestions, province=via)
        else:
            read, _, number, source = found[keeper.index]
            found[keeper.index] = (replace(read, order=joined), text, number, source)
            one.look.add("canal_joined", one.start, one.end, order=text)
            for kind, facts in check(joined):
                one.look.add(kind, one.start, one.end, **facts)


def _keeper(board: Board, scene: Scene, power: int | None, found: list[Found]) -> Keeper:
    """The last order of the mail for the unit at the canal; else a hold of the unit that stands there, if it is the writer's."""
    if board.canal is None:
        return Keeper(None, -1)
    via = board.canal.via
    for index in range(len(found) - 1, -1, -1):
        order = found[index][0].order
        if order.place == via:
            return Keeper(order, index)
    there = scene.units.get(via) if scene.certain else None
    if there is None or (power is not None and there.power != power):
        return Keeper(None, -1)
    return Keeper(Order(HOLD, there.fleet, via, there.location), -1)
