"""The pass that finds nothing to do, as cheaply as can be: cron makes it every minute of every year.

A full pass leaves a note beside the caches: where the inbox folder and the database are, and which judge.toml said so. While
that file is unchanged, the inbox folder holds no mail and nothing in the database is due, no settings need to be read at all.
Only for Maildir inboxes: a server has to be asked.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from judge.store.due import anything_due, last_tick, remember_tick

if TYPE_CHECKING:
    from judge.config import Config

NOTE = "idle.json"
HEARTBEAT_SECONDS = 55
_SETTINGS = "judge.toml"


def leave_note(config: Config, next_mail: str) -> None:
    """Write the note for the passes to come; a judge that reads from a server leaves none.

    next_mail: when the operator is to get a mail (ISO, UTC), "" for never.
    """
    path = _note_path(str(config.folder))
    if config.inbox.kind != "maildir":
        return
    note = {
        "settings": _stamp(str(config.folder / _SETTINGS)),
        "inbox": str(config.path(config.inbox.path)),
        "seen_stay": not config.inbox.done_folder,
        "next_mail": next_mail,
        "database": str(config.path(config.files.database)),
        "heartbeat": str(config.path(config.tick.heartbeat_file)) if config.tick.heartbeat_file else "",
    }
    text = json.dumps(note)
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except OSError:
        pass
    with open(f"{path}.part", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(f"{path}.part", path)


def take_note_away(config: Config) -> None:
    """The next pass is to be a full one."""
    with suppress(FileNotFoundError):
        os.unlink(_note_path(str(config.folder)))


def nothing_to_do(folder: str, now: datetime) -> bool:
    """Whether a pass at `now` would find nothing to do; if so, the heartbeat is kept. False whenever in doubt."""
    try:
        with open(_note_path(folder), encoding="utf-8") as file:
            note = json.load(file)
        if note["settings"] != _stamp(os.path.join(folder, _SETTINGS)) or _has_mail(
            note["inbox"], note["seen_stay"]
        ):
            return False
        if note["next_mail"] and datetime.fromisoformat(note["next_mail"]) <= now:
            return False
        return _quiet(note["database"], note["heartbeat"], now)
    except (OSError, ValueError, KeyError, TypeError, sqlite3.Error):
        return False


def _quiet(database: str, heartbeat: str, now: datetime) -> bool:
    if not os.path.exists(database):
        return False
    conn = sqlite3.connect(database, isolation_level=None, timeout=5)
    try:
        if anything_due(conn, now.isoformat()):
            return False
        last = last_tick(conn)
        if not last:
            return False
        if (now - datetime.fromisoformat(last)).total_seconds() >= HEARTBEAT_SECONDS:
            remember_tick(conn, now.isoformat())
            if heartbeat:
                os.utime(heartbeat)
        return True
    finally:
        conn.close()


def _has_mail(inbox: str, seen_stay: bool) -> bool:
    """Whether a mail waits. What is no file (a folder, a pipe, a link to nothing) is none: `judge status` names it."""
    for part in ("new", "cur"):
        with os.scandir(os.path.join(inbox, part)) as entries:
            for entry in entries:
                seen = seen_stay and part == "cur" and "S" in entry.name.partition(":2,")[2]
                if not seen and not entry.name.startswith(".") and entry.is_file():
                    return True
    return False


def _note_path(folder: str) -> str:
    return os.path.join(folder, NOTE)


def _stamp(path: str) -> list[int]:
    """What a changed file and a copied one do not share with the first: a copy of the folder must not trust the old one's note."""
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size, found.st_ino, found.st_dev]
