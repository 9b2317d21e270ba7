"""Japanese names with a character too many in front: "東地中海", "北ジャワ". The rest is a name, so the two halves would be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.problems import Problem
from judge.text.names import REGION_SIGN, Encoded


def whole_names(problems: Sequence[Problem], folded: Encoded, shift: int) -> list[Problem]:
    """The problems of a line; an unknown word right before a known name is one unknown name with it, and that name is suggested.

    shift: characters of the line before its content. What was said of the known name alone is left out.
    """
    known = {}
    for place, sign in enumerate(folded.text):
        if sign == REGION_SIGN:
            column, length = folded.span(place, place + 1)
            known[column + shift] = (length, folded.meaning(place))
    found: list[Problem] = []
    swallowed: set[int] = set()
    for problem in problems:
        end = problem.column + problem.length
        if (
            problem.kind == "unknown_region"
            and end in known
            and not problem.text[problem.column - 1].isascii()
        ):
            length, ids = known[end]
            name = problem.text[problem.column - 1 : end - 1 + length]
            problem = replace(problem, length=problem.length + length, suggestions=ids, facts={"name": name})
            swallowed.add(end)
        found.append(problem)
    return [one for one in found if one.column not in swallowed]
