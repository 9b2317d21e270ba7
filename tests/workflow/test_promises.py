"""What must hold whatever players do and whenever the judge runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.workflow.clock import moment
from judge.workflow.letters import Letter
from judge.workflow.model import CommandInput, MailInput, PhaseClosed, Record, TimeInput
from judge.workflow.step import step
from tests.workflow.fake import ADDRESSES, ENGINE, GM, POWERS, T0, VARIANT, seated

BODIES = (
    "A {0}1 - SEA\nA {0}2 H", "A {0}1 - SEA", "A {0}1 - HELL\nA {0}2 - GOLD", "A {0}1 R FIELD", "A P B", "READY", "WAIT",
    "CLEAR", "nonsense", "DRAW", "RESIGN", "PRESS TO ALL\nhi\nEND", "ABSENCE 3/20-3/24", "PEACE", "DIGEST on",
)  # fmt: skip
ACTS = (
    ("EXTEND", "1d"),
    ("PAUSE", "2026-03-20"),
    ("RESUME",),
    ("PROCESS",),
    ("ROLLBACK",),
    ("FORWARD",),
    ("SET", "grace", "6h"),
)
HORIZON = 60 * 24 * 60

minutes = st.integers(1, HORIZON)
mails = st.tuples(minutes, st.sampled_from(POWERS), st.sampled_from(BODIES))
acts = st.tuples(minutes, st.sampled_from(ACTS))
strangers = st.tuples(minutes, st.sampled_from(["JOIN", "YES", "NO", "OBSERVE"]), st.integers(1, 2))
games = st.fixed_dictionaries(
    {
        "early_close": st.sampled_from(["off", "in", "ready"]),
        "grace": st.sampled_from(["0", "1d"]),
        "reminders": st.sampled_from(["", "24h 3h"]),
        "hour": st.sampled_from(["", "21:00", "24:00"]),
        "start_hour": st.sampled_from(["", "20:00"]),
        "timezone": st.sampled_from(["UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York"]),
        "weekdays": st.sampled_from(["", "mon wed fri"]),
        "peace": st.just(True),
        "press_gap": st.sampled_from(["hold", "refuse"]),
        "deadline_counts": st.booleans(),
    }
)


def inputs(mail: Any, act: Any, strange: Any) -> list[Any]:
    """Inputs in order of receipt, each at its own minute."""
    found: list[Any] = []
    for minute, power, body in mail:
        at = T0 + timedelta(minutes=minute, seconds=1)
        found.append(MailInput(at, ADDRESSES[power], "player", power, body.format(power[0])))
    for minute, (verb, *args) in act:
        found.append(CommandInput(T0 + timedelta(minutes=minute, seconds=2), verb, tuple(args), GM.address))
    for minute, body, who in strange:
        at = T0 + timedelta(minutes=minute, seconds=3)
        found.append(MailInput(at, f"s{who}@example.org", "stranger", "", body, proven=True))
    return sorted(found, key=lambda one: one.at)


def play(
    game: dict[str, Any], events: list[Any]
) -> tuple[Record, list[Letter], list[PhaseClosed], list[Record]]:
    """The game's end, all letters and closed phases, and the record after each input."""
    record = step(ENGINE, VARIANT, seated(**game), CommandInput(T0, "START")).record
    letters: list[Letter] = []
    closed: list[PhaseClosed] = []
    records = [record]
    for event in events:
        result = step(ENGINE, VARIANT, record, event)
        record = result.record
        letters += result.letters
        closed += result.closed
        records.append(record)
    return record, letters, closed, records


@settings(max_examples=120, deadline=None)
@given(
    games,
    st.lists(mails, max_size=25),
    st.lists(acts, max_size=4),
    st.lists(strangers, max_size=3),
    st.lists(minutes, max_size=40),
)
def test_it_makes_no_difference_when_the_judge_ran(
    game: Any, mail: Any, act: Any, strange: Any, ticks: Any
) -> None:
    events = inputs(mail, act, strange)
    end = TimeInput(T0 + timedelta(minutes=HORIZON))
    with_ticks = sorted(
        [*events, *[TimeInput(T0 + timedelta(minutes=minute)) for minute in ticks]], key=lambda one: one.at
    )
    once = play(game, [*events, end])
    often = play(game, [*with_ticks, end])
    assert often[0] == once[0]
    assert often[1] == once[1]
    assert often[2] == once[2]


@settings(max_examples=120, deadline=None)
@given(games, st.lists(mails, max_size=25), st.lists(minutes, max_size=25))
def test_promises_to_players(game: Any, mail: Any, ticks: Any) -> None:
    events = sorted(
        [*inputs(mail, [], []), *[TimeInput(T0 + timedelta(minutes=minute)) for minute in ticks]],
        key=lambda one: one.at,
    )
    record = step(ENGINE, VARIANT, seated(**game), CommandInput(T0, "START")).record
    keys: set[str] = set()
    for event in events:
        before = record
        result = step(ENGINE, VARIANT, record, event)
        record = result.record
        for letter in result.letters:
            assert letter.key not in keys, "two letters under one key: one would be lost"
            keys.add(letter.key)
            if letter.kind == "reminder":
                assert letter.facts.owed, "reminded although nothing is owed"
                assert any(one.left for one in letter.facts.owed), "reminded although all is in"
            if letter.kind == "deadline_report" and not letter.facts.early:
                assert letter.facts.closed.deadline <= record.opened or record.state != "running"
            if letter.kind == "notice" and letter.facts.what == "press" and letter.to.role == "player":
                assert letter.facts.phase.press
        for closed in result.closed[:1]:
            if closed.phase_id == before.phase_id and before.deadline and isinstance(event, TimeInput):
                assert moment(closed.at) >= moment(before.deadline), "closed before its deadline"
        if isinstance(event, MailInput):
            answers = [one for one in result.letters if one.kind == "acknowledgement"]
            assert [one.to.address for one in answers] == [event.address]
        if record.state == "running" and record.phase_id != before.phase_id:
            assert moment(record.deadline) > moment(record.opened)
        assert result.next_due == "" or moment(result.next_due) >= event.at
