"""Received fields: which server took the mail from outside, and when (RFC 5321, 4.4).

Our own server writes the topmost ones. Hops inside a provider have no "from" (Gmail: "Received: by 2002:… with SMTP id …") and are
passed over; every other hop above the one that is asked for must be of a trusted server.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from judge.mail.headers import MAX_FIELD, Fields

_COMMENT: Final = re.compile(r"\([^()]*\)")
_BY: Final = re.compile(r"\bby\s+([^\s;]+)", re.IGNORECASE)
_FROM: Final = re.compile(r"\s*from\s", re.IGNORECASE)


def bare(value: str) -> str:
    """Field without its comments, which may nest."""
    value = value[:MAX_FIELD]
    for _ in range(5):
        shorter = _COMMENT.sub(" ", value)
        if shorter == value:
            break
        value = shorter
    return value


def names_of(trusted: Collection[str]) -> frozenset[str]:
    """Server names in the form they are compared in."""
    return frozenset(name.lower().rstrip(".") for name in trusted)


def is_inner_hop(received: str) -> bool:
    """Whether a bare Received field is of a hop within one provider."""
    return not _FROM.match(received)


def is_written_by(received: str, names: Collection[str]) -> bool:
    """Whether one of these servers wrote a bare Received field."""
    by = _BY.search(received)
    return by is not None and by.group(1).lower().rstrip(".") in names


def receipt_time(fields: Fields, received: datetime, trusted: Collection[str]) -> datetime:
    """When our side received the mail: the topmost Received when a trusted server wrote it, else `received`; never Date."""
    names = names_of(trusted)
    hops = map(bare, fields.all("received")) if names else iter(())
    top = next((hop for hop in hops if is_written_by(hop, names) or not is_inner_hop(hop)), "")
    if not is_written_by(top, names):
        return received
    try:
        stamp = parsedate_to_datetime(top.rpartition(";")[2].strip())
        return (stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return received
