"""Movement phases to measure on: games that random players play, and made-up boards for the worst cases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from judge.chance import NoChance
from judge.engine import Engine
from judge.variants.model import Border, Power, Province, Variant
from tests.oracle.positions import Orders
from tests.oracle.situation import Board, Order, Situation, Unit, province_of

Phase = dict[str, Any]
"""{"name", "state", "orders"}: one line of the contract of `judge adjudicate`."""


def state_of(data: dict[str, Any]) -> dict[str, Any]:
    """The part of a dumped position that stands under "state"."""
    return {key: data.get(key, {}) for key in ("units", "centers", "retreats")}


def situation_of(board: Board, data: dict[str, Any], rng: Random) -> Situation:
    """Orders as players give them: each power's units spread to different places, towards centres that it does not own, help
    each other where somebody stands in the way, and sail now and then."""
    units = {}
    for power, texts in data["units"].items():
        for text in texts:
            kind, location = text.split()
            units[province_of(location)] = Unit(power, kind, location)
    owner = {centre: power for power, centres in data["centers"].items() for centre in centres}
    centres = {province.id for province in board.variant.provinces if province.centre}
    orders: dict[str, Order] = {}
    for power in sorted({unit.power for unit in units.values()}):
        wanted = {centre for centre in centres if owner.get(centre) != power}
        _Player(board, rng, units, orders, power, wanted).order()
    return Situation(board, units, {province: orders[province] for province in units})


class _Player:
    """Orders for the units of one power."""

    def __init__(self, board: Board, rng: Random, units: dict[str, Unit], orders: dict[str, Order], power: str, wanted: set[str]) -> None:  # fmt: skip
        self.board, self.rng, self.units, self.orders = board, rng, units, orders
        self.power, self.wanted = power, wanted
        self.mine = [province for province, unit in units.items() if unit.power == power]
        self.taken: set[str] = set()

    def order(self) -> None:
        """One order for each unit."""
        for province in self.rng.sample(self.mine, len(self.mine)):
            if province not in self.orders and not self._sail(province):
                self._march(province)
        idle = [province for province in self.mine if province not in self.orders]
        for province in idle:
            self.orders[province] = self._help(province) or Order("H")

    def _march(self, province: str) -> None:
        unit, rng = self.units[province], self.rng
        goals = [
            goal
            for goal in sorted(self.board.moves(unit.kind, unit.location))
            if province_of(goal) not in self.taken and province_of(goal) not in self.mine
        ]
        if not goals or rng.random() < 0.25:
            return
        weights = [
            (5 if province_of(g) in self.wanted else 1) * (2 if province_of(g) in self.units else 3)
            for g in goals
        ]
        goal = rng.choices(goals, weights)[0]
        self.orders[province] = Order("M", to=goal)
        self.taken.add(province_of(goal))
        self._support_with_neighbours(province, province_of(goal))

    def _support_with_neighbours(self, mover: str, goal: str) -> None:
        likely = 0.7 if goal in self.units else 0.3
        for helper in self.mine:
            unit = self.units[helper]
            if (
                helper not in self.orders
                and goal in self.board.provinces_in_reach(unit.kind, unit.location)
                and self.rng.random() < likely
            ):
                self.orders[helper] = Order("S", to=goal, other=mover)

    def _help(self, province: str) -> Order | None:
        unit = self.units[province]
        near = self.board.provinces_in_reach(unit.kind, unit.location)
        going = [p for p in self.mine if p != province and p in self.orders and self.orders[p].kind == "M"]
        choices = [
            Order("S", to=province_of(self.orders[p].to), other=p)
            for p in going
            if province_of(self.orders[p].to) in near
        ]
        choices += [Order("S", other=p) for p in self.mine if p in near and p not in going]
        return self.rng.choice(choices) if choices and self.rng.random() < 0.7 else None

    def _sail(self, province: str) -> bool:
        """An army goes over one sea, if a fleet of its own is there to carry it."""
        unit = self.units[province]
        if unit.kind != "A" or self.rng.random() > 0.5:
            return False
        for sea in self.mine:
            if self.board.kind[sea] == "sea" and sea not in self.orders and self.board.touches(sea, province):
                goals = sorted(
                    goal
                    for goal in self.board.provinces_in_reach("F", sea)
                    if self.board.kind[goal] == "coastal" and goal not in (province, *self.taken, *self.mine)
                )
                if goals:
                    goal = self.rng.choice(goals)
                    self.orders[province] = Order("M", to=goal)
                    self.orders[sea] = Order("C", to=goal, other=province)
                    self.taken.add(goal)
                    return True
        return False


def played_phases(engine: Engine, variant: Variant, least: int, most: int, count: int) -> list[Phase]:
    """So many movement phases with `least` to `most` units, from as many random games as it takes."""
    found: list[Phase] = []
    board = Board(variant)
    seed = 0
    while len(found) < count:
        seed += 1
        found += _game(engine, board, Random(seed), least, most)
    return found[:count]


def _game(engine: Engine, board: Board, rng: Random, least: int, most: int) -> Iterator[Phase]:
    position = engine.start(NoChance()).position
    for _ in range(60):
        if engine.outcome(position) is not None:
            return
        if engine.phase(position).kind == "movement":
            data = engine.dump(position)
            situation = situation_of(board, data, rng)
            orders = situation.texts()
            if least <= len(situation.units) <= most:
                yield {"name": data["name"], "state": state_of(data), "orders": orders}
        else:
            orders = {power: _choice(engine, position, power, rng) for power in engine.powers}
        position = engine.adjudicate(position, orders, NoChance()).position


def _choice(engine: Engine, position: Any, power: str, rng: Random) -> list[str]:
    choices = engine.legal(position, power)
    keys = list(choices.by_key)
    rng.shuffle(keys)
    return [rng.choice(choices.by_key[key]) for key in keys[: choices.at_most]]


def crowded(variant: Variant, units: int, rng: Random) -> Situation:
    """So many units side by side anywhere on the map, all with orders that quarrel."""
    board = Board(variant)
    near = {p.id: set() for p in variant.provinces}  # type: dict[str, set[str]]
    for border in variant.borders:
        a, b = province_of(border.a), province_of(border.b)
        near[a].add(b)
        near[b].add(a)
    area = [rng.choice(sorted(near))]
    while len(area) < units:
        edge = sorted({there for here in area for there in near[here]} - set(area))
        area.append(rng.choice(edge))
    powers = [power.id for power in variant.powers]
    placed = {}
    for province in area:
        kind = {"sea": "F", "inland": "A"}.get(board.kind[province]) or rng.choice("AAF")
        coasts = board.coasts[province]
        location = f"{province}/{rng.choice(coasts)}" if kind == "F" and coasts else province
        placed[province] = Unit(rng.choice(powers), kind, location)
    return Situation(board, placed, Orders(board, rng, placed, most_moves=999).make())


def made_up(like: Variant, provinces: dict[str, str], links: list[tuple[str, str, str]]) -> Variant:
    """A map from {id: kind} and (a, b, by), with the powers and calendar of another."""
    first = next(iter(provinces))
    return replace(
        like,
        id="made-up",
        provinces=tuple(Province(p, {"en": (p,)}, (), kind, p == first, ()) for p, kind in provinces.items()),  # type: ignore[arg-type]
        borders=tuple(Border(a, b, by != "fleet", by != "army") for a, b, by in links),
        powers=tuple(
            Power(p.id, p.names, (), p.mark, p.colour, (first,) if i == 0 else ())
            for i, p in enumerate(like.powers)
        ),
        start_units=(),
        start_centres={power.id: () for power in like.powers},
        victory=1,
        specials=(),
        ambiguous={},
        folder=Path("made-up"),
    )


def convoy_net(like: Variant) -> tuple[Variant, dict[str, list[str]], dict[str, list[str]]]:
    """30 fleets in a grid all carry one army; the army's own fleets at the edge are attacked. Variant, units, orders by power."""
    wide, high = 6, 5
    names = {(x, y): f"S{x}{y}" for x in range(wide) for y in range(high)}
    provinces = {"LAND": "coastal", "GOAL": "coastal", **dict.fromkeys(names.values(), "sea")}
    links = [(names[x, y], names[x + dx, y + dy], "fleet")
             for x, y in names for dx, dy in ((1, 0), (0, 1), (1, 1)) if (x + dx, y + dy) in names]  # fmt: skip
    links += [("LAND", names[0, y], "fleet") for y in range(high)]
    links += [("GOAL", names[wide - 1, y], "fleet") for y in range(high)]
    for x in range(wide):
        provinces[f"N{x}"] = "coastal"
        links.append((f"N{x}", names[x, 0], "fleet"))
    one, two = like.powers[0].id, like.powers[1].id
    units = {
        one: ["A LAND", *(f"F {name}" for name in names.values())],
        two: [f"F N{x}" for x in range(wide)],
    }
    orders = {
        one: ["A LAND - GOAL", *(f"F {name} C A LAND - GOAL" for name in names.values())],
        two: [f"F N{x} - {names[x, 0]}" for x in range(wide)],
    }
    return made_up(like, provinces, links), units, orders


def nested_paradoxes(like: Variant, depth: int) -> tuple[Variant, dict[str, list[str]], dict[str, list[str]]]:
    """Rings of convoys: army i lands where the fleet helps an attack on the fleet that carries army i+1; the last closes on itself."""
    provinces: dict[str, str] = {}
    links: list[tuple[str, str, str]] = []
    one, two = like.powers[0].id, like.powers[1].id
    units: dict[str, list[str]] = {one: [], two: []}
    orders: dict[str, list[str]] = {one: [], two: []}
    for i in range(depth):
        provinces |= {f"A{i}": "coastal", f"C{i}": "sea", f"H{i}": "coastal", f"X{i}": "sea"}
    for i in range(depth):
        following = (i + 1) % depth
        links += [(f"A{i}", f"C{i}", "fleet"), (f"C{i}", f"H{i}", "fleet"), (f"C{i}", f"X{i}", "fleet")]
        if depth > 1:
            links += [(f"H{i}", f"C{following}", "fleet"), (f"C{i}", f"C{following}", "fleet")]
        units[one] += [f"A A{i}", f"F C{i}"]
        units[two] += [f"F H{i}", f"F X{i}"]
        orders[one] += [f"A A{i} - H{i}", f"F C{i} C A A{i} - H{i}"]
        orders[two] += [f"F X{i} - C{i}", f"F H{i} S F X{following} - C{following}"]
    return made_up(like, provinces, links), units, orders
