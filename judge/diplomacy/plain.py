"""What needs no recursion: supports nobody attacks, moves that depend on nothing undecided. Most of a usual phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.diplomacy.states import BY_LAND, BY_SEA, DEAD, FREE, GO, NO, TRAIN, UNSET, YES

if TYPE_CHECKING:
    from judge.diplomacy.movement import Resolver


def settle_supports(resolver: Resolver) -> None:
    """Supports that nobody attacks stand; those attacked plainly from elsewhere are cut; the rest stay open."""
    tables = resolver.tables
    attackers, place, aim, power = resolver.attackers, resolver.place, tables.aim, resolver.power
    way, result, given = tables.way, resolver.result, resolver.given
    plain_rule = resolver.paradox_rule in ("szykman", "all-hold")
    for target in tables.supported:
        for index in tables.helpers[target] or ():
            hostile = attackers.get(place[index])
            state = YES
            if hostile is not None:
                for attacker in hostile:
                    if power[attacker] == power[index]:
                        continue
                    if (
                        way[attacker] == FREE and place[attacker] != aim[index]
                        and resolver.does[attacker] == GO
                        and (plain_rule or tables.travel[attacker] != BY_SEA)
                    ):  # fmt: skip
                        state = NO
                        break
                    if way[attacker] != DEAD:
                        state = UNSET
            if state == UNSET:
                resolver.open.setdefault(target, []).append(index)
            else:
                result[index] = state
                given[target] += state


def settle_moves(resolver: Resolver) -> list[int]:
    """Moves whose outcome is plain: into empty provinces, against units that stay, after units that are known to leave.

    Returns the moves left undecided.
    """
    left = _pass(resolver, resolver.tables.movers)
    return _pass(resolver, left) if len(left) > 1 else left


def _pass(resolver: Resolver, movers: list[int]) -> list[int]:
    """Go once over these moves; returns those left undecided."""
    tables, result, attackers, at = resolver.tables, resolver.result, resolver.attackers, resolver.at
    dest, way, does, given, power = resolver.dest, tables.way, resolver.does, resolver.given, resolver.power
    helpers, undecided, place, travel = tables.helpers, resolver.open, tables.place, tables.travel
    special = tables.gated or undecided or tables.train >= 0
    left: list[int] = []
    for index in movers:
        to = dest[index]
        other = at[to]
        rivals = attackers[to]
        if special and (way[index] != FREE or index in undecided):
            left.append(index)
        elif len(rivals) == 1:
            if other < 0:
                result[index] = YES
                continue
            moving = does[other] in (GO, TRAIN)
            facing = moving and dest[other] == place[index]
            if moving and not facing and result[other] == YES:
                result[index] = YES
            elif (facing and not travel[index] == travel[other] == BY_LAND) or (
                moving and not facing and result[other] != NO
            ):
                left.append(index)
            elif helpers[index] is None or power[index] == power[other]:
                result[index] = NO
            elif other in undecided or (moving and does[other] == TRAIN):
                left.append(index)
            else:
                attack = resolver.strength(index, power[other])[0]
                hold = 1 if moving and not facing else given[other]
                result[index] = YES if attack > hold else NO
        elif other < 0:
            strength = given[index]
            for rival in rivals:
                if rival != index and given[rival] >= strength and (
                    not special or (does[rival] == GO and way[rival] == FREE and rival not in undecided)
                ):  # fmt: skip
                    result[index] = NO
                    break
            else:
                if special:
                    left.append(index)
                else:
                    result[index] = YES
        else:
            facing_at = dest[other] if does[other] == GO else -1
            if helpers[index] is None:
                for rival in rivals:
                    if rival != index and way[rival] == FREE and place[rival] != facing_at:
                        result[index] = NO
                        break
                else:
                    left.append(index)
            else:
                left.append(index)
    return left
