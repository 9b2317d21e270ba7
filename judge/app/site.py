"""A judge in its data directory: settings, database, mail folders or servers, one lock."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from judge.app.transports import open_inbox, open_outbox
from judge.config import Config, find_dir, load_config
from judge.errors import JudgeError
from judge.store.store import Store
from judge.text.grammar import keep_grammars

if TYPE_CHECKING:
    from judge.mail.model import Inbox, IncomingMail, Outbox
    from judge.store.mails import StoredMail


PATIENCE = 60.0
"""Seconds that a person's command waits for a pass that is at work."""
VARIANTS = "variants"
"""Folder of the data directory with the judge's own variants."""


class Busy(JudgeError):
    """Another tick is at work; this one has nothing to do. Exit status 0: cron must not complain."""

    exit_code = 0


@dataclass
class Site:
    """An open judge. Made by `open_site`.

    pictures: made in this pass, by key and language. fresh: mails read in this pass that are not yet handled, by number.
    """

    config: Config
    store: Store
    pictures: dict[tuple[str, str], dict[str, bytes]] = field(default_factory=dict)
    fresh: dict[int, IncomingMail] = field(default_factory=dict)

    @cached_property
    def secret(self) -> bytes:
        """The site's secret, from which reply tokens are made."""
        return self.config.site_secret()

    @cached_property
    def inbox(self) -> Inbox:
        """Where mails come in."""
        return open_inbox(self.config)

    @cached_property
    def outbox(self) -> Outbox:
        """Where mails go out."""
        return open_outbox(self.config)

    def read(self, raw: bytes, *, received: datetime, size: int) -> IncomingMail:
        """A mail as this judge understands it: its own addresses, and the servers it trusts to say who wrote."""
        from judge.mail.read import read_mail

        return read_mail(
            raw,
            received=received,
            size=size,
            trusted_servers=self.config.security.trusted_servers,
            own_addresses=(self.config.site.address, *self.config.site.aliases),
            own_domain=self.config.domain,
        )

    def read_stored(self, stored: StoredMail) -> IncomingMail:
        """A mail of the store as read on the day it came."""
        fresh = self.fresh.pop(stored.id, None)
        if fresh is not None:
            return fresh
        received = datetime.fromisoformat(stored.received)
        return replace(self.read(stored.raw, received=received, size=stored.size), received=received)

    def away_since(self, now: datetime) -> str:
        """The last good tick (ISO, UTC), if it is longer ago than [tick] outage_hours; "" when the judge was not away."""
        last = self.store.get("last_tick")
        limit = timedelta(hours=self.config.tick.outage_hours)
        return last if last and now - datetime.fromisoformat(last) > limit else ""

    def lock(self, patience: float = 0.0) -> AbstractContextManager[None]:
        """See `lock_folder`."""
        return lock_folder(self.config.folder, patience)

    def turn(self) -> AbstractContextManager[None]:
        """The lock for a person's command, which waits until a pass at work is over."""
        return self.lock(PATIENCE)

    def close(self) -> None:
        """Close servers and database."""
        for name in ("inbox", "outbox"):
            if name in self.__dict__:
                getattr(self, name).close()
        self.store.close()


@contextmanager
def lock_folder(folder: Path, patience: float = 0.0) -> Iterator[None]:
    """Only one process at a time changes the judge in this directory. Raises Busy when another still has the lock after so many
    seconds."""
    handle = os.open(folder / "judge.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        until = time.monotonic() + patience
        while not _taken(handle):
            if time.monotonic() >= until:
                raise Busy("another tick is at work")
            time.sleep(0.05)
        yield
    finally:
        os.close(handle)


def open_site(directory: str | Path | None = None) -> Site:
    """Open the judge in a data directory (`judge.config.find_dir` says which). Raises JudgeError in one line."""
    from judge.variants.load import use_variants_of

    config = load_config(find_dir(directory))
    use_variants_of(config.path(VARIANTS))
    keep_grammars(_made(config.path(config.files.cache)))
    return Site(config, Store.open(config.path(config.files.database)))


def _made(folder: Path) -> Path | None:
    """The folder, made when it is missing; None where it cannot be: what it would hold is a matter of speed alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _taken(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
