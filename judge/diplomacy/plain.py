"""What needs no recursion: supports nobody attacks, moves that depend on nothing undecided. Most of a usual phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.diplomacy.states import BY_LAND, BY_SEA, DEAD, FREE, GO, NO, TRAIN, UNSET, YES

if TYPE_CHECKING:
    from judge.diplomacy.movement import Resolver


_LEAVING = (GO, TRAIN)


def settle_supports(resolver: Resolver) -> None:
    """Supports that nobody attacks stand; those attacked plainly from elsewhere are cut; the rest stay open."""
    tables = resolver.tables
    attackers, place, aim, power = resolver.attackers, resolver.place, tables.aim, resolver.power
    way, result, given = tables.way, resolver.result, resolver.given
    plain_rule = resolver.paradox_rule in ("szykman", "all-hold")
    for target in tables.supported:
        for index in tables.helpers[target] or ():
            state = YES
            for attacker in attackers[place[index]]:
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

    Goes on as long as something comes out. Returns the moves left undecided.
    """
    tables, result, attackers, at = resolver.tables, resolver.result, resolver.attackers, resolver.at
    dest, way, does, given, power = resolver.dest, tables.way, resolver.does, resolver.given, resolver.power
    undecided, place, travel, crowded = resolver.open, tables.place, tables.travel, resolver.crowded
    special = tables.gated or undecided or tables.train >= 0
    movers = tables.movers
    while True:
        left: list[int] = []
        for index in movers:
            to = dest[index]
            other = at[to]
            if special and (way[index] != FREE or index in undecided):
                left.append(index)
            elif to in crowded:
                if special or other >= 0:
                    outcome = _against_rivals(resolver, index, attackers[to], other)
                    if outcome == UNSET:
                        left.append(index)
                    else:
                        result[index] = outcome
                    continue
                strength = given[index]
                result[index] = YES
                for rival in attackers[to]:
                    if rival != index and given[rival] >= strength:
                        result[index] = NO
                        break
            elif other < 0:
                result[index] = YES
            else:
                hold = given[other]
                if does[other] in _LEAVING:
                    if dest[other] != place[index]:
                        if result[other] == YES:
                            result[index] = YES
                            continue
                        if result[other] != NO:
                            left.append(index)
                            continue
                        hold = 1
                    elif not travel[index] == travel[other] == BY_LAND:
                        left.append(index)
                        continue
                if given[index] == 1 or power[index] == power[other]:
                    result[index] = NO
                elif special and (other in undecided or does[other] == TRAIN):
                    left.append(index)
                else:
                    result[index] = YES if resolver.strength(index, power[other])[0] > hold else NO
        if not left or len(left) == len(movers):
            return left
        movers = left[::-1]


def _against_rivals(resolver: Resolver, index: int, rivals: tuple[int, ...], other: int) -> int:
    """NO, YES or UNSET for one of several moves to a province in which the unit `other` stands (-1: none)."""
    given, does, way, place = resolver.given, resolver.does, resolver.tables.way, resolver.place
    undecided = resolver.open
    strength, certain = given[index], True
    facing_at = resolver.dest[other] if other >= 0 and does[other] == GO else -1
    for rival in rivals:
        if rival != index:
            if does[rival] != GO or way[rival] != FREE or place[rival] == facing_at or rival in undecided:
                certain = False
            elif given[rival] >= strength:
                return NO
    if not certain or place[index] == facing_at:
        return UNSET
    if other < 0:
        return YES
    hold = given[other]
    if does[other] in _LEAVING:
        leaves = resolver.result[other]
        if leaves == YES:
            return YES
        if leaves != NO:
            return UNSET
        hold = 1
    owner = resolver.power[other]
    if resolver.power[index] == owner:
        return NO
    if other in undecided or does[other] == TRAIN:
        return UNSET
    attack = resolver.strength(index, owner)[0]
    against = max(hold, *[given[rival] for rival in rivals if rival != index])
    return YES if attack > against else NO
