"""Cutting one landmass or sea into provinces: the nearest seed decides, then the borders are made to look natural."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box
from shapely.ops import linemerge, polygonize, unary_union

from tools.map_build.outline import polygons_of

XY = tuple[float, float]


class Seed(NamedTuple):
    """A point that belongs to a province, in pixels."""

    province: str
    x: float
    y: float


def _cells(area: Polygon, seeds: Sequence[Seed]) -> list[tuple[str, Polygon]]:
    """Each seed's own cell, not cut to the area."""
    bounds = box(*area.bounds).buffer(400)
    cells = shapely.voronoi_polygons(MultiPoint([(s.x, s.y) for s in seeds]), extend_to=bounds)
    tree = shapely.STRtree([Point(s.x, s.y) for s in seeds])
    return [(seeds[int(tree.query(cell, predicate="intersects")[0])].province, cell) for cell in cells.geoms]


def split(area: Polygon, seeds: Sequence[Seed]) -> dict[str, shapely.Geometry]:
    """The area by province, borders straight. A part that holds none of its province's seeds goes to the neighbour it
    shares most border with: this mends cells that reach over a peninsula."""
    if len({seed.province for seed in seeds}) == 1:
        return {seeds[0].province: area}
    joined: dict[str, list[Polygon]] = defaultdict(list)
    for province, cell in _cells(area, seeds):
        joined[province].append(cell)
    parts: list[tuple[str, Polygon]] = []
    homeless: list[Polygon] = []
    for province, cells in joined.items():
        own = MultiPoint([(s.x, s.y) for s in seeds if s.province == province])
        for part in polygons_of(unary_union(cells).intersection(area)):
            if part.distance(own) < 0.5:
                parts.append((province, part))
            else:
                homeless.append(part)
    while homeless:
        tree = shapely.STRtree([part for _, part in parts])
        left: list[Polygon] = []
        for part in homeless:
            grown = part.buffer(0.4)
            shared = [(grown.intersection(parts[i][1]).area, int(i)) for i in tree.query(grown)]
            best = max(shared, default=(0.0, -1))
            if best[0] > 0.5:
                parts.append((parts[best[1]][0], part))
            else:
                left.append(part)
        if len(left) == len(homeless):
            break
        homeless = left
    out: dict[str, list[Polygon]] = defaultdict(list)
    for province, part in parts:
        out[province].append(part)
    return {province: unary_union(found) for province, found in out.items()}


def _ridges(area: Polygon, seeds: Sequence[Seed]) -> list[LineString]:
    """Edges between cells of different provinces, joined into arcs from junction to junction."""
    sides: dict[tuple[XY, XY], list[str]] = defaultdict(list)
    for province, cell in _cells(area, seeds):
        for a, b in pairwise(cell.exterior.coords):
            p, q = (round(a[0], 6), round(a[1], 6)), (round(b[0], 6), round(b[1], 6))
            sides[min(p, q), max(p, q)].append(province)
    edges = [
        LineString(edge)
        for edge, provinces in sides.items()
        if len(provinces) == 2 and provinces[0] != provinces[1]
    ]
    merged = unary_union(edges)
    if isinstance(merged, LineString):
        return [merged]
    return list(getattr(linemerge(merged), "geoms", [linemerge(merged)]))


def _even(line: LineString, step: float) -> list[XY]:
    count = max(1, round(line.length / step))
    return [line.interpolate(i / count, normalized=True).coords[0] for i in range(count + 1)]


def _averaged(points: list[XY]) -> list[XY]:
    p = np.asarray(points)
    p[1:-1] = (p[:-2] + 2 * p[1:-1] + p[2:]) / 4
    return [(float(x), float(y)) for x, y in p]


def _rounded(points: list[XY]) -> list[XY]:
    """Chaikin's corner cutting; the ends stay."""
    out = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        out.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
        out.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
    return [*out, points[-1]]


def _jittered(points: list[XY], amount: float) -> list[XY]:
    """Small steps to the side, the same for the same line, so that land borders do not look ruled."""
    ends = points[0] + points[-1]
    chance = random.Random(",".join(f"{value:.3f}" for value in ends))
    out, last, drift = [points[0]], len(points) - 1, 0.0
    for i in range(1, last):
        dx, dy = points[i + 1][0] - points[i - 1][0], points[i + 1][1] - points[i - 1][1]
        length = float(np.hypot(dx, dy)) or 1.0
        drift = 0.35 * drift + chance.uniform(-1, 1) * amount
        side = drift * min(1.0, i / 2, (last - i) / 2)
        out.append((points[i][0] - dy / length * side, points[i][1] + dx / length * side))
    return [*out, points[-1]]


def _natural(line: LineString, land: bool) -> LineString:
    if not land:
        line = line.simplify(min(10.0, line.length * 0.06))
    if line.length < 3:
        return line
    points = _even(line, 6.0 if land else 14.0)
    for _ in range(3 if land else 8):
        points = _averaged(points)
    if land and len(points) > 3:
        points = _jittered(points, 1.5)
    for _ in range(2 if land else 3):
        points = _rounded(points)
    return LineString(points)


def partition(area: Polygon, seeds: Sequence[Seed], *, land: bool) -> dict[str, shapely.Geometry]:
    """The area by province, with natural borders. Ends of borders stay put, so who touches whom stays as `split` has it."""
    raw = split(area, seeds)
    if len(raw) == 1:
        return raw
    reach = area.buffer(0.6)
    arcs = [
        _natural(part, land)
        for ridge in _ridges(area, seeds)
        for part in getattr(ridge.intersection(reach), "geoms", [ridge.intersection(reach)])
        if isinstance(part, LineString) and part.length > 0.05
    ]
    rings = [LineString(ring.coords) for ring in (area.exterior, *area.interiors)]
    names = list(raw)
    tree = shapely.STRtree([raw[name] for name in names])
    faces: dict[str, list[Polygon]] = defaultdict(list)
    for face in polygonize(unary_union([*rings, *arcs])):
        if not area.contains(face.representative_point()):
            continue
        overlap = [(raw[names[i]].intersection(face).area, int(i)) for i in tree.query(face)]
        if overlap:
            faces[names[max(overlap)[1]]].append(face)
    return {name: unary_union(parts) for name, parts in faces.items()}
