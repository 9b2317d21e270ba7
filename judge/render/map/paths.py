"""SVG path text of polygons and lines, written short and read back: "M12.3 4l5-2.5 3 1z", tenths of a pixel."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

XY = tuple[float, float]


def _tenths(value: int) -> str:
    whole, rest = divmod(abs(value), 10)
    text = f"{whole or ''}.{rest}" if rest else str(whole)
    return "-" + text if value < 0 else text


def _joined(numbers: Iterable[int]) -> str:
    text = ""
    for number in numbers:
        part = _tenths(number)
        text += part if not text or part.startswith("-") else " " + part
    return text


def write_path(points: Sequence[XY], *, closed: bool) -> str:
    """One subpath through the points; of a closed one the last point, being the first, may be left out or given."""
    rounded = [(round(x * 10), round(y * 10)) for x, y in points]
    if closed and rounded[0] == rounded[-1]:
        rounded.pop()
    steps: list[int] = []
    last = rounded[0]
    for x, y in rounded[1:]:
        if (x, y) != last:
            steps += [x - last[0], y - last[1]]
            last = (x, y)
    return "M" + _joined(rounded[0]) + ("l" + _joined(steps) if steps else "") + ("z" if closed else "")


def _numbers(text: str) -> list[float]:
    return [float(part) for part in text.replace("-", " -").split()]


def read_path(text: str) -> list[list[XY]]:
    """The points of every subpath of a text made by `write_path`, closed ones with the first point again at the end."""
    found: list[list[XY]] = []
    for sub in text.split("M")[1:]:
        closed = sub.endswith("z")
        start, _, steps = sub.rstrip("z").partition("l")
        x, y = _numbers(start)
        points = [(x, y)]
        flat = _numbers(steps)
        for i in range(0, len(flat), 2):
            x, y = round(x + flat[i], 1), round(y + flat[i + 1], 1)
            points.append((x, y))
        found.append([*points, points[0]] if closed else points)
    return found


def inside(rings: Sequence[Sequence[XY]], x: float, y: float) -> bool:
    """Whether the point lies in the area of these closed rings (even-odd: a ring in a ring is a hole)."""
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in itertools.pairwise(ring):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd
