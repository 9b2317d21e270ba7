"""A tiny game to test the workflow with: three powers, two units each, all three kinds of phases.

Orders are "A X H" and "A X - Y". A unit ordered to HELL is dislodged there and owes a retreat; after even turns a power whose
unit was ordered to GOLD is due one build; a unit ordered to HEAVEN wins the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from judge.chance import Chance
from judge.engine import (
    Choices,
    Event,
    Line,
    Orders,
    Outcome,
    Owed,
    Parsed,
    ParsedOrder,
    Phase,
    Resolution,
)
from judge.problems import Problem
from judge.variants.model import Calendar, Power, Variant
from judge.workflow.model import Player, Record
from judge.workflow.record import new_record

POWERS = ("RED", "BLUE", "GREEN")
GM = Player("", "gm@example.org", "Gisela")
ADDRESSES = {power: f"{power.lower()}@example.org" for power in POWERS}
T0 = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
"""A Monday."""


class FakeEngine:
    """See the module's words. Positions are plain dictionaries."""

    powers = POWERS
    event_kinds = frozenset({"order_result", "dislodged", "eliminated", "secret"})

    def start(self, chance: Chance) -> Resolution[Any]:
        units = {power: [f"A {power[0]}{n}" for n in (1, 2)] for power in POWERS}
        return Resolution(
            {"turn": 1, "kind": "movement", "units": units, "out": {}, "gold": {}, "won": ""}, ()
        )

    def phase(self, position: Any) -> Phase:
        kind, owed = position["kind"], []
        for power in POWERS:
            if kind == "movement" and position["units"][power]:
                units = tuple(position["units"][power])
                owed.append(Owed(power, "orders", True, units, len(units)))
            if kind == "retreat" and position["out"].get(power):
                units = tuple(position["out"][power])
                owed.append(Owed(power, "retreats", True, units, len(units)))
            if kind == "adjustment" and position["gold"].get(power):
                owed.append(Owed(power, "builds", True, ("P", "Q"), position["gold"][power]))
        letter = {"movement": "M", "retreat": "R", "adjustment": "A"}[kind]
        name = f"T{position['turn']}{letter}"
        return Phase(
            name, kind, position["turn"], {"turn": position["turn"]}, kind == "movement", tuple(owed)
        )

    def parse(
        self, position: Any, power: str | None, lines: Sequence[Line], *, strict: bool = False
    ) -> Parsed:
        orders, problems, ignored = [], [], []
        for line in lines:
            words = line.text.split()
            if not words or words == ["Hello"]:
                ignored.append(line.number)
            elif len(words) in (3, 4) and words[0] == "A" and words[2] in ("H", "-", "R", "B"):
                text = " ".join(words)
                orders.append(ParsedOrder(words[1], text, line.number, line.text))
            else:
                problems.append(Problem("unknown_line", "error", line.number, 1, len(line.text), line.text))
        return Parsed(tuple(orders), tuple(problems), tuple(ignored))

    def canonical(self, position: Any, power: str, orders: Sequence[str]) -> tuple[str, ...]:
        given = {text.split()[1]: text for text in orders}
        if position["kind"] == "adjustment":
            due = position["gold"].get(power, 0)
            return tuple((*orders, *["WAIVE"] * due)[: max(due, len(orders))])
        units = position["units"][power] if position["kind"] == "movement" else position["out"].get(power, [])
        default = "H" if position["kind"] == "movement" else "D"
        return tuple(given.get(unit.split()[1], f"{unit} {default}") for unit in units)

    def legal(self, position: Any, power: str) -> Choices:
        if position["kind"] == "adjustment":
            return Choices({"P": ("A P B",), "Q": ("A Q B",)}, position["gold"].get(power, 0))
        units = position["units"][power] if position["kind"] == "movement" else position["out"].get(power, [])
        return Choices({unit.split()[1]: (f"{unit} H", f"{unit} - SEA") for unit in units})

    def adjudicate(self, position: Any, orders: Orders, chance: Chance) -> Resolution[Any]:
        new = {**position, "out": {}, "gold": dict(position["gold"])}
        events = []
        if position["kind"] == "movement":
            for power in POWERS:
                for text in self.canonical(position, power, orders.get(power, ())):
                    facts = {
                        "power": power,
                        "unit": text[:4],
                        "order": text,
                        "verdict": "succeeds",
                        "reason": "",
                    }
                    events.append(Event("order_result", facts))
                    if text.endswith("- HELL"):
                        new["out"].setdefault(power, []).append(" ".join(text.split()[:2]))
                    if text.endswith("- GOLD"):
                        new["gold"][power] = 1
                    if text.endswith("- HEAVEN"):
                        new["won"] = power
            events.append(Event("secret", {"of": "RED"}, frozenset({"RED"})))
        if position["kind"] == "movement" and new["out"]:
            new["kind"] = "retreat"
        elif position["kind"] != "adjustment" and position["turn"] % 2 == 0 and new["gold"]:
            new["kind"] = "adjustment"
        else:
            if position["turn"] % 2 == 0:
                new["gold"] = {}
            new["kind"], new["turn"] = "movement", position["turn"] + 1
        return Resolution(new, tuple(events))

    def view(self, position: Any, viewer: str | None) -> dict[str, Any]:
        counts = {
            power: {"centres": len(units), "units": len(units), "due": 0}
            for power, units in position["units"].items()
        }
        return {"phase": self.phase(position).id, "units": position["units"], "counts": counts}

    def outcome(self, position: Any) -> Outcome | None:
        return Outcome("solo", (position["won"],)) if position["won"] else None

    def dump(self, position: Any) -> dict[str, Any]:
        return dict(position)

    def load(self, data: dict[str, Any]) -> Any:
        return data


def power(name: str) -> Power:
    """A power of the tiny game."""
    return Power(
        name,
        {"en": (name.capitalize(),), "ja": (f"{name}国",)},
        (name[:2].lower(),),
        {"en": name[0]},
        "#000000",
        (),
    )


VARIANT = Variant(
    id="tiny",
    names={"en": ("Tiny",)},
    engine="fake",
    powers=tuple(power(name) for name in POWERS),
    provinces=(),
    borders=(),
    start_units=(),
    start_centres={},
    calendar=Calendar(1900, ()),
    victory=0,
    rules={},
    specials=(),
    defaults={},
    folder=Path("tiny"),
)
ENGINE = FakeEngine()
SETTINGS = {
    "length.movement": "7d",
    "length.first": "0",
    "length.retreat": "1d",
    "length.adjustment": "1d",
    "grace": "0",
    "early_close": "off",
}


def seated(**settings: Any) -> Record:
    """A game with everybody seated, not yet started."""
    players = [Player(power, address, power.capitalize()) for power, address in ADDRESSES.items()]
    merged = {**SETTINGS, **{name.replace("__", "."): value for name, value in settings.items()}}
    return new_record("toy", VARIANT, settings=merged, gms=[GM], seed="00" * 32, players=players)
