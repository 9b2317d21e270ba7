"""Phases of a store, whose tables sort by name, in the order in which they were played."""

from __future__ import annotations

from judge.render.chronology import in_order
from judge.variants.load import load_variant


def test_colonial_phases_go_by_year_season_and_kind() -> None:
    played = ["", "S1870M", "S1870R", "F1870M", "F1870R", "W1870A", "S1871M", "S1899M", "S1900M"]
    shuffled = dict.fromkeys(sorted(played, key=lambda phase: phase[::-1]))
    assert list(in_order(load_variant("colonial"), shuffled)) == played


def test_cold_war_phases_go_by_year() -> None:
    assert list(
        in_order(load_variant("coldwar"), {"Y1953M": 3, "": 0, "Y1951M": 1, "Y1952M": 2}).values()
    ) == [0, 1, 2, 3]


def test_other_names_keep_their_order_behind() -> None:
    assert list(in_order(load_variant("colonial"), {"t2": 1, "t1": 2, "S1870M": 3})) == ["S1870M", "t2", "t1"]
