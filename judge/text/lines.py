"""Lines of a mail before their words are looked at: what is no content, comments, list marks."""

from __future__ import annotations

MAX_LINE = 400
"""Characters of a line that are read."""
MAX_LINES = 1000
"""Lines of a mail that are read."""

_BULLETS = "・●○◎■□◆◇★☆▼▽▲△※•◦‣⁃▪▫◯✓✔☑"
_SIGNS = "-+*＊－＋–—"
_CLOSERS = ".)）．:：、]］"
_BLANK = "___"
"""What is to be written over on an order sheet."""
_FENCE_CHARS = "-=_*~#+─━＝－―‐–—＊～〜…"


def content(line: str, *, signs: bool) -> tuple[int, str]:
    """Where the content of a line begins (index) and the content: without list mark and comment.

    signs: "-", "+" and "*" at the start are list marks too (in adjustments they mean remove and build).
    The content is empty for blank lines, quotes, comments and fences ("-----CUT HERE-----").
    """
    start = 0
    for _ in range(2):
        start = _skip_blank(line, start)
        after = _after_mark(line, start, signs)
        if after == start:
            break
        start = after
    start = _skip_blank(line, start)
    if line[start : start + 1] in {">", "＞"} or is_fence(line):
        return start, ""
    end = len(line)
    for mark in ("#", "＃", "//", "／／"):
        place = line.find(mark, start)
        if place >= 0 and not line.startswith("://", place - 1):
            end = min(end, place)
    return start, _filled_in(line[start:end]).rstrip()


def _filled_in(text: str) -> str:
    """A line of an order sheet: empty when its blank stands behind nothing but a unit, else without what is left of the blank."""
    if "＿" in text:
        text = text.replace("＿", "_")
    if _BLANK not in text:
        return text
    before, _, after = text.partition(_BLANK)
    if not after.strip("_ \u3000") and len(before.split()) <= 2:
        return ""
    return text.replace("_", " ")


def is_fence(line: str) -> bool:
    """Whether a line only separates: nothing but signs, or a few words between rows of signs."""
    stripped = line.strip()
    if not stripped:
        return False
    body = stripped.strip(_FENCE_CHARS)
    if not body:
        return len(stripped) >= 2
    before = len(stripped) - len(stripped.lstrip(_FENCE_CHARS))
    after = len(stripped) - len(stripped.rstrip(_FENCE_CHARS))
    return before >= 3 and after >= 3


def _skip_blank(line: str, start: int) -> int:
    while start < len(line) and (line[start].isspace() or line[start] in "\u200b\ufeff\u00ad"):
        start += 1
    return start


def _after_mark(line: str, start: int, signs: bool) -> int:
    """The index after a list mark at `start`, or `start` when there is none."""
    if start >= len(line):
        return start
    char = line[start]
    if char in _BULLETS or "①" <= char <= "⓿" or "❶" <= char <= "➓" or "⒈" <= char <= "⒛":
        return start + 1
    if char in _SIGNS:
        follows = line[start + 1 : start + 2]
        return start + 1 if signs and follows and follows not in ">＞=-" else start
    opening = char in "(（"
    end = start + opening
    while end < len(line) and line[end].isdecimal() and end - start - opening < 3:
        end += 1
    digits = end - start - opening
    if not 1 <= digits <= 2 or end >= len(line):
        return start
    if opening:
        return end + 1 if line[end] in ")）" else start
    return end + 1 if line[end] in _CLOSERS else start
