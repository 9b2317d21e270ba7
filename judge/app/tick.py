"""The tick: one pass over inbox, games and queue. What cron runs every minute."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from judge.app import heartbeat
from judge.app.idle import leave_note, take_note_away
from judge.app.site import Site
from judge.config import FILE_NAME
from judge.errors import ServerError
from judge.points import point
from judge.store.due import remember_tick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.mail.model import RawMail


MOST_IN_MEMORY = 1000
SHORT = 10_000
"""So many mails with so many characters are kept as read from intake to handling; the others are read again."""


@dataclass
class Report:
    """What a tick did. problems: one line each, for stderr; none: all is well."""

    fetched: int = 0
    handled: dict[str, int] = field(default_factory=dict)
    sent: int = 0
    deferred: int = 0
    failed: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def idle(self) -> bool:
        """Whether there was nothing to do."""
        return not (self.fetched or self.handled or self.sent or self.deferred or self.failed)


def tick(site: Site, now: datetime) -> Report:
    """One pass: fetch and keep, handle in order of receipt, close what is due, send. Raises Busy when another is at work.

    Safe to kill at any point: a mail leaves the inbox only after it is stored; a mail's effects are one transaction;
    letters are sent from the queue and marked afterwards.
    """
    report = Report()
    with site.lock():
        reached = one_pass(site, now, report)
        _heartbeat(site, now, report, reached)
    return report


def one_pass(site: Site, now: datetime, report: Report) -> bool:
    """The pass itself, for whoever holds the lock or a copy; whether the inbox could be reached."""
    try:
        _fetch(site, now, report)
        reached = True
    except ServerError as error:
        from judge.app.trouble import tell_of_long_outage

        report.problems.append(str(error))
        reached = False
        tell_of_long_outage(site, now, str(error))
    if site.store.anything_due(now.isoformat()) or heartbeat.due(site, now):
        _work(site, now, report, reached)
    return reached


def _fetch(site: Site, now: datetime, report: Report) -> None:
    """Bring every mail from the inbox into the store. A batch is stored before it is marked on the server."""
    seen: set[str] = set()
    while True:
        batch = site.inbox.fetch(site.config.tick.batch)
        handles = [mail.handle for mail in batch]
        if seen.issuperset(handles):
            return  # nothing more, or a server that forgets what is marked
        seen.update(handles)
        _keep(site, batch, now, report)
        point("inbox.kept")
        site.inbox.done(handles)


def _keep(site: Site, batch: Sequence[RawMail], now: datetime, report: Report) -> None:
    from judge.store import mails

    with site.store.transaction():
        for raw in batch:
            read = site.read(raw.raw, received=raw.received, size=raw.size)
            # a server's clock that runs ahead must not carry a game into the future
            read = replace(read, received=min(read.received, now))
            number = mails.add(
                site.store,
                uid=raw.uid,
                uidvalidity=raw.uidvalidity,
                raw=raw.raw,
                size=raw.size,
                received=read.received,
                fetched=now,
                sender=read.sender,
                subject=read.subject,
                message_id=read.message_id,
            )
            if number is not None:
                report.fetched += 1
                if len(site.fresh) < MOST_IN_MEMORY and len(read.body) < SHORT:
                    site.fresh[number] = read


def _work(site: Site, now: datetime, report: Report, reached: bool) -> None:
    from judge.app.handle import handle
    from judge.app.passing import give_back_outage, pass_time
    from judge.app.send import send_queue
    from judge.store import mails

    if reached:
        report.problems += give_back_outage(site, now)
    ids = mails.waiting_ids(site.store)
    for start in range(0, len(ids), site.config.tick.batch):
        with site.store.transaction():
            for mail_id in ids[start : start + site.config.tick.batch]:
                done = handle(site, mail_id, now)
                report.handled[done.status] = report.handled.get(done.status, 0) + 1
    if reached:
        report.problems += pass_time(site, now)
        if heartbeat.due(site, now):
            heartbeat.queue_heartbeat(site, now)
    result = send_queue(site, now)
    report.sent, report.deferred, report.failed = result.sent, result.deferred, result.failed
    if result.deferred:
        report.problems.append(f"{result.deferred} mails could not be sent yet: {result.detail}")


def _heartbeat(site: Site, now: datetime, report: Report, reached: bool) -> None:
    """Remember the last good pass, and leave the note for those that will find nothing to do."""
    if not reached:
        take_note_away(site.config)  # the next pass has something to say: that it is over
        return
    with site.store.transaction() as conn:
        remember_tick(conn, now.isoformat())
    leave_note(site.config, heartbeat.next_mail(site.config, site.store.get(heartbeat.KEY)))
    if site.config.tick.heartbeat_file:
        path = site.config.path(site.config.tick.heartbeat_file)
        try:
            path.touch()
        except OSError as error:
            where = f"{site.config.folder / FILE_NAME}: [tick] heartbeat_file"
            report.problems.append(f"{where}: {path} cannot be touched: {error.strerror}")
