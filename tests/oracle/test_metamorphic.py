"""What must not matter does not matter, and what must never happen never happens, whatever the orders.

The positions are the oracle's (positions.py); here only the engine answers, so its rule options play no part.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge.chance import NoChance
from judge.engine import Engine, Resolution
from judge.engines import engine_for
from judge.variants.model import Special, Variant
from tests.oracle.situation import Board, Order, Situation, Unit, province_of
from tests.oracle.test_oracle import MAPS, rival

seeds = st.integers(min_value=0, max_value=2**32)
maps = st.sampled_from(MAPS)
often = settings(max_examples=150, deadline=None, derandomize=True, database=None)

Results = dict[str, dict[str, Any]]


def adjudicated(engine: Engine, position: dict[str, Any], orders: dict[str, list[str]]) -> Resolution[Any]:
    """One movement phase."""
    return engine.adjudicate(engine.load(position), orders, NoChance())


def results(resolution: Resolution[Any]) -> Results:
    """Facts of each unit's order and, with "-" before it, of its dislodgement."""
    found = {}
    for event in resolution.events:
        if event.kind in ("order_result", "dislodged"):
            key = ("-" if event.kind == "dislodged" else "") + event.facts["unit"]
            assert key not in found, f"two events {key}"
            found[key] = json.loads(json.dumps(dict(event.facts)))
    return found


def played(name: str, situation: Situation) -> Results:
    """The results of a situation on its own map."""
    pair = rival(name)
    return results(adjudicated(pair.engine, situation.position(pair.phase), situation.texts()))


@often
@given(maps, seeds)
def test_order_of_powers_units_and_orders_does_not_matter(name: str, seed: int) -> None:
    pair = rival(name)
    situation = pair.random(seed)
    rng = Random(seed)
    position = situation.position(pair.phase)
    units: Any = position["units"]
    position["units"] = {
        power: rng.sample(units[power], len(units[power])) for power in rng.sample(list(units), len(units))
    }
    texts = situation.texts()
    orders = {
        power: rng.sample(texts[power], len(texts[power])) for power in rng.sample(list(texts), len(texts))
    }
    assert results(adjudicated(pair.engine, position, orders)) == played(name, situation)


@often
@given(maps, seeds)
def test_exchanging_the_powers_exchanges_the_results(name: str, seed: int) -> None:
    pair = rival(name)
    situation = pair.random(seed)
    powers = [power.id for power in pair.board.variant.powers if power.id != pair.board.rail_power]
    new = dict(zip(powers, Random(seed).sample(powers, len(powers)), strict=True))
    swapped = replace(
        situation, units={p: replace(u, power=new.get(u.power, u.power)) for p, u in situation.units.items()}
    )
    after = played(name, swapped)
    for key, facts in played(name, situation).items():
        expected = {k: new.get(v, v) if k in ("power", "by_power") else v for k, v in facts.items()}
        assert in_any_order(after[key]) == in_any_order(expected)


def in_any_order(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts with their lists sorted: units are named in the order of the powers."""
    return {key: sorted(value) if isinstance(value, list) else value for key, value in facts.items()}


def mirrored(variant: Variant) -> tuple[Variant, dict[str, str]]:
    """The variant with other names for its provinces, listed backwards."""
    ids = [province.id for province in variant.provinces]
    new = {province_id: f"Q{len(ids) - i:03}" for i, province_id in enumerate(ids)}

    def there(location: str) -> str:
        province, slash, coast = location.partition("/")
        return new[province] + slash + coast

    def value(item: object) -> object:
        if isinstance(item, tuple):
            return tuple(map(value, item))
        return new.get(str(item), item)

    twin = replace(
        variant,
        id=f"{variant.id}-mirrored",
        provinces=tuple(
            replace(p, id=new[p.id], names={"en": (new[p.id],)}, aliases=())
            for p in reversed(variant.provinces)
        ),
        borders=tuple(replace(b, a=there(b.b), b=there(b.a)) for b in reversed(variant.borders)),
        powers=tuple(replace(p, homes=tuple(map(there, p.homes))) for p in reversed(variant.powers)),
        start_units=tuple(replace(u, location=there(u.location)) for u in reversed(variant.start_units)),
        start_centres={power: tuple(map(there, owned)) for power, owned in variant.start_centres.items()},
        specials=tuple(Special(s.kind, {k: value(v) for k, v in s.values.items()}) for s in variant.specials),
        ambiguous={},
    )
    return twin, new


@pytest.mark.parametrize("name", MAPS)
def test_a_mirrored_map_gives_mirrored_results(name: str) -> None:
    pair = rival(name)
    twin, new = mirrored(pair.board.variant)
    board, engine = Board(twin), engine_for(twin)

    def there(location: str) -> str:
        province, slash, coast = location.partition("/")
        return new.get(province, province) + slash + coast

    for seed in range(400):
        situation = pair.random(seed)
        units = {new[p]: Unit(u.power, u.kind, there(u.location)) for p, u in situation.units.items()}
        orders = {
            new[p]: Order(
                o.kind,
                there(o.to),
                there(o.other),
                o.via,
                (there(o.permit[0]), there(o.permit[1])) if o.permit else None,
            )
            for p, o in situation.orders.items()
        }
        image = Situation(board, units, orders)
        expected = {
            f"{key.partition(' ')[0]} {there(key.partition(' ')[2])}": facts[
                "verdict" if "verdict" in facts else "power"
            ]
            for key, facts in played(name, situation).items()
        }
        got = results(adjudicated(engine, image.position(pair.phase), image.texts()))
        assert {key: f["verdict" if "verdict" in f else "power"] for key, f in got.items()} == expected, (
            f"seed {seed}\n{situation}"
        )


@often
@given(maps, seeds)
def test_an_order_that_can_never_work_changes_nothing_for_the_others(name: str, seed: int) -> None:
    pair = rival(name)
    situation = pair.random(seed)
    idle = Random(seed).choice(list(situation.units))
    situation = replace(situation, orders={**situation.orders, idle: Order("H")})
    unit = situation.units[idle]
    texts = situation.texts()
    nowhere = next(
        p
        for p, kind in pair.board.kind.items()
        if kind == ("sea" if unit.kind == "A" else "inland") and p != unit.province
    )
    void = {
        u: [t if not t.startswith(f"{unit} ") else f"{unit} - {nowhere}" for t in ts]
        for u, ts in texts.items()
    }
    strangers = [f"A {p} H" for p in pair.board.kind if p not in situation.units][:1]
    void[unit.power] = [*void[unit.power], *strangers, "A NOWHERE - NOWHERE"]
    before = played(name, situation)
    after = results(adjudicated(pair.engine, situation.position(pair.phase), void))
    assert {k: f for k, f in after.items() if k in before and k != str(unit)} == {
        k: f for k, f in before.items() if k != str(unit)
    }
    assert after[str(unit)]["verdict"] == "void"


@often
@given(maps, seeds)
def test_units_neither_vanish_nor_share_a_province(name: str, seed: int) -> None:
    pair = rival(name)
    situation = pair.random(seed)
    resolution = adjudicated(pair.engine, situation.position(pair.phase), situation.texts())
    after = [
        (power, text)
        for power, units in pair.engine.dump(resolution.position)["units"].items()
        for text in units
    ]
    standing = [province_of(text.split()[1]) for _, text in after if not text.startswith("*")]
    lost = [event.facts for event in resolution.events if event.kind == "dislodged"]
    assert len(set(standing)) == len(standing)
    assert len(standing) + len(lost) == len(situation.units)
    for power in {unit.power for unit in situation.units.values()}:
        count = sum(unit.power == power for unit in situation.units.values())
        gone = sum(facts["power"] == power for facts in lost)
        assert sum(p == power and not text.startswith("*") for p, text in after) == count - gone
    assert all(facts["power"] != facts["by_power"] for facts in lost), "a power dislodged its own unit"


@often
@given(maps, seeds)
def test_support_for_a_unit_that_stays_never_hurts_it(name: str, seed: int) -> None:
    pair = rival(name)
    situation = pair.random(seed)
    board = pair.board
    choices = [
        (helper, holder)
        for helper, unit in situation.units.items()
        for holder in situation.units
        if helper != holder and holder in board.provinces_in_reach(unit.kind, unit.location)
    ]
    assume(choices)
    helper, holder = Random(seed).choice(choices)
    staying = Order("H", permit=situation.orders[holder].permit)
    situation = replace(situation, orders={**situation.orders, helper: Order("H"), holder: staying})
    helped = replace(situation, orders={**situation.orders, helper: Order("S", other=holder)})
    before, after = played(name, situation), played(name, helped)
    key = f"-{situation.units[holder]}"
    assert key in before or key not in after


@often
@given(maps, seeds)
def test_adjudicating_the_dumped_position_again_gives_the_same(name: str, seed: int) -> None:
    pair = rival(name)
    situation = pair.random(seed)
    first = pair.engine.load(situation.position(pair.phase))
    again = pair.engine.load(json.loads(json.dumps(pair.engine.dump(first))))
    assert again == first
    one = pair.engine.adjudicate(first, situation.texts(), NoChance())
    two = pair.engine.adjudicate(again, situation.texts(), NoChance())
    assert one == two
    assert pair.engine.load(pair.engine.dump(one.position)) == one.position
