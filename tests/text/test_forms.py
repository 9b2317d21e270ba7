"""Every way to write an order that the sources and the collected conventions print, read to its canonical text.

The tables are tests/text/forms/*.txt: `written => canonical | canonical !kind !kind`; `variant`, `phase`, `power` and `units`
lines hold until the next. Kinds after "!" are the problems that are told beside it (all of them, in any order).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.notation import notation_for, parse_orders
from judge.diplomacy.position import Position
from judge.engine import Line
from judge.variants.load import load_variant

FORMS = Path(__file__).parent / "forms"
KINDS = {"M": "movement", "R": "retreat", "A": "adjustment"}


class Form(NamedTuple):
    """One row of a table with the settings above it."""

    variant: str
    phase: str
    power: str
    state: str
    written: str
    orders: tuple[str, ...]
    problems: tuple[str, ...]


def read_forms(path: Path) -> list[tuple[str, Form]]:
    """The rows of a table, each with file and line as its name."""
    settings = {"variant": "", "phase": "M", "power": "", "state": ""}
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("# ") or line == "#":
            continue
        word, _, rest = line.partition(" ")
        if "=>" not in line:
            assert word in settings, f"{path.name}:{number}: {line}"
            settings[word] = rest.strip()
            continue
        written, _, wanted = line.rpartition("=>")
        texts, *problems = (part.strip() for part in wanted.split("!"))
        orders = tuple(text.strip() for text in texts.split("|") if text.strip())
        form = Form(**settings, written=written.rstrip(), orders=orders, problems=tuple(sorted(problems)))
        found.append((f"{path.stem}:{number}", form))
    return found


@cache
def engine(variant: str) -> DiplomacyEngine:
    return DiplomacyEngine(load_variant(variant), {})


@cache
def position(variant: str, phase: str, state: str) -> Position:
    """The position of a `state` line: "FRANCE: A PAR, *A BUR > GAS RUH; ITALY: … ; centers FRANCE: PAR BRE"."""
    units: dict[str, list[str]] = {}
    centers: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    for group in state.split(";"):
        head, _, rest = group.strip().partition(":")
        if head.startswith("centers "):
            centers[head.removeprefix("centers ")] = rest.split()
            continue
        for text in rest.split(","):
            unit, _, options = text.strip().partition(" > ")
            units.setdefault(head, []).append(unit)
            if unit.startswith("*"):
                retreats.setdefault(head, {})[unit[1:]] = options.split()
    calendar = load_variant(variant).calendar
    season = calendar.seasons[-1].code if phase != "A" or len(calendar.seasons) == 1 else "W"
    name = f"{season}{calendar.start_year}{phase}"
    return engine(variant).load({"name": name, "units": units, "centers": centers, "retreats": retreats})


ROWS = [row for path in sorted(FORMS.glob("*.txt")) for row in read_forms(path)]


@pytest.mark.parametrize("form", [row for _, row in ROWS], ids=[name for name, _ in ROWS])
def test_a_written_form_reads_as_its_canonical_text(form: Form) -> None:
    made = engine(form.variant)
    lines = [Line(1, form.written)]
    if form.state:
        where = position(form.variant, form.phase, form.state)
        parsed = made.parse(where, form.power or None, lines)
    else:
        power = made.board.power_of_id[form.power] if form.power else None
        parsed = parse_orders(notation_for(made.variant, made.board), KINDS[form.phase], power, lines)
    assert tuple(order.text for order in parsed.orders) == form.orders
    assert tuple(sorted(problem.kind for problem in parsed.problems)) == form.problems
