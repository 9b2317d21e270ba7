"""Trouble that was met, so that it is told once."""

from __future__ import annotations

from judge.store.store import Store


def first_time(store: Store, *, kind: str, fingerprint: str, at: str, detail: str = "") -> bool:
    """Note an incident; whether it is new."""
    cursor = store.conn.execute(
        "INSERT INTO incident (at, kind, fingerprint, detail, seen) VALUES (?, ?, ?, ?, 1)"
        " ON CONFLICT (fingerprint) DO UPDATE SET seen = seen + 1",
        (at, kind, fingerprint, detail),
    )
    seen = store.conn.execute("SELECT seen FROM incident WHERE fingerprint = ?", (fingerprint,)).fetchone()[0]
    return cursor.rowcount > 0 and int(seen) == 1


def forget(store: Store, kind: str) -> bool:
    """The trouble is over: the next of its kind is told again. Whether there was any."""
    return store.conn.execute("DELETE FROM incident WHERE kind = ?", (kind,)).rowcount > 0


def recent(store: Store, limit: int = 20) -> list[tuple[str, str, int]]:
    """Time, kind and count of the latest incidents."""
    rows = store.conn.execute("SELECT at, kind, seen FROM incident ORDER BY id DESC LIMIT ?", (limit,))
    return [(row[0], row[1], row[2]) for row in rows]
