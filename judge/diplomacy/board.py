"""A variant's map compiled once into small integers, sets and bit masks.

A **province** is an integer 0 … n-1 in the variant's order. A **location** is where a unit stands: a province's own number,
or a number from n on for each coast. Masks have the bit of a province set. A board is immutable and shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from judge.diplomacy.position import Unit
from judge.variants.model import Variant

INLAND, COASTAL, SEA = 0, 1, 2
_KINDS = {"inland": INLAND, "coastal": COASTAL, "sea": SEA}


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits set in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Canal(NamedTuple):
    """A fleet goes between seas `a` and `b` by leave of the unit in `via`."""

    via: int
    a: int
    b: int


class Railway(NamedTuple):
    """Armies of one power travel along `line` (provinces in order)."""

    power: int
    line: tuple[int, ...]


class Board:
    """The compiled map. All attributes are read-only.

    province_ids, location_names   by number; `location_of` is the reverse, in capitals ("SEO/EC")
    army_names, fleet_names        texts of the units that stand at a location ("F SEO/EC")
    unit_of          by power: every unit that can stand on the board, by its text
    armies, fleets   by power, then by location: that power's unit there. Always the same value, so that comparing units is cheap
    province_of      province of each location
    coasts           locations of a province on which fleets stand (itself when it has no coasts); empty for inland provinces
    army_reach       provinces an army in a province may walk to
    fleet_reach      locations a fleet at a location may sail to; fleet_provinces: their provinces
    army_exits, fleet_exits: the same sorted by name
    sea_near         for a province: mask of the seas a fleet could convoy from or to it; for a sea, the seas next to it
    distance_near    for a province: mask of every province one step away, by land or by sea
    homes            home centres of each power; home_power its owner by province (-1 for none)
    carrier_bit      a province's bit where fleets may convoy (at sea), else 0
    order_cache      order texts already read (judge.diplomacy.orders); sent_cache: by power (judge.diplomacy.collect)
    """

    def __init__(self, variant: Variant, *, disputed_links: bool, fleet_bridges: bool, island_convoy: bool):
        self.variant_id = variant.id
        provinces = variant.provinces
        self.size = len(provinces)
        self.province_ids = tuple(p.id for p in provinces)
        number = {p.id: i for i, p in enumerate(provinces)}
        self.province_of_id: Mapping[str, int] = number
        self.kind = tuple(_KINDS[p.kind] for p in provinces)
        self.names = tuple(p.names["en"][0] for p in provinces)
        self.centres = tuple(i for i, p in enumerate(provinces) if p.centre)
        self.centre_set = frozenset(self.centres)
        self._number_locations(variant)
        self._link(variant, disputed_links, fleet_bridges)
        self._masks(island_convoy, variant)
        self.powers = tuple(p.id for p in variant.powers)
        self.power_of_id: Mapping[str, int] = {p: i for i, p in enumerate(self.powers)}
        self.homes = tuple(tuple(number[h] for h in p.homes) for p in variant.powers)
        home_power = [-1] * self.size
        for power, homes in enumerate(self.homes):
            for home in homes:
                home_power[home] = power
        self.home_power = tuple(home_power)
        self.has_fleets = any(len(reach) > 0 for reach in self.fleet_reach)
        self._specials(variant)
        self._make_units()
        self.order_cache: dict[str, Any] = {}
        self.sent_cache: tuple[dict[str, Any], ...] = tuple({} for _ in self.powers)

    def _number_locations(self, variant: Variant) -> None:
        names = list(self.province_ids)
        province_of = list(range(self.size))
        coasts: list[tuple[int, ...]] = []
        for i, province in enumerate(variant.provinces):
            if province.coasts:
                coasts.append(tuple(range(len(names), len(names) + len(province.coasts))))
                names += [f"{province.id}/{coast}" for coast in province.coasts]
                province_of += [i] * len(province.coasts)
            else:
                coasts.append((i,) if self.kind[i] != INLAND else ())
        self.location_names = tuple(names)
        self.army_names = tuple("A " + name for name in names)
        self.fleet_names = tuple("F " + name for name in names)
        self.location_of: Mapping[str, int] = {name: i for i, name in enumerate(names)}
        self.province_of = tuple(province_of)
        self.coasts = tuple(coasts)

    def _link(self, variant: Variant, disputed_links: bool, fleet_bridges: bool) -> None:
        army: list[set[int]] = [set() for _ in range(self.size)]
        fleet: list[set[int]] = [set() for _ in self.location_names]
        for border in variant.borders:
            a, b = self.location_of[border.a], self.location_of[border.b]
            if border.army:
                army[self.province_of[a]].add(self.province_of[b])
                army[self.province_of[b]].add(self.province_of[a])
            refused = (border.note == "disputed" and not disputed_links) or (
                border.note == "bridge" and not fleet_bridges
            )
            if border.fleet and not refused:
                fleet[a].add(b)
                fleet[b].add(a)
        self.army_reach = tuple(frozenset(reach) for reach in army)
        self.fleet_reach = tuple(frozenset(reach) for reach in fleet)
        by_name = self.location_names.__getitem__
        self.army_exits = tuple(tuple(sorted(reach, key=by_name)) for reach in army)
        self.fleet_exits = tuple(tuple(sorted(reach, key=by_name)) for reach in self.fleet_reach)
        self.fleet_provinces = tuple(
            frozenset(self.province_of[location] for location in reach) for reach in self.fleet_reach
        )

    def _masks(self, island_convoy: bool, variant: Variant) -> None:
        """Which provinces carry convoys, and what is next to what at sea."""
        carriers = {i for i in range(self.size) if self.kind[i] == SEA}
        if island_convoy:
            carriers |= {
                self.province_of_id[str(special.values["province"])]
                for special in variant.specials
                if special.kind == "island_passage"
            }
        self.carrier_bit = tuple(1 << i if i in carriers else 0 for i in range(self.size))
        sea_near = [0] * self.size
        distance = [0] * self.size
        for location, reach in enumerate(self.fleet_reach):
            here = self.province_of[location]
            for other in reach:
                there = self.province_of[other]
                distance[here] |= 1 << there
                if there in carriers:
                    sea_near[here] |= 1 << there
        for here, walks in enumerate(self.army_reach):
            for there in walks:
                distance[here] |= 1 << there
        self.sea_near = tuple(sea_near)
        self.distance_near = tuple(distance)

    def _specials(self, variant: Variant) -> None:
        self.canal: Canal | None = None
        self.railway: Railway | None = None
        uncounted: dict[int, frozenset[int]] = {}
        for special in variant.specials:
            values = special.values
            if special.kind == "canal":
                a, b = (self.province_of_id[str(x)] for x in _strings(values["between"]))
                self.canal = Canal(self.province_of_id[str(values["via"])], a, b)
            elif special.kind == "railway":
                line = tuple(self.province_of_id[str(x)] for x in _strings(values["line"]))
                self.railway = Railway(self.power_of_id[str(values["power"])], line)
            elif special.kind == "uncounted_centre":
                powers = frozenset(self.power_of_id[str(x)] for x in _strings(values["powers"]))
                uncounted[self.province_of_id[str(values["province"])]] = powers
        self.uncounted: Mapping[int, frozenset[int]] = uncounted

    def _make_units(self) -> None:
        powers, locations = range(len(self.powers)), range(len(self.location_names))
        self.armies = tuple(tuple(Unit(power, False, place) for place in locations) for power in powers)
        self.fleets = tuple(tuple(Unit(power, True, place) for place in locations) for power in powers)
        army_places = [province for province in range(self.size) if self.kind[province] != SEA]
        fleet_places = [coast for coasts in self.coasts for coast in coasts]
        self.unit_of: Sequence[Mapping[str, Unit]] = tuple(
            {
                **{self.army_names[place]: armies[place] for place in army_places},
                **{self.fleet_names[place]: fleets[place] for place in fleet_places},
            }
            for armies, fleets in zip(self.armies, self.fleets, strict=True)
        )

    # --- text

    def unit_text(self, fleet: bool, location: int) -> str:
        """ "A PAR", "F STP/SC"."""
        return self.fleet_names[location] if fleet else self.army_names[location]

    def unit(self, power: int, fleet: bool, location: int) -> Unit:
        """That unit of `armies` or `fleets`."""
        return (self.fleets if fleet else self.armies)[power][location]

    # --- reach

    def reach_provinces(self, fleet: bool, location: int) -> frozenset[int]:
        """Provinces this unit could move to by itself (and so may support into)."""
        if fleet:
            return self.fleet_provinces[location]
        return self.army_reach[self.province_of[location]]

    def landings(self, location: int, province: int) -> tuple[int, ...]:
        """Locations in the province that a fleet here may sail to, in the map's order."""
        reach = self.fleet_reach[location]
        return tuple(coast for coast in self.coasts[province] if coast in reach)

    def joined_seas(self, start: int, allowed: int) -> int:
        """Mask of the seas of `allowed` that are connected to the seas in mask `start` (itself within `allowed`)."""
        near = self.sea_near
        found = todo = start & allowed
        while todo:
            low = todo & -todo
            todo ^= low
            new = near[low.bit_length() - 1] & allowed & ~found
            found |= new
            todo |= new
        return found

    def chains(self, seas: int) -> tuple[int, ...]:
        """The seas of a mask as masks of those that are connected with each other."""
        found = []
        while seas:
            chain = self.joined_seas(seas & -seas, seas)
            found.append(chain)
            seas ^= chain
        return tuple(found)

    def convoy_possible(self, origin: int, target: int, fleets: int) -> bool:
        """Whether fleets on the seas of the mask `fleets` form a chain from one land province to another."""
        start = self.sea_near[origin] & fleets
        end = self.sea_near[target] & fleets
        if not start or not end or origin == target:
            return False
        if start & end:
            return True
        return bool(self.joined_seas(start, fleets) & end)

    def route_seas(self, origin: int, target: int, fleets: int, budget: int = 300) -> int:
        """Mask of the seas that lie on some route which needs all its fleets (DATC 4.E.1 as used in 6.G.19).

        Seas on a shortest route do; for the rest chains without shortcuts are searched, and
        when `budget` steps do not decide, every connected sea counts as on a route.
        """
        near = self.sea_near
        ends = near[target] & fleets
        starts = near[origin] & fleets
        connected = self.joined_seas(starts, fleets) & self.joined_seas(ends, fleets)
        if not connected:
            return 0
        found = self._shortest(starts & connected, ends & connected, connected)
        if found == connected:
            return found
        steps = 0
        stack = [(1 << first, first, starts) for first in bits(starts & connected)]
        while stack:
            path, last, closed = stack.pop()
            steps += 1
            if steps > budget:
                return connected
            if ends >> last & 1:
                found |= path
                if found == connected:
                    break
                continue
            following = near[last] & connected & ~closed & ~path
            closed |= near[last]
            stack += [(path | 1 << sea, sea, closed) for sea in bits(following)]
        return found

    def _shortest(self, starts: int, ends: int, seas: int) -> int:
        """Mask of the seas on any shortest chain from the seas `starts` to the seas `ends`."""
        layers = [starts]
        seen = starts
        while not layers[-1] & ends:
            front = self._around(layers[-1]) & seas & ~seen
            seen |= front
            layers.append(front)
        back = found = layers.pop() & ends
        for layer in reversed(layers):
            back = self._around(back) & layer
            found |= back
        return found

    def _around(self, seas: int) -> int:
        near, mask = self.sea_near, 0
        while seas:
            low = seas & -seas
            seas ^= low
            mask |= near[low.bit_length() - 1]
        return mask


def _strings(value: object) -> Iterable[object]:
    assert isinstance(value, list | tuple)
    return value


_CACHE: list[tuple[Variant, tuple[bool, ...], Board]] = []
_CACHE_SIZE = 8


def board_for(
    variant: Variant, *, disputed_links: bool = True, fleet_bridges: bool = True, island_convoy: bool = False
) -> Board:
    """The compiled board of a variant; the same variant object gives the same board."""
    flags = (disputed_links, fleet_bridges, island_convoy)
    for known, its_flags, board in _CACHE:
        if known is variant and its_flags == flags:
            return board
    board = Board(
        variant, disputed_links=disputed_links, fleet_bridges=fleet_bridges, island_convoy=island_convoy
    )
    _CACHE.append((variant, flags, board))
    del _CACHE[:-_CACHE_SIZE]
    return board
