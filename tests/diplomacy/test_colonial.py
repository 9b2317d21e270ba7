"""Colonial Diplomacy: the worked cases of the rules text 001 and of the DATC's section 7, one test a case."""

from __future__ import annotations

import pytest

from judge.diplomacy.case_files import Case, read_cases
from judge.diplomacy.run_case import run
from judge.paths import data_dir

FILES = sorted((data_dir("variants") / "colonial" / "cases").glob("*.txt"))
CASES = [case for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"colonial-{case.id}")
def test_colonial(case: Case) -> None:
    wrong = run(case)
    assert not wrong, "\n".join(wrong)


def test_case_names_are_unique() -> None:
    assert len({case.id for case in CASES}) == len(CASES)
