"""Months of fifty games: absences, early closings, holidays, summer time. Every promise is asserted at every step."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from judge.workflow import clock
from judge.workflow.clock import moment
from judge.workflow.model import CommandInput, MailInput, Record, Step, TimeInput
from judge.workflow.step import step
from tests.workflow.fake import ADDRESSES, ENGINE, POWERS, T0, VARIANT, seated

ZONES = ("Asia/Tokyo", "Europe/Berlin", "America/New_York", "Australia/Sydney", "UTC")
DAYS = 130


def game_settings(chance: random.Random) -> dict[str, Any]:
    """Some GM's choice."""
    return {
        "timezone": chance.choice(ZONES),
        "hour": chance.choice(["", "21:00", "24:00", "02:30"]),
        "start_hour": chance.choice(["", "", "20:00"]),
        "weekdays": chance.choice(["", "mon tue wed thu fri", "sat sun"]),
        "holidays": chance.choice(["auto", "none", "DE", "JP"]),
        "length.movement": chance.choice(["7d", "52h", "3d 6h"]),
        "length.retreat": chance.choice(["1d", "20h"]),
        "grace": chance.choice(["0", "6h", "1d"]),
        "reminders": chance.choice(["24h 3h", "48h", ""]),
        "early_close": chance.choice(["in", "ready", "off"]),
        "nmr_limit": chance.choice([0, 2, 3]),
        "anonymous": chance.choice([True, False]),
        "press_gap": chance.choice(["hold", "refuse"]),
        "absence_max": chance.choice([0, 10]),
    }


def words(chance: random.Random, power: str, now: Any) -> str:
    """What a player may write."""
    letter = power[0]
    day = (now + timedelta(days=chance.randrange(1, 20))).date()
    return chance.choice(
        [
            f"A {letter}1 H\nA {letter}2 - SEA",
            f"A {letter}1 H\nA {letter}2 - SEA\nREADY",
            f"A {letter}1 - HELL\nA {letter}2 H",
            f"A {letter}1 - GOLD\nA {letter}2 H",
            f"A {letter}1 H",
            f"A {letter}1 R FIELD\nA {letter}2 R FIELD",
            "A P B",
            "READY",
            "WAIT",
            "PRESS TO ALL\nhello there\nEND",
            f"ABSENCE {day} {day + timedelta(days=chance.randrange(0, 12))}",
            "DIGEST on",
        ]
    )


class Watch:
    """Looks at every step of one game."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.keys: set[str] = set()
        self.closings = [""]
        self.moved: set[str] = set()
        self.phases = 0

    def see(self, event: Any, result: Step) -> None:
        before, after = self.record, result.record
        game = after.settings
        for closed in result.closed:
            assert closed.at >= self.closings[-1]
            self.closings.append(closed.at)
            self.phases += 1
        for letter in result.letters:
            assert letter.key not in self.keys
            self.keys.add(letter.key)
            assert after.state == "finished" or after.seed not in repr(letter)
            facts = letter.facts
            if letter.kind == "reminder":
                assert any(one.left for one in facts.owed)
                player = next(one for one in after.players if one.power == facts.power)
                assert player.status in {"playing", "civil_disorder"}
            if letter.kind == "deadline_report" and not facts.early:
                assert facts.closed.deadline <= self.closings[-1]
            if letter.kind == "notice" and facts.what == "press":
                assert facts.phase.press
                assert letter.to.power != facts.facts["from"]
            if game["anonymous"] and letter.to.role == "player":
                others = {one for one in ADDRESSES.values() if one != letter.to.address}
                assert not any(one in repr(facts) for one in others)
        if after.state == "running" and after.phase_no != before.phase_no:
            deadline = moment(after.deadline)
            assert deadline > moment(after.opened)
            zone = ZoneInfo(str(game["timezone"]))
            length = clock.phase_length(ENGINE.phase(after.position).kind, False, game)
            assert deadline >= clock.add(moment(after.starts), length, zone)
            day = deadline.astimezone(zone)
            if game["hour"] == "24:00":
                day -= timedelta(seconds=1)
            assert clock.day_allowed(day.date(), game)
        if isinstance(event, MailInput):
            assert sum(one.kind == "acknowledgement" for one in result.letters) == 1
        self.record = after


@pytest.mark.parametrize("number", range(50))
def test_a_game_of_four_months(number: int) -> None:
    chance = random.Random(f"months {number}")
    record = seated(**game_settings(chance))
    watch = Watch(record)
    now = T0 + timedelta(
        days=chance.randrange(0, 365)
    )  # 2 March 2026 on: all clock changes and holidays of a year
    begin = CommandInput(now, "START")
    watch.see(begin, step(ENGINE, VARIANT, record, begin))
    end = now + timedelta(days=DAYS)
    diligence = {power: chance.uniform(0.3, 1.5) for power in POWERS}
    while now < end and watch.record.state in {"running", "paused"}:
        now += timedelta(minutes=chance.randrange(1, 1500))
        power = chance.choice(POWERS)
        event: Any = TimeInput(now)
        if chance.random() < diligence[power] * 0.7:
            event = MailInput(now, ADDRESSES[power], "player", power, words(chance, power, now))
        watch.see(event, step(ENGINE, VARIANT, watch.record, event))
    assert watch.phases >= 3
