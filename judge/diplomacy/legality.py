"""Is a movement order possible as the board stands, before other orders are known (DATC 4.E.1)?

An order that is not is void: its unit holds and may be supported to hold. `why_void` names the reason, None for a legal order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.diplomacy.board import INLAND, SEA, Board
from judge.diplomacy.orders import CONVOY, HOLD, MOVE, RAIL, SUPPORT_HOLD, SUPPORT_MOVE, Order
from judge.diplomacy.position import Unit
from judge.diplomacy.reasons import Reason
from judge.diplomacy.rules import Value
from judge.diplomacy.special import canal, railway


class Situation:
    """The board as it stands at the start of a movement phase: what legality and resolution look things up in.

    at      index of the unit in each province, -1 for none
    place, power  province and power of each unit
    fleets  mask of the provinces with a fleet that may convoy
    strict_coasts  whether a needless or wrong coast of the ordered unit voids its order
    """

    __slots__ = (
        "_chains",
        "_routes",
        "at",
        "board",
        "fleets",
        "owners",
        "place",
        "power",
        "rules",
        "strict_coasts",
        "units",
    )

    def __init__(
        self,
        board: Board,
        rules: Mapping[str, Value],
        units: Sequence[Unit],
        owners: Sequence[int] = (),
    ):
        self.board = board
        self.rules = rules
        self.units = units
        self.owners = owners
        self.at = at = [-1] * board.size
        province_of, carrier_bit = board.province_of, board.carrier_bit
        self.power = [0] * len(units)
        self.place = [0] * len(units)
        power, place = self.power, self.place
        fleets = 0
        for index, unit in enumerate(
            units
        ):  # by number: taking a named tuple apart costs three times as much
            here = province_of[unit[2]]
            power[index] = unit[0]
            place[index] = here
            at[here] = index
            if unit[1]:
                fleets |= carrier_bit[here]
        self.fleets = fleets
        self.strict_coasts = rules["unit_coast"] == "void"
        self._chains: tuple[int, ...] | None = None
        self._routes: dict[tuple[int, int, int], int] = {}

    def sea_way(self, origin: int, target: int) -> bool:
        """Whether the fleets on the board, whatever they are ordered, could form a chain from one land province to another."""
        near = self.board.sea_near
        starts, ends = near[origin] & self.fleets, near[target] & self.fleets
        if not starts or not ends or origin == target:
            return False
        if starts & ends:
            return True
        if self._chains is None:
            self._chains = self.board.chains(self.fleets)
        return any(chain & starts and chain & ends for chain in self._chains)

    def routes(self, origin: int, target: int, fleets: int | None = None) -> int:
        """Mask of the fleets on routes between two provinces: of all fleets, whatever is ordered, or of those in the mask."""
        if fleets is None:
            fleets = self.fleets
        key = (origin, target, fleets)
        mask = self._routes.get(key)
        if mask is None:
            mask = self._routes[key] = self.board.route_seas(origin, target, fleets)
        return mask


def landing(situation: Situation, location: int, dest: int, dest_location: int) -> tuple[int, Reason | None]:
    """Where a fleet ordered to sail lands: its location, or -1 and why it cannot."""
    board, rules = situation.board, situation.rules
    coasts = board.coasts[dest]
    reach = board.fleet_reach[location]
    if len(coasts) == 1:
        if coasts[0] in reach:
            return coasts[0], None
    elif coasts:
        open_coasts = [coast for coast in coasts if coast in reach]
        if dest_location in open_coasts:
            return dest_location, None
        if open_coasts:
            if dest_location != dest:
                if rules["coast_wrong"] == "correct" and len(open_coasts) == 1:
                    return open_coasts[0], None
                return -1, Reason.COAST_OUT_OF_REACH
            if len(open_coasts) > 1:
                missing = rules["coast_missing"] == "void"
            else:
                missing = rules["coast_single"] == "void"
            return (-1, Reason.COAST_MISSING) if missing else (open_coasts[0], None)
    if canal.joins(board, board.province_of[location], dest):
        return dest, None
    return -1, (Reason.FLEET_INLAND if board.kind[dest] == INLAND else Reason.NOT_ADJACENT)


def why_void(situation: Situation, index: int, order: Order) -> Reason | None:
    """Why this order for the unit of that index can never work in this situation; None when it could."""
    kind = order.kind
    if kind == HOLD:
        reason = None
    elif kind == MOVE:
        return reach(situation, index, order)[1]
    elif kind == SUPPORT_HOLD:
        reason = _support_hold(situation, index, order)
    elif kind == SUPPORT_MOVE:
        reason = _support_move(situation, index, order)
    elif kind == CONVOY:
        reason = _convoy(situation, index, order)
    elif kind == RAIL:
        reason = railway.why_void(situation, index, order)
    else:
        return Reason.WRONG_PHASE
    if reason is None and situation.strict_coasts:
        return _coast_written(situation, index, order)
    return reason


def _coast_written(situation: Situation, index: int, order: Order) -> Reason | None:
    """DATC 4.B.5 and 4.B.6 under the strict options: a coast that is wrong or means nothing makes the order void."""
    unit = situation.units[index]
    if order.location not in (order.place, unit.location):
        return Reason.NO_SUCH_UNIT
    if order.kind == MOVE and not unit.fleet and order.dest_location != order.dest:
        return Reason.COAST_OUT_OF_REACH
    return None


def reach(situation: Situation, index: int, order: Order) -> tuple[int, Reason | None]:
    """Where a move order takes the unit: its location, or -1 and why it can never get there."""
    board = situation.board
    dest = order.dest
    _, fleet, location = situation.units[index]
    if situation.strict_coasts:
        reason = _coast_written(situation, index, order)
        if reason is not None:
            return -1, reason
    if fleet:
        if dest == situation.place[index]:
            return -1, Reason.OWN_PROVINCE
        return landing(situation, location, dest, order.dest_location)
    if dest in board.army_reach[location]:
        return dest, None
    if dest == location:
        return -1, Reason.OWN_PROVINCE
    if board.kind[dest] == SEA:
        return -1, Reason.ARMY_TO_SEA
    if situation.sea_way(location, dest):
        return dest, None
    by_sea = board.sea_near[location] and board.sea_near[dest]
    return -1, Reason.IMPOSSIBLE_CONVOY if by_sea else Reason.NOT_ADJACENT


def _support_hold(situation: Situation, index: int, order: Order) -> Reason | None:
    target = order.target
    if target == situation.place[index]:
        return Reason.SUPPORTS_ITSELF
    if situation.at[target] < 0:
        return Reason.SUPPORT_NO_UNIT
    unit = situation.units[index]
    if target not in situation.board.reach_provinces(unit.fleet, unit.location):
        return Reason.SUPPORT_OUT_OF_REACH
    return None


def _support_move(situation: Situation, index: int, order: Order) -> Reason | None:
    board = situation.board
    _, fleet, location = situation.units[index]
    place = situation.place[index]
    target, dest = order.target, order.dest
    if dest == place:
        return Reason.SUPPORT_INTO_OWN_PROVINCE
    if target == place:
        return Reason.SUPPORTS_ITSELF
    mover_index = situation.at[target]
    if mover_index < 0:
        return Reason.SUPPORT_NO_UNIT
    if dest not in (board.fleet_provinces[location] if fleet else board.army_reach[place]) and not (
        situation.rules["canal_support"] and fleet and canal.joins(board, place, dest)
    ):
        return Reason.SUPPORT_OUT_OF_REACH
    if order.rail:
        return railway.why_support_void(situation, mover_index, order)
    mover = situation.units[mover_index]
    if mover.fleet:
        if dest in board.fleet_provinces[mover.location]:
            if (
                order.dest_location != dest
                and order.dest_location not in board.fleet_reach[mover.location]
                and situation.rules["support_coast"] != "ignored"
            ):
                return Reason.SUPPORT_IMPOSSIBLE
            return None
        possible = canal.joins(board, target, dest)
    else:
        if dest in board.army_reach[target]:
            return None
        possible = board.kind[dest] != SEA and situation.sea_way(target, dest)
        if possible and situation.fleets >> place & 1:
            possible = board.convoy_possible(target, dest, situation.fleets & ~(1 << place))
        possible = possible or railway.could_ride(situation, mover_index, dest)
    return None if possible else Reason.SUPPORT_IMPOSSIBLE


def _convoy(situation: Situation, index: int, order: Order) -> Reason | None:
    board = situation.board
    place = situation.place[index]
    if not situation.fleets >> place & 1:
        return Reason.NOT_AT_SEA
    target, dest = order.target, order.dest
    army = situation.at[target]
    if army < 0 or situation.units[army].fleet:
        return Reason.NO_SUCH_ARMY
    if dest == target or board.kind[dest] == SEA:
        return Reason.IMPOSSIBLE_CONVOY
    near = board.sea_near
    here = 1 << place
    if near[target] & near[dest] & here:
        return None
    if not situation.sea_way(target, dest):
        return Reason.IMPOSSIBLE_CONVOY
    if not situation.routes(target, dest) & here:
        return Reason.OFF_ROUTE
    return None
