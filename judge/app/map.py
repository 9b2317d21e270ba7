"""Pictures for `judge map`: reads a position in the layout that `judge adjudicate` reads and writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from judge.errors import DataError, UsageError
from judge.render.map.draw import draw
from judge.render.map.orders import province_of, read_order
from judge.render.map.png import to_png
from judge.variants.load import load_variant
from judge.variants.model import Variant

Json = dict[str, Any]


def start_view(variant: Variant) -> Json:
    """The start position of a variant as a view."""
    units: dict[str, list[str]] = {power.id: [] for power in variant.powers}
    for unit in variant.start_units:
        units[unit.power].append(f"{unit.kind} {unit.location}")
    season = variant.calendar.seasons[0]
    return {
        "phase": f"{season.code}{variant.calendar.start_year}M",
        "units": units,
        "centers": {power: list(centres) for power, centres in variant.start_centres.items()},
    }


class _State(msgspec.Struct):
    units: dict[str, list[str]]
    centers: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    counts: dict[str, dict[str, int]] = {}
    name: str = ""


class _Next(msgspec.Struct):
    state: _State


class _Line(msgspec.Struct):
    """A line as `judge adjudicate` reads it, or as it writes it (then with results and next)."""

    state: _State
    name: str = ""
    orders: dict[str, list[str] | None] = {}
    results: dict[str, dict[str, Any]] = {}
    next: _Next | None = None


def read_state(variant: Variant, text: str, source: str) -> tuple[Json, list[Json]]:
    """View and events of a state: the state alone, a line for `judge adjudicate`, or one it wrote (then with results).

    Raises UsageError naming what is wrong.
    """
    try:
        data = msgspec.json.decode(text)
        whole = isinstance(data, dict) and "state" in data
        line = msgspec.convert(data, _Line) if whole else _Line(msgspec.convert(data, _State))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UsageError(f"{source}: {error} (expected the layout of `judge adjudicate`)") from None
    state = line.state
    places = {province.id for province in variant.provinces}
    powers = {power.id for power in variant.powers}
    for power, units in state.units.items():
        if power not in powers:
            raise UsageError(
                f"{source}: no power {power!r} in {variant.id} (there are: {', '.join(sorted(powers))})"
            )
        for unit in units:
            parts = unit.lstrip("*").split()
            if len(parts) != 2 or parts[0] not in ("A", "F") or province_of(parts[1]) not in places:
                raise UsageError(
                    f'{source}: {power}: {unit!r} is no unit of {variant.id} (a unit is written "A PAR")'
                )
    view: Json = {
        "phase": line.name or state.name,
        "units": state.units,
        "centers": state.centers,
        "retreats": state.retreats,
        "counts": state.counts,
    }
    return view, _events(line)


def _events(line: _Line) -> list[Json]:
    """Orders with their results, and the units that the next position marks as dislodged."""
    events: list[Json] = []
    for power, texts in line.orders.items():
        for order in texts or ():
            unit = " ".join(order.split()[:2])
            facts = {
                "verdict": "",
                "reason": "",
                **line.results.get(unit, {}),
                "power": power,
                "unit": unit,
                "order": order,
            }
            events.append({"kind": "order_result", "facts": facts})
    for power, units in line.next.state.units.items() if line.next else ():
        events += [
            {"kind": "dislodged", "facts": {"power": power, "unit": unit[1:]}}
            for unit in units
            if unit.startswith("*")
        ]
    return events


def overlay_orders(view: Json, texts: Sequence[str]) -> list[Json]:
    """Events for orders given as canonical text; each belongs to the power whose unit it moves. Raises UsageError for others."""
    owner = {province_of(unit.split()[-1]): power for power, units in view["units"].items() for unit in units}
    centres = {centre: power for power, listed in view["centers"].items() for centre in listed}
    events: list[Json] = []
    for text in texts:
        order = read_order("", text)
        if order is None or order.act == "waive":
            raise UsageError(f'--order {text!r}: not an order like "A PAR - BUR"')
        at = province_of(order.location)
        power = centres.get(at) if order.act == "build" else owner.get(at)
        if power is None:
            raise UsageError(f"--order {text!r}: there is no unit at {order.location}")
        events.append(
            {
                "kind": "order_result",
                "facts": {"power": power, "unit": " ".join(text.split()[:2]), "order": text},
            }
        )
    return events


def write_map(
    name: str, state: Path | None, language: str, orders: Sequence[str], out: Path, width: int
) -> None:
    """Write the picture to `out`; its ending says how (.svg or .png). Raises UsageError and MapError in plain words."""
    if out.suffix not in (".svg", ".png"):
        raise UsageError(f"{out}: the name must end in .svg or .png")
    variant = load_variant(name)
    if variant.engine != "diplomacy":
        if orders:
            raise UsageError("--order is for games of the Diplomacy family")
        _write(out, _on_hexes(variant, language, state), width)
        return
    view = start_view(variant)
    events: list[Json] = []
    if state is not None:
        view, events = read_state(variant, _text_of(state), str(state))
    if orders:
        events = events + overlay_orders(view, orders)
    svg = draw(variant, view, events=events, language=language)
    _write(out, svg, width)


def _text_of(state: Path) -> str:
    try:
        return state.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise UsageError(f"{state}: {error}") from None


def _on_hexes(variant: Variant, language: str, state: Path | None) -> str:
    """A position of a game on hexes, as `judge export` writes it (a phase, or its state alone); without one the start."""
    from judge.chance import SeededChance
    from judge.engines import engine_for
    from judge.render.map.hexes import draw_hexes

    engine = engine_for(variant)
    if state is None:
        position = engine.start(SeededChance(b"start")).position
    else:
        try:
            data = msgspec.json.decode(_text_of(state))
            position = engine.load(data["state"] if isinstance(data, dict) and "state" in data else data)
        except (msgspec.MsgspecError, RecursionError, DataError) as error:
            raise UsageError(f"{state}: {error}") from None
    view = engine.view(position, None)
    title = (variant.names.get(language) or variant.names["en"])[0]
    return draw_hexes(variant, view, language=language, title=title)


def _write(out: Path, svg: str, width: int) -> None:
    try:
        if out.suffix == ".svg":
            out.write_text(svg, "utf-8")
        else:
            out.write_bytes(to_png(svg, width))
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror or error}") from None
