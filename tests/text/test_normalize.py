"""One spelling for what looks alike (facts: part 2.3 of the mail conventions), and the way back to the player's columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.text.caret import caret_line, char_width
from judge.text.normalize import compact, fold, normalize


@pytest.mark.parametrize("dash", list("-‐‑‒–—―−─━〜～－⁃"))
def test_every_dash_is_a_hyphen(dash: str) -> None:
    assert normalize(f"A PAR {dash} BUR").text == "a par - bur"


@pytest.mark.parametrize("arrow", list("→⇒➡⟶＞"))
def test_every_arrow_is_one_sign(arrow: str) -> None:
    assert normalize(f"満州{arrow}ソウル").text == "満州>ソウル"


def test_the_long_vowel_stays() -> None:
    assert normalize("ﾃﾞﾘｰ").text == "デリー"


@pytest.mark.parametrize("hidden", ["\u200b", "\u200c", "\u200d", "\ufeff", "\u00ad", "\u200e", "\u202e"])
def test_characters_without_width_inside_a_name_vanish(hidden: str) -> None:
    assert normalize(f"A P{hidden}AR").text == "a par"


@pytest.mark.parametrize("blank", ["\u00a0", "\u3000", "\t", "\x00", "\u2003"])
def test_every_blank_is_a_blank(blank: str) -> None:
    assert normalize(f"A{blank}PAR").text == "a par"


def test_a_span_points_at_the_players_own_characters() -> None:
    line = "Ａ\u200b　ﾊﾞｸﾞﾀﾞｯﾄﾞ → ソウノレ"
    folded = normalize(line)
    start = folded.text.index("ソウノレ")
    column, length = folded.span(start, start + 4)
    assert line[column - 1 : column - 1 + length] == "ソウノレ"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ダヴァオ", "ダバオ"),
        ("ティモール海", "チモール海"),
        ("Île", "ile"),
        ("廣東", "広東"),
        ("か\u3099", "が"),
    ],
)
def test_two_ways_to_write_a_name_are_one(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_the_key_of_a_code_has_no_dots() -> None:
    assert compact("p.art") == compact("part") == compact("p art")


@given(st.text(st.characters(), max_size=60))
def test_any_text_has_a_spelling_and_spans_within_the_line(line: str) -> None:
    folded = normalize(line)
    for start in range(len(folded.text)):
        column, length = folded.span(start, start + 1)
        assert 1 <= column <= max(1, len(line))
        assert length >= 1


def test_carets_stand_under_double_width_characters() -> None:
    line = "Ａ 満州→ソウノレ"
    under = caret_line(line, line.index("ソ") + 1, 4, ambiguous_wide=True)
    assert sum(char_width(c, ambiguous_wide=True) for c in under.rstrip("＾")) == sum(
        char_width(c, ambiguous_wide=True) for c in "Ａ 満州→"
    )
    assert under.endswith("＾＾＾＾")


def test_a_caret_can_point_behind_the_end() -> None:
    assert caret_line("A PAR", 7) == "      ^"


def test_no_column_no_carets() -> None:
    assert caret_line("A PAR", 0) == ""
