"""What happens to one mail: read it, find its game and sender, let the game take it, answer it."""

from __future__ import annotations

import sqlite3
import traceback
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from judge.app import passwords
from judge.app.identify import Identity, identify
from judge.app.incidents import tell, tell_of_variant
from judge.app.limits import over_limit
from judge.app.listing import games_of_site, open_games
from judge.app.site import Site
from judge.app.take import queue, take
from judge.errors import BrokenVariantError
from judge.mail.model import IncomingMail
from judge.store import games, mails
from judge.store.games import SeatRow
from judge.text.lines import MAX_LINE
from judge.text.yes_no import may_mean_no
from judge.workflow.letters import Letter, Notice, Recipient
from judge.workflow.model import MailInput, NoteInput, Record

if TYPE_CHECKING:
    from judge.text.commands import Command

CONFIRM = "was_this_you"
MOST_OPEN_GAMES = 10
"""So many games are named to a stranger."""
_NAMING = frozenset({"GAME", "JOIN", "OBSERVE", "UNOBSERVE", "TAKE", "LEAVE"})
_ROLES: dict[str, Literal["player", "gm", "observer", "stranger"]] = {
    "player": "player",
    "gm": "gm",
    "observer": "observer",
    "stranger": "stranger",
}


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail: its status in the store ("waiting": later), and one word why."""

    status: str
    reason: str = ""
    game: str = ""
    power: str = ""


def handle(site: Site, mail_id: int, now: datetime) -> Handled:
    """Handle one waiting mail, all or nothing. Never raises for anything a mail holds: a mail that breaks the program is set
    aside with its traceback, and the GM is told once."""
    stored = mails.get(site.store, mail_id)
    try:
        with site.store.transaction():
            done = _handle(site, mail_id, stored, now)
            if done.status != "waiting":
                mails.mark(
                    site.store, mail_id, done.status, reason=done.reason, game=done.game, power=done.power
                )
        return done
    except sqlite3.Error:
        raise  # a full disk or a lock is no fault of the mail
    except BrokenVariantError as error:
        with site.store.transaction():
            tell_of_variant(site, error, now)
        return Handled("waiting", "variant")
    except Exception as error:
        trace = traceback.format_exc()
        with site.store.transaction():
            mails.mark(site.store, mail_id, "set_aside", reason=type(error).__name__, trace=trace)
            tell(
                site,
                kind="set_aside",
                fingerprint=f"{type(error).__name__}/{trace.splitlines()[-3:]}",
                now=now,
                facts={
                    "mail": mail_id,
                    "at": stored.received,
                    "sender": stored.sender,
                    "subject": stored.subject,
                    "reason": type(error).__name__,
                },
                detail=trace,
            )
        return Handled("set_aside", type(error).__name__)


def _handle(site: Site, mail_id: int, stored: mails.StoredMail, now: datetime) -> Handled:
    mail, secrets = passwords.take_out(site.read_stored(stored))
    if mail.verdict == "bounce":
        return _bounce(site, mail_id, mail, now)
    if mail.verdict == "robot" or not mail.sender:
        return Handled("ignored", mail.why or "no sender")
    identity = identify(site, mail, wanted=_named_games(mail))
    if identity.seat is None:
        return _without_seat(site, mail_id, mail, identity, now)
    seat = identity.seat
    record = games.load(site.store, seat.game)
    settle = timedelta(seconds=site.config.tick.settle_seconds)
    closing = games.closing(site.store, seat.game)
    if (
        closing
        and datetime.fromisoformat(closing) < mail.received
        and now < datetime.fromisoformat(closing) + settle
    ):
        return Handled("waiting", "deadline settles")
    limit = over_limit(
        site,
        mail_id,
        mail,
        proven=identity.trust == "proven",
        gm=seat.role == "gm",
        opened=closing if closing and datetime.fromisoformat(closing) < mail.received else record.opened,
    )
    if limit is not None:
        if limit.tell:
            reader = _recipient(site, mail, seat, record)
            _notice(site, mail_id, mail, limit.reason, now, to=reader, game=seat.game)
        return Handled(
            "ignored" if limit.reason == "repeated" else "kept", limit.reason, seat.game, seat.power
        )
    if secrets:
        identity = _use_passwords(site, mail_id, stored, mail, identity, secrets, now)
    if identity.trust == "unproven":
        return _ask_back(site, mail_id, mail, seat, record, now)
    if mail.verdict == "unreadable":
        return _unreadable(site, mail_id, mail, seat, record, now)
    if identity.replied[0] == "notice" and f"/{CONFIRM}/" in identity.replied[1]:
        return _confirmed(site, mail_id, mail, seat, record, identity, now)
    take(site, record, _input(site, mail, seat, identity), now=now, mail=mail_id)
    return Handled("taken", "", seat.game, seat.power)


def _use_passwords(
    site: Site,
    mail_id: int,
    stored: mails.StoredMail,
    mail: IncomingMail,
    identity: Identity,
    secrets: tuple[tuple[str, ...], ...],
    now: datetime,
) -> Identity:
    """Passwords prove what nothing else does; in a proven mail they are set or changed. The mail is kept without them."""
    mails.keep_instead(site.store, mail_id, passwords.without_passwords(stored.raw, mail))
    if identity.trust == "unproven":
        right = any(passwords.proves(site, mail.sender, words) for words in secrets)
        identity = replace(identity, trust="proven" if right else "unproven")
    if identity.trust == "proven":
        what, why = passwords.take_in_all(site, mail.sender, secrets)
        if what:
            record = games.load(site.store, identity.seat.game) if identity.seat else None
            reader = _recipient(site, mail, identity.seat, record)
            game = identity.seat.game if identity.seat else ""
            _notice(site, mail_id, mail, what, now, to=reader, game=game, facts={"why": why} if why else None)
    return identity


def _input(site: Site, mail: IncomingMail, seat: SeatRow, identity: Identity) -> MailInput:
    return MailInput(
        at=mail.received,
        address=seat.address,
        role=_ROLES[seat.role],
        power=seat.power,
        phase_id=identity.phase_id,
        proven=bool(identity.replied[0]),
        answers=identity.replied[1],
        name=mail.sender_name,
        body=mail.body if mail.verdict == "text" else "",
        subject=mail.subject,
        message_id=mail.message_id,
        references=mail.references,
        games=games_of_site(site) if _asks_for_games(mail) else (),
    )


@lru_cache(maxsize=1)
def _commands(body: str) -> tuple[Command, ...]:
    """The mail's commands, which are asked for more than once."""
    from judge.text.commands import split_mail

    return split_mail(body).commands


def _asks_for_games(mail: IncomingMail) -> bool:
    """Whether there is a LIST among the mail's commands."""
    return mail.verdict == "text" and any(one.name == "LIST" for one in _commands(mail.body))


def _named_games(mail: IncomingMail) -> list[str]:
    """Games the text names itself: in GAME lines, and in JOIN and OBSERVE lines."""
    return [one.args[0] for one in _commands(mail.body) if one.name in _NAMING and one.args]


def _recipient(site: Site, mail: IncomingMail, seat: SeatRow | None, record: Record | None) -> Recipient:
    people = (*record.players, *record.gms) if record else ()
    for person in people:
        if seat and person.address.lower() == seat.address and person.power == seat.power:
            return Recipient(
                person.address,
                "gm" if seat.role == "gm" else "player",
                person.power,
                person.name,
                person.language,
                person.timezone,
            )
    from judge.workflow.mailing import in_japanese

    japanese = in_japanese(mail.subject + mail.body)
    return Recipient(
        mail.sender,
        "stranger",
        name=mail.sender_name,
        language="ja" if japanese else site.config.site.language,
        timezone=site.config.site.timezone,
    )


def _notice(
    site: Site,
    mail_id: int,
    mail: IncomingMail,
    what: str,
    now: datetime,
    *,
    to: Recipient,
    game: str = "",
    facts: dict[str, object] | None = None,
) -> None:
    variant = games.load(site.store, game).variant if game else ""
    letter = Letter(
        key=f"{game or 'site'}/{what}/{to.address}/{mail_id}",
        kind="notice",
        to=to,
        facts=Notice(
            what=what,
            game=game,
            variant=variant,
            power=to.power,
            facts={"mail": mail_id, "subject": mail.subject, "sender": mail.sender, **(facts or {})},
        ),
        in_reply_to=mail.message_id if to.address.lower() == mail.sender.lower() else "",
        references=mail.references if to.address.lower() == mail.sender.lower() else (),
    )
    queue(site, [letter], game=game, now=now)


def _mail_note(mail_id: int, mail: IncomingMail, reason: str) -> NoteInput:
    return NoteInput(
        at=mail.received,
        kind="mail",
        facts={
            "mail": mail_id,
            "at": mail.received.isoformat(),
            "sender": mail.sender,
            "subject": mail.subject,
            "reason": reason,
        },
    )


def _unreadable(
    site: Site, mail_id: int, mail: IncomingMail, seat: SeatRow, record: Record, now: datetime
) -> Handled:
    _notice(
        site,
        mail_id,
        mail,
        "unreadable",
        now,
        to=_recipient(site, mail, seat, record),
        game=seat.game,
        facts={"why": mail.why},
    )
    take(site, record, _mail_note(mail_id, mail, "unreadable"), now=now, mail=mail_id)
    return Handled("kept", "unreadable", seat.game, seat.power)


def _ask_back(
    site: Site, mail_id: int, mail: IncomingMail, seat: SeatRow, record: Record, now: datetime
) -> Handled:
    """The address is known but nothing proves that its owner wrote: the owner is asked, the mail waits."""
    _notice(
        site,
        mail_id,
        mail,
        CONFIRM,
        now,
        to=_recipient(site, mail, seat, record),
        game=seat.game,
        facts={"lines": [line[:MAX_LINE] for line in mail.body.splitlines()[:20]]},
    )
    return Handled("unconfirmed", "sender not proven", seat.game, seat.power)


def _confirmed(
    site: Site,
    mail_id: int,
    mail: IncomingMail,
    seat: SeatRow,
    record: Record,
    identity: Identity,
    now: datetime,
) -> Handled:
    """The owner of the address says yes: the mail that waited is taken now, with the receipt time of the yes."""
    waiting_id = int(identity.replied[1].rpartition("/")[2])
    waiting = mails.get(site.store, waiting_id)
    if waiting.status == "unconfirmed" and may_mean_no(mail.body):
        _notice(
            site, mail_id, mail, "not_confirmed", now, to=_recipient(site, mail, seat, record), game=seat.game
        )
        return Handled("kept", "not confirmed", seat.game, seat.power)
    if waiting.status == "unconfirmed":
        first = site.read_stored(waiting)
        taken = replace(_input(site, mail, seat, identity), body=first.body, subject=first.subject)
        take(site, record, taken, now=now, mail=waiting_id)
        mails.mark(site.store, waiting_id, "taken", reason="confirmed", game=seat.game, power=seat.power)
        return Handled("taken", "confirmation", seat.game, seat.power)
    take(site, record, _input(site, mail, seat, identity), now=now)
    return Handled("taken", "", seat.game, seat.power)


def _without_seat(site: Site, mail_id: int, mail: IncomingMail, identity: Identity, now: datetime) -> Handled:
    """No seat: a stranger may write to a game (JOIN, OBSERVE); else ask which game, or say once a day that the address is not known."""
    if identity.game and mail.verdict == "text":
        seat = SeatRow(identity.game, mail.sender.lower(), "stranger", "")
        record = games.load(site.store, identity.game)
        take(site, record, _input(site, mail, seat, identity), now=now, mail=mail_id)
        return Handled("taken", "stranger", identity.game)
    today = site.store.conn.execute(
        "SELECT count(*) FROM mail WHERE sender = ? AND reason = 'unknown sender' AND received > ?",
        (mail.sender, (mail.received - timedelta(days=1)).isoformat()),
    ).fetchone()[0]
    answered = today < site.config.security.stranger_answers_per_day
    if _asks_for_games(mail) and (identity.choices or answered):
        listed: dict[str, object] = {"games": list(games_of_site(site))}
        _notice(site, mail_id, mail, "games", now, to=_recipient(site, mail, None, None), facts=listed)
        return Handled("kept", "list" if identity.choices else "unknown sender")
    if identity.choices:
        _notice(
            site,
            mail_id,
            mail,
            "which_game",
            now,
            to=_recipient(site, mail, None, None),
            facts={"games": list(identity.choices)},
        )
        return Handled("kept", "which game")
    if answered:
        _notice(
            site,
            mail_id,
            mail,
            "unknown_sender",
            now,
            to=_recipient(site, mail, None, None),
            facts={"games": open_games(site)[:MOST_OPEN_GAMES]},
        )
        return Handled("kept", "unknown sender")
    return Handled("kept", "unknown sender")


def _bounce(site: Site, mail_id: int, mail: IncomingMail, now: datetime) -> Handled:
    """A failed delivery goes to the report of every game its address plays in."""
    told = Handled("ignored", "bounce")
    failed = mail.bounce
    for address in {*failed.permanent, *failed.temporary} if failed else ():
        permanent = failed is not None and address in failed.permanent
        for game in sorted({seat.game for seat in games.seats_of(site.store, address)}):
            record = games.load(site.store, game)
            note = NoteInput(
                at=mail.received,
                kind="delivery",
                facts={
                    "address": address,
                    "subject": mail.subject,
                    "reason": "bounced",
                    "permanent": permanent,
                },
            )
            take(site, record, note, now=now, mail=mail_id)
            told = Handled("ignored", "bounce", game)
    return told
