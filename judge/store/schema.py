"""The tables, as a row of migrations. Each is applied once; `VERSION` counts them, so that opening a current database is cheap.

A migration is never edited after a release: a change of the tables is a new one at the end of `MIGRATIONS`, with the state before it
kept in tests/store/schemas/.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlite_utils import Database


def _001_first(db: Database) -> None:
    db.table("meta").create({"key": str, "value": str}, pk="key")
    db.table("game").create(
        {
            "name": str,
            "variant": str,
            "state": str,
            "record": str,
            "next_due": str,
            "closes_at": str,
            "updated": str,
        },
        pk="name",
        not_null={"variant", "state", "record", "next_due", "closes_at"},
    )
    db.table("game").create_index(["next_due"])
    db.table("seat").create(
        {"game": str, "address": str, "role": str, "power": str},
        pk=("game", "address", "role", "power"),
    )
    db.table("seat").create_index(["address"])
    db.table("input").create(
        {"id": int, "game": str, "sequence": int, "at": str, "kind": str, "data": str, "mail": int},
        pk="id",
        not_null={"game", "sequence", "at", "kind", "data"},
    )
    db.table("input").create_index(["game", "sequence"], unique=True)
    db.table("phase").create(
        {
            "game": str,
            "phase_no": int,
            "revision": int,
            "phase_id": str,
            "at": str,
            "data": str,
        },
        pk=("game", "phase_no", "revision"),
    )
    db.table("mail").create(
        {
            "id": int,
            "uid": int,
            "uidvalidity": int,
            "digest": str,
            "message_id": str,
            "received": str,
            "fetched": str,
            "sender": str,
            "subject": str,
            "size": int,
            "raw": bytes,
            "status": str,
            "reason": str,
            "game": str,
            "power": str,
            "trace": str,
        },
        pk="id",
        not_null={"digest", "received", "fetched", "raw", "status"},
    )
    db.table("mail").create_index(["digest"], unique=True)
    db.table("mail").create_index(["status", "received"])
    db.table("mail").create_index(["sender", "received"])
    db.table("letter").create(
        {
            "id": int,
            "key": str,
            "message_id": str,
            "game": str,
            "kind": str,
            "address": str,
            "data": str,
            "status": str,
            "attempts": int,
            "next_try": str,
            "queued": str,
            "sent": str,
            "subject": str,
            "detail": str,
        },
        pk="id",
        not_null={"key", "message_id", "kind", "address", "data", "status", "attempts", "next_try", "queued"},
    )
    db.table("letter").create_index(["key"], unique=True)
    db.table("letter").create_index(["message_id"])
    db.table("letter").create_index(["status", "next_try"])
    db.table("picture").create(
        {"key": str, "language": str, "name": str, "data": bytes}, pk=("key", "language", "name")
    )
    db.table("incident").create(
        {"id": int, "at": str, "kind": str, "fingerprint": str, "detail": str, "seen": int}, pk="id"
    )
    db.table("incident").create_index(["fingerprint"], unique=True)


MIGRATIONS: tuple[tuple[str, Callable[[Database], None]], ...] = (("001_first", _001_first),)
VERSION = len(MIGRATIONS)


def upgrade(db: Database) -> None:
    """Bring the database to `VERSION`; each migration and the note of it are one transaction."""
    from sqlite_utils.migrations import Migrations

    migrations = Migrations("judge")
    for name, change in MIGRATIONS:
        migrations(name=name)(change)
    migrations.apply(db)
    db.conn.execute(f"PRAGMA user_version = {VERSION}")
