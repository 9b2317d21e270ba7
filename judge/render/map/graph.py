"""A board for variants without a map: provinces as spots, links as lines, laid out from the borders alone.

Simple forces: links pull, all spots push each other, the middle holds everything together. Steps and start are fixed, so a
variant always looks the same.
"""

from __future__ import annotations

import math
from functools import lru_cache

from judge.render.map.board import Board, Link
from judge.render.map.paths import XY
from judge.variants.model import Variant

_STEPS = 220
_AREA_EACH = 105.0  # px of room along each axis for one spot
_EDGE = 70


def laid_out(variant: Variant) -> Board:
    """The board of a variant that has no map.json. Deterministic."""
    names = tuple(province.id for province in variant.provinces)
    pairs: dict[tuple[str, str], bool] = {}
    for border in variant.borders:
        a, b = sorted((border.a.split("/")[0], border.b.split("/")[0]))
        pairs[a, b] = pairs.get((a, b), False) or border.army
    width = max(900, round(math.sqrt(len(names)) * _AREA_EACH * 1.2))
    spots = _spots(names, tuple(sorted(pairs)), width, round(width * 0.72))
    coasts = {
        f"{province.id}/{coast}": (spots[province.id][0] + 20 * (2 * i - 1), spots[province.id][1] - 16)
        for province in variant.provinces
        for i, coast in enumerate(province.coasts)
    }
    return Board(
        frame=(width, round(width * 0.72)),
        units={**spots, **coasts},
        links=tuple(Link(pair, "land" if army else "sea") for pair, army in sorted(pairs.items())),
        drawn=False,
    )


@lru_cache(maxsize=8)
def _spots(
    names: tuple[str, ...], pairs: tuple[tuple[str, str], ...], width: int, height: int
) -> dict[str, XY]:
    count = len(names)
    if not count:
        return {}
    index = {name: i for i, name in enumerate(names)}
    links = [(index[a], index[b]) for a, b in pairs if a in index and b in index]
    golden = math.pi * (3 - math.sqrt(5))
    x = [math.sqrt(i + 0.5) * math.cos(i * golden) for i in range(count)]
    y = [math.sqrt(i + 0.5) * math.sin(i * golden) for i in range(count)]
    for step in range(_STEPS):
        heat = 0.9 * (1 - step / _STEPS) + 0.02
        dx, dy = [-0.012 * v * math.sqrt(count) for v in x], [-0.016 * v * math.sqrt(count) for v in y]
        for i in range(count):
            for j in range(i + 1, count):
                ax, ay = x[i] - x[j], y[i] - y[j]
                square = ax * ax + ay * ay + 1e-6
                if square < 60:
                    push = 1.6 / square
                    dx[i] += ax * push
                    dy[i] += ay * push
                    dx[j] -= ax * push
                    dy[j] -= ay * push
        for i, j in links:
            ax, ay = x[i] - x[j], y[i] - y[j]
            pull = 0.22 * math.hypot(ax, ay)
            dx[i] -= ax * pull
            dy[i] -= ay * pull
            dx[j] += ax * pull
            dy[j] += ay * pull
        for i in range(count):
            norm = math.hypot(dx[i], dy[i])
            scale = min(heat, norm) / (norm or 1.0)
            x[i] += dx[i] * scale
            y[i] += dy[i] * scale
    fitted = [
        (_fitted(x, i, _EDGE, width - _EDGE), _fitted(y, i, _EDGE, height - _EDGE)) for i in range(count)
    ]
    return dict(zip(names, _apart(fitted, width, height), strict=True))


def _fitted(row: list[float], i: int, low: float, high: float) -> float:
    least, most = min(row), max(row)
    return low + (row[i] - least) / ((most - least) or 1.0) * (high - low)


def _apart(spots: list[XY], width: int, height: int) -> list[XY]:
    """The same spots pushed apart until no two units or labels can cover each other."""
    wide, high = 92.0, 66.0
    row = [list(spot) for spot in spots]
    for _ in range(120):
        moved = False
        for i in range(len(row)):
            for j in range(i + 1, len(row)):
                ax, ay = row[i][0] - row[j][0], row[i][1] - row[j][1]
                if abs(ax) < wide and abs(ay) < high:
                    moved = True
                    if wide - abs(ax) < high - abs(ay):
                        step = (wide - abs(ax)) / 2 * (1 if ax >= 0 else -1)
                        row[i][0], row[j][0] = row[i][0] + step, row[j][0] - step
                    else:
                        step = (high - abs(ay)) / 2 * (1 if ay >= 0 else -1)
                        row[i][1], row[j][1] = row[i][1] + step, row[j][1] - step
        for spot in row:
            spot[0] = min(max(spot[0], 50.0), width - 50.0)
            spot[1] = min(max(spot[1], 30.0), height - 45.0)
        if not moved:
            break
    return [(round(a, 1), round(b, 1)) for a, b in row]
