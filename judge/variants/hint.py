"""The nearest known word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """“: did you mean PAR?”, or nothing if no known word is near."""
    from rapidfuzz import process
    from rapidfuzz.distance import JaroWinkler

    near = process.extractOne(
        word, list(known), scorer=JaroWinkler.similarity, processor=str.casefold, score_cutoff=0.7
    )
    return f": did you mean {near[0]}?" if near else ""
