"""Pictures for `judge map`: reads a position in the layout that `judge adjudicate` reads and writes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.errors import UsageError
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


def read_state(variant: Variant, text: str, source: str) -> tuple[Json, list[Json]]:
    """View and events of a state: the state alone, a line for `judge adjudicate`, or one it wrote (then with results).

    Raises UsageError naming what is wrong.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise UsageError(f"{source}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise UsageError(f'{source}: expected an object with "units" or "state"')
    state = data.get("state", data)
    if not isinstance(state, dict) or not isinstance(state.get("units"), dict):
        raise UsageError(f'{source}: expected "units": {{"POWER": ["A PAR", …]}}')
    view: Json = {
        "phase": str(data.get("name") or state.get("name") or state.get("phase") or ""),
        "units": state["units"],
        "centers": state.get("centers") or {},
        "retreats": state.get("retreats") or {},
        "counts": state.get("counts") or {},
    }
    places = {province.id for province in variant.provinces}
    powers = {power.id for power in variant.powers}
    for power, units in view["units"].items():
        if power not in powers:
            raise UsageError(
                f"{source}: no power {power!r} in {variant.id} (there are: {', '.join(sorted(powers))})"
            )
        for unit in units if isinstance(units, list) else [units]:
            parts = str(unit).lstrip("*").split()
            if len(parts) != 2 or parts[0] not in ("A", "F") or province_of(parts[1]) not in places:
                raise UsageError(
                    f'{source}: {power}: {unit!r} is no unit of {variant.id} (a unit is written "A PAR")'
                )
    return view, _events(data.get("orders") or {}, data.get("results") or {}) + _dislodged(data)


def _events(
    orders: Mapping[str, Sequence[str] | None], results: Mapping[str, Mapping[str, Any]]
) -> list[Json]:
    events: list[Json] = []
    for power, texts in orders.items():
        for order in texts or ():
            unit = " ".join(order.split()[:2])
            result = results.get(unit, {})
            facts = {"verdict": "", "reason": "", **result, "power": power, "unit": unit, "order": order}
            events.append({"kind": "order_result", "facts": facts})
    return events


def _dislodged(data: Mapping[str, Any]) -> list[Json]:
    """Events for the units that the next position marks as dislodged."""
    following = (data.get("next") or {}).get("state") or {}
    return [
        {"kind": "dislodged", "facts": {"power": power, "unit": unit[1:]}}
        for power, units in (following.get("units") or {}).items()
        for unit in units
        if unit.startswith("*")
    ]


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
    view = start_view(variant)
    events: list[Json] = []
    if state is not None:
        try:
            text = state.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{state}: {error}") from None
        view, events = read_state(variant, text, str(state))
    if orders:
        events = events + overlay_orders(view, orders)
    svg = draw(variant, view, events=events, language=language)
    try:
        if out.suffix == ".svg":
            out.write_text(svg, "utf-8")
        else:
            out.write_bytes(to_png(svg, width))
    except OSError as error:
        raise UsageError(f"{out}: {error.strerror or error}") from None
