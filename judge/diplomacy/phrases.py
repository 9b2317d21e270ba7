"""Misspelt names of several words ("Mid Atlantik Ocean", "Tymor Sea"): suggestions from all of their words, not only the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.problems import Problem
from judge.text.kinds import KINDS
from judge.text.names import Names

_MOST_WORDS = 4
_MOST_LOOKED_AT = 12
_UNKNOWN = frozenset({"unknown_region", "not_understood", "ambiguous_region", "incomplete"})


def whole_phrases(
    names: Names, problems: Sequence[Problem], unknown: Callable[[str], list[Problem]]
) -> list[Problem]:
    """The problems of a line; where the words around an unknown one are nearly a name of several words, that name is suggested.

    unknown: the names not known in the line as it would be with that name put right, so that all of them are told at once.
    """
    found: list[Problem] = []
    seen: set[tuple[int, int]] = set()
    for problem in problems:
        phrase = _nearest(names, problem) if problem.kind in _UNKNOWN and problem.column else None
        if phrase is None:
            found.append(problem)
            continue
        start, end, ids = phrase
        if (start, end) not in seen:
            seen.add((start, end))
            if problem.kind in {"not_understood", "incomplete"} and len(ids[0]) <= end - start:
                right = problem.text[:start] + ids[0].ljust(end - start) + problem.text[end:]
                found.extend(one for one in unknown(right) if one.column != start + 1)
            found.append(
                replace(
                    problem, kind="unknown_region", severity=KINDS["unknown_region"].severity, column=start + 1,
                    length=end - start, expected=(), suggestions=ids, facts={"name": problem.text[start:end]},
                )
            )  # fmt: skip
    return found


_IF = frozenset(
    {"if", "unless", "when", "whenever", "otherwise", "provided", "else", "depending", "assuming"}
)
_IF_JA = ("もし", "ならば", "なら", "場合", "たら", "れば", "でなければ")


def condition(problems: Sequence[Problem]) -> Problem | None:
    """What is said of a line whose orders depend on something: one of its words that could not be read says so. None for others."""
    for problem in problems:
        if problem.kind not in _UNKNOWN | {"unknown_word"}:
            continue
        word = str(problem.facts.get("name") or problem.facts.get("word") or "")
        japanese = next((one for one in _IF_JA if one in problem.text), "")
        if word.casefold() in _IF or (japanese and not word.isascii()):
            shown = word if word.casefold() in _IF else japanese
            severity = KINDS["condition"].severity
            place = problem.text.find(shown)
            return replace(
                problem, kind="condition", severity=severity, column=place + 1, length=len(shown), expected=(), suggestions=(),
                facts={"word": shown},
            )  # fmt: skip
    return None


def _nearest(names: Names, problem: Problem) -> tuple[int, int, tuple[str, ...]] | None:
    """Where the phrase begins and ends in the player's line, and the ids of the regions it is nearest to."""
    words = _words(problem.text)
    left, right = problem.column - 1, problem.column - 1 + problem.length
    touched = [n for n, (start, end) in enumerate(words) if start < right and end > left]
    if problem.kind == "incomplete":  # "F Port Artur - YS": two words that are no name upset the whole order
        touched = [] if problem.suggestions or len(words) > _MOST_LOOKED_AT else list(range(len(words)))
    if not touched:
        return None
    best: tuple[int, int, int, int, tuple[str, ...]] | None = None
    lowest, highest = touched[0], touched[-1] if problem.kind == "incomplete" else touched[0]
    for begin in range(max(0, lowest - _MOST_WORDS + 1), highest + 1):
        for until in range(max(begin + 1, lowest), min(len(words), begin + _MOST_WORDS)):
            start, end = words[begin][0], words[until][1]
            row = words[begin : until + 1]
            if any(last - first == 1 for first, last in row) or not _unbroken(problem.text, row):
                continue
            near = names.near_regions.nearest_phrase(problem.text[start:end])
            if near is None:
                continue
            distance, ids = near
            if best is None or (distance, start - end) < best[:2]:
                best = (distance, start - end, start, end, ids)
    return None if best is None else best[2:]


def _words(text: str) -> list[tuple[int, int]]:
    """Where each run of letters begins and ends."""
    words: list[tuple[int, int]] = []
    start = -1
    for place, char in enumerate(text + " "):
        if char.isalpha() or (char in ".'" and start >= 0):
            start = place if start < 0 else start
        elif start >= 0:
            words.append((start, place))
            start = -1
    return words


def _unbroken(text: str, words: Sequence[tuple[int, int]]) -> bool:
    """Whether nothing but blanks and at most a hyphen stands between the words."""
    gaps = (text[end:start] for (_, end), (start, _) in pairwise(words))
    return all(gap == "-" or gap.isspace() for gap in gaps)


def phrase_around(text: str, place: int) -> tuple[int, int]:
    """Where the stretch between punctuation marks begins and ends that a place in a line lies in."""
    start, end = max(0, min(place, len(text) - 1)), max(0, place)
    while start > 0 and not _parts(text, start - 1):
        start -= 1
    while end < len(text) and not _parts(text, end):
        end += 1
    return start, end


def _parts(text: str, place: int) -> bool:
    """Whether the character there ends a phrase; a dot within a word does not."""
    char = text[place]
    return char in ",;、。!?！？" or (char == "." and not text[place + 1 : place + 2].isalnum())
