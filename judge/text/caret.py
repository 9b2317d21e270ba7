"""The line under a player's line that points at a place in it, also under double-width characters."""

from __future__ import annotations

import unicodedata

_WIDE_BLANK = "\u3000"
_WIDE_CARET = "＾"


def caret_line(text: str, column: int, length: int = 1, *, ambiguous_wide: bool = False) -> str:
    """Blanks and carets to print under `text` so that the carets stand under columns `column` to `column + length - 1` (from 1).

    A wide blank stands under each wide character, so the two lines stay aligned in any font in which full-width characters
    have one width. ambiguous_wide: arrows, circles and the like are wide too, as in Japanese fonts.
    Empty when there is no column to point at.
    """
    if column < 1:
        return ""
    out = []
    for number, char in enumerate(text[: column - 1 + max(1, length)], start=1):
        width = char_width(char, ambiguous_wide=ambiguous_wide)
        if width == 0:
            continue
        if number < column:
            out.append("\t" if char == "\t" else _WIDE_BLANK if width == 2 else " ")
        else:
            out.append(_WIDE_CARET if width == 2 else "^")
    missing = column - len(text)
    if missing > 0:
        out.append(" " * (missing - 1) + "^")
    return "".join(out)


def char_width(char: str, *, ambiguous_wide: bool = False) -> int:
    """Columns a character takes where Japanese is shown in a fixed pitch: 0, 1 or 2."""
    if unicodedata.combining(char) or unicodedata.category(char) in {"Cf", "Me", "Mn"}:
        return 0
    kind = unicodedata.east_asian_width(char)
    return 2 if kind in {"W", "F"} or (ambiguous_wide and kind == "A") else 1
