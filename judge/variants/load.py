"""Finding variants and building a `Variant` from its folder."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from judge.errors import VariantError
from judge.paths import data_dir
from judge.variants.draft import BORDERS, LANGUAGE, PROVINCES, SETTINGS, START, Draft, Row, read_draft
from judge.variants.model import (
    Border,
    Calendar,
    Kind,
    Names,
    Power,
    Province,
    Season,
    Special,
    StartUnit,
    Variant,
)

KINDS: dict[str, Kind] = {"inland": "inland", "coastal": "coastal", "sea": "sea"}
LINKS = {"army": (True, False), "fleet": (False, True), "both": (True, True)}
UNITS: dict[str, Literal["A", "F"]] = {"A": "A", "F": "F"}
YES, NO = ("yes", "1", "true", "x"), ("no", "0", "false", "")


_own: list[Path] = []


def use_variants_of(folder: Path) -> None:
    """From now on find the variants in this folder by their names too, after those of the program: a judge's own ones."""
    _own[:] = [folder]


def list_variants() -> tuple[str, ...]:
    """The names of the variants that come with the program, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in data_dir("variants").glob(f"*/{SETTINGS}")))


def own_variants() -> tuple[str, ...]:
    """The names of the judge's own variants (`use_variants_of`), in alphabetical order."""
    return tuple(sorted(path.parent.name for own in _own for path in own.glob(f"*/{SETTINGS}")))


def load_variant(name_or_folder: str | Path) -> Variant:
    """The variant of this name, or in this folder. Read once and shared.

    Raises VariantError, naming file and line, when there is none or its files are faulty.
    """
    return _load(find_folder(name_or_folder))


def find_folder(name_or_folder: str | Path) -> Path:
    """The folder of a variant, by name or by path. Raises VariantError naming the variants there are."""
    if isinstance(name_or_folder, str) and name_or_folder.lower() in list_variants():
        return data_dir("variants") / name_or_folder.lower()
    for folder in (
        *(own / name_or_folder for own in _own if Path(name_or_folder).name == str(name_or_folder)),
        Path(name_or_folder),
    ):
        if (folder / SETTINGS).is_file():
            return folder.resolve()
    raise VariantError(
        f"no variant {str(name_or_folder)!r}: there are {', '.join((*list_variants(), *own_variants()))}, or name a folder with a {SETTINGS}"
    )


def read_with_base(folder: Path, seen: tuple[Path, ...] = ()) -> Draft:
    """The folder's files, with whatever it leaves out from the variant named in `based_on`."""
    draft = read_draft(folder)
    base = draft.settings.get("based_on")
    if base is None:
        return draft
    line = draft.settings_line("based_on")
    try:
        beside = folder.parent / str(base)
        base_folder = beside if (beside / SETTINGS).is_file() else find_folder(str(base))
    except VariantError as error:
        draft.fault(SETTINGS, line, f"based_on: {error}")
        return draft
    if base_folder.resolve() in (folder.resolve(), *seen):
        draft.fault(SETTINGS, line, "based_on goes round in a circle: name a variant that stands by itself")
        return draft
    return read_draft(folder, read_with_base(base_folder, (*seen, folder.resolve())))


@lru_cache(maxsize=32)
def _load(folder: Path) -> Variant:
    draft = read_with_base(folder)
    variant = build(draft)
    if draft.faults or variant is None:
        raise VariantError(f"{folder}: {draft.faults[0]}")
    return variant


def build(draft: Draft) -> Variant | None:
    """The variant of a draft. Adds a fault for every value that can't be read; None if then nothing usable is left."""
    settings = draft.settings
    provinces = tuple(p for p in (_province(draft, row) for row in draft.provinces) if p is not None)
    powers = tuple(
        p for p in (_power(draft, table) for table in _tables(draft, settings, "powers")) if p is not None
    )
    borders = tuple(b for b in (_border(draft, row) for row in draft.borders) if b is not None)
    calendar = _calendar(draft, settings)
    units, centres = _start(draft, powers)
    if calendar is None:
        return None
    return Variant(
        id=draft.folder.name,
        names=_names(draft, settings.get("names", {}), "names"),
        engine=_value(draft, settings, "engine", str, "diplomacy"),
        powers=powers,
        provinces=provinces,
        borders=borders,
        start_units=units,
        start_centres=centres,
        calendar=calendar,
        victory=_value(draft, settings, "victory", int, 0),
        rules=dict(_value(draft, settings, "rules", dict, {})),
        specials=tuple(
            Special(
                str(table.get("kind", "")),
                {key: _frozen(value) for key, value in table.items() if key != "kind"},
            )
            for table in _tables(draft, settings, "special")
        ),
        defaults=dict(_value(draft, settings, "defaults", dict, {})),
        folder=draft.folder,
        map_folder=draft.map_folder,
        ambiguous={
            form: _texts(draft, ids, "ambiguous", form)
            for form, ids in _value(draft, settings, "ambiguous", dict, {}).items()
        },
        game=_value(draft, settings, _value(draft, settings, "engine", str, "diplomacy"), dict, {}),
    )


def _value(draft: Draft, table: dict[str, Any], key: str, kind: type[Any], default: Any) -> Any:
    """table[key] if it is of this type, else the default and a fault."""
    value = table.get(key, default)
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    draft.fault(SETTINGS, draft.settings_line(key), f"{key} must be {_KIND_WORDS[kind]}")
    return default


_KIND_WORDS: dict[type[Any], str] = {
    str: "text in quotes",
    int: "a whole number",
    dict: "a table",
    list: "a list in [ ]",
    bool: "true or false",
}


def _tables(draft: Draft, settings: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = _value(draft, settings, key, list, [])
    if all(isinstance(item, dict) for item in value):
        return list(value)
    draft.fault(SETTINGS, draft.settings_line(key), f"{key} must be tables: write each under [[{key}]]")
    return []


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _is_language(key: str) -> bool:
    return bool(LANGUAGE.fullmatch(key)) and key != "id"


def _texts(draft: Draft, value: Any, *where: str) -> tuple[str, ...]:
    """The texts of a list, each once; a single text is a list of one. A fault, and nothing, when it is something else."""
    texts = [value] if isinstance(value, str) else value
    if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
        return _unique(texts)
    draft.fault(SETTINGS, draft.settings_line(*where), f"{where[-1]} must be a list of texts, as [“…”, “…”]")
    return ()


def _names(draft: Draft, table: Any, where: str) -> Names:
    """Names by language from {"en": ["…"], "ja": "…"}."""
    names = {}
    if isinstance(table, dict):
        for language, value in table.items():
            names[language] = _texts(draft, value, where, language)
    if not names.get("en"):
        draft.fault(SETTINGS, draft.settings_line(where), f"{where} has no English name: add en = [“…”]")
        names["en"] = ("",)
    return names


def _power(draft: Draft, table: dict[str, Any]) -> Power | None:
    power_id = table.get("id")
    if not isinstance(power_id, str) or not power_id:
        draft.fault(SETTINGS, draft.settings_line("powers"), "a power has no id: add id = “FRANCE”")
        return None
    mark = table.get("mark", {})
    return Power(
        id=power_id,
        names=_names(draft, {k: v for k, v in table.items() if _is_language(k)}, power_id),
        aliases=_texts(draft, table.get("aliases", []), power_id, "aliases"),
        mark=dict(mark) if isinstance(mark, dict) else {},
        colour=str(table.get("colour", "#888888")),
        homes=_texts(draft, table.get("homes", []), power_id, "homes"),
    )


def _province(draft: Draft, row: Row) -> Province | None:
    cells = row.cells
    kind = KINDS.get(cells["kind"])
    centre = cells.get("centre", "").lower()
    if not cells["id"]:
        draft.fault(PROVINCES, row.line, "has no id: write the code that players use, as PAR")
    elif kind is None:
        draft.fault(PROVINCES, row.line, f"kind {cells['kind']!r} is unknown: write inland, coastal or sea")
    elif centre not in YES + NO:
        draft.fault(PROVINCES, row.line, f"centre {centre!r} is unknown: write yes or leave it empty")
    elif not row.list("en"):
        draft.fault(PROVINCES, row.line, f"{cells['id']} has no English name: fill in column en")
    else:
        names = {column: row.list(column) for column in cells if _is_language(column) and row.list(column)}
        return Province(
            id=cells["id"],
            names=names,
            aliases=row.list("aliases"),
            kind=kind,
            centre=centre in YES,
            coasts=tuple(coast.upper() for coast in row.list("coasts")),
        )
    return None


def _border(draft: Draft, row: Row) -> Border | None:
    link = LINKS.get(row.cells["by"])
    if link is None:
        draft.fault(BORDERS, row.line, f"by {row.cells['by']!r} is unknown: write army, fleet or both")
        return None
    return Border(row.cells["a"], row.cells["b"], *link, note=row.cells.get("note", ""))


def _calendar(draft: Draft, settings: dict[str, Any]) -> Calendar | None:
    table = _value(draft, settings, "calendar", dict, {})
    seasons = []
    for season in _tables(draft, table, "seasons"):
        code, season_id = str(season.get("code", "")), str(season.get("id", ""))
        if not code or not season_id:
            draft.fault(
                SETTINGS, draft.settings_line("seasons"), "a season needs code = “S” and id = “spring”"
            )
            continue
        names: Names = {key: (str(name),) for key, name in season.items() if _is_language(key)}
        seasons.append(Season(code, season_id, names, bool(season.get("ownership", True))))
    if not seasons and settings.get("engine", "diplomacy") == "diplomacy":
        draft.fault(SETTINGS, draft.settings_line("calendar"), "has no season: write [[calendar.seasons]]")
        return None
    last = table.get("last_year")
    return Calendar(
        _value(draft, table, "start_year", int, 1), tuple(seasons), last if isinstance(last, int) else None
    )


def _start(
    draft: Draft, powers: tuple[Power, ...]
) -> tuple[tuple[StartUnit, ...], dict[str, tuple[str, ...]]]:
    units = []
    owned: dict[str, tuple[str, ...]] = {}
    for row in draft.start:
        power, item = row.cells["power"], row.cells["item"]
        if row.cells["what"] == "owns":
            owned[power] = (*owned.get(power, ()), item)
            continue
        kind, _, location = item.partition(" ")
        if kind not in UNITS or not location.strip():
            draft.fault(START, row.line, f"{item!r} is no unit: write “A PAR” or “F STP/SC”")
            continue
        units.append(StartUnit(power, UNITS[kind], location.strip()))
    return tuple(units), {power.id: owned.get(power.id, power.homes) for power in powers}
