"""Lines for arrows as rows of points in pixels: bends, cutting ends off, waves. Plain arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

XY = tuple[float, float]
Line = list[XY]


def bent(a: XY, b: XY, bend: float, parts: int = 20) -> Line:
    """A curve from a to b whose middle is moved sideways; bend: control point's offset as a part of the length."""
    cx = (a[0] + b[0]) / 2 - (b[1] - a[1]) * bend
    cy = (a[1] + b[1]) / 2 + (b[0] - a[0]) * bend
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * cx + t * t * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * cy + t * t * b[1],
        )
        for t in (i / parts for i in range(parts + 1))
    ]


def through(points: Sequence[XY], parts: int = 8) -> Line:
    """A smooth line through all the points (Catmull-Rom)."""
    if len(points) < 3:
        return list(points)
    row = [points[0], *points, points[-1]]
    line: Line = []
    for i in range(1, len(row) - 2):
        p0, p1, p2, p3 = row[i - 1 : i + 3]
        for t in (k / parts for k in range(parts)):
            line.append((_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t)))
    return [*line, points[-1]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def length(line: Sequence[XY]) -> float:
    """Length in px."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def point_at(line: Sequence[XY], distance: float) -> XY:
    """The point this far along the line; its ends when the distance is outside."""
    left = max(0.0, distance)
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if step and left <= step:
            return a[0] + (b[0] - a[0]) * left / step, a[1] + (b[1] - a[1]) * left / step
        left -= step
    return line[-1]


def part_way(line: Sequence[XY], part: float) -> XY:
    """The point at this part (0 to 1) of the line."""
    return point_at(line, length(line) * part)


def trimmed(line: Sequence[XY], start: float, end: float) -> Line:
    """The line without `start` px at its beginning and `end` px at its end; a short line keeps some of its middle."""
    whole = length(line)
    if whole <= start + end + 4:
        scale = max(0.0, whole - 4) / (start + end) if start + end else 0.0
        start, end = start * scale, end * scale
    out: Line = [point_at(line, start)]
    gone = 0.0
    for a, b in pairwise(line):
        gone += math.dist(a, b)
        if start < gone < whole - end:
            out.append(b)
    out.append(point_at(line, whole - end))
    return out


def waved(line: Sequence[XY], height: float = 3.2, period: float = 13.0, calm: float = 14.0) -> Line:
    """The line as a sine wave, straight near its ends."""
    whole = length(line)
    count = max(8, int(whole / 2))
    out: Line = []
    for i in range(count + 1):
        at = whole * i / count
        x, y = point_at(line, at)
        ax, ay = point_at(line, at - 1.5)
        bx, by = point_at(line, at + 1.5)
        norm = math.hypot(bx - ax, by - ay) or 1.0
        swing = (
            height
            * min(1.0, at / calm, max(0.0, whole - at - calm) / calm)
            * math.sin(2 * math.pi * at / period)
        )
        out.append((x - (by - ay) / norm * swing, y + (bx - ax) / norm * swing))
    return out


def arrow(line: Sequence[XY], size: float, width: float) -> tuple[Line, Line]:
    """An arrow's shaft, shortened, and the four corners of its head at the line's end."""
    tip = line[-1]
    base = point_at(line, length(line) - size)
    norm = math.dist(base, tip) or 1.0
    dx, dy = (tip[0] - base[0]) / norm, (tip[1] - base[1]) / norm
    head = [
        tip,
        (base[0] - dy * width / 2, base[1] + dx * width / 2),
        (base[0] + dx * size * 0.22, base[1] + dy * size * 0.22),
        (base[0] + dy * width / 2, base[1] - dx * width / 2),
    ]
    return trimmed(line, 0, size * 0.75), head
