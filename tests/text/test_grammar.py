"""The grammar files: built tables are kept between processes, and a damaged or stale file does no harm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.diplomacy.sentence import Sentence, transformer
from judge.text.grammar import keep_grammars, load_grammar
from judge.text.names import REGION_SIGN


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Path]:
    keep_grammars(tmp_path)
    yield tmp_path
    keep_grammars(None)


def forms() -> list[str]:
    sentence = load_grammar("orders", {}, transformer()).parse(f"f {REGION_SIGN} - {REGION_SIGN}")
    assert isinstance(sentence, Sentence)
    return [clause.form for clause in sentence.clauses]


def test_a_built_grammar_is_kept_and_reads_the_same(shelf: Path) -> None:
    assert forms() == ["move"]
    (kept,) = shelf.iterdir()
    written = kept.read_bytes()
    assert forms() == ["move"]
    assert kept.read_bytes() == written


@pytest.mark.parametrize("damage", [b"", b"not a grammar", b"0" * 5000])
def test_a_damaged_file_is_built_anew(shelf: Path, damage: bytes) -> None:
    forms()
    (kept,) = shelf.iterdir()
    kept.write_bytes(damage)
    assert forms() == ["move"]


def test_a_folder_that_is_not_there_does_no_harm(tmp_path: Path) -> None:
    keep_grammars(tmp_path / "missing")
    try:
        assert forms() == ["move"]
    finally:
        keep_grammars(None)
