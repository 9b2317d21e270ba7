"""From the order texts of all powers to the one order of each unit; what cannot count becomes a result of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.diplomacy.board import Board
from judge.diplomacy.legality import Situation, why_void
from judge.diplomacy.orders import MOVE, Order, read_order, read_text, write_order
from judge.diplomacy.position import Position, Unit
from judge.diplomacy.reasons import Reason
from judge.engine import OrderResult, Orders


def rejected(power: str, text: str, reason: Reason, by: Sequence[str] = ()) -> OrderResult:
    """The result of an order that was never in play."""
    words = text.split()
    return OrderResult(power, " ".join(words[:2]), text, "void", reason.value, tuple(by))


class Collected:
    """The orders of a movement phase.

    orders    by unit index, sorted
    texts     their canonical texts, by unit index; "" for a unit without an order
    unusable  by unit index, text and reason of what was sent for a unit but is no order
    rejected  results of orders that never were in play
    """

    __slots__ = ("orders", "rejected", "texts", "unusable")

    def __init__(self, situation: Situation, orders: Orders):
        board = situation.board
        self.rejected: list[OrderResult] = []
        unusable: list[tuple[int, str, Reason]] = []
        several: dict[int, list[Order]] = {}
        at, units = situation.at, situation.units
        slots: list[Order | None] = [None] * len(units)
        texts = [""] * len(units)
        cache = board.order_cache
        for power, power_id in enumerate(board.powers):
            for text in orders.get(power_id, ()):
                order, written, other_kind = cache.get(text) or read_text(board, text)
                if order is None:
                    reason = other_kind if isinstance(other_kind, Reason) else Reason.WRONG_PHASE
                    unusable.append((power, text, reason))
                    continue
                index = at[order.place]
                if index < 0:
                    self.rejected.append(rejected(power_id, text, Reason.NO_SUCH_UNIT))
                    continue
                owner, fleet, location = units[index]
                if owner != power:
                    by = board.unit_text(fleet, location)
                    self.rejected.append(rejected(power_id, text, Reason.FOREIGN_UNIT, (by,)))
                    continue
                if order.location != location or order.fleet != fleet:
                    order, written = order.but(fleet=fleet, plain=False), ""
                known = slots[index]
                if known is None:
                    slots[index] = order
                    if written and (
                        (target := order.target) < 0 or self._letter_right(at, units, target, order)
                    ):
                        texts[index] = written
                elif order != known and order.but(plain=known.plain) != known:
                    several.setdefault(index, [known]).append(order)
        for index, choices in several.items():
            texts[index] = ""
            slots[index] = self._choose(situation, index, choices)
        self.orders: dict[int, Order] = {
            index: order for index, order in enumerate(slots) if order is not None
        }
        self.unusable: dict[int, tuple[str, Reason]] = {}
        for power, text, reason in unusable:
            index = _named_unit(situation, power, text)
            if index < 0 or slots[index] is not None or index in self.unusable:
                self.rejected.append(rejected(board.powers[power], text, reason))
            else:
                self.unusable[index] = (text, reason)
        if "" in texts:
            for index, order in self.orders.items():
                if not texts[index]:
                    texts[index] = text_of(situation, index, order)
        self.texts = texts

    @staticmethod
    def _letter_right(at: Sequence[int], units: Sequence[Unit], target: int, order: Order) -> bool:
        """Whether the letter of the supported or convoyed unit is the right one."""
        other = at[target]
        return other < 0 or units[other][1] == order.target_fleet

    def _choose(self, situation: Situation, index: int, choices: list[Order]) -> Order | None:
        """Several different orders for one unit (DATC 4.D.3); those that cannot work never clash with one that can."""
        power_id = situation.board.powers[situation.units[index].power]
        legal = [order for order in choices if why_void(situation, index, order) is None]
        rule = situation.rules["conflicting_orders"]
        chosen: Order | None
        if len(legal) <= 1:
            chosen = legal[0] if legal else choices[-1]
        elif rule == "none":
            chosen = None
        else:
            chosen = legal[0] if rule == "first" else legal[-1]
        reason = Reason.CONFLICTING if chosen is None else Reason.SUPERSEDED
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
    board: Board, position: Position, orders: Orders
) -> tuple[dict[int, Order], dict[int, str], list[OrderResult]]:
    """Orders by index of the dislodged unit, their texts as sent, and results of orders for anything else."""
    by_place: Mapping[tuple[int, int], int] = {
        (unit.power, board.province_of[unit.location]): index for index, unit in enumerate(position.dislodged)
    }
    found: dict[int, Order] = {}
    texts: dict[int, str] = {}
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
            elif index in found:
                others.append(rejected(power_id, texts[index], Reason.SUPERSEDED))
                found[index], texts[index] = order, text
            else:
                found[index], texts[index] = order, text
    return found, texts, others
