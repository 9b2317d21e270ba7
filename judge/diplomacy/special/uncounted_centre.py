"""A supply centre that does not count for some powers (Hong Kong for China: 001 chapter 13; docs/rules/colonial.md, Hong Kong).

They may enter and take it, but get no unit for it and do not count it towards victory. Whoever else takes it counts it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.diplomacy.board import Board
from judge.diplomacy.rules import Value


def counts_for(board: Board, centre: int, power: int) -> bool:
    """Whether this centre counts for this power."""
    barred = board.uncounted.get(centre)
    return barred is None or power not in barred


def new_owner(board: Board, rules: Mapping[str, Value], centre: int, before: int, standing: int) -> int:
    """The owner after units have been looked at. standing: power of the unit there, -1 for none (points H-a, H-b)."""
    if standing >= 0:
        if not counts_for(board, centre, standing) and rules["uncounted_owner"] == "nobody":
            return -1
        return standing
    if rules["uncounted_left"] == "reverts" and centre in board.uncounted:
        lapsed = before < 0 or not counts_for(board, centre, before)
        return board.home_power[centre] if lapsed else before
    return before


def counted(board: Board, owners: Sequence[int]) -> list[int]:
    """Counted centres of each power."""
    counts = [0] * len(board.powers)
    for centre in board.centres:
        owner = owners[centre]
        if owner >= 0:
            counts[owner] += 1
    for centre, barred in board.uncounted.items():
        if owners[centre] in barred:
            counts[owners[centre]] -= 1
    return counts
