"""Mails that came in: kept whole, each handled once."""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass
from datetime import datetime

from judge.store.store import Store

STATUSES = ("waiting", "taken", "ignored", "unconfirmed", "kept", "set_aside")
"""waiting: stored, not yet handled. taken: had its effect. ignored: robot or bounce. unconfirmed: waits for its sender's word.
kept: answered without effect (unreadable, unknown sender, no game). set_aside: broke the program."""


@dataclass(frozen=True, slots=True)
class StoredMail:
    """A row of the mail table. received: ISO, UTC."""

    id: int
    received: str
    raw: bytes
    size: int
    status: str
    reason: str
    game: str
    sender: str
    subject: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """What became of an earlier mail of the same sender. received: ISO, UTC."""

    id: int
    received: str
    status: str
    reason: str


def earlier(store: Store, sender: str, *, since: datetime, until: datetime, but: int) -> list[Earlier]:
    """Handled mails of a sender received in this time, in order of receipt; without the mail `but` and what came after it in
    the same second."""
    rows = store.conn.execute(
        "SELECT id, received, status, reason FROM mail WHERE sender = ? AND received > ? AND received <= ?"
        " AND (received < ? OR id < ?) AND status != 'waiting' ORDER BY received, id",
        (sender, *(moment.isoformat(timespec="seconds") for moment in (since, until, until)), but),
    )
    return [Earlier(*row) for row in rows]


def keep_instead(store: Store, mail_id: int, raw: bytes) -> None:
    """Keep these bytes of a mail in place of what came; its digest stays, so a copy of it is known again."""
    store.conn.execute("UPDATE mail SET raw = ?, size = ? WHERE id = ?", (raw, len(raw), mail_id))


def digest_of(message_id: str, raw: bytes) -> str:
    """What makes two copies of a mail the same: its Message-ID and body, or all of it when it has no Message-ID."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    material = message_id.encode() + b"\0" + body if message_id else head + b"\0" + body
    return hashlib.sha256(material).hexdigest()


def add(
    store: Store,
    *,
    uid: int,
    uidvalidity: int,
    raw: bytes,
    size: int,
    received: datetime,
    fetched: datetime,
    sender: str,
    subject: str,
    message_id: str,
) -> int | None:
    """Keep a mail as waiting; its number, or None when a copy of it is already here."""
    try:
        cursor = store.conn.execute(
            "INSERT INTO mail (uid, uidvalidity, digest, message_id, received, fetched, sender, subject, size, raw, status,"
            " reason, game, power, trace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', '', '', '', '')",
            (
                uid,
                uidvalidity,
                digest_of(message_id, raw),
                message_id,
                received.isoformat(timespec="seconds"),
                fetched.isoformat(timespec="seconds"),
                sender,
                subject,
                size,
                raw,
            ),
        )
    except sqlite3.IntegrityError:
        return None
    return cursor.lastrowid


def _mail(row: sqlite3.Row) -> StoredMail:
    return StoredMail(
        row["id"],
        row["received"],
        row["raw"],
        row["size"] or 0,
        row["status"],
        row["reason"] or "",
        row["game"] or "",
        row["sender"] or "",
        row["subject"] or "",
    )


def waiting_ids(store: Store) -> list[int]:
    """Numbers of the waiting mails in order of receipt."""
    return [
        row[0]
        for row in store.conn.execute("SELECT id FROM mail WHERE status = 'waiting' ORDER BY received, id")
    ]


def get(store: Store, mail_id: int) -> StoredMail:
    """A mail by its number; KeyError if there is none."""
    row = store.conn.execute("SELECT * FROM mail WHERE id = ?", (mail_id,)).fetchone()
    if row is None:
        raise KeyError(mail_id)
    return _mail(row)


def mark(
    store: Store,
    mail_id: int,
    status: str,
    *,
    reason: str = "",
    game: str = "",
    power: str = "",
    trace: str = "",
) -> None:
    """Say what became of a mail."""
    if status not in STATUSES:
        raise ValueError(status)
    store.conn.execute(
        "UPDATE mail SET status = ?, reason = ?, game = ?, power = ?, trace = ? WHERE id = ?",
        (status, reason, game, power, trace, mail_id),
    )


def count(store: Store, status: str) -> int:
    """How many mails have this status."""
    return int(store.conn.execute("SELECT count(*) FROM mail WHERE status = ?", (status,)).fetchone()[0])
