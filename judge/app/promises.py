"""What must hold of every game, checked on a database and its outbox: `judge simulate` and tests ask it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import msgspec

from judge.app.replay import verify
from judge.app.site import Site
from judge.store import games
from judge.store.store import Store


def broken_promises(site: Site, game: str) -> Iterator[str]:
    """One line for each promise that was not kept; none: all is well.

    Nobody is reminded who owes nothing; no phase closes early unless all agreed; no press where there is none; every mail is
    answered once; every letter is sent; the log gives the game again.
    """
    store = site.store
    closed: dict[str, list[datetime]] = {}
    for phase in games.all_phases(store, game):
        closed.setdefault(phase.phase_id, []).append(datetime.fromisoformat(phase.at))
    for letter in _letters(store, game):
        facts = letter["facts"]
        if letter["kind"] == "reminder" and not any(one["left"] for one in facts["owed"]):
            yield f"{letter['key']}: reminded although nothing is owed"
        if letter["kind"] == "deadline_report" and not facts["early"]:
            deadline = facts["closed"]["deadline"]
            if deadline and max(closed[facts["closed"]["id"]]) < datetime.fromisoformat(deadline):
                yield f"{letter['key']}: closed before its deadline"
        if facts.get("what") == "press" and not facts["phase"]["press"]:
            yield f"{letter['key']}: press where there is none"
    mails: dict[str, int] = dict(
        store.conn.execute("SELECT status, count(*) FROM mail GROUP BY status").fetchall()
    )
    answers = _count(store, "SELECT count(*) FROM letter WHERE kind = 'acknowledgement'")
    if answers != mails.get("taken", 0):
        yield f"{mails.get('taken', 0)} mails taken, {answers} answered"
    if set(mails) - {"taken"}:
        yield f"mails not taken: {mails}"
    unsent = _count(store, "SELECT count(*) FROM letter WHERE status != 'sent'")
    if unsent:
        yield f"{unsent} letters not sent"
    yield from verify(site, game)


def leaked_addresses(outbox: Path, players: Collection[str], seed: str) -> Iterator[str]:
    """For an anonymous game: one line for each mail to a player that holds another player's address, in any header or part of it.

    outbox: Maildirs by recipient. Mails that hold the seed are those of the end, when everybody may know who played what.
    """
    for path in sorted(outbox.rglob("*/new/*")):
        message = message_from_bytes(path.read_bytes())
        to = str(message["To"])
        everything = "\n".join((*(f"{name}: {value}" for name, value in message.items()), *_texts(message)))
        written = set(re.findall(r"[\w.]+@[\w.]+", everything)) & set(players)
        others = sorted(address for address in written if address not in to)
        if others and any(address in to for address in players) and seed not in everything:
            yield f"{path.name} to {to} holds {', '.join(others)}"


def _texts(message: Message) -> Iterator[str]:
    for part in message.walk():
        data = part.get_payload(decode=True)
        if part.get_content_maintype() == "text" and isinstance(data, bytes):
            yield data.decode("utf-8", "replace")


def _count(store: Store, query: str) -> int:
    return int(store.conn.execute(query).fetchone()[0])


def _letters(store: Store, game: str) -> Iterator[dict[str, Any]]:
    for row in store.conn.execute("SELECT data FROM letter WHERE game = ? ORDER BY id", (game,)):
        yield msgspec.json.decode(row[0])
