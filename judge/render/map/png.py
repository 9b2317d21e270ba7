"""SVG to a PNG with a small palette, for mails."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from judge.render.map.errors import MapError
from judge.render.map.text import BOLD, REGULAR

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 1200
"""Width of pictures in mails, px."""
_FINE, _COARSE = 8, 24  # px values that count as one colour while choosing


def to_png(svg: str, width: int = WIDTH, colours: int = 256) -> bytes:
    """The picture at this width in px. Raises MapError when it cannot be drawn."""
    import resvg_py
    from PIL import Image

    try:
        raw = bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg, width=width, skip_system_fonts=True, font_files=[str(REGULAR), str(BOLD)],
                font_family="BIZ UDPGothic", background="#FBF8F0",
            )
        )  # fmt: skip
        image = Image.open(io.BytesIO(raw)).convert("RGB")
    except Exception as error:
        raise MapError(f"the picture could not be drawn: {error}") from error
    out = io.BytesIO()
    with_palette(image, colours).save(out, format="PNG", optimize=True)
    return out.getvalue()


def with_palette(image: Image.Image, colours: int) -> Image.Image:
    """The picture in its own most frequent colours, none too near to one already taken: flat areas keep their exact colour,
    and only mixed pixels at edges move to a neighbour."""
    from PIL import Image

    counted = image.getcolors(1 << 24) or []
    counted.sort(key=lambda entry: (-entry[0], entry[1]))
    chosen: list[tuple[int, ...]] = []
    cells: set[tuple[int, ...]] = set()
    for fine in (_FINE, _COARSE):
        limit = colours // 2 if fine == _FINE else colours
        for _, colour in counted:
            if len(chosen) >= limit:
                break
            assert isinstance(colour, tuple)
            cell = (fine, *(value // fine for value in colour))
            if cell not in cells:
                cells.add(cell)
                cells.add((_COARSE, *(value // _COARSE for value in colour)))
                chosen.append(colour)
    table = Image.new("P", (1, 1))
    table.putpalette([value for colour in chosen for value in colour])
    return image.quantize(palette=table, dither=Image.Dither.NONE)
