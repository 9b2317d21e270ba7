"""Whatever position a game comes to can be drawn."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

from judge.chance import SeededChance
from judge.engines import engine_for
from judge.render.map.draw import draw
from judge.variants.load import list_variants, load_variant


@pytest.mark.parametrize("name", list_variants())
def test_every_phase_of_a_game_of_random_orders_can_be_drawn(name: str) -> None:
    variant = load_variant(name)
    if variant.engine != "diplomacy":
        pytest.skip("drawn otherwise")
    engine = engine_for(variant)
    chance, dice = SeededChance(b"maps"), random.Random(11)
    position = engine.start(chance).position
    kinds: set[str] = set()
    for turn in range(24):
        if engine.outcome(position) is not None:
            break
        before = engine.view(position, None)
        orders = {}
        for power in engine.powers:
            choices = engine.legal(position, power)
            keys = sorted(choices.by_key)[: choices.at_most]
            orders[power] = [dice.choice(choices.by_key[key]) for key in keys if choices.by_key[key]]
        resolution = engine.adjudicate(position, orders, chance)
        events = [{"kind": event.kind, "facts": event.facts} for event in resolution.events]
        kinds |= {event.kind for event in resolution.events}
        position = resolution.position
        language = ("en", "ja")[turn % 2]
        ElementTree.fromstring(draw(variant, before, events=events, language=language))
        ElementTree.fromstring(draw(variant, engine.view(position, None), language=language))
    assert "order_result" in kinds
