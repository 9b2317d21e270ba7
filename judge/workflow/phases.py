"""Opening and closing phases: deadline, adjudication, silent players, reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from judge.chance import SeededChance
from judge.engine import Event, Outcome, Phase
from judge.workflow import letters_out, review
from judge.workflow import orders as filed
from judge.workflow.clock import moment, stamp
from judge.workflow.deadlines import phase_times
from judge.workflow.model import Json, PhaseClosed
from judge.workflow.past import seal
from judge.workflow.work import PLAYING, Work

MOST_EMPTY = 50
"""Phases in a row that nobody owes anything in; more is a fault of an engine."""


def open_phase(work: Work, *, first: bool = False, scheduled: str = "") -> None:
    """The phase the position is in begins now. scheduled: the deadline the former phase had, from which a fixed start hour counts."""
    phase = work.phase
    starts, deadline = phase_times(work, phase, first=first, scheduled=scheduled)
    work.change(
        phase_id=phase.id,
        opened=work.now,
        starts=stamp(starts),
        deadline=stamp(deadline),
        grace_end="",
        orders={},
        first_sent={},
        mails_in={},
        problems_in={},
        ready=(),
        waits=(),
        votes={},
        reminded=(),
        review="",
        overruled=(),
        held=tuple(
            {**entry, "due": max(str(entry["due"]), stamp(starts))} if entry["kind"] == "press" else entry
            for entry in work.record.held
        ),
    )


def start_game(work: Work) -> None:
    """The first position, the first phase, the mails that start the game."""
    chance = work.chance
    resolution = work.engine.start(chance)
    work.change(
        state="running",
        position=work.engine.dump(resolution.position),
        phase_no=1,
        standbys=work.record.standbys,
    )
    for player in work.record.players:
        work.change_player(player.power, since=1)
    events = list(resolution.events)
    _run_on(work, chance, events)
    open_phase(work, first=True)
    work.change(centres={"": centre_counts(work)})
    letters_out.send_game_start(work, events)


def centre_counts(work: Work) -> dict[str, int]:
    """Centres by power from the engine's public view; empty for games without."""
    counts = work.engine.view(work.position, None).get("counts", {})
    return {power: int(row.get("centres", 0)) for power, row in counts.items()}


def silent_powers(work: Work) -> tuple[str, ...]:
    """Powers with a player that owed something and sent nothing at all."""
    silent = []
    for owed in work.owed():
        sent = bool(work.record.orders.get(owed.power)) or owed.power in work.record.ready
        if owed.required and not sent and owed.power not in silent:
            silent.append(owed.power)
    return tuple(silent)


def close_phase(work: Work, *, early: bool = False) -> tuple[str, ...]:
    """Close the phase now: adjudicate, run on to the next phase somebody owes something in, tell everybody.

    Gives the powers whose players have now been silent too often: nobody waits for them any more.
    """
    record = work.record
    closed_facts = work.phase_facts()
    before = work.position
    silent = silent_powers(work)
    rows = letters_out.report_rows(work, silent)
    abandoned = _count_silence(work, silent)
    chance = work.chance
    events: list[Event] = []
    _adjudicate(work, chance, {power: filed.texts(work, power) for power in record.orders}, events)
    overruled, changes = record.overruled, review.overrule(work)
    outcome = _run_on(work, chance, events)
    _note_eliminated(work, events)
    work.change(
        centres={**work.record.centres, record.phase_id: centre_counts(work)},
        undone=(),
    )
    if outcome is not None:
        finish(work, outcome)
    else:
        open_phase(work, scheduled=record.deadline)
    letters_out.send_turn_summary(work, closed_facts, before, events, silent)
    review.tell(work, overruled, changes)
    if outcome is None:
        letters_out.send_calendar_if_late(work, record.deadline)
    letters_out.send_deadline_report(work, closed_facts, rows, early=early)
    if outcome is not None:
        letters_out.send_final_report(work)
        return ()
    return abandoned


def _adjudicate(
    work: Work, chance: SeededChance, orders: dict[str, tuple[str, ...]], events: list[Event]
) -> None:
    """One phase of the engine: the position moves on, the history grows."""
    record, phase, before = work.record, work.phase, work.position
    full = {
        power: tuple(work.engine.canonical(before, power, orders.get(power, ())))
        for power in dict.fromkeys((*(owed.power for owed in phase.owed), *orders))
    }
    resolution = work.engine.adjudicate(before, orders, chance)
    after = work.engine.dump(resolution.position)
    plain = tuple(_event_json(event) for event in resolution.events)
    work.closed.append(
        PhaseClosed(
            phase.id, record.phase_no, record.revision, work.now, record.position or {}, full, plain, after
        )
    )
    work.change(
        position=after,
        phase_no=record.phase_no + 1,
        past=(*record.past, seal(_past(work, phase, full, resolution.events))),
    )
    events += resolution.events


def _past(work: Work, phase: Phase, orders: dict[str, tuple[str, ...]], events: Sequence[Event]) -> Json:
    results: dict[str, list[list[Any]]] = {}
    dislodged = [event.facts.get("unit") for event in events if event.kind == "dislodged"]
    for event in events:
        if event.kind == "order_result" and event.seen_by is None:
            facts = event.facts
            line: list[Any] = [str(facts.get(name, "")) for name in ("order", "verdict", "reason")]
            more: Json = {"by": list(facts.get("by", ())), "strengths": dict(facts.get("strengths") or {})}
            more["dislodged"] = facts.get("unit") in dislodged
            line.append({name: value for name, value in more.items() if value})
            results.setdefault(str(facts.get("power", "")), []).append(line)
    return {
        "id": phase.id,
        "no": work.record.phase_no,
        "at": work.now,
        "kind": phase.kind,
        "turn": phase.turn,
        "label": dict(phase.label),
        "position": work.record.position,
        "orders": {power: list(texts) for power, texts in orders.items()},
        "results": results,
        "filed": {
            power: [[order.key, order.text] for order in several]
            for power, several in work.record.orders.items()
        },
    }


def _event_json(event: Event) -> Json:
    seen = sorted(event.seen_by) if event.seen_by is not None else None
    return {"kind": event.kind, "facts": dict(event.facts), "seen_by": seen}


def _run_on(work: Work, chance: SeededChance, events: list[Event]) -> Outcome | None:
    """Skip phases in which no power with a player owes anything. Where nobody plays at all the game stands still."""
    for _ in range(MOST_EMPTY):
        outcome = work.engine.outcome(work.position)
        if outcome is not None:
            return outcome
        if work.owed() or (work.phase.owed and not _somebody_plays(work)):
            return None
        _adjudicate(work, chance, {}, events)
    return None


def _somebody_plays(work: Work) -> bool:
    return any(player.status == PLAYING for player in work.record.players)


def _count_silence(work: Work, silent: Sequence[str]) -> tuple[str, ...]:
    """Phases in a row without orders, and how promptly people answer. Gives the powers that are abandoned now."""
    record = work.record
    limit = int(work.settings.get("nmr_limit", 0))
    abandoned = []
    required = {owed.power for owed in work.owed() if owed.required}
    for player in record.players:
        if player.power not in required:
            continue
        if player.power in silent:
            work.change_player(player.power, nmr=player.nmr + 1, nmr_total=player.nmr_total + 1)
            if limit and player.nmr + 1 >= limit:
                work.change_player(player.power, status="civil_disorder")
                abandoned.append(player.power)
            continue
        first = record.first_sent.get(player.power, "")
        late = bool(first) and bool(record.deadline) and first > record.deadline
        wait = int((moment(first) - moment(record.opened)).total_seconds()) if first else 0
        work.change_player(
            player.power,
            nmr=0,
            late=player.late + late,
            on_time=player.on_time + (not late),
            response=player.response + max(0, wait),
        )
    return tuple(abandoned)


def _note_eliminated(work: Work, events: Sequence[Event]) -> None:
    for event in events:
        if event.kind == "eliminated":
            power = str(event.facts.get("power", ""))
            if work.active(power):
                work.change_player(power, status="out")


def finish(work: Work, outcome: Outcome) -> None:
    """The game is over."""
    work.change(
        state="finished",
        outcome={**asdict(outcome), "winners": list(outcome.winners), "at": work.now},
        phase_id=work.phase.id,
        deadline="",
        grace_end="",
        starts="",
        orders={},
        ready=(),
        waits=(),
        votes={},
        held=(),
        review="",
        overruled=(),
    )


def survivors(work: Work) -> tuple[str, ...]:
    """Powers with a player that still have a unit or a centre, in the variant's order."""
    counts = work.engine.view(work.position, None).get("counts", {})
    return tuple(
        power
        for power in work.engine.powers
        if work.active(power)
        and (power not in counts or counts[power].get("units") or counts[power].get("centres"))
    )


def end_by_agreement(work: Work, outcome: Outcome) -> None:
    """The game ends now, without adjudicating the phase in hand; everybody gets the final report."""
    finish(work, outcome)
    letters_out.send_final_report(work)


def may_close_early(work: Work) -> bool:
    """Whether the phase is to close now although its deadline has not passed."""
    if work.record.state != "running" or work.record.review:
        return False
    if work.in_grace():
        return not filed.owing(work)
    rule = work.settings.get("early_close", "in")
    if rule == "off" or not work.owed():
        return False
    if rule == "ready" and work.phase.kind == "movement":
        return filed.all_ready(work)
    return filed.all_in(work) and not any(work.active(power) for power in work.record.waits)
