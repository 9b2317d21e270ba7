"""Canonical order text → the parts from which a template makes a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OrderParts:
    """What an order is made of. form: name of the macro in orders.j2; unit, other: unit codes; to: where it goes."""

    form: str
    unit: str = ""
    other: str = ""
    to: str = ""
    start: str = ""
    rider: OrderParts | None = None


def take_apart(order: str) -> OrderParts | None:
    """The parts of a canonical order of the Diplomacy family (docs/architecture.md), None for any other text."""
    main, _, rider = order.partition(" (SC ")
    words = main.split()
    if words == ["WAIVE"]:
        return OrderParts("waive")
    if len(words) < 3 or words[0] not in ("A", "F"):
        return None
    unit, rest = " ".join(words[:2]), words[2:]
    parts = _action(unit, rest)
    if parts is None or not rider:
        return parts
    passed = take_apart(rider.removesuffix(")"))
    if passed is None:
        return None
    return OrderParts(parts.form, parts.unit, parts.other, parts.to, parts.start, passed)


def _action(unit: str, rest: list[str]) -> OrderParts | None:
    single = {"H": "hold", "D": "disband", "B": "build"}
    match rest:
        case [letter] if letter in single:
            return OrderParts(single[letter], unit)
        case ["-", "TSR", "-", to]:
            return OrderParts("rail", unit, to=to)
        case ["-", to]:
            return OrderParts("move", unit, to=to)
        case ["-", to, "VIA"]:
            return OrderParts("move_by_sea", unit, to=to)
        case ["R", to]:
            return OrderParts("retreat", unit, to=to)
        case ["S", kind, at]:
            return OrderParts("support_hold", unit, f"{kind} {at}")
        case ["S", kind, at, "-", to, *_]:
            return OrderParts("support_move", unit, f"{kind} {at}", to)
        case ["C", kind, at, "-", to, *_]:
            return OrderParts("convoy", unit, f"{kind} {at}", to)
    return None
