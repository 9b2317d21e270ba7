"""The worked examples of the rules, each a case of tests/korea/cases/."""

from __future__ import annotations

import pytest

from tests.korea.cases import Case, Run, read_cases

CASES = list(read_cases())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"korea-{case.name}")
def test_case(case: Case) -> None:
    Run(case).play()


def test_there_are_cases_for_every_chapter() -> None:
    assert len({case.where for case in CASES}) == 6
    assert len(CASES) >= 39
