"""The drawn borders are the borders of the rules, computed from the polygons that are drawn."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import shapely
from shapely.geometry import Polygon
from shapely.ops import unary_union

from judge.render.map.board import Board, board_of
from judge.render.map.orders import province_of
from judge.render.map.paths import read_path
from judge.variants.load import load_variant
from judge.variants.model import Variant

TOUCHING_PX = 1.5  # a border counts from here; two shapes that meet in one point measure up to 1
REACH_PX = 0.5
Pair = frozenset[str]


def shape_of(path: str) -> shapely.Geometry:
    """The area of a path: each ring adds or, inside another, takes away."""
    area: shapely.Geometry = Polygon()
    for ring in read_path(path):
        area = area.symmetric_difference(shapely.make_valid(Polygon(ring)))
    return area


def shapes_of(board: Board) -> dict[str, shapely.Geometry]:
    return {name: shape_of(path) for name, path in {**board.land, **board.sea}.items()}


def contacts(shapes: Mapping[str, shapely.Geometry]) -> set[Pair]:
    names = list(shapes)
    tree = shapely.STRtree([shapes[name] for name in names])
    found = set()
    for i, name in enumerate(names):
        grown = shapes[name].buffer(REACH_PX, join_style="mitre")
        for j in tree.query(grown):
            if j > i and grown.intersection(shapes[names[j]]).area / REACH_PX >= TOUCHING_PX:
                found.add(frozenset((name, names[j])))
    return found


def table(variant: Variant) -> set[Pair]:
    return {frozenset((province_of(b.a), province_of(b.b))) for b in variant.borders}


@pytest.fixture(scope="module", params=["colonial", "standard"])
def drawn(request: pytest.FixtureRequest) -> tuple[Variant, Board, dict[str, shapely.Geometry]]:
    variant = load_variant(request.param)
    board = board_of(variant)
    return variant, board, shapes_of(board)


def test_provinces_touch_exactly_where_units_may_pass(
    drawn: tuple[Variant, Board, dict[str, shapely.Geometry]],
) -> None:
    variant, board, shapes = drawn
    touching, bridged = contacts(shapes), {frozenset(bridge.between) for bridge in board.bridges}
    assert touching - table(variant) == set(), "drawn side by side, but no way through"
    assert table(variant) - touching - bridged == set(), "a way through that is not drawn"


def test_the_numbers_of_borders_are_those_of_the_tables() -> None:
    # facts: Colonial has 319 borders and 8 land bridges, standard without Switzerland 206
    colonial, standard = load_variant("colonial"), load_variant("standard")
    bridges = {frozenset(bridge.between) for bridge in board_of(colonial).bridges}
    assert (len(table(colonial) - bridges), len(bridges), len(table(standard))) == (319, 8, 206)


def test_bridges_are_drawn_from_shore_to_shore(
    drawn: tuple[Variant, Board, dict[str, shapely.Geometry]],
) -> None:
    _, board, shapes = drawn
    for bridge in board.bridges:
        line = shapely.LineString(bridge.line)
        for name in bridge.between:
            assert line.distance(shapes[name]) < 6, (bridge.between, name)


def test_a_fleet_passes_between_lands_exactly_where_their_border_reaches_a_common_sea(
    drawn: tuple[Variant, Board, dict[str, shapely.Geometry]],
) -> None:
    variant, board, shapes = drawn
    kinds = {province.id: province.kind for province in variant.provinces}
    # "disputed": links by the written coast rule though the coast between is not continuous (docs/rules/colonial.md)
    fleet = {
        frozenset((province_of(b.a), province_of(b.b)))
        for b in variant.borders
        if b.fleet and b.note != "disputed"
    }
    bridged = {frozenset(bridge.between) for bridge in board.bridges}
    seas = {name: shape for name, shape in shapes.items() if kinds[name] == "sea"}
    checked = 0
    for pair in (
        contacts({name: shape for name, shape in shapes.items() if kinds[name] == "coastal"}) - bridged
    ):
        a, b = (shapes[name].buffer(0.6) for name in pair)
        border = a.intersection(b)
        reaches = any(sea.distance(border) < 0.8 for sea in seas.values())
        assert reaches == (pair in fleet), sorted(pair)
        checked += 1
    assert checked > 50


def test_every_place_where_a_unit_may_stand_has_a_spot_in_its_province(
    drawn: tuple[Variant, Board, dict[str, shapely.Geometry]],
) -> None:
    variant, board, shapes = drawn
    for province in variant.provinces:
        for location in (province.id, *(f"{province.id}/{coast}" for coast in province.coasts)):
            spot = shapely.Point(board.units[location])
            assert shapes[province.id].distance(spot) < 14, location


def test_the_railway_runs_through_its_stations_provinces_only() -> None:
    board = board_of(load_variant("colonial"))
    assert board.railway is not None
    shapes = shapes_of(board)
    line = shapely.LineString(board.railway.line)
    crossed = {name for name, path in board.land.items() if shapes[name].intersection(line).length > 3}
    assert crossed == {"MOS", "PERM", "OMSK", "KRA", "IRK", "VLA"}  # rules 001, chapter on the railway
    for name, at in board.railway.stations.items():
        assert shapes[name].covers(shapely.Point(board.railway.line[at]).buffer(0.1)), name


def test_cold_war_lands_touch_exactly_where_a_land_link_is() -> None:
    variant = load_variant("coldwar")
    board = board_of(variant)
    land = {frozenset(link.between) for link in board.links if link.kind == "land"}
    assert len(land) == 14
    assert contacts(shapes_of(board)) == land


def test_cold_war_draws_every_link_of_the_table_once() -> None:
    variant = load_variant("coldwar")
    links = [frozenset(link.between) for link in board_of(variant).links]
    assert len(links) == len(set(links)) == 14 + 32  # rules 000 name 32 sea links
    assert set(links) == table(variant)


@pytest.mark.parametrize("name", ["colonial", "standard", "coldwar"])
def test_land_and_sea_fill_the_frame_without_overlap(name: str) -> None:
    board = board_of(load_variant(name))
    parts = [*shapes_of(board).values(), *(shape_of(path) for path in board.dead.values())]
    width, height = board.frame
    whole = unary_union(parts)
    assert sum(part.area for part in parts) - whole.area < 0.001 * width * height
    assert whole.area <= width * height + 1
