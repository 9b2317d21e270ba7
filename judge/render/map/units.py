"""Which units a picture shows, where, and in what state."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from judge.render.map.board import Board
from judge.render.map.curves import XY
from judge.render.map.labels import Box
from judge.render.map.orders import DrawnOrder, province_of
from judge.render.map.tokens import SLOT, Token

Facts = Mapping[str, Any]


def units_of(
    board: Board,
    view: Mapping[str, Any],
    events: Sequence[Facts],
    orders: Sequence[DrawnOrder],
    labels: Mapping[str, Box],
) -> tuple[list[Token], dict[str, XY]]:
    """Every unit to draw, and where each is by its location: dislodged ones (under "*" + location) beside the unit that took
    their place. A unit that was built shows its plus where the position has it; where it has not, it is added in an adjustment phase.
    """
    beaten, lost, gone, built = _fates(events, orders, adjusting=not str(view.get("phase", "")).endswith("M"))
    units = [(power, unit) for power, listed in view.get("units", {}).items() for unit in listed]
    standing = {province_of(unit.split()[-1]) for _, unit in units if not unit.startswith("*")}
    # "A BUR" in a retreat phase is the unit that has to leave, not the one that took its place
    retreating = any(unit.startswith("*") for _, unit in units)
    slots = [board.spot(unit.split()[-1]) for _, unit in units]
    taken = [*labels.values(), *((x + SLOT[0], y + SLOT[1], x + SLOT[2], y + SLOT[3]) for x, y in slots)]
    tokens: list[Token] = []
    spots: dict[str, XY] = {}
    for power, unit in units:
        off, name = unit.startswith("*"), unit.lstrip("*")
        kind, location = name.split()
        spot = board.spot(location)
        if off and province_of(location) in standing:
            spot = beside(spot, taken)
        spots["*" * off + location] = spot
        meant = off or not retreating
        states = {
            "dislodged": (off or name in beaten) and not (meant and name in gone),
            "gone": meant and (name in gone or name in lost),
            "new": (power, name) in built and not off,
        }
        tokens.append(Token(power, kind, *spot, tuple(state for state, holds in states.items() if holds)))
        built.discard((power, name))
    if str(view.get("phase", "")).endswith("A"):
        for power, name in sorted(built):
            kind, location = name.split()
            spots[location] = board.spot(location)
            tokens.append(Token(power, kind, *spots[location], ("new",)))
    tokens.sort(key=lambda unit: ("dislodged" in unit.states, unit.y, unit.x))
    return tokens, spots


def _fates(
    events: Sequence[Facts], orders: Sequence[DrawnOrder], *, adjusting: bool
) -> tuple[set[str], set[str], set[str], set[tuple[str, str]]]:
    """Units dislodged, dislodged and destroyed at once, disbanded, and built (by power). Where units also move, those that are
    disbanded afterwards may bear the name of others that stood there before: they are left out."""
    beaten, lost, gone, built = set(), set(), set(), set()
    for event in events:
        kind, facts = event["kind"], event["facts"]
        if kind == "dislodged":
            beaten.add(facts["unit"])
            if facts.get("disbanded"):
                lost.add(facts["unit"])
        elif kind == "built":
            built.add((facts["power"], facts["unit"]))
        elif kind in ("disbanded", "civil_disorder") and adjusting:
            gone.add(facts["unit"].lstrip("*"))
    for order in orders:
        if order.act == "disband" and not order.fails:
            gone.add(f"{order.kind} {order.location}")
        elif order.act == "build" and not order.fails:
            built.add((order.power, f"{order.kind} {order.location}"))
        elif order.act == "retreat" and order.fails:
            gone.add(f"{order.kind} {order.location}")
    return beaten, lost, gone, built


def beside(spot: XY, taken: Sequence[Box]) -> XY:
    """A place for a dislodged unit next to the one that took its province: the freest of eight around."""
    best: tuple[float, XY] | None = None
    for i in range(8):
        angle = math.radians(20 + 45 * i)
        x, y = spot[0] + 41 * math.cos(angle), spot[1] + 33 * math.sin(angle)
        covered = sum(
            max(0.0, min(x + 21, right) - max(x - 21, left))
            * max(0.0, min(y + 21, bottom) - max(y - 21, top))
            for left, top, right, bottom in taken
        )
        if best is None or covered < best[0] - 1:
            best = (covered, (x, y))
    assert best is not None
    return best[1]
