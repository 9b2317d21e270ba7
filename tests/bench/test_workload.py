"""The bench measures what it says: real phases of the right size, accepted as they are; its made-up boards stand."""

from __future__ import annotations

from random import Random

import pytest

from judge.engines import engine_for
from judge.variants.load import load_variant
from judge.variants.model import Variant
from tests.bench.__main__ import wanted
from tests.bench.adjudication import Ours
from tests.bench.workload import Phase, convoy_net, crowded, nested_paradoxes, played_phases


@pytest.fixture(scope="module")
def phases() -> list[Phase]:
    """Some of the reference phases."""
    standard = load_variant("standard")
    return played_phases(engine_for(standard), standard, 22, 34, 60)


def test_phases_are_full_boards_with_an_order_for_every_unit(phases: list[Phase]) -> None:
    for phase in phases:
        units = [unit for units in phase["state"]["units"].values() for unit in units]
        orders = [order for orders in phase["orders"].values() for order in orders]
        assert 22 <= len(units) <= 34
        assert sorted(" ".join(order.split()[:2]) for order in orders) == sorted(units)


def test_orders_are_mixed_and_legal(phases: list[Phase]) -> None:
    verbs = [order.split()[2] for phase in phases for orders in phase["orders"].values() for order in orders]
    share = {verb: verbs.count(verb) / len(verbs) for verb in "-SHC"}
    assert 0.5 < share["-"] < 0.8
    assert share["S"] > 0.1
    assert share["C"] > 0.005
    engine = engine_for(load_variant("standard"))
    for phase in phases[:20]:
        position = engine.load({"name": phase["name"], **phase["state"]})
        for event in engine.adjudicate(position, phase["orders"], None).events:  # type: ignore[arg-type]
            if event.kind == "order_result" and event.facts["phase"] == "movement":
                assert event.facts["reason"] not in ("not_adjacent", "unreadable", "no_such_unit")


def test_what_is_measured_runs(phases: list[Phase]) -> None:
    ours = Ours("standard", phases[:3])
    assert min(ours.core(), ours.text(), ours.step()) > 0


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_nested_paradoxes_fail_all_together(depth: int) -> None:
    variant, units, orders = nested_paradoxes(load_variant("standard"), depth)
    results = adjudicated(variant, units, orders)
    assert {results[f"A A{i}"] for i in range(depth)} == {"fails"}


def test_an_army_crosses_the_convoy_net_while_a_way_is_whole() -> None:
    variant, units, orders = convoy_net(load_variant("standard"))
    assert adjudicated(variant, units, orders)["A LAND"] == "succeeds"


def adjudicated(
    variant: Variant, units: dict[str, list[str]], orders: dict[str, list[str]]
) -> dict[str, str]:
    """Verdicts by unit."""
    engine = engine_for(variant)
    position = engine.load({"name": "S1901M", "units": units, "centers": {}, "retreats": {}})
    events = engine.adjudicate(position, orders, None).events  # type: ignore[arg-type]
    return {e.facts["unit"]: e.facts["verdict"] for e in events if e.kind == "order_result"}


def test_crowded_boards_have_as_many_units_as_asked_for() -> None:
    assert len(crowded(load_variant("colonial"), 58, Random(1)).units) == 58


def test_benchmarks_are_named_beside_options() -> None:
    assert wanted(["adjudication", "--quick"]) == ["adjudication"]
    assert "adjudication" in wanted(["--quick"])
    with pytest.raises(SystemExit, match="no benchmark speed"):
        wanted(["speed"])
