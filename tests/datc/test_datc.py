"""The public test cases for Diplomacy adjudicators (DATC 3.0), one test a case, through the function that a tick uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.diplomacy.case_files import Case, read_cases
from judge.diplomacy.run_case import run

FILES = sorted(Path(__file__).parent.glob("*.txt"))
CASES = [case for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"datc-{case.id}")
def test_datc(case: Case) -> None:
    wrong = run(case)
    assert not wrong, "\n".join(wrong)


def test_no_case_of_the_datc_is_missing() -> None:
    """164 cases in DATC 3.0, one of them (6.J.9) in two parts; cases under other options come on top."""
    ids = {case.id for case in CASES}
    assert len(ids) == len(CASES)
    base = {case.id.removesuffix("-part1").removesuffix("-part2") for case in CASES}
    assert len({name for name in base if "-" not in name}) == 164
