"""The board of a variant as the drawing needs it: read from variants/NAME/map.json, or laid out from the borders alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from judge.render.map.errors import MapError
from judge.render.map.labels import LabelPlace
from judge.render.map.paths import XY, inside, read_path
from judge.variants.model import Variant

Points = tuple[XY, ...]


@dataclass(frozen=True)
class Link:
    """A line between two places that the map draws because they do not touch. kind: "land" or "sea".

    bend: how far the middle is moved sideways, as a part of the length. wrap: leaves on the left, comes back on the right.
    """

    between: tuple[str, str]
    kind: str
    bend: float = 0.0
    wrap: bool = False


@dataclass(frozen=True)
class Railway:
    """Its line, and which points of it are stations of which province."""

    line: Points
    stations: Mapping[str, int]


@dataclass(frozen=True)
class Canal:
    """The two seas it joins, its line, and the points that an arrow through it passes (from the first sea)."""

    between: tuple[str, str]
    line: Points
    move: Points


@dataclass(frozen=True)
class Bridge:
    """A land bridge between two provinces that do not touch."""

    between: tuple[str, str]
    line: Points


@dataclass(frozen=True)
class Board:
    """A board in pixels of its frame.

    units          where a unit stands, by location ("SEO/EC" too)
    label_places   x, y of the middle of the first baseline and where the text breaks, by language and province
    labels         "code" or "both" (see labels.label_text)
    land, sea      outline of each province as path text; dead: ground out of play by kind; coast: all land as one
    borders        (a, b, path) between lands, sea_borders between seas; a or b may be "_outside", "_impassable"
    home_lands     land that is tinted for a power as long as it has a home centre; no meaning in the rules
    drawn          False for a board laid out from its borders alone: provinces are round spots joined by links
    """

    frame: tuple[int, int]
    units: Mapping[str, XY]
    label_places: Mapping[str, Mapping[str, tuple[float, float, int]]] = field(default_factory=dict)
    labels: str = "code"
    land: Mapping[str, str] = field(default_factory=dict)
    sea: Mapping[str, str] = field(default_factory=dict)
    dead: Mapping[str, str] = field(default_factory=dict)
    coast: str = ""
    borders: tuple[tuple[str, str, str], ...] = ()
    sea_borders: tuple[tuple[str, str, str], ...] = ()
    links: tuple[Link, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    railway: Railway | None = None
    canal: Canal | None = None
    mountains: Points = ()
    lakes: tuple[Points, ...] = ()
    home_lands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    source: str = ""
    drawn: bool = True

    def label_place(self, province: str, language: str) -> LabelPlace:
        """Where the label of a province goes; below its unit when the map does not say."""
        known = self.label_places.get(language) or self.label_places.get("en") or {}
        if province in known:
            x, y, split = known[province]
            return LabelPlace(x, y, "middle", split)
        x, y = self.spot(province)
        return LabelPlace(x, y + 31, "middle", 0)

    def spot(self, location: str) -> XY:
        """Where a unit at this location stands. Raises MapError for a location that is not on the map."""
        found = self.units.get(location) or self.units.get(location.split("/", maxsplit=1)[0])
        if found is None:
            raise MapError(f"{location} is not on the map")
        return found

    def covers(self, province: str, x: float, y: float) -> bool:
        """Whether the point lies in the province as drawn."""
        rings = self._rings.get(province)
        if rings is None:
            text = self.land.get(province) or self.sea.get(province) or ""
            rings = self._rings[province] = read_path(text)
        return inside(rings, x, y)

    @cached_property
    def _rings(self) -> dict[str, list[list[XY]]]:
        return {}

    @cached_property
    def link_of(self) -> Mapping[frozenset[str], Link]:
        """The drawn line between two places, if there is one."""
        return {frozenset(link.between): link for link in self.links}


@lru_cache(maxsize=8)
def _read(path: Path, _changed: int) -> Board:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MapError(f"{path}: {error.strerror}") from error
    try:
        return msgspec.json.decode(data, type=Board)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        from judge.render.map.faulty import fault_of

        line, words = fault_of(data, Board) or (0, str(error))
        raise MapError(f"{path}{f':{line}' if line else ''}: {words}") from error


def board_of(variant: Variant) -> Board:
    """The board of a variant: map.json of its folder or of the one it is based on, else one laid out from its borders. Raises MapError when map.json is faulty."""
    path = variant.map_folder / "map.json" if variant.map_folder else None
    if path is not None and path.is_file():
        return _read(path, path.stat().st_mtime_ns)
    from judge.render.map.graph import laid_out

    return laid_out(variant)
