"""A position: where every chit is, what has been drawn, whose decision is wanted, and both sides' plans; to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from judge.errors import DataError
from judge.korea.data import ARMY, EAST, POWERS, WEST, Data
from judge.korea.orders import read_order

ACTION, INTERRUPT, REACTION, WITHDRAWAL, END = "action", "interrupt", "reaction", "withdrawal", "end"
KINDS = (ACTION, INTERRUPT, REACTION, WITHDRAWAL, END)


@dataclass(frozen=True, slots=True)
class Position:
    """A position between two phases.

    step       number of the phase in the game, from 1; it only grows, so phase ids are never used twice
    events     event chits drawn this turn
    draws, dice  chits drawn and dice rolled in the whole game
    announced  the supply chit has been drawn once; supply_out: it has taken effect
    board      (hex, chit, side), sorted; aside: off the map until the end of the turn; hands: chits in hand by side; gone: out of the game
    drawn      the army that waits for its order (kind "action")
    usable     counter-attack chits that may be used in a reaction
    skip       the East has declined, or has just used, a communist force: the next step is a draw
    quiet      sides that do not want to be asked about their chits in hand until the turn ends
    plans      canonical lines by side
    """

    turn: int
    kind: str
    step: int = 1
    events: int = 0
    draws: int = 0
    dice: int = 0
    announced: bool = False
    supply_out: bool = False
    board: tuple[tuple[str, str, str], ...] = ()
    aside: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {EAST: (), WEST: ()})
    gone: tuple[str, ...] = ()
    drawn: str = ""
    usable: tuple[str, ...] = ()
    skip: bool = False
    quiet: tuple[str, ...] = ()
    plans: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {EAST: (), WEST: ()})
    outcome: tuple[str, tuple[str, ...]] | None = None


def phase_id(position: Position) -> str:
    """ "T2-7": the seventh phase of the game, in turn 2."""
    return f"T{position.turn}-{position.step}"


def army_side(data: Data, chit: str, supply_out: bool) -> str:
    """Whose army a chit is when it is drawn (002, ゲームの手順 4): a double-sided one is the East's until supplies run out."""
    sides = data.chits[chit].sides
    return sides[-1] if supply_out else sides[0]


def cup(data: Data, position: Position) -> tuple[str, ...]:
    """What is in the cup, in the variant's order of chits: whatever is nowhere else."""
    elsewhere = {chit for _, chit, _ in position.board} | {*position.aside, *position.gone, position.drawn}
    elsewhere |= {chit for hand in position.hands.values() for chit in hand}
    return tuple(chit for chit in data.chits if chit not in elsewhere)


def dump(position: Position) -> dict[str, Any]:
    """Plain JSON."""
    return {
        "turn": position.turn,
        "kind": position.kind,
        "step": position.step,
        "events": position.events,
        "draws": position.draws,
        "dice": position.dice,
        "announced": position.announced,
        "supply_out": position.supply_out,
        "board": [list(one) for one in position.board],
        "aside": list(position.aside),
        "hands": {side: list(position.hands[side]) for side in POWERS},
        "gone": list(position.gone),
        "drawn": position.drawn,
        "usable": list(position.usable),
        "skip": position.skip,
        "quiet": list(position.quiet),
        "plans": {side: list(position.plans[side]) for side in POWERS},
        "outcome": [position.outcome[0], list(position.outcome[1])] if position.outcome else None,
    }


def load(data: Data, raw: Mapping[str, Any]) -> Position:
    """Read a dumped position. Raises DataError naming what is wrong."""
    if not isinstance(raw, Mapping):
        raise DataError("position: no JSON object")
    try:
        position = msgspec.convert(dict(raw), Position)
    except (msgspec.MsgspecError, ValueError) as error:
        raise DataError(f"position: {error}") from None
    if position.kind not in KINDS:
        raise DataError(f"position: kind {position.kind!r} is unknown")
    where: dict[str, str] = {}
    placed = [(chit, at) for at, chit, _ in position.board]
    placed += [(chit, "aside") for chit in position.aside] + [(chit, "gone") for chit in position.gone]
    placed += [(chit, f"hand of {side}") for side, hand in position.hands.items() for chit in hand]
    placed += [(position.drawn, "drawn")] if position.drawn else []
    for chit, at in placed:
        if chit not in data.chits:
            raise DataError(f"position: no chit {chit!r} ({at})")
        if chit in where:
            raise DataError(f"position: {chit} is in two places: {where[chit]} and {at}")
        where[chit] = at
    army = data.chits[position.drawn].kind == ARMY if position.drawn else False
    if army != (position.kind == ACTION) or bool(position.drawn) != army:
        raise DataError(f"position: in phase {position.kind!r} the chit {position.drawn!r} cannot be drawn")
    if not set(position.usable) <= set(position.hands.get(WEST, ())):
        raise DataError("position: usable counter-attack chits are in the West's hand")
    holders: dict[str, str] = {}
    for at, chit, side in position.board:
        if at not in data.zone or side not in data.chits[chit].sides:
            raise DataError(f"position: {chit} of {side} cannot stand at {at}")
        if holders.setdefault(at, side) != side:
            raise DataError(f"position: both sides stand at {at}")
    if set(position.hands) != set(POWERS) or set(position.plans) != set(POWERS):
        raise DataError("position: hands and plans are those of EAST and WEST")
    for lines in position.plans.values():
        if bad := [line for line in lines if read_order(line) is None]:
            raise DataError(f"position: {bad[0]!r} is no line of a plan")
    return position
