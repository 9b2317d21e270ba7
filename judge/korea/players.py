"""Simple sensible players, for measuring a map: one looks a step ahead, one writes a plan as an attentive player by mail would."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from judge.korea.data import EAST, OTHER, OWN_ZONE, Data
from judge.korea.field import Field
from judge.korea.orders import ASSAULT, ENTER, LAND, OCCUPY, RAID, REDEPLOY, Order, write_order
from judge.korea.position import ACTION, WITHDRAWAL, Position

if TYPE_CHECKING:
    from judge.korea.engine import KoreaEngine


def distances(data: Data, targets: tuple[str, ...]) -> Mapping[str, int]:
    """Steps from each hex to the nearest of these hexes."""
    found = dict.fromkeys(targets, 0)
    queue = list(targets)
    for at in queue:
        for near in sorted(data.near[at]):
            if near not in found:
                found[near] = found[at] + 1
                queue.append(near)
    return found


def sensible_answer(
    engine: KoreaEngine, position: Position, side: str, noise: Callable[[], float]
) -> list[str]:
    """The answer that looks best one step ahead; noise: numbers from 0 to 1 that part equals."""
    if position.kind == WITHDRAWAL:
        return ["RETURN NONE"]
    war = engine.war(position)
    options = war.actions(side) if position.kind == ACTION else war.hand_actions(side)
    scored = [(value(engine.data, war.field, side, one) + 0.8 * noise(), write_order(one)) for one in options]
    best, text = max(scored, default=(0.0, ""))
    if position.kind == ACTION:
        return [f"{position.drawn} {text}"]
    if best < 1.5:
        return ["COMMUNIST HOLD" if side == EAST else "COUNTERATTACK HOLD"]
    return [text]


def value(data: Data, field: Field, side: str, order: Order) -> float:
    """How good an order looks: nearer to the objectives, bases kept, dice likely to be won."""
    goal = data.goals[side]
    held = field.held(side)
    wanted = (
        tuple(one for one in (*goal.all_of, *goal.any_of) if one not in held) or goal.all_of or goal.any_of
    )
    near = distances(data, wanted).get(order.hex, 9)
    threat = data.goals[OTHER[side]]
    guard = order.hex in (*threat.all_of, *threat.any_of) and bool(
        data.near[order.hex] & field.held(OTHER[side])
    )
    if order.act == REDEPLOY:
        return -1.0
    if field.holder(order.hex) == OTHER[side] and order.act != OCCUPY:
        luck = 1.0 if order.act == ASSAULT else max(0.0, min(1.0, (7 - field.odds(side, order.hex).need) / 6))
        cost = 1.0 if order.act in (ASSAULT, LAND, ENTER, RAID) else 0.0
        return luck * (4.5 - 0.5 * near + (2.0 if order.hex in wanted else 0.0)) - cost * (0.5 + (1 - luck))
    advance = 3.0 - 0.6 * near if order.hex not in held else 0.6 - 0.1 * near
    if data.zone[order.hex] == OWN_ZONE[side]:
        advance -= 1.0
    return (
        advance
        + (2.5 if guard and order.hex not in held else 0.8 if guard else 0.0)
        + (1.5 if order.hex in wanted else 0.0)
    )


def plan_lines(engine: KoreaEngine, side: str) -> list[str]:
    """A plan for a whole turn: objectives first, then whatever is nearest to them; own hexes last."""
    data = engine.data
    goal = data.goals[side]
    wanted = (*goal.all_of, *goal.any_of)
    near = distances(data, wanted)
    order = sorted(data.hexes, key=lambda one: (near.get(one, 9), one))
    lines = ["PLAN"]
    lines += [f"ATTACK {one} IF NEED <= 3 REPEAT" for one in order]
    lines += [f"OCCUPY {one} IF EMPTY {one} REPEAT" for one in order if data.zone[one] != OWN_ZONE[side]][:12]
    lines += [f"OCCUPY {one} IF EMPTY {one} REPEAT" for one in order if data.zone[one] == OWN_ZONE[side]][:8]
    lines += [f"OCCUPY {one} REPEAT" for one in order if data.zone[one] == OWN_ZONE[side]][:4]
    if side == EAST:
        lines += [f"COMMUNIST RAID {one} IF NEED <= 4 REPEAT" for one in order if data.zone[one] == "north"]
        lines.append("COMMUNIST HOLD")
    else:
        lines += [f"COUNTERATTACK {one} IF NEED <= 4" for one in reversed(data.entries["counterattack"])]
        lines.append("COUNTERATTACK HOLD")
    return [*lines, "END"]
