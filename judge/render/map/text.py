"""How wide words are in the map's own font, and how long names are broken."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

FONTS = Path(__file__).parent / "fonts"
REGULAR = FONTS / "BIZUDPGothic-Regular.ttf"
BOLD = FONTS / "BIZUDPGothic-Bold.ttf"
FAMILY = "BIZ UDPGothic, BIZ UDPゴシック, Noto Sans JP, Noto Sans CJK JP, Hiragino Sans, sans-serif"
Anchor = Literal["start", "middle", "end"]
_MEASURE = 200  # px at which widths are taken
# a line never begins with these
_CLINGING = frozenset("ァィゥェォッャュョーンっゃゅょ・")


@cache
def _face(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BOLD if bold else REGULAR, _MEASURE, layout_engine=ImageFont.Layout.BASIC)


@cache
def width(text: str, size: float, bold: bool = False) -> float:
    """Width of the text in px when it is set at this size."""
    return float(_face(bold).getlength(text)) * size / _MEASURE


def breaks(text: str) -> tuple[int, ...]:
    """Places where a long Japanese name or a name of several words may be broken into two lines."""
    if " " in text:
        return tuple(i for i, character in enumerate(text) if character == " ")
    if not any(ord(character) > 0x3000 for character in text) or len(text) < 6:
        return ()
    middle = len(text) / 2
    return tuple(i for i in range(2, len(text) - 1) if text[i] not in _CLINGING and abs(i - middle) <= 1.5)


def lines(text: str, at: int) -> tuple[str, ...]:
    """The text in one line (at = 0) or broken before character `at`."""
    if not 0 < at < len(text):
        return (text,)
    return text[:at].rstrip(), text[at:].lstrip()
