"""From degrees to pixels of a map's frame."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

EARTH_KM = 6371.0
# Equal Earth polynomial: Savric, Patterson, Jenny 2018
_A1, _A2, _A3, _A4 = 1.340264, -0.081106, 0.000893, 0.003796
Array = NDArray[np.float64]
Point = tuple[float, float]


class Projection:
    """The projection of one geometry file: a plain one, then bulges that give crowded parts more room, then the frame."""

    def __init__(self, geometry: Mapping[str, Any]) -> None:
        plan, frame = geometry["projection"], geometry["frame"]
        self.kind: str = plan["kind"]
        self.lat0, self.lon0 = (math.radians(v) for v in plan["centre"])
        self.width, self.height = int(frame["width"]), int(frame["height"])
        self._left, self._top = frame["x0_km"], frame["y1_km"]
        self._scale = self.width / (frame["x1_km"] - frame["x0_km"])
        self._bulges = [
            (self._plane(np.array([[lon, lat]]))[0], radius, strength)
            for lat, lon, radius, strength in plan["bulges"]
        ]

    def _plane(self, lonlat: Array) -> Array:
        lam, phi = np.radians(lonlat[:, 0]) - self.lon0, np.radians(lonlat[:, 1])
        if self.kind == "equal_earth":
            t = np.arcsin(math.sqrt(3) / 2 * np.sin(phi))
            slope = 9 * _A4 * t**8 + 7 * _A3 * t**6 + 3 * _A2 * t**2 + _A1
            x = 2 * math.sqrt(3) * lam * np.cos(t) / (3 * slope)
            y = _A4 * t**9 + _A3 * t**7 + _A2 * t**3 + _A1 * t
        else:
            sin0, cos0 = math.sin(self.lat0), math.cos(self.lat0)
            c = sin0 * np.sin(phi) + cos0 * np.cos(phi) * np.cos(lam)
            k = np.sqrt(2 / np.maximum(1e-9, 1 + c))
            x = k * np.cos(phi) * np.sin(lam)
            y = k * (cos0 * np.sin(phi) - sin0 * np.cos(phi) * np.cos(lam))
        return np.stack([x, y], 1) * EARTH_KM

    def lonlat(self, points: Sequence[Sequence[float]]) -> list[Point]:
        """Pixels of points given as (longitude, latitude)."""
        plane = self._plane(np.asarray(points, dtype=float))
        bulged = plane.copy()
        for centre, radius, strength in self._bulges:
            away = plane - centre
            bulged += away * (strength * np.exp(-(away**2).sum(1) / radius**2))[:, None]
        x = (bulged[:, 0] - self._left) * self._scale
        y = (self._top - bulged[:, 1]) * self._scale
        return [(float(a), float(b)) for a, b in zip(x, y, strict=True)]

    def latlon(self, points: Sequence[Sequence[float]]) -> list[Point]:
        """Pixels of points given as (latitude, longitude), as in geometry files."""
        return self.lonlat([(lon, lat) for lat, lon in points])
