"""Where a map.json is faulty, for whoever changes it by hand: the line, and what is wrong there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from judge.render.map.paths import read_path

Steps = list[str | int]
_BLANK = re.compile(r"[\s,:]*")
_decode = json.JSONDecoder().raw_decode


def fault_of(data: bytes, shape: type[Any]) -> tuple[int, str] | None:
    """Line (1-based) and words of the first fault of a file that should hold JSON of this shape; None when there is none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data[: error.start].count(b"\n") + 1, "is not UTF-8: save it again as “UTF-8”"
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno, f"is not valid JSON: {error.msg} (column {error.colno})"
    except RecursionError:
        return 1, "is not valid JSON: nested too deep"
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        words, _, path = str(error).partition(" - at `$")
        return _line(text, list(_steps(path.rstrip("`"), value, shape))), words
    return _bad_outline(text, value)


def _bad_outline(text: str, value: Any) -> tuple[int, str] | None:
    for part in ("land", "sea", "dead"):
        for name, outline in value.get(part, {}).items():
            try:
                read_path(outline)
            except (ValueError, IndexError):
                return _line(text, [part, name]), f"the outline of {name} cannot be read: “M12 4l5-2 3 1z”"
    return None


def _steps(path: str, value: Any, shape: type[Any]) -> Iterator[str | int]:
    """The keys and places of a path such as `.links[0].between`; of `.units[...]`, which tells no key, the one that does not fit."""
    field = ""
    for name, place in re.findall(r"\.(\w+)|\[([^]]*)\]", path):
        if name:
            field = field or name
            yield str(name)
        elif place.isdigit():
            yield int(place)
        else:
            yield from _misfit(value, field, shape)
            return


def _misfit(value: Any, field: str, shape: type[Any]) -> Iterator[str]:
    for key, entry in value[field].items():
        try:
            msgspec.convert({**value, field: {key: entry}}, shape)
        except msgspec.ValidationError:
            yield str(key)
            return


def _line(text: str, steps: Steps) -> int:
    """The line on which the value at the end of the steps begins."""
    at = _after_blank(text, 0)
    for step in steps:
        at = next((place for name, place in _members(text, at) if name == step), at)
    return text.count("\n", 0, at) + 1


def _members(text: str, at: int) -> Iterator[tuple[str | int, int]]:
    """Key or number, and beginning, of each value in the object or list that begins at `at`."""
    keyed, at, number = text[at] == "{", _after_blank(text, at + 1), 0
    while text[at] not in "]}":
        name: str | int = number
        if keyed:
            name, at = _decode(text, at)
            at = _after_blank(text, at)
        yield name, at
        _, at = _decode(text, at)
        at, number = _after_blank(text, at), number + 1


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at
