"""Where units stand and where labels go: no label lies under a unit, wherever units may be.

Every place has a fixed slot for its unit and, in each language, a fixed place for its label. Both are searched together:
each province in turn takes the best pair, given all the others, until nothing gets better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from judge.render.map.labels import SIZES, LabelPlace, label_box, label_text
from judge.render.map.text import breaks
from judge.render.map.tokens import SLOT
from judge.variants.model import Province
from tools.map_build.board import Board

LANGUAGES = ("en", "ja")
_CELL = 2  # px of the raster on which areas are counted
_STEP = 4  # px between candidates
_KEEP = 220
_TOKENS = 36
_ROUNDS = 6
_SIDE = 70  # px around a province in which its label may go
Boxes = NDArray[np.float64]
Costs = NDArray[np.float64]
Sums = NDArray[np.int64]


class Raster:
    """The board in cells of 2 px, for counting how much of a box is what."""

    def __init__(self, board: Board, lines: Sequence[shapely.Geometry]) -> None:
        self.columns, self.rows = board.width // _CELL, board.height // _CELL
        x, y = np.meshgrid(np.arange(self.columns) * _CELL + 1.0, np.arange(self.rows) * _CELL + 1.0)
        self.names = list(board.shapes)
        tree = shapely.STRtree([board.shapes[name] for name in self.names])
        points, shapes = tree.query(shapely.points(x.ravel(), y.ravel()), predicate="intersects")
        flat = np.full(x.size, -1)
        flat[points] = shapes
        self.owner = flat.reshape(x.shape)
        ground = np.array(
            [name in board.land or name in {"_outside", "_impassable", "_neutral"} for name in self.names]
        )
        self.ground = self.sums(ground[self.owner] & (self.owner >= 0))
        drawn = np.zeros(x.size, dtype=bool)
        for line in lines:
            shapely.prepare(line)
            drawn |= shapely.contains_xy(line, x.ravel(), y.ravel())
        self.drawn = self.sums(drawn.reshape(x.shape))

    @staticmethod
    def sums(mask: NDArray[np.bool_]) -> Sums:
        """Summed-area table of a mask."""
        table = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int64)
        table[1:, 1:] = mask.cumsum(0).cumsum(1)
        return table

    def own(self, name: str) -> Sums:
        """Summed-area table of one province."""
        return self.sums(self.owner == self.names.index(name))

    def share(self, table: Sums, boxes: Boxes) -> NDArray[np.float64]:
        """Which part of each box (left, top, right, bottom) the table's mask covers."""
        at = np.rint(boxes / _CELL).astype(int)
        left, right = np.clip(at[:, 0], 0, self.columns), np.clip(at[:, 2], 0, self.columns)
        top, bottom = np.clip(at[:, 1], 0, self.rows), np.clip(at[:, 3], 0, self.rows)
        inside = table[bottom, right] - table[top, right] - table[bottom, left] + table[top, left]
        area = np.maximum(1, (at[:, 2] - at[:, 0]) * (at[:, 3] - at[:, 1]))
        share: Costs = inside / area
        return share


def overlap(boxes: Boxes, others: Boxes) -> NDArray[np.float64]:
    """For each box, the summed area in px² that the others cover of it."""
    if not len(others):
        return np.zeros(len(boxes))
    w = np.minimum(boxes[:, None, 2], others[None, :, 2]) - np.maximum(boxes[:, None, 0], others[None, :, 0])
    h = np.minimum(boxes[:, None, 3], others[None, :, 3]) - np.maximum(boxes[:, None, 1], others[None, :, 1])
    shared: Costs = (np.maximum(w, 0) * np.maximum(h, 0)).sum(1)
    return shared


def token_box(x: float, y: float) -> tuple[float, float, float, float]:
    """The room that any unit at this point may take."""
    return x + SLOT[0], y + SLOT[1], x + SLOT[2], y + SLOT[3]


@dataclass
class _Site:
    """One place under search: candidates with their costs, and what is chosen."""

    province: Province
    is_sea: bool
    tokens: list[tuple[float, float]]
    token_cost: NDArray[np.float64]
    places: dict[str, list[LabelPlace]] = field(default_factory=dict)
    boxes: dict[str, Boxes] = field(default_factory=dict)
    costs: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    token: int = 0
    label: dict[str, int] = field(default_factory=dict)
    extra: list[tuple[float, float]] = field(default_factory=list)

    @cached_property
    def token_boxes(self) -> Boxes:
        return np.array([token_box(x, y) for x, y in self.tokens])


def _token_candidates(
    name: str, board: Board, raster: Raster, fixed: tuple[float, float] | None
) -> tuple[list[tuple[float, float]], NDArray[np.float64]]:
    if fixed is not None:
        return [fixed], np.zeros(1)
    shape = board.shapes[name]
    frame = shapely.box(20, 20, board.width - 20, board.height - 20)
    inner = shape.intersection(frame)
    middle = shapely.maximum_inscribed_circle(
        max(shapely.get_parts(inner if not inner.is_empty else shape), key=shapely.area)
    )
    cx, cy = middle.coords[0]
    left, top, right, bottom = shape.bounds
    spread = min(60.0, max(right - left, bottom - top) / 2 + 8)
    steps = np.arange(-spread, spread + 1, _STEP)
    points = [(cx, cy)] + [(cx + dx, cy + dy) for dy in steps for dx in steps]
    boxes = np.array([token_box(x, y) for x, y in points])
    own = raster.share(raster.own(name), boxes)
    ground = raster.share(raster.ground, boxes)
    sea = name not in board.land
    foreign = np.maximum(0, ground - (0 if sea else own))
    far = np.hypot(*(np.array(points) - (cx, cy)).T)
    cost = (1 - own) * 2.0 + foreign * 3.0 + far * 0.012 + raster.share(raster.drawn, boxes) * 1.0
    outside = (
        (boxes[:, 0] < 3)
        | (boxes[:, 1] < 3)
        | (boxes[:, 2] > board.width - 3)
        | (boxes[:, 3] > board.height - 3)
    )
    cost = cost + outside * 50
    order = np.argsort(cost, kind="stable")[:_TOKENS]
    return [points[i] for i in order], cost[order]


_FAR = 0.002  # a label far from its unit is taken for a neighbour's


def _distance_cost(boxes: Boxes, x: float, y: float) -> NDArray[np.float64]:
    """What labels cost for being away from the place below a unit."""
    away_x = np.maximum(0, np.abs((boxes[:, 0] + boxes[:, 2]) / 2 - x) - 12)
    away = np.hypot(away_x, (boxes[:, 1] + boxes[:, 3]) / 2 - (y + 24))
    cost: Costs = away * 0.006 + np.maximum(0, away - 22) ** 2 * _FAR
    return cost


def _label_candidates(
    site: _Site, language: str, style: str, board: Board, raster: Raster, line_weight: float
) -> None:
    province = site.province
    text, size = label_text(province, language, style), SIZES[language]
    left, top, right, bottom = board.shapes[province.id].bounds
    if right - left > 3 * _SIDE or bottom - top > 3 * _SIDE:
        x, y = site.tokens[0]
        left, top, right, bottom = x - _SIDE, y - _SIDE, x + _SIDE, y + _SIDE
    xs = np.arange(max(0, left - _SIDE), min(board.width, right + _SIDE), _STEP)
    ys = np.arange(max(0, top - _SIDE), min(board.height, bottom + _SIDE), _STEP)
    grid_x, grid_y = (axis.ravel() for axis in np.meshgrid(xs, ys))
    own, places, boxes, costs = raster.own(province.id), [], [], []
    for split in (0, *breaks(text)):
        shape = np.array(label_box(text, size, LabelPlace(0, 0, "middle", split), province.centre))
        at = np.stack([grid_x, grid_y, grid_x, grid_y], 1) + shape
        inside, ground = raster.share(own, at), raster.share(raster.ground, at)
        if site.is_sea:
            cost = (1 - inside) * 1.2 + ground * 4
        else:
            cost = (1 - inside) * 1.1 + np.maximum(0, ground - inside) * 3.0
        cost = cost + raster.share(raster.drawn, at) * line_weight
        cost = (
            cost
            + ((at[:, :2] < 4).any(1) | (at[:, 2] > board.width - 4) | (at[:, 3] > board.height - 4)) * 80
        )
        cost = cost + (0.35 if split else 0.0)
        # what is far from the unit's first choice would not be taken anyway
        keep = np.argsort(cost + _distance_cost(at, *site.tokens[0]), kind="stable")[:_KEEP]
        places += [LabelPlace(float(grid_x[i]), float(grid_y[i]), "middle", split) for i in keep]
        boxes.append(at[keep])
        costs.append(cost[keep])
    site.places[language] = places
    site.boxes[language] = np.concatenate(boxes)
    site.costs[language] = np.concatenate(costs)


_APART = 5  # px of air between two labels in a row
_HARD = 0.05  # cost of each px² of a label that a unit or another label covers


def _best_label(site: _Site, language: str, token: int, others: Boxes) -> tuple[float, int]:
    boxes = site.boxes[language]
    own = np.array([token_box(*site.tokens[token]), *(token_box(*spot) for spot in site.extra)])
    cost = site.costs[language] + _distance_cost(boxes, *site.tokens[token])
    near = others + np.array([-_APART, -1, _APART, 1]) if len(others) else others
    cost = cost + (overlap(boxes, own) + overlap(boxes, near)) * _HARD
    best = int(np.argmin(cost))
    return float(cost[best]), best


def place(
    board: Board,
    provinces: Sequence[Province],
    style: str,
    coasts: Mapping[str, tuple[float, float]],
    fixed: Mapping[str, tuple[float, float]],
    lines: Sequence[shapely.Geometry],
) -> dict[str, tuple[tuple[float, float], dict[str, LabelPlace]]]:
    """Unit slot and label places (by language) of every province. coasts: slots of named coasts; fixed: slots that are given."""
    raster = Raster(board, lines)
    sites: list[_Site] = []
    for province in provinces:
        tokens, cost = _token_candidates(province.id, board, raster, fixed.get(province.id))
        site = _Site(province, province.id not in board.land, tokens, cost)
        site.extra = [spot for name, spot in coasts.items() if name.split("/")[0] == province.id]
        for language in LANGUAGES:
            _label_candidates(site, language, style, board, raster, 2.0)
            site.label[language] = 0
        sites.append(site)
    sites.sort(key=lambda site: (board.shapes[site.province.id].area, site.province.id))
    placed: list[_Site] = []
    for turn in range(_ROUNDS):
        changed = False
        for site in sites:
            others = placed if turn == 0 else sites
            changed |= _improve(site, [other for other in others if other is not site])
            if turn == 0:
                placed.append(site)
        if turn and not changed:
            break
    return {
        site.province.id: (
            site.tokens[site.token],
            {language: site.places[language][site.label[language]] for language in LANGUAGES},
        )
        for site in sites
    }


def _improve(site: _Site, rest: Sequence[_Site]) -> bool:
    """Take the best slot and labels of one place, given all the others; whether anything changed."""
    spots = [other.token_boxes[other.token] for other in rest]
    spots += [np.array(token_box(*spot)) for other in rest for spot in other.extra]
    units = np.array(spots).reshape(-1, 4)
    labels = {
        language: np.array([other.boxes[language][other.label[language]] for other in rest]).reshape(-1, 4)
        for language in LANGUAGES
    }
    covered = [overlap(site.token_boxes, boxes) for boxes in (units, *labels.values())]
    base = site.token_cost + np.sum(covered, axis=0) * _HARD
    best: tuple[float, int, dict[str, int]] | None = None
    for slot in range(len(site.tokens)):
        total, chosen = float(base[slot]), {}
        for language in LANGUAGES:
            cost, chosen[language] = _best_label(
                site, language, slot, np.concatenate([units, labels[language]])
            )
            total += cost
        if best is None or total < best[0] - 1e-9:
            best = (total, slot, chosen)
    assert best is not None
    changed = (best[1], best[2]) != (site.token, site.label)
    site.token, site.label = best[1], best[2]
    return changed
