"""The labels of a map in one language: names or codes, and beside Japanese names their codes in small where there is room."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.render.map import palette as p
from judge.render.map.board import Board
from judge.render.map.curves import XY
from judge.render.map.labels import CENTRE_ROOM, LEADING, SIZES, Box, label_box, label_text
from judge.render.map.svg import text
from judge.render.map.text import lines, width
from judge.render.map.tokens import SLOT
from judge.variants.model import Province, Variant

_CODE_SIZE = 11.5
_AIR = 7.0  # px between a code and the next name


@dataclass
class Lettering:
    """svg: the labels; centres: where the mark of each supply centre goes; boxes: the room of each province's label."""

    svg: str = ""
    centres: dict[str, XY] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)


def letter(variant: Variant, board: Board, language: str) -> Lettering:
    """All labels of a variant's map."""
    made = Lettering()
    size = SIZES.get(language, SIZES["en"])
    for province in variant.provinces:
        words = label_text(province, language, board.labels)
        place = board.label_place(province.id, language)
        left, _, right, _ = box = label_box(words, size, place, province.centre)
        rows = lines(words, place.split)
        room = CENTRE_ROOM if province.centre else 0.0
        middle = (left + right) / 2
        for i, row in enumerate(rows):
            x = middle + (room / 2 if i == 0 else 0)
            made.svg += text(x, place.y + i * LEADING * size, row, size, _ink(province), halo=3.2)
        if province.centre:
            start = middle + room / 2 - width(rows[0], size, bold=True) / 2
            made.centres[province.id] = (start - 8.0, place.y - 0.36 * size)
        made.boxes[province.id] = box
    if language != "en" and board.labels == "code" and board.drawn:
        made.svg += _codes(variant, board, made.boxes)
    return made


def _ink(province: Province) -> str:
    return p.SEA_INK if province.kind == "sea" else p.LAND_INK


def _codes(variant: Variant, board: Board, labels: dict[str, Box]) -> str:
    """Codes of the provinces, below, right, left or above their names, where no unit and no other name is."""
    taken = [
        *labels.values(),
        *((x + SLOT[0], y + SLOT[1], x + SLOT[2], y + SLOT[3]) for x, y in board.units.values()),
    ]
    svg = ""
    for province in variant.provinces:
        left, top, right, bottom = labels[province.id]
        wide, high = width(province.id, _CODE_SIZE, bold=True), _CODE_SIZE * 0.8
        middle = (left + right) / 2
        for x, y in (
            (middle, bottom + high + 0.8), (right + wide / 2 + 4, bottom - 3.5), (left - wide / 2 - 4, bottom - 3.5), (middle, top - 2),
        ):  # fmt: skip
            box = (x - wide / 2, y - high, x + wide / 2, y)
            inside = box[0] > 3 and box[1] > 3 and box[2] < board.frame[0] - 3 and box[3] < board.frame[1] - 3
            wider = (box[0] - _AIR, box[1], box[2] + _AIR, box[3])
            free = not any(_meet(box if other is labels[province.id] else wider, other) for other in taken)
            if inside and free and _belongs(board, province, x, y - high / 2):
                svg += text(x, y, province.id, _CODE_SIZE, _ink(province), halo=2.4)
                taken.append(box)
                break
    return svg


def _belongs(board: Board, province: Province, x: float, y: float) -> bool:
    """A code here is not taken for that of another land: in the province, or for a coast in the water beside it."""
    if board.covers(province.id, x, y):
        return True
    return province.kind == "coastal" and any(board.covers(sea, x, y) for sea in board.sea)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] - 1 and b[0] < a[2] - 1 and a[1] < b[3] - 1 and b[1] < a[3] - 1
