"""What stands beside a place on the map, and how much room it takes. The build step uses the same measures."""

from __future__ import annotations

from dataclasses import dataclass

from judge.render.map.text import Anchor, lines, width
from judge.variants.model import Province

SIZES = {"en": 17.0, "ja": 15.5}
"""Type size of labels in px of the frame, by language."""
LEADING = 1.06
CENTRE_ROOM = 15.0
"""px before the first line for a supply centre's mark."""
ASCENT = 0.80
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a label's first baseline is, which way it runs from there, and where its text breaks (0: nowhere)."""

    x: float
    y: float
    anchor: Anchor = "middle"
    split: int = 0


def label_text(province: Province, language: str, style: str) -> str:
    """The words of a label. style "code": English readers see codes, others names; "both": name and code."""
    name = (province.names.get(language) or province.names.get("en") or (province.id,))[0]
    if style == "both":
        return f"{name} {province.id}"
    return province.id if language == "en" else name


def label_box(text: str, size: float, place: LabelPlace, centre: bool) -> Box:
    """Left, top, right, bottom of a label, the mark of a supply centre included."""
    rows = lines(text, place.split)
    widths = [width(row, size, bold=True) for row in rows]
    room = CENTRE_ROOM if centre else 0.0
    whole = max([widths[0] + room, *widths[1:]])
    left = place.x - {"start": 0.0, "middle": whole / 2, "end": whole}[place.anchor]
    top = place.y - ASCENT * size
    return left, top, left + whole, top + size * (1 + LEADING * (len(rows) - 1))
