"""Petit Diplomacy, Cold War edition: the examples of the rules text 000 and worked cases, one test a case."""

from __future__ import annotations

import pytest

from judge.diplomacy.case_files import Case, read_cases
from judge.diplomacy.run_case import run
from judge.paths import data_dir

FILES = sorted((data_dir("variants") / "coldwar" / "cases").glob("*.txt"))
CASES = [case for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"coldwar-{case.id}")
def test_coldwar(case: Case) -> None:
    wrong = run(case)
    assert not wrong, "\n".join(wrong)
