"""Around the map: the title above, below it a strip of powers with their numbers and a key of the signs that occur."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.render.map import palette as p
from judge.render.map.board import Board
from judge.render.map.curves import waved
from judge.render.map.overlay import Layers, ring, stroke
from judge.render.map.palette import Shades
from judge.render.map.static import bridge_line, canal_line, link_line
from judge.render.map.svg import burst, cross, number, path, points, star_points, text
from judge.render.map.text import width
from judge.render.map.tokens import Token, token
from judge.render.map.words import words
from judge.variants.model import Variant

TOP = 48
_EDGE = 16
_CHIP_HEIGHT, _CHIP_GAP, _ROW = 44, 8, 38
_SAMPLE = "#3E68C9"


def title_bar(title: str, frame_width: int) -> str:
    """The title, made smaller when it would not fit."""
    room = frame_width - 2 * _EDGE
    size = min(26.0, 26.0 * room / max(1.0, width(title, 26, bold=True)))
    return text(_EDGE, 34, title, round(size, 1), p.INK, anchor="start")


def _chip(x: float, y: float, wide: float, variant: Variant, power: str, counts: Mapping[str, Any], shades: Shades, language: str) -> str:  # fmt: skip
    about = variant.power(power)
    name = (about.names.get(language) or about.names["en"])[0]
    mark = about.mark.get(language) or about.mark.get("en") or name[:1]
    parts = [
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{_CHIP_HEIGHT}" rx="7" fill="{shades.tint}" stroke="{p.FRAME}" stroke-width=".8"/>',
        f'<rect x="{number(x + 6)}" y="{number(y + 6)}" width="32" height="32" rx="5" fill="{shades.token}" stroke="#1B1B1B"/>',
        text(x + 22, y + 29.5, mark, 21, shades.ink),
    ]
    numbers = _numbers(counts)
    room = wide - 46 - 10 - (_numbers_width(numbers) + 8 if numbers else 0)
    size = min(19.0, 19.0 * room / max(1.0, width(name, 19, bold=True)))
    parts.append(text(x + 46, y + 29, name, round(size, 1), "#1A1A1A", anchor="start"))
    at = x + wide - 9
    for sign, words_ in reversed(numbers):
        at -= width(words_, 18, bold=True)
        parts.append(text(at, y + 29, words_, 18, "#1A1A1A", anchor="start"))
        if sign == "due":
            at -= 8
        else:
            at -= 19
            parts.append(_sign(sign, at + 8, y + 22.5))
            at -= 6
    return "".join(parts)


def _sign(name: str, x: float, y: float) -> str:
    if name == "centre":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="#1A1A1A"/>'
    return f'<path d="M{number(x - 6)} {number(y - 6)}h12v7q0 4-6 6q-6-2-6-6z" fill="none" stroke="#1A1A1A" stroke-width="2"/>'


def _numbers(counts: Mapping[str, Any]) -> list[tuple[str, str]]:
    if not counts:
        return []
    row = [("centre", str(counts.get("centres", 0))), ("unit", str(counts.get("units", 0)))]
    due = int(counts.get("due") or 0)
    if due:
        row.append(("due", f"{'+' if due > 0 else '−'}{abs(due)}"))
    return row


def _numbers_width(numbers: list[tuple[str, str]]) -> float:
    return sum(width(words_, 18, bold=True) + (8 if sign == "due" else 25) for sign, words_ in numbers)


def power_strip(
    variant: Variant, counts: Mapping[str, Mapping[str, Any]], shades: Mapping[str, Shades], language: str, frame_width: int, top: float
) -> tuple[str, float]:  # fmt: skip
    """The strip of powers from `top` on, and where it ends."""
    natural = [_chip_width(variant, power.id, counts.get(power.id, {}), language) for power in variant.powers]
    room = frame_width - 2 * _EDGE
    rows = next(
        rows
        for rows in range(1, len(natural) + 1)
        if all(sum(row) + _CHIP_GAP * (len(row) - 1) <= room for row in _dealt(natural, rows))
        or rows == len(natural)
    )
    parts: list[str] = []
    powers = iter(variant.powers)
    for line, row in enumerate(_dealt(natural, rows)):
        spare = (room - sum(row) - _CHIP_GAP * (len(row) - 1)) / len(row)
        x = float(_EDGE)
        for wide in row:
            power, stretched = next(powers), wide + spare
            y = top + line * (_CHIP_HEIGHT + _CHIP_GAP)
            parts.append(
                _chip(
                    x, y, stretched, variant, power.id, counts.get(power.id, {}), shades[power.id], language
                )
            )
            x += stretched + _CHIP_GAP
    return "".join(parts), top + rows * (_CHIP_HEIGHT + _CHIP_GAP)


def _chip_width(variant: Variant, power: str, counts: Mapping[str, Any], language: str) -> float:
    names = variant.power(power).names
    return (
        46
        + 18
        + width((names.get(language) or names["en"])[0], 19, bold=True)
        + _numbers_width(_numbers(counts))
    )


def _dealt(widths: list[float], rows: int) -> list[list[float]]:
    """The chips over so many rows, the first rows taking one more when they do not come out even."""
    few, more = divmod(len(widths), rows)
    out, at = [], 0
    for row in range(rows):
        take = few + (row < more)
        out.append(widths[at : at + take])
        at += take
    return out


Sample = Callable[[float, float], tuple[str, float]]


def _line_sample(dash: str = "", *, head: bool = True, colour: str = _SAMPLE, wave: bool = False, end: str = "", thick: float = 3.2) -> Sample:  # fmt: skip
    def draw(x: float, y: float) -> tuple[str, float]:
        layers = Layers()
        row = [(x, y), (x + 25, y), (x + 50, y)]
        if wave:
            row = waved(row, calm=8)
        stroke(layers, row, colour, thick, dash=dash, head=head)
        if end == "burst":
            layers.marks.append(burst(x + 50, y, p.BURST, p.ALARM))
        elif end == "ring":
            ring(layers, (x + 50, y), colour)
        elif end == "cross":
            layers.marks.append(cross(x + 25, y, p.ALARM, 4.6))
        return "".join(layers.lines + layers.heads + layers.marks), 60 if end else 54

    return draw


def _plain(make: Callable[[str], str]) -> Sample:
    return lambda x, y: (make(f"M{number(x + 3)} {number(y)}h40"), 48)


def _railway(x: float, y: float) -> tuple[str, float]:
    d = f"M{number(x)} {number(y)}h48"
    return (
        path(d, stroke="#3A3A3A", stroke_width=3.8)
        + path(d, stroke="#fff", stroke_width=2, stroke_dasharray="5 5"),
        50,
    )


def _rail_move(x: float, y: float) -> tuple[str, float]:
    sample, wide = _line_sample()(x, y)
    band = path(
        f"M{number(x)} {number(y)}h50",
        stroke=_SAMPLE,
        stroke_width=11,
        stroke_opacity=0.35,
        stroke_linecap="round",
    )
    return band + sample, wide


def _hold(x: float, y: float) -> tuple[str, float]:
    return path(
        f"M{number(x + 3)} {number(y)}h30", stroke=_SAMPLE, stroke_width=3.6, stroke_linecap="round"
    ), 36


def _unit(kind: str, state: str) -> Sample:
    def draw(x: float, y: float) -> tuple[str, float]:
        shades = Shades("#FFFFFF", "#FFFFFF", "#1B1B1B", _SAMPLE)
        return token(Token("", kind, x + 21, y, (state,) if state else ()), shades, ""), 44

    return draw


def home_mark(x: float, y: float, fill: str) -> str:
    """The star of a home centre."""
    d = points(star_points(x, y, 7.4, 3.3, 5), closed=True)
    return path(d, fill=fill, stroke="#fff", stroke_width=3.4, stroke_linejoin="round") + path(
        d, fill=fill, stroke="#222", stroke_width=1
    )


def centre_mark(x: float, y: float, fill: str) -> str:
    """The dot of a supply centre."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="{fill}" stroke="#fff" stroke-width="3"/><circle cx="{number(x)}" cy="{number(y)}" r="5" fill="{fill}" stroke="#222" stroke-width="1"/>'


_SAMPLES: dict[str, Sample] = {
    "army": _unit("A", ""),
    "fleet": _unit("F", ""),
    "home": lambda x, y: (home_mark(x + 9, y, "#fff"), 18),
    "centre": lambda x, y: (centre_mark(x + 8, y, "#fff"), 16),
    "move": _line_sample(),
    "bounce": _line_sample("8 6", head=False, end="burst"),
    "void": _line_sample("7 6", colour=p.VOID, end="cross", thick=2.6),
    "support": _line_sample("5 5", head=False, end="ring", thick=2.4),
    "cut": _line_sample("5 5", head=False, colour=p.VOID, end="cross", thick=2.4),
    "convoy": _line_sample(wave=True),
    "hold": _hold,
    "retreat": _line_sample("5 5", colour=p.ALARM, thick=2.8),
    "dislodged": _unit("A", "dislodged"),
    "built": _unit("A", "new"),
    "disbanded": _unit("A", "gone"),
    "rail": _rail_move,
    "railway": _railway,
    "bridge": _plain(bridge_line),
    "canal": _plain(canal_line),
    "land": _plain(lambda d: link_line(d, "land")),
    "sea": _plain(lambda d: link_line(d, "sea")),
}
SIGNS = frozenset(_SAMPLES)
"""Every sign the key can explain; each has a word in templates/<language>/map.toml."""


def signs_of(board: Board, variant: Variant, used: set[str]) -> list[str]:
    """The signs to explain in a picture: those of this board and those that its orders used."""
    chosen = set(used)
    chosen |= {"army"} | ({"fleet"} if any(q.kind == "sea" for q in variant.provinces) else set())
    homes = {home for power in variant.powers for home in power.homes}
    chosen |= {"home"} if homes else set()
    chosen |= {"centre"} if any(q.centre and q.id not in homes for q in variant.provinces) else set()
    chosen |= {"railway"} if board.railway else set()
    chosen |= {"canal"} if board.canal else set()
    chosen |= {"bridge"} if board.bridges else set()
    chosen |= {link.kind for link in board.links} if board.drawn else set()
    if not board.drawn:
        chosen -= {"land", "sea"}
    return [name for name in _SAMPLES if name in chosen]


def key(signs: list[str], language: str, frame_width: int, top: float) -> tuple[str, float]:
    """The key of these signs from `top` on, in as many rows as it needs, and where it ends."""
    table = words(language)["key"]
    size, parts = 17.0, []
    x, y = float(_EDGE), top + _ROW / 2
    for name in signs:
        label = table[name]
        _, wide = _SAMPLES[name](0, 0)
        whole = wide + 7 + width(label, size)
        if x > _EDGE and x + whole > frame_width - _EDGE:
            x, y = float(_EDGE), y + _ROW
        sample, _ = _SAMPLES[name](x, y)
        parts.append(sample)
        parts.append(text(x + wide + 7, y + 6, label, size, "#333", bold=False, anchor="start"))
        x += whole + 24
    return "".join(parts), y + _ROW / 2
