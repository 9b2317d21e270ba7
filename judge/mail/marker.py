"""Lines of our own mails that are known again when they come back in a reply.

The marker line, above which a player writes, stands at the head of our text, and readers cut from it on. The order sheet stands
between two lines (the words of the templates, sheet_begin and sheet_end), its lines ending in a blank to fill in.

One phrase a language, so that a copy which a mail program has wrapped between them is still known.
"""

from __future__ import annotations

from typing import Final

MARKER_PHRASES: Final = ("Write above this line", "この線より上に書いてください")
MARKER_LINE: Final = "=== Write above this line / この線より上に書いてください ==="

SHEET_BEGINS: Final = ("order sheet begins", "命令書 ここから")
SHEET_ENDS: Final = ("order sheet ends", "命令書 ここまで")
BLANK: Final = "____"

_FENCES = tuple(
    frozenset("".join(each.split()).casefold() for each in names) for names in (SHEET_BEGINS, SHEET_ENDS)
)
_FOLDED = tuple("".join(phrase.split()).casefold() for phrase in MARKER_PHRASES)


def is_marker(line: str) -> bool:
    """Whether the line is a copy of our marker line, quoted or not."""
    bare = "".join(line.split()).casefold()
    return any(phrase in bare for phrase in _FOLDED)


def sheet_fence(line: str) -> str:
    """ "begin" or "end" when the whole line, quote marks taken off before, is such a line of an order sheet; else ""."""
    bare = "".join(line.split()).strip("-").casefold()
    return "begin" if bare in _FENCES[0] else "end" if bare in _FENCES[1] else ""


def shielded(line: str) -> str:
    """Somebody else's line as we may pass it on: it must not look like a line of our order sheet when it comes back quoted."""
    return f"| {line}" if sheet_fence(line.strip().lstrip(">＞ ")) else line
