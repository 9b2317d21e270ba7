"""What is wrong with a variant folder: every fault with file, line, and what to do about it.

The files' form is looked at in judge/variants/draft.py, the board in judge/variants/board_check.py; here: names, powers,
calendar, start, victory, special rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from judge.variants.board_check import check_board
from judge.variants.draft import LANGUAGE, PROVINCES, SETTINGS, START, Draft, Fault
from judge.variants.fold import folded
from judge.variants.hint import did_you_mean
from judge.variants.load import build, find_folder, read_with_base
from judge.variants.model import Variant
from judge.variants.specials import SPECIALS

KEYS = (
    "engine", "based_on", "victory", "names", "calendar", "powers", "ambiguous", "rules", "special", "defaults",
)  # fmt: skip
POWER_KEYS = ("id", "en", "ja", "aliases", "mark", "colour", "homes")


def check_variant(name_or_folder: str | Path) -> tuple[Fault, ...]:
    """Every fault of the folder, in order of file and line; empty when all is well.

    Raises VariantError when there is no such folder.
    """
    draft = read_with_base(find_folder(name_or_folder))
    variant = build(draft)
    if variant is not None:
        if variant.engine == "diplomacy":
            _check_keys(draft)
        _check_names(draft, variant)
        _check_powers(draft, variant)
        _check_calendar(draft, variant)
        if variant.engine == "diplomacy":
            check_board(draft, variant)
            _check_start(draft, variant)
            _check_victory(draft, variant)
            _check_specials(draft, variant)
    return tuple(sorted(set(draft.faults)))


def _check_keys(draft: Draft) -> None:
    engine = draft.settings.get("engine", "diplomacy")
    for key in draft.settings:
        if key not in KEYS and key != engine:
            draft.fault(
                SETTINGS,
                draft.settings_line(key),
                f"unknown key {key!r}{did_you_mean(key, KEYS)}; take it out or correct it",
            )
    for table in draft.settings.get("powers", ()):
        for key in table if isinstance(table, dict) else ():
            if key not in POWER_KEYS and not LANGUAGE.fullmatch(key):
                line = draft.settings_line(str(table.get("id", "powers")), key)
                draft.fault(SETTINGS, line, f"unknown key {key!r} of a power{did_you_mean(key, POWER_KEYS)}")


def _check_names(draft: Draft, variant: Variant) -> None:
    """No spelling stands for two things, and the ambiguous ones say for which."""
    lines = {row.cells["id"]: row.line for row in draft.provinces}
    taken: dict[str, str] = {}

    def claim(owner: str, forms: Iterable[str], file: str, line: int) -> None:
        for form in forms:
            other = taken.setdefault(folded(form), owner)
            if other != owner:
                draft.fault(
                    file,
                    line,
                    f"{form!r} stands for {other} already: keep it for one of them, or put it under [ambiguous]",
                )

    for province in variant.provinces:
        spellings = (province.id, *(n for names in province.names.values() for n in names), *province.aliases)
        line = lines.get(province.id, 0)
        claim(province.id, spellings, PROVINCES, line)
        if variant.engine == "diplomacy" and not re.fullmatch(r"[A-Z][A-Z0-9.]*", province.id):
            draft.fault(
                PROVINCES,
                line,
                f"id {province.id!r}: write capital letters, digits and dots only, without blanks",
            )
    for power in variant.powers:
        spellings = (power.id, *(n for names in power.names.values() for n in names), *power.aliases)
        claim(f"power {power.id}", spellings, SETTINGS, draft.settings_line(power.id))
    for form, ids in variant.ambiguous.items():
        line = draft.settings_line("ambiguous", form)
        if folded(form) in taken:
            draft.fault(
                SETTINGS,
                line,
                f"ambiguous {form!r} is also a name of {taken[folded(form)]}: take it out of one of the two",
            )
        _known(draft, SETTINGS, line, ids, lines, "province")
        if len(ids) < 2:
            draft.fault(
                SETTINGS, line, f"ambiguous {form!r} stands for one province only: make it an alias instead"
            )


def _known(draft: Draft, file: str, line: int, ids: Iterable[str], known: Iterable[str], what: str) -> bool:
    """Whether all ids are known; a fault for each that is not."""
    known = list(known)
    unknown = [item for item in ids if item not in known]
    for item in unknown:
        draft.fault(file, line, f"no {what} {item!r}{did_you_mean(item, known)}")
    return not unknown


def _check_powers(draft: Draft, variant: Variant) -> None:
    centres = {province.id for province in variant.provinces if province.centre}
    provinces = [province.id for province in variant.provinces]
    seen: dict[tuple[str, str], str] = {}
    for power in variant.powers:
        line = draft.settings_line(power.id)
        if not re.fullmatch(r"[A-Z][A-Z0-9_]*", power.id):
            draft.fault(SETTINGS, line, f"power id {power.id!r}: write capital letters only, as FRANCE")
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", power.colour):
            draft.fault(SETTINGS, line, f"colour {power.colour!r} of {power.id}: write it as #5b84de")
        for what, value in (
            ("id", power.id),
            ("colour", power.colour.lower()),
            *((f"mark.{language}", mark) for language, mark in power.mark.items()),
            *(("home", home) for home in power.homes),
        ):
            other = seen.setdefault((what, value), power.id)
            if other != power.id or (what == "id" and [p.id for p in variant.powers].count(value) > 1):
                draft.fault(
                    SETTINGS,
                    line,
                    f"{what} {value!r} of {power.id} belongs to {other} already: give it another",
                )
        if variant.engine == "diplomacy" and _known(
            draft, SETTINGS, line, power.homes, provinces, "province"
        ):
            for home in power.homes:
                if home not in centres:
                    draft.fault(
                        SETTINGS,
                        line,
                        f"home {home} of {power.id} is no supply centre: write yes in its column centre",
                    )
    if not variant.powers:
        draft.fault(SETTINGS, 0, "has no powers: write [[powers]] with id, en, ja, mark, colour, homes")


def _check_calendar(draft: Draft, variant: Variant) -> None:
    calendar = variant.calendar
    codes = [season.code for season in calendar.seasons]
    for code in codes:
        line = draft.settings_line("seasons", code)
        if not re.fullmatch("[A-VX-Z]", code):
            draft.fault(
                SETTINGS, line, f"season code {code!r}: write one capital letter, but not W (adjustments)"
            )
        if codes.count(code) > 1:
            draft.fault(SETTINGS, line, f"two seasons have the code {code!r}: give each its own letter")
    if codes and not any(season.ownership for season in calendar.seasons):
        draft.fault(
            SETTINGS,
            draft.settings_line("seasons"),
            "no season has ownership = true: centres would never change hands",
        )
    if calendar.last_year is not None and calendar.last_year < calendar.start_year:
        draft.fault(SETTINGS, draft.settings_line("last_year"), "last_year is before start_year")


def _check_start(draft: Draft, variant: Variant) -> None:
    """Units stand where they can, one in a province; owned centres are centres of one power."""
    by_id = {province.id: province for province in variant.provinces}
    power_ids = [power.id for power in variant.powers]
    taken: dict[str, int] = {}
    owners: dict[str, str] = {}
    for row in draft.start:
        power, item, line = row.cells["power"], row.cells["item"], row.line
        _known(draft, START, line, [power], power_ids, "power")
        if row.cells["what"] == "owns":
            if _known(draft, START, line, [item], by_id, "province") and not by_id[item].centre:
                draft.fault(
                    START, line, f"{item} is no supply centre: take it out, or write yes in its column centre"
                )
            if owners.setdefault(item, power) != power:
                draft.fault(START, line, f"{item} is owned by {owners[item]} already: keep one of the two")
            continue
        kind, _, location = item.partition(" ")
        province_id, _, coast = location.strip().partition("/")
        if not _known(draft, START, line, [province_id], by_id, "province"):
            continue
        province = by_id[province_id]
        if kind == "F" and province.kind == "inland":
            draft.fault(
                START, line, f"{item}: a fleet can't stand inland: write A, or make {province_id} coastal"
            )
        elif kind == "A" and province.kind == "sea":
            draft.fault(START, line, f"{item}: an army can't stand at sea: write F")
        elif kind == "F" and province.coasts and coast not in province.coasts:
            shown = " or ".join(f"F {province_id}/{c}" for c in province.coasts)
            draft.fault(START, line, f"{item}: on which coast? Write {shown}")
        elif coast and (kind == "A" or not province.coasts):
            draft.fault(START, line, f"{item}: no coast is needed here: write {kind} {province_id}")
        if province_id in taken:
            draft.fault(
                START,
                line,
                f"{item}: line {taken[province_id]} has a unit in {province_id} already: keep one",
            )
        taken.setdefault(province_id, line)
    for side in variant.powers:
        if not any(unit.power == side.id for unit in variant.start_units) and not variant.start_centres.get(
            side.id
        ):
            draft.fault(START, 0, f"{side.id} has neither unit nor centre: write “{side.id}: A …”")


def _check_victory(draft: Draft, variant: Variant) -> None:
    centres = sum(province.centre for province in variant.provinces)
    line = draft.settings_line("victory")
    if variant.rules.get("victory", "centres") == "points":
        points = variant.rules.get("home_centre_points", 2)
        most = centres + max((len(p.homes) for p in variant.powers), default=0) * (int(points) - 1)
        if variant.victory > most:
            draft.fault(
                SETTINGS,
                line,
                f"victory = {variant.victory}, but nobody can have more than {most} points: lower it",
            )
    elif variant.victory > centres:
        draft.fault(
            SETTINGS, line, f"victory = {variant.victory}, but there are {centres} supply centres: lower it"
        )
    elif variant.victory * 2 <= centres:
        draft.fault(
            SETTINGS, line,
            f"victory = {variant.victory} is not more than half of {centres} supply centres, so two powers could reach it: "
            f"write {centres // 2 + 1} or more",
        )  # fmt: skip


def _check_specials(draft: Draft, variant: Variant) -> None:
    provinces = [province.id for province in variant.provinces]
    powers = [power.id for power in variant.powers]
    neighbours = {
        frozenset(end.partition("/")[0] for end in (border.a, border.b)) for border in variant.borders
    }
    for special in variant.specials:
        line = draft.settings_line("special", special.kind)
        needed = SPECIALS.get(special.kind)
        if needed is None:
            hint = did_you_mean(special.kind, SPECIALS)
            draft.fault(
                SETTINGS, line, f"no special rule {special.kind!r}{hint} (there are {', '.join(SPECIALS)})"
            )
            continue
        fine = True
        for key, what in needed.items():
            value = special.values.get(key)
            plural = what.endswith("s")
            if not isinstance(value, tuple if plural else str):
                example = "a list in [ ]" if plural else "text in quotes"
                draft.fault(SETTINGS, line, f"special {special.kind} needs {key} = {example}")
                fine = False
                continue
            ids = [str(item) for item in value] if isinstance(value, tuple) else [str(value)]
            known = provinces if what.startswith("province") else powers
            fine &= _known(draft, SETTINGS, line, ids, known, what.removesuffix("s"))
        for key in special.values:
            if key not in needed:
                draft.fault(
                    SETTINGS, line, f"special {special.kind}: unknown key {key!r}{did_you_mean(key, needed)}"
                )
        if not fine:
            continue
        for a, b in _steps(special.kind, special.values):
            if frozenset((a, b)) not in neighbours:
                draft.fault(
                    SETTINGS,
                    line,
                    f"special {special.kind}: {a} and {b} are not neighbours: add the border or correct the line",
                )


def _steps(kind: str, values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Pairs of provinces that the special rule takes for neighbours."""
    if kind == "canal":
        return [(values["via"], end) for end in values["between"]]
    if kind == "railway":
        return list(zip(values["line"], values["line"][1:], strict=False))
    return []
