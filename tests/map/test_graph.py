"""Variants without a map: laid out from the borders, and still readable."""

from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pytest

from judge.render.map.board import board_of
from judge.render.map.draw import draw
from judge.render.map.graph import laid_out
from judge.variants.load import load_variant
from judge.variants.model import Variant
from tests.map.samples import STANDARD_BUSY, STANDARD_ORDERS, start_view


@pytest.fixture
def mapless(tmp_path: Path) -> Variant:
    """The standard game without its map."""
    folder = tmp_path / "bare"
    shutil.copytree(load_variant("standard").folder, folder)
    (folder / "map.json").unlink()
    return load_variant(folder)


def test_a_variant_without_map_data_is_drawn_with_all_its_places_links_and_orders(mapless: Variant) -> None:
    board = board_of(mapless)
    assert not board.drawn
    assert {province.id for province in mapless.provinces} <= set(board.units)
    assert len(board.links) == 206
    svg = draw(mapless, STANDARD_BUSY, events=STANDARD_ORDERS, language="ja")
    assert "ブルゴーニュ" in svg


def test_no_two_places_cover_each_others_unit_or_label(mapless: Variant) -> None:
    board = laid_out(mapless)
    spots = {province.id: board.units[province.id] for province in mapless.provinces}
    for (a, (ax, ay)), (b, (bx, by)) in combinations(spots.items(), 2):
        assert abs(ax - bx) > 70 or abs(ay - by) > 54, (a, b)


def test_the_layout_is_the_same_every_time(mapless: Variant) -> None:
    assert laid_out(mapless).units == laid_out(load_variant(mapless.folder)).units
    first = draw(mapless, start_view(mapless))
    assert first == draw(load_variant(mapless.folder), start_view(mapless))
