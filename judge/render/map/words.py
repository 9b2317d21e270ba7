"""The words on pictures: templates/<language>/map.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from judge.paths import data_dir
from judge.render.map.errors import MapError
from judge.variants.model import Variant


@cache
def words(language: str) -> Mapping[str, Mapping[str, str]]:
    """The tables "key" and "title" in a language. Raises MapError when the language has no file or it does not read."""
    path = data_dir("templates") / language / "map.toml"
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise MapError(f"{path}: {error}") from error


def phase_title(variant: Variant, phase: str, language: str) -> str:
    """The title of a phase id ("S1901M"): "Diplomacy: Spring 1901". An id of another form stands as it is; "" gives the game's name."""
    table = words(language)["title"]
    game = (variant.names.get(language) or variant.names.get("en") or (variant.id,))[0]
    code, year, kind = phase[:1], phase[1:-1], phase[-1:]
    if not phase:
        return game
    if not year.isdecimal() or kind not in ("M", "R", "A"):
        return f"{game}: {phase}"
    season = next((s for s in variant.calendar.seasons if s.code == code), None)
    if kind == "A":
        return table["adjustment"].format(game=game, year=year)
    if len(variant.calendar.seasons) == 1 or season is None:
        return table["year"].format(game=game, year=year)
    names = season.names.get(language) or season.names.get("en") or (season.id,)
    return table["retreat" if kind == "R" else "movement"].format(game=game, season=names[0], year=year)
