"""Units as drawn: a shield for an army, a ship for a fleet, with the power's mark."""

from __future__ import annotations

from dataclasses import dataclass

from judge.render.map.palette import ALARM, NEW, Shades
from judge.render.map.svg import cross, number, path, text

SLOT = (-20.0, -15.0, 20.0, 16.0)
"""Left, top, right, bottom of the room a unit takes about its point, its white edge included."""

_ARMY = "M-13-12.5h26v14q0 7-13 12q-13-5-13-12z"
_FLEET = "M-18-3h5v-9h26v9h5l-5.5 13q-1 2-3.2 2h-18.6q-2.2 0-3.2-2z"

DEFINITIONS = "".join(
    f'<g id="{name}"><path d="{shape}" transform="translate(1 1.7)" fill="#000" fill-opacity=".28"/>'
    f'<path d="{shape}" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>'
    f'<path d="{shape}" stroke="#1b1b1b" stroke-width="1.3" stroke-linejoin="round"/></g>'
    for name, shape in (("army", _ARMY), ("fleet", _FLEET))
)
"""Shapes to be put once into <defs>."""


@dataclass(frozen=True, slots=True)
class Token:
    """A unit to draw. kind "A" or "F"; states: any of "dislodged", "new" (just built), "gone" (disbanded)."""

    power: str
    kind: str
    x: float
    y: float
    states: tuple[str, ...] = ()


def token(unit: Token, shades: Shades, mark: str) -> str:
    """The unit with its mark and the signs of its states."""
    x, y = unit.x, unit.y
    wide = len(mark) == 1 and ord(mark) > 0x2E80
    parts = [
        f'<use href="#{"fleet" if unit.kind == "F" else "army"}" x="{number(x)}" y="{number(y)}" fill="{shades.token}"/>',
        text(x, y + (5.4 if wide else 5.8), mark, 17.5 if wide else 18.5, shades.ink),
    ]
    if "gone" in unit.states:
        parts = ['<g opacity="0.75">', *parts, cross(x + 13, y - 11, ALARM, 5.5, 3), "</g>"]
    if "dislodged" in unit.states:
        circle = f'<circle cx="{number(x)}" cy="{number(y)}" r="20" fill="none" stroke='
        parts.append(
            f'{circle}"#fff" stroke-width="4.5"/>{circle}"{ALARM}" stroke-width="2.8" stroke-dasharray="6 3"/>'
        )
    if "new" in unit.states:
        cx, cy = x + 14, y - 12
        parts.append(
            f'<circle cx="{number(cx)}" cy="{number(cy)}" r="7" fill="{NEW}" stroke="#fff" stroke-width="1.5"/>'
        )
        plus = f"M{number(cx - 4)} {number(cy)}h8M{number(cx)} {number(cy - 4)}v8"
        parts.append(path(plus, stroke="#fff", stroke_width=2.2))
    return "".join(parts)
