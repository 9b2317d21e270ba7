"""The line above which a player writes: it stands at the head of our own text, and readers cut from it on.

One phrase a language, so that a copy which a mail program has wrapped between them is still known.
"""

from __future__ import annotations

from typing import Final

MARKER_PHRASES: Final = ("Write above this line", "この線より上に書いてください")
MARKER_LINE: Final = "=== Write above this line / この線より上に書いてください ==="

_FOLDED = tuple("".join(phrase.split()).casefold() for phrase in MARKER_PHRASES)


def is_marker(line: str) -> bool:
    """Whether the line is a copy of our marker line, quoted or not."""
    bare = "".join(line.split()).casefold()
    return any(phrase in bare for phrase in _FOLDED)
