"""Ownership, builds and disbands after the turns in which centres change hands (001 chapter 12, DATC 4.D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.diplomacy.board import INLAND, SEA, Board, bits
from judge.diplomacy.orders import BUILD, DISBAND, WAIVE, Order
from judge.diplomacy.position import Position, Unit
from judge.diplomacy.reasons import Reason
from judge.diplomacy.rules import Value
from judge.diplomacy.special import uncounted_centre

Rules = Mapping[str, Value]


def take_centres(board: Board, rules: Rules, units: Sequence[Unit], owners: Sequence[int]) -> tuple[int, ...]:
    """Owners of the supply centres after the units standing on them were looked at."""
    after = list(owners)
    centres = board.centre_set
    province_of = board.province_of
    standing: dict[int, int] = {}
    for power, _, location in units:
        province = province_of[location]
        if province in centres:
            after[province] = standing[province] = power
    for centre in board.uncounted:
        after[centre] = uncounted_centre.new_owner(
            board, rules, centre, owners[centre], standing.get(centre, -1)
        )
    return tuple(after)


def places(board: Board, rules: Rules, position: Position, power: int) -> tuple[int, ...]:
    """Provinces where the power may build now."""
    occupied = {board.province_of[unit.location] for unit in position.units}
    owners = position.owners
    candidates: Sequence[int] = board.homes[power]
    if rules["build_places"] == "any" or rules["builds"] == "automatic":
        homes = board.homes[power]
        others = [c for c in board.centres if owners[c] == power and c not in homes]
        candidates = [*homes, *sorted(others, key=board.province_ids.__getitem__)]
    return tuple(c for c in candidates if owners[c] == power and c not in occupied)


def differences(board: Board, position: Position) -> list[int]:
    """Counted centres less units, by power."""
    counts = uncounted_centre.counted(board, position.owners)
    for unit in position.units:
        counts[unit.power] -= 1
    return counts


def due(board: Board, rules: Rules, position: Position, power: int, difference: int) -> int:
    """Builds (+, at most one a free place) or disbands (-) due."""
    return min(difference, len(places(board, rules, position, power))) if difference > 0 else difference


class Adjustment(NamedTuple):
    """What became of one order. unit: what is built or disbanded; reason None when it succeeds; by: text of the unit in the way."""

    unit: Unit | None
    void: bool
    reason: Reason | None
    by: str = ""


class Adjusted(NamedTuple):
    """The adjustment of one power: a result for each order, units disbanded by the rule for civil disorder, builds not used."""

    results: tuple[Adjustment, ...]
    built: tuple[Unit, ...]
    disbanded: tuple[Unit, ...]
    forced: tuple[Unit, ...]
    unused: int


class _Case(NamedTuple):
    """One power's adjustment: difference is centres less units, number what it may build or has to disband."""

    board: Board
    rules: Rules
    position: Position
    power: int
    difference: int
    number: int


def resolve(
    board: Board, rules: Rules, position: Position, power: int, orders: Sequence[Order | Reason]
) -> Adjusted:
    """Builds and disbands of one power. Orders are taken as they came; legal ones count first (DATC 4.D.4 to 4.D.6)."""
    difference = differences(board, position)[power]
    number = due(board, rules, position, power, difference)
    if number < 0:
        return _disband(_Case(board, rules, position, power, difference, -number), orders)
    return _build(_Case(board, rules, position, power, difference, number), orders)


def _build(case: _Case, orders: Sequence[Order | Reason]) -> Adjusted:
    board, rules, number = case.board, case.rules, case.number
    results: list[Adjustment] = []
    legal: list[int] = []
    units: dict[int, Unit | None] = {}
    taken: dict[int, int] = {}
    for index, order in enumerate(orders):
        if isinstance(order, Reason):
            results.append(Adjustment(None, True, order))
            continue
        if order.kind == WAIVE:
            unit, reason, by = None, (None if case.difference > 0 else Reason.NOT_DUE), ""
        else:
            unit, reason, by = _check_build(case, order)
        if reason is None and unit is not None:
            place = board.province_of[unit.location]
            if place in taken:
                rule = rules["same_build_twice"]
                if rule == "first":
                    reason = Reason.OCCUPIED
                else:
                    _drop(results, legal, taken[place])
                    if rule == "none":
                        reason = Reason.CONFLICTING
                    else:
                        taken[place] = index
            else:
                taken[place] = index
        results.append(Adjustment(unit, reason is not None, reason, by))
        if reason is None:
            legal.append(index)
            units[index] = unit
    counted = _cut_to(legal, number, str(rules["too_many_builds"]))
    for index in legal:
        if index not in counted:
            results[index] = Adjustment(None, True, Reason.TOO_MANY)
    built = tuple(unit for index in counted if (unit := units[index]) is not None)
    return Adjusted(tuple(results), built, (), (), number - len(built))


def _drop(results: list[Adjustment], legal: list[int], index: int) -> None:
    results[index] = Adjustment(None, True, Reason.SUPERSEDED)
    if index in legal:
        legal.remove(index)


def _cut_to(legal: list[int], number: int, rule: str) -> list[int]:
    """Which of too many legal orders count."""
    if len(legal) <= number:
        return legal
    if rule == "first":
        return legal[:number]
    if rule == "last":
        return legal[len(legal) - number :]
    return []


def _check_build(case: _Case, order: Order) -> tuple[Unit | None, Reason | None, str]:
    board, rules, position, power = case.board, case.rules, case.position, case.power
    if order.kind != BUILD:
        return None, (Reason.NOT_DUE if order.kind == DISBAND else Reason.WRONG_PHASE), ""
    place = order.place
    if case.difference <= 0:
        return None, Reason.NOT_DUE, ""
    if place not in board.homes[power] and rules["build_places"] == "home":
        return None, Reason.NOT_HOME_CENTRE, ""
    if position.owners[place] != power:
        return None, Reason.NOT_OWNED, ""
    for unit in position.units:
        if board.province_of[unit.location] == place:
            return None, Reason.OCCUPIED, board.unit_text(unit.fleet, unit.location)
    fleet, location = order.fleet, order.location
    if fleet and not board.has_fleets:
        return None, Reason.NO_FLEETS, ""
    if fleet and board.kind[place] == INLAND:
        if rules["fleet_built_inland"] != "army":
            return None, Reason.FLEET_INLAND, ""
        fleet = False
    if not fleet:
        return board.armies[power][place], (Reason.ARMY_TO_SEA if board.kind[place] == SEA else None), ""
    coasts = board.coasts[place]
    if location not in coasts:
        if len(coasts) > 1 and rules["build_coast"] == "void":
            return None, Reason.COAST_MISSING, ""
        location = coasts[0]
    return board.fleets[power][location], None, ""


def _disband(case: _Case, orders: Sequence[Order | Reason]) -> Adjusted:
    board, rules, position, power = case.board, case.rules, case.position, case.power
    own = {board.province_of[unit.location]: unit for unit in position.units if unit.power == power}
    results: list[Adjustment] = []
    legal: list[int] = []
    seen: set[int] = set()
    for index, order in enumerate(orders):
        reason: Reason | None = None
        unit = None
        if isinstance(order, Reason):
            reason = order
        elif order.kind in (BUILD, WAIVE):
            reason = Reason.NOT_DUE
        elif order.kind != DISBAND:
            reason = Reason.WRONG_PHASE
        else:
            unit = own.get(order.place)
            if unit is None:
                foreign = any(board.province_of[other.location] == order.place for other in position.units)
                reason = Reason.FOREIGN_UNIT if foreign else Reason.NO_SUCH_UNIT
            elif order.place in seen:
                unit, reason = None, Reason.NO_SUCH_UNIT
            else:
                seen.add(order.place)
        results.append(Adjustment(unit, reason is not None, reason))
        if reason is None:
            legal.append(index)
    counted = _cut_to(legal, case.number, str(rules["too_many_disbands"]))
    for index in legal:
        if index not in counted:
            results[index] = Adjustment(None, True, Reason.TOO_MANY)
    gone = tuple(unit for index in counted if (unit := results[index].unit) is not None)
    left = [unit for unit in own.values() if unit not in gone]
    forced = _civil_disorder(case, left, case.number - len(gone))
    return Adjusted(tuple(results), (), gone, tuple(forced), 0)


def _civil_disorder(case: _Case, units: Sequence[Unit], number: int) -> list[Unit]:
    """Which units are disbanded when too few were named: the farthest first, fleets before armies, then by name (DATC 4.D.8)."""
    if number <= 0:
        return []
    board = case.board
    home_rule = case.rules["civil_disorder"] == "home"
    if home_rule:
        goals = list(board.homes[case.power])
    else:
        goals = [c for c in board.centres if case.position.owners[c] == case.power]
    distance = distances(board, goals)

    def key(unit: Unit) -> tuple[int, bool, str]:
        place = board.province_of[unit.location]
        steps = distance[place]
        if home_rule and unit.fleet:
            steps = _fleet_distance(board, unit.location, frozenset(goals))
        name = "".join(c for c in board.names[place] if c not in " .-")
        return -steps, not unit.fleet, name

    return sorted(units, key=key)[:number]


def distances(board: Board, goals: Sequence[int]) -> list[int]:
    """Steps from every province to the nearest goal, over land and sea alike; the board's size when there is no way."""
    far = board.size
    steps = [far] * far
    front = 0
    for goal in goals:
        front |= 1 << goal
    seen = front
    number = 0
    while front:
        following = 0
        for province in bits(front):
            steps[province] = number
            following |= board.distance_near[province]
        front = following & ~seen
        seen |= front
        number += 1
    return steps


def _fleet_distance(board: Board, location: int, goals: frozenset[int]) -> int:
    """Steps of a fleet to the nearest goal by fleet moves only."""
    front, seen, steps = {location}, {location}, 0
    while front:
        if any(board.province_of[each] in goals for each in front):
            return steps
        front = {there for each in front for there in board.fleet_reach[each]} - seen
        seen |= front
        steps += 1
    return board.size
