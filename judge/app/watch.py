"""`judge watch`: pass after pass, woken by the mail server (IMAP IDLE) or by a look at the Maildir every few seconds.

Each pass is the same `tick` that cron runs; killing the watch at any moment is as safe as killing a tick.
"""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from types import FrameType
from typing import Any

from judge.app.site import Busy, Site
from judge.app.tick import Report, tick
from judge.errors import JudgeError, ServerError

ROUND = 60.0
"""Seconds after which a pass is made though no mail came: deadlines pass and letters are tried again."""
_GLANCE = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 15.0, 600.0


class _StoppedError(Exception):
    """The person or the system asked for the end while we were waiting."""


@dataclass
class Watch:
    """A running watch. say: told each trouble once, when it begins and when it is over; say(…) must not raise."""

    site: Site
    say: Callable[[str], None]
    clock: Callable[[], datetime] = lambda: datetime.now(UTC).replace(microsecond=0)
    sleep: Callable[[float], None] = time.sleep
    stopping: bool = False
    passes: int = 0
    _trouble: str = ""
    _waiting: bool = field(default=False, repr=False)

    def run(self, most: int | None = None) -> None:
        """Make passes until stopped, or `most` of them."""
        notify("READY=1")
        pause = _FIRST_PAUSE
        try:
            while not self.stopping:
                self.passes += 1
                report = self._pass()
                notify("WATCHDOG=1")
                if self.passes == most:
                    break
                if report is None or report.problems:
                    self._wait(partial(self.sleep, pause))
                    pause = min(pause * 2, _LONGEST_PAUSE)
                else:
                    pause = _FIRST_PAUSE
                    self._wait(self._for_mail)
        except _StoppedError:
            pass
        finally:
            notify("STOPPING=1")

    def stop(self, number: int = 0, frame: FrameType | None = None) -> None:
        """Handler for signals: ends a wait at once, a pass when it is done."""
        self.stopping = True
        if self._waiting:
            raise _StoppedError

    def _pass(self) -> Report | None:
        """One tick; None when another process is at it or the database cannot be used."""
        try:
            report = tick(self.site, self.clock())
        except Busy:
            return None
        except JudgeError as error:
            self._tell(str(error))
            return None
        finally:
            self._forget()
        self._tell("; ".join(report.problems))
        return report

    def _tell(self, trouble: str) -> None:
        if trouble != self._trouble:
            self.say(trouble or "all is well again")
        self._trouble = trouble

    def _forget(self) -> None:
        """What a tick may keep for its own length only: pictures, and an outbox that has given up its server."""
        self.site.pictures.clear()
        outbox: Any = self.site.__dict__.pop("outbox", None)
        if outbox is not None:
            outbox.close()

    def _wait(self, how: Callable[[], None]) -> None:
        if self.stopping:
            return
        self._waiting = True
        try:
            how()
        finally:
            self._waiting = False

    def _for_mail(self) -> None:
        """Until a mail may be there, or the next round. Trouble with the server shows in the next pass."""
        inbox: Any = self.site.inbox
        if hasattr(inbox, "wait"):
            with suppress(ServerError):
                inbox.wait(ROUND)
            return
        waited = 0.0
        while waited < ROUND:
            with suppress(ServerError):
                if inbox.fetch(1):
                    return
            self.sleep(_GLANCE)
            waited += _GLANCE


def watch(site: Site, say: Callable[[str], None]) -> None:
    """Watch until SIGTERM or SIGINT."""
    running = Watch(site, say)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, running.stop)
    running.run()


def notify(state: str) -> None:
    """Tell systemd how we are (sd_notify); nothing happens where there is no systemd."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.connect("\0" + name[1:] if name.startswith("@") else name)
        channel.sendall(state.encode())
