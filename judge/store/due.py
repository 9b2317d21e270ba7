"""Whether there is anything to do: asked every minute, so it needs nothing but sqlite3."""

from __future__ import annotations

import sqlite3

_QUESTION = (
    "SELECT EXISTS (SELECT 1 FROM game WHERE next_due != '' AND next_due <= :now)"
    " OR EXISTS (SELECT 1 FROM letter WHERE status = 'queued' AND next_try <= :now)"
    " OR EXISTS (SELECT 1 FROM mail WHERE status = 'waiting')"
)


def anything_due(conn: sqlite3.Connection, now: str) -> bool:
    """Whether a game is due, a letter waits to be sent, or a stored mail waits to be handled. now: ISO, UTC."""
    return bool(conn.execute(_QUESTION, {"now": now}).fetchone()[0])


def last_tick(conn: sqlite3.Connection) -> str:
    """When the last good pass was (ISO, UTC), "" for never."""
    row = conn.execute("SELECT value FROM meta WHERE key = 'last_tick'").fetchone()
    return str(row[0]) if row else ""


def remember_tick(conn: sqlite3.Connection, now: str) -> None:
    """A good pass was made."""
    conn.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('last_tick', ?)", (now,))
