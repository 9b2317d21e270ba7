"""The game's data from the table [korea] of variant.toml, checked and compiled: hexes, chits, entry hexes, objectives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from judge.errors import VariantError
from judge.variants.model import Variant

EAST, WEST = "EAST", "WEST"
POWERS = (EAST, WEST)
OTHER = {EAST: WEST, WEST: EAST}
Zone = Literal["north", "parallel", "south"]
OWN_ZONE: Mapping[str, Zone] = {EAST: "north", WEST: "south"}
ZONES: tuple[Zone, ...] = ("north", "parallel", "south")
ARMY, COMMUNIST, COUNTERATTACK, SUPPLY = "army", "communist", "counterattack", "supply"
HAND_KIND = {EAST: COMMUNIST, WEST: COUNTERATTACK}
_CHIT_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "north_korea": (ARMY, (EAST,)),
    "us_rok": (ARMY, (WEST,)),
    "double_sided": (ARMY, (EAST, WEST)),
    "communist": (COMMUNIST, (EAST,)),
    "counterattack": (COUNTERATTACK, (WEST,)),
    "supply": (SUPPLY, ()),
}
_ODD = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1))
_EVEN = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0))


@dataclass(frozen=True, slots=True)
class Chit:
    """A counter. kind: army, communist, counterattack or supply. sides: whose it may be; two for a double-sided army."""

    id: str
    kind: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Goal:
    """Hexes a side must hold to win: all of the first, and one of the second unless there are none."""

    all_of: tuple[str, ...]
    any_of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Data:
    """Everything that is fixed. near: neighbours over hexsides that are not forbidden. forbidden: pairs that touch but are apart."""

    hexes: tuple[str, ...]
    zone: Mapping[str, Zone]
    near: Mapping[str, frozenset[str]]
    forbidden: frozenset[frozenset[str]]
    entries: Mapping[str, tuple[str, ...]]
    chits: Mapping[str, Chit]
    goals: Mapping[str, Goal]
    exempt: frozenset[str]
    turns: int
    events_per_turn: int
    success: int
    support: int
    first_turn_bonus: int


def grid_neighbours(hex_id: str) -> tuple[str, ...]:
    """The ids of the six hexes around a hex, on the map or not (002 has no map; the grid is a reconstruction)."""
    column, row = int(hex_id[:2]), int(hex_id[2:])
    steps = _ODD if column % 2 else _EVEN
    return tuple(
        f"{column + dc:02}{row + dr:02}" for dc, dr in steps if 0 < column + dc < 100 and 0 < row + dr < 100
    )


def read_data(variant: Variant) -> Data:
    """The data of a variant. Raises VariantError saying which entry of [korea] is wrong."""
    table = variant.game
    hexes = tuple(province.id for province in variant.provinces)
    where = f"variant {variant.id}: [korea"
    if tuple(power.id for power in variant.powers) != POWERS:
        raise VariantError(f"variant {variant.id}: the powers must be EAST and WEST, in this order")
    for one in hexes:
        if len(one) != 4 or not (one.isascii() and one.isdigit()):
            raise VariantError(
                f"variant {variant.id}: hex {one!r}: write two digits column and two digits row, as 0205"
            )
    places = _table(table, "map", where)
    zone: dict[str, Zone] = {}
    for name in ZONES:
        for one in _hexes(places, name, f"{where}.map]", hexes):
            if one in zone:
                raise VariantError(f"{where}.map]: {one} is in {zone[one]} already")
            zone[one] = name
    if missing := [one for one in hexes if one not in zone]:
        raise VariantError(f"{where}.map]: {', '.join(missing)} are in no zone")
    forbidden = frozenset(
        frozenset(_hexes({"forbidden": pair}, "forbidden", f"{where}.map]", hexes))
        for pair in places.get("forbidden", ())
    )
    for pair in forbidden:
        a, *rest = sorted(pair)
        if len(rest) != 1 or rest[0] not in grid_neighbours(a):
            raise VariantError(f"{where}.map]: forbidden {sorted(pair)}: write two hexes that touch")
    near = {
        one: frozenset(
            other
            for other in grid_neighbours(one)
            if other in zone and frozenset((one, other)) not in forbidden
        )
        for one in hexes
    }
    entries = {
        kind: _hexes(_table(table, "entries", where), kind, f"{where}.entries]", hexes)
        for kind in (COUNTERATTACK, COMMUNIST)
    }
    victory = _table(table, "victory", where)
    goals = {
        power: Goal(
            _hexes(_table(victory, power, f"{where}.victory"), "all_of", f"{where}.victory.{power}]", hexes),
            _hexes(_table(victory, power, f"{where}.victory"), "any_of", f"{where}.victory.{power}]", hexes),
        )
        for power in POWERS
    }
    for power, goal in goals.items():
        if not goal.all_of and not goal.any_of:
            raise VariantError(f"{where}.victory.{power}]: name at least one hex")
    return Data(
        hexes=hexes,
        zone=zone,
        near=near,
        forbidden=forbidden,
        entries=entries,
        chits=_chits(_table(table, "chits", where), f"{where}.chits]"),
        goals=goals,
        exempt=frozenset(_hexes(table, "parallel_exempt", f"{where}]", hexes)),
        turns=_number(table, "turns", f"{where}]", 1),
        events_per_turn=_number(table, "events_per_turn", f"{where}]", 1),
        success=_number(table, "success", f"{where}]", 1),
        support=_number(table, "support", f"{where}]", 0),
        first_turn_bonus=_number(table, "first_turn_bonus", f"{where}]", 0),
    )


def _table(table: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    value = table.get(key)
    if not isinstance(value, Mapping):
        raise VariantError(f"{where}]: has no table {key}: write it as in variants/korea/variant.toml")
    return value


def _hexes(table: Mapping[str, Any], key: str, where: str, known: tuple[str, ...]) -> tuple[str, ...]:
    value = table.get(key, ())
    if not isinstance(value, list | tuple):
        raise VariantError(f"{where}: {key} must be a list of hexes")
    for one in value:
        if one not in known:
            raise VariantError(f"{where}: {key}: no hex {one!r} in provinces.csv")
    return tuple(value)


def _number(table: Mapping[str, Any], key: str, where: str, least: int) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= 100:
        raise VariantError(f"{where}: {key} must be a whole number from {least} to 100")
    return value


def _chits(table: Mapping[str, Any], where: str) -> dict[str, Chit]:
    made: dict[str, Chit] = {}
    for key, (kind, sides) in _CHIT_KINDS.items():
        ids = table.get(key, ())
        if not isinstance(ids, list | tuple) or not all(isinstance(one, str) for one in ids):
            raise VariantError(f"{where}: {key} must be a list of chits in quotes")
        for one in ids:
            if one in made or not (one.isascii() and one.isalnum() and one.isupper() and one[0].isalpha()):
                raise VariantError(f"{where}: {key}: chit {one!r}: capital letters and digits, each once")
            made[one] = Chit(one, kind, sides)
    if not any(chit.kind == SUPPLY for chit in made.values()):
        raise VariantError(f"{where}: supply needs at least one chit, or turns might never end")
    if unknown := set(table) - set(_CHIT_KINDS):
        raise VariantError(
            f"{where}: unknown kind {sorted(unknown)[0]!r} (there are: {', '.join(_CHIT_KINDS)})"
        )
    return made
