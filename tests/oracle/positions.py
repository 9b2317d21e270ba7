"""Small random positions with orders that quarrel: few provinces, many units, supports and convoys that fit the moves."""

from __future__ import annotations

from random import Random

from tests.oracle.situation import Board, Order, Situation, Unit, province_of

CANAL_LAND = ("EGY", "MED", "RS", "MEC", "SYR", "SUD", "ERI", "ADEN", "GOA", "ANG", "BS")


def random_situation(board: Board, rng: Random, most_units: int = 10, most_moves: int = 8) -> Situation:
    """A position and legal orders. Same generator, same situation."""
    area = _area(board, rng)
    powers = rng.sample(
        [power.id for power in board.variant.powers],
        k=min(rng.choice((2, 2, 3, 4)), len(board.variant.powers)),
    )
    if board.rail_power and set(area) & set(board.rail_line) and board.rail_power not in powers:
        powers[0] = board.rail_power
    units: dict[str, Unit] = {}
    for province in area:
        if len(units) < most_units and rng.random() < 0.9:
            units[province] = _unit(board, rng, province, rng.choice(powers))
    return Situation(board, units, Orders(board, rng, units, most_moves).make())


def _area(board: Board, rng: Random) -> list[str]:
    """Neighbouring provinces around one of chance; more often at sea, at the canal, or along the railway."""
    everywhere = list(board.kind)
    size = rng.randint(6, 13)
    if board.canal_via and rng.random() < 0.3:
        area = [board.canal_via, *board.canal_ends]
        rest = [p for p in CANAL_LAND if p not in area]
        return area + rng.sample(sorted(rest), k=min(size, len(rest)))
    if board.rail_line and rng.random() < 0.3:
        area = rng.sample(board.rail_line, k=rng.randint(2, len(board.rail_line)))
    else:
        seas = [p for p in everywhere if board.kind[p] == "sea"]
        area = [rng.choice(seas if rng.random() < 0.6 else everywhere)]
    while len(area) < size:
        here = rng.choice(area)
        near = sorted(_neighbours(board, here) - set(area))
        if near:
            area.append(rng.choice(near))
        elif not any(_neighbours(board, p) - set(area) for p in area):
            break
    return area


def _neighbours(board: Board, province: str) -> set[str]:
    locations = [province, *(f"{province}/{coast}" for coast in board.coasts[province])]
    return {province_of(there) for here in locations for kind in "AF" for there in board.moves(kind, here)}


def _unit(board: Board, rng: Random, province: str, power: str) -> Unit:
    kind = {"sea": "F", "inland": "A"}.get(board.kind[province]) or rng.choice("AAF")
    if board.rail_power == power and province in board.rail_line and rng.random() < 0.7:
        kind = "A"
    coasts = board.coasts[province]
    location = f"{province}/{rng.choice(coasts)}" if kind == "F" and coasts else province
    return Unit(power, kind, location)


class Orders:
    """Orders for the units: first who goes where, then who helps."""

    def __init__(self, board: Board, rng: Random, units: dict[str, Unit], most_moves: int) -> None:
        self.board, self.rng, self.units, self.most_moves = board, rng, units, most_moves
        self.orders: dict[str, Order] = {}

    def make(self) -> dict[str, Order]:
        """One order for each unit."""
        order = self.rng.sample(list(self.units), k=len(self.units))
        self._canal()
        self._train(order)
        for province in order:
            if self.units[province].kind == "A" and self.rng.random() < 0.4:
                self._convoy(province)
        for province in order:
            if province not in self.orders and self.rng.random() < 0.6:
                self._move(province)
        for province in order:
            if province not in self.orders:
                self._help(province)
        self._permit()
        return {province: self.orders[province] for province in self.units}

    def _moves(self) -> int:
        return sum(order.kind == "M" for order in self.orders.values())

    def _canal(self) -> None:
        for province in sorted(self.board.canal_ends):
            unit = self.units.get(province)
            if unit is not None and self.rng.random() < 0.6:
                (other,) = self.board.canal_ends - {province}
                self.orders[province] = Order("M", to=other)

    def _train(self, order: list[str]) -> None:
        line = self.board.rail_line
        for province in order:
            unit = self.units[province]
            if (
                province in line
                and unit.power == self.board.rail_power
                and unit.kind == "A"
                and self.rng.random() < 0.7
            ):
                start = line.index(province)
                reach = []
                for step in (1, -1):
                    at = start + step
                    while 0 <= at < len(line) and self._own_or_empty(line[at]):
                        reach.append(line[at])
                        at += step
                if reach:
                    self.orders[province] = Order("T", to=self.rng.choice(reach))
                    return

    def _own_or_empty(self, province: str) -> bool:
        unit = self.units.get(province)
        return unit is None or unit.power == self.board.rail_power

    def _convoy(self, province: str) -> None:
        """A chain of fleets carries this army somewhere; now and then a link or the army has other ideas."""
        if province in self.orders or self._moves() >= self.most_moves:
            return
        chain: list[str] = []
        here = province
        while True:
            near = sorted(
                there
                for there in self._seas(here)
                if self.units.get(there) and there not in chain and there not in self.orders
            )
            if not near:
                break
            here = self.rng.choice(near)
            chain.append(here)
            if self.rng.random() < 0.6:
                break
        goals = sorted(
            {province_of(there) for there in (self.board.moves("F", chain[-1]) if chain else ())} - {province}
        )
        goals = [goal for goal in goals if self.board.kind[goal] == "coastal"]
        if not goals:
            return
        taken = [goal for goal in goals if goal in self.units]
        goal = self.rng.choice(taken if taken and self.rng.random() < 0.8 else goals)
        for sea in chain:
            if self.rng.random() < 0.95:
                self.orders[sea] = Order("C", to=goal, other=province)
        near_by_land = goal in self.board.moves("A", province)
        if self.rng.random() < 0.95:
            self.orders[province] = Order("M", to=goal, via=near_by_land and self.rng.random() < 0.6)
        if goal in self.units and goal not in self.orders and self.rng.random() < 0.7:
            self._paradox(goal, chain)

    def _paradox(self, goal: str, chain: list[str]) -> None:
        """The unit where the army is to land helps for or against a fleet that carries the army."""
        helper = self.units[goal]
        reach = self.board.provinces_in_reach(helper.kind, helper.location)
        for sea in self.rng.sample(chain, k=len(chain)):
            attackers = sorted(
                p
                for p, unit in self.units.items()
                if p not in self.orders and p != goal and sea in self.board.moves(unit.kind, unit.location)
            )
            if sea not in reach or not attackers or self._moves() >= self.most_moves:
                continue
            attacker = self.rng.choice(attackers)
            self.orders[attacker] = Order("M", to=sea)
            self.orders[goal] = (
                Order("S", to=sea, other=attacker) if self.rng.random() < 0.6 else Order("S", other=sea)
            )
            return

    def _seas(self, province: str) -> set[str]:
        """Seas next to a province, on whatever coast."""
        return {there for there in _neighbours(self.board, province) if self.board.kind[there] == "sea"}

    def _move(self, province: str) -> None:
        unit = self.units[province]
        goals = sorted(self.board.moves(unit.kind, unit.location))
        if not goals or self._moves() >= self.most_moves:
            return
        wanted = {province_of(order.to) for order in self.orders.values() if order.kind == "M"} | set(
            self.units
        )
        if any(order.kind == "T" for order in self.orders.values()) and self.rng.random() < 0.7:
            wanted = set(self.board.rail_line)
        hot = [goal for goal in goals if province_of(goal) in wanted]
        self.orders[province] = Order(
            "M", to=self.rng.choice(hot if hot and self.rng.random() < 0.8 else goals)
        )

    def _help(self, province: str) -> None:
        """Support something in reach, most often what is really ordered."""
        unit = self.units[province]
        reach = self.board.provinces_in_reach(unit.kind, unit.location)
        real = [
            Order("S", to=province_of(order.to), other=mover)
            for mover, order in self.orders.items()
            if order.kind == "M" and province_of(order.to) in reach
        ]
        holds = [Order("S", other=other) for other in self.units if other in reach and other != province]
        choices = real * 3 + holds
        if choices and self.rng.random() < 0.85:
            self.orders[province] = self.rng.choice(choices)
        else:
            self.orders[province] = Order("H")

    def _through_canal(self, mover: str) -> bool:
        return {mover, province_of(self.orders[mover].to)} == set(self.board.canal_ends)

    def _permit(self) -> None:
        via = self.board.canal_via
        if via in self.orders and self.rng.random() < 0.85:
            old = self.orders[via]
            ends = self.rng.sample(sorted(self.board.canal_ends), k=2)
            wanting = [
                p
                for p in self.board.canal_ends
                if p in self.orders and self.orders[p].kind == "M" and self._through_canal(p)
            ]
            if wanting and self.rng.random() < 0.9:
                start = self.rng.choice(sorted(wanting))
                ends = [start, *(self.board.canal_ends - {start})]
            self.orders[via] = Order(old.kind, old.to, old.other, old.via, (ends[0], ends[1]))
