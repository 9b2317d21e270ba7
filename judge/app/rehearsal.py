"""`judge tick --dry-run`: a whole pass on a copy of the database in memory. What it would do is told; nothing is stored, sent or moved."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from judge.app.site import Site
from judge.app.tick import Report, one_pass
from judge.mail.model import Delivery, RawMail
from judge.store.store import Store

if TYPE_CHECKING:
    from judge.mail.model import Inbox

MOST = 10_000
"""Mails that are looked at; transports give fewer when they are large."""


class _LookingInbox:
    """The site's inbox, in which every mail stays as it is."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._looked = False

    def fetch(self, limit: int) -> Sequence[RawMail]:
        """All there is, once."""
        if self._looked:
            return ()
        self._looked = True
        return self._inbox.fetch(max(limit, MOST))

    def done(self, handles: Iterable[str]) -> None:
        """Nothing is marked."""

    def close(self) -> None:
        """The site closes it."""


class _NoOutbox:
    """Takes every mail and sends none."""

    def send(self, envelope_from: str, recipient: str, message: bytes) -> Delivery:
        """See `Outbox.send`."""
        return Delivery("sent")

    def close(self) -> None:
        """Nothing to leave."""


def rehearse(site: Site, now: datetime) -> tuple[Report, list[str]]:
    """What a pass at `now` would do: its report, and a line for each mail handled, phase closed and letter sent.

    Lines name people, games and what became of a mail; never its words.
    """
    conn = sqlite3.connect(":memory:", isolation_level=None)
    conn.row_factory = sqlite3.Row
    try:
        site.store.conn.backup(conn)
        copy = Site(site.config, Store(conn, site.store.path))
        copy.__dict__.update(inbox=_LookingInbox(site.inbox), outbox=_NoOutbox(), secret=site.secret)
        mails = {row[0] for row in conn.execute("SELECT id FROM mail WHERE status != 'waiting'")}
        phases = _rows(conn, "SELECT game, phase_no, revision, phase_id FROM phase")
        letters = {row[0] for row in conn.execute("SELECT id FROM letter WHERE status != 'queued'")}
        report = Report()
        one_pass(copy, now, report)
        return report, [*_mails(conn, mails), *_phases(conn, phases), *_letters(conn, letters)]
    finally:
        conn.close()


def _mails(conn: sqlite3.Connection, before: set[int]) -> list[str]:
    return [
        f"would handle: mail of {row['received']} from {row['sender'] or '?'}: "
        + " ".join(filter(None, (row["status"], row["reason"], row["game"], row["power"])))
        for row in conn.execute("SELECT * FROM mail ORDER BY received, id")
        if row["id"] not in before
    ]


def _phases(conn: sqlite3.Connection, before: set[tuple[object, ...]]) -> list[str]:
    after = _rows(conn, "SELECT game, phase_no, revision, phase_id FROM phase")
    return [f"would close: {row[0]} {row[3]}" for row in sorted(after - before, key=repr)]


def _letters(conn: sqlite3.Connection, before: set[int]) -> list[str]:
    return [
        f"would send: to {row['address']}: {row['subject'] or row['kind']}"
        for row in conn.execute("SELECT * FROM letter WHERE status = 'sent' ORDER BY id")
        if row["id"] not in before
    ]


def _rows(conn: sqlite3.Connection, query: str) -> set[tuple[object, ...]]:
    return {tuple(row) for row in conn.execute(query)}
