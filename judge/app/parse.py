"""What `judge parse` prints: order lines as understood, in JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from judge.chance import SeededChance
from judge.diplomacy.calendar import KIND_NAMES
from judge.diplomacy.dump import load
from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.notation import notation_for, parse_orders
from judge.diplomacy.position import Position
from judge.engine import Line, Parsed
from judge.engines import engine_for
from judge.errors import DataError, UsageError
from judge.problems import Problem
from judge.render.sentences import problem_text
from judge.text.grammar import keep_grammars
from judge.text.names import build_names
from judge.variants.load import load_variant
from judge.variants.model import Variant


def open_reader(
    variant_name: str, power: str | None, state: str | None, phase: str | None, language: str, strict: bool
) -> Callable[[str], str]:
    """A function from an order line to a line of JSON. Raises UsageError for a power, state or phase that does not exist."""
    variant = load_variant(variant_name)
    if variant.engine != "diplomacy":
        return _reader_of_engine(variant, power, state, language)
    _keep_grammars()
    engine = DiplomacyEngine(variant, {})
    board = engine.board
    notation = notation_for(variant, board)
    number = None
    if power is not None:
        ids = notation.names.power(power)
        if len(ids) != 1:
            known = ", ".join(board.powers)
            raise UsageError(f"--power: no power {power!r} in {variant.id} (there are: {known})")
        number = board.power_of_id[ids[0]]
    position: Position | None = None
    kind = phase or "M"
    if state is not None:
        data = _read_state(state, kind, variant.calendar.start_year, variant.calendar.seasons[0].code)
        try:
            position = load(board, variant.calendar, data)
        except DataError as error:
            raise UsageError(f"--state: {error}") from None
        if phase is not None:
            position = replace(position, kind=phase)
        kind = position.kind

    def read(text: str) -> str:
        lines = [Line(1, text)]
        if position is None:
            parsed = parse_orders(notation, KIND_NAMES[kind], number, lines)
        else:
            power_id = None if number is None else board.powers[number]
            parsed = engine.parse(position, power_id, lines, strict=strict)
        return _shown(text, parsed, variant, language)

    return read


def power_of(variant: Variant, power: str | None) -> str | None:
    """The id of a power named in any way. Raises UsageError when there is none."""
    if power is None:
        return None
    ids = build_names(variant).power(power)
    if len(ids) != 1:
        known = ", ".join(one.id for one in variant.powers)
        raise UsageError(f"--power: no power {power!r} in {variant.id} (there are: {known})")
    return ids[0]


def engine_lines(variant: Variant, power: str | None, lines: Sequence[Line], state: Any = None) -> Parsed:
    """Order lines as the game's own engine reads them, at a dumped position or at a start. Raises DataError for a bad position."""
    engine = engine_for(variant)
    position = engine.start(SeededChance(b"judge parse")).position if state is None else engine.load(state)
    return engine.parse(position, power, lines)


def _reader_of_engine(
    variant: Variant, power: str | None, state: str | None, language: str
) -> Callable[[str], str]:
    """A reader for games of other families; --state is a position as `judge export` writes it."""
    power_id = power_of(variant, power)
    data: Any = None
    if state is not None:
        data = _json_of(state)
        try:
            engine_lines(variant, power_id, [], data)
        except DataError as error:
            raise UsageError(f"--state: {error}") from None

    def read(text: str) -> str:
        parsed = engine_lines(variant, power_id, [Line(1, text)], data)
        return _shown(text, parsed, variant, language)

    return read


def _shown(text: str, parsed: Parsed, variant: Variant, language: str) -> str:
    """A line of JSON about an order line."""
    shown: dict[str, Any] = {
        "line": text,
        "orders": [order.text for order in parsed.orders],
        "problems": [shown_problem(p, variant, language) for p in parsed.problems if p.severity != "note"],
        "notes": [shown_problem(p, variant, language) for p in parsed.problems if p.severity == "note"],
    }
    return json.dumps(shown, ensure_ascii=False)


def _keep_grammars() -> None:
    """Keep the built grammar where programs of this user keep such things."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "judge"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        keep_grammars(folder)


def _json_of(state: str) -> Any:
    """What a --state holds, which is JSON text or the name of a file with it. Raises UsageError."""
    text = state
    if not state.lstrip().startswith("{"):
        try:
            text = Path(state).read_text("utf-8-sig")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UsageError(f"--state: cannot read {state}: {reason}") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--state: no JSON: {error}") from None


def _read_state(state: str, kind: str, year: int, season: str) -> dict[str, Any]:
    """The position: in the layout of `judge adjudicate`, or only its "state"."""
    data = _json_of(state)
    if not isinstance(data, dict):
        raise UsageError("--state: a JSON object is wanted")
    if isinstance(data.get("state"), dict):
        data = {**data["state"], **({"name": data["name"]} if "name" in data else {})}
    if not any(key in data for key in ("units", "centers", "retreats")):
        data = {"units": data}
    code = "W" if kind == "A" else season
    return {"name": f"{code}{year}{kind}", **data}


def shown_problem(problem: Problem, variant: Variant, language: str) -> dict[str, Any]:
    """A problem as JSON with its sentence."""
    return {
        "kind": problem.kind,
        "severity": problem.severity,
        "message": problem_text(problem, variant, language),
        "column": problem.column,
        "length": problem.length,
        "expected": list(problem.expected),
        "suggestions": list(problem.suggestions),
        "facts": dict(problem.facts),
    }
