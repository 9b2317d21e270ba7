"""What must hold in every game, asked of every variant there is (style: one set of checks over all; no variant needs its own)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from judge.chance import Chance, SeededChance
from judge.engine import Engine, Line
from judge.engines import engine_for
from judge.errors import DataError
from judge.variants.load import list_variants, load_variant

VARIANTS = list_variants()
PHASES = 24


def legal_orders(engine: Engine, position: Any, rng: Random) -> dict[str, list[str]]:
    """One set of legal orders, for most of the powers."""
    orders = {}
    for power in engine.powers:
        choices = engine.legal(position, power)
        keys = [key for key, texts in choices.by_key.items() if texts]
        rng.shuffle(keys)
        if rng.random() < 0.85:
            orders[power] = [rng.choice(choices.by_key[key]) for key in keys[: choices.at_most]]
    return orders


def played(engine: Engine, seed: str) -> list[tuple[Any, dict[str, list[str]], Any]]:
    """A random game: each phase's position, orders, and what came of them."""
    rng, chance = Random(seed), chance_of(seed)
    position = engine.start(chance).position
    history = []
    while engine.outcome(position) is None and len(history) < PHASES:
        orders = legal_orders(engine, position, rng)
        resolution = engine.adjudicate(position, orders, chance)
        history.append((position, orders, resolution))
        position = resolution.position
    return history


def chance_of(seed: str) -> Chance:
    """The chance of a game."""
    return SeededChance(seed.encode())


@pytest.fixture(scope="module", params=VARIANTS)
def game(request: pytest.FixtureRequest) -> tuple[str, Engine, list[tuple[Any, dict[str, list[str]], Any]]]:
    """A variant's name, its engine, and a random game."""
    engine = engine_for(load_variant(request.param))
    return request.param, engine, played(engine, request.param)


def test_somebody_owes_something_in_every_phase_and_ids_are_never_used_twice(game: Any) -> None:
    _, engine, history = game
    phases = [engine.phase(position) for position, _, _ in history]
    assert all(phase.owed for phase in phases)
    assert len({phase.id for phase in phases}) == len(phases)
    assert [phase.turn for phase in phases] == sorted(phase.turn for phase in phases)


def test_a_position_survives_json(game: Any) -> None:
    _, engine, history = game
    for position, _, resolution in history:
        for each in (position, resolution.position):
            assert engine.load(json.loads(json.dumps(engine.dump(each)))) == each


def test_the_same_orders_give_the_same_result(game: Any) -> None:
    name, _, history = game
    again = played(engine_for(load_variant(name)), name)
    assert [(r.position, r.events) for _, _, r in again] == [(r.position, r.events) for _, _, r in history]


def test_a_legal_order_reads_back_as_itself_without_complaint(game: Any) -> None:
    _, engine, history = game
    rng = Random(1)
    for position, _, _ in rng.sample(history, min(len(history), 6)):
        for power in rng.sample(engine.powers, min(len(engine.powers), 3)):
            for texts in list(engine.legal(position, power).by_key.values())[:4]:
                text = rng.choice(texts)
                parsed = engine.parse(position, power, [Line(1, text)])
                assert [order.text for order in parsed.orders] == [text]
                assert not [p for p in parsed.problems if p.severity == "error"], text


def test_events_are_of_known_kinds_and_plain_data(game: Any) -> None:
    _, engine, history = game
    for _, _, resolution in history:
        for event in resolution.events:
            assert event.kind in engine.event_kinds
            json.dumps(event.facts)


def test_no_orders_at_all_come_to_the_next_phase(game: Any) -> None:
    name, engine, history = game
    for position, _, _ in history[:8]:
        after = engine.adjudicate(position, {}, chance_of(name)).position
        assert engine.outcome(after) is not None or engine.phase(after).id != engine.phase(position).id


def test_a_dump_bent_anywhere_is_refused_or_can_be_played_on(game: Any) -> None:
    """Protocol: `load` checks what it reads and raises nothing but DataError, in one line."""
    _, engine, history = game
    rng = Random(7)
    values: list[Any] = [
        None,
        0,
        -1,
        10**30,
        "",
        "x",
        "\ud800",
        "NK1",
        "0205",
        "A PAR",
        "*A PAR",
        "action",
        [],
        {},
        ["x"],
        True,
    ]
    read = 0
    said: set[str] = set()
    for _ in range(400):
        data = json.loads(json.dumps(engine.dump(rng.choice(history)[0])))
        bent = bend(data, rng.choice(list(places(data))), rng.choice([*values, DROP]))
        try:
            position = engine.load(bent)
        except DataError as error:
            said.add(str(error))
            continue
        read += 1
        assert engine.load(json.loads(json.dumps(engine.dump(position)))) == position
        engine.phase(position)
        for power in engine.powers:
            engine.view(position, power)
            engine.canonical(position, power, ["A PAR H"])
        engine.adjudicate(position, legal_orders(engine, position, rng), chance_of("bent"))
    assert read > 10
    assert not [words for words in said if len(words.splitlines()) != 1]


DROP = object()


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a JSON value."""
    yield way
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*way, key))


def bend(data: Any, way: tuple[Any, ...], value: object) -> Any:
    """The JSON value with another one at this place, or without what is there."""
    if not way:
        return None if value is DROP else value
    holder = data
    for key in way[:-1]:
        holder = holder[key]
    if value is DROP:
        del holder[way[-1]]
    else:
        holder[way[-1]] = value
    return data
