"""No order set raises, in any phase of any variant; random games keep what must always hold."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from judge.chance import NoChance
from judge.engine import Engine, Line
from judge.engines import engine_for
from judge.variants.load import list_variants, load_variant
from judge.variants.model import Variant

VARIANTS = [name for name in list_variants() if load_variant(name).engine == "diplomacy"]
WORDS = (
    "A", "F", "-", "S", "C", "H", "R", "B", "D", "VIA", "WAIVE", "TSR", "(SC", ")", "(", "/", "*", "F", "A", "build", "", " ", "\x00",
    "陸軍", "→", "ー", "９", "A" * 3000, "🚢", "\ud7ff", "None", "-1", "{}", "'; DROP", "%s", "\r\n", "\t",
)  # fmt: skip


def nonsense(variant: Variant, rng: Random) -> str:
    """Words of the game and others, in any order."""
    places = [p.id for p in rng.sample(variant.provinces, 4)]
    places += [f"{place}/{rng.choice(('NC', 'SC', 'EC', 'XX', ''))}" for place in places[:2]]
    powers = [power.id for power in variant.powers]
    words = [rng.choice((*WORDS, *places, *places, *powers)) for _ in range(rng.randint(0, 9))]
    return rng.choice((" ", " ", "")).join(words)


def twisted(text: str, variant: Variant, rng: Random) -> str:
    """A legal order with one word exchanged, doubled or left out."""
    words = text.split() or ["-"]
    at = rng.randrange(len(words))
    words[at : at + 1] = rng.choice(
        ([], [words[at]] * 2, [rng.choice(WORDS)], [rng.choice(variant.provinces).id])
    )
    return " ".join(words)


def some_orders(engine: Engine, variant: Variant, position: Any, rng: Random) -> dict[str, list[str]]:
    """Legal, twisted and nonsensical orders, now and then for nobody or for somebody who is not there."""
    orders: dict[str, list[str]] = {}
    for power in engine.powers:
        legal = engine.legal(position, power).by_key
        mine = [rng.choice(choices) for choices in legal.values() if choices and rng.random() < 0.9]
        for _ in range(rng.randint(0, 3)):
            strange = (
                twisted(rng.choice(mine), variant, rng)
                if mine and rng.random() < 0.6
                else nonsense(variant, rng)
            )
            mine.insert(rng.randint(0, len(mine)), strange)
        if rng.random() < 0.95:
            orders[power] = mine
    if rng.random() < 0.1:
        orders["NOBODY"] = [nonsense(variant, rng)]
    return orders


def check(engine: Engine, position: Any) -> None:
    """What holds in every position of a game."""
    data = engine.dump(position)
    assert engine.load(data) == position
    standing = [
        text.split()[1].partition("/")[0]
        for units in data["units"].values()
        for text in units
        if not text.startswith("*")
    ]
    assert len(standing) == len(set(standing))
    owned = [centre for centres in data["centers"].values() for centre in centres]
    assert len(owned) == len(set(owned))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_with_nonsense_never_raise(name: str, seed: int) -> None:
    play(name, seed, phases=40)


def play(name: str, seed: int, phases: int) -> int:
    """A random game of at most so many phases; how many it had."""
    variant = load_variant(name)
    engine, rng = engine_for(variant), Random(f"{name}/{seed}")
    position = engine.start(NoChance()).position
    ids = set()
    for number in range(phases):
        if engine.outcome(position) is not None:
            return number
        phase = engine.phase(position)
        assert phase.id not in ids, "a phase id was used twice"
        assert phase.owed, "a phase in which nobody owes anything"
        ids.add(phase.id)
        resolution = engine.adjudicate(position, some_orders(engine, variant, position, rng), NoChance())
        assert {event.kind for event in resolution.events} <= engine.event_kinds
        position = resolution.position
        check(engine, position)
        if phase.kind == "adjustment":
            due = {power: count["due"] for power, count in engine.view(position, None)["counts"].items()}
            assert min(due.values()) >= 0, "a power kept more units than its centres feed"
    return phases


@pytest.mark.parametrize("name", VARIANTS)
def test_reading_nonsense_never_raises(name: str) -> None:
    variant = load_variant(name)
    engine, rng = engine_for(variant), Random(name)
    position = engine.start(NoChance()).position
    for number in range(150):
        lines = [Line(i, nonsense(variant, rng)) for i in range(1, 4)]
        parsed = engine.parse(position, rng.choice((*engine.powers, None)), lines, strict=number % 2 == 0)
        assert all(problem.kind for problem in parsed.problems)
