"""The GM's commands for running a game: the same by mail and from the shell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.workflow import clock
from judge.workflow.clock import moment, stamp
from judge.workflow.handling import Command, Handler, Result, Sender, done, refuse
from judge.workflow.model import Player
from judge.workflow.phases import close_phase, start_game
from judge.workflow.settings import LANGUAGES, zone_name
from judge.workflow.work import Work


def log(work: Work, sender: Sender, command: Command) -> None:
    """Write down who did what and when."""
    entry = {"at": work.now, "who": sender.name, "verb": command.verb, "args": list(command.args)}
    work.change(log=(*work.record.log, entry))


def power_named(work: Work, word: str) -> str | None:
    """The power meant by an id, name, adjective or short form in any language; None if there is none."""
    wanted = word.strip().casefold()
    for power in work.variant.powers:
        names = {name for names in power.names.values() for name in names}
        known = {power.id, *names, *power.aliases}
        if wanted in {name.casefold() for name in known}:
            return power.id
    return wanted.upper() if wanted.upper() in work.engine.powers else None


def _seat(work: Work, sender: Sender, command: Command) -> Result:
    """SEAT POWER address [name] [language] [time zone]; also name=…, language=…, timezone=…"""
    if work.record.state != "forming":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if len(command.args) < 2:
        return refuse("usage", verb=command.verb, example="SEAT FRANCE anne@example.org")
    power = power_named(work, command.args[0])
    if power is None:
        return refuse("unknown_power", given=command.args[0], known=list(work.engine.powers))
    address = command.args[1]
    if "@" not in address:
        return refuse("bad_address", given=address)
    named = dict(arg.split("=", 1) for arg in command.args[2:] if "=" in arg)
    rest = [arg for arg in command.args[2:] if arg and "=" not in arg]
    language = named.get("language") or next((arg for arg in rest if arg in LANGUAGES), "")
    zone = named.get("timezone") or next((arg for arg in rest if "/" in arg and zone_name(arg)), "")
    name = named.get("name") or " ".join(arg for arg in rest if arg not in {language, zone})
    language = language or str(work.settings["language"])
    zone = zone or str(work.settings["timezone"])
    if language not in LANGUAGES:
        return refuse("language_unknown", given=language, known=list(LANGUAGES))
    if zone_name(zone) is None:
        return refuse("timezone_unknown", given=zone)
    seat_player(work, Player(power, address, name, language, zone))
    return done("seated", power=power, address=address)


def seat_player(work: Work, player: Player) -> None:
    """Give a seat to a person; whoever held it before loses it."""
    others = [one for one in work.record.players if one.power != player.power]
    order = {power: index for index, power in enumerate(work.engine.powers)}
    players = sorted([*others, player], key=lambda one: order.get(one.power, len(order)))
    work.change(players=tuple(players))


def _start(work: Work, sender: Sender, command: Command) -> Result:
    record = work.record
    if record.state != "forming":
        return refuse("not_now", verb=command.verb, state=record.state)
    seated = {player.power for player in record.players}
    free = [power for power in work.engine.powers if power not in seated]
    least = int(record.settings.get("minimum", 0)) or len(work.engine.powers)
    if len(seated) < least:
        return refuse("seats_free", powers=free, minimum=least)
    start_game(work)
    return done("started", phase=work.record.phase_id, deadline=work.record.deadline)


def _process(work: Work, sender: Sender, command: Command) -> Result:
    """PROCESS [phase]: close the phase now; with a phase named, only if it is that one."""
    if work.record.state not in {"running", "paused"}:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if command.args and command.args[0].upper() != work.record.phase_id.upper():
        return refuse("other_phase", given=command.args[0], phase=work.record.phase_id)
    phase = work.record.phase_id
    if work.record.state == "paused":
        work.change(state="running", paused_at="", paused_until="")
    close_phase(work, early=bool(work.record.deadline) and work.now < work.record.deadline)
    return done("processed", phase=phase, next=work.record.phase_id)


def move_deadline(work: Work, deadline: datetime) -> None:
    """Set the deadline: grace ends, reminders of hours still to come are sent again."""
    starts = moment(work.record.starts or work.record.opened)
    passed = tuple(
        label for label, time in clock.reminder_times(deadline, starts, work.settings) if time <= work.at
    )
    work.change(deadline=stamp(deadline), grace_end="", reminded=passed)


def _announce_deadline(work: Work, before: str) -> None:
    work.notice(
        "deadline_changed",
        work.everybody(),
        {"before": before, "deadline": work.record.deadline},
    )


def parse_when(text: str, zone: ZoneInfo) -> datetime | None:
    """A moment as people write it: "2026-12-01 21:00" in the game's zone, "24:00" understood, or ISO with an offset."""
    text = text.strip().replace("T", " ").replace("/", "-")
    try:
        if text.endswith(("Z", "z")):
            return datetime.fromisoformat(text.upper().replace(" ", "T")).astimezone(UTC)
        day, _, time = text.partition(" ")
        if "+" in time or "-" in time:
            return datetime.fromisoformat(text).astimezone(UTC)
        minutes = clock.parse_hour(time) if time else 1440
        return clock.at_hour(datetime.fromisoformat(day).date(), minutes, zone)
    except ValueError:
        return None


def _deadline(work: Work, sender: Sender, command: Command) -> Result:
    """DEADLINE 2026-12-01 21:00"""
    if work.record.state != "running":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    wanted = parse_when(command.rest, ZoneInfo(str(work.settings["timezone"])))
    if wanted is None:
        return refuse("bad_time", given=command.rest)
    if wanted <= work.at:
        return refuse("time_passed", given=command.rest)
    before = work.record.deadline
    move_deadline(work, wanted)
    _announce_deadline(work, before)
    return done("deadline_set", before=before, deadline=work.record.deadline)


def _extend(work: Work, sender: Sender, command: Command) -> Result:
    """EXTEND 24h: the deadline is so much later, from now if it has passed."""
    if work.record.state != "running":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    try:
        length = clock.parse_length(command.rest)
    except ValueError:
        return refuse("bad_length", given=command.rest)
    if length.zero:
        return refuse("bad_length", given=command.rest)
    before = work.record.deadline
    base = max(moment(before), work.at) if work.record.grace_end else moment(before)
    move_deadline(work, clock.add(base, length, ZoneInfo(str(work.settings["timezone"]))))
    _announce_deadline(work, before)
    return done("deadline_set", before=before, deadline=work.record.deadline)


def _pause(work: Work, sender: Sender, command: Command) -> Result:
    """PAUSE [date]: the clock stands still, until then or until RESUME. Orders are still taken."""
    if work.record.state != "running":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    until = ""
    if command.args:
        wanted = parse_when(command.rest, ZoneInfo(str(work.settings["timezone"])))
        if wanted is None:
            return refuse("bad_time", given=command.rest)
        if wanted <= work.at:
            return refuse("time_passed", given=command.rest)
        until = stamp(wanted)
    work.change(state="paused", paused_at=work.now, paused_until=until)
    work.notice("paused", work.everybody(), {"until": until})
    return done("paused", until=until)


def _resume(work: Work, sender: Sender, command: Command) -> Result:
    if work.record.state != "paused":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    resume(work)
    return done("resumed", deadline=work.record.deadline)


def resume(work: Work) -> None:
    """The clock runs again: players get back the time that was left, up to an hour the game allows."""
    record = work.record
    stood = work.at - moment(record.paused_at)
    before = record.deadline
    work.change(state="running", paused_at="", paused_until="")
    if before:
        later = clock.not_before(moment(before) + max(stood, timedelta()), record.settings)
        move_deadline(work, later)
        if record.starts > record.paused_at:
            work.change(starts=stamp(moment(record.starts) + stood))
    work.notice("resumed", work.everybody(), {"before": before, "deadline": work.record.deadline})


def _outage(work: Work, sender: Sender, command: Command) -> Result:
    """OUTAGE end (ISO; the moment of the input is its start): mail could not be had; a deadline within it is moved by as much."""
    if not sender.shell:
        return refuse("not_allowed", verb=command.verb)
    if work.record.state != "running" or not command.args:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    end = moment(command.args[0])
    due = moment(work.record.grace_end or work.record.deadline)
    if not work.at <= due <= end:
        return done("outage_harmless")
    before = work.record.deadline
    later = clock.not_before(due + (end - work.at), work.settings)
    move_deadline(work, later)
    note = {"kind": "outage", "facts": {"was": before, "from": work.now, "to": stamp(end)}}
    work.change(notes=(*work.record.notes, note))
    work.notice(
        "deadline_changed",
        work.everybody(),
        {"before": before, "deadline": work.record.deadline, "outage": True},
    )
    return done("deadline_set", before=before, deadline=work.record.deadline)


HANDLERS: dict[str, Handler] = {
    "DEADLINE": _deadline,
    "EXTEND": _extend,
    "OUTAGE": _outage,
    "PAUSE": _pause,
    "PROCESS": _process,
    "RESUME": _resume,
    "SEAT": _seat,
    "START": _start,
}

__all__ = ["HANDLERS", "log", "move_deadline", "parse_when", "power_named", "resume", "seat_player"]
