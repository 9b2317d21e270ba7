"""What a picture shows of a position and its orders."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from judge.render.map import palette
from judge.render.map.draw import draw
from judge.render.map.errors import MapError
from judge.render.map.orders import read_order
from judge.variants.load import load_variant
from tests.map.samples import COLONIAL_BUSY, SCENES, STANDARD_BUSY, dislodged, result, start_view

GOLDEN = Path(__file__).parent / "golden.json"
LANGUAGES = ("en", "ja")


def picture(name: str, language: str) -> str:
    """A start position or a scene as SVG."""
    if name in SCENES:
        variant, view, events = SCENES[name]
        return draw(load_variant(variant), view, events=events, language=language)
    variant_ = load_variant(name)
    return draw(variant_, start_view(variant_), language=language)


PICTURES = [
    f"{name}.{language}" for name in ("colonial", "standard", "coldwar", *SCENES) for language in LANGUAGES
]


def digests() -> dict[str, str]:
    """SHA-256 of every picture; `python -m tests.map.golden` writes them after the pictures were looked at."""
    return {key: hashlib.sha256(picture(*key.split(".")).encode()).hexdigest()[:16] for key in PICTURES}


@pytest.mark.parametrize("key", PICTURES)
def test_a_picture_is_the_one_that_was_looked_at(key: str) -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))
    now = hashlib.sha256(picture(*key.split(".")).encode()).hexdigest()[:16]
    assert now == golden[key], f"{key} looks different: look at it, then python -m tests.map.golden"


@pytest.mark.parametrize("key", PICTURES)
def test_a_picture_is_well_formed_and_uses_nothing_from_outside(key: str) -> None:
    svg = picture(*key.split("."))
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    names = {element.get("id") for element in root.iter()}
    for element in root.iter():
        href = element.get("href")
        assert href is None or href[1:] in names
    assert svg.count("http") == 1  # the namespace


def units_drawn(svg: str) -> int:
    return svg.count('<use href="#army"') + svg.count('<use href="#fleet"')


def test_every_unit_of_the_position_is_drawn() -> None:
    svg = draw(load_variant("colonial"), COLONIAL_BUSY, legend=False)
    assert units_drawn(svg) == sum(len(units) for units in COLONIAL_BUSY["units"].values())


def test_a_province_is_tinted_for_its_owner_and_neutral_ones_are_not() -> None:
    variant = load_variant("standard")
    before = draw(variant, start_view(variant), legend=False)
    view = start_view(variant) | {"centers": {"FRANCE": ["BEL", "BRE", "MAR", "PAR"]}}
    after = draw(variant, view, legend=False)
    tint = palette.shades_of(variant.power("FRANCE").colour).tint
    assert after.count(f'fill="{tint}"') == before.count(f'fill="{tint}"') + 1


def drawn_over(
    orders: list[dict[str, object]], variant: str = "standard", view: dict[str, object] = STANDARD_BUSY
) -> str:
    """What the orders add to the picture of the position."""
    loaded = load_variant(variant)
    plain = draw(loaded, view, legend=False)
    with_orders = draw(loaded, view, events=orders, legend=False)
    assert units_drawn(plain) == units_drawn(with_orders)
    pieces = plain.split("<")
    return "<".join(piece for piece in with_orders.split("<") if piece not in pieces)


def line_of(power: str, variant: str = "standard") -> str:
    return palette.shades_of(load_variant(variant).power(power).colour).line


def test_a_move_is_a_solid_arrow_in_the_colour_of_its_power() -> None:
    added = drawn_over([result("FRANCE", "A PAR - GAS")])
    assert f'stroke="{line_of("FRANCE")}"' in added
    assert f'fill="{line_of("FRANCE")}"' in added, "the head"
    assert "stroke-dasharray" not in added
    assert palette.BURST not in added


def test_a_bounced_move_is_dashed_and_ends_in_a_burst_without_a_head() -> None:
    added = drawn_over([result("FRANCE", "A PAR - BUR", "fails", "bounced")])
    assert f'fill="{palette.BURST}"' in added
    assert 'stroke-dasharray="8 6"' in added
    assert f'fill="{line_of("FRANCE")}"' not in added


def test_a_void_move_is_grey_and_crossed_out() -> None:
    added = drawn_over([result("FRANCE", "A PAR - MOS", "void", "unreachable")])
    assert f'stroke="{palette.VOID}"' in added
    assert f'stroke="{palette.ALARM}"' in added
    assert f'stroke="{line_of("FRANCE")}"' not in added


def test_a_support_is_dashed_and_a_cut_one_grey_with_a_cross() -> None:
    move = result("FRANCE", "A PAR - GAS")
    given = drawn_over([move, result("FRANCE", "A BUR S A PAR - GAS")])
    assert 'stroke-dasharray="5 5"' in given
    assert palette.ALARM not in given
    cut = drawn_over([move, result("FRANCE", "A BUR S A PAR - GAS", "fails", "cut")])
    assert f'stroke="{palette.VOID}"' in cut
    assert palette.ALARM in cut


def test_a_convoy_runs_through_its_fleet_and_not_through_idle_ones() -> None:
    move = result("ENGLAND", "A YOR - NWY")
    convoyed = drawn_over([move, result("ENGLAND", "F NTH C A YOR - NWY")])
    idle = drawn_over([move, result("ENGLAND", "F NTH C A YOR - NWY", "fails", "unused")])
    assert len(convoyed) > len(idle) + 400, "the wave has many points"
    assert convoyed.count("<ellipse") == idle.count("<ellipse") == 2


def test_a_dislodged_unit_has_a_red_dashed_ring() -> None:
    added = drawn_over([dislodged("RUSSIA", "F RUM")])
    assert f'stroke="{palette.ALARM}" stroke-width="2.8" stroke-dasharray="6 3"' in added


def test_a_train_that_was_cut_is_drawn_as_far_as_it_came() -> None:
    def rail(reached: str) -> str:
        order = result("RUSSIA", "A MOS - TSR - VLA", "fails", "train_cut", stop=reached)
        return drawn_over([order], "colonial", COLONIAL_BUSY)

    band = f'stroke="{line_of("RUSSIA", "colonial")}" stroke-width="11"'
    assert band in rail("OMSK")
    assert palette.ALARM in rail("OMSK")
    assert len(rail("OMSK").split(band)[0]) < len(rail("KRA").split(band)[0])
    whole = drawn_over([result("RUSSIA", "A MOS - TSR - VLA")], "colonial", COLONIAL_BUSY)
    assert band in whole
    assert palette.ALARM not in whole


def test_a_move_through_the_canal_passes_the_canal() -> None:
    direct = drawn_over([result("TURKEY", "F MED - BS")], "colonial", COLONIAL_BUSY)
    through = drawn_over([result("TURKEY", "F MED - RS")], "colonial", COLONIAL_BUSY)
    assert through.count("L") > direct.count("L") + 10


def test_builds_and_disbands_are_marked() -> None:
    svg = picture("standard_builds", "en")
    assert svg.count(f'fill="{palette.NEW}"') == 3, "two builds and the key"
    assert svg.count('<g opacity="0.75">') == 3, "two disbands and the key"


def test_in_a_retreat_phase_the_dislodged_unit_is_disbanded_not_the_one_that_took_its_place() -> None:
    view = {"phase": "S1901R", "units": {"FRANCE": ["A BUR"], "GERMANY": ["*A BUR"]}}
    svg = draw(
        load_variant("standard"),
        view,
        events=[result("GERMANY", "A BUR D", "succeeds", "no_order")],
        legend=False,
    )
    pale = svg.split('<g opacity="0.75">')
    assert len(pale) == 2
    german = palette.shades_of(load_variant("standard").power("GERMANY").colour).token
    assert pale[1].split("/>")[0].endswith(f'fill="{german}"')


def test_a_unit_destroyed_when_dislodged_has_ring_and_cross() -> None:
    destroyed = dislodged("RUSSIA", "F RUM")
    destroyed["facts"]["disbanded"] = True
    svg = draw(load_variant("standard"), STANDARD_BUSY, events=[destroyed], legend=False)
    assert svg.count('<g opacity="0.75">') == 1
    assert svg.count('stroke-dasharray="6 3"') == 1


def test_an_automatic_build_of_a_movement_phase_waits_for_the_position_after_it() -> None:
    variant = load_variant("coldwar")
    built = {"kind": "built", "facts": {"power": "CUB", "unit": "A HAV"}}
    before = {"phase": "Y1951M", "units": {"CUB": ["A BOG"]}}
    after = {"phase": "Y1952M", "units": {"CUB": ["A BOG", "A HAV"]}}
    assert units_drawn(draw(variant, before, events=[built], legend=False)) == 1
    shown = draw(variant, after, events=[built], legend=False)
    assert units_drawn(shown) == 2
    assert shown.count(f'fill="{palette.NEW}"') == 1


def test_the_key_explains_only_what_occurs() -> None:
    variant = load_variant("colonial")
    start, busy = draw(variant, start_view(variant)), picture("colonial_orders", "en")
    assert ">Trans-Siberian Railway<" in start
    assert ">bounced<" not in start
    assert ">bounced<" in busy
    assert ">衝突<" in picture("colonial_orders", "ja")
    assert "Railway" not in picture("standard_orders", "en")


def test_the_title_names_game_and_season_in_the_readers_language() -> None:
    assert ">Colonial Diplomacy: Fall 1871<" in picture("colonial_orders", "en")
    assert ">コロニアル・ディプロマシー　1871年秋<" in picture("colonial_orders", "ja")


def test_a_unit_on_no_known_place_is_a_map_error() -> None:
    with pytest.raises(MapError, match="XYZ is not on the map"):
        draw(load_variant("standard"), {"units": {"FRANCE": ["A XYZ"]}})


@pytest.mark.parametrize(
    "order",
    [
        "A PAR - XYZ",
        "A XYZ - PAR",
        "A PAR S A XYZ - BUR",
        "A PAR - BUR/XX - TSR",
        "A MOS - UKR",
        "F XYZ B",
        "nonsense",
        "A PAR - TSR - VLA",
    ],
)
def test_a_void_order_that_names_what_is_not_there_never_spoils_the_picture(order: str) -> None:
    svg = draw(
        load_variant("standard"), STANDARD_BUSY, events=[result("FRANCE", order, "void")], legend=False
    )
    assert units_drawn(svg) == sum(len(units) for units in STANDARD_BUSY["units"].values())


def test_text_from_a_game_is_escaped() -> None:
    variant = load_variant("standard")
    svg = draw(variant, start_view(variant), title="A <b> & C")
    ElementTree.fromstring(svg)
    assert "<b>" not in svg


@pytest.mark.parametrize(
    ("text", "act", "target", "helped"),
    [
        ("A PAR - BUR", "move", "BUR", ""),
        ("A PAR H", "hold", "", ""),
        ("A PAR S A MAR - BUR", "support", "BUR", "MAR"),
        ("A PAR S A MAR", "support", "", "MAR"),
        ("F NTH C A LON - NWY", "convoy", "NWY", "LON"),
        ("A LON - NWY VIA", "move", "NWY", ""),
        ("A MOS - TSR - VLA", "rail", "VLA", ""),
        ("A EGY H (SC F MED - RS)", "hold", "", ""),
        ("A BUR R PAR", "retreat", "PAR", ""),
        ("A BUR D", "disband", "", ""),
        ("A PAR B", "build", "", ""),
        ("WAIVE", "waive", "", ""),
    ],
)  # the canonical order texts of the contract
def test_every_form_of_canonical_order_is_read(text: str, act: str, target: str, helped: str) -> None:
    order = read_order("FRANCE", text)
    assert order is not None
    assert (order.act, order.target, order.helped) == (act, target, helped)


@pytest.mark.parametrize("text", ["", "hello", "A PAR", "A PAR X BUR", "PAR - BUR"])
def test_what_is_no_order_is_not_drawn(text: str) -> None:
    assert read_order("FRANCE", text) is None
