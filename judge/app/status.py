"""How a judge stands, for people and for monitoring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from judge.app.games import Summary, summaries
from judge.app.heartbeat import BACKUP_KEY
from judge.app.site import Site
from judge.app.transports import strays
from judge.app.trouble import at_last_pass
from judge.store import incidents, letters, mails


@dataclass(frozen=True)
class Status:
    """last_tick, last_backup: ISO, UTC, "" for never. troubles: one line each. notes: the same of what harms nothing."""

    last_tick: str
    mails: dict[str, int]
    letters: dict[str, int]
    games: tuple[Summary, ...]
    incidents: tuple[tuple[str, str, int], ...]
    troubles: tuple[str, ...]
    last_backup: str = ""
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)

    def lines(self) -> list[str]:
        """The same for people."""
        lines = [
            f"last tick: {self.last_tick or 'never'}",
            "mails:     " + ", ".join(f"{count} {name}" for name, count in self.mails.items()),
            "letters:   " + ", ".join(f"{count} {name}" for name, count in self.letters.items()),
            f"backup:    {self.last_backup or 'never'}",
        ]
        for game in self.games:
            lines.append(
                f"game:      {game.name}  {game.variant}  {game.state}  {game.phase or '-'}"
                f"  deadline {game.deadline or '-'}  seats {game.seats}"
            )
        lines += [f"incident:  {at}  {kind} ({seen}x)" for at, kind, seen in self.incidents]
        lines += [f"note:      {note}" for note in self.notes]
        lines += [f"TROUBLE:   {trouble}" for trouble in self.troubles]
        return lines


def status_of(site: Site, now: datetime) -> Status:
    """Look; changes nothing."""
    last = site.store.get("last_tick")
    troubles = []
    if not last:
        troubles.append("no tick has run yet: let cron make one every minute (`judge cron` prints the line)")
    elif (now - datetime.fromisoformat(last)).total_seconds() > 3600:
        troubles.append(f"the last good tick was at {last}: is cron running, and are the servers up?")
    set_aside = mails.count(site.store, "set_aside")
    if set_aside:
        troubles.append(f"{set_aside} mails broke the program and were set aside")
    failed = letters.count(site.store, "failed")
    if failed:
        troubles.append(f"{failed} letters could not be sent at all")
    rows = tuple(summaries(site))
    troubles += [f"game {row.name} waits: {row.trouble}" for row in rows if row.trouble]
    return Status(
        last,
        {name: mails.count(site.store, name) for name in mails.STATUSES},
        {name: letters.count(site.store, name) for name in ("queued", "sent", "refused", "failed")},
        rows,
        tuple(incidents.recent(site.store, 5)),
        tuple(troubles),
        site.store.get(BACKUP_KEY),
        tuple(_notes(site)),
    )


def _notes(site: Site) -> Iterator[str]:
    for stray in strays(site.inbox):
        yield f"{stray} lies in the inbox and is no mail: take it out"
    for line in at_last_pass(site):
        yield f"at the last pass: {line}"
    for address, words in letters.dead_addresses(site.store):
        yield f"{address} takes no mail: {words}"
