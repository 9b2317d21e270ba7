"""The land of a map as polygons in pixels: bent into the projection, then helped where the board needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import shapely
from shapely.affinity import scale
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as ShapelyPoint
from shapely.ops import unary_union

from tools.map_build.outline import polygons_of
from tools.map_build.projection import Projection

_MARGIN = 60
_GROWABLE_PX2 = 9000  # islands; a continent is never enlarged or joined
_TOLERANCE_PX = 0.45


def _dense(ring: Any, step: float = 1.0) -> list[tuple[float, float]]:
    """The ring's points with more on long edges, for edges bend in a projection."""
    points: list[tuple[float, float]] = []
    for (a, b), (c, d) in pairwise(ring.coords):
        parts = max(1, int(max(abs(c - a), abs(d - b)) / step))
        points += [(a + (c - a) * i / parts, b + (d - b) * i / parts) for i in range(parts)]
    return [*points, ring.coords[-1]]


def _bands(projection: Projection, lines: Sequence[Mapping[str, Any]]) -> shapely.Geometry:
    return unary_union([LineString(projection.latlon(line["line"])).buffer(line["px"] / 2) for line in lines])


def land_masses(
    geometry: Mapping[str, Any], outline: Sequence[Polygon], projection: Projection
) -> list[Polygon]:
    """Landmasses in pixels, separate polygons. Order matters: channels come after closing, or closing would shut them."""
    plan = geometry["coast"]
    frame = box(-_MARGIN, -_MARGIN, projection.width + _MARGIN, projection.height + _MARGIN)
    pieces: list[Polygon] = []
    for part in outline:
        shell = projection.lonlat(_dense(part.exterior))
        holes = [projection.lonlat(_dense(hole)) for hole in part.interiors]
        bent = shapely.make_valid(Polygon(shell, holes))
        for piece in polygons_of(bent.intersection(frame)):
            if piece.area < plan["drop_px2"]:
                continue
            for lat, lon, factor in plan["grow"]:
                spot = ShapelyPoint(projection.latlon([(lat, lon)])[0])
                if piece.area < _GROWABLE_PX2 and piece.contains(spot):
                    piece = scale(piece, factor, factor, origin=piece.centroid)
            pieces.append(piece)
    land = unary_union(pieces).buffer(plan["close_px"]).buffer(-plan["close_px"])
    for lat0, lon0, lat1, lon1, px in plan["join"]:
        area = Polygon(projection.latlon([(lat0, lon0), (lat0, lon1), (lat1, lon1), (lat1, lon0)]))
        group = [
            piece
            for piece in polygons_of(land)
            if piece.area < _GROWABLE_PX2 and area.contains(piece.representative_point())
        ]
        land = unary_union([land, unary_union(group).buffer(px).buffer(-px)])
    land = land.difference(_bands(projection, plan["channels"]))
    land = unary_union([land, _bands(projection, plan["fills"])])
    return [piece.simplify(_TOLERANCE_PX) for piece in polygons_of(land) if piece.area > plan["drop_px2"]]
