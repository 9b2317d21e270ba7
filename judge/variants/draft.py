"""Reading a variant folder's files into rows that remember where they stood, without judging the game in them.

A fault in the form of a file (not UTF-8, a missing column, an unknown word) is kept as a `Fault`, so that one run shows
all of them. What the rows mean together is looked at in judge/variants/check.py.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = dict[str, Any]

SETTINGS = "variant.toml"
PROVINCES = "provinces.csv"
BORDERS = "borders.csv"
START = "start.txt"
MAP = "map.json"
COLUMNS = {
    PROVINCES: ("id", "en", "ja", "kind", "centre", "coasts", "aliases"),
    BORDERS: ("a", "b", "by", "note"),
}
LANGUAGE = re.compile(r"[a-z]{2}")
"""Further columns of provinces.csv and keys of names: a language's code, as "fr"."""
REQUIRED = {PROVINCES: ("id", "en", "kind"), BORDERS: ("a", "b", "by")}
SEPARATOR = ";"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault of a folder: file, 1-based line (0: the whole file), and what is wrong and what to do, for a person."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table or of start.txt: its file, its line, its cells by column name (stripped)."""

    file: str
    line: int
    cells: Mapping[str, str]

    def list(self, column: str) -> tuple[str, ...]:
        """The cell's values, separated by semicolons; no empty ones."""
        return tuple(part.strip() for part in self.cells.get(column, "").split(SEPARATOR) if part.strip())


@dataclass(slots=True)
class Draft:
    """A folder as read: settings (variant.toml), rows, faults of form. `texts` holds the files for finding lines again.

    map_folder: where the drawn map of these provinces lies, if there is one: a folder that takes its provinces from another takes its map too.
    """

    folder: Path
    settings: Json = field(default_factory=dict)
    provinces: list[Row] = field(default_factory=list)
    borders: list[Row] = field(default_factory=list)
    start: list[Row] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    map_folder: Path | None = None

    def fault(self, file: str, line: int, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(file, line, message))

    def settings_line(self, *words: str) -> int:
        """The line of variant.toml that first holds the last of the words after all those before it; 0 if none does."""
        wanted = list(words)
        for number, line in enumerate(self.texts.get(SETTINGS, "").splitlines(), 1):
            while wanted and re.search(rf"(?<!\w){re.escape(wanted[0])}(?!\w)", line):
                if len(wanted) == 1:
                    return number
                wanted.pop(0)
        return 0


def read_draft(folder: Path, base: Draft | None = None) -> Draft:
    """Read the folder. With `base`, files that are not there and settings that are not given are taken from it."""
    draft = Draft(folder)
    if (folder / MAP).is_file():
        draft.map_folder = folder
    elif base is not None and not (folder / PROVINCES).is_file():
        draft.map_folder = base.map_folder
    draft.settings = _settings(draft, base)
    game_on_a_map = draft.settings.get("engine", "diplomacy") == "diplomacy"
    for name in (PROVINCES, BORDERS, START):
        if not (folder / name).is_file():
            if base is not None:
                setattr(draft, name.partition(".")[0], getattr(base, name.partition(".")[0]))
            elif game_on_a_map:
                draft.fault(name, 0, f"is missing: write it as {name} of variants/standard is written")
            continue
        text = _text(draft, name)
        if text is None:
            continue
        rows = _start_rows(draft, text) if name == START else list(_table(draft, name, text))
        setattr(draft, name.partition(".")[0], rows)
    return draft


def _text(draft: Draft, name: str) -> str | None:
    """The file as text; a fault if it is not UTF-8."""
    data = (draft.folder / name).read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        draft.fault(
            name,
            line,
            "is not UTF-8: save it again as “UTF-8” or, in a spreadsheet, as “CSV UTF-8 (comma delimited)”",
        )
        return None
    draft.texts[name] = text
    return text


def _settings(draft: Draft, base: Draft | None) -> Json:
    inherited: Json = dict(base.settings) if base is not None else {}
    if base is not None:
        draft.texts[SETTINGS] = base.texts.get(SETTINGS, "")
    if not (draft.folder / SETTINGS).is_file():
        draft.fault(SETTINGS, 0, "is missing: every variant folder needs it (see docs/variants.md)")
        return inherited
    text = _text(draft, SETTINGS)
    if text is None:
        return inherited
    try:
        own = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        draft.fault(SETTINGS, int(found.group(1)) if found else 0, f"is not valid TOML: {error}")
        return inherited
    return _merged(inherited, own)


def _merged(below: Json, above: Json) -> Json:
    """Tables are merged key by key, everything else is replaced."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        result[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return result


def _table(draft: Draft, name: str, text: str) -> Iterator[Row]:
    """The rows of a CSV file with a heading; lines that are blank or start with # are passed over, rows of empty cells are faults."""
    reader = csv.reader(io.StringIO(text, newline=""))
    heading: list[str] | None = None
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            draft.fault(name, reader.line_num, f"is not readable as CSV: {error}")
            return
        if cells is None:
            break
        line = reader.line_num
        if len(cells) > 1 and not any(cell.strip() for cell in cells):
            draft.fault(name, line, "is a row of empty cells: take it out")
            continue
        if not any(cell.strip() for cell in cells) or cells[0].lstrip().startswith("#"):
            continue
        if heading is None:
            heading = [cell.strip() for cell in cells]
            missing = [column for column in REQUIRED[name] if column not in heading]
            unknown = [
                column
                for column in heading
                if column not in COLUMNS[name] and not (name == PROVINCES and LANGUAGE.fullmatch(column))
            ]
            if missing or unknown:
                wrong = (
                    f"has no column {', '.join(missing)}"
                    if missing
                    else f"has unknown column {', '.join(unknown)}"
                )
                draft.fault(name, line, f"{wrong}: the heading is {','.join(COLUMNS[name])}")
                return
            continue
        if len(cells) != len(heading):
            draft.fault(
                name,
                line,
                f"has {len(cells)} cells, the heading has {len(heading)}: separate several values by ;",
            )
            continue
        yield Row(name, line, dict(zip(heading, (cell.strip() for cell in cells), strict=True)))
    if heading is None:
        draft.fault(name, 1, f"is empty: the heading is {','.join(COLUMNS[name])}")


def _start_rows(draft: Draft, text: str) -> list[Row]:
    """start.txt: `POWER: A PAR, F BRE` sets units up, `POWER owns: PAR, BRE` its centres (default: its homes)."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        head, colon, tail = content.partition(":")
        power, *rest = head.split() or [""]
        if not colon or not power or rest not in ([], ["owns"]):
            draft.fault(
                START, number, "is not a start line: write “POWER: A PAR, F BRE” or “POWER owns: PAR, BRE”"
            )
            continue
        for item in tail.split(","):
            if item.strip():
                what = "owns" if rest else "unit"
                rows.append(Row(START, number, {"power": power, "what": what, "item": item.strip()}))
    return rows
