"""docs/variants.md names every column, key and special rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.variants.check import KEYS, POWER_KEYS
from judge.variants.draft import COLUMNS
from judge.variants.specials import SPECIALS

TEXT = (Path(__file__).parents[2] / "docs" / "variants.md").read_text("utf-8")
WORDS = sorted({*KEYS, *POWER_KEYS, *SPECIALS, *(k for v in SPECIALS.values() for k in v)})


@pytest.mark.parametrize("word", WORDS)
def test_every_key_is_described(word: str) -> None:
    assert any(form in TEXT for form in (f"`{word}`", f"`[{word}]`", f"`[[{word}]]`"))


@pytest.mark.parametrize("columns", COLUMNS.values(), ids=COLUMNS)
def test_every_table_shows_its_heading(columns: tuple[str, ...]) -> None:
    assert f"`{','.join(columns)}`" in TEXT
