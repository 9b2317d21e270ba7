"""A whole movement phase: match the orders, resolve them, run the train, find who is dislodged and where they may go."""

from __future__ import annotations

from collections.abc import Sequence

from judge.diplomacy.legality import Situation
from judge.diplomacy.movement import Resolver
from judge.diplomacy.orders import Order
from judge.diplomacy.special import canal, railway, railway_ah
from judge.diplomacy.states import BY_SEA, EITHER, GO, TRAIN, YES
from judge.diplomacy.tables import Tables


class Movement:
    """The outcome of a movement phase. Lists are by unit index.

    dislodged  by index of the dislodged unit, the index of the unit that did it
    arrived    units whose move succeeded
    after      unit in each province after movement, -1 for none
    ride       where the train got to, None without one
    """

    __slots__ = (
        "_contested",
        "after",
        "arrived",
        "dislodged",
        "resolver",
        "ride",
        "situation",
        "tables",
    )

    def __init__(self, situation: Situation, orders: Sequence[Order]):
        self.situation = situation
        self.tables = tables = Tables(situation, orders)
        self.resolver = resolver = Resolver(tables)
        resolver.run()
        self.ride: railway.Ride | None = None
        self.after = self.occupy()
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
            self.resolver = Resolver(tables, leaves=False)
            self.resolver.run()
            self.after = self.occupy()
        else:
            self.after[ride.stop] = tables.train
        self.ride = ride

    def occupy(self) -> list[int]:
        """Who is where after movement. The train is left out while it is on its way."""
        tables = self.tables
        result, dest, place = self.resolver.result, self.resolver.dest, tables.place
        after = self.situation.at.copy()
        self.arrived = arrived = [index for index in tables.movers if result[index] == YES]
        for index in arrived:
            after[place[index]] = -1
        train = tables.train
        if train >= 0 and result[train] == YES:
            after[place[train]] = -1
        dislodged: dict[int, int] = {}
        self.dislodged = dislodged
        for index in arrived:
            to = dest[index]
            other = after[to]
            if other >= 0:
                dislodged[other] = index
            after[to] = index
        return after

    def gone(self, index: int) -> bool:
        """Whether the unit left its province by its own order."""
        return self.tables.does[index] in (GO, TRAIN) and self.resolver.result[index] == YES

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
        several = [
            (province, units) for province, units in resolver.attackers.items()
            if len(units) > 1 and after[province] < 0
        ]  # fmt: skip
        found = []
        for province, units in several:
            for unit in units:
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
