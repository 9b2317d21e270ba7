"""Why each order of a movement phase had its result: one extra pass over the resolved tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from judge.diplomacy.board import bits
from judge.diplomacy.collect import Collected
from judge.diplomacy.orders import RAIL
from judge.diplomacy.reasons import Reason
from judge.diplomacy.resolution import Movement
from judge.diplomacy.special import railway
from judge.diplomacy.states import BY_LAND, BY_SEA, CARRY, DEAD, FREE, GO, HELP, NO, TRAIN, YES
from judge.engine import OrderResult, Verdict

_NO_STRENGTHS: Mapping[str, int] = {}
_STRENGTHS: dict[tuple[int, int], Mapping[str, int]] = {}
"""Shared and never changed: most results have one of a few pairs of strengths."""
_ACTIVE = (GO, HELP)
_LEAVING = (GO, TRAIN)
_NONE = Reason.NONE
_UNMATCHED = frozenset({Reason.SUPPORT_UNMATCHED, Reason.CONVOY_UNMATCHED, Reason.RAIL_SUPPORT})

Why = tuple[Verdict, Reason, tuple[int, ...], Mapping[str, int]]
_PLAIN: Why = ("succeeds", _NONE, (), _NO_STRENGTHS)


def _strengths(attack: int, against: int) -> Mapping[str, int]:
    strengths = _STRENGTHS.get((attack, against))
    if strengths is None:
        strengths = _STRENGTHS[attack, against] = {"attack": attack, "against": against}
    return strengths


_EVEN = _strengths(1, 1)


def _fails(reason: Reason, by: Iterable[int] = (), attack: int = 0, against: int = 0) -> Why:
    return "fails", reason, tuple(by), _strengths(attack, against) if attack else _NO_STRENGTHS


def why(movement: Movement, index: int) -> Why:
    """Verdict, reason, culprits (unit indices) and strengths for the order of one unit."""
    tables = movement.tables
    reason = tables.why.get(index)
    if reason is not None:
        return "void", reason, _void_culprits(movement, index, reason), _NO_STRENGTHS
    doing = tables.does[index]
    if doing == GO:
        return _move(movement, index)
    if doing == HELP:
        return _support(movement, index)
    if doing == CARRY:
        return _convoy(movement, index)
    if doing == TRAIN:
        return _train(movement)
    if index in tables.canal:
        return _closed_way(movement, index)
    return _PLAIN


def _void_culprits(movement: Movement, index: int, reason: Reason) -> tuple[int, ...]:
    tables = movement.tables
    if reason in _UNMATCHED:
        unit = movement.situation.at[tables.orders[index].target]
        return (unit,) if unit >= 0 else ()
    return ()


def _move(movement: Movement, index: int) -> Why:
    resolver, tables = movement.resolver, movement.tables
    result = resolver.result
    if result[index] == YES:
        return _PLAIN
    if tables.way[index] != FREE and (
        tables.way[index] == DEAD or resolver.decide(resolver.count + index) == NO
    ):
        return _closed_way(movement, index)
    dest = tables.dest[index]
    other = movement.situation.at[dest]
    given = resolver.given
    attack = given[index]
    if other < 0:
        return _bounced(movement, index, attack)
    doing = tables.does[other]
    leaves = doing in _LEAVING
    facing = leaves and tables.dest[other] == tables.place[index] and resolver.facing(index, other) == YES
    if leaves and not facing and result[other] == YES:
        return _bounced(movement, index, attack)
    power = tables.power
    if power[other] == power[index]:
        return _fails(Reason.OWN_UNIT, (other,))
    full = attack
    if attack > 1:
        attack = resolver.strength(index, power[other])[0]
    hold = given[other] if facing or not leaves else 1
    alone = len(resolver.attackers[dest]) == 1
    if attack <= hold < full and (alone or not _rivals(movement, index, full)):
        return _fails(Reason.FOREIGN_SUPPORT_ONLY, (other,), attack, hold)
    if alone:
        return _fails(Reason.HEAD_TO_HEAD if facing else Reason.BOUNCED, (other,), attack, hold)
    if facing and all(strength <= hold for strength, _ in _rivals(movement, index, attack)):
        return _fails(Reason.HEAD_TO_HEAD, (other,), attack, hold)
    return _bounced(movement, index, attack, other if attack <= hold else -1, hold)


def _bounced(movement: Movement, index: int, attack: int, there: int = -1, hold: int = 0) -> Why:
    """A move that met others as strong: the unit `there` with its strength, when it is one of them, and rivals."""
    blockers = _rivals(movement, index, attack)
    if there >= 0:
        blockers.insert(0, (hold, there))
    if len(blockers) == 1:
        against, unit = blockers[0]
        return _fails(Reason.BOUNCED, (unit,), attack, against)
    against = max(blockers)[0] if blockers else 0
    return _fails(Reason.BOUNCED, [unit for _, unit in blockers], attack, against)


def _rivals(movement: Movement, index: int, attack: int) -> list[tuple[int, int]]:
    """Other moves to the same province that are at least as strong."""
    resolver, tables = movement.resolver, movement.tables
    dest = tables.dest[index]
    found: list[tuple[int, int]] = []
    rivals = resolver.attackers[dest]
    if len(rivals) < 2:
        return found
    given, does, way, place = resolver.given, tables.does, tables.way, tables.place
    other = movement.situation.at[dest]
    facing_at = resolver.dest[other] if other >= 0 else -1
    for rival in rivals:
        if rival != index:
            plain = does[rival] == GO and way[rival] == FREE and place[rival] != facing_at
            strength = given[rival] if plain else resolver.prevents(rival)[0]
            if strength >= attack:
                found.append((strength, rival))
    return found


def _closed_way(movement: Movement, index: int) -> Why:
    tables, resolver = movement.tables, movement.resolver
    situation = movement.situation
    if index in tables.canal:
        canal = situation.board.canal
        assert canal is not None
        garrison = situation.at[canal.via]
        by = (garrison,) if garrison >= 0 else ()
        if tables.way[index] == DEAD:
            return _fails(Reason.CANAL_NO_PERMISSION, by)
        struck = index in resolver.struck
        return _fails(Reason.CANAL_PARADOX if struck else Reason.CANAL_SHUT, by)
    if tables.way[index] == DEAD:
        return _fails(Reason.NO_CONVOY)
    fleets = [situation.at[sea] for sea in bits(tables.carried[index])]
    lost = [movement.dislodged[fleet] for fleet in fleets if fleet in movement.dislodged]
    if index in resolver.struck:
        return _fails(Reason.CONVOY_PARADOX, fleets)
    return _fails(Reason.CONVOY_DISRUPTED, lost)


def _support(movement: Movement, index: int) -> Why:
    tables, resolver = movement.tables, movement.resolver
    if resolver.result[index] == YES:
        return _PLAIN
    place, aim = tables.place[index], tables.aim[index]
    cutters = []
    for attacker in resolver.attackers[place]:
        if (
            tables.power[attacker] == tables.power[index]
            or tables.does[attacker] != GO
            or tables.place[attacker] == aim
            or tables.way[attacker] == DEAD
        ):
            continue
        if tables.way[attacker] == FREE or resolver.decide(resolver.count + attacker) == YES:
            cutters.append(attacker)
    if cutters:
        return _fails(Reason.CUT, cutters)
    if index in movement.dislodged:
        return _fails(Reason.CUT_DISLODGED, (movement.dislodged[index],))
    return _fails(Reason.CUT, (a for a in resolver.attackers[place] if tables.place[a] == aim))


def _convoy(movement: Movement, index: int) -> Why:
    tables, resolver = movement.tables, movement.resolver
    order = tables.orders[index]
    army = movement.situation.at[order.target]
    if index in movement.dislodged:
        return _fails(Reason.DISRUPTED, (movement.dislodged[index],))
    if army in resolver.struck:
        return _fails(Reason.PARADOX, (army,))
    travel = tables.travel[army]
    if travel == BY_LAND or (travel != BY_SEA and not movement.came_by_sea(army)):
        return _fails(Reason.UNUSED, (army,))
    here = 1 << tables.place[index]
    if tables.carried[army] == here and tables.way[army] != DEAD:
        return _PLAIN
    routes = movement.situation.routes(tables.place[army], tables.dest[army], tables.carried[army])
    if not routes & here:
        return _fails(Reason.UNUSED, (army,))
    return _PLAIN


def _train(movement: Movement) -> Why:
    ride = movement.ride
    assert ride is not None
    if ride.reason is None:
        return _PLAIN
    return _fails(ride.reason, ride.by)


def _stop(movement: Movement, index: int) -> str:
    """Where the train ended when it stopped short."""
    ride, tables = movement.ride, movement.tables
    if ride is None or index != tables.train or ride.stop in (tables.dest[index], tables.place[index]):
        return ""
    return movement.situation.board.province_ids[ride.stop]


def results(movement: Movement, collected: Collected) -> list[OrderResult]:
    """The result of every unit's order, in the order of the units. Those that plainly succeeded are at hand."""
    tables, outcome = movement.tables, movement.resolver.result
    found = collected.done.copy()
    failed = _bounces(movement, found)
    failed += [index for index in tables.supports if outcome[index] != YES]
    failed += [*tables.stuck, *tables.convoys, *tables.why, *tables.canal]
    board, units = movement.situation.board, movement.situation.units
    army_names, fleet_names = board.army_names, board.fleet_names
    new = tuple.__new__  # half the cost of naming the fields
    for index in failed:
        done = found[index]
        if done is None:
            continue
        answer = why(movement, index)
        if answer is _PLAIN:
            continue
        verdict, reason, by, strengths = answer
        names: tuple[str, ...] = ()
        for each in by:
            unit = units[each]
            names += ((fleet_names if unit[1] else army_names)[unit[2]],)
        fields = (done[0], done[1], done[2], verdict, reason._value_, names, strengths, "")
        found[index] = new(OrderResult, fields)
    if not all(found):
        for index, done in enumerate(found):
            if done is None:
                found[index] = _result(movement, collected, index)
    return cast("list[OrderResult]", found)


def _bounces(movement: Movement, found: list[OrderResult | None]) -> list[int]:
    """Fill in the moves that plainly met one other unit, most of those that fail; returns those that take a closer look."""
    tables, resolver = movement.tables, movement.resolver
    if tables.train >= 0:
        return [*movement.failed]
    gated, way = tables.gated, tables.way
    at, dest, place, power, does = tables.situation.at, tables.dest, tables.place, tables.power, tables.does
    given, attackers, travel = resolver.given, resolver.attackers, tables.travel
    board, units = movement.situation.board, movement.situation.units
    army_names, fleet_names = board.army_names, board.fleet_names
    new, bounced = tuple.__new__, Reason.BOUNCED._value_
    left: list[int] = []
    for index in movement.failed:
        done = found[index]
        to = dest[index]
        other = at[to]
        rivals = attackers[to]
        attack = given[index]
        reason = bounced
        if done is None or (gated and any(way[rival] != FREE for rival in rivals)):
            left.append(index)
            continue
        if other < 0 and len(rivals) == 2:
            other = rivals[0] if rivals[1] == index else rivals[1]
            against = given[other]
        elif other >= 0 and len(rivals) == 1 == attack and power[other] != power[index]:
            against = given[other]
            if does[other] == GO:
                if dest[other] != place[index]:
                    against = 1
                elif travel[index] == travel[other] == BY_LAND:
                    reason = Reason.HEAD_TO_HEAD._value_
                else:
                    left.append(index)
                    continue
        else:
            left.append(index)
            continue
        unit = units[other]
        names = ((fleet_names if unit[1] else army_names)[unit[2]],)
        strengths = _EVEN if attack == against == 1 else _strengths(attack, against)
        found[index] = new(OrderResult, (done[0], done[1], done[2], "fails", reason, names, strengths, ""))
    return left


def _result(movement: Movement, collected: Collected, index: int) -> OrderResult:
    """The result of one unit's order, put together from the beginning."""
    tables, situation = movement.tables, movement.situation
    board, units = situation.board, situation.units
    power, fleet, location = units[index]
    name = board.unit_text(fleet, location)
    text = collected.texts.get(index, "")
    verdict, reason, by, strengths = why(movement, index)
    if not text:
        text = name + " H"
        if index in collected.unusable:
            verdict = "void"
            text, reason = collected.unusable[index]
        elif reason is _NONE:
            reason = Reason.NO_ORDER
    elif reason is Reason.RAIL_FOREIGN_UNIT:
        by = railway.foreign_on_line(situation, index, tables.orders[index].dest)
    elif reason is Reason.RAIL_TWO_ORDERS:
        by = tuple(
            other for other, order in enumerate(tables.orders)
            if order.kind == RAIL and other != index
        )  # fmt: skip
    names = tuple([board.unit_text(units[each][1], units[each][2]) for each in by]) if by else ()
    stop = _stop(movement, index) if tables.does[index] == TRAIN else ""
    return OrderResult(board.powers[power], name, text, verdict, reason.value, names, strengths, stop)
