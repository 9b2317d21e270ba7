"""Backup and restore of the whole database."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from judge.app.heartbeat import BACKUP_KEY
from judge.app.site import PATIENCE, Site, lock_folder
from judge.config import Config
from judge.errors import DataError, JudgeError, UsageError
from judge.store.store import Store, copy_database, free_name

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def backup(site: Site, target: Path, *, now: datetime) -> None:
    """Copy the database while the judge may be at work, and remember when; the copy is whole.

    Raises UsageError when the file is there already, JudgeError when it cannot be written.
    """
    if target.exists():
        raise UsageError(f"{target} is there already: name another file")
    try:
        copy_database(site.store.conn, target)
    except OSError as error:
        raise JudgeError(f"backup to {target}: {error.strerror}") from error
    except sqlite3.Error as error:
        raise JudgeError(f"backup to {target}: {error}") from error
    with site.store.transaction():
        site.store.put(BACKUP_KEY, now.isoformat())


def restore(config: Config, source: Path) -> Path | None:
    """Put a backup in the place of the database, which may be lost, damaged or of another version; what was there is kept beside
    it: its path, None when there was nothing.

    Raises UsageError for a file that is none or the database itself, DataError for one that is no backup.
    """
    path = config.path(config.files.database)
    if not source.is_file():
        raise UsageError(f"no file {source}")
    if path.exists() and source.samefile(path):
        raise UsageError(f"{source} is the judge's database itself, not a backup of it")
    with lock_folder(config.folder, PATIENCE), closing(_backup_in(source)) as copy:
        kept = _put(copy, path)
    Store.open(path).close()
    return kept


def _backup_in(source: Path) -> sqlite3.Connection:
    copy = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    try:
        whole = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        copy.execute("SELECT 1 FROM game LIMIT 1")
    except sqlite3.Error as error:
        copy.close()
        raise DataError(f"{source} is no backup of a judge: {error}") from error
    if not whole:
        copy.close()
        raise DataError(f"{source} is damaged")
    return copy


def _put(copy: sqlite3.Connection, path: Path) -> Path | None:
    """Into the database that is there, so that whoever has it open goes on with what it holds now; else in its place."""
    if not path.exists():
        copy_database(copy, path)
        return None
    kept = free_name(path, ".before-restore")
    try:
        with closing(sqlite3.connect(path, timeout=30)) as there:
            copy_database(there, kept)
            copy.backup(there)
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF not in _DAMAGED:
            raise
        kept.unlink(missing_ok=True)
        os.replace(path, kept)
        for more in ("-wal", "-shm"):
            path.with_name(path.name + more).unlink(missing_ok=True)
        copy_database(copy, path)
    return kept
