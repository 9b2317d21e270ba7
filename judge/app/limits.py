"""When the judge falls silent: mail bombs, robots that do not say that they are robots, forgers who want us to write to others.

Limits go by the receipt times of the mails themselves, so they do not depend on when passes are made. What is over a limit is
kept and has no effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from judge.app.site import Site
from judge.mail.model import IncomingMail
from judge.store import mails
from judge.store.mails import Earlier

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_SAME = 2
"""So many mails with the same words within an hour are answered; the next one is a robot's."""
_UNPROVEN = 3
"""So many unproven mails a day make us ask the address on file; a forger must not flood it through us."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Why a mail has no effect. tell: it is the first over its limit, and its sender is to be told once."""

    reason: Literal["too_many_mails", "repeated"]
    tell: bool = False


def over_limit(
    site: Site, mail_id: int, mail: IncomingMail, *, proven: bool, gm: bool = False, opened: str = ""
) -> Limit | None:
    """Whether this mail is over a limit. proven: its sender is; forged mails do not use up what the real owner may send.

    gm: it is a GM's. One who approves people or runs phases in a row repeats himself, and is no robot.
    opened: when the game's phase began (ISO, UTC). Who answers one question after the other with the same words is no robot either.
    """
    since = mail.received - _DAY
    before = mails.earlier(site.store, mail.sender, since=since, until=mail.received, but=mail_id)
    if not proven:
        asked = sum(one.status == "unconfirmed" for one in before)
        return Limit("too_many_mails") if asked >= _UNPROVEN else None
    told = any(one.reason == "too_many_mails" and one.status == "kept" for one in before)
    answered = sum(one.status == "taken" for one in before)
    if answered >= site.config.security.answers_per_day:
        return Limit("too_many_mails", tell=not told)
    if gm and _commands_of_a_gm(mail):
        return None
    begin = max((mail.received - _HOUR).isoformat(), opened)
    if _repeated(site, mail, [one for one in before if one.received > begin]):
        return Limit("repeated")
    return None


def _repeated(site: Site, mail: IncomingMail, recent: list[Earlier]) -> bool:
    """Whether the same words, numbers aside, came in each of the last mails."""
    last = [one for one in recent if one.status in ("taken", "ignored")][-_SAME:]
    if len(last) < _SAME:
        return False
    words = _words(mail)
    return all(_words(site.read_stored(mails.get(site.store, one.id))) == words for one in last)


def _commands_of_a_gm(mail: IncomingMail) -> bool:
    from judge.workflow.reading import gms_commands

    return bool(gms_commands(mail.body))


def _words(mail: IncomingMail) -> str:
    """The words without numbers that stand alone; those within a name, an address or a place's code make it another, and so do
    hexes (0205)."""
    return re.sub(r"(?<![\w@.+-])(?!\d{4}(?!\d))\d+(?![\w@])", "", mail.body).strip()
