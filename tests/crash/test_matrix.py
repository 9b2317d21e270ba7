"""The crash matrix: a pass is killed at every place it can be (judge/points.py), each time it comes there.

After the kill the same passes are made again. Then the game's record, what became of each mail, and the set of delivered
letters by Message-ID must be those of the undisturbed run. `make long` tries every single point, `make check` some of each name.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from judge import points
from tests.crash.case import BEGIN, LONG, MAILS, new_case


def chosen(passed: list[str]) -> list[int]:
    """Which points to kill at, counted from 1: all, or the first, the middle and the last of each name."""
    if LONG:
        return list(range(1, len(passed) + 1))
    result = set()
    for name in set(passed):
        places = [number for number, other in enumerate(passed, 1) if other == name]
        result |= {places[0], places[len(places) // 2], places[-1]}
    return sorted(result)


def test_a_pass_killed_anywhere_loses_and_doubles_nothing(tmp_path: Path) -> None:
    start, deadline = new_case(tmp_path / "start")
    for number, sent in enumerate(MAILS):
        start.deliver(number, sent)
    moments = (BEGIN, BEGIN + timedelta(hours=2), deadline + timedelta(minutes=10))
    passed: list[str] = []
    calm = start.copy(tmp_path / "calm")
    calm.play(moments, passed.append)
    expected = calm.outcome()
    assert {name for name in points.POINTS if not name.startswith(("imap", "smtp", "copy"))} <= set(passed)
    assert expected["record"].phase_id == "F1901M"
    assert expected["inbox"] == []
    assert len(expected["done"]) == len(MAILS)
    assert len(expected["delivered"]) == len({name for _, name in expected["delivered"]}) > 20
    for number in chosen(passed):
        case = start.copy(tmp_path / "case")
        assert case.play_killed(moments, number)
        case.play(moments)
        outcome = case.outcome()
        for part, value in expected.items():
            assert outcome[part] == value, f"killed at point {number} ({passed[number - 1]}): {part} differs"
