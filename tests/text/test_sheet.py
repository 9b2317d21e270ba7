"""An order sheet that comes back: lines that were not filled in are no orders (a bare unit would be one: 001, chapter 7, hold)."""

from __future__ import annotations

import pytest

from judge.text.lines import content


@pytest.mark.parametrize("line", ["A KYO ____", "F P.ART ____", "A KYO ___", "____", "  A KYO ______  "])
def test_a_blank_that_was_left_is_no_order(line: str) -> None:
    assert content(line, signs=False)[1] == ""


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("A KYO - KYU ____", "A KYO - KYU"),
        ("A KYO ____ - KYU", "A KYO      - KYU"),
        ("A KYO ____- KYU", "A KYO     - KYU"),
        ("A KYO", "A KYO"),
    ],
)
def test_what_is_left_of_a_blank_that_was_filled_in_is_not_read(line: str, means: str) -> None:
    assert content(line, signs=False)[1] == means
