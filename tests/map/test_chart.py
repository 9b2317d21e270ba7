"""The chart of centres over the turns."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from judge.render.map.chart import chart
from judge.render.map.pictures import LIMIT, final_pictures
from judge.variants.load import load_variant
from tests.map.samples import start_view

HISTORY = {
    "F1901M": {"FRANCE": 5, "GERMANY": 5, "ENGLAND": 4, "ITALY": 0},
    "F1902M": {"FRANCE": 9, "GERMANY": 4, "ENGLAND": 4, "ITALY": 0},
    "F1903M": {"FRANCE": 18, "GERMANY": 0, "ENGLAND": 4, "ITALY": 0},
}


def words_of(svg: str) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")
    ]


def test_the_chart_names_each_power_that_had_centres_with_its_last_number() -> None:
    words = words_of(chart(load_variant("standard"), HISTORY, "en"))
    assert {"France 18", "Germany 0", "England 4"} <= set(words)
    assert not any(word.startswith(("Italy", "Turkey")) for word in words)
    assert {"1901", "1902", "1903"} <= set(words)


def test_it_speaks_the_readers_language() -> None:
    assert "フランス 18" in words_of(chart(load_variant("standard"), HISTORY, "ja"))


def test_the_goal_is_drawn_once_somebody_comes_near_it() -> None:
    variant = load_variant("standard")
    early = {phase: HISTORY[phase] for phase in ("F1901M", "F1902M")}
    assert "to win" in words_of(chart(variant, HISTORY, "en"))
    assert "to win" not in words_of(chart(variant, early, "en"))


def test_names_at_the_end_never_cover_each_other() -> None:
    variant = load_variant("colonial")
    same = {f"F{year}M": {power.id: 5 for power in variant.powers} for year in range(1870, 1880)}
    root = ElementTree.fromstring(chart(variant, same, "en"))
    heights = sorted(
        float(element.get("y", 0)) for element in root.iter() if element.tag.endswith("text") and (element.text or "").endswith(" 5")
    )  # fmt: skip
    assert len(heights) == len(variant.powers)
    assert min(b - a for a, b in itertools.pairwise(heights)) > 28


@pytest.mark.parametrize(
    "history", [{}, {"F1901M": {}}, {"F1901M": {"FRANCE": 0}}, {"F1901M": {"FRANCE": 3}}]
)
def test_a_short_or_empty_history_still_gives_a_picture(history: dict[str, dict[str, int]]) -> None:
    ElementTree.fromstring(chart(load_variant("standard"), history, "en"))


def test_the_final_report_has_the_chart_and_the_last_position() -> None:
    variant = load_variant("standard")
    made = final_pictures(variant, history=HISTORY, view=start_view(variant), language="ja")
    assert list(made) == ["chart", "after"]
    assert all(len(png) <= LIMIT for png in made.values())
    assert list(final_pictures(variant, history={}, view=None, language="ja")) == []
