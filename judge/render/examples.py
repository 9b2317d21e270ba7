"""Orders as examples for a reader, made from the reader's own units and the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from judge.variants.model import Variant


@dataclass(frozen=True, slots=True)
class Examples:
    """A unit, a move of it, a support of a move, a support of a unit that holds; "" where the units allow none. Possible by the
    borders alone. sea: whether the map has seas, so that there are convoys."""

    unit: str = ""
    move: str = ""
    support: str = ""
    hold: str = ""
    sea: bool = False


def examples(variant: Variant, units: Sequence[str]) -> Examples:
    """The first move these units could make, and the first support: of one of them for another, else for a unit of the start."""
    if not units:
        return Examples()
    reach = {unit: _reach(variant, unit) for unit in units}
    sea = any(province.kind == "sea" for province in variant.provinces)
    moves = [f"{unit} - {reach[unit][0]}" for unit in units if reach[unit]]
    others = [f"{start.kind} {start.location}" for start in variant.start_units]
    pairs = [
        *permutations(units, 2),
        *((other, unit) for unit in units for other in others if other not in units),
    ]
    for helped, helper in pairs:
        for to in reach.get(helped) or _reach(variant, helped):
            if _province(to) in map(_province, reach[helper]):
                move = f"{helped} - {to}"
                own = move if helped in reach else (moves[0] if moves else "")
                return Examples(
                    own.partition(" -")[0], own, f"{helper} S {move}", f"{helper} S {helped}", sea
                )
    return Examples(units[0], moves[0] if moves else "", sea=sea)


def _province(location: str) -> str:
    return location.partition("/")[0]


def _reach(variant: Variant, unit: str) -> list[str]:
    """Locations that share a border with the unit, of the kind that it can cross."""
    kind, _, at = unit.lstrip("*").partition(" ")
    found = []
    for border in variant.borders:
        if (border.army if kind == "A" else border.fleet) and at in (border.a, border.b):
            found.append(border.b if border.a == at else border.a)
    return found
