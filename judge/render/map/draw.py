"""A position, with or without orders, as one SVG picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.render.map import palette as p
from judge.render.map.board import Board, board_of
from judge.render.map.curves import XY
from judge.render.map.legend import TOP, centre_mark, home_mark, key, power_strip, signs_of, title_bar
from judge.render.map.orders import DrawnOrder, orders_of, province_of
from judge.render.map.overlay import Overlay
from judge.render.map.palette import Shades, shades_by_power
from judge.render.map.static import StaticLayers, static_layers
from judge.render.map.svg import number, path
from judge.render.map.text import FAMILY
from judge.render.map.tokens import DEFINITIONS, token
from judge.render.map.units import units_of
from judge.render.map.words import phase_title
from judge.variants.model import Variant

View = Mapping[str, Any]
Facts = Mapping[str, Any]


def draw(
    variant: Variant, view: View, *, events: Sequence[Facts] = (), language: str = "en", title: str = "", legend: bool = True
) -> str:  # fmt: skip
    """The picture of a position as SVG text.

    view    {"phase", "units", "centers", "retreats", "counts"} as engine.view gives it; all but "units" may be missing
    events  what was ordered and what came of it, [{"kind", "facts"}]: drawn over the position that stood before
    title   "" makes one from the phase. legend: with the strip of powers and the key of signs below
    Raises MapError when the position names a place that is not on the map, or the map's data is faulty.
    """
    if variant.engine == "korea":
        from judge.render.map.hexes import draw_hexes

        return draw_hexes(variant, view, events=events, language=language, title=title)
    board, shades = board_of(variant), shades_by_power(variant)
    layers = static_layers(variant, language)
    owners = {centre: power for power, centres in view.get("centers", {}).items() for centre in centres}
    orders = orders_of(events)
    tokens, spots = units_of(board, view, events, orders, layers.boxes)
    overlay = Overlay(board, shades, _neighbours(variant), spots, layers.boxes)
    drawn = overlay.draw([order for order in orders if _drawable(board, order, spots)])
    used = overlay.used | {_SIGN_OF_STATE[state] for unit in tokens for state in unit.states}
    marks = {q.id: q.mark.get(language) or q.mark.get("en") or q.id[:1] for q in variant.powers}
    tints = _tints(variant, board, owners, shades)
    width, height = board.frame
    body = [
        layers.under,
        *([tints, layers.over] if board.drawn else [layers.over, tints]),
        *drawn.bands,
        *drawn.lines,
        layers.labels,
        _centres(variant, layers, owners, shades),
        *drawn.heads,
        *(token(unit, shades[unit.power], marks[unit.power]) for unit in tokens),
        *drawn.marks,
    ]
    below, bottom = "", TOP + height + 1.0
    if legend:
        strip, end = power_strip(variant, _counts(variant, view), shades, language, width, bottom + 12)
        words, bottom = key(signs_of(board, variant, used), language, width, end)
        below = strip + words
        bottom += 6
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{round(bottom)}" viewBox="0 0 {width} {round(bottom)}" font-family="{FAMILY}">',
            f"<title>{_escaped(title or phase_title(variant, str(view.get('phase', '')), language))}</title>",
            "<defs>", DEFINITIONS,
            '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            f'<rect width="7" height="7" fill="{p.OUTSIDE}"/><path d="M0 0v7" stroke="{p.HATCH}" stroke-width="2.2"/></pattern>',
            f'<path id="coast" d="{board.coast}"/><clipPath id="frame"><rect width="{width}" height="{height}"/></clipPath></defs>',
            f'<rect width="{width}" height="{round(bottom)}" fill="{p.PAPER}"/>',
            title_bar(title or phase_title(variant, str(view.get("phase", "")), language), width),
            f'<g transform="translate(0 {TOP})"><g clip-path="url(#frame)">', *body, "</g>",
            f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" fill="none" stroke="{p.FRAME}" stroke-width="1.5"/></g>',
            below, "</svg>",
        ]
    )  # fmt: skip


def _drawable(board: Board, order: DrawnOrder, spots: Mapping[str, XY]) -> bool:
    """Whether an order can be shown: all its places are on the map, and its unit is in the picture. Void orders may fail either."""
    named = [place for place in (order.location, order.helped, order.target) if place]
    if not all(province_of(place) in board.units for place in named):
        return False
    return any(province_of(order.location) == province_of(spot.lstrip("*")) for spot in spots)


_SIGN_OF_STATE = {"dislodged": "dislodged", "new": "built", "gone": "disbanded"}


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _neighbours(variant: Variant) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for border in variant.borders:
        a, b = province_of(border.a), province_of(border.b)
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {name: frozenset(near) for name, near in found.items()}


def _counts(variant: Variant, view: View) -> Mapping[str, Mapping[str, Any]]:
    """The view's own counts, else counted from its centres and units."""
    if view.get("counts"):
        counts: Mapping[str, Mapping[str, Any]] = view["counts"]
        return counts
    return {
        power.id: {"centres": len(view.get("centers", {}).get(power.id, ())), "units": len(view["units"].get(power.id, ()))}
        for power in variant.powers
    }  # fmt: skip


def _tints(variant: Variant, board: Board, owners: Mapping[str, str], shades: Mapping[str, Shades]) -> str:
    """Land in its owner's tint; a power's home lands as long as it has a home centre; the rest pale."""
    colours = {centre: shades[power].tint for centre, power in owners.items() if power in shades}
    for power in variant.powers:
        if any(owners.get(home) == power.id for home in power.homes):
            for province in board.home_lands.get(power.id, ()):
                colours.setdefault(province, shades[power.id].tint)
    parts = [path(d, fill=colours.get(name, p.LAND), fill_rule="evenodd") for name, d in board.land.items()]
    if not board.drawn:
        for place in variant.provinces:
            x, y = board.spot(place.id)
            fill = colours.get(place.id, p.GLOW if place.kind == "sea" else p.LAND)
            parts.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r="27" fill="{fill}" stroke="{p.SEA_LINE if place.kind == "sea" else p.BORDER}" stroke-width="1.6"/>'
            )
        return "".join(parts)
    edges = "".join(
        d
        for a, b, d in board.borders
        if colours.get(a) != colours.get(b) and not (a.startswith("_") or b.startswith("_"))
    )
    if edges:
        parts.append(path(edges, fill="none", stroke="#fff", stroke_width=3.4, stroke_opacity=0.6))
        parts.append(path(edges, fill="none", stroke="#4D4437", stroke_width=1.9))
    return "".join(parts)


def _centres(
    variant: Variant, layers: StaticLayers, owners: Mapping[str, str], shades: Mapping[str, Shades]
) -> str:
    homes = {home for power in variant.powers for home in power.homes}
    parts: list[str] = []
    for name, (x, y) in layers.centres.items():
        owner = owners.get(name, "")
        fill = shades[owner].token if owner in shades else p.NEUTRAL_CENTRE
        parts.append(home_mark(x, y, fill) if name in homes else centre_mark(x, y, fill))
    return "".join(parts)
