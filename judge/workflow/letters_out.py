"""Building the letters: which facts each person gets. What a person may not know is left out here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from judge.engine import Event
from judge.text.lines import MAX_LINE
from judge.workflow import clock
from judge.workflow import orders as filed
from judge.workflow.clock import moment, stamp
from judge.workflow.letters import (
    Acknowledgement,
    DeadlineReport,
    DeliveryNote,
    EventFacts,
    FinalReport,
    GameStart,
    MailNote,
    PhaseFacts,
    Recipient,
    Reminder,
    ReportRow,
    Seat,
    TranscriptLine,
    TurnSummary,
)
from judge.workflow.model import Json, Player
from judge.workflow.past import unsealed
from judge.workflow.settings import rule_options, shown
from judge.workflow.work import Work

MOST_PROBLEMS = 20


def acknowledge(
    work: Work,
    to: Recipient,
    transcript: Sequence[TranscriptLine],
    *,
    late_for: str = "",
    most: int = MOST_PROBLEMS,
) -> Acknowledgement:
    """The answer to a player's mail as things stand now. After `most` problems further ones are only counted."""
    lines, more = _trim(transcript, most)
    record = work.record
    power = to.power
    running = work.started and record.state != "finished" and bool(power)
    phase = work.phase_facts()
    if record.review:
        phase = replace(phase, deadline="", grace_end="")
    return Acknowledgement(
        game=record.game,
        variant=work.variant.id,
        power=power,
        phase=phase,
        transcript=lines,
        standing=filed.standing(work, power) if running else (),
        missing=filed.missing(work, power) if running and not record.review else (),
        owed=filed.owed_facts(work, power) if running else (),
        late=bool(late_for),
        complete=running and not any(one.left for one in filed.owed_facts(work, power)),
        ready=power in record.ready and running,
        more_problems=more,
        subject=work.mail.subject if work.mail else "",
        late_for=late_for,
        overdue=running and work.overdue(),
        waiting=power in record.waits and running,
        review=bool(record.review),
    )


def _trim(transcript: Sequence[TranscriptLine], most: int) -> tuple[tuple[TranscriptLine, ...], int]:
    lines: list[TranscriptLine] = []
    shown_problems = more = 0
    for line in transcript:
        if len(line.text) > MAX_LINE:
            line = replace(line, text=f"{line.text[:MAX_LINE]}…")
        bad = line.outcome == "refused" or bool(line.problems)
        if bad and shown_problems >= most:
            more += max(1, len(line.problems))
            if line.outcome == "refused" or not (line.orders or line.result):
                continue  # without its problems nothing true could be said of it
            line = replace(line, problems=())
        elif bad:
            shown_problems += max(1, len(line.problems))
        lines.append(line)
    return tuple(lines), more


def seats_for(work: Work, viewer: Recipient) -> tuple[Seat, ...]:
    """Who plays what, as this person may know it: in an anonymous game only the GM sees names and addresses.

    Addresses are for those who play: people who only watch, and strangers, see names.
    """
    plays = viewer.role == "gm" or bool(viewer.power)
    hidden = bool(work.settings.get("anonymous")) and work.record.state != "finished" and viewer.role != "gm"
    result = []
    for power in work.engine.powers:
        player = work.player(power)
        if player is None:
            result.append(Seat(power, status="open"))
        elif hidden and player.address != viewer.address:
            result.append(Seat(power, status=player.status))
        else:
            address = player.address if plays else ""
            result.append(Seat(power, player.name, address, player.status))
    return tuple(result)


def send_game_start(work: Work, events: Sequence[Event] = ()) -> None:
    """Tell everybody that the game begins, and what happened on the way to its first phase."""
    commitment = work.chance.commitment
    gm = work.record.gms[0].name or work.record.gms[0].address if work.record.gms else ""
    for to in work.everybody():
        work.send(
            "game_start",
            to,
            GameStart(
                game=work.record.game,
                variant=work.variant.id,
                power=to.power,
                phase=work.phase_facts(),
                seats=seats_for(work, to),
                view=work.engine.view(work.position, to.power or None),
                sheet=filed.sheet(work, to.power) if to.power else (),
                settings=shown_settings(work),
                gm=gm,
                commitment=commitment,
                calendar=calendar(work),
                events=visible(events, to),
                picture=picture_key(work, "start", to),
                winning=winning(work),
            ),
        )


def visible(events: Sequence[Event], viewer: Recipient) -> tuple[EventFacts, ...]:
    """What this person may know of what happened. The GM sees everything unless the GM holds a seat."""
    found = []
    for event in events:
        if event.seen_by is None or viewer.power in event.seen_by or viewer.role == "gm":
            found.append(EventFacts(event.kind, dict(event.facts)))
    return tuple(found)


def picture_key(work: Work, name: str, to: Recipient, events: Sequence[Event] = ()) -> str:
    """Under what the pictures of a phase are kept: one for all, unless this person may know other things than the public."""
    key = f"{name}.{work.record.revision}"
    public = work.engine.view(work.position, None) == work.engine.view(work.position, to.power or None)
    if public and all(event.seen_by is None for event in events):
        return key
    return f"{key}/{to.power or to.role}"


def send_turn_summary(
    work: Work, closed: PhaseFacts, before: Any, events: Sequence[Event], nmr: Sequence[str]
) -> None:
    """Tell everybody what happened and what is due next. The record already stands in the next phase."""
    record = work.record
    over = record.state == "finished"
    for to in work.everybody():
        work.send(
            "turn_summary",
            to,
            TurnSummary(
                game=record.game,
                variant=work.variant.id,
                power=to.power,
                closed=closed,
                phase=work.phase_facts(),
                events=visible(events, to),
                before=work.engine.view(before, to.power or None),
                view=work.engine.view(work.position, to.power or None),
                owed=() if over else filed.public_owed(work),
                sheet=filed.sheet(work, to.power) if to.power and not over else (),
                nmr=tuple(nmr),
                outcome=record.outcome,
                history={phase: dict(counts) for phase, counts in record.centres.items()},
                seed=record.seed if over else "",
                picture=picture_key(work, closed.id, to, events),
                winning={} if over else winning(work),
            ),
        )


def report_rows(work: Work, nmr: Sequence[str]) -> tuple[ReportRow, ...]:
    """A row a power for the GM's report, from the record as it stands before the phase is closed."""
    record = work.record
    owed_powers = {owed.power for owed in work.phase.owed}
    deadline = record.deadline
    rows = []
    for power in work.engine.powers:
        player = work.player(power) or Player(power, "", status="open")
        sent = max((order.at for order in record.orders.get(power, ())), default="")
        rows.append(
            ReportRow(
                power=power,
                name=player.name,
                address=player.address,
                owed=power in owed_powers,
                sent_at=sent,
                mails=record.mails_in.get(power, 0),
                orders=len(record.orders.get(power, ())),
                missing=sum(one.left for one in filed.owed_facts(work, power)),
                problems=record.problems_in.get(power, 0),
                late=bool(deadline) and record.first_sent.get(power, "") > deadline,
                nmr=power in nmr,
                nmr_count=player.nmr + (power in nmr),
            )
        )
    return tuple(rows)


def send_deadline_report(work: Work, closed: PhaseFacts, rows: tuple[ReportRow, ...], *, early: bool) -> None:
    """Tell every GM how the phase went; the notes gathered since the last report go along and are then forgotten."""
    record = work.record
    mails, deliveries, moved = [], [], ""
    for note in record.notes:
        facts = note["facts"]
        if note["kind"] == "mail":
            mails.append(
                MailNote(
                    **{name: facts.get(name, "") for name in ("mail", "at", "sender", "subject", "reason")}
                )
            )
        elif note["kind"] == "delivery":
            deliveries.append(
                DeliveryNote(
                    str(facts.get("address", "")),
                    str(facts.get("subject", "")),
                    str(facts.get("reason", "")),
                    bool(facts.get("permanent", False)),
                )
            )
        elif note["kind"] == "outage":
            moved = str(facts.get("was", ""))
    over = record.state == "finished"
    for gm in record.gms:
        work.send(
            "deadline_report",
            work.recipient(gm, "gm"),
            DeadlineReport(
                game=record.game,
                variant=work.variant.id,
                closed=closed,
                phase=work.phase_facts(),
                early=early,
                rows=rows,
                mails=tuple(mails),
                deliveries=tuple(deliveries),
                owed=() if over else filed.public_owed(work),
                outcome=record.outcome,
                moved_by_outage=moved,
            ),
        )
    work.change(notes=())


def send_final_report(work: Work) -> None:
    """Tell everybody how the game ended, with all orders and the seed for checking."""
    record = work.record
    gone = map(unsealed, record.past)
    orders = {str(entry["id"]): entry["results"] or entry["orders"] for entry in gone}
    for to in work.everybody():
        work.send(
            "final_report",
            to,
            FinalReport(
                game=record.game,
                variant=work.variant.id,
                power=to.power,
                phase=work.phase_facts(),
                outcome=dict(record.outcome or {}),
                seats=seats_for(work, to),
                history={phase: dict(counts) for phase, counts in record.centres.items()},
                orders=orders,
                view=work.engine.view(work.position, None),
                seed=record.seed,
                picture=picture_key(work, "end", to),
                commitment=work.chance.commitment,
            ),
        )


def winning(work: Work) -> Json:
    """How the game is won, from its rule options and settings; empty where the variant names no number that wins."""
    variant, settings = work.variant, work.settings
    rules = {**variant.rules, **rule_options(settings)}
    needed = int(rules.get("victory_centres") or 0) or variant.victory
    agreed = {
        "peace": bool(settings.get("peace")),
        "draw": settings.get("draw") != "none",
        "concession": bool(settings.get("concession")),
    }
    if goals := variant.game.get("victory"):
        bases = bool(rules.get("victory_needs_base", True))
        hold = {power: dict(goal) for power, goal in goals.items()}
        return {"by": "objectives", "hold": hold, "bases": bases, "turns": variant.game["turns"], **agreed}
    if not needed:
        return {}
    return {
        "by": str(rules.get("victory", "centres")),
        "needed": needed,
        "of": sum(province.centre for province in variant.provinces),
        "home_points": int(rules.get("home_centre_points", 1)),
        "last_year": variant.calendar.last_year,
        **agreed,
    }


def shown_settings(work: Work) -> dict[str, str | int | bool]:
    """The settings players are told of."""
    return shown(work.settings, work.variant)


def plain(value: Any) -> Json:
    """A letter's value as plain data, for facts of notices."""
    return dict(asdict(value))


def plain_sheet(work: Work, power: str) -> list[Json]:
    """An order sheet as plain data."""
    return [plain(line) for line in filed.sheet(work, power)]


def calendar(work: Work) -> tuple[Json, ...]:
    """Start and deadline of every turn to come in a game with fixed start hours and a last year (000 part 2, 卓日程)."""
    years = work.variant.calendar
    if not work.settings.get("start_hour") or years.last_year is None or not work.started:
        return ()
    turns = (years.last_year - years.start_year + 1) * len(years.seasons)
    starts, deadline = moment(work.record.starts), moment(work.record.deadline)
    rows: list[Json] = []
    for turn in range(work.phase.turn, turns + 1):
        year, season = divmod(turn - 1, len(years.seasons))
        label = {"season": years.seasons[season].id, "year": years.start_year + year}
        rows.append({"turn": turn, "label": label, "starts": stamp(starts), "deadline": stamp(deadline)})
        starts = clock.start_after(deadline, work.settings)
        length = clock.phase_length("movement", False, work.settings)
        deadline = clock.deadline_after(starts, length, work.settings)
    return tuple(rows)


def send_calendar_if_late(work: Work, scheduled: str) -> None:
    """The turns to come, anew, when the one that opens now starts later than the former one's deadline let expect."""
    turns = calendar(work)
    if (
        turns
        and scheduled
        and moment(work.record.starts) > clock.start_after(moment(scheduled), work.settings)
    ):
        work.notice("calendar", work.everybody(), {"turns": list(turns)})


def send_reminders(work: Work, powers: Sequence[str], *, overdue: bool = False) -> None:
    """Remind those who still owe something."""
    for power in powers:
        player = work.player(power)
        if player is None or not player.address:
            continue
        work.send(
            "reminder",
            work.recipient(player, "player"),
            Reminder(
                game=work.record.game,
                variant=work.variant.id,
                power=power,
                phase=work.phase_facts(),
                owed=filed.owed_facts(work, power),
                missing=filed.missing(work, power),
                sheet=filed.standing(work, power) or filed.sheet(work, power),
                overdue=overdue,
            ),
        )
