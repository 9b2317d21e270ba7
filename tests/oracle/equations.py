"""The rules of movement as equations, and every way to satisfy them.

The unknowns are the moves that succeed. Given those, everything else follows by the definitions below (DATC 3.0 chapter 5, as
in docs/rules/standard.md; canal: docs/rules/colonial.md): who is dislodged, which routes are open, which supports are cut, each
strength. A resolution is consistent when exactly the moves taken to succeed then do succeed.

`solve` lists all consistent ones. `decide` picks one: the only one, or, where there is none or several, what the rules for rings
(all move) and paradoxes (convoys and canal moves inside fail: Szykman) say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from tests.oracle.situation import Situation, province_of


class NoRuleError(AssertionError):
    """A ring without a solution: the theory of the oracle has a hole."""


@dataclass(frozen=True)
class Tables:
    """What the equations need to know of a situation, worked out once."""

    situation: Situation
    goal: dict[str, str] = field(default_factory=dict)
    sea: frozenset[str] = frozenset()
    canal: frozenset[str] = frozenset()
    convoys: dict[str, list[str]] = field(default_factory=dict)
    supports: dict[str, list[str]] = field(default_factory=dict)
    aim: dict[str, str] = field(default_factory=dict)
    coming: dict[str, list[str]] = field(default_factory=dict)
    facing: dict[str, str] = field(default_factory=dict)
    permitted: frozenset[str] = frozenset()
    train: str = ""

    @classmethod
    def of(cls, situation: Situation) -> Tables:
        """The tables of a situation."""
        orders, units = situation.orders, situation.units
        goal = {p: province_of(orders[p].to) for p in situation.movers()}
        sea = frozenset(p for p in goal if situation.by_sea(p))
        canal = frozenset(p for p in goal if situation.by_canal(p))
        coming: dict[str, list[str]] = {}
        for p, there in goal.items():
            coming.setdefault(there, []).append(p)
        facing = {
            p: q for p, q in goal.items() if goal.get(q) == p and not {p, q} & (sea | canal)
        }  # the unit coming the other way
        supports: dict[str, list[str]] = {}
        aim = {}
        for p, order in orders.items():
            if order.kind != "S":
                continue
            aim[p] = order.to or order.other
            wanted = goal.get(order.other, "")
            may_hold = orders[order.other].kind not in "MT"
            by_sea_only = order.other in sea and not situation.near_by_land(order.other)
            needed = by_sea_only and all(p in chain for chain in situation.chains(order.other))
            if (order.to and wanted == order.to and not needed) or (not order.to and may_hold):
                supports.setdefault(order.other, []).append(p)
        garrison = orders.get(situation.board.canal_via)
        permit = garrison.permit if garrison else None
        permitted = frozenset(p for p in canal if permit == (p, goal[p]))
        train = next((p for p, order in orders.items() if order.kind == "T"), "")
        assert all(p in units for p in goal)
        convoys = {p: situation.convoys(p) for p in sea}
        return cls(situation, goal, sea, canal, convoys, supports, aim, coming, facing, permitted, train)


@dataclass
class Case:
    """One taking of the unknowns: these moves succeed, these routes are struck out, the train leaves or not."""

    tables: Tables
    moved: frozenset[str]
    struck: frozenset[str] = frozenset()
    train_leaves: bool = False

    def gone(self, province: str) -> bool:
        """Whether the unit that stood there has left."""
        return province in self.moved or (province == self.tables.train and self.train_leaves)

    def dislodged(self, province: str) -> bool:
        """Whether the unit that stood there is pushed out."""
        coming = self.tables.coming.get(province, ())
        return (
            province in self.tables.situation.units
            and not self.gone(province)
            and any(m in self.moved for m in coming)
        )

    def open(self, mover: str) -> bool:
        """Whether the move's route is there: by land always, by sea while one whole chain of fleets stands, by canal with leave
        from a unit that is still in place after movement."""
        tables = self.tables
        if mover in self.struck:
            return False
        if mover in tables.sea:
            return self._chain(mover)
        if mover in tables.canal:
            via = tables.situation.board.canal_via
            return mover in tables.permitted and not self.gone(via) and not self.dislodged(via)
        return True

    def _chain(self, mover: str) -> bool:
        board = self.tables.situation.board
        fleets = {sea for sea in self.tables.convoys[mover] if not self.dislodged(sea)}
        return board.joins(mover, self.tables.goal[mover], fleets)

    def given(self, supporter: str) -> bool:
        """Whether a support stands: no foreign attack with an open route from anywhere but where it is aimed, and not dislodged."""
        units = self.tables.situation.units
        if self.dislodged(supporter):
            return False
        return not any(
            units[m].power != units[supporter].power and m != self.tables.aim[supporter] and self.open(m)
            for m in self.tables.coming.get(supporter, ())
        )

    def helpers(self, province: str, not_of: str = "") -> int:
        """How many supports a unit has, those of one power left out."""
        units = self.tables.situation.units
        return sum(units[s].power != not_of and self.given(s) for s in self.tables.supports.get(province, ()))

    def attack(self, mover: str) -> int:
        """The strength with which a move attacks its goal."""
        units = self.tables.situation.units
        if not self.open(mover):
            return 0
        there = self.tables.goal[mover]
        if there not in units or (self.gone(there) and mover not in self.tables.facing):
            return 1 + self.helpers(mover)
        if units[there].power == units[mover].power:
            return 0
        return 1 + self.helpers(mover, not_of=units[there].power)

    def hold(self, province: str) -> int:
        """The strength with which what stands in a province holds it."""
        if province not in self.tables.situation.units or self.gone(province):
            return 0
        if province in self.tables.goal or province == self.tables.train:
            return 1
        return 1 + self.helpers(province)

    def prevent(self, mover: str) -> int:
        """The strength with which a move keeps others out of its goal."""
        opponent = self.tables.facing.get(mover)
        if not self.open(mover) or (opponent is not None and opponent in self.moved):
            return 0
        return 1 + self.helpers(mover)

    def defend(self, mover: str) -> int:
        """The strength of a move against a unit coming the other way."""
        return 1 + self.helpers(mover)

    def succeeds(self, mover: str) -> bool:
        """Whether the move succeeds, all else being as taken."""
        there = self.tables.goal[mover]
        strength = self.attack(mover)
        opponent = self.tables.facing.get(mover)
        if strength <= (self.hold(there) if opponent is None else self.defend(opponent)):
            return False
        if self.train_claims(there) and strength <= 1:
            return False
        return all(strength > self.prevent(other) for other in self.tables.coming[there] if other != mover)

    def train_claims(self, province: str) -> bool:
        """Whether the train is a rival, of strength 1, for this province."""
        train = self.tables.train
        return bool(train) and province == self.tables.situation.orders[train].to

    def train_stop(self) -> str:
        """Where the train comes to stand (its origin if nowhere): docs/rules/colonial.md, railway."""
        tables, board = self.tables, self.tables.situation.board
        units, origin = tables.situation.units, tables.train
        line = board.rail_line
        start, end = line.index(origin), line.index(tables.situation.orders[origin].to)
        step = 1 if end > start else -1
        path = [line[i] for i in range(start + step, end + step, step)]

        def entered(province: str) -> str:
            return next((m for m in tables.coming.get(province, ()) if m in self.moved), "")

        def free(province: str) -> bool:
            filled = (province in units and not self.gone(province)) or entered(province)
            return not filled and tables.goal.get(province) != origin

        cut = next(
            (
                i
                for i, p in enumerate(path[:-1])
                if entered(p) and units[entered(p)].power != board.rail_power
            ),
            None,
        )
        rivals = any(self.prevent(m) for m in tables.coming.get(path[-1], ()))
        if cut is None and free(path[-1]) and not rivals:
            return path[-1]
        stops = path[: cut if cut is not None else len(path) - 1]
        return next((p for p in reversed(stops) if free(p)), origin)


def solve(tables: Tables, struck: frozenset[str] = frozenset(), train_leaves: bool = False) -> list[Case]:
    """Every consistent taking of the unknowns."""
    movers = list(tables.goal)
    found = []
    for bits in product((False, True), repeat=len(movers)):
        moved = frozenset(m for m, bit in zip(movers, bits, strict=True) if bit)
        case = Case(tables, moved, struck, train_leaves)
        if all(case.succeeds(m) == (m in moved) for m in movers):
            found.append(case)
    return found


@dataclass(frozen=True)
class Verdict:
    """What the rules pick. solutions: how many consistent resolutions there were; rule: "", "ring", "paradox"."""

    case: Case
    solutions: int
    rules: tuple[str, ...]

    @cached_property
    def positions(self) -> dict[str, str]:
        """Where each unit stands after movement, by the province it came from; "" for the dislodged."""
        tables, case = self.case.tables, self.case
        after = {}
        for province, unit in tables.situation.units.items():
            if province == tables.train and case.train_leaves:
                after[province] = case.train_stop()
            elif province in case.moved:
                after[province] = tables.situation.orders[province].to
            else:
                after[province] = "" if case.dislodged(province) else unit.location
        return after


def decide(situation: Situation) -> Verdict:
    """The resolution that the rules pick."""
    tables = Tables.of(situation)
    if not tables.train:
        return _decide(tables, train_leaves=False)
    away = _decide(tables, train_leaves=True)
    if away.case.train_stop() != tables.train:
        return away
    return _decide(tables, train_leaves=False)


def _decide(tables: Tables, train_leaves: bool) -> Verdict:
    all_of_them = solve(tables, train_leaves=train_leaves)
    picked, struck, rules = _pick(tables, train_leaves)
    case = Case(tables, picked, struck, train_leaves)
    return Verdict(case, len(all_of_them), rules)


def _pick(tables: Tables, train_leaves: bool) -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """Settle what follows by itself, then the innermost knot, and so on: the moves that succeed, the routes struck out, the rules
    that were needed."""
    movers = list(tables.goal)
    known: dict[str, bool] = {}
    struck: frozenset[str] = frozenset()
    rules: list[str] = []

    def takings(free: Iterable[str]) -> Iterator[Case]:
        free = list(free)
        fixed = frozenset(m for m, value in known.items() if value)
        for bits in product((False, True), repeat=len(free)):
            yield Case(
                tables, fixed | {m for m, bit in zip(free, bits, strict=True) if bit}, struck, train_leaves
            )

    while True:
        open_ones = [m for m in movers if m not in known]
        while open_ones:
            cases = list(takings(open_ones))
            settled = {
                m: values.pop() for m in open_ones if len(values := {case.succeeds(m) for case in cases}) == 1
            }
            if not settled:
                break
            known |= settled
            open_ones = [m for m in open_ones if m not in known]
        if not open_ones:
            return frozenset(m for m, value in known.items() if value), struck, tuple(rules)
        knot = _innermost(
            open_ones, {case.moved: {m: case.succeeds(m) for m in open_ones} for case in takings(open_ones)}
        )
        cases = list(takings(knot))
        fitting = [case for case in cases if all(case.succeeds(m) == (m in case.moved) for m in knot)]
        if len(fitting) == 1:
            known |= {m: m in fitting[0].moved for m in knot}
            continue
        inside = _routes_inside(tables, knot, cases)
        if inside:
            struck |= inside
            rules.append("paradox")
            continue
        whole = [case for case in fitting if all(m in case.moved for m in knot)]
        if not whole:
            raise NoRuleError(f"{knot}: {len(fitting)} solutions\n{tables.situation}")
        known |= dict.fromkeys(knot, True)
        rules.append("ring")


def _innermost(movers: list[str], outcome: dict[frozenset[str], dict[str, bool]]) -> list[str]:
    """The moves of one knot that hangs on nothing outside itself. outcome: which moves succeed, by which are taken to."""
    needs = {
        m: {
            n
            for n in movers
            if any(values[m] != outcome[taken ^ {n}][m] for taken, values in outcome.items())
        }
        for m in movers
    }
    reach = {m: set(needs[m]) for m in movers}
    for _ in movers:
        for m in movers:
            reach[m] |= {far for near in reach[m] for far in reach[near]}
    knots = [[n for n in movers if n in reach[m] and m in reach[n]] for m in movers]
    return min(
        (knot for m, knot in zip(movers, knots, strict=True) if knot and reach[m] <= set(knot)), key=len
    )


def _routes_inside(tables: Tables, knot: list[str], cases: list[Case]) -> frozenset[str]:
    """Sea and canal routes that open or close with the knot and on which the knot in turn hangs."""
    inside = set()
    for mover in tables.sea | tables.canal:
        if len({case.open(mover) for case in cases}) == 1:
            continue
        for case in cases:
            shut = Case(tables, case.moved, case.struck | {mover}, case.train_leaves)
            if any(case.succeeds(m) != shut.succeeds(m) for m in knot):
                inside.add(mover)
    return frozenset(inside)
