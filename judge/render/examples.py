"""Orders as examples for a reader, made from the reader's own units and the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from judge.variants.model import Variant


@dataclass(frozen=True, slots=True)
class Examples:
    """A unit, a move of it, and a support of that move; "" where the units allow none. Possible by the borders alone."""

    unit: str = ""
    move: str = ""
    support: str = ""


def examples(variant: Variant, units: Sequence[str]) -> Examples:
    """The first move and the first support of a move that these units could make."""
    reach = {unit: _reach(variant, unit) for unit in units}
    for one, other in permutations(units, 2):
        for to in reach[one]:
            province = to.partition("/")[0]
            if any(at.partition("/")[0] == province for at in reach[other]):
                move = f"{one} - {to}"
                return Examples(one, move, f"{other} S {move}")
    for unit in units:
        if reach[unit]:
            return Examples(unit, f"{unit} - {reach[unit][0]}")
    return Examples(units[0] if units else "")


def _reach(variant: Variant, unit: str) -> list[str]:
    """Locations that share a border with the unit, of the kind that it can cross."""
    kind, _, at = unit.lstrip("*").partition(" ")
    found = []
    for border in variant.borders:
        if (border.army if kind == "A" else border.fleet) and at in (border.a, border.b):
            found.append(border.b if border.a == at else border.a)
    return found
