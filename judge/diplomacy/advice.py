"""What can be said about an order as soon as it arrives, before anybody else's orders are known.

In a movement phase rules allow bluffing: an order that is void already is accepted with a warning, or refused in strict games.
Retreats and adjustments have nothing to bluff with: there an order that cannot work is refused, and what would work is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.diplomacy import adjustments
from judge.diplomacy.board import INLAND, SEA, Board
from judge.diplomacy.clauses import Read
from judge.diplomacy.legality import Situation, why_void
from judge.diplomacy.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    MOVE,
    RAIL,
    RETREAT,
    SUPPORT_MOVE,
    WAIVE,
    Order,
    write_order,
)
from judge.diplomacy.position import Position
from judge.diplomacy.reasons import Reason
from judge.diplomacy.resolve import Lookup
from judge.diplomacy.rules import Value
from judge.diplomacy.special import canal, railway
from judge.problems import Problem, Severity
from judge.text.kinds import KINDS

Rules = Mapping[str, Value]
Finding = tuple[str, dict[str, Any], Sequence[str]]
"""Kind of a problem, its facts, and orders to suggest."""
FEW = 8
"""Up to so many legal orders are listed."""


class Adviser:
    """Looks at the orders of one mail as the board stands. power None: whose they are does not matter."""

    def __init__(
        self, board: Board, rules: Rules, position: Position, power: int | None, phase: str, *, strict: bool
    ) -> None:
        self.board = board
        self.rules = rules
        self.position = position
        self.power = power
        self.phase = phase
        self.strict = strict
        self.situation = Situation(board, rules, position.units, position.owners)

    def accepts(self, read: Read, look: Lookup) -> bool:
        """Whether an order goes on file; what there is to say about it is added to the line's problems."""
        finder: Callable[[Order], list[Finding]] = {
            "movement": self._movement, "retreat": self._retreat, "adjustment": self._adjustment
        }[self.phase]  # fmt: skip
        accepted = True
        for kind, facts, suggestions in finder(read.order):
            severity: Severity = KINDS[kind].severity
            if severity == "warning" and self.strict:
                severity = "error"
            look.add(kind, read.start, read.end, severity=severity, suggestions=suggestions, **facts)
            accepted = accepted and severity == "warning"
        return accepted

    # --- movement

    def _movement(self, order: Order) -> list[Finding]:
        index = self.situation.at[order.place]
        if index < 0:
            return []
        found: list[Finding] = []
        if order.riders:
            found = [(kind, facts, ()) for kind, facts in self.permissions(order)]
        reason = why_void(self.situation, index, order)
        if reason is not None:
            told = self._void(reason, index, order)
            if told is not None:
                found.append(told)
        elif order.kind == MOVE and order.fleet and canal.joins(self.board, order.place, order.dest):
            found += self._canal_move(order)
        return found

    def _void(self, reason: Reason, index: int, order: Order) -> Finding | None:
        board = self.board
        unit = self.situation.units[index]
        name = board.unit_text(unit.fleet, unit.location)
        ids = board.province_ids
        place, dest, target = ids[order.place], ids[max(order.dest, 0)], ids[max(order.target, 0)]
        other = self._unit_at(order.target)
        here: dict[str, Any] = {"unit": name, "province": dest}
        exits = self._exits(index)
        orders = [f"{name} - {choice}" for choice in exits] if len(exits) <= FEW else []
        if reason in {Reason.NOT_ADJACENT, Reason.COAST_OUT_OF_REACH}:
            if reason is Reason.COAST_OUT_OF_REACH:
                location = board.location_names[order.dest_location]
                return "coast_unreachable", {"unit": name, "location": location, "choices": exits}, orders
            return "unreachable", {**here, "choices": exits}, orders
        if reason in {Reason.ARMY_TO_SEA, Reason.FLEET_INLAND}:
            return "wrong_terrain", {**here, "choices": exits}, orders
        if reason is Reason.IMPOSSIBLE_CONVOY:
            return self._no_convoy(name, order, other)
        if reason is Reason.RAIL_FOREIGN_UNIT:
            blockers = railway.foreign_on_line(self.situation, index, order.dest)
            return "railway_blocked", {"unit": name, "blocker": self._name(blockers[0])}, ()
        simple: dict[Reason, Finding] = {
            Reason.OWN_PROVINCE: ("same_place", {"unit": name}, ()),
            Reason.SUPPORTS_ITSELF: ("support_self", {"unit": name}, ()),
            Reason.SUPPORT_INTO_OWN_PROVINCE: ("support_out_of_reach", {"unit": name, "province": place}, ()),
            Reason.SUPPORT_OUT_OF_REACH: (
                "support_out_of_reach", {"unit": name, "province": dest if order.dest >= 0 else target}, (),
            ),
            Reason.SUPPORT_NO_UNIT: ("support_no_unit", {"province": target}, ()),
            Reason.SUPPORT_IMPOSSIBLE: ("support_impossible_move", {**here, "target": other}, ()),
            Reason.RAIL_SUPPORT: ("support_railway", {"unit": name, "target": other}, ()),
            Reason.NOT_AT_SEA: ("convoy_not_at_sea", {"unit": name}, ()),
            Reason.NO_SUCH_ARMY: (
                ("convoy_no_army", {"unit": name, "target": other}, ()) if other
                else ("convoy_no_unit", {"unit": name, "province": target}, ())
            ),
            Reason.OFF_ROUTE: ("convoy_unconnected", {**here, "target": other}, ()),
            Reason.RAIL_NONE: ("railway_off_line", {"unit": name, "line": self._line()}, ()),
            Reason.RAIL_POWER: ("railway_not_yours", {"unit": name, "power": self._railway_power()}, ()),
            Reason.RAIL_NOT_ARMY: ("railway_not_yours", {"unit": name, "power": self._railway_power()}, ()),
        }  # fmt: skip
        return simple.get(reason)

    def _no_convoy(self, name: str, order: Order, army: str) -> Finding:
        board = self.board
        start = order.target if order.kind == CONVOY else order.place
        for end in (start, order.dest):
            if board.kind[end] == INLAND or not board.sea_near[end]:
                return "convoy_not_coastal", {"unit": name, "province": board.province_ids[end]}, ()
        if board.kind[order.dest] == SEA:
            return "wrong_terrain", {"unit": army or name, "province": board.province_ids[order.dest]}, ()
        unit = army if order.kind == CONVOY else name
        facts: dict[str, Any] = {"unit": unit, "province": board.province_ids[order.dest]}
        if order.kind == CONVOY:
            return "convoy_no_route", facts, ()
        exits = self._exits(self.situation.at[order.place])
        orders = [f"{name} - {choice}" for choice in exits] if len(exits) <= FEW else []
        return "convoy_no_route", {**facts, "choices": exits}, orders

    def _exits(self, index: int) -> list[str]:
        board = self.board
        unit = self.situation.units[index]
        if unit.fleet:
            return [board.location_names[exit_] for exit_ in board.fleet_exits[unit.location]]
        return [board.province_ids[exit_] for exit_ in board.army_exits[self.situation.place[index]]]

    def permissions(self, order: Order) -> list[tuple[str, dict[str, Any]]]:
        """What there is to say about the permissions of the unit at the canal: kinds of problems with their facts."""
        board = self.board
        found: list[tuple[str, dict[str, Any]]] = []
        if len(set(order.riders)) > 1 and self.rules["canal_permissions"] == "one":
            found.append(("canal_twice", {"unit": self._name(self.situation.at[order.place])}))
        for start, end in order.riders:
            if not canal.joins(board, start, end):
                rider = f"(SC F {board.province_ids[start]} - {board.province_ids[end]})"
                found.append(("canal_wrong_move", {"rider": rider}))
        return found

    def _canal_move(self, order: Order) -> list[Finding]:
        assert self.board.canal is not None
        via = self.board.canal.via
        if self.situation.at[via] >= 0:
            return []
        name = self._name(self.situation.at[order.place])
        return [("canal_no_garrison", {"unit": name, "province": self.board.province_ids[via]}, ())]

    # --- retreats and adjustments

    def _retreat(self, order: Order) -> list[Finding]:
        if order.kind != RETREAT:
            return []
        board = self.board
        for unit in self.position.dislodged:
            if board.province_of[unit.location] != order.place or order.dest_location in unit.options:
                continue
            name = board.unit_text(unit.fleet, unit.location)
            choices = [board.location_names[option] for option in unit.options]
            orders = [f"{name} R {choice}" for choice in choices] + [f"{name} D"]
            facts = {"unit": name, "province": board.province_ids[order.dest], "choices": choices}
            return [("retreat_closed", facts, orders)]
        return []

    def _adjustment(self, order: Order) -> list[Finding]:
        board, rules = self.board, self.rules
        if rules["builds"] == "automatic":
            return [("automatic_adjustment", {}, ())]
        power = self._whose(order)
        difference = adjustments.differences(board, self.position)[power]
        due = adjustments.due(board, rules, self.position, power, difference)
        if order.kind == DISBAND:
            return [] if due < 0 else [("no_disbands_due", {"due": max(due, 0)}, ())]
        if order.kind == WAIVE:
            return [] if difference > 0 else [("no_builds_due", {"due": 0}, ())]
        if order.kind != BUILD:
            return []
        if difference <= 0:
            return [("no_builds_due", {"due": 0}, ())]
        places = adjustments.places(board, rules, self.position, power)
        return self._build(order, power, [board.province_ids[place] for place in places])

    def _build(self, order: Order, power: int, choices: list[str]) -> list[Finding]:
        board = self.board
        province = board.province_ids[order.place]
        there = self._unit_at(order.place)
        if self.rules["build_places"] == "home" and order.place not in board.homes[power]:
            return [("build_not_home", {"province": province, "choices": choices}, ())]
        owner = self.position.owners[order.place]
        if owner != power:
            facts = {"province": province} | ({"owner": board.powers[owner]} if owner >= 0 else {})
            return [("build_not_owned", facts, ())]
        if there:
            return [("build_occupied", {"province": province, "unit": there}, ())]
        if order.fleet and not board.has_fleets:
            return [("build_armies_only", {"province": province}, ())]
        if order.fleet and not board.coasts[order.place]:
            return [("build_fleet_inland", {"province": province}, [f"A {province} B"])]
        return []

    # --- the whole mail

    def together(self, orders: Sequence[tuple[Order, int, str]]) -> list[Problem]:
        """What can only be said of all orders of a mail; each with its line number and the player's words."""
        if self.power is None or not orders:
            return []
        if self.phase == "movement":
            return [
                *self._two_trains(orders),
                *self._no_permission(orders),
                *self._against_own(orders),
                *self._unlike_own(orders),
            ]
        if self.phase == "adjustment":
            return self._too_many(orders)
        return []

    def _two_trains(self, orders: Sequence[tuple[Order, int, str]]) -> list[Problem]:
        trains = [(order, line, source) for order, line, source in orders if order.kind == RAIL]
        if len(trains) < 2 or self.rules["railway_orders"] != "none":
            return []
        units = [self.board.unit_text(order.fleet, order.location) for order, _, _ in trains]
        return [self._told("railway_twice", trains[-1], units=units)]

    def _no_permission(self, orders: Sequence[tuple[Order, int, str]]) -> list[Problem]:
        """An own fleet goes through the canal, and the own unit there gives no leave."""
        line_up = self.board.canal
        if line_up is None or self.rules["suez"] != "explicit":
            return []
        garrison = self.situation.at[line_up.via]
        if garrison < 0 or self.situation.units[garrison].power != self.power:
            return []
        given = {rider for order, _, _ in orders if order.place == line_up.via for rider in order.riders}
        found = []
        for each in orders:
            order = each[0]
            if order.kind == MOVE and canal.joins(self.board, order.place, order.dest):
                way = (order.place, order.dest)
                if way not in given:
                    ids = self.board.province_ids
                    found.append(
                        self._told(
                            "canal_no_permission", each,
                            unit=self.board.unit_text(True, order.location), garrison=self._name(garrison),
                            rider=f"(SC F {ids[way[0]]} - {ids[way[1]]})",
                        )
                    )  # fmt: skip
        return found

    def _against_own(self, orders: Sequence[tuple[Order, int, str]]) -> list[Problem]:
        """Support for a move to where an own unit stands that the same mail does not send away."""
        leaving = {order.place for order, _, _ in orders if order.kind in {MOVE, RAIL}}
        ordered = {order.place for order, _, _ in orders}
        found = []
        for each in orders:
            order = each[0]
            there = self.situation.at[order.dest] if order.kind == SUPPORT_MOVE else -1
            if there < 0 or self.situation.units[there].power != self.power:
                continue
            if order.dest in ordered and order.dest not in leaving and order.dest != order.place:
                unit = self.board.unit_text(order.fleet, order.location)
                province = self.board.province_ids[order.dest]
                found.append(self._told("support_own_dislodge", each, unit=unit, province=province))
        return found

    def _unlike_own(self, orders: Sequence[tuple[Order, int, str]]) -> list[Problem]:
        """Help for an own unit that the same mail orders to do something else: "A MAR S A PAR" beside "A PAR - BUR"."""
        board = self.board
        helpers = [each for each in orders if each[0].target >= 0]
        if not helpers or len(orders) < 2:
            return []
        written = {order.place: order for order, _, _ in orders}
        found = []
        for each in helpers:
            order = each[0]
            helped = written.get(order.target) if order.target != order.place else None
            if helped is None or helped.kind == RAIL or order.rail:
                continue
            dest = helped.dest if helped.kind == MOVE else -1
            if dest == (order.dest if order.kind in {SUPPORT_MOVE, CONVOY} else -1):
                continue
            unit = board.unit_text(order.fleet, order.location)
            target = board.unit_text(helped.fleet, helped.location)
            sign = "C" if order.kind == CONVOY else "S"
            able = (
                dest < 0 or order.kind == CONVOY or dest in board.reach_provinces(order.fleet, order.location)
            )
            meant = (
                [f"{unit} {sign} {target} - {board.location_names[helped.dest_location]}"]
                if dest >= 0
                else []
            )
            if dest < 0 and order.kind == SUPPORT_MOVE:
                able, meant = (
                    order.target in board.reach_provinces(order.fleet, order.location),
                    [f"{unit} S {target}"],
                )
            said = write_order(board, helped)
            told = self._told("help_unlike_order", each, unit=unit, target=target, order=said)
            found.append(replace(told, suggestions=tuple(meant if able else ())))
        return found

    def _too_many(self, orders: Sequence[tuple[Order, int, str]]) -> list[Problem]:
        assert self.power is not None
        difference = adjustments.differences(self.board, self.position)[self.power]
        due = adjustments.due(self.board, self.rules, self.position, self.power, difference)
        counted = [each for each in orders if each[0].kind in ({DISBAND} if due < 0 else {BUILD, WAIVE})]
        if len(counted) <= abs(due) or not counted:
            return []
        kind = "disbands_too_many" if due < 0 else "builds_too_many"
        return [self._told(kind, counted[-1], count=len(counted), due=abs(due))]

    def _told(self, kind: str, at: tuple[Order, int, str], **facts: Any) -> Problem:
        severity: Severity = KINDS[kind].severity
        return Problem(kind, severity, at[1], text=at[2], facts=facts)

    # --- words

    def _whose(self, order: Order) -> int:
        if self.power is not None:
            return self.power
        if order.kind == BUILD:
            return max(self.board.home_power[order.place], 0)
        index = self.situation.at[order.place]
        return self.situation.units[index].power if index >= 0 else 0

    def _name(self, index: int) -> str:
        unit = self.situation.units[index]
        return self.board.unit_text(unit.fleet, unit.location)

    def _unit_at(self, province: int) -> str:
        """Name of the unit in a province, "" for none."""
        index = self.situation.at[province] if province >= 0 else -1
        return self._name(index) if index >= 0 else ""

    def _line(self) -> list[str]:
        line = self.board.railway.line if self.board.railway is not None else ()
        return [self.board.province_ids[province] for province in line]

    def _railway_power(self) -> str:
        return self.board.powers[self.board.railway.power] if self.board.railway is not None else ""
