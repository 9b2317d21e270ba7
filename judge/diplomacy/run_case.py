"""Running a case through the engine and comparing; see case_files.py for the form."""

from __future__ import annotations

from functools import cache
from typing import Any

from judge.chance import NoChance
from judge.diplomacy.case_files import GROUPS, RESULTS, SUCCESSES, UNMATCHED, Case, OrderLine, Stage
from judge.diplomacy.engine import DiplomacyEngine
from judge.engine import Event
from judge.errors import DataError, VariantError
from judge.variants.load import load_variant
from judge.variants.model import Variant


@cache
def variant(name: str) -> Variant:
    """The loaded variant, once."""
    return load_variant(name)


@cache
def engine_of(name: str, rules: tuple[tuple[str, str], ...]) -> DiplomacyEngine:
    """The engine for a variant with rule options. Raises VariantError when one is unknown."""
    return DiplomacyEngine(variant(name), dict(rules))


def start_state(case: Case, engine: DiplomacyEngine) -> dict[str, Any]:
    """The position of a case as JSON: the units named, and those that the orders of its first phase name."""
    units: dict[str, list[str]] = {power: list(texts) for power, texts in case.units.items()}
    places = {text.split()[1].split("/")[0] for texts in units.values() for text in texts}
    first = case.stages[0]
    name = first.phase or engine.phase(engine.start(NoChance()).position).id
    if name.endswith("M"):
        for line in first.orders:
            unit = " ".join(line.order.split()[:2])
            place = unit.split()[1].split("/")[0]
            if place not in places:
                places.add(place)
                units.setdefault(line.power, []).append(unit)
    return {"name": name, "units": units, "centers": case.centres}


def run(case: Case) -> list[str]:
    """What is different from what the case expects; empty when all is right.

    Raises VariantError, naming file and line, when the case itself cannot be played.
    """
    engine = engine_of(case.variant, tuple(sorted(case.rules.items())))
    for line in (line for stage in case.stages for line in stage.orders):
        if line.power not in engine.powers:
            raise VariantError(
                f"{case.file.name}:{line.line}: no power {line.power} (there are: {', '.join(engine.powers)})"
            )
    try:
        position = engine.load(start_state(case, engine))
    except (DataError, IndexError) as error:
        raise VariantError(f"{case.where}: {error}") from None
    wrong: list[str] = []
    for number, stage in enumerate(case.stages):
        if number and stage.phase:
            now = engine.phase(position).id
            if now != stage.phase:
                return [*wrong, f"{case.where}: phase {stage.phase} expected, it is {now}"]
        orders: dict[str, list[str]] = {}
        for line in stage.orders:
            orders.setdefault(line.power, []).append(line.order)
        resolution = engine.adjudicate(position, orders, NoChance())
        if stage.then is not None:
            wrong += _compare_places(
                case, stage, engine.dump(position), resolution.events, resolution.position, engine
            )
        wrong += compare(case, stage, engine, resolution.events, engine.dump(resolution.position))
        after = resolution.position
        following = case.stages[number + 1].phase if number + 1 < len(case.stages) else ""
        if following and engine.phase(after).id != following:
            after = engine.step(position, orders).position
        position = after
    return wrong


def compare(
    case: Case, stage: Stage, engine: DiplomacyEngine, events: tuple[Event, ...], after: dict[str, Any]
) -> list[str]:
    """Compare one phase."""
    wrong = []
    phase = next((e.facts["phase"] for e in events if e.kind == "order_result"), "")
    results = [e.facts for e in events if e.kind == "order_result" and e.facts["phase"] == phase]
    for line in stage.orders:
        if not line.expected:
            continue
        found = _result_of(results, line)
        if found is None or not matches(line.expected, found):
            got = f"{found['verdict']} {found['reason']} {found['stop']}" if found else "no result"
            wrong.append(
                f"{case.file.name}:{line.line}: {line.power} {line.order}: {line.expected} expected, got {got}"
            )
    if stage.after is not None:
        units = {p: sorted(u for u in texts if u[0] != "*") for p, texts in after["units"].items()}
        got_units = {p: texts for p, texts in units.items() if texts}
        expected = {p: sorted(texts) for p, texts in stage.after.items() if texts}
        if got_units != expected:
            wrong.append(f"{case.where}: after: {expected} expected, got {got_units}")
    if stage.centres is not None:
        for power, centres in stage.centres.items():
            if sorted(after["centers"][power]) != sorted(centres):
                wrong.append(
                    f"{case.where}: owners: {power} {centres} expected, got {after['centers'][power]}"
                )
    if stage.dislodged is not None:
        wrong += _compare_dislodged(case, stage, events)
    if stage.standoffs is not None:
        standoffs = sorted(e.facts["province"] for e in events if e.kind == "standoff")
        if standoffs != sorted(stage.standoffs):
            wrong.append(f"{case.where}: standoffs: {stage.standoffs} expected, got {standoffs}")
    if stage.removed is not None:
        removed = sorted(e.facts["unit"] for e in events if e.kind == "civil_disorder")
        if removed != sorted(stage.removed):
            wrong.append(f"{case.where}: removed: {stage.removed} expected, got {removed}")
    return wrong + _compare_facts(case, stage, engine, events, after)


def _compare_places(
    case: Case,
    stage: Stage,
    before: dict[str, Any],
    events: tuple[Event, ...],
    after: Any,
    engine: DiplomacyEngine,
) -> list[str]:
    """Where each unit ended, against the `then` line."""
    then = stage.then or {}
    expected: list[str] = []
    lost = []
    places = set()
    for power, units in before["units"].items():
        for unit in units:
            letter, location = unit.split()
            place = location.split("/")[0]
            places.add(place)
            what = then.get(place, "stays")
            if what == "dislodged":
                lost.append(unit)
            else:
                expected.append(f"{power} {letter} {location if what == 'stays' else what.upper()}")
    unknown = sorted(set(then) - places)
    if unknown:
        raise VariantError(f"{case.where}: then: no unit in {', '.join(unknown)}")
    got = [f"{engine.powers[u.power]} {engine.board.unit_text(u.fleet, u.location)}" for u in after.units]
    wrong = []
    if sorted(got) != sorted(expected):
        wrong.append(
            f"{case.where}: then: {sorted(set(expected) - set(got))} expected, got {sorted(set(got) - set(expected))}"
        )
    dislodged = sorted(e.facts["unit"] for e in events if e.kind == "dislodged")
    if dislodged != sorted(lost):
        wrong.append(f"{case.where}: dislodged: {sorted(lost)} expected, got {dislodged}")
    return wrong


def _result_of(results: list[Any], line: OrderLine) -> Any:
    mine = [r for r in results if r["power"] == line.power]
    place = line.order.split()[1] if " " in line.order else ""
    for candidates in (
        [r for r in mine if r["order"] == line.order],
        [r for r in mine if r["unit"].split()[1:] == [place]],
        [r for r in mine if place and r["unit"].partition(" ")[2].split("/")[0] == place.split("/")[0]],
    ):
        for candidate in candidates:
            results.remove(candidate)
            return candidate
    return None


def matches(expected: str, result: Any) -> bool:
    """Whether a result is one of the expected ("or" between them)."""
    return any(_matches(each.strip(), result) for each in expected.split(" or "))


def _matches(expected: str, result: Any) -> bool:
    word, _, detail = expected.partition(" ")
    word = word.rstrip(":")
    verdict, reason = result["verdict"], result["reason"]
    if word in SUCCESSES:
        return bool(verdict == "succeeds")
    if word in GROUPS:
        return bool(verdict == "fails" and reason in GROUPS[word])
    if word == "stops":
        return bool(verdict == "fails" and result["stop"] == detail)
    if word == "void":
        return bool(verdict == "void" and reason in UNMATCHED)
    if word in ("illegal", "fails"):
        return bool(
            verdict == "void" and (not detail or reason == detail.replace(" ", "_").replace("-", "_"))
        )
    raise VariantError(f"unknown result {word!r}: write one of {', '.join(RESULTS)}")


def _compare_dislodged(case: Case, stage: Stage, events: tuple[Event, ...]) -> list[str]:
    got = {e.facts["unit"]: e.facts for e in events if e.kind == "dislodged"}
    expected = {unit: (by, options) for unit, by, options in stage.dislodged or () if unit != "nobody"}
    if sorted(got) != sorted(expected):
        return [f"{case.where}: dislodged: {sorted(expected)} expected, got {sorted(got)}"]
    wrong = []
    for unit, (by, options) in expected.items():
        if by and got[unit]["by"] != by:
            wrong.append(f"{case.where}: {unit} dislodged by {by} expected, got {got[unit]['by']}")
        if options is not None and sorted(options) != sorted(got[unit]["options"]):
            wrong.append(
                f"{case.where}: {unit} may retreat to {options} expected, got {got[unit]['options']}"
            )
    return wrong


def _compare_facts(
    case: Case, stage: Stage, engine: DiplomacyEngine, events: tuple[Event, ...], after: dict[str, Any]
) -> list[str]:
    """`expect` lines: `due POWER n`, `counts POWER centres units`, `winner POWER|nobody`, `end kind`."""
    wrong = []
    counts = {e.facts["power"]: e.facts for e in events if e.kind == "counts"}
    victories = [e.facts for e in events if e.kind == "victory"]
    for key, value in stage.facts.items():
        what, _, power = key.partition("/")
        if what == "due":
            got: Any = str(counts[power.upper()]["due"])
        elif what == "counts":
            facts = counts[power.upper()]
            got = f"{facts['centres']} {facts['units']}"
        elif what == "points":
            got = str(counts[power.upper()]["points"])
        elif what == "winner":
            got = ", ".join(w for v in victories for w in v["winners"]).lower() or "nobody"
            value = value.lower()
        elif what == "end":
            got = victories[0]["kind"] if victories else "none"
        else:
            raise VariantError(
                f"{case.where}: expect {key}: write due/POWER, counts/POWER, points/POWER, winner or end"
            )
        if got != value:
            wrong.append(f"{case.where}: {key}: {value} expected, got {got}")
    return wrong
