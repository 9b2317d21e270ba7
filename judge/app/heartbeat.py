"""The operator's mail that says how the judge is, when it is asked for: [site] heartbeat_mail.

It is due at fixed hours of the site's clock, whenever passes are made: for each such hour that has gone by since the last pass
there is one mail, with a key made from the hour, so that it can neither be lost nor doubled. A judge that comes back from an
outage sends a single one.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from judge.config import Config

if TYPE_CHECKING:
    from judge.app.site import Site

HOUR = time(8)
"""Of the site's time zone; a weekly mail comes on Mondays."""
KEY = "heartbeat_mail"
"""In the key-value table: up to when these mails have been made (ISO, UTC); from the first pass on."""
BACKUP_KEY = "last_backup"
LEAST_ROOM = 100_000_000
"""Bytes on the disk; less is trouble."""
_DAYS = {"daily": 1, "weekly": 7}
_LONG_IN_QUEUE = timedelta(days=1)


def next_moment(config: Config, after: datetime) -> datetime | None:
    """The first moment later than `after` at which a mail is due; None when none is wanted."""
    days = _DAYS.get(config.site.heartbeat_mail)
    if days is None or not config.operator:
        return None
    zone = ZoneInfo(config.site.timezone)
    day = after.astimezone(zone).date()
    while True:
        found = datetime.combine(day, HOUR, zone).astimezone(UTC)
        if found > after and (days == 1 or day.weekday() == 0):
            return found
        day += timedelta(days=1)


def next_mail(config: Config, done: str) -> str:
    """When the next mail is due (ISO, UTC), "" for never. done: what the store has under `KEY`."""
    moment = next_moment(config, datetime.fromisoformat(done)) if done else None
    return moment.isoformat() if moment else ""


def due(site: Site, now: datetime) -> bool:
    """Whether `queue_heartbeat` has anything to do. Asked at every pass, so it is cheap."""
    done, wanted = site.store.get(KEY), site.config.site.heartbeat_mail in _DAYS
    if not done or not wanted:
        return bool(done) != wanted
    moment = next_mail(site.config, done)
    return bool(moment) and datetime.fromisoformat(moment) <= now


def queue_heartbeat(site: Site, now: datetime) -> None:
    """Queue the mails that have become due. The first pass with the setting only begins to count."""
    done = site.store.get(KEY)
    with site.store.transaction() as conn:
        if site.config.site.heartbeat_mail not in _DAYS:
            conn.execute("DELETE FROM meta WHERE key = ?", (KEY,))
            return
        if done:
            moments = list(_moments(site.config, datetime.fromisoformat(done), now))
            if moments and site.away_since(now):
                moments = [(moments[0][0], moments[-1][1])]
            for since, until in moments:
                _queue_one(site, since, until, now)
            done = moments[-1][1].isoformat() if moments else done
        site.store.put(KEY, done or now.isoformat())


def _moments(config: Config, since: datetime, now: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Beginning and end of each time that a mail is about."""
    while (until := next_moment(config, since)) is not None and until <= now:
        yield since, until
        since = until


def _queue_one(site: Site, since: datetime, until: datetime, now: datetime) -> None:
    from judge.app.take import queue
    from judge.workflow.letters import Letter, Notice, Recipient

    own = site.config.site
    to = Recipient(site.config.operator, "gm", language=own.language, timezone=own.timezone)
    key = f"site/heartbeat/{to.address}/{until:%Y-%m-%dT%H:%MZ}"
    notice = Notice("heartbeat", facts=_facts(site, since, until, now))
    queue(site, [Letter(key, "notice", to, notice)], game="", now=now)


def _facts(site: Site, since: datetime, until: datetime, now: datetime) -> dict[str, Any]:
    """See `judge.workflow.codes`. What came and went is counted from `since` to `until`, the rest is as it stands now."""
    from judge.app.games import summaries

    within = (since.isoformat(timespec="seconds"), until.isoformat(timespec="seconds"))
    free = shutil.disk_usage(site.config.folder).free
    return {
        "every": site.config.site.heartbeat_mail,
        "since": within[0],
        "until": within[1],
        "pass": now.isoformat(),
        "received": _count(site, "mail WHERE received > ? AND received <= ?", *within),
        "sent": _count(site, "letter WHERE status = 'sent' AND sent > ? AND sent <= ?", *within),
        "mails": _count(site, "mail WHERE status IN ('waiting', 'unconfirmed')"),
        "letters": _count(site, "letter WHERE status = 'queued'"),
        "free": free // 1_000_000,
        "backup": site.store.get(BACKUP_KEY),
        "games": [
            {"game": one.name, "state": one.state, "phase": one.phase, "deadline": one.deadline}
            for one in summaries(site)
            if one.state != "finished"
        ],
        "problems": [
            {"code": code, "count": count} for code, count in _problems(site, within, now, free) if count
        ],
    }


def _problems(site: Site, within: tuple[str, str], now: datetime, free: int) -> Iterator[tuple[str, int]]:
    """Code (templates: heartbeat_problem) and how many; nothing to tell where it is 0."""
    long_ago = (now - _LONG_IN_QUEUE).isoformat(timespec="seconds")
    refused = "letter WHERE status IN ('failed', 'refused') AND next_try > ? AND next_try <= ?"
    yield (
        "set_aside",
        _count(site, "mail WHERE status = 'set_aside' AND received > ? AND received <= ?", *within),
    )
    yield "not_sent", _count(site, refused, *within)
    yield "waiting_long", _count(site, "letter WHERE status = 'queued' AND queued < ?", long_ago)
    yield "incident", _count(site, "incident WHERE kind = 'incident' AND at > ? AND at <= ?", *within)
    yield "room", free // 1_000_000 if free < LEAST_ROOM else 0


def _count(site: Site, what: str, *values: str) -> int:
    return int(site.store.conn.execute(f"SELECT count(*) FROM {what}", values).fetchone()[0])
