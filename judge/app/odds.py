"""Many games between players of chance, without mails: how often each outcome comes, so that a GM can judge a changed variant.

Players are seeded: the same seed gives the same table. "random" sends any legal orders, "sensible" looks one step ahead, "planning" (Korean
War) answers every request with a plan, as attentive players by mail do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from judge.chance import SeededChance
from judge.engine import Engine, Line
from judge.engines import engine_for
from judge.errors import UsageError
from judge.variants.load import load_variant
from judge.variants.model import Variant

PLAYERS = ("random", "sensible", "planning")
MOST_PHASES = 2000
Player = Callable[[Any, str], Sequence[str]]
"""Orders for a position and a power."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: how it ended, in which turn, and in how many phases somebody was asked (exchanges by mail)."""

    outcome: str
    turn: int
    exchanges: int


def frequencies(
    name: str, *, games: int, seed: int = 1, players: Sequence[str] = ("sensible",), most_turns: int = 40
) -> Iterator[str]:
    """Lines of a table of outcomes. players: one kind for all, or one for each power in the variant's order.

    Raises UsageError for a kind of player that is not there, VariantError for a variant that is not.
    """
    variant = load_variant(name)
    engine = engine_for(variant)
    kinds = list(players) * len(engine.powers) if len(players) == 1 else list(players)
    if len(kinds) != len(engine.powers):
        raise UsageError(f"--players: give one kind, or {len(engine.powers)}: one for each power")
    if unknown := [kind for kind in kinds if kind not in PLAYERS]:
        raise UsageError(f"--players: no kind {unknown[0]!r} (there are: {', '.join(PLAYERS)})")
    played = [
        play(variant, engine, f"{seed}/{number}", kinds, most_turns=most_turns)
        for number in range(1, games + 1)
    ]
    yield f"{variant.id}: {games} games, seed {seed}, players: " + ", ".join(
        f"{power} {kind}" for power, kind in zip(engine.powers, kinds, strict=True)
    )
    if not played:
        return
    for outcome, count in Counter(game.outcome for game in played).most_common():
        yield f"{outcome:<32}{count:>6}{100 * count / games:>8.1f} %"
    turns = Counter(game.turn for game in played)
    yield "games by their last turn: " + ", ".join(f"turn {turn}: {turns[turn]}" for turn in sorted(turns))
    exchanges = sorted(game.exchanges for game in played)
    mean = sum(exchanges) / games
    yield f"exchanges a game: mean {mean:.1f}, median {exchanges[games // 2]}, most {exchanges[-1]}"


def play(variant: Variant, engine: Engine, seed: str, kinds: Sequence[str], *, most_turns: int = 40) -> Game:
    """One game. It is broken off after `most_turns` turns."""
    chance, rng = SeededChance(f"simulate/{variant.id}/{seed}".encode()), random.Random(seed)
    deciders = {
        power: player_of(kind, variant, engine, rng) for power, kind in zip(engine.powers, kinds, strict=True)
    }
    position = engine.start(chance).position
    for count in range(MOST_PHASES):
        outcome = engine.outcome(position)
        phase = engine.phase(position)
        if outcome is not None:
            won = outcome.kind if len(outcome.winners) > 1 else f"{outcome.kind} {', '.join(outcome.winners)}"
            return Game(won, phase.turn, count)
        if phase.turn > most_turns:
            return Game("not ended", phase.turn - 1, count)
        orders = {
            power: deciders[power](position, power)
            for power in dict.fromkeys(owed.power for owed in phase.owed)
        }
        position = engine.adjudicate(position, orders, chance).position
    return Game("not ended", engine.phase(position).turn, MOST_PHASES)


def player_of(kind: str, variant: Variant, engine: Engine, rng: random.Random) -> Player:
    """A player of this kind."""
    if variant.engine == "korea" and kind != "random":
        from judge.korea.engine import KoreaEngine
        from judge.korea.players import plan_lines, sensible_answer

        assert isinstance(engine, KoreaEngine)
        korea = engine
        if kind == "sensible":
            return lambda position, power: sensible_answer(korea, position, power, rng.random)

        def planning(position: Any, power: str) -> Sequence[str]:
            lines = [Line(n, text) for n, text in enumerate(plan_lines(korea, power), 1)]
            parsed = [order.text for order in korea.parse(position, power, lines).orders]
            answered = any(not text.startswith("PLAN ") for text in parsed)
            if answered:
                return parsed
            return [*sensible_answer(korea, position, power, rng.random), *parsed]

        return planning
    return _chooser(variant, engine, rng, tempted=kind != "random")


def _chooser(variant: Variant, engine: Engine, rng: random.Random, *, tempted: bool) -> Player:
    """Any legal orders; tempted: rather moves into centres that are not one's own, and no support without aim."""
    centres = {province.id for province in variant.provinces if province.centre}

    def orders(position: Any, power: str) -> Sequence[str]:
        choices = engine.legal(position, power)
        own = set(engine.view(position, power).get("centers", {}).get(power, ()))
        texts = []
        for options in choices.by_key.values():
            pool = list(options)
            if tempted:
                moves = [text for text in pool if " S " not in text and " C " not in text]
                aims = [
                    text
                    for text in moves
                    if " - " in text and text.split()[-1].split("/")[0] in centres - own
                ]
                pool = aims if aims and rng.random() < 0.7 else moves or pool
            if pool:
                texts.append(rng.choice(pool))
        rng.shuffle(texts)
        return texts[: choices.at_most]

    return orders
