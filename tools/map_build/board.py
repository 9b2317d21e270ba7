"""A whole board as one coverage: every pixel of the frame belongs to one province, to ground out of play or to dead water."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.geometry import Point, Polygon, box
from shapely.ops import polygonize, unary_union

from tools.map_build.coast import land_masses
from tools.map_build.outline import polygons_of
from tools.map_build.partition import Seed, partition
from tools.map_build.projection import Projection

OUTSIDE, IMPASSABLE, NEUTRAL, WATER = "_outside", "_impassable", "_neutral", "_water"
DEAD = (OUTSIDE, IMPASSABLE, NEUTRAL, WATER)
_GAP_PX = 2.2  # water between a round island and the land it is cut from
_TOLERANCE_PX = 0.35


@dataclass(frozen=True)
class Board:
    """shapes: by province id or one of DEAD, in pixels, neighbours sharing their vertices; land: ids of land provinces."""

    shapes: Mapping[str, shapely.Geometry]
    land: frozenset[str]
    width: int
    height: int


def _seeds(projection: Projection, table: Mapping[str, Sequence[Sequence[float]]]) -> list[Seed]:
    return [
        Seed(province, x, y)
        for province, points in table.items()
        if points
        for x, y in projection.latlon(points)
    ]


def _land(
    geometry: Mapping[str, Any], masses: list[Polygon], projection: Projection
) -> dict[str, list[shapely.Geometry]]:
    plan = geometry["coast"]
    table = {**geometry["land"], OUTSIDE: geometry["outside"], IMPASSABLE: geometry["impassable"]}
    discs = {
        name: Point(projection.latlon([(lat, lon)])[0]).buffer(radius)
        for name, (lat, lon, radius) in plan["discs"].items()
    }
    tree = shapely.STRtree(masses)
    seeds_of: dict[int, list[Seed]] = defaultdict(list)
    for seed in _seeds(projection, table):
        seeds_of[int(tree.nearest(Point(seed.x, seed.y)))].append(seed)
    moat = unary_union([disc.buffer(_GAP_PX) for disc in discs.values()])
    land: dict[str, list[shapely.Geometry]] = defaultdict(list)
    seedless: list[Polygon] = []
    for i, mass in enumerate(masses):
        for piece in polygons_of(mass.difference(moat)):
            if i not in seeds_of:
                seedless.append(piece)
                continue
            for province, shape in partition(piece, seeds_of[i], land=True).items():
                land[province].append(shape)
    for name, disc in discs.items():
        land[name].append(disc)
    names = [name for name in land if name not in DEAD]
    near = shapely.STRtree([unary_union(land[name]) for name in names])
    for piece in seedless:
        name = names[int(near.nearest(piece))]
        if unary_union(land[name]).distance(piece) < plan["attach_px"]:
            land[name].append(piece)
        elif piece.area > plan["neutral_px2"]:
            land[NEUTRAL].append(piece)
    return land


def _water(
    geometry: Mapping[str, Any], water: shapely.Geometry, projection: Projection
) -> dict[str, list[shapely.Geometry]]:
    seeds = _seeds(projection, geometry["sea"])
    sea: dict[str, list[shapely.Geometry]] = defaultdict(list)
    for piece in polygons_of(water):
        here = [seed for seed in seeds if piece.distance(Point(seed.x, seed.y)) < 3]
        if any(piece.distance(Point(seed.x, seed.y)) < 0.5 for seed in here):
            for province, shape in partition(piece, here, land=False).items():
                sea[province].append(shape)
        else:
            sea[WATER].append(piece)
    return sea


def _as_coverage(shapes: Mapping[str, shapely.Geometry], frame: Polygon) -> dict[str, shapely.Geometry]:
    """The same shapes with shared vertices, thinned together so that no gap opens between neighbours."""
    names = list(shapes)
    tree = shapely.STRtree([shapes[name] for name in names])
    lines = shapely.union_all(
        [shape.boundary for shape in shapes.values()] + [frame.boundary], grid_size=0.01
    )
    faces: dict[str, list[Polygon]] = defaultdict(list)
    for face in polygonize(lines):
        spot = face.representative_point()
        hits = tree.query(spot, predicate="intersects")
        if len(hits) and frame.contains(spot):
            faces[names[int(hits[0])]].append(face)
        elif frame.contains(spot):
            faces[WATER].append(face)
    joined = {name: shapely.coverage_union_all(parts) for name, parts in sorted(faces.items())}
    thinned = shapely.coverage_simplify(list(joined.values()), _TOLERANCE_PX, simplify_boundary=False)
    return dict(zip(joined, thinned, strict=True))


def build_board(geometry: Mapping[str, Any], outline: Sequence[Polygon]) -> Board:
    """The board of a geometry file on this outline of the land. Deterministic."""
    projection = Projection(geometry)
    frame = box(0, 0, projection.width, projection.height)
    wide = frame.buffer(2, join_style="mitre")
    land = _land(geometry, land_masses(geometry, outline, projection), projection)
    ground = unary_union([shape for shapes in land.values() for shape in shapes])
    sea = _water(geometry, wide.difference(ground), projection)
    shapes = {
        name: cut
        for name, parts in {**land, **sea}.items()
        if not (cut := unary_union(parts).intersection(frame)).is_empty
    }
    return Board(
        _as_coverage(shapes, frame), frozenset(geometry["land"]), projection.width, projection.height
    )


def contacts(shapes: Mapping[str, shapely.Geometry], reach: float = 0.5) -> dict[frozenset[str], float]:
    """Length of the border, in pixels, of every two provinces that touch (a meeting in one point measures up to 1)."""
    names = [name for name in shapes if not name.startswith("_")]
    tree = shapely.STRtree([shapes[name] for name in names])
    found: dict[frozenset[str], float] = {}
    for i, name in enumerate(names):
        grown = shapes[name].buffer(reach, join_style="mitre")
        for j in tree.query(grown):
            if j > i:
                length = grown.intersection(shapes[names[j]]).area / reach
                if length > 0:
                    found[frozenset((name, names[j]))] = length
    return found
