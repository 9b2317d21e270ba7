"""Orders as values, and their canonical text: one way to write each, which `read_order` takes back.

`NK1 ATTACK 0205` answers the request for the army NK1; `PLAN ATTACK 0205 IF WEST AT 0205 REPEAT` is a line of a plan. What a player may
write is wider: grammar/korea.lark.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

ATTACK, ASSAULT, OCCUPY, REDEPLOY = "attack", "assault", "occupy", "redeploy"
ENTER, RAID, LAND = "enter", "raid", "land"
HOLD, ASK, RETURN, LOSE, HALT, CANCEL = "hold", "ask", "return", "lose", "halt", "cancel"
ARMY_ACTS = frozenset({ATTACK, ASSAULT, OCCUPY, REDEPLOY})
ARMY, COMMUNIST, COUNTERATTACK = "army", "communist", "counterattack"
GROUP_WORDS = {COMMUNIST: "COMMUNIST", COUNTERATTACK: "COUNTERATTACK"}
PLAN = "PLAN"
MOST_LINES = 60
"""Lines a plan may have; further ones are refused."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a plan line. kind: "at" (side at hex), "empty" (hex), "need" (at most n), "turn", "events", "supply", "hand" (at
    least n), "drawn" (chit). wanted: False for NOT."""

    kind: str
    side: str = ""
    hex: str = ""
    number: int = 0
    chit: str = ""
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Order:
    """One order. group: what it is for (army, communist, counterattack, return, lose, halt, cancel).

    places     for "return": (hex, chit) each, chit "" for the lowest
    until_end  "hold" only until the end of the turn
    """

    group: str
    act: str
    hex: str = ""
    chit: str = ""
    spend: str = ""
    places: tuple[tuple[str, str], ...] = ()
    until_end: bool = False
    conditions: tuple[Condition, ...] = ()
    repeat: bool = False

    @property
    def plain(self) -> Order:
        """The order without conditions."""
        return replace(self, conditions=(), repeat=False)


def write_condition(condition: Condition) -> str:
    """Canonical text of a condition."""
    match condition.kind:
        case "at":
            text = f"{condition.side} AT {condition.hex}"
        case "empty":
            text = f"EMPTY {condition.hex}"
        case "need":
            text = f"NEED <= {condition.number}"
        case "hand":
            text = f"HAND >= {condition.number}"
        case "supply":
            text = "SUPPLY OUT"
        case "drawn":
            text = f"DRAWN {condition.chit}"
        case _:
            text = f"{condition.kind.upper()} {condition.number}"
    return text if condition.wanted else f"NOT {text}"


def write_order(order: Order) -> str:
    """Canonical text, without the chit it answers for and without PLAN."""
    where = f"{order.hex}:{order.chit}" if order.chit else order.hex
    match order.act:
        case "assault":
            text = f"TOTAL ASSAULT {order.hex}" + (f" SPENDING {order.spend}" if order.spend else "")
        case "redeploy":
            text = f"REDEPLOY {where}"
        case "enter" | "raid":
            text = f"COMMUNIST {order.act.upper()} {order.hex}"
        case "land":
            text = f"COUNTERATTACK {order.hex}"
        case "hold" | "ask":
            text = f"{GROUP_WORDS[order.group]} {order.act.upper()}" + (
                " UNTIL TURN END" if order.until_end else ""
            )
        case "return":
            listed = ", ".join(f"{at}:{chit}" if chit else at for at, chit in order.places)
            text = f"RETURN {listed or 'NONE'}"
        case "lose":
            text = f"LOSE {order.chit}"
        case "halt":
            text = "HALT" if order.conditions else "HALT ALWAYS"
        case "cancel":
            text = "CANCEL PLAN"
        case _:
            text = f"{order.act.upper()} {order.hex}"
    if order.conditions:
        text += " IF " + " AND ".join(write_condition(one) for one in order.conditions)
    return text + (" REPEAT" if order.repeat else "")


def write_line(order: Order) -> str:
    """Canonical text as a line of a plan."""
    return write_order(order) if order.act == CANCEL else f"{PLAN} {write_order(order)}"


def read_order(text: str) -> Order | None:
    """The order of a canonical text (with or without PLAN or the chit it is for), None for any other text."""
    words = text.split()
    if (words and words[0] == PLAN) or (
        len(words) > 1 and words[1] in {"ATTACK", "TOTAL", "OCCUPY", "REDEPLOY"}
    ):
        words = words[1:]
    repeat = bool(words) and words[-1] == "REPEAT"
    if repeat:
        words = words[:-1]
    conditions: tuple[Condition, ...] | None = ()
    if "IF" in words:
        at = words.index("IF")
        words, rest = words[:at], words[at + 1 :]
        conditions = _read_conditions(rest)
    order = _read_plain(words, bool(conditions))
    if order is None or conditions is None:
        return None
    return replace(order, conditions=conditions, repeat=repeat)


def _read_plain(words: list[str], conditional: bool) -> Order | None:
    match words:
        case ["ATTACK" | "OCCUPY", at] if _is_hex(at):
            return Order(ARMY, words[0].lower(), at)
        case ["TOTAL", "ASSAULT", at] if _is_hex(at):
            return Order(ARMY, ASSAULT, at)
        case ["TOTAL", "ASSAULT", at, "SPENDING", chit] if _is_hex(at):
            return Order(ARMY, ASSAULT, at, spend=chit)
        case ["REDEPLOY", where]:
            place = _place(where)
            return Order(ARMY, REDEPLOY, place[0], place[1]) if place else None
        case ["COMMUNIST", "ENTER" | "RAID", at] if _is_hex(at):
            return Order(COMMUNIST, words[1].lower(), at)
        case ["COMMUNIST" | "COUNTERATTACK", "HOLD" | "ASK"]:
            return Order(words[0].lower(), words[1].lower())
        case ["COMMUNIST" | "COUNTERATTACK", "HOLD", "UNTIL", "TURN", "END"]:
            return Order(words[0].lower(), HOLD, until_end=True)
        case ["COUNTERATTACK", at] if _is_hex(at):
            return Order(COUNTERATTACK, LAND, at)
        case ["RETURN", "NONE"]:
            return Order(RETURN, RETURN)
        case ["RETURN", *listed] if listed:
            places = [_place(part) for part in " ".join(listed).split(", ")]
            found = tuple(place for place in places if place is not None)
            return Order(RETURN, RETURN, places=found) if len(found) == len(places) else None
        case ["LOSE", chit]:
            return Order(LOSE, LOSE, chit=chit)
        case ["HALT", "ALWAYS"]:
            return Order(HALT, HALT)
        case ["HALT"] if conditional:
            return Order(HALT, HALT)
        case ["CANCEL", "PLAN"]:
            return Order(CANCEL, CANCEL)
    return None


def _is_hex(text: str) -> bool:
    return len(text) == 4 and text.isascii() and text.isdigit()


def _place(text: str) -> tuple[str, str] | None:
    at, _, chit = text.partition(":")
    return (at, chit) if _is_hex(at) else None


def _read_conditions(words: list[str]) -> tuple[Condition, ...] | None:
    groups: list[list[str]] = [[]]
    for word in words:
        if word == "AND":
            groups.append([])
        else:
            groups[-1].append(word)
    found = [_read_condition(group) for group in groups]
    return None if None in found else tuple(one for one in found if one is not None)


def _read_condition(words: list[str]) -> Condition | None:
    wanted = words[:1] != ["NOT"]
    made: Condition | None = None
    match words if wanted else words[1:]:
        case ["EAST" | "WEST" as side, "AT", at] if _is_hex(at):
            made = Condition("at", side=side, hex=at)
        case ["EMPTY", at] if _is_hex(at):
            made = Condition("empty", hex=at)
        case ["NEED", "<=", number] if number.isdecimal():
            made = Condition("need", number=int(number))
        case ["HAND", ">=", number] if number.isdecimal():
            made = Condition("hand", number=int(number))
        case ["SUPPLY", "OUT"]:
            made = Condition("supply")
        case ["DRAWN", chit]:
            made = Condition("drawn", chit=chit)
        case ["TURN" | "EVENTS" as kind, number] if number.isdecimal():
            made = Condition(kind.lower(), number=int(number))
    return replace(made, wanted=wanted) if made else None
