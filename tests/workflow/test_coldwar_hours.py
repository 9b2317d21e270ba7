"""The Cold War schedule (000 part 2; facts 12.4 D1 to D5), with the variant's own default settings."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from judge.variants.load import load_variant
from judge.variants.model import Calendar
from judge.workflow.model import CommandInput, MailInput, Player, Record, TimeInput
from judge.workflow.record import new_record
from judge.workflow.step import step
from tests.workflow.fake import ADDRESSES, ENGINE, GM, VARIANT

TOKYO = ZoneInfo("Asia/Tokyo")
COLDWAR = replace(
    VARIANT, defaults=load_variant("coldwar").defaults, calendar=replace(load_variant("coldwar").calendar)
)
READY = {power: f"A {power[0]}1 H\nA {power[0]}2 H\nREADY" for power in ADDRESSES}


def at(month: int, day: int, hour: int, minute: int = 0, second: int = 0) -> datetime:
    """Tokyo time in 2024, as UTC. 24 May 2024 is a Friday, as in the source's table."""
    return datetime(2024, month, day, hour, minute, second, tzinfo=TOKYO).astimezone(UTC)


def begun(when: datetime, **settings: Any) -> tuple[Record, Any]:
    """The game started at that time, and the letters of the start."""
    players = [Player(power, address) for power, address in ADDRESSES.items()]
    record = new_record("cw", COLDWAR, settings=settings, gms=[GM], seed="11" * 32, players=players)
    result = step(ENGINE, COLDWAR, record, CommandInput(when, "START"))
    return result.record, result.letters


def mail(record: Record, power: str, body: str, when: datetime) -> Any:
    """A player's mail."""
    return step(ENGINE, COLDWAR, record, MailInput(when, ADDRESSES[power], "player", power, body))


def shown(text: str) -> str:
    """A stored time as Tokyo reads it."""
    return datetime.fromisoformat(text).astimezone(TOKYO).strftime("%m-%d %H:%M")


def test_d1_d2_the_first_year_takes_52_hours_and_the_others_28() -> None:
    record, _ = begun(at(5, 24, 20))
    assert (shown(record.starts), shown(record.deadline)) == ("05-24 20:00", "05-27 00:00")
    record = step(ENGINE, COLDWAR, record, TimeInput(at(5, 27, 0, 1))).record
    assert (shown(record.starts), shown(record.deadline)) == ("05-27 20:00", "05-29 00:00")


def test_the_calendar_of_the_whole_game_is_the_sources_table() -> None:
    """000 part 2, 卓日程: ① 24 May 20:00 to 26 May 24:00 … ⑥ 4 June 20:00 to 5 June 24:00."""
    _, letters = begun(at(5, 24, 12))
    assert [(shown(row["starts"]), shown(row["deadline"])) for row in letters[0].facts.calendar] == [
        ("05-24 20:00", "05-27 00:00"),
        ("05-27 20:00", "05-29 00:00"),
        ("05-29 20:00", "05-31 00:00"),
        ("05-31 20:00", "06-02 00:00"),
        ("06-02 20:00", "06-04 00:00"),
        ("06-04 20:00", "06-06 00:00"),
    ]


def test_d3_an_early_update_does_not_start_the_next_year_early() -> None:
    record, _ = begun(at(5, 24, 20))
    for power, body in READY.items():
        result = mail(record, power, body, at(5, 25, 21))
        record = result.record
    assert record.phase_id == "T2M"
    assert shown(record.opened) == "05-25 21:00"
    assert (shown(record.starts), shown(record.deadline)) == ("05-27 20:00", "05-29 00:00")


def test_d4_press_in_the_silent_hours_waits_until_the_next_start() -> None:
    record, _ = begun(at(5, 24, 20))
    record = step(ENGINE, COLDWAR, record, TimeInput(at(5, 27, 0, 1))).record
    result = mail(record, "RED", "PRESS TO Blue\nhello\nEND", at(5, 27, 9))
    assert [letter.kind for letter in result.letters] == ["acknowledgement"]
    line = result.letters[0].facts.transcript[0]
    assert (line.result, shown(line.facts["until"])) == ("press_held", "05-27 20:00")
    assert shown(result.next_due) == "05-27 20:00"
    later = step(ENGINE, COLDWAR, result.record, TimeInput(at(5, 27, 20)))
    assert [letter.to.address for letter in later.letters] == [ADDRESSES["BLUE"]]


def test_press_in_the_silent_hours_can_be_refused_instead() -> None:
    record, _ = begun(at(5, 24, 20), press_gap="refuse")
    record = step(ENGINE, COLDWAR, record, TimeInput(at(5, 27, 0, 1))).record
    result = mail(record, "RED", "PRESS TO Blue\nhello\nEND\nPEACE", at(5, 27, 9))
    lines = result.letters[0].facts.transcript
    assert [(line.result, line.facts["why"]) for line in lines] == [("press_refused", "silent_hours")] * 2
    assert lines[0].facts["text"] == "hello"


def test_d5_the_instant_24_00_is_late_and_the_second_before_is_not() -> None:
    for when, late in ((at(5, 26, 23, 59, 59), False), (at(5, 27, 0, 0, 0), True)):
        record, _ = begun(at(5, 24, 20))
        result = mail(record, "RED", "A R1 - SEA", when)
        assert (result.record.phase_id == "T2M") is late
        if not late:
            assert result.record.orders["RED"][0].text == "A R1 - SEA"


def test_the_gm_may_shift_the_schedule() -> None:
    record, _ = begun(at(5, 24, 20))
    result = step(ENGINE, COLDWAR, record, CommandInput(at(5, 25, 10), "DEADLINE", ("2024-05-27", "24:00")))
    assert shown(result.record.deadline) == "05-28 00:00"
    told = next(one.facts for one in result.letters if getattr(one.facts, "what", "") == "calendar")
    assert [shown(row["starts"]) for row in told.facts["turns"]][:3] == [
        "05-24 20:00",
        "05-28 20:00",
        "05-30 20:00",
    ]
    record = step(ENGINE, COLDWAR, result.record, TimeInput(at(5, 28, 0))).record
    assert shown(record.starts) == "05-28 20:00"


def test_games_without_a_last_year_or_fixed_hours_have_no_calendar() -> None:
    players = [Player(power, address) for power, address in ADDRESSES.items()]
    plain = replace(VARIANT, calendar=Calendar(1900, ()))
    record = new_record("x", plain, settings={}, gms=[GM], seed="11" * 32, players=players)
    assert step(ENGINE, plain, record, CommandInput(at(5, 24, 20), "START")).letters[0].facts.calendar == ()
