"""Powers stay apart for every kind of colour sight (facts: Machado, Oliveira, Fernandes 2009; CIEDE2000)."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from judge.render.map import palette
from judge.variants.load import list_variants, load_variant

SIGHTS = {
    "normal": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}  # fmt: skip
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
WHITE = np.array([0.95047, 1.0, 1.08883])


def lab(colour: str, sight: str) -> np.ndarray:
    """CIE L*a*b* of a colour as seen with this kind of sight."""
    value = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(SIGHTS[sight] @ linear, 0, 1) / WHITE
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one: np.ndarray, two: np.ndarray) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    middle = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grow = 1.5 - 0.5 * math.sqrt(middle**7 / (middle**7 + 25**7))
    a1, a2 = a1 * grow, a2 * grow
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    dl, dc, dh = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1 - 0.17 * math.cos(math.radians(hue - 30)) + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6)) - 0.20 * math.cos(math.radians(4 * hue - 63))
    )  # fmt: skip
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = (
        -2
        * math.sqrt(chroma**7 / (chroma**7 + 25**7))
        * math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    )
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + bend * dc / sc * dh / sh)


def nearest(colours: list[str], sight: str) -> float:
    seen = [lab(colour, sight) for colour in colours]
    return min(distance(one, two) for one, two in combinations(seen, 2))


def test_the_distance_agrees_with_published_pairs() -> None:
    # Sharma, Wu, Dalal 2005, table 1, pairs 1, 7 and 17
    pairs = [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ]
    for one, two, expected in pairs:
        assert distance(np.array(one), np.array(two)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", ["colonial", "standard"])
@pytest.mark.parametrize(
    ("sight", "tokens", "tints"),
    [("normal", 24, 12.5), ("protan", 15, 8), ("deutan", 14.5, 9), ("tritan", 10, 9)],
)
def test_units_and_lands_of_two_powers_stay_apart(name: str, sight: str, tokens: float, tints: float) -> None:
    shades = list(palette.shades_by_power(load_variant(name)).values())
    assert nearest([one.token for one in shades], sight) > tokens
    assert nearest([*(one.tint for one in shades), palette.LAND, palette.SEA], sight) > tints


@pytest.mark.parametrize("name", list_variants())
def test_marks_are_legible_on_their_units(name: str) -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for power, shades in palette.shades_by_power(load_variant(name)).items():
        light, dark = sorted((luminance(shades.token), luminance(shades.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, power  # WCAG 2, level AA


def test_a_colour_outside_the_table_gets_shades_of_its_own() -> None:
    for colour in ("#00AACC", "#FFFF99", "#101010"):
        shades = palette.shades_of(colour)
        assert shades.token == colour
        assert len({shades.token, shades.tint}) == 2
