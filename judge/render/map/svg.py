"""Small pieces of SVG text. Everything is plain shapes: no markers, filters or style sheets, so every program draws the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from judge.render.map.text import Anchor

XY = tuple[float, float]


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def points(row: Sequence[XY], *, closed: bool = False) -> str:
    """Path text through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in row) + ("z" if closed else "")


def path(d: str, **style: str | float) -> str:
    """A path element; underscores in style names become hyphens."""
    return f'<path d="{d}"{attributes(style)}/>'


def attributes(style: dict[str, str | float]) -> str:
    """Attributes as text, each with a space before it."""
    return "".join(
        f' {name.replace("_", "-")}="{escape(str(value) if isinstance(value, str) else f"{value:g}")}"'
        for name, value in style.items()
    )


def text(
    x: float, y: float, words: str, size: float, fill: str, *, bold: bool = True, anchor: Anchor = "middle", halo: float = 0.0,
    halo_colour: str = "#fff",
) -> str:  # fmt: skip
    """Words at a baseline; halo: width of the pale edge that keeps them legible over lines."""
    style: dict[str, str | float] = {"font_size": size, "fill": fill}
    if bold:
        style["font_weight"] = "bold"
    if anchor != "start":
        style["text_anchor"] = anchor
    if halo:
        style |= {
            "stroke": halo_colour, "stroke_width": halo, "stroke_linejoin": "round", "stroke_opacity": 0.85, "paint_order": "stroke",
        }  # fmt: skip
    return f'<text x="{number(x)}" y="{number(y)}"{attributes(style)}>{escape(words, quote=False)}</text>'


def star_points(x: float, y: float, outer: float, inner: float, tips: int) -> list[XY]:
    """Corners of a star, the first tip upwards."""
    return [
        (
            x + (inner if i % 2 else outer) * math.sin(math.pi * i / tips),
            y - (inner if i % 2 else outer) * math.cos(math.pi * i / tips),
        )
        for i in range(2 * tips)
    ]


def burst(x: float, y: float, fill: str, edge: str, radius: float = 9.0) -> str:
    """A spiky burst: something stopped here."""
    return path(
        points(star_points(x, y, radius, radius * 0.52, 9), closed=True),
        fill=fill, stroke=edge, stroke_width=1.3, stroke_linejoin="round",
    )  # fmt: skip


def cross(x: float, y: float, colour: str, radius: float = 5.0, width: float = 2.6) -> str:
    """A diagonal cross with a pale edge."""
    r = number(radius * 2)
    d = f"M{number(x - radius)} {number(y - radius)}l{r} {r}M{number(x - radius)} {number(y + radius)}l{r}-{r}"
    return path(d, stroke="#fff", stroke_width=width + 2.6, stroke_linecap="round") + path(
        d, stroke=colour, stroke_width=width, stroke_linecap="round"
    )
