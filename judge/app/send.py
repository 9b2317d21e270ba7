"""Sending the queue: letters are put into words, composed and handed over, and marked soon after."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from judge.app.incidents import tell
from judge.app.site import Site
from judge.app.transports import envelope_from, reply_to
from judge.mail.compose import compose
from judge.mail.ids import thread_root
from judge.points import point
from judge.store import games, letters
from judge.store.letters import QueuedLetter
from judge.workflow.model import NoteInput

if TYPE_CHECKING:
    from judge.mail.model import Delivery, Rendered

BATCH = 50
MARK_EVERY = 20


@dataclass
class Sent:
    """How many letters went out, wait for another try, or will never arrive."""

    sent: int = 0
    deferred: int = 0
    failed: int = 0
    detail: str = ""
    down: bool = False
    unmarked: list[tuple[int, str]] = field(default_factory=list)


def send_queue(site: Site, now: datetime) -> Sent:
    """Send every letter whose time has come. A server that is down leaves the rest for the next tick."""
    result = Sent()
    while True:
        batch = letters.to_send(site.store, now, BATCH)
        if not batch:
            return result
        try:
            for queued in batch:
                _send_one(site, queued, now, result)
                if len(result.unmarked) >= MARK_EVERY:
                    _mark(site, now, result)
                if result.down:
                    return result
        finally:
            _mark(site, now, result)


def _mark(site: Site, now: datetime, result: Sent) -> None:
    """Mark what is gone, many in one durable transaction: each commit costs as much as sending a letter. A crash before it sends at
    most so many letters again, with the same Message-IDs."""
    if result.unmarked:
        with site.store.transaction():
            for letter_id, subject in result.unmarked:
                letters.sent(site.store, letter_id, now, subject)
    result.unmarked.clear()


def _send_one(site: Site, queued: QueuedLetter, now: datetime, result: Sent) -> None:
    own = site.config.site
    try:
        rendered = _words(site, queued, now)
        message = compose(
            rendered,
            letter=queued.letter,
            message_id=queued.message_id,
            from_address=own.address,
            from_name=own.name,
            reply_to=reply_to(site.config, queued.game),
            thread=thread_root(queued.game, site.config.domain) if queued.game else "",
            date=datetime.fromisoformat(queued.queued),
        )
    except Exception as error:
        import traceback

        trace = traceback.format_exc()
        with site.store.transaction():
            if letters.deferred(site.store, queued, now, trace):
                result.deferred += 1
                result.detail = f"a letter could not be put into words ({type(error).__name__}: {error})"
            else:
                result.failed += 1
            tell(
                site,
                kind="incident",
                fingerprint=f"letter/{queued.letter.kind}/{type(error).__name__}/{error}",
                now=now,
                facts={"what": f"letter {queued.id} ({queued.letter.kind})", "reason": type(error).__name__},
                game=queued.game,
                detail=trace,
            )
        return
    address = queued.letter.to.address
    sender = envelope_from(site.config, address)
    delivery = site.outbox.send(sender, address, message)
    point("send.handed")
    _note(site, queued, delivery, rendered.subject, now, result)


def _note(
    site: Site, queued: QueuedLetter, delivery: Delivery, subject: str, now: datetime, result: Sent
) -> None:
    if delivery.status == "sent":
        result.unmarked.append((queued.id, subject))
        result.sent += 1
        return
    with site.store.transaction():
        result.detail = delivery.detail
        result.down = delivery.down
        if delivery.status == "deferred":
            if letters.deferred(site.store, queued, now, delivery.detail):
                result.deferred += 1
                return
        else:
            letters.failed(site.store, queued.id, "refused", delivery.detail)
        result.failed += 1
        _tell_game(site, queued, subject, delivery.detail, now)


def _tell_game(site: Site, queued: QueuedLetter, subject: str, detail: str, now: datetime) -> None:
    """A letter that will never arrive goes to the GM: in the game's next report, or at once when it has no game."""
    from judge.app.take import take

    facts: dict[str, Any] = {
        "address": queued.letter.to.address,
        "subject": subject,
        "reason": detail,
        "permanent": True,
    }
    if queued.game and queued.game in games.names(site.store):
        take(site, games.load(site.store, queued.game), NoteInput(now, "delivery", facts), now=now)
    elif queued.letter.to.address != site.config.operator:
        tell(
            site,
            kind="delivery_failed",
            fingerprint=f"{queued.letter.to.address}/{detail}",
            now=now,
            facts=facts,
        )


def _words(site: Site, queued: QueuedLetter, now: datetime) -> Rendered:
    from judge.app.pictures import pictures_for
    from judge.render.mails import SiteFacts, render
    from judge.variants.load import load_variant

    variant_id = getattr(queued.letter.facts, "variant", "")
    facts = SiteFacts(
        address=site.config.site.address,
        name=site.config.site.name,
        plus_addressing=site.config.site.plus_addressing,
    )
    return render(
        queued.letter,
        variant=load_variant(variant_id) if variant_id else None,
        site=facts,
        pictures=pictures_for(site, queued.letter, now),
    )
