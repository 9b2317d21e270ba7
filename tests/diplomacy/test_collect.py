"""Orders find their units however the position was made; texts of results are canonical (docs/order-language.md, DATC 4.B)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.position import Position, Unit
from judge.variants.load import load_variant


@pytest.fixture(scope="module")
def engine() -> DiplomacyEngine:
    """Standard, default rules."""
    return DiplomacyEngine(load_variant("standard"), {})


def position(engine: DiplomacyEngine, **units: list[str]) -> Position:
    """Spring 1901 with these units."""
    return engine.load({"name": "S1901M", "units": units, "centers": {}})


ORDERS = {
    "FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR", "F MAO - SPA/SC"],
    "GERMANY": ["A MUN - BUR", "A RUH H"],
}


def test_units_that_are_equal_but_not_the_boards_own_values_are_found(engine: DiplomacyEngine) -> None:
    loaded = position(engine, FRANCE=["A PAR", "A GAS", "F MAO"], GERMANY=["A MUN", "A RUH"])
    copied = replace(loaded, units=tuple(Unit(*unit) for unit in loaded.units))
    assert all(a is not b for a, b in zip(loaded.units, copied.units, strict=True))
    assert engine.step(copied, ORDERS).results == engine.step(loaded, ORDERS).results
    assert engine.step(copied, ORDERS).position == engine.step(loaded, ORDERS).position


def test_orders_on_an_empty_board_find_nobody(engine: DiplomacyEngine) -> None:
    results = engine.step(position(engine), {"FRANCE": ["A PAR - BUR", "nonsense", "A PAR B"]}).results
    assert [(each.order, each.verdict, each.reason) for each in results] == [
        ("A PAR - BUR", "void", "no_such_unit"),
        ("nonsense", "void", "unreadable"),
        ("A PAR B", "void", "wrong_phase"),
    ]


@pytest.mark.parametrize(
    ("unit", "sent", "shown"),
    [
        ("F MAO", "F MAO - SPA/SC", "F MAO - SPA/SC"),  # the coast is a fleet's choice and stays
        ("F MAO", "F MAO - GAS", "F MAO - GAS"),
        ("A GAS", "A GAS - SPA/SC", "A GAS - SPA"),  # DATC 4.B.6: a coast means nothing for an army
        ("F LYO", "F LYO - SPA", "F LYO - SPA/SC"),  # DATC 4.B.2: the only coast in reach is filled in
        ("F MAO", "F MAO - SPA", "F MAO - SPA"),  # DATC 4.B.1: two in reach, none is filled in
    ],
)
def test_results_show_the_coast_that_counts(
    engine: DiplomacyEngine, unit: str, sent: str, shown: str
) -> None:
    (result,) = engine.step(position(engine, FRANCE=[unit]), {"FRANCE": [sent]}).results
    assert result.order == shown


@pytest.mark.parametrize(
    ("mover", "shown"),
    [("F MAO", "F GAS S F MAO - SPA/NC"), ("A MAR", "F GAS S A MAR - SPA")],
)
def test_results_show_the_coast_of_a_supported_fleet_only(
    engine: DiplomacyEngine, mover: str, shown: str
) -> None:
    place = mover.split()[1]
    orders = {"FRANCE": [f"{mover} - SPA" + ("/NC" if mover[0] == "F" else ""), f"F GAS S {mover} - SPA/NC"]}
    results = engine.step(position(engine, FRANCE=["F GAS", mover]), orders).results
    assert {each.unit: each.order for each in results}["F GAS"] == shown, place
    # the wrong letter for the supported unit is put right, and its coast with it
    wrong = f"{'A' if mover[0] == 'F' else 'F'} {place}"
    orders["FRANCE"][1] = f"F GAS S {wrong} - SPA/NC"
    results = engine.step(position(engine, FRANCE=["F GAS", mover]), orders).results
    assert {each.unit: each.order for each in results}["F GAS"] == shown
