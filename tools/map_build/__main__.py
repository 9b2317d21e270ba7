"""python -m tools.map_build NAME…: write variants/NAME/map.json."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import shapely
import yaml
from shapely.geometry import LineString, MultiLineString
from shapely.geometry.polygon import orient

from judge.render.map.paths import write_path
from judge.variants.load import load_variant
from tools.map_build.board import DEAD, IMPASSABLE, NEUTRAL, OUTSIDE, WATER, build_board
from tools.map_build.outline import SOURCE, VARIANTS, polygons_of, read_outline
from tools.map_build.place import place
from tools.map_build.projection import Projection

Json = dict[str, Any]


def area_path(shape: shapely.Geometry) -> str:
    """Path of an area, shells clockwise and holes the other way, parts by size."""
    parts = sorted(polygons_of(shape), key=lambda part: (-part.area, part.bounds))
    rings = [ring for part in parts for ring in (orient(part).exterior, *orient(part).interiors)]
    return "".join(write_path(list(ring.coords), closed=True) for ring in rings)


def line_path(shape: shapely.Geometry) -> str:
    """Path of one or several lines."""
    parts = shapely.get_parts(shapely.line_merge(shape))
    return "".join(
        write_path(list(part.coords), closed=False) for part in parts if isinstance(part, LineString)
    )


def _shared(a: shapely.Geometry, b: shapely.Geometry) -> MultiLineString:
    common = a.boundary.intersection(b.boundary)
    lines = [part for part in shapely.get_parts(common) if isinstance(part, LineString) and not part.is_empty]
    return MultiLineString(lines)


def _borders(shapes: Mapping[str, shapely.Geometry], names: Iterable[str]) -> list[tuple[str, str, str]]:
    chosen = sorted(name for name in names if name in shapes)
    tree = shapely.STRtree([shapes[name] for name in chosen])
    found = []
    for i, name in enumerate(chosen):
        for j in sorted(tree.query(shapes[name])):
            if j > i:
                line = _shared(shapes[name], shapes[chosen[j]])
                if line.length > 1:
                    found.append((name, chosen[j], line_path(line)))
    return found


def _rounded(points: Iterable[tuple[float, float]]) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in points]


def _features(geometry: Json, projection: Projection) -> Json:
    """Things drawn over the land, in pixels."""
    out: Json = {}
    if railway := geometry.get("railway"):
        out["railway"] = {
            "line": _rounded(projection.latlon(railway["line"])),
            "stations": railway["stations"],
        }
    if canal := geometry.get("canal"):
        out["canal"] = {
            "between": canal["between"],
            "line": _rounded(projection.latlon(canal["line"])),
            "move": _rounded(projection.latlon(canal["move"])),
        }
    out["bridges"] = [
        {"between": bridge["between"], "line": _rounded(projection.latlon(bridge["line"]))}
        for bridge in geometry.get("bridges", [])
    ]
    out["mountains"] = _rounded(projection.latlon(geometry["mountains"])) if "mountains" in geometry else []
    out["lakes"] = [_rounded(projection.latlon(lake)) for lake in geometry.get("lakes", [])]
    return out


def _links(geometry: Json, variant_borders: Iterable[Any]) -> list[Json]:
    """Lines between nodes, for boards whose links are drawn: the bend of each sea line from the geometry, land lines straight."""
    if "nodes_px" not in geometry:
        return []
    given = {frozenset(line["between"]): line for line in geometry["sea_lines"]}
    found = []
    for border in variant_borders:
        line = given.get(frozenset((border.a, border.b)))
        between = line["between"] if line else [border.a, border.b]
        found.append(
            {
                "between": between,
                "kind": "sea" if line else "land",
                "bend": line.get("bend", 0) if line else 0,
                "wrap": bool(line and line.get("wrap")),
            }
        )
    return sorted(found, key=lambda link: (link["kind"], link["between"]))


def _link_shapes(links: list[Json], nodes: Mapping[str, Any], width: int) -> list[shapely.Geometry]:
    """The room that drawn links take, so that labels keep clear of them."""
    found = []
    for link in links:
        (ax, ay), (bx, by) = (nodes[name] for name in link["between"])
        if link["wrap"]:
            bx_left = bx - width
            found.append(LineString([(ax, ay), (bx_left, by)]).buffer(4))
            found.append(LineString([(ax + width, ay), (bx, by)]).buffer(4))
            continue
        cx, cy = (ax + bx) / 2 - (by - ay) * link["bend"], (ay + by) / 2 + (bx - ax) * link["bend"]
        curve = [
            (
                (1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
                (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by,
            )
            for t in (i / 24 for i in range(25))
        ]
        found.append(LineString(curve).buffer(4))
    return found


def _drawn(features: Json) -> list[shapely.Geometry]:
    lines = [features[name]["line"] for name in ("railway", "canal") if name in features]
    lines += [bridge["line"] for bridge in features["bridges"]]
    return [LineString(line).buffer(5) for line in lines]


def build(name: str) -> Json:
    """Everything the drawing needs to know of a variant's board."""
    geometry = yaml.safe_load((VARIANTS / name / "geometry.yaml").read_text("utf-8"))
    variant = load_variant(name)
    projection = Projection(geometry)
    board = build_board(geometry, read_outline(name))
    missing = {province.id for province in variant.provinces} - set(board.shapes)
    if missing:
        raise SystemExit(f"{name}: no seeds for {', '.join(sorted(missing))} in geometry.yaml")
    features = _features(geometry, projection)
    nodes = geometry.get("nodes_px", {})
    links = _links(geometry, variant.borders)
    coasts = {key: projection.latlon([at])[0] for key, at in geometry.get("coasts", {}).items()}
    spots = place(
        board,
        variant.provinces,
        geometry.get("labels", "code"),
        coasts,
        {key: (float(x), float(y)) for key, (x, y) in nodes.items()}
        | {key: projection.latlon([at])[0] for key, at in geometry.get("stands", {}).items()},
        [*_drawn(features), *_link_shapes(links, nodes, board.width)],
    )
    ground = {
        key: shape
        for key, shape in board.shapes.items()
        if key in board.land or (key in DEAD and key != WATER)
    }
    seas = {key: shape for key, shape in board.shapes.items() if key not in ground and key != WATER}
    return {
        "source": SOURCE,
        "frame": [board.width, board.height],
        "labels": geometry.get("labels", "code"),
        **features,
        "links": links,
        "home_lands": geometry.get("home_lands", {}),
        "units": {key: [round(v, 1) for v in spot] for key, (spot, _) in sorted(spots.items())}
        | {key: [round(v, 1) for v in spot] for key, spot in sorted(coasts.items())},
        "label_places": {
            language: {
                key: [place_.x, place_.y, place_.split]
                for key, (_, by) in sorted(spots.items())
                for place_ in [by[language]]
            }
            for language in ("en", "ja")
        },
        "land": {key: area_path(shape) for key, shape in sorted(ground.items()) if key in board.land},
        "sea": {key: area_path(shape) for key, shape in sorted(seas.items())},
        "dead": {
            key.strip("_"): area_path(board.shapes[key])
            for key in (OUTSIDE, IMPASSABLE, NEUTRAL)
            if key in board.shapes
        },
        "coast": area_path(shapely.coverage_union_all(list(ground.values()))),
        "borders": _borders(board.shapes, [*board.land, OUTSIDE, IMPASSABLE]),
        "sea_borders": _borders(board.shapes, seas),
    }


def to_text(data: Json) -> str:
    """JSON with one line a province, so that a change shows where it is."""
    rows = []
    for key, value in data.items():
        if isinstance(value, dict) and value and len(json.dumps(value)) > 100:
            inner = ",\n".join(
                f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False, separators=(',', ':'))}"
                for k, v in value.items()
            )
            rows.append(f"{json.dumps(key)}: {{\n{inner}\n}}")
        elif isinstance(value, list) and len(value) > 4:
            inner = ",\n".join("  " + json.dumps(v, separators=(",", ":")) for v in value)
            rows.append(f"{json.dumps(key)}: [\n{inner}\n]")
        else:
            rows.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def main(names: list[str]) -> None:
    """Write map.json for each variant."""
    for name in names:
        path: Path = VARIANTS / name / "map.json"
        path.write_text(to_text(build(name)), "utf-8")
        print(f"{path.relative_to(VARIANTS.parent)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
