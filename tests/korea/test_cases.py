"""The worked examples of the rules, each a case of variants/korea/cases/."""

from __future__ import annotations

import pytest

from judge.korea.case_files import Case, read_cases, run
from judge.paths import data_dir

FILES = sorted((data_dir("variants") / "korea" / "cases").glob("*.txt"))
CASES = [case for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"korea-{case.name}")
def test_case(case: Case) -> None:
    wrong = run(case)
    assert not wrong, "\n".join(wrong)


def test_there_are_cases_for_every_chapter() -> None:
    assert len({case.where for case in CASES}) == 6
    assert len(CASES) >= 39


def test_a_case_that_comes_out_otherwise_is_named_with_its_line() -> None:
    case = next(case for case in CASES if any(words.startswith("=> ") for _, words in case.lines))
    lines = [(n, "=> army of nobody" if words.startswith("=> ") else words) for n, words in case.lines]
    (wrong,) = run(Case(case.name, case.where, case.variant, lines))
    assert wrong.startswith(f"{case.where}:")
    assert "=> army of nobody: came out: " in wrong
