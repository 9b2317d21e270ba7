"""The position of a game: frozen values of small integers (see judge/diplomacy/board.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MOVEMENT, RETREATS, ADJUSTMENTS = "M", "R", "A"


class Unit(NamedTuple):
    """A unit on the board. power: number of its power; location: where it stands, fleets with their coast."""

    power: int
    fleet: bool
    location: int


class Dislodged(NamedTuple):
    """A unit that has to retreat from `location`.

    origin   province the attacker came from when that is closed to the retreat, else -1
    options  locations it may retreat to
    """

    power: int
    fleet: bool
    location: int
    origin: int
    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where everything stands in one phase.

    year, season  season: number in the variant's calendar
    kind          MOVEMENT, RETREATS or ADJUSTMENTS
    units         sorted by power and location; dislodged units are not among them
    owners        owner of each province's supply centre, -1 for none
    contested     provinces closed to retreats because units bounced there
    outcome       (kind, winners) once the game is over, else None
    """

    year: int
    season: int
    kind: str
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    owners: tuple[int, ...]
    contested: frozenset[int] = frozenset()
    outcome: tuple[str, tuple[int, ...]] | None = None
