"""Circles: decisions that depend on themselves, and the rules that settle them.

Whatever plain recursion left unknown is judged again until nothing changes. What then is still unknown lies on circles or
depends on them. Each innermost group of decisions that depend on each other is looked at by itself:
one consistent outcome is taken; with none or several, moves in a ring all succeed, and where a way (convoy, canal)
is part of the circle the paradox rule decides (DATC 3.0 chapter 5 and 4.A.2; docs/rules/standard.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.diplomacy.states import GO, NO, UNKNOWN, YES

if TYPE_CHECKING:
    from judge.diplomacy.movement import Resolver

_GUESSES = 300
"""Guesses spent on one group before it counts as having several outcomes."""


def settle(resolver: Resolver) -> None:
    """Give every unknown decision its value."""
    core = _Core(resolver)
    core.follow(list(resolver.unknown))
    while core.reads:
        for group in _innermost(core.reads):
            outcomes = _outcomes(core, group)
            if len(outcomes) == 1:
                for decision, value in zip(group, outcomes[0], strict=True):
                    resolver.result[decision] = value
            else:
                group = _apply_rule(resolver, group)
            core.settled(group)


class _Core:
    """The unknown decisions and what they wait for.

    reads    for each unknown decision, the unknown ones it was judged from
    readers  for each decision, those that were judged from it
    """

    def __init__(self, resolver: Resolver):
        self.resolver = resolver
        self.reads: dict[int, set[int]] = {}
        self.readers: dict[int, set[int]] = {}

    def follow(self, todo: list[int]) -> None:
        """Judge these decisions again, and whatever waits for those that become known."""
        resolver, result = self.resolver, self.resolver.result
        while todo:
            decision = todo.pop()
            if result[decision] != UNKNOWN:
                self.reads.pop(decision, None)
                continue
            known = len(resolver.unknown)
            trace: set[int] = set()
            resolver.trace = trace
            value = resolver.judge(decision)
            resolver.trace = None
            todo += resolver.unknown[known:]
            if value != UNKNOWN:
                result[decision] = value
                self.reads.pop(decision, None)
                todo += self.readers.get(decision, ())
            else:
                self.reads[decision] = trace
                for other in trace:
                    self.readers.setdefault(other, set()).add(decision)

    def settled(self, decisions: list[int]) -> None:
        """These have their values now: follow them up."""
        todo: list[int] = []
        for decision in decisions:
            self.reads.pop(decision, None)
            todo += self.readers.get(decision, ())
        self.follow(todo)


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


def _outcomes(core: _Core, group: list[int]) -> list[tuple[int, ...]]:
    """Up to two consistent outcomes of a group, by guessing and following up each guess."""
    result, judge = core.resolver.result, core.resolver.judge
    members = set(group)
    readers = {decision: core.readers.get(decision, set()) & members for decision in group}
    found: list[tuple[int, ...]] = []
    budget = _GUESSES

    def consistent(guessed: int) -> bool:
        """Follow up a guess; False when a value contradicts its own judgement."""
        todo = [guessed, *readers[guessed]]
        while todo:
            decision = todo.pop()
            value = judge(decision)
            if value == UNKNOWN:
                continue
            if result[decision] == UNKNOWN:
                result[decision] = value
                todo += readers[decision]
            elif value != result[decision]:
                return False
        return True

    def search() -> None:
        nonlocal budget
        before = [result[decision] for decision in group]
        if UNKNOWN not in before:
            found.append(tuple(before))
            return
        decision = group[before.index(UNKNOWN)]
        for guess in (NO, YES):
            budget -= 1
            if budget < 0 or len(found) > 1:
                break
            result[decision] = guess
            if consistent(decision):
                search()
            for each, value in zip(group, before, strict=True):
                result[each] = value

    search()
    return [] if budget < 0 else found


def _apply_rule(resolver: Resolver, group: list[int]) -> list[int]:
    """No outcome or several: turn a ring of moves, else close the ways that are part of the circle.

    Returns the decisions that have their values now.
    """
    count, result = resolver.count, resolver.result
    ways = [decision for decision in group if decision >= count]
    if not ways:
        for decision in group:
            result[decision] = YES if resolver.does[decision] == GO else NO
        return group
    for decision in ways:
        result[decision] = NO
        resolver.struck.add(decision - count)
    if resolver.paradox_rule == "all-hold":
        moves = [each for each in group if each < count and resolver.does[each] == GO]
        for decision in moves:
            result[decision] = NO
        return ways + moves
    return ways
