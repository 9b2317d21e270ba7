"""When things are due: pure functions of an opening time and the game's settings.

A deadline is the opening time plus a length, moved forward (never back) to the game's fixed hour and to the next allowed
weekday that is no holiday. Lengths in days and weeks are counted on the game's local calendar (a week from Tuesday 21:00 is
Tuesday 21:00, summer time or not); lengths in hours and minutes are real time. "24:00" is the midnight that ends a day
and belongs to that day. All datetimes that come in or go out are aware UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes"}
_MAX_DAYS = 366


@dataclass(frozen=True, slots=True)
class Length:
    """A stretch of time: calendar days and real time, kept apart because of summer time."""

    days: int = 0
    time: timedelta = timedelta()

    @property
    def zero(self) -> bool:
        """True for no time at all."""
        return not self.days and not self.time


def parse_length(text: str) -> Length:
    """Read "7d", "52h", "1d 12h", "90m", "2w" or "0". Raises ValueError for anything else, and beyond 366 days."""
    days, time = 0, timedelta()
    compact = "".join(text.lower().split())
    if compact in {"0", ""}:
        return Length()
    number = ""
    for character in compact:
        if character.isascii() and character.isdigit():
            number += character
            continue
        if character not in _UNITS or not number or len(number) > 6:
            raise ValueError(text)
        if character in "wd":
            days += int(number) * (7 if character == "w" else 1)
        else:
            time += timedelta(**{_UNITS[character]: int(number)})
        number = ""
    if number or days + time.days > _MAX_DAYS:
        raise ValueError(text)
    return Length(days, time)


def parse_hour(text: str) -> int:
    """Minutes after the day's start for "20:00"; 1440 for "24:00". Raises ValueError for anything else."""
    hour, colon, minute = text.strip().partition(":")
    if not colon or not (hour.isascii() and hour.isdigit() and minute.isascii() and minute.isdigit()):
        raise ValueError(text)
    if len(hour) > 2 or len(minute) != 2:
        raise ValueError(text)
    total = int(hour) * 60 + int(minute)
    if int(minute) > 59 or total > 1440:
        raise ValueError(text)
    return total


def stamp(moment: datetime) -> str:
    """A moment as it is kept in the record: ISO 8601, UTC, whole seconds, so that texts sort as moments do."""
    return moment.astimezone(UTC).replace(microsecond=0).isoformat()


def moment(text: str) -> datetime:
    """The opposite of `stamp`; any ISO text with an offset will do."""
    return datetime.fromisoformat(text).astimezone(UTC)


@lru_cache(maxsize=64)
def _holidays(country: str) -> Any:
    """The calendar of a country. Loading the library is slow, so only when a game asks for it."""
    import holidays

    return holidays.country_holidays(country)


def holiday_country(settings: Mapping[str, Any]) -> str:
    """Whose holidays count: the setting; "auto" is Japan for a game on Tokyo time and nobody otherwise."""
    value = str(settings.get("holidays", "auto"))
    if value == "auto":
        return "JP" if settings.get("timezone") == "Asia/Tokyo" else ""
    return "" if value == "none" else value


def day_allowed(day: date, settings: Mapping[str, Any]) -> bool:
    """Whether a deadline may fall on this local day."""
    weekdays = str(settings.get("weekdays", "")).split()
    if weekdays and WEEKDAYS[day.weekday()] not in weekdays:
        return False
    country = holiday_country(settings)
    return not (country and day in _holidays(country))


def at_hour(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    """That local time of that day in UTC. Where a clock change makes it come twice the later one is meant, so that nobody who
    reads it either way is late."""
    naive = datetime(day.year, day.month, day.day) + timedelta(minutes=minutes)
    local = naive.replace(tzinfo=zone, fold=1)
    early = naive.replace(tzinfo=zone, fold=0)
    return max(local.astimezone(UTC), early.astimezone(UTC))


def add(start: datetime, length: Length, zone: ZoneInfo) -> datetime:
    """The moment `length` after `start`: days on the local calendar, the rest in real time."""
    if length.days:
        local = start.astimezone(zone)
        day = local.date() + timedelta(days=length.days)
        naive = datetime.combine(day, local.time())
        start = naive.replace(tzinfo=zone, fold=local.fold).astimezone(UTC)
    return (start + length.time).astimezone(UTC)


def not_before(earliest: datetime, settings: Mapping[str, Any]) -> datetime:
    """The first moment from `earliest` on that the game allows for a deadline (fixed hour, weekdays, holidays)."""
    zone = ZoneInfo(str(settings["timezone"]))
    local = earliest.astimezone(zone)
    hour = str(settings.get("hour", ""))
    minutes = parse_hour(hour) if hour else None
    day = local.date() - timedelta(days=1)
    for _ in range(_MAX_DAYS + 2):
        if minutes is None:
            result = earliest if day == local.date() else _same_time(day, local, zone)
        else:
            result = at_hour(day, minutes, zone)
        if result >= earliest and day_allowed(day, settings):
            return result
        day += timedelta(days=1)
    return earliest


def _same_time(day: date, local: datetime, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, local.time()).replace(tzinfo=zone).astimezone(UTC)


def deadline_after(starts: datetime, length: Length, settings: Mapping[str, Any]) -> datetime:
    """The deadline of a phase that starts at `starts` and lasts at least `length`."""
    return not_before(add(starts, length, ZoneInfo(str(settings["timezone"]))), settings)


def start_after(earliest: datetime, settings: Mapping[str, Any]) -> datetime:
    """When the next phase starts: at once, or at the game's fixed start hour (Cold War: 20:00)."""
    hour = str(settings.get("start_hour", ""))
    if not hour:
        return earliest
    zone = ZoneInfo(str(settings["timezone"]))
    day = earliest.astimezone(zone).date() - timedelta(days=1)
    while True:
        result = at_hour(day, parse_hour(hour), zone)
        if result >= earliest:
            return result
        day += timedelta(days=1)


def phase_length(kind: str, first: bool, settings: Mapping[str, Any]) -> Length:
    """How long a phase of this kind lasts. Kinds without a setting of their own last as long as a movement phase."""
    longer = parse_length(str(settings.get("length.first", "")))
    if first and not longer.zero:
        return longer
    return parse_length(phase_length_text(kind, settings))


def phase_length_text(kind: str, settings: Mapping[str, Any]) -> str:
    """The setting that says how long a phase of this kind lasts, where it is not the first."""
    return str(settings.get(f"length.{kind}") or settings["length.movement"])


def reminder_times(
    deadline: datetime, starts: datetime, settings: Mapping[str, Any]
) -> tuple[tuple[str, datetime], ...]:
    """(label, moment) of each reminder between start and deadline, in order of time."""
    found = []
    for label in dict.fromkeys(str(settings.get("reminders", "")).split()):
        length = parse_length(label)
        time = deadline - length.time - timedelta(days=length.days)
        if starts < time < deadline:
            found.append((label, time))
    return tuple(sorted(found, key=lambda pair: (pair[1], pair[0])))
