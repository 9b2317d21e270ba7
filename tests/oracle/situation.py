"""A board, units on it and legal orders, as plain tables: what the oracle's equations are about.

Written without looking at the engine's code; it shares nothing with it but the variant's tables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from judge.variants.model import Variant


def province_of(location: str) -> str:
    """ "STP" of "STP/SC"."""
    return location.partition("/")[0]


class Board:
    """Who goes where. `reach["F", "STP/SC"]` are the locations a fleet on that coast may go to in one ordinary move."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.kind = {province.id: province.kind for province in variant.provinces}
        self.coasts = {province.id: province.coasts for province in variant.provinces}
        reach: dict[tuple[str, str], set[str]] = defaultdict(set)
        for border in variant.borders:
            for here, there in ((border.a, border.b), (border.b, border.a)):
                if border.army:
                    reach["A", here].add(there)
                if border.fleet:
                    reach["F", here].add(there)
        self.reach = {key: frozenset(locations) for key, locations in reach.items()}
        self.province_reach = {key: frozenset(map(province_of, there)) for key, there in self.reach.items()}
        specials = {special.kind: special.values for special in variant.specials}
        canal = specials.get("canal")
        self.canal_via = str(canal["via"]) if canal else ""
        self.canal_ends = frozenset(_strings(canal["between"])) if canal else frozenset()
        railway = specials.get("railway")
        self.rail_power = str(railway["power"]) if railway else ""
        self.rail_line = _strings(railway["line"]) if railway else ()

    def moves(self, kind: str, location: str) -> frozenset[str]:
        """Locations an ordinary move may go to."""
        return self.reach.get((kind, location), frozenset())

    def joins(self, start: str, goal: str, fleets: Collection[str]) -> bool:
        """Whether fleets in these seas make an unbroken chain from one land province to another."""
        reached, edge = set(), {sea for sea in fleets if self.touches(sea, start)}
        while edge:
            reached |= edge
            edge = {sea for here in edge for sea in fleets if sea in self.moves("F", here)} - reached
        return any(self.touches(sea, goal) for sea in reached)

    def touches(self, sea: str, province: str) -> bool:
        """Whether a fleet at sea could go to some coast of the province."""
        return province in self.provinces_in_reach("F", sea)

    def provinces_in_reach(self, kind: str, location: str) -> frozenset[str]:
        """Provinces a unit may support into: some location of them is in reach."""
        return self.province_reach.get((kind, location), frozenset())


def _strings(value: object) -> tuple[str, ...]:
    assert isinstance(value, tuple)
    return tuple(map(str, value))


@dataclass(frozen=True)
class Unit:
    """One unit: power, "A" or "F", location with coast."""

    power: str
    kind: str
    location: str

    @property
    def province(self) -> str:
        """Where it stands, without coast."""
        return province_of(self.location)

    def __str__(self) -> str:
        return f"{self.kind} {self.location}"


@dataclass(frozen=True)
class Order:
    """One legal order.

    kind    H hold, M move, S support, C convoy, T train
    to      M, T: destination (location); S, C: province to which the other unit goes ("" for support to hold)
    other   S, C: province of the supported or convoyed unit
    via     M: written "VIA"
    permit  a rider that lets a fleet through the canal: (from, to), or None
    """

    kind: str
    to: str = ""
    other: str = ""
    via: bool = False
    permit: tuple[str, str] | None = None


@dataclass(frozen=True)
class Situation:
    """Units and their orders by province. Every unit has an order, every order is one that can be carried out in some way."""

    board: Board
    units: dict[str, Unit]
    orders: dict[str, Order]

    def movers(self) -> list[str]:
        """Provinces whose units have ordinary, sea or canal moves."""
        return [province for province, order in self.orders.items() if order.kind == "M"]

    def convoys(self, province: str) -> list[str]:
        """Sea provinces whose fleets are ordered to carry this army where it is going."""
        goal = province_of(self.orders[province].to)
        return [
            sea
            for sea, order in self.orders.items()
            if order.kind == "C" and order.other == province and order.to == goal
        ]

    def by_canal(self, province: str) -> bool:
        """Whether the move is one between the two ends of the canal."""
        ends = self.board.canal_ends
        return province in ends and province_of(self.orders[province].to) in ends

    def near_by_land(self, province: str) -> bool:
        """Whether the army could walk where it is going."""
        return self.orders[province].to in self.board.moves("A", province)

    def by_sea(self, province: str) -> bool:
        """Whether the move goes by convoy. DATC 4.A.3, option 2023: where the army could walk, it goes by sea if a fleet of its own
        power is ordered to carry it or the order says so; it never falls back to land."""
        unit, order = self.units[province], self.orders[province]
        if unit.kind != "A":
            return False
        if not self.near_by_land(province):
            return True
        own = [sea for sea in self.convoys(province) if self.units[sea].power == unit.power]
        return order.via or bool(own and set(own) & self.on_route(province))

    def chains(self, province: str) -> list[frozenset[str]]:
        """Sets of fleets on the board that could carry this army where it is going, each without a fleet it does not need."""
        goal = province_of(self.orders[province].to)
        fleets = [
            sea for sea, unit in self.units.items() if self.board.kind[sea] == "sea" and unit.kind == "F"
        ]
        found: list[frozenset[str]] = []
        for size in range(1, len(fleets) + 1):
            for chain in combinations(fleets, size):
                if self.board.joins(province, goal, chain) and not any(
                    shorter <= set(chain) for shorter in found
                ):
                    found.append(frozenset(chain))
        return found

    def on_route(self, province: str) -> frozenset[str]:
        """Fleets that some chain needs. A convoy order by any other is illegal (DATC 4.E.1, 6.G.19)."""
        return frozenset(sea for chain in self.chains(province) for sea in chain)

    def texts(self) -> dict[str, list[str]]:
        """The orders as canonical text by power."""
        result: dict[str, list[str]] = defaultdict(list)
        for province in self.units:
            result[self.units[province].power].append(self.text(province))
        return dict(result)

    def text(self, province: str) -> str:
        """One order as canonical text."""
        unit, order = self.units[province], self.orders[province]
        rider = ""
        if order.permit:
            rider = f" (SC F {order.permit[0]} - {order.permit[1]})"
        return " ".join(self._words(unit, order)) + rider

    def _words(self, unit: Unit, order: Order) -> Iterator[str]:
        yield str(unit)
        if order.kind == "H":
            yield "H"
        elif order.kind == "T":
            yield f"- TSR - {order.to}"
        elif order.kind == "M":
            yield f"- {order.to}"
            if order.via:
                yield "VIA"
        else:
            yield order.kind
            yield str(self.units[order.other])
            if order.to:
                yield f"- {order.to}"

    def position(self, name: str) -> dict[str, object]:
        """The position in the layout of `judge adjudicate`."""
        units: dict[str, list[str]] = {power.id: [] for power in self.board.variant.powers}
        for unit in self.units.values():
            units[unit.power].append(str(unit))
        return {"name": name, "units": units, "centers": {power: [] for power in units}, "retreats": {}}

    def __str__(self) -> str:
        return "\n".join(f"{self.units[p].power:8} {self.text(p)}" for p in self.units)
