"""The table of rule options: names, values, and their page in the documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.rules import OPTIONS, Option
from judge.errors import VariantError
from judge.variants.load import load_variant

DOCS = Path(__file__).parents[2] / "docs" / "rules"
TEXT = "\n".join(path.read_text("utf-8") for path in sorted(DOCS.glob("*.md")))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_is_described_with_its_values(option: Option) -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith(f"| `{option.name}` |")]
    assert len(rows) == 1, option.name
    for value in option.values:
        assert f"`{str(value).lower() if isinstance(value, bool) else value}`" in rows[0]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_value_is_accepted_as_text(option: Option) -> None:
    for value in option.values or (3,):
        text = str(value).lower() if isinstance(value, bool) else str(value)
        engine = DiplomacyEngine(load_variant("colonial"), {option.name: text})
        assert engine.rules[option.name] == value


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(VariantError, match="no rule option 'convoy_paradoks'"):
        DiplomacyEngine(load_variant("standard"), {"convoy_paradoks": "1982"})


def test_a_reading_that_only_people_can_judge_is_refused_with_the_reason() -> None:
    """DATC 4.A.3: the book of 1982 decides between land and sea by the player's intent."""
    with pytest.raises(
        VariantError, match=r"cannot be '1982', because .* meant.* \(allowed: 2023, 1971, fallback"
    ):
        DiplomacyEngine(load_variant("standard"), {"convoy_to_neighbour": "1982"})


def test_a_value_that_is_not_allowed_is_refused_with_those_that_are() -> None:
    with pytest.raises(VariantError, match=r"convoy_paradox cannot be '1492' \(allowed: szykman, 1971"):
        DiplomacyEngine(load_variant("standard"), {"convoy_paradox": "1492"})
