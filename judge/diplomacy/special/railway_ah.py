"""The railway under Avalon Hill's rules and errata, as the DATC (2.4, section 7.B) reads them: railway = "avalon-hill".

The train bounces once, on the first unit of any power that would enter the line ahead of it; that unit is stopped too unless it
is stronger. It runs through armies of its own power that are not dislodged, must stop in an empty centre on the line that its
power has lost, is supported on the last part of the ride only, and meets a unit coming the other way next to its origin head to head.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.diplomacy.movement import Resolver
from judge.diplomacy.reasons import Reason
from judge.diplomacy.special.railway import Ride, path
from judge.diplomacy.states import BY_LAND, DEAD, GO

if TYPE_CHECKING:
    from judge.diplomacy.resolution import Movement


def run(movement: Movement) -> Ride:
    """Resolve the phase with its train; leaves the final resolver and the occupation in `movement`."""
    tables = movement.tables
    situation = movement.situation
    train = tables.train
    origin, dest = tables.place[train], tables.dest[train]
    way = path(situation, origin, dest)
    if _meets(movement, way[0], origin):
        return _head_to_head(movement, way[0])
    movement.adopt(Resolver(tables, claim=-1))
    meets = _first_entered(movement, movement.after, way)
    claim = dest if meets < 0 else way[meets]
    ride = _attempt(movement, way, claim, entered=meets >= 0)
    lost = _lost_centre(movement, way[: way.index(claim)])
    if lost >= 0:
        ride = _attempt(movement, way[: way.index(lost) + 1], lost, entered=False)
    if ride.stop == origin:
        movement.adopt(Resolver(tables, leaves=False, claim=claim))
    else:
        movement.after[ride.stop] = train
    return ride


def _meets(movement: Movement, first: int, origin: int) -> bool:
    """Whether the unit next to the origin comes the other way by land."""
    tables = movement.tables
    unit = movement.situation.at[first]
    return (
        unit >= 0
        and tables.does[unit] == GO
        and tables.dest[unit] == origin
        and tables.travel[unit] == BY_LAND
        and tables.way[unit] != DEAD
    )


def _head_to_head(movement: Movement, first: int) -> Ride:
    """The train is an ordinary move that cannot win: it stays or is dislodged."""
    tables = movement.tables
    train = tables.train
    tables.travel[train] = BY_LAND
    supported = tables.dest[train] == first
    resolver = Resolver(tables, leaves=False, claim=first)
    resolver.does = [*tables.does]
    resolver.does[train] = GO
    if not supported:
        resolver.given[train] = 1
    resolver.train_supported = supported
    movement.adopt(resolver)
    return Ride(tables.place[train], Reason.HEAD_TO_HEAD, (movement.situation.at[first],))


def _first_entered(movement: Movement, after: Sequence[int], way: Sequence[int]) -> int:
    """Number of the first province of the way that some unit moves into, -1 for none."""
    for number, province in enumerate(way):
        unit = after[province]
        if unit >= 0 and movement.tables.place[unit] != province:
            return number
    return -1


def _attempt(movement: Movement, way: Sequence[int], claim: int, *, entered: bool) -> Ride:
    """Resolve with the train claiming one province; where it ends."""
    tables = movement.tables
    situation = movement.situation
    train, origin = tables.train, tables.place[tables.train]
    resolver = Resolver(tables, claim=claim)
    movement.adopt(resolver)
    after = movement.after
    last = way.index(claim)
    reason: Reason | None = None
    by: tuple[int, ...] = ()
    rivals = [unit for unit in resolver.attackers[claim] if unit != train]
    if after[claim] >= 0:
        reason, by = Reason.TRAIN_REFUSED, (after[claim],)
    elif entered:
        strength = resolver.prevents(train)[0]
        by = tuple(unit for unit in rivals if resolver.prevents(unit)[0] >= strength)
        reason = Reason.TRAIN_REFUSED if by else None
    if reason is not None:
        last -= 1
        if claim != tables.dest[train]:
            reason = Reason.TRAIN_CUT
    elif claim != tables.dest[train]:
        reason = Reason.TRAIN_CUT
    for number, province in enumerate(way[: last + 1]):
        unit = after[province]
        if unit >= 0 and tables.power[unit] != tables.power[train]:
            last, reason, by = number - 1, Reason.TRAIN_CUT, (unit,)
            break
    while last >= 0:
        stop = way[last]
        there = situation.at[stop]
        swaps = there >= 0 and tables.does[there] == GO and tables.dest[there] == origin
        if after[stop] < 0 and not swaps:
            return Ride(stop, reason, by)
        last -= 1
    return Ride(origin, Reason.TRAIN_STUCK, by)


def _lost_centre(movement: Movement, way: Sequence[int]) -> int:
    """The first empty home centre of the train's power on the way that another power owns, -1 for none."""
    situation = movement.situation
    board = situation.board
    power = movement.tables.power[movement.tables.train]
    for province in way:
        if (
            situation.owners
            and board.home_power[province] == power
            and situation.owners[province] not in (-1, power)
            and movement.after[province] < 0
        ):
            return province
    return -1
