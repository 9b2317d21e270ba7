"""Reading a `.map` file: the text layout in which the `diplomacy` package family keeps its boards. Only what it says, not what to make of it.

MAP standard.map                              everything of that file first
BEGIN SPRING 1901 MOVEMENT
VICTORY 18
FRANCE (FRENCH:F) BRE MAR PAR                 power, adjective, letter, homes; `-PAR` takes a home away
A MAR                                         its units; also OWNS, CENTERS, HOMES, UNITS (none so far), DUMMY
UNOWNED BEL HOL                               further centres
UNPLAYED ITALY                                takes powers out (ALL, ALL EXCEPT …)
Gulf of Lyon = lyo gol gulf+of+lyons liv?     name, code, aliases (+ a blank, ? fits several)
WATER LYO ABUTS MAR PIE SPA/SC                also COAST, LAND, PORT (a fleet there may convoy), SHUT, AMEND; DROP takes places out
                                              neighbours: MAR any unit, mar armies only, Mar fleets only
COAST SPA/SC ABUTS …  COAST spa ABUTS …       each coast, then the whole for armies
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from judge.errors import VariantError

TERRAIN = ("WATER", "COAST", "LAND", "PORT", "SHUT")
NOBODY = ("UNOWNED", "NEUTRAL", "CENTERS")


@dataclass(slots=True)
class MapPower:
    """A power of the file. owned: None where the file says nothing, so that it owns its homes."""

    id: str
    name: str
    adjective: str = ""
    letter: str = ""
    homes: list[str] = field(default_factory=list)
    owned: list[str] | None = None
    units: list[str] = field(default_factory=list)
    dummy: bool = False


@dataclass(slots=True)
class MapText:
    """What the file says. Codes of places in capitals, but neighbours as written, for their case means something.

    names, aliases   by place ("SPA", "SPA/SC"); terrain, abuts by location, the whole of a place with coasts apart in `wholes`
    """

    powers: dict[str, MapPower] = field(default_factory=dict)
    centres: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    aliases: dict[str, list[str]] = field(default_factory=dict)
    unclear: dict[str, list[str]] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    abuts: dict[str, list[str]] = field(default_factory=dict)
    wholes: set[str] = field(default_factory=set)
    begin: str = ""
    victory: int = 0
    rules: list[str] = field(default_factory=list)


def read_map(path: Path) -> MapText:
    """The file with those it names. Raises VariantError naming file and line."""
    reader = _Reader()
    reader.read(path, ())
    if not reader.map.abuts:
        raise VariantError(f"{path}: no line such as “WATER NTH ABUTS EDI …”: this is no .map file")
    return reader.map


class _Reader:
    """One reading: the map so far, and the power whose lines come."""

    def __init__(self) -> None:
        self.map = MapText()
        self.power: MapPower | None = None
        self.folder = Path()
        self.handlers: dict[str, Callable[[list[str]], None]] = {
            "BEGIN": self._begin, "VICTORY": self._victory, "RULE": self._rules, "RULES": self._rules,
            "OWNS": self._owns, "CENTERS": self._centers, "HOME": self._homes, "HOMES": self._homes, "INHABITS": self._homes,
            "A": self._unit, "F": self._unit, "UNITS": self._units, "DUMMY": self._dummy, "DUMMIES": self._dummy,
            "UNPLAYED": self._unplayed, "DROP": self._drop, "AMEND": self._place, **dict.fromkeys(TERRAIN, self._place),
        }  # fmt: skip

    def read(self, path: Path, seen: tuple[Path, ...]) -> None:
        """Read a file and, where it says so, others of its folder."""
        if path in seen:
            raise VariantError(f"{path}: names itself again: take out its MAP or USE line")
        try:
            lines = path.read_text("utf-8-sig").splitlines()
        except OSError as error:
            raise VariantError(f"{path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise VariantError(f"{path}: is not UTF-8 text") from None
        for number, raw in enumerate(lines, 1):
            words = raw.split()
            if not words or words[0].startswith("#"):
                continue
            if words[0].upper() in ("MAP", "USE", "USES"):
                for name in words[1:]:
                    other = name if "." in name else f"{name}.map"
                    self.read(path.parent / Path(other).name, (*seen, path))
                self.power = None
                continue
            try:
                self._line(raw, words)
            except ValueError as error:
                raise VariantError(f"{path}:{number}: {error}") from None

    def _line(self, raw: str, words: list[str]) -> None:
        head = words[0].upper()
        if "=" in raw:  # a place may be called Port Arthur: before the lines that begin with PORT
            self._name(raw)
        elif head == "CENTERS" and self.power is None:
            self._declare(["UNOWNED", *words[1:]])
        elif head in self.handlers:
            self.handlers[head](words)
        else:
            self._declare(words)

    def _begin(self, words: list[str]) -> None:
        self.map.begin = " ".join(words[1:]).upper()

    def _victory(self, words: list[str]) -> None:
        if len(words) < 2 or not words[1].isdecimal():
            raise ValueError("VICTORY needs a number of centres")
        self.map.victory = int(words[1])

    def _rules(self, words: list[str]) -> None:
        self.map.rules += [word.upper() for word in words[1:]]

    def _name(self, raw: str) -> None:
        name, _, rest = raw.partition("=")
        codes = rest.split()
        if not codes or "->" in name:
            raise ValueError("a name needs its code: “Gulf of Lyon = lyo”")
        place = codes[0].upper()
        self.map.names[place] = name.strip()
        for code in codes[1:]:
            kept = self.map.unclear if code.endswith("?") else self.map.aliases
            kept.setdefault(place, []).append(code.rstrip("?").replace("+", " "))

    def _current(self, what: str) -> MapPower:
        if self.power is None:
            raise ValueError(f"{what} belongs to a power: write it below one")
        return self.power

    def _owns(self, words: list[str]) -> None:
        power = self._current(words[0])
        power.owned = [*(power.owned or ()), *_codes(words[1:])]
        self._add_centres(_codes(words[1:]))

    def _centers(self, words: list[str]) -> None:
        self._current(words[0]).owned = []
        self._owns(words)

    def _homes(self, words: list[str]) -> None:
        self._current(words[0]).homes = []
        self._add_homes(self._current(words[0]), words[1:])

    def _unit(self, words: list[str]) -> None:
        power = self._current("a unit")
        if len(words) != 2:
            raise ValueError("a unit is a letter and a place: “A PAR”")
        unit = f"{words[0]} {words[1]}".upper()
        for other in self.map.powers.values():
            other.units = [each for each in other.units if _province(each[2:]) != _province(unit[2:])]
        power.units.append(unit)

    def _units(self, words: list[str]) -> None:
        self._current(words[0]).units = []

    def _dummy(self, words: list[str]) -> None:
        for power in self._named(words):
            power.dummy = True

    def _unplayed(self, words: list[str]) -> None:
        for power in self._named(words):
            del self.map.powers[power.id]
        self.power = None

    def _named(self, words: list[str]) -> list[MapPower]:
        """The powers that a DUMMY or UNPLAYED line means."""
        names = [_power_id(word) for word in words[1:]]
        if not names:
            return [self._current(words[0])]
        if names[0] == "ALL":
            return [power for power in self.map.powers.values() if power.id not in names[2:]]
        unknown = [name for name in names if name not in self.map.powers]
        if unknown:
            raise ValueError(f"no power {', '.join(unknown)} so far")
        return [self.map.powers[name] for name in names]

    def _drop(self, words: list[str]) -> None:
        for place in _codes(words[1:]):
            self._forget(place)
            for table in (self.map.names, self.map.aliases):
                for key in [key for key in table if _province(key) == place]:
                    del table[key]
            for power in self.map.powers.values():
                power.homes = [home for home in power.homes if home != place]
                power.units = [unit for unit in power.units if _province(unit[2:]) != place]
            self.map.centres = [centre for centre in self.map.centres if centre != place]
            for near in self.map.abuts.values():
                near[:] = [other for other in near if _province(other.upper()) != place]

    def _forget(self, place: str) -> None:
        for location in [key for key in self.map.terrain if _province(key) == place]:
            del self.map.terrain[location]
            self.map.abuts.pop(location, None)
            self.map.wholes.discard(location)

    def _place(self, words: list[str]) -> None:
        if len(words) < 2 or (len(words) > 2 and words[2].upper() != "ABUTS"):
            raise ValueError(f"write “{words[0]} {words[1] if len(words) > 1 else 'NTH'} ABUTS …”")
        written, location = words[1], words[1].upper()
        whole = written.islower()
        if words[0].upper() == "AMEND":
            if location not in self.map.terrain:
                raise ValueError(f"no {location} so far to amend")
        else:
            if not whole and "/" not in location and location in self.map.wholes:
                self._forget(location)  # a place with coasts becomes one without
            self.map.terrain[location] = words[0].upper()
            self.map.abuts[location] = []
        (self.map.wholes.add if whole else self.map.wholes.discard)(location)
        near = self.map.abuts.setdefault(location, [])
        for word in words[3:]:
            if word.startswith("-"):
                gone = word[1:].upper()
                near[:] = [other for other in near if gone not in (other.upper(), _province(other.upper()))]
            else:
                near.append(word)

    def _declare(self, words: list[str]) -> None:
        head = words[0].upper()
        if head in NOBODY:
            self.power = None
            self._add_centres(_codes(words[1:]))
            return
        if not _power_id(head):
            raise ValueError(f"{words[0]}: not a line of a .map file that is known here")
        if len(words) > 1 and words[1] == "->":
            raise ValueError("a power or place that is renamed is not read: write the file out")
        power = self.map.powers.setdefault(_power_id(head), MapPower(_power_id(head), head))
        rest = words[1:]
        if rest and rest[0].startswith("("):
            adjective, _, letter = rest.pop(0).strip("()").partition(":")
            power.adjective, power.letter = adjective.replace("+", " "), letter[:1].upper()
        if any("(" in word for word in rest):
            raise ValueError(f"{words[0]}: not a line of a .map file that is known here")
        self.power = power
        self._add_homes(power, rest)

    def _add_homes(self, power: MapPower, words: list[str]) -> None:
        for word in words:
            home = word.upper().lstrip("-*")
            power.homes = [each for each in power.homes if each != home]
            if not word.startswith("-"):
                power.homes.append(home)
            self._add_centres([home])

    def _add_centres(self, places: list[str]) -> None:
        self.map.centres += [place for place in places if place not in self.map.centres]


def _codes(words: list[str]) -> list[str]:
    return [word.upper() for word in words]


def _province(location: str) -> str:
    return location.partition("/")[0]


def _power_id(word: str) -> str:
    return re.sub(r"[^A-Z0-9]+", "_", word.upper()).strip("_")
