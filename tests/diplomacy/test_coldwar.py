"""Petit Diplomacy, Cold War edition: the examples of the rules text 000 and worked cases, one test a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diplomacy.case_files import Case, read_cases
from tests.diplomacy.run_case import run

CASES = list(read_cases(Path(__file__).parent.parent / "cases" / "coldwar.txt"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"coldwar-{case.id}")
def test_coldwar(case: Case) -> None:
    wrong = run(case)
    assert not wrong, "\n".join(wrong)
