"""Ticks don't matter (design part 6.3): one stream of mails, any schedule of passes, crashes included: the same game.

An outage moves deadlines by its own rule; here every gap between passes is shorter than an outage. The operator's daily mail is counted
from the first pass, which all schedules make at the beginning.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.crash.case import BEGIN, LONG, Case, Sent, new_case

ORDERS = [
    "A PAR - BUR",
    "A PAR H",
    "F BRE - MAO",
    "A MAR - SPA",
    "CLEAR",
    "A XXX - BUR",
    "A MUN - BUR",
    "A BER - KIE",
    "help",
    "",
]
SEEDS = range(40 if LONG else 6)


def stream(random: Random, deadline: datetime) -> list[Sent]:
    """Mails of some players all through two phases, a few close to the deadline on both sides."""
    mails = []
    for _ in range(random.randint(4, 9)):
        at = random.choice(
            [
                BEGIN + (deadline - BEGIN) * random.random() * 1.6,
                deadline + timedelta(seconds=random.randint(-200, 200)),
                deadline,
            ]
        )
        body = "\n".join(random.sample(ORDERS, random.randint(1, 3))) + "\n"
        mails.append((at.replace(microsecond=0), random.choice(["france", "germany", "stranger"]), body))
    return sorted(mails)


def played(case: Case, mails: list[Sent], moments: list[datetime], random: Random | None) -> dict[str, Any]:
    """Deliver each mail before the first pass after its receipt; with `random` some passes are killed on the way."""
    waiting = list(enumerate(mails))
    for moment in moments:
        while waiting and waiting[0][1][0] <= moment:
            case.deliver(*waiting.pop(0))
        if random is not None and random.random() < 0.2:
            case.play_killed([moment], random.randint(1, 60))
        case.play([moment])
    assert not waiting
    return case.outcome()


@pytest.mark.parametrize("seed", SEEDS)
def test_results_do_not_depend_on_when_passes_are_made(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    start, deadline = new_case(tmp_path / "start")
    mails = stream(random, deadline)
    end = BEGIN + (deadline - BEGIN) * 1.7
    every_mail = sorted({*(at for at, _, _ in mails), BEGIN, end})
    schedules = {
        "as each mail comes": every_mail,
        "twice a day": [
            BEGIN + timedelta(hours=12) * step for step in range(int((end - BEGIN) / timedelta(hours=12)))
        ]
        + [end],
        "at random": [BEGIN, *sorted(BEGIN + (end - BEGIN) * random.random() for _ in range(12)), end],
        "once at the end": [BEGIN, end],
    }
    expected: dict[str, Any] = {}
    for name, moments in schedules.items():
        assert moments[0] == BEGIN
        case = start.copy(tmp_path / "case")
        outcome = played(case, mails, moments, random if name == "at random" else None)
        expected = expected or outcome
        for part in ("record", "phases", "mails", "letters", "delivered", "inbox", "done"):
            assert outcome[part] == expected[part], f"passes {name}: {part} differs"
    heartbeats = [key for key, *_ in expected["letters"] if key.startswith("site/heartbeat/")]
    assert len(heartbeats) == (end - BEGIN).days  # each day at 8:00, from noon of the first day on
