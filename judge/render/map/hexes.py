"""Pictures of games on hexes: the board as it stands, and what happened on the way to it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from judge.korea.data import Data
from judge.render.korea import data_of
from judge.render.map import palette as p
from judge.render.map.legend import TOP, title_bar
from judge.render.map.palette import Shades, shades_by_power
from judge.render.map.svg import burst, cross, number, path, points, text
from judge.render.map.text import FAMILY
from judge.render.map.words import words
from judge.variants.model import Variant

XY = tuple[float, float]
SIZE = 74.0
"""Side of a hex in px."""
_EDGE, _CHIT = 30.0, 34.0
_TALL = math.sqrt(3) * SIZE


def centre(hex_id: str) -> XY:
    """Middle of a hex in px: flat-topped, even columns half a hex further north (docs/rules/korea.md)."""
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return 1.5 * SIZE * (column - 1), _TALL * (row - 1 + (0.5 if column % 2 else 0.0))


def corners(middle: XY, size: float = SIZE) -> list[XY]:
    """The six corners, beginning in the east, clockwise."""
    x, y = middle
    return [(x + size * math.cos(math.pi * i / 3), y + size * math.sin(math.pi * i / 3)) for i in range(6)]


def draw_hexes(
    variant: Variant, view: Mapping[str, Any], *, events: Sequence[Mapping[str, Any]] = (), language: str, title: str
) -> str:  # fmt: skip
    """The board of a view as SVG text; events, [{"kind", "facts"}]: where there was fighting and what came of it."""
    data, shades = data_of(variant), shades_by_power(variant)
    if not title:
        game = (variant.names.get(language) or variant.names["en"])[0]
        title = words(language)["korea"]["after"].format(game=game, turn=view.get("turn", 1))
    spots = [centre(one) for one in data.hexes]
    left, top = min(x for x, _ in spots) - SIZE, min(y for _, y in spots) - _TALL / 2
    width = round(max(x for x, _ in spots) + SIZE - left + 2 * _EDGE + 330)
    height = round(max(y for _, y in spots) + _TALL / 2 - top + 2 * _EDGE)
    board: dict[str, list[tuple[str, str]]] = {}
    for at, chit, side in view.get("board", ()):
        board.setdefault(at, []).append((chit, side))
    bases = {at for listed in (view.get("bases") or {}).values() for at in listed}
    body = [_hex(variant, data, one, board.get(one, []), shades, language) for one in data.hexes]
    body += [_parallel(data), _forbidden(data)]
    body += [_labels(variant, data, one, language) for one in data.hexes]
    for at, chits in board.items():
        body += _chits(at, chits, shades, cut_off=bool(bases) and at not in bases)
    body += _fights(events)
    side = _side(variant, view, shades, language, width - 330, height)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + TOP}" viewBox="0 0 {width} {height + TOP}" '
            f'font-family="{FAMILY}"><title>{title.replace("&", "&amp;").replace("<", "&lt;")}</title>',
            f'<rect width="{width}" height="{height + TOP}" fill="{p.PAPER}"/>',
            title_bar(title, width),
            f'<rect y="{TOP}" width="{width - 330}" height="{height}" fill="{p.SEA}"/>',
            f'<g transform="translate({number(_EDGE - left)} {number(TOP + _EDGE - top)})">', *body, "</g>",
            f'<g transform="translate(0 {TOP})">', *side, "</g></svg>",
        ]
    )  # fmt: skip


def _hex(
    variant: Variant,
    data: Data,
    one: str,
    there: Sequence[tuple[str, str]],
    shades: Mapping[str, Shades],
    language: str,
) -> str:
    zone = data.zone[one]
    owner = there[0][1] if there else {"north": "EAST", "south": "WEST"}.get(zone, "")
    fill = shades[owner].tint if owner in shades else p.LAND
    shown = "1" if there else "0.45"
    outline = points(corners(centre(one)), closed=True)
    return path(outline, fill=p.LAND) + path(
        outline, fill=fill, fill_opacity=shown, stroke=p.BORDER, stroke_width=1.6
    )


def _labels(variant: Variant, data: Data, one: str, language: str) -> str:
    x, y = centre(one)
    names = variant.province(one).names
    name = (names.get(language) or names["en"])[0]
    marks = "".join("▲" for listed in data.entries.values() if one in listed)
    goal = "★" if any(one in (*goal.all_of, *goal.any_of) for goal in data.goals.values()) else ""
    return text(x, y - 38, name, 17, p.LAND_INK, halo=3) + text(
        x, y + 54, f"{one} {marks}{goal}".strip(), 12, p.QUIET, bold=False, halo=2
    )


def _parallel(data: Data) -> str:
    """The 38th parallel through the middle of its hexes."""
    row = sorted(centre(one) for one, zone in data.zone.items() if zone == "parallel")
    if not row:
        return ""
    y = sum(at for _, at in row) / len(row)
    line = points([(row[0][0] - SIZE, y), (row[-1][0] + SIZE, y)])
    return path(
        line, fill="none", stroke=p.ALARM, stroke_width=2.2, stroke_dasharray="9 6", stroke_opacity=0.75
    )


def _forbidden(data: Data) -> str:
    parts = []
    for pair in sorted(tuple(sorted(pair)) for pair in data.forbidden):
        a, b = (corners(centre(one)) for one in pair)
        shared = [at for at in a if any(math.dist(at, other) < 1 for other in b)]
        parts.append(path(points(shared), fill="none", stroke="#000", stroke_width=8, stroke_linecap="round"))
    return "".join(parts)


def _chits(
    at: str, chits: Sequence[tuple[str, str]], shades: Mapping[str, Shades], *, cut_off: bool
) -> list[str]:
    """Square counters with their ids, side by side, those beyond the third in a second row."""
    x, y = centre(at)
    parts = []
    for place, (chit, side) in enumerate(sorted(chits)[:6]):
        row, column = divmod(place, 3)
        count = min(3, len(chits) - 3 * row)
        left = x + (column - (count - 1) / 2) * (_CHIT + 3) - _CHIT / 2
        top = y - _CHIT / 2 + 4 + (row - (len(chits) > 3) / 2) * (_CHIT + 2)
        shade = shades[side]
        round_ = 3 if chit[:2] in ("NK", "UN", "DS") else 12
        dash = ' stroke-dasharray="4 3"' if cut_off else ""
        parts.append(
            f'<rect x="{number(left)}" y="{number(top)}" width="{_CHIT}" height="{_CHIT}" rx="{round_}" fill="{shade.token}" '
            f'stroke="{p.ALARM if cut_off else "#fff"}" stroke-width="{2.6 if cut_off else 1.6}"{dash}/>'
        )
        parts.append(text(left + _CHIT / 2, top + _CHIT / 2 + 5, chit, 13, shade.ink))
    if len(chits) > 6:
        parts.append(text(x, y + 40, f"+{len(chits) - 6}", 13, p.LAND_INK, halo=2))
    return parts


def _fights(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """A burst where an attack was won, a cross where it was lost; beside each other when there were several."""
    parts = []
    count: dict[str, int] = {}
    for event in events:
        if event["kind"] != "korea_attack":
            continue
        facts = event["facts"]
        at = str(facts["place"])
        place = count[at] = count.get(at, 0) + 1
        x, y = centre(at)
        x, y = x + 44 - 18 * ((place - 1) % 5), y + 30
        parts.append(burst(x, y, p.BURST, p.ALARM, 10) if facts["won"] else cross(x, y, p.ALARM))
    return parts


def _side(
    variant: Variant, view: Mapping[str, Any], shades: Mapping[str, Shades], language: str, left: float, height: float
) -> list[str]:  # fmt: skip
    """Turn, hands, cup and signs beside the map."""
    table = words(language)["korea"]
    x, y = left + 18.0, 34.0
    parts = [
        text(
            x,
            y,
            table["turn"].format(turn=view.get("turn", 1), events=view.get("events", 0)),
            18,
            p.INK,
            anchor="start",
        )
    ]
    supply = "out" if view.get("supply_out") else "ends" if view.get("announced") else "in"
    parts.append(text(x, y + 26, table[f"supply_{supply}"], 14, p.INK, bold=False, anchor="start"))
    y += 62
    hands = view.get("hands") or {}
    for power in variant.powers:
        name = (power.names.get(language) or power.names["en"])[0]
        parts.append(
            f'<rect x="{number(x)}" y="{number(y - 13)}" width="16" height="16" rx="2" fill="{shades[power.id].token}"/>'
        )
        held = " ".join(hands.get(power.id, ())) or "–"
        parts.append(
            text(x + 24, y, f"{name}: {table['hand']} {held}", 15, p.INK, bold=False, anchor="start")
        )
        y += 26
    for key, name in (("cup", "cup"), ("aside", "aside"), ("gone", "gone")):
        chits = list(view.get(name) or ())
        y += 14
        parts.append(text(x, y, f"{table[key]} ({len(chits)})", 15, p.INK, anchor="start"))
        for start in range(0, len(chits), 7):
            y += 21
            parts.append(
                text(x, y, " ".join(chits[start : start + 7]), 14, p.QUIET, bold=False, anchor="start")
            )
        y += 14
    y = max(y + 20, height - 150)
    for sign in ("entry", "goal", "forbidden", "parallel", "won", "lost", "cut_off"):
        parts.append(text(x, y, table[sign], 13, p.QUIET, bold=False, anchor="start"))
        y += 20
    return parts
