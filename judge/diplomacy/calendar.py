"""Phase names and what phase follows which: "S1901M", "F1901R", "W1901A", "Y1951M"."""

from __future__ import annotations

from judge.diplomacy.position import ADJUSTMENTS, MOVEMENT, RETREATS
from judge.errors import DataError
from judge.variants.model import Calendar

KIND_NAMES = {MOVEMENT: "movement", RETREATS: "retreat", ADJUSTMENTS: "adjustment"}


def phase_name(calendar: Calendar, year: int, season: int, kind: str) -> str:
    """The name of a phase. Adjustments are "W" where they come once a year."""
    code = calendar.seasons[season].code
    if kind == ADJUSTMENTS and sum(each.ownership for each in calendar.seasons) == 1:
        code = "W"
    return f"{code}{year}{kind}"


def read_phase_name(calendar: Calendar, name: object) -> tuple[int, int, str]:
    """Year, season and kind of a phase name. Raises DataError when it is none of this calendar."""
    seasons = calendar.seasons
    if isinstance(name, str) and len(name) >= 3 and name[1:-1].isdecimal() and name[-1] in KIND_NAMES:
        year, kind = int(name[1:-1]), name[-1]
        for season in range(len(seasons)):
            if kind == ADJUSTMENTS and not seasons[season].ownership:
                continue
            if phase_name(calendar, year, season, kind) == name:
                return year, season, kind
    example = phase_name(calendar, calendar.start_year, 0, MOVEMENT)
    raise DataError(f"no phase name of this game: {name!r} (they look like {example})")


def following_season(calendar: Calendar, year: int, season: int) -> tuple[int, int]:
    """Year and season of the next movement phase."""
    if season + 1 < len(calendar.seasons):
        return year, season + 1
    return year + 1, 0


def turn_number(calendar: Calendar, year: int, season: int) -> int:
    """Number of the turn from 1; each movement phase begins one."""
    return (year - calendar.start_year) * len(calendar.seasons) + season + 1
