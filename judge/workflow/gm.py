"""The GM's commands for running a game: the same by mail and from the shell."""

from __future__ import annotations

from judge.workflow import clock, gm_people, gm_repair, seats
from judge.workflow.clock import moment, stamp
from judge.workflow.closing import close
from judge.workflow.deadlines import move_deadline, parse_when, resume, spare_reminders, zone_of
from judge.workflow.handling import Command, Handler, Result, Sender, done, refuse
from judge.workflow.letters_out import calendar
from judge.workflow.phases import start_game
from judge.workflow.work import Work


def log(work: Work, sender: Sender, command: Command) -> None:
    """Write down who did what and when."""
    entry = {"at": work.now, "who": sender.name, "verb": command.verb, "args": list(command.args)}
    work.change(log=(*work.record.log, entry))


def _start(work: Work, sender: Sender, command: Command) -> Result:
    """START: begin with the seats given; people who joined get theirs by wishes first (START NOW does not wait for wishes)."""
    record = work.record
    if record.state != "forming":
        return refuse("not_now", verb=command.verb, state=record.state)
    joined = seats.with_status(work, seats.JOINED)
    least = int(record.settings.get("minimum", 0)) or len(work.engine.powers)
    if len(record.players) + len(joined) < least:
        return refuse("seats_free", powers=seats.free_powers(work), minimum=least)
    if not joined:
        start_game(work)
    elif record.settings.get("seats") != "wishes":
        return refuse("seats_free", powers=seats.free_powers(work), minimum=least)
    elif command.rest.upper() == "NOW":
        seats.allot(work)
    else:
        if not record.forming_until:
            seats.ask_wishes(work)
        if work.record.state == "forming":
            return done("start_waits", until=work.record.forming_until)
    return done("started", phase=work.record.phase_id, deadline=work.record.deadline)


def _process(work: Work, sender: Sender, command: Command) -> Result:
    """PROCESS [phase]: close the phase now; with a phase named, only if it is that one."""
    if work.record.state not in {"running", "paused"}:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if command.args and command.args[0].upper() != work.record.phase_id.upper():
        return refuse("other_phase", given=command.args[0], phase=work.record.phase_id)
    if len(command.args) > 1:
        return refuse("words_left", verb=command.verb, given=" ".join(command.args[1:]))
    phase = work.record.phase_id
    if work.record.state == "paused":
        work.change(state="running", paused_at="", paused_until="")
    close(work, early=bool(work.record.deadline) and work.now < work.record.deadline)
    return done("processed", phase=phase, next=work.record.phase_id)


def _announce_deadline(work: Work, before: str) -> None:
    work.notice(
        "deadline_changed",
        work.everybody(),
        {"before": before, "deadline": work.record.deadline},
    )
    turns = calendar(work)
    if turns:
        work.notice("calendar", work.everybody(), {"turns": list(turns)})


def _deadline(work: Work, sender: Sender, command: Command) -> Result:
    """DEADLINE 2026-12-01 21:00"""
    if work.record.state != "running":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if not command.args:
        return refuse("usage", verb=command.verb, example="DEADLINE 2026-12-06 21:00")
    wanted = parse_when(command.rest, zone_of(work))
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
    if not command.args:
        return refuse("usage", verb=command.verb, example="EXTEND 24h")
    try:
        length = clock.parse_length(command.rest)
    except ValueError:
        return refuse("bad_length", given=command.rest)
    if length.zero:
        return refuse("bad_length", given=command.rest)
    before = work.record.deadline
    base = max(moment(before), work.at) if work.record.grace_end or work.record.review else moment(before)
    move_deadline(work, clock.add(base, length, zone_of(work)))
    _announce_deadline(work, before)
    return done("deadline_set", before=before, deadline=work.record.deadline)


def _pause(work: Work, sender: Sender, command: Command) -> Result:
    """PAUSE [date]: the clock stands still, until then or until RESUME. Orders are still taken."""
    if work.record.state != "running":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    until = ""
    if command.args:
        wanted = parse_when(command.rest, zone_of(work))
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


def _outage(work: Work, sender: Sender, command: Command) -> Result:
    """OUTAGE end (ISO; the moment of the input is its start): mail could not be had; a deadline within it is moved by as much.

    Of the reminders that fall due within it only the last is sent.
    """
    if not sender.shell:
        return refuse("not_allowed", verb=command.verb)
    if work.record.state != "running" or work.record.review or not command.args:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    end = parse_when(command.args[0], zone_of(work))
    if end is None:
        return refuse("bad_time", given=command.args[0])
    due = moment(work.record.grace_end or work.record.deadline)
    within = work.at <= due <= end
    before = work.record.deadline
    if within:
        move_deadline(work, clock.not_before(due + (end - work.at), work.settings))
    work.change(reminded=(*work.record.reminded, *spare_reminders(work.record, end)))
    if not within:
        return done("outage_harmless")
    note = {"kind": "outage", "facts": {"was": before, "from": work.now, "to": stamp(end)}}
    work.change(notes=(*work.record.notes, note))
    work.notice(
        "deadline_changed",
        work.everybody(),
        {"before": before, "deadline": work.record.deadline, "outage": True},
    )
    return done("deadline_set", before=before, deadline=work.record.deadline)


HANDLERS: dict[str, Handler] = {
    **gm_people.HANDLERS,
    **gm_repair.HANDLERS,
    "DEADLINE": _deadline,
    "EXTEND": _extend,
    "OUTAGE": _outage,
    "PAUSE": _pause,
    "PROCESS": _process,
    "RESUME": _resume,
    "START": _start,
}
