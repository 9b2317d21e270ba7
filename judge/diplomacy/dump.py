"""A position as plain JSON and back: the layout that Diplomacy research tools share, plus what the engine needs besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.diplomacy.board import INLAND, SEA, Board
from judge.diplomacy.calendar import phase_name, read_phase_name
from judge.diplomacy.position import Dislodged, Position, Unit
from judge.errors import DataError
from judge.variants.model import Calendar

Json = dict[str, Any]
_TABLES = (dict, Mapping)  # dict first: that answers at once
_LISTS = (list, tuple)
_TEXT = frozenset({str})


def dump_state(board: Board, position: Position) -> Json:
    """Units, centres and retreats by power id; every power is listed."""
    name, owners = board.location_names, position.owners
    army_names, fleet_names, ids = board.army_names, board.fleet_names, board.province_ids
    units: dict[str, list[str]] = {power: [] for power in board.powers}
    centers: dict[str, list[str]] = {power: [] for power in board.powers}
    own = [*units.values()]
    for each in position.units:
        own[each[0]].append((fleet_names if each[1] else army_names)[each[2]])
    own = [*centers.values()]
    for centre in board.centres:
        owner = owners[centre]
        if owner >= 0:
            own[owner].append(ids[centre])
    state: Json = {"units": units, "centers": centers}
    if position.dislodged:
        retreats: dict[str, dict[str, list[str]]] = {}
        for power, fleet, location, _, options in position.dislodged:
            unit = ("F " if fleet else "A ") + name[location]
            units[board.powers[power]].append("*" + unit)
            retreats.setdefault(board.powers[power], {})[unit] = [name[option] for option in options]
        state["retreats"] = retreats
    return state


def dump(board: Board, calendar: Calendar, position: Position) -> Json:
    """The whole position."""
    data: Json = {"name": phase_name(calendar, position.year, position.season, position.kind)}
    data.update(dump_state(board, position))
    if position.contested:
        data["contested"] = sorted(board.province_ids[province] for province in position.contested)
    closed = {
        board.unit_text(unit.fleet, unit.location): board.province_ids[unit.origin]
        for unit in position.dislodged if unit.origin >= 0
    }  # fmt: skip
    if closed:
        data["closed"] = closed
    if position.outcome is not None:
        kind, winners = position.outcome
        data["outcome"] = {"kind": kind, "winners": [board.powers[power] for power in winners]}
    return data


def load(board: Board, calendar: Calendar, data: object) -> Position:
    """Check and read a dumped position. Raises DataError naming what is wrong."""
    table = _table(data, "the position")
    year, season, kind = read_phase_name(calendar, table.get("name"))
    units, dislodged = _read_units(board, table)
    outcome = None
    if table.get("outcome") is not None:
        ended = _table(table["outcome"], '"outcome"')
        winners = tuple(_power(board, power) for power in _texts(ended.get("winners", ()), '"winners"'))
        outcome = (str(ended.get("kind")), winners)
    contested = frozenset(
        _province(board, text) for text in _texts(table.get("contested", ()), '"contested"')
    )
    return Position(
        year, season, kind, tuple(sorted(units)), tuple(sorted(dislodged)),
        _read_owners(board, table), contested, outcome,
    )  # fmt: skip


def _read_units(board: Board, table: Mapping[str, Any]) -> tuple[list[Unit], list[Dislodged]]:
    retreats = _table(table.get("retreats") or {}, '"retreats"')
    closed = _table(table.get("closed") or {}, '"closed"')
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    occupied: dict[int, Unit] = {}
    province_of = board.province_of
    for power_id, texts in _table(table.get("units", {}), '"units"').items():
        power = _power(board, power_id)
        known = board.unit_of[power]
        options = _table(retreats.get(power_id) or {}, f'"retreats" of {power_id}')
        for text in _texts(texts or (), f'"units" of {power_id}'):
            unit = known.get(text)
            if unit is None:
                unit = board.unit(power, *read_unit(board, text.removeprefix("*")))
                if text.startswith("*"):
                    name = board.unit_text(unit.fleet, unit.location)
                    places = tuple(
                        _location(board, option)
                        for option in _texts(options.get(name, ()), f"retreats of {name}")
                    )
                    origin = _province(board, closed[name]) if name in closed else -1
                    dislodged.append(Dislodged(power, unit.fleet, unit.location, origin, places))
                    continue
            province = province_of[unit[2]]
            if province in occupied:
                other = occupied[province]
                raise DataError(
                    f"two units in {board.province_ids[province]}: "
                    f"{board.unit_text(other.fleet, other.location)} and {board.unit_text(unit.fleet, unit.location)}"
                )
            occupied[province] = unit
            units.append(unit)
    return units, dislodged


def _read_owners(board: Board, table: Mapping[str, Any]) -> tuple[int, ...]:
    owners = [-1] * board.size
    known, centres = board.province_of_id, board.centre_set
    for power_id, texts in _table(table.get("centers") or {}, '"centers"').items():
        power = _power(board, power_id)
        for text in _texts(texts or (), f'"centers" of {power_id}'):
            province = known.get(text, -1)
            if province < 0:
                province = _province(board, text)
            if province not in centres:
                raise DataError(f"{text} is no supply centre")
            if owners[province] >= 0 and owners[province] != power:
                raise DataError(f"{text} has two owners")
            owners[province] = power
    return tuple(owners)


def read_unit(board: Board, text: str) -> tuple[bool, int]:
    """ "F STP/SC" as (fleet, location). Raises DataError when no such unit can stand there."""
    letter, _, where = text.strip().upper().partition(" ")
    if letter not in ("A", "F") or not where:
        raise DataError(f'not a unit: {text!r} (units look like "A PAR")')
    location = _location(board, where)
    province = board.province_of[location]
    if letter == "A":
        if board.kind[province] == SEA:
            raise DataError(f"an army at sea: {text}")
        return False, province
    if board.kind[province] == INLAND:
        raise DataError(f"a fleet inland: {text}")
    if location not in board.coasts[province]:
        coasts = ", ".join(board.location_names[coast] for coast in board.coasts[province])
        raise DataError(f"a fleet needs a coast: {text} ({coasts})")
    return True, location


def _location(board: Board, text: str) -> int:
    location = board.location_of.get(text.strip().upper())
    if location is None:
        raise DataError(f"no such place: {text}")
    return location


def _province(board: Board, text: object) -> int:
    return board.province_of[_location(board, str(text))]


def _power(board: Board, power_id: str) -> int:
    power = board.power_of_id.get(power_id)
    if power is None:
        raise DataError(f"no such power: {power_id} (there are: {', '.join(board.powers)})")
    return power


def _table(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, _TABLES):
        raise DataError(f"{what} is no JSON object")
    return value


def _texts(value: object, what: str) -> Iterable[str]:
    if not isinstance(value, _LISTS) or not _TEXT.issuperset(map(type, value)):
        raise DataError(f"{what} is no list of texts")
    return value
