"""From the order texts of all powers to the one order of each unit; what cannot count becomes a result of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.diplomacy import retreats
from judge.diplomacy.board import Board
from judge.diplomacy.legality import Situation, why_void
from judge.diplomacy.orders import MOVE, NO_ORDER, RAIL, Order, read_order, read_text, write_order
from judge.diplomacy.position import Position, Unit
from judge.diplomacy.reasons import Reason
from judge.engine import OrderResult, Orders


def rejected(power: str, text: str, reason: Reason, by: Sequence[str] = ()) -> OrderResult:
    """The result of an order that was never in play."""
    words = text.split()
    return OrderResult(power, " ".join(words[:2]), text, "void", reason.value, tuple(by))


Sent = tuple[int, "Unit | None", "Order | None", "OrderResult | None", int]
"""An order text as one power sent it, with all that collecting asks of it: (place, unit, order, done, target).

place, unit   where its unit has to stand, and the unit as written; for a text that is no order of a movement phase there is none
order         the order; None when there is none
done          its result if it plainly succeeds; None where that takes a closer look (coasts, the railway)
target        province of the supported or convoyed unit, -1 for none

A plain tuple: it is taken apart for every order of every phase.
"""

_CACHE_LIMIT = 3_000
_NOBODY = Unit(-1, False, -1)


def _sent(board: Board, power: int, text: str) -> Sent:
    """Look at a text of that power; the board remembers it."""
    order, written, _ = read_text(board, text)
    if order is None:
        sent: Sent = (0, None, None, None, -1)
    else:
        name = board.unit_text(order.fleet, order.location)
        known = written and order.kind != RAIL
        done = OrderResult(board.powers[power], name, written, "succeeds") if known else None
        unit = board.unit(power, order.fleet, order.location)
        sent = (order.place, unit, order, done, order.target)
    cache = board.sent_cache[power]
    if len(cache) >= _CACHE_LIMIT:
        cache.clear()
    cache[text] = sent
    return sent


class Collected:
    """The orders of a movement phase.

    orders    by unit index; NO_ORDER for a unit without one
    done      by unit index, what the result is if the order plainly succeeds; None where that has to be put together
    texts     canonical texts of the orders that have no such result, by unit index
    unusable  by unit index, text and reason of what was sent for a unit but is no order
    rejected  results of orders that never were in play
    """

    __slots__ = ("done", "orders", "rejected", "texts", "unusable")

    def __init__(self, situation: Situation, orders: Orders):
        board = situation.board
        self.rejected: list[OrderResult] = []
        unusable: list[tuple[int, str]] = []
        unclear: list[int] = []
        several: dict[int, list[Order]] = {}
        at, units = situation.at, situation.units
        standing = units or (_NOBODY,)  # so that place -1 is somebody else's too
        self.orders = [NO_ORDER] * len(units)
        self.done: list[OrderResult | None] = [None] * len(units)
        slots, dones, caches, no_order = self.orders, self.done, board.sent_cache, NO_ORDER
        for power, power_id in enumerate(board.powers):
            cache = caches[power]
            for text in orders.get(power_id, ()):
                try:
                    place, unit, order, done, target = cache[text]
                except KeyError:
                    place, unit, order, done, target = _sent(board, power, text)
                index = at[place]
                if standing[index] is not unit and (index < 0 or units[index] != unit):
                    if order is None:
                        unusable.append((power, text))
                        continue
                    order, done = self._for_other_unit(situation, power, text, order), None
                    if order is None:
                        continue
                elif target >= 0 and (other := at[target]) >= 0 and units[other][1] != order.target_fleet:
                    done = None
                known = slots[index]
                if known is no_order:
                    slots[index] = order
                    dones[index] = done
                    if done is None:
                        unclear.append(index)
                elif order != known and order.but(plain=known.plain) != known:
                    several.setdefault(index, [known]).append(order)
        for index, choices in several.items():
            dones[index] = None
            unclear.append(index)
            slots[index] = self._choose(situation, index, choices)
        self.unusable: dict[int, tuple[str, Reason]] = {}
        for power, text in unusable:
            self._keep_unusable(situation, power, text)
        self.texts: dict[int, str] = {
            index: text_of(situation, index, slots[index])
            for index in unclear if slots[index] is not NO_ORDER
        }  # fmt: skip

    def _for_other_unit(self, situation: Situation, power: int, text: str, order: Order) -> Order | None:
        """An order whose unit does not stand as written: for the own unit in that place, else rejected."""
        board = situation.board
        index = situation.at[order.place]
        power_id = board.powers[power]
        if index < 0:
            self.rejected.append(rejected(power_id, text, Reason.NO_SUCH_UNIT))
            return None
        owner, fleet, location = situation.units[index]
        if owner != power:
            by = board.unit_text(fleet, location)
            self.rejected.append(rejected(power_id, text, Reason.FOREIGN_UNIT, (by,)))
            return None
        return order.but(fleet=fleet, plain=False)

    def _keep_unusable(self, situation: Situation, power: int, text: str) -> None:
        """A text that is no order of this phase: the result of the unit it begins with, when that has no other."""
        board = situation.board
        read = read_order(board, text)
        reason = read if isinstance(read, Reason) else Reason.WRONG_PHASE
        index = _named_unit(situation, power, text)
        if index < 0 or self.orders[index] is not NO_ORDER or index in self.unusable:
            self.rejected.append(rejected(board.powers[power], text, reason))
        else:
            self.unusable[index] = (text, reason)

    def _choose(self, situation: Situation, index: int, choices: list[Order]) -> Order:
        """Several different orders for one unit (DATC 4.D.3); those that cannot work never clash with one that can."""
        power_id = situation.board.powers[situation.units[index].power]
        legal = [order for order in choices if why_void(situation, index, order) is None]
        rule = situation.rules["conflicting_orders"]
        if len(legal) <= 1:
            chosen = legal[0] if legal else choices[-1]
        elif rule == "none":
            chosen = NO_ORDER
        else:
            chosen = legal[0] if rule == "first" else legal[-1]
        reason = Reason.CONFLICTING if chosen is NO_ORDER else Reason.SUPERSEDED
        for order in choices:
            if order is not chosen:
                self.rejected.append(rejected(power_id, write_order(situation.board, order), reason))
        return chosen


def _named_unit(situation: Situation, power: int, text: str) -> int:
    """The power's own unit that a text which is no order begins with, -1 for none."""
    board = situation.board
    words = text.upper().split()
    location = board.location_of.get(words[1]) if len(words) > 1 and words[0] in ("A", "F") else None
    index = -1 if location is None else situation.at[board.province_of[location]]
    return index if index >= 0 and situation.units[index].power == power else -1


def text_of(situation: Situation, index: int, order: Order) -> str:
    """Canonical text of an order for that unit: its real letter and coast, the coast it lands on where one was left out."""
    board = situation.board
    unit = situation.units[index]
    if order.location != unit.location or order.fleet != unit.fleet:
        order = order.but(location=unit.location, fleet=unit.fleet)
    if order.target >= 0:
        other = situation.at[order.target]
        if other >= 0 and situation.units[other].fleet != order.target_fleet:
            order = order.but(target_fleet=situation.units[other].fleet)
    sails = order.target_fleet if order.target >= 0 else order.fleet
    if order.dest >= 0 and order.dest_location != order.dest and not sails:
        order = order.but(dest_location=order.dest)
    if order.kind == MOVE and unit.fleet and order.dest_location not in board.coasts[order.dest]:
        coasts = board.landings(unit.location, order.dest)
        if len(coasts) == 1:
            order = order.but(dest_location=coasts[0])
    return write_order(board, order)


def collect_retreats(
    board: Board, position: Position, orders: Orders, rule: str
) -> tuple[dict[int, Order], dict[int, str], list[OrderResult]]:
    """Orders by index of the dislodged unit, their texts as sent, and results of orders that do not count.

    rule: which of several different orders for a unit counts (option `conflicting_orders`).
    """
    by_place: Mapping[tuple[int, int], int] = {
        (unit.power, board.province_of[unit.location]): index for index, unit in enumerate(position.dislodged)
    }
    sent: dict[int, list[tuple[Order, str]]] = {}
    others: list[OrderResult] = []
    for power, power_id in enumerate(board.powers):
        for text in orders.get(power_id, ()):
            order = read_order(board, text)
            if isinstance(order, Reason):
                others.append(rejected(power_id, text, order))
                continue
            index = by_place.get((power, order.place))
            if index is None:
                others.append(rejected(power_id, text, Reason.NOT_DISLODGED))
            else:
                sent.setdefault(index, []).append((order, text))
    found: dict[int, Order] = {}
    texts: dict[int, str] = {}
    for index, choices in sent.items():
        unit = position.dislodged[index]
        goals = [retreats.goal(board, unit, order) for order, _ in choices]
        chosen = _chosen(goals, rule)
        reason = Reason.CONFLICTING if chosen < 0 else Reason.SUPERSEDED
        if chosen >= 0:
            found[index], texts[index] = choices[chosen]
        others += [
            rejected(board.powers[unit.power], text, reason)
            for number, (_, text) in enumerate(choices)
            if number != chosen and (chosen < 0 or goals[number] != goals[chosen])
        ]
    return found, texts, others


def _chosen(goals: Sequence[int | None], rule: str) -> int:
    """Which of several orders for one unit counts, -1 for none; goals: where each leads, None for one that cannot work."""
    legal = [number for number, goal in enumerate(goals) if goal is not None]
    if len({goals[number] for number in legal}) > 1 and rule == "none":
        return -1
    if not legal:
        return len(goals) - 1
    return legal[0] if rule == "first" else legal[-1]
