"""Making a variant folder's files out of a `.map` file. What the folder's form cannot hold is noted, never dropped in silence."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from judge.variants.board_check import RIVER
from judge.variants.draft import BORDERS, COLUMNS, PROVINCES, SETTINGS, START
from judge.variants.fold import folded
from judge.variants.map_text import MapPower, MapText

KINDS = {"WATER": "sea", "LAND": "inland", "COAST": "coastal", "PORT": "coastal"}
COLOURS = (
    "#A5323A", "#5B84DE", "#34A57B", "#F4D03F", "#7D37AD", "#D98324", "#EDF2F4", "#1FA3C4", "#8C5A2B", "#5E7D1F", "#E377C2",
    "#2F55C7", "#C7B98F", "#708090", "#B0413E", "#00A896", "#9C89B8", "#F25F5C", "#6A994E", "#BC6C25", "#457B9D", "#FFB5A7",
)  # fmt: skip
SEASONS = (("S", "spring", "Spring", "春", "false"), ("F", "fall", "Fall", "秋", "true"))
Link = tuple[str, str]


@dataclass(slots=True)
class Imported:
    """files: text by file name; notes: what the form cannot hold or the map leaves open, a sentence each."""

    files: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def import_map(map_text: MapText, name: str, source: str) -> Imported:
    """The folder's files for a map. name: the folder's, from which the game's title is made; source: the file's name, for SOURCES.md."""
    made = Imported()
    _without_dry_coasts(map_text, made.notes)
    provinces = _provinces(map_text)
    spellings = _Spellings(map_text, provinces, made.notes)
    made.files[SETTINGS] = _settings(map_text, name, spellings, made.notes)
    made.files[PROVINCES] = _province_table(map_text, provinces, spellings)
    made.files[BORDERS] = _border_table(map_text, made.notes)
    made.files[START] = _start(map_text)
    _note_the_rest(map_text, made.notes)
    made.files["SOURCES.md"] = _sources(name, source, made.notes)
    return made


def _without_dry_coasts(map_text: MapText, notes: list[str]) -> None:
    """A coast that no fleet can reach and where none stands is inland."""
    _, fleet = _links(map_text)
    wet = {place.partition("/")[0] for link in fleet for place in link}
    wet |= {
        unit[2:].partition("/")[0]
        for power in map_text.powers.values()
        for unit in power.units
        if unit.startswith("F")
    }
    for place, terrain in map_text.terrain.items():
        if terrain in ("COAST", "PORT") and "/" not in place and place not in wet:
            map_text.terrain[place] = "LAND"
            notes.append(f"{place} is a coast in the file, but no fleet can reach it: here it is inland.")


def _provinces(map_text: MapText) -> list[str]:
    """The places that units can stand in, in alphabetical order."""
    return sorted({key.partition("/")[0] for key, terrain in map_text.terrain.items() if terrain != "SHUT"})


def _coasts(map_text: MapText, province: str) -> list[str]:
    return [key.partition("/")[2] for key in map_text.terrain if key.startswith(f"{province}/")]


def _title(words: str) -> str:
    """NEW-YORK, standard_fleet_rome → New York, Standard Fleet Rome; names with small letters stay as they are."""
    spaced = re.sub(r"[_-]+", " ", words).strip()
    return spaced if spaced != spaced.upper() and spaced != spaced.lower() else spaced.title()


class _Spellings:
    """Who has which spelling: no two things may share one."""

    def __init__(self, map_text: MapText, provinces: list[str], notes: list[str]) -> None:
        self.notes = notes
        self.taken: dict[str, str] = {}
        self.power_names = {power.id: _title(power.name) for power in map_text.powers.values()}
        for what in (*provinces, *self.power_names):
            self.taken[folded(what)] = what
        for power, name in self.power_names.items():
            self.taken.setdefault(folded(name), power)
        self.names = {province: self._name(map_text, province) for province in provinces}
        self.aliases = {
            province: self._free(province, map_text.aliases.get(province, ())) for province in provinces
        }
        self.adjectives = {
            power.id: self._free(power.id, [_title(power.adjective)] if power.adjective else [])
            for power in map_text.powers.values()
        }

    def _name(self, map_text: MapText, province: str) -> str:
        name = map_text.names.get(province, province)
        owner = self.taken.setdefault(folded(name), province)
        if owner == province:
            return name
        other = f"{name} province" if owner in self.power_names else f"{name} ({province})"
        self.notes.append(f"{name} is {owner} too: the province {province} is called “{other}”.")
        self.taken[folded(other)] = province
        return other

    def _free(self, owner: str, forms: Iterable[str]) -> list[str]:
        """The spellings that nothing else has; coasts are read without any."""
        kept = []
        for form in forms:
            if re.search(r"[/()]", form):
                continue
            other = self.taken.setdefault(folded(form), owner)
            if other != owner:
                self.notes.append(f"The spelling “{form}” of {owner} is left out: {other} has it.")
            elif folded(form) not in (folded(owner), folded(self.names.get(owner, ""))):
                kept.append(form)
        return list(dict.fromkeys(kept))


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _settings(map_text: MapText, name: str, spellings: _Spellings, notes: list[str]) -> str:
    year = next((word for word in map_text.begin.split() if word.isdecimal()), "1901")
    if map_text.begin and not map_text.begin.startswith("SPRING"):
        notes.append(
            f"The file begins with “{map_text.begin}”; here the first phase is the spring of {year}."
        )
    centres = len([place for place in map_text.centres if map_text.terrain.get(place) != "SHUT"])
    victory = map_text.victory or centres // 2 + 1
    lines = [
        "# Imported from a .map file. Where each fact is from: SOURCES.md.",
        'engine = "diplomacy"',
        f"victory = {victory}",
        "",
        "[names]",
        f"en = [{_toml(_title(name))}]",
        "",
        "[calendar]",
        f"start_year = {int(year)}",
    ]
    for code, season, en, ja, ownership in SEASONS:
        lines += [
            "",
            "[[calendar.seasons]]",
            f'code = "{code}"',
            f'id = "{season}"',
            f'en = "{en}"',
            f'ja = "{ja}"',
        ]
        lines.append(f"ownership = {ownership}")
    marks = _marks(map_text.powers.values())
    for number, power in enumerate(map_text.powers.values()):
        lines += [
            "",
            "[[powers]]",
            f"id = {_toml(power.id)}",
            f"en = [{_toml(spellings.power_names[power.id])}]",
        ]
        if spellings.adjectives[power.id]:
            lines.append(f"aliases = {_toml(spellings.adjectives[power.id])}")
        lines += [
            f"mark = {{ en = {_toml(marks[power.id])}, ja = {_toml(marks[power.id])} }}",
            f"colour = {_toml(_colour(number))}",
            f"homes = {_toml(sorted(power.homes))}",
        ]
    ports = sorted(place for place, terrain in map_text.terrain.items() if terrain == "PORT")
    lines += ["", "[rules]"]
    if "BUILD_ANY" in map_text.rules:
        lines.append('build_places = "any"')
    if ports:
        lines.append("island_convoy = true")
    for port in ports:
        lines += ["", "[[special]]", 'kind = "island_passage"', f"province = {_toml(port)}"]
    return "\n".join(lines) + "\n"


def _colour(number: int) -> str:
    """A colour for the n-th power; past the table a shade that no other has."""
    if number < len(COLOURS):
        return COLOURS[number]
    return f"#{(0x305070 + number * 0x1B3D5F) % 0xFFFFFF:06X}"


def _marks(powers: Iterable[MapPower]) -> Mapping[str, str]:
    """One letter a power: the file's, else the first of its name that is free."""
    powers = list(powers)
    marks = {power.id: power.letter for power in powers if power.letter}
    for power in powers:
        letters = (*power.id.replace("_", ""), *"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        if power.id not in marks:
            marks[power.id] = next((letter for letter in letters if letter not in marks.values()), "?")
    return marks


def _csv(file: str, rows: Iterable[tuple[str, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS[file])
    writer.writerows(rows)
    return out.getvalue()


def _province_table(map_text: MapText, provinces: list[str], spellings: _Spellings) -> str:
    return _csv(
        PROVINCES,
        (
            (
                province,
                spellings.names[province],
                "",
                KINDS[_terrain(map_text, province)],
                "yes" if province in map_text.centres else "",
                ";".join(_coasts(map_text, province)),
                ";".join(spellings.aliases[province]),
            )
            for province in provinces
        ),
    )


def _terrain(map_text: MapText, province: str) -> str:
    """The terrain of a place; of one with coasts, that of its whole, or of its first coast."""
    found = map_text.terrain.get(province)
    return found or next(
        terrain for key, terrain in map_text.terrain.items() if key.startswith(f"{province}/")
    )


def _border_table(map_text: MapText, notes: list[str]) -> str:
    army, fleet = _links(map_text)
    rows: set[tuple[str, str, str, str]] = set()
    for links, what in ((army, "an army"), (fleet, "a fleet")):
        for a, b in sorted(links):
            if (b, a) not in links:
                notes.append(f"{a} to {b} is one way for {what} in the file; here a border holds both ways.")
    both = {tuple(sorted(link)) for link in army} & {tuple(sorted(link)) for link in fleet}
    seas = {
        place: {b for a, b in fleet if a == place and map_text.terrain[b] == "WATER"} for place, _ in fleet
    }
    for links, by in ((army, "army"), (fleet, "fleet")):
        for link in links:
            a, b = sorted(link)
            land = "WATER" not in (map_text.terrain.get(a), map_text.terrain.get(b))
            river = link in fleet and land and not seas.get(a, set()) & seas.get(b, set())
            rows.add((a, b, "both" if (a, b) in both else by, RIVER if river else ""))
    rivers = [f"{a}-{b}" for a, b, _, note in sorted(rows) if note]
    if rivers:
        notes.append(
            f"Fleets go from land to land without a common sea: {', '.join(rivers)}; noted as {RIVER}."
        )
    return _csv(BORDERS, sorted(rows))


def _links(map_text: MapText) -> tuple[set[Link], set[Link]]:
    """Where armies go, by province, and where fleets go, by location."""
    army: set[Link] = set()
    fleet: set[Link] = set()
    for place, near in map_text.abuts.items():
        terrain = map_text.terrain[place]
        for written in near:
            other = written.upper()
            target = other.partition("/")[0]
            there = map_text.terrain.get(other) or map_text.terrain.get(target)
            if terrain == "SHUT" or there in (None, "SHUT"):
                continue
            fleets_only = written[0].isupper() and written[1:].islower()
            if terrain != "WATER" and there != "WATER" and "/" not in place and not fleets_only:
                army.add((place, target))
            if (
                place not in map_text.wholes
                and other in map_text.terrain
                and other not in map_text.wholes
                and "LAND" not in (terrain, there)
                and written[0].isupper()
            ):
                fleet.add((place, other))
    return army, fleet


def _start(map_text: MapText) -> str:
    lines = []
    for power in map_text.powers.values():
        if power.units:
            lines.append(f"{power.id}: {', '.join(power.units)}")
        if power.owned is not None:
            lines.append(f"{power.id} owns: {', '.join(dict.fromkeys(power.owned))}")
    return "\n".join(lines) + "\n"


def _note_the_rest(map_text: MapText, notes: list[str]) -> None:
    shut = sorted(place for place, terrain in map_text.terrain.items() if terrain == "SHUT")
    if shut:
        notes.append(f"Closed to every unit and left out: {', '.join(shut)}.")
    for rule in map_text.rules:
        if rule != "BUILD_ANY":
            notes.append(f"The file's rule {rule} has no counterpart here.")
    for power in map_text.powers.values():
        if power.dummy:
            notes.append(f"{power.id} is played by nobody in the file; here it is a seat like the others.")
    unclear = sorted({form for forms in map_text.unclear.values() for form in forms})
    if unclear:
        notes.append(
            f"Spellings that the file calls unclear are left out; put them under [ambiguous]: {', '.join(unclear)}."
        )
    unknown = {
        other.upper()
        for near in map_text.abuts.values()
        for other in near
        if other.upper() not in map_text.terrain and other.upper().partition("/")[0] not in map_text.terrain
    }
    for place in sorted(unknown):
        notes.append(f"{place} stands as a neighbour, but the file has no line for it: left out.")


def _sources(name: str, source: str, notes: list[str]) -> str:
    lines = [
        f"# Where the facts of `{name}` are from",
        "",
        f"Imported from `{source}`. Colours and marks were given by the import.",
        "",
    ]
    lines += [
        "## Doubtful, and what the import changed",
        "",
        *(f"- {note}" for note in notes or ["Nothing."]),
    ]
    return "\n".join(lines) + "\n"
