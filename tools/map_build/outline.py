"""The outline of the land, cut to a map's window and rounded: from Natural Earth to a small file of our own.

    npm pack world-atlas@2.0.2 && tar xf world-atlas-2.0.2.tgz
    python -m tools.map_build.outline package/land-50m.json colonial standard coldwar

Outlines are committed (tools/map_build/outlines/NAME.json), so neither building a map nor testing one needs the package.
"""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path
from typing import Any

import shapely
import yaml
from shapely.affinity import translate
from shapely.geometry import Polygon, box

SOURCE = "made from Natural Earth 4.1.0, 1:50m land, public domain (naturalearthdata.com), by way of world-atlas 2.0.2"
OUTLINES = Path(__file__).parent / "outlines"
VARIANTS = Path(__file__).parents[2] / "variants"
_UNIT = 100  # hundredths of a degree
_KM_A_DEGREE = 111.2
Ring = list[tuple[float, float]]


def polygons_of(geometry: shapely.Geometry) -> list[Polygon]:
    """The polygons in a geometry of any kind; lines and points are left out."""
    if geometry.is_empty:
        return []
    if isinstance(geometry, Polygon):
        return [geometry]
    return [part for part in getattr(geometry, "geoms", []) for part in polygons_of(part)]


def read_topojson(path: Path) -> list[list[Ring]]:
    """Rings (shell, then holes) of every polygon of the layer "land", in degrees (longitude, latitude)."""
    data: dict[str, Any] = json.loads(path.read_text("utf-8"))
    (sx, sy), (tx, ty) = data["transform"]["scale"], data["transform"]["translate"]
    arcs: list[Ring] = []
    for deltas in data["arcs"]:
        x = y = 0
        arc: Ring = []
        for dx, dy in deltas:
            x, y = x + dx, y + dy
            arc.append((x * sx + tx, y * sy + ty))
        arcs.append(arc)

    def ring(numbers: list[int]) -> Ring:
        points: Ring = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points

    found: list[list[Ring]] = []

    def walk(geometry: dict[str, Any]) -> None:
        if geometry["type"] == "GeometryCollection":
            for part in geometry["geometries"]:
                walk(part)
        elif geometry["type"] == "Polygon":
            found.append([ring(numbers) for numbers in geometry["arcs"]])
        elif geometry["type"] == "MultiPolygon":
            found.extend([ring(numbers) for numbers in polygon] for polygon in geometry["arcs"])

    walk(data["objects"]["land"])
    return found


def _unwrapped(ring: Ring) -> Ring:
    """The ring without jumps over the antimeridian: longitudes may leave -180..180."""
    turned, points = 0.0, [ring[0]]
    for (before, _), (lon, lat) in itertools.pairwise(ring):
        if lon - before > 180:
            turned -= 360
        elif before - lon > 180:
            turned += 360
        points.append((lon + turned, lat))
    return points


def cut(rings: list[Ring], window: Polygon) -> list[Polygon]:
    """The parts of one polygon that lie in the window, on whichever turn of the globe."""
    whole = [_unwrapped(ring) for ring in rings if len(ring) > 3]
    middle = [sum(point[0] for point in ring) / len(ring) for ring in whole]
    same_turn = [
        [(lon + 360 * round((middle[0] - own) / 360), lat) for lon, lat in ring]
        for ring, own in zip(whole, middle, strict=True)
    ]
    polygon = shapely.make_valid(Polygon(same_turn[0], same_turn[1:]))
    return [
        part for turn in (-360, 0, 360) for part in polygons_of(translate(polygon, turn).intersection(window))
    ]


def _packed(ring: Any) -> list[int]:
    """x, y of the first point, then steps, in hundredths of a degree."""
    flat: list[int] = []
    last = (0, 0)
    for lon, lat in ring.coords[:-1]:
        point = (round(lon * _UNIT), round(lat * _UNIT))
        if flat and point == last:
            continue
        flat += [point[0] - last[0], point[1] - last[1]]
        last = point
    return flat


def write_outline(world: list[list[Ring]], name: str) -> None:
    """Write outlines/NAME.json for the window of the variant's geometry file."""
    geometry = yaml.safe_load((VARIANTS / name / "geometry.yaml").read_text("utf-8"))
    window, frame = box(*geometry["clip"]), geometry["frame"]
    pixel = (frame["x1_km"] - frame["x0_km"]) / frame["width"] / _KM_A_DEGREE
    parts = [part for polygon in world for part in cut(polygon, window)]
    packed = [
        [rings for ring in (part.exterior, *part.interiors) if len(rings := _packed(ring)) >= 6]
        for part in parts
        for part in polygons_of(part.simplify(pixel / 4))
    ]
    lines = ",\n".join(json.dumps(rings, separators=(",", ":")) for rings in packed if rings)
    text = f'{{"source": {json.dumps(SOURCE)},\n"unit": "degrees / {_UNIT}; rings as first point and steps",\n"polygons": [\n{lines}\n]}}\n'
    (OUTLINES / f"{name}.json").write_text(text, "utf-8")


def read_outline(name: str) -> list[Polygon]:
    """The land of a variant's window as polygons in degrees (longitude, latitude)."""
    data = json.loads((OUTLINES / f"{name}.json").read_text("utf-8"))

    def points(flat: list[int]) -> Ring:
        x = y = 0
        out: Ring = []
        for i in range(0, len(flat), 2):
            x, y = x + flat[i], y + flat[i + 1]
            out.append((x / _UNIT, y / _UNIT))
        return out

    found: list[Polygon] = []
    for rings in data["polygons"]:
        polygon = shapely.make_valid(Polygon(points(rings[0]), [points(ring) for ring in rings[1:]]))
        found += polygons_of(polygon)
    return found


if __name__ == "__main__":
    land = read_topojson(Path(sys.argv[1]))
    for variant in sys.argv[2:]:
        write_outline(land, variant)
