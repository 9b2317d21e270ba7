"""A whole movement phase: match the orders, resolve them, run the train, find who is dislodged and where they may go."""

from __future__ import annotations

from collections.abc import Sequence

from judge.diplomacy.legality import Situation
from judge.diplomacy.movement import Resolver
from judge.diplomacy.orders import Order
from judge.diplomacy.special import canal, railway, railway_ah
from judge.diplomacy.states import BY_SEA, EITHER, GO, TRAIN, YES
from judge.diplomacy.tables import Tables

_LEAVING = (GO, TRAIN)


class Movement:
    """The outcome of a movement phase. Lists are by unit index.

    dislodged  by index of the dislodged unit, the index of the unit that did it
    arrived    units whose move succeeded; failed: those whose move did not
    ride       where the train got to, None without one
    """

    __slots__ = (
        "_after",
        "_contested",
        "arrived",
        "dislodged",
        "failed",
        "resolver",
        "ride",
        "situation",
        "tables",
    )

    def __init__(self, situation: Situation, orders: Sequence[Order]):
        self.situation = situation
        self.tables = tables = Tables(situation, orders)
        self.ride: railway.Ride | None = None
        self.adopt(Resolver(tables))
        if tables.train >= 0:
            if situation.rules["railway"] == "net":
                self._run_train()
            else:
                self.ride = railway_ah.run(self)
        self._contested: frozenset[int] | None = None

    def _run_train(self) -> None:
        """First as if the train gets away; when no stop is free it stays, and the others are resolved again against that."""
        tables = self.tables
        ride = railway.ride(self.resolver, self.after)
        origin = tables.place[tables.train]
        if ride.stop == origin:
            self.adopt(Resolver(tables, leaves=False))
        else:
            self.after[ride.stop] = tables.train
        self.ride = ride

    def adopt(self, resolver: Resolver) -> None:
        """Settle these decisions and see who arrived and who is dislodged."""
        self.resolver = resolver
        resolver.run()
        tables, at = self.tables, self.situation.at
        result, dest, does = resolver.result, resolver.dest, tables.does
        self.arrived: list[int] = []
        self.failed: list[int] = []
        self.dislodged: dict[int, int] = {}
        self._after: list[int] | None = None
        arrived, failed = self.arrived, self.failed
        for index in tables.movers:
            if result[index] == YES:
                arrived.append(index)
                other = at[dest[index]]
                if other >= 0 and not (result[other] == YES and does[other] in _LEAVING):
                    self.dislodged[other] = index
            else:
                failed.append(index)

    @property
    def after(self) -> list[int]:
        """Who is where after movement. The train is left out while it is on its way."""
        after = self._after
        if after is None:
            tables = self.tables
            place, dest = tables.place, self.resolver.dest
            after = self._after = self.situation.at.copy()
            for index in self.arrived:
                after[place[index]] = -1
            train = tables.train
            if train >= 0 and self.resolver.result[train] == YES:
                after[place[train]] = -1
            for index in self.arrived:
                after[dest[index]] = index
        return after

    def gone(self, index: int) -> bool:
        """Whether the unit left its province by its own order."""
        return self.tables.does[index] in _LEAVING and self.resolver.result[index] == YES

    def location_after(self, index: int) -> int:
        """Where a unit stands after movement; a dislodged unit where it was."""
        if self.ride is not None and index == self.tables.train:
            return self.ride.stop
        if self.gone(index):
            dest: int = self.tables.dest[index]
            return self.tables.landing.get(index, dest)
        return self.situation.units[index].location

    @property
    def contested(self) -> frozenset[int]:
        """Provinces left empty because units bounced there."""
        if self._contested is None:
            self._contested = self._find_contested()
        return self._contested

    def _find_contested(self) -> frozenset[int]:
        resolver, after, does = self.resolver, self.after, self.tables.does
        found = []
        for province in resolver.crowded:
            if after[province] >= 0:
                continue
            for unit in resolver.attackers[province]:
                if does[unit] == GO and resolver.prevents(unit)[0] > 0:
                    found.append(province)
                    break
        return frozenset(found)

    def came_by_sea(self, index: int) -> bool:
        """Whether this unit's move went by sea."""
        tables = self.tables
        travel = tables.travel[index]
        return travel == BY_SEA or (
            travel == EITHER and self.resolver.decide(self.resolver.count + index) == YES
        )

    def closed_origin(self, index: int) -> int:
        """The attacker's origin, closed to the retreat of the unit it dislodged; -1 when it is open (DATC 4.A.5)."""
        rules = self.situation.rules
        attacker = self.dislodged[index]
        if rules["retreat"] != "standard":
            return -1
        if (
            rules["retreat_to_convoyed_attacker"] == "open"
            and self.came_by_sea(attacker)
            and attacker not in self.tables.canal
        ):
            return -1
        return self.tables.place[attacker]

    def options(self, index: int) -> tuple[int, ...]:
        """Locations a dislodged unit may retreat to, by name."""
        situation = self.situation
        board, rules = situation.board, situation.rules
        if rules["retreat"] == "never":
            return ()
        after = self.after
        _, fleet, location = situation.units[index]
        closed = self.contested if rules["retreat"] == "standard" else frozenset()
        origin = self.closed_origin(index)
        province_of = board.province_of
        exits: Sequence[int] = board.fleet_exits[location] if fleet else board.army_exits[location]
        if rules["canal_retreat"] and fleet:
            exits = [*exits, *canal.retreats(situation, after, index)]
        return tuple(
            exit_ for exit_ in exits
            if after[(province := province_of[exit_])] < 0 and province not in closed and province != origin
        )  # fmt: skip
