"""A variant as loaded from its folder: names, board, start, calendar, rule options. Immutable and shared.

Names come by language ("en", "ja"); the first name of each is the one that is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Kind = Literal["inland", "coastal", "sea"]
Names = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Power:
    """A side. id: capitals, as in JSON contracts ("FRANCE").

    names   full names to accept and show; adjectives ("French"); short forms ("Fra") are in `aliases`
    aliases every further spelling to accept (adjectives, short forms, misspellings that the rules text itself prints)
    mark    per language the one letter or kanji on unit tokens ({"en": "F", "ja": "仏"})
    colour  token colour "#rrggbb"
    homes   home centres: where it may build
    """

    id: str
    names: Names
    aliases: tuple[str, ...]
    mark: Mapping[str, str]
    colour: str
    homes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Province:
    """What holds one unit. id: the code shown to players ("P.ART"). coasts: codes in capitals ("EC", "WC"), empty for none."""

    id: str
    names: Names
    aliases: tuple[str, ...]
    kind: Kind
    centre: bool
    coasts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Border:
    """A link between two locations ("SEO/EC" with coast, for fleets only). It holds both ways."""

    a: str
    b: str
    army: bool
    fleet: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class StartUnit:
    """A unit at the start: "A" or "F", its location with coast, its power."""

    power: str
    kind: Literal["A", "F"]
    location: str


@dataclass(frozen=True, slots=True)
class Special:
    """One special rule that the variant switches on: kind ("canal", "railway", "uncounted_centre") and its values."""

    kind: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Season:
    """One movement phase of the calendar. code: first letter of the phase name ("S", "F", "Y"); ownership: whether centres change
    hands and units are adjusted after it."""

    code: str
    id: str
    names: Names
    ownership: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """start_year, the seasons of a year in order, the last year (None: no end by time)."""

    start_year: int
    seasons: tuple[Season, ...]
    last_year: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Everything about a game that is data. Compares by identity, so that what is made of it can be kept in caches.

    rules     rule options by name, defaults filled in (docs/rules/*.md); only bool, int and str
    victory   centres a power needs to win (0: other victory rules, see `rules`)
    defaults  default settings for new games of this variant ([defaults] in variant.toml): phase lengths and so on
    folder    where it was read from (cases and sources lie there)
    map_folder where its drawn map lies: its own folder, or that of the variant it takes its provinces from; None: laid out from the borders
    """

    id: str
    names: Names
    engine: str
    powers: tuple[Power, ...]
    provinces: tuple[Province, ...]
    borders: tuple[Border, ...]
    start_units: tuple[StartUnit, ...]
    start_centres: Mapping[str, tuple[str, ...]]
    calendar: Calendar
    victory: int
    rules: Mapping[str, bool | int | str]
    specials: tuple[Special, ...]
    defaults: Mapping[str, object]
    folder: Path
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Short forms that stand for several provinces: asked back, never guessed."""
    game: Mapping[str, Any] = field(default_factory=dict)
    """The engine's own table of variant.toml ([korea] for the engine "korea"), as it is read; the engine checks it."""

    map_folder: Path | None = None

    def power(self, power_id: str) -> Power:
        """The power with this id; KeyError if there is none."""
        for power in self.powers:
            if power.id == power_id:
                return power
        raise KeyError(power_id)

    def province(self, province_id: str) -> Province:
        """The province with this id; KeyError if there is none."""
        for province in self.provinces:
            if province.id == province_id:
                return province
        raise KeyError(province_id)
