"""What time it is, to the second."""

from __future__ import annotations

from datetime import UTC, datetime


def clock(now: str | None = None) -> datetime:
    """The time, to the second, UTC; or the time given as ISO 8601 (without a zone: UTC).

    Raises ValueError when it is not a time.
    """
    if now is None:
        return datetime.now(UTC).replace(microsecond=0)
    moment = datetime.fromisoformat(now)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).replace(microsecond=0)
