"""A retreat phase: each dislodged unit goes to one of its options or is disbanded; two to one province are both disbanded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.diplomacy.board import INLAND, SEA, Board
from judge.diplomacy.orders import DISBAND, MOVE, RETREAT, Order
from judge.diplomacy.position import Dislodged, Position
from judge.diplomacy.reasons import Reason


class Retreat(NamedTuple):
    """What became of one dislodged unit. goes: location, -1 when it is disbanded; by: indices of units that retreated there too."""

    goes: int
    void: bool
    reason: Reason | None
    by: tuple[int, ...] = ()


def resolve(board: Board, position: Position, orders: Mapping[int, Order]) -> list[Retreat]:
    """Results by index of `position.dislodged`. An unordered or impossible retreat is a disband."""
    chosen: list[Retreat] = []
    claims: dict[int, list[int]] = {}
    occupied = {board.province_of[unit.location] for unit in position.units}
    for index, unit in enumerate(position.dislodged):
        order = orders.get(index)
        if order is None:
            chosen.append(Retreat(-1, False, Reason.NO_ORDER))
        elif order.kind == DISBAND:
            chosen.append(Retreat(-1, False, None))
        elif order.kind not in (RETREAT, MOVE):
            chosen.append(Retreat(-1, True, Reason.WRONG_PHASE))
        else:
            goes = landing(board, unit, order)
            if goes < 0:
                chosen.append(Retreat(-1, True, why_closed(board, position, unit, order, occupied)))
            else:
                chosen.append(Retreat(goes, False, None))
                claims.setdefault(board.province_of[goes], []).append(index)
    for claimants in claims.values():
        if len(claimants) > 1:
            for index in claimants:
                others = tuple(other for other in claimants if other != index)
                chosen[index] = Retreat(-1, False, Reason.RETREAT_BOUNCED, others)
    return chosen


def landing(board: Board, unit: Dislodged, order: Order) -> int:
    """The option that the order means, -1 for none: a coast may be left out when only one is open."""
    if order.dest_location in unit.options and unit.fleet:
        return order.dest_location
    there = [option for option in unit.options if board.province_of[option] == order.dest]
    if not there or (unit.fleet and (len(there) > 1 or order.dest_location != order.dest)):
        return -1
    return there[0]


def goal(board: Board, unit: Dislodged, order: Order) -> int | None:
    """Where an order leads a dislodged unit: a location, -1 to be disbanded, None when it cannot work."""
    if order.kind == DISBAND:
        return -1
    goes = landing(board, unit, order) if order.kind in (RETREAT, MOVE) else -1
    return None if goes < 0 else goes


def why_closed(
    board: Board, position: Position, unit: Dislodged, order: Order, occupied: Sequence[int] | set[int]
) -> Reason:
    """Why a dislodged unit may not retreat there."""
    dest = order.dest
    if dest not in board.reach_provinces(unit.fleet, unit.location):
        if not unit.fleet and board.kind[dest] == SEA:
            return Reason.ARMY_TO_SEA
        if unit.fleet and board.kind[dest] == INLAND:
            return Reason.FLEET_INLAND
        return Reason.NOT_ADJACENT
    if dest == unit.origin:
        return Reason.RETREAT_ATTACKER
    if dest in occupied:
        return Reason.RETREAT_OCCUPIED
    if dest in position.contested:
        return Reason.RETREAT_CONTESTED
    if unit.fleet and any(board.province_of[option] == dest for option in unit.options):
        return Reason.COAST_MISSING if order.dest_location == dest else Reason.COAST_OUT_OF_REACH
    return (
        Reason.COAST_OUT_OF_REACH if unit.fleet and len(board.coasts[dest]) > 1 else Reason.RETREAT_CONTESTED
    )
