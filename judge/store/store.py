"""Opening the database, transactions, and the small key-value table. Only sqlite3 is needed while nothing is to do."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.errors import DataError, JudgeError
from judge.points import point
from judge.store.due import anything_due
from judge.store.schema import VERSION


class Store:
    """One open database. Every change happens inside `transaction()`."""

    def __init__(self, conn: sqlite3.Connection, path: Path) -> None:
        self.conn = conn
        self.path = path
        self._depth = 0

    @classmethod
    def open(cls, path: Path, *, create: bool = False) -> Store:
        """Open the database, upgrading it first when its tables are older than this program (a copy is kept beside it).

        Raises JudgeError when it is missing, cannot be opened or written, or is newer than this program.
        """
        if not path.exists() and not create:
            raise JudgeError(f"no database at {path}: put a backup there with `judge restore`")
        try:
            fresh = not path.exists()
            if fresh:
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            conn = sqlite3.connect(path, isolation_level=None, timeout=30)
            conn.row_factory = sqlite3.Row
            conn.execute("PRAGMA journal_mode = WAL")
            conn.execute("PRAGMA synchronous = FULL")
            conn.execute("PRAGMA foreign_keys = ON")
            version = conn.execute("PRAGMA user_version").fetchone()[0]
            store = cls(conn, path)
            if version > VERSION:
                raise DataError(
                    f"{path} was written by a newer judge (tables {version}, this program knows {VERSION})"
                )
            if version < VERSION:
                store._upgrade(version)
        except sqlite3.Error as error:
            raise JudgeError(f"database {path}: {error}") from error
        return store

    def _upgrade(self, version: int) -> None:
        from sqlite_utils import Database

        from judge.store.schema import upgrade

        if version:
            self._keep_copy()
        upgrade(Database(self.conn))

    def _keep_copy(self) -> None:
        """A copy beside the database, judge.before-2.db; one that is there from an upgrade that was broken off stays."""
        copy_database(self.conn, free_name(self.path, f".before-{VERSION}"))

    def close(self) -> None:
        """Close the database."""
        self.conn.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing. Inside another transaction it is a savepoint: a failure undoes only the inner part."""
        name = f"level_{self._depth}"
        self.conn.execute("BEGIN IMMEDIATE" if self._depth == 0 else f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield self.conn
        except BaseException:
            self._depth -= 1
            if self._depth == 0:
                if self.conn.in_transaction:  # a full disk makes SQLite roll back by itself
                    self.conn.execute("ROLLBACK")
            elif self.conn.in_transaction:
                self.conn.execute(f"ROLLBACK TO {name}")
                self.conn.execute(f"RELEASE {name}")
            raise
        self._depth -= 1
        if self._depth:
            self.conn.execute(f"RELEASE {name}")
            return
        point("store.commit")
        try:
            self.conn.execute("COMMIT")
        except sqlite3.Error:
            if self.conn.in_transaction:
                self.conn.execute("ROLLBACK")
            raise
        point("store.committed")

    def get(self, key: str) -> str:
        """A value of the key-value table, "" when it is not there."""
        row = self.conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def put(self, key: str, value: str) -> None:
        """Set a value of the key-value table."""
        self.conn.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))

    def anything_due(self, now: str) -> bool:
        """Whether a game is due, a letter waits to be sent, or a fetched mail waits to be handled. `now`: ISO, UTC."""
        return anything_due(self.conn, now)


def free_name(path: Path, suffix: str) -> Path:
    """The database's path with the suffix in its name, judge.before-2.db; numbered where that is taken."""
    names = (f"{suffix}{again}.db" for again in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(found for found in map(path.with_suffix, names) if not found.exists())


def copy_database(conn: sqlite3.Connection, target: Path) -> None:
    """Copy the whole database, also while others write to it, for its owner's eyes only. The name `target` appears (or is replaced)
    when all of it is on the disk: a copy that was broken off leaves only TARGET.part, which the next one writes anew.

    Raises OSError, sqlite3.Error.
    """
    part = target.with_name(f"{target.name}.part")
    _remove(part)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        copy = sqlite3.connect(part)
        try:
            conn.backup(copy)
            copy.execute(
                "PRAGMA journal_mode = DELETE"
            )  # one file, that can be read where nothing may be written
        finally:
            copy.close()
        point("copy.written")
        _sync(part)
        point("copy.synced")
        part.replace(target)
    except BaseException:
        _remove(part)
        raise
    _sync(target.parent)
    point("copy.named")


def _remove(database: Path) -> None:
    for more in ("", "-journal", "-wal", "-shm"):
        database.with_name(database.name + more).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Make a file, or the names in a folder, survive a power cut."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
