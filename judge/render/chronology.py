"""Phases in the order of time: what is kept by phase id comes out of a store in any order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from judge.variants.model import Variant

T = TypeVar("T")

_KINDS = "MRA"


def in_order(variant: Variant, by_phase: Mapping[str, T]) -> dict[str, T]:
    """The same, earliest phase first: the start (""), then by year, season and kind. Ids that tell no date keep their place at the end."""
    keys = {phase: (_date(variant, phase), number) for number, phase in enumerate(by_phase)}
    return {phase: by_phase[phase] for phase in sorted(by_phase, key=keys.__getitem__)}


def _date(variant: Variant, phase: str) -> tuple[int, int, int, int]:
    if not phase:
        return (0, 0, 0, 0)
    seasons = variant.calendar.seasons
    places = {season.code: place for place, season in enumerate(seasons)}
    code, year, kind = phase[:1], phase[1:-1], phase[-1:]
    if kind == "A" and code == "W":
        places["W"] = max((place for place, season in enumerate(seasons) if season.ownership), default=0)
    if not year.isdecimal() or kind not in _KINDS or code not in places:
        return (2, 0, 0, 0)
    return (1, int(year), places[code], _KINDS.index(kind))
