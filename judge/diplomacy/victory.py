"""When the game is over and who has won (001 chapter 12: a majority of the centres; 000: domination and truce by points)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.diplomacy.board import Board
from judge.diplomacy.rules import Value
from judge.diplomacy.special import uncounted_centre

End = tuple[str, tuple[int, ...]]


def points(board: Board, rules: Mapping[str, Value], owners: Sequence[int]) -> list[int]:
    """What decides the game, by power: counted centres, with home_centre_points for each own home centre under victory = points."""
    counts = uncounted_centre.counted(board, owners)
    if rules["victory"] == "points":
        extra = int(rules["home_centre_points"]) - 1
        for power, homes in enumerate(board.homes):
            counts[power] += extra * sum(owners[home] == power for home in homes)
    return counts


def survivors(board: Board, owners: Sequence[int], units: Sequence[tuple[int, bool, int]]) -> tuple[int, ...]:
    """Powers that still have a centre or a unit."""
    alive = {*owners, *[unit[0] for unit in units]}
    return tuple(power for power in range(len(board.powers)) if power in alive)


def end_of_game(
    board: Board,
    rules: Mapping[str, Value],
    owners: Sequence[int],
    units: Sequence[tuple[int, bool, int]],
    needed: int,
    *,
    last: bool,
) -> End | None:
    """How the game ends after centres changed hands, None while it goes on.

    needed: centres (or points) for a win; a win needs more than everybody else has. last: time is up after this year: the
    one with most wins, and if several have most all survivors draw.
    """
    score = points(board, rules, owners)
    best = max(score)
    leaders = tuple(power for power, count in enumerate(score) if count == best)
    by_points = rules["victory"] == "points"
    if needed and best >= needed and len(leaders) == 1:
        return ("domination" if by_points else "solo"), leaders
    if last:
        return "truce", leaders if len(leaders) == 1 else survivors(board, owners, units)
    return None
