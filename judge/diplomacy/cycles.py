"""Circles: decisions that depend on themselves, and the rules that settle them.

Whatever plain recursion left unknown is judged again until nothing changes. What then is still unknown lies on circles or
depends on them. Each innermost group of decisions that depend on each other is looked at by itself:
one consistent outcome is taken; with none or several, moves in a ring all succeed, and where a way (convoy, canal)
is part of the circle the paradox rule decides (DATC 3.0 chapter 5 and 4.A.2; docs/rules/standard.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.diplomacy.tables import GO

if TYPE_CHECKING:
    from judge.diplomacy.movement import Resolver

NO, YES, UNKNOWN = 0, 1, -1
_GUESSES = 300
"""Guesses spent on one group before it counts as having several outcomes."""


def settle(resolver: Resolver) -> None:
    """Give every unknown decision its value."""
    while _propagate(resolver, resolver.unknown):
        graph = _dependencies(resolver)
        for group in _innermost(graph):
            outcomes = _outcomes(resolver, group)
            if len(outcomes) == 1:
                for decision, value in zip(group, outcomes[0], strict=True):
                    resolver.result[decision] = value
            else:
                _apply_rule(resolver, group)


def _propagate(resolver: Resolver, decisions: list[int]) -> bool:
    """Judge again until nothing changes; returns whether anything is still unknown."""
    result = resolver.result
    changed = True
    while changed:
        changed = False
        for decision in list(decisions):
            if result[decision] == UNKNOWN:
                value = resolver.judge(decision)
                if value != UNKNOWN:
                    result[decision] = value
                    changed = True
        decisions[:] = [decision for decision in decisions if result[decision] == UNKNOWN]
    return bool(decisions)


def _dependencies(resolver: Resolver) -> dict[int, set[int]]:
    """For each unknown decision, the unknown ones it was judged from."""
    graph = {}
    for decision in resolver.unknown:
        resolver.trace = set()
        resolver.judge(decision)
        graph[decision] = resolver.trace
    resolver.trace = None
    return graph


def _innermost(graph: dict[int, set[int]]) -> list[list[int]]:
    """The groups of mutually dependent decisions that depend on nothing outside (Tarjan's algorithm, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    on_stack: set[int] = set()
    group_of: dict[int, int] = {}
    groups: list[list[int]] = []
    for root in sorted(graph):
        if root in index:
            continue
        work = [(root, iter(sorted(graph[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    group = []
                    while True:
                        other = stack.pop()
                        on_stack.discard(other)
                        group_of[other] = len(groups)
                        group.append(other)
                        if other == node:
                            break
                    groups.append(sorted(group))
    return [
        group
        for number, group in enumerate(groups)
        if all(group_of[other] == number for node in group for other in graph.get(node, ()))
    ]


def _outcomes(resolver: Resolver, group: list[int]) -> list[tuple[int, ...]]:
    """Up to two consistent outcomes of a group, by guessing and following up each guess."""
    result = resolver.result
    found: list[tuple[int, ...]] = []
    budget = _GUESSES

    def consistent() -> bool:
        """Follow up what is fixed; False when a fixed value contradicts its own judgement."""
        changed = True
        while changed:
            changed = False
            for decision in group:
                value = resolver.judge(decision)
                if result[decision] == UNKNOWN:
                    if value != UNKNOWN:
                        result[decision] = value
                        changed = True
                elif value not in (UNKNOWN, result[decision]):
                    return False
        return True

    def search() -> None:
        nonlocal budget
        before = [result[decision] for decision in group]
        for decision in group:
            if result[decision] == UNKNOWN:
                break
        else:
            found.append(tuple(before))
            return
        for guess in (NO, YES):
            budget -= 1
            if budget < 0 or len(found) > 1:
                break
            result[decision] = guess
            if consistent():
                search()
            for each, value in zip(group, before, strict=True):
                result[each] = value

    search()
    if budget < 0:
        return []
    return found


def _apply_rule(resolver: Resolver, group: list[int]) -> None:
    """No outcome or several: turn a ring of moves, else close the ways that are part of the circle."""
    count, result = resolver.count, resolver.result
    ways = [decision for decision in group if decision >= count]
    if not ways:
        for decision in group:
            result[decision] = YES if resolver.does[decision] == GO else NO
        return
    for decision in ways:
        result[decision] = NO
        resolver.struck.add(decision - count)
    if resolver.paradox_rule == "all-hold":
        for decision in group:
            if decision < count and resolver.does[decision] == GO:
                result[decision] = NO
