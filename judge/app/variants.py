"""What `judge variant` does with a folder: begin one, name its faults, run its own cases, and play it at random."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.chance import SeededChance
from judge.engine import Engine, Line
from judge.engines import engine_for
from judge.errors import JudgeError, UsageError, VariantError
from judge.paths import data_dir
from judge.render.map.board import Board, board_of
from judge.render.map.errors import MapError
from judge.render.map.faulty import fault_of
from judge.variants.check import check_variant
from judge.variants.draft import MAP, SETTINGS, read_draft
from judge.variants.load import find_folder, list_variants, load_variant
from judge.variants.map_import import import_map
from judge.variants.map_text import read_map

CASES = "cases"
COPIED = ("variant.toml", "provinces.csv", "borders.csv", "start.txt", "map.json")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
PHASES = 24
"""Length of a game at random: for Diplomacy some five years, with retreats and builds."""


def _fresh(folder: Path) -> None:
    """Make the folder. Raises UsageError when it is not empty or bears the name of a variant of the program."""
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is there already and not empty: name another folder")
    if folder.name.lower() in list_variants():
        raise UsageError(f"{folder.name} is the name of a variant that comes with the program: name another")
    folder.mkdir(parents=True, exist_ok=True)


def new_folder(folder: Path, source_name: str) -> Path:
    """Make the folder a copy of a variant; the folder copied. Raises UsageError when it is not empty or bears a variant's name."""
    source = find_folder(source_name)
    _fresh(folder)
    for name in COPIED:
        if (source / name).is_file():
            (folder / name).write_bytes((source / name).read_bytes())
    (folder / "SOURCES.md").write_text(
        f"# Where the facts of `{folder.name}` are from\n\nBegun as a copy of `{source.name}`.\n", "utf-8"
    )
    return source


def keep_own(folder: Path, own: Path) -> Path:
    """The folder under which a judge keeps a variant of its own: a copy is made there, so that games can be played to their end.

    folder: a variant's folder; own: the judge's folder of variants. Raises UsageError when another variant has the name there, VariantError when it is faulty.
    """
    if folder.parent in (data_dir("variants").resolve(), own.resolve()):
        return folder
    kept = own / folder.name
    if folder.name in list_variants() or not NAME.fullmatch(folder.name):
        raise UsageError(
            f"{folder}: name the folder otherwise, in small letters, digits, - and _, and not as a variant of the program"
        )
    if kept.exists():
        if _contents(kept) != _contents(folder):
            raise UsageError(
                f"{kept} is another variant of this name, by which games may be played: name the folder otherwise, as {folder.name}2"
            )
        return kept
    found = faults(folder)
    if found:
        raise VariantError(f"{folder}/{found[0]} (`judge variant check {folder}` names all)")
    base = read_draft(folder).settings.get("based_on")
    if base and (folder.parent / str(base) / SETTINGS).is_file():  # it stands beside: see read_with_base
        keep_own((folder.parent / str(base)).resolve(), own)
    shutil.copytree(folder, kept)
    return kept


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def import_folder(file: Path, folder: Path) -> list[str]:
    """Make the folder a variant out of a `.map` file; notes on what did not fit.

    Raises VariantError naming the line of the file that is not readable, UsageError for a folder that is there.
    """
    made = import_map(read_map(file), folder.name, file.name)
    _fresh(folder)
    for name, text in made.files.items():
        (folder / name).write_text(text, "utf-8")
    return made.notes


def faults(folder: Path) -> list[str]:
    """Every fault of a folder, with file and line where it has one: tables, rule options, the drawn map."""
    found = [str(fault) for fault in check_variant(folder)]
    if found:
        return found
    try:
        variant = load_variant(folder)
        engine_for(variant)
    except VariantError as error:
        return [f"{SETTINGS}{_line_of(folder, str(error))}: {error}"]
    if variant.engine != "diplomacy":
        return []
    try:
        board = board_of(variant)
    except MapError as error:
        return [str(error).removeprefix(f"{folder}/")]
    missing = [province.id for province in variant.provinces if province.id not in board.units]
    if missing:
        return [
            f"map.json: has no place for {', '.join(missing)}: build it again (docs/maps.md), "
            "or delete it: the map is then laid out from the borders"
        ]
    drawn = folder / MAP
    fault = fault_of(drawn.read_bytes(), Board) if drawn.is_file() else None
    return [f"{MAP}:{fault[0]}: {fault[1]}"] if fault else []


def _line_of(folder: Path, words: str) -> str:
    """ ":LINE" of the setting that an engine's complaint names, "" when it stands nowhere (another variant's, based_on)."""
    named = {word.strip("'\".,:()") for word in words.split()}
    for number, line in enumerate((folder / SETTINGS).read_text("utf-8").splitlines(), start=1):
        key, given, _ = line.partition("=")
        if given and key.strip() in named:
            return f":{number}"
    return ""


def case_files(folder: Path) -> list[Path]:
    """The folder's own test cases."""
    return sorted((folder / CASES).glob("*.txt"))


def run_cases(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each case's id and what came out otherwise than it says. Raises VariantError for a file that is not readable."""
    variant = load_variant(folder)
    runner = _RUNNERS.get(variant.engine)
    if runner is None:
        return
    for path in case_files(folder):
        try:
            yield from runner(path, folder)
        except UnicodeDecodeError:
            raise VariantError(f"{path}: is not UTF-8: save it again as “UTF-8”") from None


def _diplomacy_cases(path: Path, folder: Path) -> Iterator[tuple[str, list[str]]]:
    from judge.diplomacy.case_files import read_cases
    from judge.diplomacy.run_case import run

    for case in read_cases(path, str(folder)):
        yield case.id, run(case)


def _korea_cases(path: Path, folder: Path) -> Iterator[tuple[str, list[str]]]:
    from judge.korea.case_files import read_cases, run

    for case in read_cases(path, str(folder)):
        yield case.name, run(case)


_RUNNERS: dict[str, Callable[[Path, Path], Iterator[tuple[str, list[str]]]]] = {
    "diplomacy": _diplomacy_cases,
    "korea": _korea_cases,
}


def play_at_random(folder: Path, seed: str, phases: int = PHASES) -> list[str]:
    """Play a game of legal orders chosen by chance; each promise of the engine's protocol that was broken, as a line."""
    engine = engine_for(load_variant(folder))
    rng, chance = random.Random(seed), SeededChance(seed.encode())
    position = engine.start(chance).position
    seen: set[str] = set()
    broken: list[str] = []
    while engine.outcome(position) is None and len(seen) < phases and not broken:
        phase = engine.phase(position)
        broken += _phase_faults(engine, position, phase.id, seen)
        seen.add(phase.id)
        orders: dict[str, list[str]] = {}
        for power in engine.powers:
            choices = engine.legal(position, power)
            keys = sorted(key for key, texts in choices.by_key.items() if texts)
            rng.shuffle(keys)
            orders[power] = [rng.choice(choices.by_key[key]) for key in keys[: choices.at_most]]
            broken += [
                f"{phase.id}: {power}'s order {text!r} is legal but does not read back"
                for text in orders[power][:3]
                if [order.text for order in engine.parse(position, power, [Line(1, text)]).orders] != [text]
            ]
        try:
            position = engine.adjudicate(position, orders, chance).position
        except JudgeError as error:
            broken.append(f"{phase.id}: {error}")
    return broken


def _phase_faults(engine: Engine, position: object, phase_id: str, seen: set[str]) -> Iterator[str]:
    if not engine.phase(position).owed:
        yield f"{phase_id}: nobody owes anything"
    if phase_id in seen:
        yield f"{phase_id}: comes twice"
    if engine.load(json.loads(json.dumps(engine.dump(position)))) != position:
        yield f"{phase_id}: the position does not survive being stored"
