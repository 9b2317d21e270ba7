"""Reading and running case files: positions with orders and what must come of them, in a form that a GM can read.

    variant standard                           # for the cases that follow
    case 6.A.11 Two equal moves stand each other off
      rules convoy_paradox=1982                # rule options other than the default
      phase S1901M                             # default: the first movement phase; a further `phase` line goes on from there
      units Austria: A VIE                     # units that have no order below; all others are taken from the orders
      centres Austria: VIE, BUD
      Austria  A VIE - TYR                     => bounces
      Italy    A VEN - TYR                     => bounces
      after Austria: A VIE; Italy: A VEN       # every unit on the board afterwards, dislodged ones left out
      dislodged F TRI by A TYR: ADR, ALB       # places open to its retreat
      standoffs TYR
      then VIE stays; VEN -> TYR; TYR dislodged # in place of `after`: where the units named end, all others stay

Results: moves, holds, supports, convoys, builds, disbands, retreats, waives (all succeed) · bounces · no-convoy · cut · void (no counterpart) ·
illegal[: reason] · disrupted · paradox · unused · fails: reason · no-canal · stops PROVINCE, stays (trains) · "or" between results that are as good.
A written order that is not canonical stands in quotes before the canonical one: `"A Rhur - Belgium" A RUH - BEL`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from judge.errors import VariantError

MOVES = frozenset({"bounced", "head_to_head", "own_unit", "foreign_support_only", "retreat_bounced"})
GROUPS = {
    "bounces": MOVES,
    "no-convoy": frozenset({"no_convoy", "convoy_disrupted", "convoy_paradox"}),
    "cut": frozenset({"cut", "cut_dislodged"}),
    "disrupted": frozenset({"disrupted"}),
    "paradox": frozenset({"paradox", "canal_paradox", "convoy_paradox"}),
    "unused": frozenset({"unused"}),
    "no-canal": frozenset({"canal_no_permission", "canal_shut"}),
    "stays": frozenset({"train_stuck"}),
}
UNMATCHED = frozenset({"support_unmatched", "convoy_unmatched", "rail_support"})
SUCCESSES = frozenset({"moves", "holds", "supports", "convoys", "builds", "disbands", "retreats", "waives"})
RESULTS = (*sorted(SUCCESSES), *GROUPS, "stops", "void", "illegal", "fails")


@dataclass
class OrderLine:
    """One order with its expected result; written: the player's words where they are not canonical."""

    line: int
    power: str
    order: str
    expected: str
    written: str = ""


@dataclass
class Stage:
    """One phase of a case."""

    phase: str
    orders: list[OrderLine] = field(default_factory=list)
    after: dict[str, list[str]] | None = None
    centres: dict[str, list[str]] | None = None
    dislodged: list[tuple[str, str, list[str] | None]] | None = None
    standoffs: list[str] | None = None
    removed: list[str] | None = None
    then: dict[str, str] | None = None
    facts: dict[str, str] = field(default_factory=dict)


@dataclass
class Case:
    """A case: its start and its phases."""

    file: Path
    line: int
    id: str
    title: str
    variant: str
    rules: dict[str, str] = field(default_factory=dict)
    units: dict[str, list[str]] = field(default_factory=dict)
    centres: dict[str, list[str]] = field(default_factory=dict)
    stages: list[Stage] = field(default_factory=list)

    @property
    def where(self) -> str:
        """File and line, for failures."""
        return f"{self.file.name}:{self.line}"


def _list(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip() and each.strip() != "-"]


def _by_power(text: str) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for group in text.split(";"):
        power, _, items = group.partition(":")
        if power.strip():
            groups.setdefault(power.strip().upper(), []).extend(_list(items))
    return groups


def read_cases(path: Path, variant: str = "standard") -> Iterator[Case]:
    """The cases of a file; variant: name or folder that they are about where the file does not say. Raises VariantError naming file and line."""
    default_phase = ""
    case: Case | None = None
    for number, raw in enumerate(path.read_text("utf-8-sig").splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word == "variant":
            variant = rest
        elif word == "start":
            default_phase = rest
        elif word == "case":
            if case is not None:
                yield case
            name, _, title = rest.partition(" ")
            case = Case(path, number, name, title, variant, stages=[Stage(default_phase)])
        elif case is None:
            raise VariantError(f"{path}:{number}: before the first case: {raw}")
        else:
            _read_line(case, number, word, rest, line)
    if case is not None:
        yield case


def _read_line(case: Case, number: int, word: str, rest: str, line: str) -> None:
    stage = case.stages[-1]
    if word == "rules":
        for pair in rest.split():
            name, equals, value = pair.partition("=")
            if not equals:
                raise VariantError(f"{case.file}:{number}: rules {pair}: write NAME=VALUE")
            case.rules[name] = value
    elif word == "phase":
        if stage != Stage(stage.phase):
            stage = Stage("")
            case.stages.append(stage)
        stage.phase = rest
    elif word in ("units", "centres"):
        target = case.units if word == "units" else case.centres
        for power, items in _by_power(rest).items():
            target.setdefault(power, []).extend(items)
    elif word == "after":
        stage.after = _by_power(rest)
    elif word == "owners":
        stage.centres = _by_power(rest)
    elif word == "dislodged":
        unit, _, by = rest.partition(" by ")
        attacker, colon, options = by.partition(":")
        stage.dislodged = [
            *(stage.dislodged or []),
            (unit, attacker.strip(), _list(options) if colon else None),
        ]
    elif word == "standoffs":
        stage.standoffs = _list(rest)
    elif word == "removed":
        stage.removed = _list(rest)
    elif word == "then":
        stage.then = stage.then or {}
        for part in rest.split(";"):
            place, _, what = part.strip().partition(" ")
            stage.then[place] = what.removeprefix("-> ")
    elif word == "expect":
        key, _, value = rest.partition(" ")
        stage.facts[key] = value.strip()
    elif "=>" in line or word.isalpha():
        stage.orders.append(_order_line(case, number, word, rest))
    else:
        raise VariantError(f"{case.file}:{number}: cannot read: {line}")


def _order_line(case: Case, number: int, power: str, rest: str) -> OrderLine:
    order, _, expected = rest.partition("=>")
    order, written = order.strip(), ""
    if order.startswith('"'):
        written, quote, order = order[1:].partition('"')
        if not quote:
            raise VariantError(f"{case.file}:{number}: the words in quotes have no end")
    return OrderLine(number, power.upper(), order.strip(), expected.strip(), written)
