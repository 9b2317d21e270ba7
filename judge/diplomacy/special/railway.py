"""The Trans-Siberian Railway: one army of one power rides along a line of provinces (001 chapter 13; docs/rules/colonial.md).

The train claims its destination with strength 1, never dislodges, never cuts support and, in the net edition, cannot be supported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from judge.diplomacy.orders import Order
from judge.diplomacy.reasons import Reason
from judge.diplomacy.states import GO

if TYPE_CHECKING:
    from judge.diplomacy.legality import Situation
    from judge.diplomacy.movement import Resolver
    from judge.diplomacy.tables import Tables


def path(situation: Situation, origin: int, dest: int) -> tuple[int, ...]:
    """The provinces of the line after the origin up to and including the destination; empty when one is not on it."""
    railway = situation.board.railway
    if railway is None or origin not in railway.line or dest not in railway.line or origin == dest:
        return ()
    line = railway.line
    start, end = line.index(origin), line.index(dest)
    return line[start + 1 : end + 1] if start < end else line[end:start][::-1]


def could_ride(situation: Situation, index: int, dest: int) -> bool:
    """Whether this unit could be ordered to go there by rail at all."""
    railway = situation.board.railway
    unit = situation.units[index]
    return (
        railway is not None
        and not unit.fleet
        and unit.power == railway.power
        and bool(path(situation, situation.place[index], dest))
    )


def foreign_on_line(situation: Situation, index: int, dest: int) -> tuple[int, ...]:
    """Units of other powers on the line up to and including the destination."""
    railway = situation.board.railway
    assert railway is not None
    found = (situation.at[province] for province in path(situation, situation.place[index], dest))
    return tuple(unit for unit in found if unit >= 0 and situation.units[unit].power != railway.power)


def why_void(situation: Situation, index: int, order: Order) -> Reason | None:
    """Why this railway order is void, looked at by itself; None when it is not."""
    railway = situation.board.railway
    if railway is None:
        return Reason.RAIL_NONE
    unit = situation.units[index]
    if unit.power != railway.power:
        return Reason.RAIL_POWER
    if unit.fleet:
        return Reason.RAIL_NOT_ARMY
    if order.dest == situation.place[index]:
        return Reason.OWN_PROVINCE
    if not path(situation, situation.place[index], order.dest):
        return Reason.RAIL_NONE
    if situation.rules["railway"] == "net" and foreign_on_line(situation, index, order.dest):
        return Reason.RAIL_FOREIGN_UNIT
    return None


def why_support_void(situation: Situation, mover: int, order: Order) -> Reason | None:
    """Why a support that names a railway move is void; None when the edition allows it."""
    if situation.rules["railway"] == "net":
        return Reason.RAIL_SUPPORT
    return None if could_ride(situation, mover, order.dest) else Reason.SUPPORT_IMPOSSIBLE


class Ride(NamedTuple):
    """Where the train came to.

    stop    province it ends in, its origin when it could not leave
    reason  None when it arrived; by: units that caused it
    """

    stop: int
    reason: Reason | None
    by: tuple[int, ...] = ()


def ride(resolver: Resolver, after: Sequence[int]) -> Ride:
    """Where the train gets to, other moves being resolved as if it had left. after: unit in each province after them, -1 for none.

    Net edition (001 chapter 13): cut where a foreign unit moved in, back past filled places, no exchange of places.
    """
    tables = resolver.tables
    situation = tables.situation
    railway = situation.board.railway
    assert railway is not None
    train = tables.train
    origin, dest = tables.place[train], tables.dest[train]
    way = path(situation, origin, dest)
    last = len(way) - 1
    reason: Reason | None = None
    by: tuple[int, ...] = ()
    for number, province in enumerate(way[:-1]):
        unit = after[province]
        if unit >= 0 and tables.place[unit] != province and tables.power[unit] != railway.power:
            last, reason, by = number - 1, Reason.TRAIN_CUT, (unit,)
            break
    else:
        blockers = _blockers(resolver, after, dest)
        if blockers or _exchanges(tables, dest, origin):
            last -= 1
            reason, by = Reason.TRAIN_REFUSED, blockers or (situation.at[dest],)
    filled = []
    while last >= 0:
        stop = way[last]
        if after[stop] < 0 and not _exchanges(tables, stop, origin) and _may_stop(resolver, stop, dest):
            return Ride(stop, reason, by)
        filled.append(after[stop] if after[stop] >= 0 else situation.at[stop])
        last -= 1
    return Ride(origin, Reason.TRAIN_STUCK, by + tuple(unit for unit in filled if unit >= 0))


def _blockers(resolver: Resolver, after: Sequence[int], dest: int) -> tuple[int, ...]:
    """Units that keep the train out of its destination: the one there, and rivals with an open way."""
    there = after[dest]
    train = resolver.tables.train
    rivals = [
        unit for unit in resolver.attackers[dest]
        if unit not in (train, there) and resolver.prevents(unit)[0] >= 1
    ]  # fmt: skip
    return tuple(([there] if there >= 0 else []) + rivals)


def _exchanges(tables: Tables, province: int, origin: int) -> bool:
    """Whether the unit of that province goes to the train's origin: units never exchange places (001 chapter 9, case 6)."""
    unit = tables.situation.at[province]
    return unit >= 0 and tables.does[unit] == GO and tables.dest[unit] == origin


def _may_stop(resolver: Resolver, stop: int, dest: int) -> bool:
    """Whether the train may stop where others have just stood off (point T-g)."""
    if stop == dest or resolver.rules["railway_stop_after_standoff"]:
        return True
    return not any(resolver.prevents(unit)[0] for unit in resolver.attackers[stop])
