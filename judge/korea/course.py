"""The course of play: plans and answers decide, and the war runs on until somebody has to be asked (002, ゲームの手順)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.korea.data import EAST, OTHER, POWERS, WEST
from judge.korea.orders import (
    ARMY,
    ARMY_ACTS,
    ASK,
    ATTACK,
    CANCEL,
    COMMUNIST,
    COUNTERATTACK,
    ENTER,
    HALT,
    HOLD,
    LAND,
    MOST_LINES,
    PLAN,
    RAID,
    RETURN,
    Condition,
    Order,
    read_order,
)
from judge.korea.position import ACTION, END, INTERRUPT, REACTION, WITHDRAWAL
from judge.korea.war import War

_ROLLS = frozenset({ATTACK, ENTER, RAID, LAND})


@dataclass(frozen=True, slots=True)
class Choice:
    """What a plan says for a decision: what "act" (with the order and the number of its line), "hold", or "ask"."""

    what: str
    order: Order | None = None
    line: int = -1


# ── conditions ──────────────────────────────────────────────────────────────────────────────────────


def holds(war: War, side: str, order: Order) -> bool:
    """Whether every condition of a plan line is true now."""
    return all(_true(war, side, order, one) == one.wanted for one in order.conditions)


def _true(war: War, side: str, order: Order, condition: Condition) -> bool:
    match condition.kind:
        case "at":
            return war.field.holder(condition.hex) == condition.side
        case "empty":
            return not war.field.holder(condition.hex)
        case "need":
            if order.act not in _ROLLS or war.field.holder(order.hex) != OTHER[side]:
                return True  # no die is needed
            return war.field.odds(side, order.hex).need <= condition.number
        case "turn":
            return war.turn == condition.number
        case "events":
            return war.event_count == condition.number
        case "supply":
            return war.supply_out
        case "hand":
            return len(war.hands[side]) >= condition.number
        case _:
            return war.drawn == condition.chit or (
                condition.chit.isalpha() and war.drawn.rstrip("0123456789") == condition.chit
            )


# ── plans ───────────────────────────────────────────────────────────────────────────────────────────


def file_plan(war: War, side: str, texts: Sequence[str]) -> None:
    """Take the plan lines of a side's orders: they replace its former lines of the same group."""
    fresh = [text for text in texts if text.startswith(f"{PLAN} ") and read_order(text) is not None]
    cancel = any((order := read_order(text)) is not None and order.act == CANCEL for text in texts)
    if not fresh and not cancel:
        return
    groups = {_group(text) for text in fresh}
    kept = [] if cancel else [text for text in war.plans[side] if _group(text) not in groups]
    plan = (kept + fresh)[:MOST_LINES]
    if plan != war.plans[side]:
        war.plans[side] = plan
        war.tell("korea_plan", frozenset({side}), power=side, count=len(plan))


def _group(text: str) -> str:
    order = read_order(text)
    return order.group if order else ""


def planned(war: War, side: str, group: str) -> Iterable[tuple[int, Order]]:
    """The lines of a side's plan for a group of decisions, with their numbers."""
    for number, text in enumerate(war.plans[side]):
        order = read_order(text)
        if order is not None and order.group == group:
            yield number, order


def halted(war: War, side: str) -> bool:
    """Whether the side wants to be asked now, whatever its plan says."""
    return any(holds(war, side, order) for _, order in planned(war, side, HALT))


def choice(war: War, side: str, group: str, *, mind_halt: bool = True) -> Choice:
    """What a side's plan says now: the first line whose condition is true and whose order is possible."""
    if mind_halt and halted(war, side):
        return Choice(ASK)
    for number, order in planned(war, side, group):
        if not holds(war, side, order):
            continue
        if order.act in (HOLD, ASK):
            return Choice(order.act)
        if war.why_not(side, order) is None:
            return Choice("act", order, number)
    return Choice(ASK)


def carry_out(war: War, side: str, chosen: Choice) -> None:
    """Do what a plan says; the line is used up unless it says REPEAT."""
    assert chosen.order is not None
    if not chosen.order.repeat:
        del war.plans[side][chosen.line]
    war.act(side, chosen.order, by_plan=True)


# ── running on ──────────────────────────────────────────────────────────────────────────────────────


def run(war: War) -> str:
    """Play on until somebody has to be asked; the kind of phase that begins."""
    while war.outcome is None:
        if war.drawn:
            if _army_waits(war):
                return ACTION
        elif war.usable:
            if _marker_waits(war):
                return REACTION
        elif war.turn_over:
            if war.begin_turn_end():
                return WITHDRAWAL
        elif war.communist_allowed():
            if _communist_waits(war):
                return INTERRUPT
        else:
            war.draw()
    return END


def _army_waits(war: War) -> bool:
    side = war.owner
    if not war.actions(side):
        war.lay_aside("none")
        return False
    chosen = choice(war, side, ARMY)
    if chosen.what == "act":
        carry_out(war, side, chosen)
        return False
    return True


def _marker_waits(war: War) -> bool:
    chosen = Choice(HOLD)
    if war.hand_actions(WEST) and WEST not in war.quiet:
        chosen = choice(war, WEST, COUNTERATTACK)
    if chosen.what == "act":
        carry_out(war, WEST, chosen)
    elif chosen.what == HOLD:
        war.usable = ()
    return chosen.what == ASK


def _communist_waits(war: War) -> bool:
    chosen = Choice(HOLD) if EAST in war.quiet else choice(war, EAST, COMMUNIST)
    if chosen.what == "act":
        carry_out(war, EAST, chosen)
    elif chosen.what == HOLD:
        war.skip = True
    return chosen.what == ASK


# ── answers ─────────────────────────────────────────────────────────────────────────────────────────


def answer_for(texts: Sequence[str], group: str) -> Order | None:
    """The first order that answers a request, None when there is none."""
    for text in texts:
        if text.startswith(f"{PLAN} "):
            continue
        order = read_order(text)
        if order is not None and order.group == group:
            return order.plain
    return None


def settle(war: War, kind: str, answers: dict[str, Sequence[str]]) -> None:
    """Do what the answers to a phase say; without one what the rules say for silence (docs/rules/korea.md, Mail)."""
    if kind == ACTION:
        _settle_action(war, answers)
    elif kind == INTERRUPT:
        _settle_hand(war, EAST, COMMUNIST, answers)
        if war.communist_allowed():
            war.skip = True
    elif kind == REACTION:
        _settle_hand(war, WEST, COUNTERATTACK, answers)
        war.usable = ()
    elif kind == WITHDRAWAL:
        war.finish_turn({side: returns(war, side, answers.get(side, ())) for side in POWERS})


def _settle_action(war: War, answers: dict[str, Sequence[str]]) -> None:
    side = war.owner
    order = answer_for(answers.get(side, ()), ARMY)
    if order is not None and order.act in ARMY_ACTS and war.why_not(side, order) is None:
        war.act(side, order)
        return
    chosen = choice(war, side, ARMY, mind_halt=False)
    if chosen.what == "act":
        carry_out(war, side, chosen)
    else:
        war.lay_aside("silent")


def _settle_hand(war: War, side: str, group: str, answers: dict[str, Sequence[str]]) -> None:
    order = answer_for(answers.get(side, ()), group)
    if order is None:
        chosen = choice(war, side, group, mind_halt=False)
        if chosen.what == "act":
            carry_out(war, side, chosen)
    elif order.act == HOLD:
        war.tell("korea_held", power=side, until_end=order.until_end)
        if order.until_end:
            war.quiet.add(side)
    elif order.act != ASK and war.why_not(side, order) is None:
        war.act(side, order)


def returns(war: War, side: str, texts: Sequence[str]) -> list[tuple[str, str]]:
    """(hex, chit) of the armies a side takes off the map; a hex without a chit means its lowest."""
    order = answer_for(texts, RETURN)
    found: list[tuple[str, str]] = []
    armies = war.returnable(side)
    for at, chit in order.places if order else ():
        match = next(
            (one for one in armies if one[0] == at and chit in ("", one[1]) and one not in found), None
        )
        if match is not None:
            found.append(match)
    return found
