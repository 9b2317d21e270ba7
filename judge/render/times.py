"""Times as the reader's own clock shows them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@dataclass(frozen=True, slots=True)
class Moment:
    """A time taken apart for the templates. weekday: 0 is Monday. zone: "JST", or "UTC+3" where the zone has no letters.

    eve: the day before, for a language that calls midnight 24:00 of that day; None when it is not midnight.
    """

    year: int
    month: int
    day: int
    weekday: int
    hour: int
    minute: int
    zone: str
    eve: Moment | None = None

    @property
    def clock(self) -> str:
        """Hours and minutes: "20:00"."""
        return f"{self.hour:02}:{self.minute:02}"


def zone_of(name: str) -> ZoneInfo:
    """The zone with this IANA name; UTC for a name that is none (it was checked when it was set)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def read(iso: str) -> datetime:
    """An ISO time in UTC as it stands in letters."""
    moment = datetime.fromisoformat(iso)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def moment(iso: str, zone: ZoneInfo) -> Moment:
    """The time in this zone."""
    local = read(iso).astimezone(zone)
    name = local.tzname() or "UTC"
    if not name.isalpha():
        offset = local.strftime("%z")
        name = f"UTC{offset[:3]}" + (f":{offset[3:]}" if offset[3:] != "00" else "")
    midnight = not local.hour and not local.minute
    return _taken_apart(local, name, _taken_apart(local - timedelta(days=1), name) if midnight else None)


def _taken_apart(local: datetime, zone: str, eve: Moment | None = None) -> Moment:
    return Moment(local.year, local.month, local.day, local.weekday(), local.hour, local.minute, zone, eve)
