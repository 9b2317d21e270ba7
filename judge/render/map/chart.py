"""Centres over the turns as one picture: a line for each power, its mark and name at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from judge.render.map import palette as p
from judge.render.map.palette import shades_by_power
from judge.render.map.svg import number, path, points, text
from judge.render.map.text import FAMILY, width
from judge.render.map.words import phase_title, words
from judge.variants.model import Variant

_WIDTH, _HEIGHT = 1200, 640
_LEFT, _TOP, _BOTTOM = 64.0, 74.0, 586.0
_DASHES = ("", "11 5", "3 5", "14 4 3 4")
_Scale = Callable[[float], float]
_ROW = 34.0  # px between names at the right


def chart(variant: Variant, history: Mapping[str, Mapping[str, int]], language: str) -> str:
    """SVG of the centres that each power had, by phase id in order. Powers that never had any are left out."""
    phases = list(history)
    powers = [power for power in variant.powers if any(history[phase].get(power.id) for phase in phases)]
    shades = shades_by_power(variant)
    names = {power.id: (power.names.get(language) or power.names["en"])[0] for power in powers}
    right = _WIDTH - 84 - max((width(name, 19, bold=True) for name in names.values()), default=0.0) - 30
    highest = max([1, *(history[phase].get(power.id, 0) for phase in phases for power in powers)])
    goal = variant.victory if variant.victory and highest >= variant.victory * 0.6 else 0
    top = max(highest, goal)
    step = next(step for step in (1, 2, 5, 10, 20, 50) if top / step <= 10 or step == 50)
    top = -(-top // step) * step

    def x_of(i: float) -> float:
        return _LEFT + (right - _LEFT) * (i / (len(phases) - 1) if len(phases) > 1 else 0.5)

    def y_of(value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * value / top

    parts = [_grid(phases, top, step, right, x_of, y_of)]
    if goal:
        parts.append(
            path(
                f"M{number(_LEFT)} {number(y_of(goal))}H{number(right)}",
                stroke=p.ALARM,
                stroke_width=1.6,
                stroke_dasharray="2 5",
            )
        )
        parts.append(
            text(
                _LEFT + 8,
                y_of(goal) - 7,
                words(language)["title"]["goal"],
                16,
                p.ALARM,
                anchor="start",
                halo=3,
            )
        )
    ends: list[tuple[float, str]] = []
    for n, power in enumerate(powers):
        shift = (n - (len(powers) - 1) / 2) * 2.6  # equal powers lie side by side
        row = [(x_of(i), y_of(history[phase].get(power.id, 0)) + shift) for i, phase in enumerate(phases)]
        dash: dict[str, str | float] = {"stroke_dasharray": _DASHES[n % 4]} if _DASHES[n % 4] else {}
        style: dict[str, str | float] = {"fill": "none", "stroke_linejoin": "round"}
        parts.append(path(points(row), stroke="#fff", stroke_width=5.5, **style))
        parts.append(path(points(row), stroke=shades[power.id].line, stroke_width=3, **style, **dash))
        ends.append((row[-1][1] if row else y_of(0), power.id))
    parts.append(_names(variant, ends, names, history[phases[-1]] if phases else {}, right, language))
    title = words(language)["title"]["chart"].format(game=phase_title(variant, "", language))
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="{FAMILY}">',
            f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{p.PAPER}"/>',
            text(18, 42, title, 25, p.INK, anchor="start"),
            *parts, "</svg>",
        ]
    )  # fmt: skip


def _grid(phases: list[str], top: int, step: int, right: float, x_of: _Scale, y_of: _Scale) -> str:
    parts = []
    for value in range(0, top + 1, step):
        y = y_of(value)
        parts.append(path(f"M{number(_LEFT)} {number(y)}H{number(right)}", stroke="#D8D0BE", stroke_width=1))
        parts.append(text(_LEFT - 12, y + 6, str(value), 17, p.QUIET, bold=False, anchor="end"))
    last = -100.0
    for i, phase in enumerate(phases):
        label = phase[1:-1] if phase[1:-1].isdecimal() else phase
        again = i > 0 and phases[i - 1][1:-1] == phase[1:-1]
        if not again and x_of(i) - last >= width(label, 17) + 14:
            last = x_of(i)
            parts.append(path(f"M{number(last)} {number(_BOTTOM)}v7", stroke=p.FRAME, stroke_width=1.4))
            parts.append(text(last, _BOTTOM + 27, label, 17, p.QUIET, bold=False))
    parts.append(
        path(
            f"M{number(_LEFT)} {number(_TOP)}V{number(_BOTTOM)}H{number(right)}",
            fill="none",
            stroke=p.FRAME,
            stroke_width=1.6,
        )
    )
    return "".join(parts)


def _names(
    variant: Variant, ends: list[tuple[float, str]], names: Mapping[str, str], last: Mapping[str, int], right: float, language: str
) -> str:  # fmt: skip
    """Mark, name and last number of each power beside the end of its line, moved apart where they would cover each other."""
    shades = shades_by_power(variant)
    ends = sorted(ends)
    rows = [y for y, _ in ends]
    for _ in range(200):
        moved = False
        for i, (above, below) in enumerate(pairwise(rows)):
            if below - above < _ROW - 0.1:
                push = (_ROW - (below - above)) / 2
                rows[i], rows[i + 1], moved = above - push, below + push, True
        low = min([_TOP + 6, *rows]) - (_TOP + 6)
        high = max([_BOTTOM - 10, *rows]) - (_BOTTOM - 10)
        rows = [y - (low if low < 0 else high if high > 0 else 0) for y in rows]
        if not moved:
            break
    parts = []
    for y, (end, power_id) in zip(rows, ends, strict=True):
        power, colours = variant.power(power_id), shades[power_id]
        x = right + 34
        parts.append(
            path(
                f"M{number(right + 2)} {number(end)}L{number(x - 5)} {number(y)}",
                stroke=colours.line,
                stroke_width=1.4,
            )
        )
        parts.append(
            f'<rect x="{number(x)}" y="{number(y - 14)}" width="28" height="28" rx="5" fill="{colours.token}" stroke="#1B1B1B"/>'
        )
        parts.append(
            text(
                x + 14,
                y + 6.5,
                power.mark.get(language) or power.mark.get("en") or power.id[:1],
                18,
                colours.ink,
            )
        )
        parts.append(
            text(x + 36, y + 7, f"{names[power_id]} {last.get(power_id, 0)}", 19, p.INK, anchor="start")
        )
    return "".join(parts)
