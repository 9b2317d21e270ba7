"""Text in columns where East Asian characters are two wide."""

from __future__ import annotations

from functools import lru_cache

from judge.text.caret import char_width

_char_width = lru_cache(maxsize=8192)(char_width)


def width(text: str) -> int:
    """Columns the text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return len(text) if text.isascii() else sum(map(_char_width, text))


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """The text filled up with blanks to so many columns; on the left when it is to stand at the right."""
    blanks = " " * max(0, columns - width(text))
    return blanks + text if right else text + blanks


def fold(text: str, columns: int, indent: str = "") -> str:
    """The text in lines of at most so many columns, broken at blanks, or between East Asian characters; further lines indented."""
    if "\n" in text:
        return "\n".join(fold(line, columns, indent) for line in text.split("\n"))
    if width(text) <= columns:
        return text.rstrip()
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and width(line) + width(piece.rstrip()) > columns and piece.strip():
            lines.append(line.rstrip())
            line = indent
        line += piece
    lines.append(line.rstrip())
    return "\n".join(lines)


_NOT_FIRST = frozenset("、。，．・：；？！」』）】〕》〉ー々…ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
_NOT_LAST = frozenset("「『（【〔《〈")


def _pieces(text: str) -> list[str]:
    """Where a line may break: after blanks and between wide characters, but not before a full stop or after an opening bracket."""
    pieces: list[str] = []
    for char in text:
        if pieces and not _may_break(pieces[-1][-1], char):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _may_break(left: str, right: str) -> bool:
    if right == " ":
        return False
    if left == " ":
        return True
    if right in _NOT_FIRST or left in _NOT_LAST:
        return False
    return _char_width(left) == 2 or _char_width(right) == 2
