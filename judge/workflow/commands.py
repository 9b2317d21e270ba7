"""The commands of players: one handler each. What they answer are codes; the words are in the templates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.workflow import asking, leaving, seats
from judge.workflow import orders as filed
from judge.workflow.handling import Command, Handler, Result, Sender, done, refuse
from judge.workflow.letters import Seat
from judge.workflow.letters_out import plain, plain_sheet, seats_for, shown_settings
from judge.workflow.model import Player
from judge.workflow.press import send_press
from judge.workflow.settings import LANGUAGES, zone_name
from judge.workflow.votes import vote
from judge.workflow.work import Work

_LANGUAGE_WORDS = {"english": "en", "英語": "en", "japanese": "ja", "日本語": "ja"}


def person(work: Work, sender: Sender) -> Player | None:
    """The writer as the record knows him."""
    record = work.record
    for one in (*record.players, *record.standbys, *record.observers, *record.gms):
        if one.address == sender.to.address and (not sender.power or one.power == sender.power):
            return one
    return None


def change_person(work: Work, address: str, /, **values: Any) -> None:
    """Set fields of everybody with this address, whatever the role."""

    def changed(people: tuple[Player, ...]) -> tuple[Player, ...]:
        return tuple(replace(one, **values) if one.address == address else one for one in people)

    record = work.record
    work.change(
        players=changed(record.players),
        standbys=changed(record.standbys),
        observers=changed(record.observers),
        gms=changed(record.gms),
    )


def _clear(work: Work, sender: Sender, command: Command) -> Result:
    if not _may_order(work, sender):
        return refuse("not_now", verb=command.verb, state=work.record.state)
    return done("cleared", count=filed.clear(work, sender.power))


def _may_order(work: Work, sender: Sender) -> bool:
    open_now = work.started and work.record.state in {"running", "paused"} and not work.record.review
    return bool(sender.power) and open_now


def _ready(work: Work, sender: Sender, command: Command) -> Result:
    record = work.record
    if record.state == "forming" and sender.power:
        return _ready_to_start(work, sender)
    if not _may_order(work, sender):
        return refuse("not_now", verb=command.verb, state=record.state)
    if not any(owed.power == sender.power for owed in work.phase.owed):
        return done("owes_nothing")
    work.change(
        ready=_with(record.ready, sender.power), waits=tuple(p for p in record.waits if p != sender.power)
    )
    return done("ready", missing=list(filed.missing(work, sender.power)))


def _ready_to_start(work: Work, sender: Sender) -> Result:
    work.change(ready_to_start=_with(work.record.ready_to_start, sender.power))
    seats.begin_if_ready(work)
    return done("ready_to_start")


def _with(powers: tuple[str, ...], power: str) -> tuple[str, ...]:
    return powers if power in powers else (*powers, power)


def _wait(work: Work, sender: Sender, command: Command) -> Result:
    if not _may_order(work, sender):
        return refuse("not_now", verb=command.verb, state=work.record.state)
    record = work.record
    work.change(
        waits=_with(record.waits, sender.power), ready=tuple(p for p in record.ready if p != sender.power)
    )
    return done("waiting")


def _language(work: Work, sender: Sender, command: Command) -> Result:
    word = command.rest.strip().lower()
    language = _LANGUAGE_WORDS.get(word, word)
    if language not in LANGUAGES:
        return refuse("language_unknown", given=command.rest, known=list(LANGUAGES))
    change_person(work, sender.to.address, language=language)
    return done("language_set", language=language)


def _timezone(work: Work, sender: Sender, command: Command) -> Result:
    zone = zone_name(command.rest)
    if zone is None or not command.rest:
        return refuse("timezone_unknown", given=command.rest)
    change_person(work, sender.to.address, timezone=zone)
    return done("timezone_set", timezone=zone)


def _help(work: Work, sender: Sender, command: Command) -> Result:
    send_help(work, sender, command.rest)
    return done("help")


def send_help(work: Work, sender: Sender, topic: str = "") -> None:
    """The page of help, with the reader's own units."""
    playing = sender.power and work.started and work.record.state != "finished"
    sheet = plain_sheet(work, sender.power) if playing else []
    work.notice("help", [sender.to], {"gm": sender.gm, "topic": topic, "sheet": sheet}, answers=True)


def _status(work: Work, sender: Sender, command: Command) -> Result:
    work.notice("status", [sender.to], status_facts(work, sender), answers=True)
    return done("status_sent")


def status_facts(work: Work, sender: Sender) -> dict[str, Any]:
    """What anybody in the game may know of it: state, seats, position, centres by phase, settings."""
    record = work.record
    viewer = sender.to
    people = [Seat("", one.name, one.address, one.status) for one in record.standbys] if sender.gm else []
    facts: dict[str, Any] = {
        "state": record.state,
        "seats": [plain(seat) for seat in (*seats_for(work, viewer), *people)],
        "settings": shown_settings(work),
        "history": {phase: dict(counts) for phase, counts in record.centres.items()},
        "outcome": record.outcome,
    }
    if work.started:
        facts["view"] = work.engine.view(work.position, sender.power or None)
        owed = filed.public_owed(work) if record.state != "finished" else ()
        facts["owed"] = [
            {name: value for name, value in plain(one).items() if name not in {"answered", "left"}}
            for one in owed
        ]
    return facts


def _list(work: Work, sender: Sender, command: Command) -> Result:
    """LIST: all games of the site."""
    games = work.mail.games if work.mail else ()
    if not games:
        return _status(work, sender, command)
    work.notice("games", [sender.to], {"games": list(games)}, answers=True)
    return done("list_sent")


def _not_ready(work: Work, sender: Sender, command: Command) -> Result:
    if not _may_order(work, sender):
        return refuse("not_now", verb=command.verb, state=work.record.state)
    work.change(ready=tuple(p for p in work.record.ready if p != sender.power))
    return done("not_ready")


def _no_wait(work: Work, sender: Sender, command: Command) -> Result:
    if not _may_order(work, sender):
        return refuse("not_now", verb=command.verb, state=work.record.state)
    work.change(waits=tuple(p for p in work.record.waits if p != sender.power))
    return done("not_waiting")


HANDLERS: dict[str, Handler] = {
    "ABSENCE": leaving.absence,
    "ADDRESS": asking.address,
    "BROADCAST": send_press,
    "CLEAR": _clear,
    "CONCEDE": vote,
    "CONFIRM": leaving.accept,
    "DECLINE": leaving.decline,
    "DIGEST": asking.digest,
    "DRAW": vote,
    "HELP": _help,
    "HISTORY": asking.history,
    "JOIN": seats.join,
    "LANGUAGE": _language,
    "LEAVE": leaving.leave,
    "LIST": _list,
    "MAP": _status,
    "NAME": asking.name,
    "NOABSENCE": leaving.no_absence,
    "NOPEACE": vote,
    "NOTREADY": _not_ready,
    "NOWAIT": _no_wait,
    "OBSERVE": asking.observe,
    "PEACE": vote,
    "PREFER": seats.prefer,
    "PRESS": send_press,
    "READY": _ready,
    "RECORD": asking.punctuality,
    "RESIGN": leaving.resign,
    "RULES": asking.rules,
    "STATUS": _status,
    "TAKE": leaving.take,
    "TIMEZONE": _timezone,
    "UNOBSERVE": asking.unobserve,
    "VOTE": vote,
    "WAIT": _wait,
}
