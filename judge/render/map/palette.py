"""Colours. Tokens and tints of the known sets were chosen so that any two powers stay apart in every kind of colour sight;
docs/maps.md has the figures. A colour that is not in the table gets shades made from it."""

from __future__ import annotations

from dataclasses import dataclass

from judge.variants.model import Variant

PAPER, INK, QUIET, FRAME = "#FBF8F0", "#2B2418", "#5A5040", "#6B604E"
SEA, SEA_INK, SEA_LINE, GLOW = "#DDEBF4", "#1B5078", "#5E93B5", "#B9D6E8"
LAND, LAND_INK, BORDER, COAST = "#F6F0E0", "#1F1A12", "#6F6454", "#3F5B6E"
OUTSIDE, HATCH = "#E4E0D6", "#CFC9BA"
NEUTRAL_CENTRE = "#3B352B"
ALARM, BURST, NEW, VOID = "#C1121F", "#FFD23F", "#2E9E44", "#7D7D7D"
BRIDGE, BRIDGE_EDGE, CANAL, LAND_LINK, SEA_LINK = "#FFD83D", "#6B5200", "#2B7BBA", "#7A6A50", "#3E9BD1"


@dataclass(frozen=True, slots=True)
class Shades:
    """The colours of a power: token = unit, tint = its land, ink = the mark on the token, line = its arrows."""

    token: str
    tint: str
    ink: str
    line: str


_KNOWN = {
    shades.token: shades
    for shades in (
        Shades("#A5323A", "#E8AFA4", "#FFFFFF", "#A5323A"),
        Shades("#5B84DE", "#B4BDD8", "#06153A", "#3563CC"),
        Shades("#D98324", "#DB9638", "#241300", "#B8660A"),
        Shades("#F4D03F", "#F3E293", "#2B2200", "#A87900"),
        Shades("#7D37AD", "#D585DA", "#FFFFFF", "#7D37AD"),
        Shades("#EDF2F4", "#90A4A8", "#1C2A33", "#2F3E46"),
        Shades("#34A57B", "#52B581", "#02231A", "#14805A"),
        Shades("#2F55C7", "#A9B8E6", "#FFFFFF", "#2F55C7"),
        Shades("#1FA3C4", "#A8E0EE", "#04242C", "#0F7E9A"),
        Shades("#E6842A", "#F3C38C", "#2A1400", "#BF640F"),
        Shades("#3FA34D", "#A9DCA4", "#04220A", "#2B7F38"),
        Shades("#C62828", "#EFA29A", "#FFFFFF", "#C62828"),
        Shades("#DB5A9B", "#F4BCD6", "#2B0517", "#B93A7B"),
        Shades("#F2CB2E", "#F3E28F", "#2B2200", "#A68100"),
        Shades("#8A5A33", "#D0B69E", "#FFFFFF", "#8A5A33"),
        Shades("#14603F", "#8FB8A4", "#FFFFFF", "#14603F"),
    )
}


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mixed(colour: str, other: str, part: float) -> str:
    mix = (round(a + (b - a) * part) for a, b in zip(_rgb(colour), _rgb(other), strict=True))
    return "#" + "".join(f"{value:02X}" for value in mix)


def _luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1."""
    parts = [value / 255 for value in _rgb(colour)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def shades_of(colour: str) -> Shades:
    """The shades that go with a token colour "#rrggbb"."""
    known = _KNOWN.get(colour.upper())
    if known:
        return known
    light = _luminance(colour)
    return Shades(
        token=colour,
        tint=_mixed(colour, "#FFFFFF", 0.55 if light < 0.6 else 0.35),
        ink="#FFFFFF" if light < 0.25 else "#14110B",
        line=_mixed(colour, "#000000", min(0.6, max(0.0, light - 0.1))),
    )


def shades_by_power(variant: Variant) -> dict[str, Shades]:
    """Shades of every power of a variant."""
    return {power.id: shades_of(power.colour) for power in variant.powers}
