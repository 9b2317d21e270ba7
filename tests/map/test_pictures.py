"""PNGs for the mails, and what happens when one cannot be made."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from judge.render.map import palette
from judge.render.map.draw import draw
from judge.render.map.errors import MapError
from judge.render.map.pictures import LIMIT, pictures, within
from judge.render.map.png import WIDTH, to_png, with_palette
from judge.variants.load import load_variant
from tests.map.samples import COLONIAL_BUSY, COLONIAL_ORDERS, COLONIAL_RETREATS, start_view

NOTHING: dict[str, Any] = {"before": None, "events": (), "after": None}
CLOSED: dict[str, Any] = {"before": COLONIAL_BUSY, "events": COLONIAL_ORDERS, "after": COLONIAL_RETREATS}


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def test_a_closed_phase_gives_two_pictures_that_fit_a_mail() -> None:
    made = pictures(load_variant("colonial"), **CLOSED, language="ja")
    assert list(made) == ["orders", "after"]
    for png in made.values():
        assert png.startswith(b"\x89PNG")
        assert len(png) <= LIMIT
        assert opened(png).width == WIDTH
        assert opened(png).mode == "P"


def test_the_start_gives_one_picture() -> None:
    variant = load_variant("coldwar")
    made = pictures(variant, before=None, events=(), after=start_view(variant), language="en")
    assert list(made) == ["after"]
    assert len(made["after"]) <= LIMIT


def test_a_picture_that_would_be_too_heavy_is_made_smaller() -> None:
    variant = load_variant("standard")
    svg = draw(variant, start_view(variant))
    full = to_png(svg)
    smaller = within(svg, limit=len(full) - 1)
    assert len(smaller) < len(full)
    assert opened(smaller).width == WIDTH * 4 // 5


@pytest.mark.parametrize(
    "closed",
    [
        {"before": {"phase": "S1901M", "units": {"FRANCE": ["A NOWHERE"]}}},
        {"before": {"phase": "S1901M", "units": {"FRANCE": ["nonsense"]}}},
        {"before": {"phase": "S1901M", "units": 7}},
        {"before": {"phase": "S1901M", "units": {}}, "events": [{"kind": "order_result", "facts": {}}]},
        {"after": {"units": {"MARS": ["A PAR"]}}},
    ],
)
def test_whatever_is_wrong_comes_as_a_map_error(closed: dict[str, object]) -> None:
    with pytest.raises(MapError):
        pictures(load_variant("standard"), **{**NOTHING, **closed}, language="en")


def test_a_language_without_words_is_a_map_error() -> None:
    with pytest.raises(MapError):
        pictures(load_variant("standard"), **CLOSED, language="fr")


def test_flat_colours_stay_exact_in_the_small_palette() -> None:
    # tints carry meaning: a palette that shifts them would make powers look alike
    variant = load_variant("colonial")
    image = opened(to_png(draw(variant, start_view(variant)), 900)).convert("RGB")
    counted = {colour for count, colour in image.getcolors(1 << 24) or [] if count > 200}
    for power in variant.powers:
        tint = palette.shades_of(power.colour).tint
        assert tuple(int(tint[i : i + 2], 16) for i in (1, 3, 5)) in counted, power.id


def test_a_picture_with_few_colours_keeps_them_all() -> None:
    image = Image.new("RGB", (4, 1))
    for x, colour in enumerate([(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9)]):
        image.putpixel((x, 0), colour)
    assert with_palette(image, 256).convert("RGB").tobytes() == image.tobytes()


def test_japanese_and_latin_letters_are_really_drawn() -> None:
    # a renderer without a font draws no text and reports nothing
    def ink(words: str) -> int:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="BIZ UDPGothic">'
            f'<rect width="200" height="40" fill="#fff"/><text x="5" y="30" font-size="24" font-weight="bold">{words}</text></svg>'
        )
        image = opened(to_png(svg, 200)).convert("L")
        return sum(1 for value in image.tobytes() if value < 128)

    assert ink("") == 0
    assert ink("新疆") > 100
    assert ink("SEO") > 100
    assert ink("疆") != ink("漢")


def test_what_the_renderer_refuses_is_a_map_error() -> None:
    with pytest.raises(MapError):
        to_png("<svg", 200)
