"""The queue of letters: written in the transaction that causes them, sent afterwards, each key once."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec

from judge.store.store import Store
from judge.workflow.letters import LETTER_KINDS, Letter, Recipient

_GAPS = (1, 5, 15, 60, 180, 360)
"""Minutes to the next try after a temporary refusal; the last one repeats."""

GIVE_UP_AFTER = timedelta(days=5)


@dataclass(frozen=True, slots=True)
class QueuedLetter:
    """A letter to be sent, with its number in the queue."""

    id: int
    message_id: str
    attempts: int
    queued: str
    letter: Letter
    game: str


def queue(store: Store, letter: Letter, *, game: str, message_id: str, now: datetime) -> bool:
    """Put a letter into the queue; False when one with its key is already there."""
    cursor = store.conn.execute(
        "INSERT OR IGNORE INTO letter (key, message_id, game, kind, address, data, status, attempts, next_try, queued, sent,"
        " subject, detail) VALUES (?, ?, ?, ?, ?, ?, 'queued', 0, ?, ?, '', '', '')",
        (
            letter.key,
            message_id.lower(),
            game,
            letter.kind,
            letter.to.address,
            msgspec.json.encode(letter).decode(),
            now.isoformat(timespec="seconds"),
            now.isoformat(timespec="seconds"),
        ),
    )
    return cursor.rowcount > 0


def _letter(row: sqlite3.Row) -> QueuedLetter:
    data = msgspec.json.decode(row["data"])
    facts = msgspec.convert(data["facts"], LETTER_KINDS[row["kind"]])
    letter = Letter(
        key=data["key"],
        kind=data["kind"],
        to=msgspec.convert(data["to"], Recipient),
        facts=facts,
        in_reply_to=data["in_reply_to"],
        references=tuple(data["references"]),
    )
    return QueuedLetter(
        row["id"], row["message_id"], row["attempts"], row["queued"], letter, row["game"] or ""
    )


def to_send(store: Store, now: datetime, limit: int) -> list[QueuedLetter]:
    """Letters whose time has come, oldest first."""
    rows = store.conn.execute(
        "SELECT * FROM letter WHERE status = 'queued' AND next_try <= ? ORDER BY id LIMIT ?",
        (now.isoformat(timespec="seconds"), limit),
    )
    return [_letter(row) for row in rows]


def sent(store: Store, letter_id: int, now: datetime, subject: str) -> None:
    """It was handed over."""
    store.conn.execute(
        "UPDATE letter SET status = 'sent', sent = ?, subject = ?, attempts = attempts + 1 WHERE id = ?",
        (now.isoformat(timespec="seconds"), subject, letter_id),
    )


def deferred(store: Store, queued: QueuedLetter, now: datetime, detail: str) -> bool:
    """Try again later; False when it has waited `GIVE_UP_AFTER` and is given up."""
    if now - datetime.fromisoformat(queued.queued) > GIVE_UP_AFTER:
        failed(store, queued.id, "failed", detail)
        return False
    gap = _GAPS[min(queued.attempts, len(_GAPS) - 1)]
    store.conn.execute(
        "UPDATE letter SET attempts = attempts + 1, next_try = ?, detail = ? WHERE id = ?",
        ((now + timedelta(minutes=gap)).isoformat(timespec="seconds"), detail, queued.id),
    )
    return True


def failed(store: Store, letter_id: int, status: str, detail: str) -> None:
    """It will never arrive: status "refused" (by the server) or "failed" (given up, or it could not be put into words)."""
    store.conn.execute(
        "UPDATE letter SET status = ?, attempts = attempts + 1, detail = ? WHERE id = ?",
        (status, detail, letter_id),
    )


@dataclass(frozen=True, slots=True)
class KnownLetter:
    """A letter of ours that a mail answers. queued: ISO, UTC."""

    game: str
    kind: str
    address: str
    key: str
    queued: str


def by_message_id(store: Store, message_id: str) -> KnownLetter | None:
    """The letter with this Message-ID, whatever case it came back in, or None."""
    row = store.conn.execute(
        "SELECT game, kind, address, key, queued FROM letter WHERE message_id = ?", (message_id.lower(),)
    ).fetchone()
    return KnownLetter(row[0] or "", *row[1:]) if row else None


def dead_addresses(store: Store) -> list[tuple[str, str]]:
    """Addresses whose last letter was refused for good, with the server's words."""
    rows = store.conn.execute(
        "SELECT address, detail FROM letter WHERE status = 'refused' AND id IN"
        " (SELECT max(id) FROM letter WHERE status IN ('sent', 'refused') GROUP BY address) ORDER BY id"
    )
    return [(str(address), str(detail)) for address, detail in rows]


def count(store: Store, status: str) -> int:
    """How many letters have this status."""
    return int(store.conn.execute("SELECT count(*) FROM letter WHERE status = ?", (status,)).fetchone()[0])
