"""The engine's answer to a situation beside the oracle's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from judge.chance import NoChance
from judge.engine import Engine
from judge.engines import engine_for
from judge.variants.model import Variant
from tests.oracle.equations import Case, Verdict, decide
from tests.oracle.positions import random_situation
from tests.oracle.situation import Board, Situation, province_of


@dataclass
class Answer:
    """What became of the units, by the province each stood in. after: "" for the dislodged; helped: supports that stood, of those
    that fit an order; options: where a dislodged unit may retreat to."""

    after: dict[str, str] = field(default_factory=dict)
    helped: set[str] = field(default_factory=set)
    options: dict[str, frozenset[str]] = field(default_factory=dict)


class Rival:
    """The oracle and the engine for one variant; rules: options of the engine, for seeing that the oracle notices them."""

    def __init__(
        self, variant: Variant, phase: str, rules: Mapping[str, bool | int | str] | None = None
    ) -> None:
        self.board = Board(variant)
        self.engine = engine_for(variant, rules)
        self.phase = phase

    def random(self, seed: int) -> Situation:
        """The situation of this number."""
        return random_situation(self.board, Random(seed))

    def difference(self, situation: Situation) -> str:
        """Where the two part, for a person to read; "" when they agree."""
        verdict = decide(situation)
        expected, got = oracle_answer(verdict), engine_answer(self.engine, situation, self.phase)
        lines = [
            f"{name}: oracle {sorted(want.items()) if isinstance(want, dict) else sorted(want)}, "
            f"engine {sorted(have.items()) if isinstance(have, dict) else sorted(have)}"
            for name, want, have in _pairs(expected, got)
            if want != have
        ]
        if not lines:
            return ""
        head = f"{self.board.variant.id}: {verdict.solutions} consistent resolutions, rules used: {verdict.rules or 'none'}"
        return "\n".join((head, str(situation), *lines))


def _pairs(expected: Answer, got: Answer) -> Iterator[tuple[str, Any, Any]]:
    yield "units after movement", expected.after, got.after
    yield "supports that stand", expected.helped, got.helped
    yield "retreat options", expected.options, got.options


def oracle_answer(verdict: Verdict) -> Answer:
    """The verdict in the form that is compared."""
    case = verdict.case
    after = verdict.positions
    fitting = {s for supporters in case.tables.supports.values() for s in supporters}
    helped = {s for s in fitting if case.given(s)}
    gone = [p for p, there in after.items() if not there]
    return Answer(after, helped, {p: _options(case, p, after) for p in gone})


def _options(case: Case, province: str, after: dict[str, str]) -> frozenset[str]:
    """Where a dislodged unit may go: next to it, empty after movement, not where its attacker came from (unless that came by sea,
    DATC 4.A.5 b), not where units bounced."""
    tables = case.tables
    unit = tables.situation.units[province]
    filled = {province_of(there) for there in after.values() if there}
    (attacker,) = (m for m in tables.coming[province] if m in case.moved)
    origin = "" if attacker in tables.sea else attacker
    contested = {
        there
        for there, movers in tables.coming.items()
        if there not in filled and any(m not in case.moved and case.prevent(m) for m in movers)
    }
    return frozenset(
        there
        for there in tables.situation.board.moves(unit.kind, unit.location)
        if province_of(there) not in filled | contested | {origin}
    )


def engine_answer(engine: Engine, situation: Situation, phase: str) -> Answer:
    """What the engine makes of it, from its events and the next position."""
    resolution = engine.adjudicate(engine.load(situation.position(phase)), situation.texts(), NoChance())
    answer = Answer()
    standing = {
        province_of(text.split()[1]): text.split()[1]
        for units in engine.dump(resolution.position)["units"].values()
        for text in units
        if not text.startswith("*")
    }
    dislodged = {
        province_of(event.facts["unit"].split()[1]): frozenset(event.facts["options"])
        for event in resolution.events
        if event.kind == "dislodged"
    }
    for event in resolution.events:
        if event.kind != "order_result":
            continue
        province = province_of(event.facts["unit"].split()[1])
        order = situation.orders[province]
        succeeded = event.facts["verdict"] == "succeeds"
        if order.kind == "S" and succeeded:
            answer.helped.add(province)
        moved = order.kind == "M" and succeeded
        answer.after[province] = order.to if moved else situation.units[province].location
    trains = [p for p, order in situation.orders.items() if order.kind == "T"]
    for province in dislodged:
        answer.after[province] = ""
    for train in set(trains) - set(dislodged):  # where it stopped: the place that no other unit accounts for
        others = {province_of(there) for p, there in answer.after.items() if p != train}
        (answer.after[train],) = set(standing) - others
    answer.options = dislodged
    here = {province_of(there): there for there in answer.after.values() if there}
    assert here == standing, f"events and next position differ: {here} {standing}\n{situation}"
    return answer
