"""Canonical order texts as the drawing sees them: who does what, from where, to where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Act = Literal["hold", "move", "rail", "support", "convoy", "retreat", "disband", "build", "waive"]
_RAILWAY = "TSR"


@dataclass(frozen=True, slots=True)
class DrawnOrder:
    """One order and what became of it.

    location   of the unit, or where it is built; target: where it (or the helped unit) goes, "" for none
    helped     location of the unit that is supported or convoyed
    verdict    "" for an order that is not decided yet; reached: where a train stopped, "" when unknown
    """

    power: str
    kind: str
    location: str
    act: Act
    target: str = ""
    helped: str = ""
    by_sea: bool = False
    verdict: str = ""
    reason: str = ""
    reached: str = ""

    @property
    def fails(self) -> bool:
        """It is decided and did not succeed."""
        return self.verdict in ("fails", "void")


def province_of(location: str) -> str:
    """The province of a location ("SEO/EC" is in SEO)."""
    return location.split("/", maxsplit=1)[0]


def read_order(power: str, text: str) -> DrawnOrder | None:
    """The order of a canonical text; None when it is none (nothing to draw then)."""
    words = text.split("(", maxsplit=1)[0].split()
    if words == ["WAIVE"]:
        return DrawnOrder(power, "", "", "waive")
    if len(words) < 3 or words[0] not in ("A", "F"):
        return None
    kind, location, verb, *rest = words
    if verb == "-" and rest:
        stops = [word for word in rest if word not in ("-", "VIA")]
        act: Act = "rail" if _RAILWAY in stops else "move"
        return DrawnOrder(power, kind, location, act, stops[-1], by_sea="VIA" in rest)
    if verb in ("S", "C") and len(rest) >= 2 and rest[0] in ("A", "F"):
        target = rest[-1] if len(rest) >= 4 else ""
        return DrawnOrder(power, kind, location, "support" if verb == "S" else "convoy", target, rest[1])
    if verb == "R" and rest:
        return DrawnOrder(power, kind, location, "retreat", rest[0])
    simple: Mapping[str, Act] = {"H": "hold", "D": "disband", "B": "build"}
    return DrawnOrder(power, kind, location, simple[verb]) if verb in simple else None


def orders_of(events: Sequence[Mapping[str, Any]]) -> list[DrawnOrder]:
    """The orders in events of kind "order_result", in their order."""
    found: list[DrawnOrder] = []
    for event in events:
        if event["kind"] != "order_result":
            continue
        facts = event["facts"]
        order = read_order(facts["power"], facts["order"])
        if order is not None:
            found.append(
                DrawnOrder(
                    order.power, order.kind, order.location, order.act, order.target, order.helped, order.by_sea,
                    facts.get("verdict", ""), facts.get("reason", ""), facts.get("stop", ""),
                )
            )  # fmt: skip
    return found
