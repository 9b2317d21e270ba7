"""Which game a mail is for, and whose it is. Nothing is guessed between two: then the sender is asked.

Order of evidence for the game: a reply to a mail of ours, judge+GAME@, [GAME] in the subject, a GAME line, the only game
the sender plays. For the sender: a reply token bound to the address, else a known address whose server vouches for it, or
its password, or the site's trust in addresses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from judge.app.site import Site
from judge.mail.ids import read_token
from judge.mail.model import IncomingMail
from judge.store import games, letters
from judge.store.games import SeatRow

Trust = Literal["proven", "unproven"]
_TAG = re.compile(r"\[([^\[\]]{1,60})\]")
_BRACKETS = str.maketrans("【】〔〕〖〗", "[][][]")
_ABOUT_A_PHASE = ("acknowledgement", "turn_summary", "game_start", "reminder")


@dataclass(frozen=True, slots=True)
class Identity:
    """What is known of a mail's sender.

    seat      the seat the mail speaks for; None when none could be found
    trust     proven: may change things. unproven: the address on file has to confirm first
    choices   games between which the sender must choose
    replied   kind and key of the letter of ours it answers, ("", "") for none
    game      an existing game that the mail names though its sender has no seat there, or ""
    """

    seat: SeatRow | None
    trust: Trust
    choices: tuple[str, ...] = ()
    replied: tuple[str, str] = ("", "")
    game: str = ""

    @property
    def phase_id(self) -> str:
        """The phase of the letter it answers, "" when that letter is not about one."""
        kind, key = self.replied
        return key.split("/")[1] if kind in _ABOUT_A_PHASE else ""


def game_in_address(recipients: Iterable[str], own: str) -> str:
    """The GAME of judge+GAME@…, or ""."""
    local, _, domain = own.lower().rpartition("@")
    for address in recipients:
        name, _, host = address.lower().rpartition("@")
        if host == domain and name.startswith(f"{local}+"):
            tag = name[len(local) + 1 :]
            if not tag.startswith("bounce="):
                return tag
    return ""


def games_in_subject(subject: str) -> list[str]:
    """What stands in brackets in a subject ([GAME], in full width and Japanese brackets too), in order."""
    folded = unicodedata.normalize("NFKC", subject).translate(_BRACKETS).lower()
    return [name.strip() for name in _TAG.findall(folded)]


def identify(site: Site, mail: IncomingMail, *, wanted: Sequence[str] = ()) -> Identity:
    """Find the seat a mail speaks for. wanted: games the text itself names (GAME lines)."""
    seats = games.seats_of(site.store, mail.sender)
    token_seat, replied = _from_reply(site, mail)
    if token_seat is not None:
        return Identity(token_seat, "proven", replied=replied)
    trust: Trust = (
        "proven" if mail.auth == "pass" or site.config.security.addresses_are_enough else "unproven"
    )
    if mail.auth == "fail":
        trust = "unproven"
    evidence = (
        [game_in_address(mail.recipients, site.config.site.address)],
        games_in_subject(mail.subject),
        [name.lower() for name in wanted],
    )
    for names in evidence:
        found = [seat for seat in seats if seat.game.lower() in names]
        meant = sorted({seat.game for seat in found})
        if len(meant) > 1:
            return Identity(None, trust, choices=tuple(meant), replied=replied)
        if found:
            return Identity(_player_first(found), trust, replied=replied)
    named = [name for names in evidence for name in names]
    elsewhere = next((name for name in named if name and name in games.names(site.store)), "")
    if elsewhere:
        return Identity(None, trust, replied=replied, game=elsewhere)
    in_games = sorted({seat.game for seat in seats if seat.role == "player"}) or sorted(
        {seat.game for seat in seats}
    )
    if len(in_games) == 1:
        return Identity(
            _player_first([seat for seat in seats if seat.game == in_games[0]]), trust, replied=replied
        )
    return Identity(None, trust, choices=tuple(in_games), replied=replied)


def _player_first(seats: Sequence[SeatRow]) -> SeatRow:
    return min(seats, key=lambda seat: (seat.role != "player", seat.power))


def _from_reply(site: Site, mail: IncomingMail) -> tuple[SeatRow | None, tuple[str, str]]:
    """The seat proven by a reply token that is bound to the sender's own address; and the letter it answers."""
    for reference in mail.references:
        token = read_token(site.secret, reference)
        if token is None or not token.is_for(site.secret, mail.sender):
            continue
        row = letters.by_message_id(site.store, reference)
        if row is None or _expired(site, row.queued, mail):
            continue
        seats = [seat for seat in games.seats_of(site.store, mail.sender) if seat.game == row.game]
        wanted_role = "gm" if row.kind == "deadline_report" else "player"
        seats.sort(key=lambda seat: (seat.role != wanted_role, seat.power))
        if not seats and row.game:
            seats = [SeatRow(row.game, mail.sender.lower(), "stranger", "")]
        return (seats[0] if seats else None), (row.kind, row.key)
    return None, ("", "")


def _expired(site: Site, queued: str, mail: IncomingMail) -> bool:
    days = site.config.security.token_days
    return days > 0 and mail.received - datetime.fromisoformat(queued) > timedelta(days=days)
