"""The mails of the demonstration game do what its MANIFEST says (rules: facts/colonial-rules.md; boards checked by hand)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from judge.app.read import read_file
from judge.chance import SeededChance
from judge.engine import Event, Line
from judge.engines import engine_for
from judge.variants.load import load_variant

DEMO = Path(__file__).resolve().parents[2] / "variants" / "colonial" / "demo"
CHANCE = SeededChance(b"demo")


def close(
    engine: Any, position: Any, folder: str
) -> tuple[Any, tuple[Event, ...], list[tuple[str, str, tuple[str, ...]]]]:
    """Next position, events, and the problems found (sender, kind, suggestions) when a folder's mails are the orders."""
    orders: dict[str, dict[str, str]] = {}
    problems = []
    for path in sorted((DEMO / folder).glob("*.eml")):
        mail, _ = read_file(path)
        power = mail.sender.partition("@")[0].upper()
        parsed = engine.parse(
            position, power, [Line(n, text) for n, text in enumerate(mail.body.split("\n"), 1)]
        )
        orders.setdefault(power, {}).update({order.key: order.text for order in parsed.orders})
        problems += [(power, problem.kind, problem.suggestions) for problem in parsed.problems]
    resolution = engine.adjudicate(
        position, {power: tuple(each.values()) for power, each in orders.items()}, CHANCE
    )
    return resolution.position, resolution.events, problems


def test_two_turns_lead_to_a_misspelling_a_retreat_builds_and_a_removal() -> None:
    engine: Any = engine_for(load_variant("colonial"))
    position = engine.start(CHANCE).position

    position, _, problems = close(engine, position, "turn1")
    assert problems == [("HOLLAND", "unknown_region", ("SAR",))]
    assert "A IRK" in engine.view(position, None)["units"]["RUSSIA"]  # by rail
    assert "F CON" in engine.view(position, None)["units"]["TURKEY"]  # bounced with F ODE in RUM
    assert "A SAR" in engine.view(position, None)["units"]["HOLLAND"]  # corrected

    position, events, problems = close(engine, position, "turn2")
    assert not problems
    dislodged = [event.facts for event in events if event.kind == "dislodged"]
    assert [(each["unit"], set(each["options"])) for each in dislodged] == [("A SEO", {"FUS", "MAC"})]

    position, events, problems = close(engine, position, "turn2-retreats")
    assert not problems
    due = {event.facts["power"]: event.facts["due"] for event in events if event.kind == "counts"}
    assert due == {"ENGLAND": 5, "FRANCE": -1, "HOLLAND": 3, "CHINA": 4, "JAPAN": 3, "RUSSIA": 1, "TURKEY": 3}

    position, events, problems = close(engine, position, "turn2-adjustments")
    assert not problems
    kinds = [event.kind for event in events]
    assert (kinds.count("built"), kinds.count("disbanded"), kinds.count("waived")) == (18, 1, 1)
