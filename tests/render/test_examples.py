"""Examples in mails are orders that the reader could really send."""

from __future__ import annotations

import pytest

from judge.chance import NoChance
from judge.engine import Line
from judge.engines import engine_for
from judge.render.examples import Examples, examples
from judge.render.sentences import Sentences
from judge.variants.load import load_variant


@pytest.mark.parametrize("variant_id", ["colonial", "standard", "coldwar"])
def test_examples_are_legal_for_every_power_at_the_start(variant_id: str) -> None:
    variant = load_variant(variant_id)
    engine = engine_for(variant)
    position = engine.start(NoChance()).position
    view = engine.view(position, None)
    for power, units in view["units"].items():
        shown = examples(variant, units)
        legal = {order for orders in engine.legal(position, power).by_key.values() for order in orders}
        assert shown.move in legal
        if shown.support:
            assert engine.parse(position, power, [Line(1, shown.support)]).orders[0].text == shown.support


@pytest.mark.parametrize("language", ["en", "ja"])
def test_examples_in_words_read_back_as_the_same_order(language: str) -> None:
    variant = load_variant("colonial")
    engine = engine_for(variant)
    position = engine.start(NoChance()).position
    say = Sentences(variant, language)
    for power, units in engine.view(position, None)["units"].items():
        move = examples(variant, units).move
        parsed = engine.parse(position, power, [Line(1, say.order(move))])
        assert [order.text for order in parsed.orders] == [move]


def test_without_units_there_are_no_examples() -> None:
    assert examples(load_variant("colonial"), []) == Examples()
