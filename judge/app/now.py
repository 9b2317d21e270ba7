"""What time it is, to the second."""

from __future__ import annotations

from datetime import UTC, datetime

FIRST_YEAR, LAST_YEAR = 1900, 9000
"""Deadlines are counted from a time; in these years no sum leaves the calendar."""


def clock(now: str | None = None) -> datetime:
    """The time, to the second, UTC; or the time given as ISO 8601 (without a zone: UTC).

    Raises ValueError when it is not a time.
    """
    if now is None:
        return datetime.now(UTC).replace(microsecond=0)
    moment = datetime.fromisoformat(now)
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(now)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).replace(microsecond=0)
