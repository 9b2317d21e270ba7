"""What was really ordered: the orders of a movement phase matched to each other, in arrays by unit index.

One pass over the units fills who attacks what; a second matches supports and convoys to the moves they are for.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from judge.diplomacy.board import bits
from judge.diplomacy.legality import Situation, reach, why_void
from judge.diplomacy.orders import CONVOY, HOLD, MOVE, RAIL, SUPPORT_HOLD, SUPPORT_MOVE, Order
from judge.diplomacy.reasons import Reason
from judge.diplomacy.special import canal, railway
from judge.diplomacy.states import BY_LAND, BY_SEA, CARRY, DEAD, DEPENDS, EITHER, FREE, GO, HELP, STAND, TRAIN


class Tables:
    """The matched orders. Lists are by unit index unless said otherwise; -1 for none.

    orders     the orders as they came; NO_ORDER for none
    why        by unit, why the order that was sent does not count, or a support or convoy found no match
    movers     units with a legal move, in order; stuck: those with a move that cannot work and yet is one (DATC 4.E.1)
    supports, convoys: units with a legal order to do so, in order
    dest       province a unit moves to; landing: the location, where that is a coast
    attackers  by province: the units that move there, the train among them; crowded: the provinces with several
    helpers    supporters whose support matches; supported: the units that have any; aim: province a supporter's help is aimed at (-1 when unmatched)
    carried    mask of the fleets ordered to convoy this army's move
    void_trains  how many railway orders of the railway's own power are void by themselves
    travel     BY_LAND, BY_SEA or EITHER; way: FREE, DEPENDS or DEAD; gated: some move's way is not FREE
    canal      True for a unit on the way through the canal
    train      index of the unit on the train
    """

    __slots__ = (
        "aim", "attackers", "canal", "carried", "convoys", "crowded", "dest", "does", "gated", "helpers", "landing", "movers", "orders",
        "place", "power", "situation", "stuck", "supported", "supports", "train", "travel", "void_trains", "way", "why",
    )  # fmt: skip

    def __init__(self, situation: Situation, orders: Sequence[Order]):
        count = len(situation.units)
        self.situation = situation
        self.place = situation.place
        self.power = situation.power
        self.orders = orders
        self.why: dict[int, Reason] = {}
        self.does = [STAND] * count
        self.dest = [-1] * count
        self.landing: dict[int, int] = {}
        self.aim = [-1] * count
        self.helpers: list[list[int] | None] = [None] * count
        self.supported: list[int] = []
        self.carried = [0] * count
        self.travel = [BY_LAND] * count
        self.way = [FREE] * count
        self.gated = False
        self.canal: set[int] = set()
        self.attackers: list[tuple[int, ...]] = [()] * situation.board.size
        self.crowded: set[int] = set()
        self.train = -1
        self.movers: list[int] = []
        self.stuck: list[int] = []
        self.supports: list[int] = []
        self.convoys: list[int] = []
        trains: list[int] = []
        self.void_trains = 0
        overseas = self._sort_out(orders, trains)
        if trains:
            self._board_train(trains)
        if self.convoys:
            own_convoys = self._match_convoys(overseas)
            self._choose_travel(sorted(overseas), own_convoys)
        elif overseas:
            self._choose_travel(sorted(overseas), frozenset())
        if self.canal:
            self._open_canal()
        if self.supports:
            self._match_supports()

    def _sort_out(self, orders: Sequence[Order], trains: list[int]) -> set[int]:
        """Take the legal orders by kind. Returns the armies that go, or wish to go, by sea."""
        situation = self.situation
        board, units = situation.board, situation.units
        does, why, dest = self.does, self.why, self.dest
        attackers, movers, supports = self.attackers, self.movers, self.supports
        overseas: set[int] = set()
        for index, order in enumerate(orders):
            kind = order.kind
            if kind == MOVE:
                to = order.dest
                if not order.plain:
                    where, reason = reach(situation, index, order)
                    if reason is not None:
                        why[index] = reason
                        self._impossible_move(index, order, reason)
                        continue
                    if not units[index].fleet:
                        overseas.add(index)
                    elif board.canal is not None and canal.joins(board, self.place[index], to):
                        self.canal.add(index)
                    if where != to:
                        self.landing[index] = where
                movers.append(index)
                does[index] = GO
                dest[index] = to
                rivals = attackers[to]
                if rivals:
                    attackers[to] = (*rivals, index)
                    self.crowded.add(to)
                else:
                    attackers[to] = (index,)
            elif kind == HOLD:
                continue
            elif order.plain:
                supports.append(index)
                does[index] = HELP
            else:
                reason = why_void(situation, index, order)
                if reason is not None:
                    why[index] = reason
                    if kind == RAIL:
                        self.void_trains += reason is not Reason.RAIL_POWER
                elif kind <= SUPPORT_MOVE:
                    does[index] = HELP
                    supports.append(index)
                elif kind == CONVOY:
                    does[index] = CARRY
                    self.convoys.append(index)
                else:
                    trains.append(index)
        return overseas

    def _impossible_move(self, index: int, order: Order, reason: Reason) -> None:
        """DATC 4.E.1: under the older readings an impossible move is still a move, which nobody can support to hold."""
        rule = self.situation.rules["impossible_moves"]
        if rule == "on-board" and reason is Reason.IMPOSSIBLE_CONVOY:
            del self.why[index]
        if rule == "move" or (rule == "on-board" and reason is Reason.IMPOSSIBLE_CONVOY):
            self.stuck.append(index)
            self.does[index] = GO
            self.dest[index] = order.dest
            self.way[index] = DEAD
            self.travel[index] = BY_SEA

    def _board_train(self, trains: list[int]) -> None:
        """Let one railway order stand (001 chapter 13: one army a turn); the others are void. Under `none` an order that is void
        for another reason is an order all the same (point T-k)."""
        rule = self.situation.rules["railway_orders"]
        if len(trains) > 1 or (self.void_trains and rule == "none"):
            chosen = {"none": -1, "first": trains[0], "last": trains[-1]}[str(rule)]
            for index in trains:
                if index != chosen:
                    self.why[index] = Reason.RAIL_TWO_ORDERS
        else:
            chosen = trains[0]
        if chosen < 0:
            return
        order = self.orders[chosen]
        self.train = chosen
        self.does[chosen] = TRAIN
        self.dest[chosen] = order.dest
        self.travel[chosen] = BY_SEA
        others = self.attackers[order.dest]
        self.attackers[order.dest] = (*others, chosen)
        if others:
            self.crowded.add(order.dest)

    def _match_convoys(self, overseas: set[int]) -> set[int]:
        """Give each army its fleets and add it to those overseas; returns the armies that a fleet of their own power carries."""
        at, power = self.situation.at, self.power
        own: set[int] = set()
        for index in self.convoys:
            order = self.orders[index]
            army = at[order.target]
            if self.does[army] == GO and self.dest[army] == order.dest:
                self.carried[army] |= 1 << self.place[index]
                overseas.add(army)
                if power[army] == power[index]:
                    own.add(army)
            else:
                self.why[index] = Reason.CONVOY_UNMATCHED
        return own

    def _choose_travel(self, armies: Sequence[int], own_convoys: Set[int]) -> None:
        """By land or by sea (DATC 4.A.3), and whether a sea route can be whole at all."""
        situation = self.situation
        board = situation.board
        rule = situation.rules["convoy_to_neighbour"]
        for index in armies:
            place, dest = self.place[index], self.dest[index]
            fleets = self.carried[index]
            order = self.orders[index]
            if dest in board.army_reach[place]:
                if not fleets and not order.via:
                    continue
                travel = self._travel_to_neighbour(index, order, str(rule), index in own_convoys)
                if travel == BY_LAND:
                    continue
            else:
                travel = BY_SEA
            self.travel[index] = travel
            whole = board.convoy_possible(place, dest, fleets)
            if not whole:
                if travel == EITHER:
                    self.travel[index] = BY_LAND
                else:
                    self.way[index] = DEAD
                    self.gated = True
            elif any(self.attackers[sea] for sea in bits(fleets)):
                if travel == BY_SEA:
                    self.way[index] = DEPENDS
                    self.gated = True
            elif travel == EITHER:
                self.travel[index] = BY_SEA

    def _travel_to_neighbour(self, index: int, order: Order, rule: str, own_convoy: bool) -> int:
        if rule == "explicit":
            return BY_SEA if order.via else BY_LAND
        if rule == "always":
            return BY_SEA if self.carried[index] else BY_LAND
        if rule == "1971":
            other = self.situation.at[order.dest]
            opposite = other >= 0 and self.does[other] == GO and self.dest[other] == self.place[index]
            return EITHER if opposite and self.carried[index] else BY_LAND
        if own_convoy or order.via:
            return EITHER if rule == "fallback" else BY_SEA
        return BY_LAND

    def _open_canal(self) -> None:
        situation = self.situation
        through = sorted(self.canal)
        permitted = canal.permitted(situation, self.orders, through)
        for index in through:
            self.travel[index] = BY_SEA
            self.way[index] = DEPENDS if index in permitted else DEAD
            self.gated = True
            if index not in permitted and situation.rules["canal_refused_supportable"]:
                self.does[index] = STAND
                self.movers.remove(index)
                others = tuple(unit for unit in self.attackers[self.dest[index]] if unit != index)
                self.attackers[self.dest[index]] = others
                if len(others) < 2:
                    self.crowded.discard(self.dest[index])
                self.dest[index] = -1

    def _match_supports(self) -> None:
        """Give each unit its supporters: those whose order says what the unit was really ordered to do."""
        at, does, dest, travel = self.situation.at, self.does, self.dest, self.travel
        helpers, aims, orders = self.helpers, self.aim, self.orders
        coasts = self.situation.board.coasts
        for index in self.supports:
            order = orders[index]
            origin, aim = order.target, order.dest
            target = at[origin]
            if target < 0:
                matched = False
            elif order.kind == SUPPORT_HOLD:
                aim = origin
                doing = does[target]
                matched = doing not in (GO, TRAIN) or (doing == TRAIN and self._train_held())
            elif does[target] == GO:
                matched = dest[target] == aim and not order.rail
                if matched and len(coasts[aim]) > 1:
                    matched = self._coast_matches(index, target, order)
                if matched and order.plain and travel[target] != BY_LAND:
                    matched = why_void(self.situation, index, order) is None
            else:
                matched = does[target] == TRAIN and self._train_supported(target, order)
            if not matched:
                self._unmatched(index, target, order)
                continue
            aims[index] = aim
            known = helpers[target]
            if known is None:
                helpers[target] = [index]
                self.supported.append(target)
            else:
                known.append(index)

    def _train_held(self) -> bool:
        return bool(self.situation.rules["railway_hold_support"])

    def _unmatched(self, index: int, target: int, order: Order) -> None:
        """A support without its counterpart: it could never have one, or the unit was not ordered to do that."""
        reason: Reason | None = None
        if order.plain and (target < 0 or order.kind == SUPPORT_MOVE):
            reason = why_void(self.situation, index, order)
        if reason is None:
            train = target >= 0 and self.does[target] == TRAIN and order.kind == SUPPORT_MOVE
            reason = Reason.RAIL_SUPPORT if train else Reason.SUPPORT_UNMATCHED
        self.why[index] = reason

    def _train_supported(self, target: int, order: Order) -> bool:
        if self.situation.rules["railway"] == "net" or self.dest[target] != order.dest:
            return False
        return bool(railway.path(self.situation, order.target, order.dest))

    def _coast_matches(self, index: int, target: int, order: Order) -> bool:
        """DATC 4.B.4: the coast in a support order."""
        coasts = self.situation.board.coasts[order.dest]
        unit = self.situation.units[target]
        if len(coasts) < 2 or not unit.fleet:
            return True
        rule = self.situation.rules["support_coast"]
        if rule == "ignored":
            return True
        if order.dest_location != order.dest:
            return order.dest_location == self.landing.get(target, order.dest)
        if rule == "may-omit":
            return True
        if rule == "required":
            return False
        single = len(self.situation.board.landings(unit.location, order.dest)) == 1
        return single or unit.power == self.power[index]
