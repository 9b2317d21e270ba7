"""Making text that others wrote safe to show: one line stays one line, and nothing invisible steers what is around it."""

from __future__ import annotations

import unicodedata
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")

MANY_LINES = frozenset({"text"})
"""Facts that may hold several lines (the text of press and announcements); everything else is one line."""

_BIDI = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_line(text: str) -> str:
    """The text as one line: line ends and other control characters become spaces, marks that turn the direction of writing go."""
    if text.isprintable() and _BIDI.isdisjoint(text):
        return text
    out = []
    for char in text:
        if char in _BIDI:
            continue
        category = unicodedata.category(char)
        if category in ("Cc", "Zl", "Zp"):
            out.append(" ")
        elif category == "Cs":
            out.append("\ufffd")
        else:
            out.append(char)
    return "".join(out)


def clean_lines(text: str) -> str:
    """As `clean_line` for each line of a text of several lines."""
    return "\n".join(clean_line(line) for line in text.replace("\r\n", "\n").split("\n"))


def cleaned(value: T, *, many: bool = False) -> T:
    """A copy of the value, of any nesting, with every string in it cleaned."""
    return _clean(value, many)  # type: ignore[no-any-return]


def _clean(value: Any, many: bool) -> Any:
    if isinstance(value, str):
        return clean_lines(value) if many else clean_line(value)
    if isinstance(value, dict):
        return {_clean(key, False): _clean(item, many or key in MANY_LINES) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(_clean(item, many) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: _clean(getattr(value, f.name), many) for f in fields(value)})
    return value
