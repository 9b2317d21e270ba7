"""What nobody may learn too early, looked for in every mail of a game: orders before their phase is over, tokens, seed, secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import msgspec

from judge.app.site import Site
from judge.store import games

_FOLLOWED_BY = r"(?![\w/.])(?! [-(A-Z])"
_SHOWS_ORDERS_ON_PURPOSE = "preview"


def told_too_early(site: Site, game: str) -> Iterator[str]:
    """One line for each mail of a Maildir outbox that holds what its reader may not know yet; none: all is well.

    Orders are those that acknowledgements confirmed, also those replaced later, which never become public: no mail to anybody
    else holds one, unless a phase that is over had the same order, or the reader has given it. The seed comes with the end.
    """
    seed = games.load(site.store, game).seed
    secret = site.secret.decode("ascii", "replace").strip()
    mails = _mails(site.config.path(site.config.outbox.path))
    closed: dict[str, set[str]] = {}
    for phase in games.all_phases(site.store, game):
        texts = {text for orders in phase.orders.values() for text in orders}
        closed.setdefault(phase.phase_id, set()).update(texts)
    given: dict[str, set[str]] = {}
    public: set[str] = set()
    idents: dict[str, str] = {}
    rows = site.store.conn.execute(
        "SELECT kind, key, address, message_id, data FROM letter WHERE game = ? ORDER BY id", (game,)
    ).fetchall()
    for kind, key, address, ident, data in rows:
        letter: dict[str, Any] = msgspec.json.decode(data)
        facts = letter["facts"]
        idents[ident.strip("<>")] = address
        public |= closed.get((facts.get("closed") or {}).get("id", ""), set())
        reader = letter["to"]["power"]
        if kind == "acknowledgement":
            given.setdefault(facts["power"], set()).update(
                one["order"] for one in facts["standing"] if not one["default"]
            )
        words = mails.get(ident.strip("<>"), "")
        over = bool(facts.get("outcome"))
        if not over and seed in words:
            yield f"{key} to {address} holds the seed"
        if secret in words:
            yield f"{key} to {address} holds the site's secret"
        if facts.get("what") == _SHOWS_ORDERS_ON_PURPOSE:
            continue
        for power, orders in given.items():
            if power != reader:
                for order in sorted(orders - public - given.get(reader, set())):
                    if holds_order(words, order):
                        yield f"{key} to {address} holds {power}'s {order}"
    for ident, words in mails.items():
        for other in _idents(words) & idents.keys():
            if idents[other] != idents.get(ident, idents[other]):
                yield f"{ident} to {idents[ident]} holds the token of {idents[other]}"


def holds_order(words: str, order: str) -> bool:
    """The whole order stands there; a support of it or a longer order is another one."""
    return order in words and bool(
        re.search(rf"(?<![\w/.])(?<![SC] ){re.escape(order)}{_FOLLOWED_BY}", words)
    )


def _idents(words: str) -> set[str]:
    return set(re.findall(r"[\w.-]+@[\w.-]+", words))


def _mails(outbox: Path) -> dict[str, str]:
    """All that can be read in each mail, headers too, by its Message-ID; white space as single blanks."""
    found = {}
    for path in outbox.rglob("*/new/*"):
        message = message_from_bytes(path.read_bytes())
        parts = [*(f"{name}: {value}" for name, value in message.items()), *_texts(message)]
        found[str(message["Message-ID"]).strip("<>")] = " ".join(" ".join(parts).split())
    return found


def _texts(message: Message) -> Iterator[str]:
    for part in message.walk():
        data = part.get_payload(decode=True)
        if part.get_content_maintype() == "text" and isinstance(data, bytes):
            text = data.decode("utf-8", "replace")
            yield re.sub(r"<[^>]*>", " ", text) if part.get_content_subtype() == "html" else text
