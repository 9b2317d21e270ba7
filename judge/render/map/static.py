"""The parts of a picture that no position changes: sea, coast, borders, railway, labels. Made once for a board and language."""

from __future__ import annotations

from dataclasses import dataclass

from judge.render.map import palette as p
from judge.render.map.board import Board, Link, board_of
from judge.render.map.curves import XY, bent, through
from judge.render.map.labels import Box, label_text
from judge.render.map.lettering import letter
from judge.render.map.svg import number, path, points, text
from judge.variants.model import Variant


@dataclass(frozen=True)
class StaticLayers:
    """SVG text from below to above: `under` the tints, `over` them, `labels`; centres: where the mark of each supply centre goes; boxes: of
    each province's label."""

    under: str
    over: str
    labels: str
    centres: dict[str, XY]
    boxes: dict[str, Box]


def _under(board: Board) -> str:
    width, height = board.frame
    parts = [f'<rect width="{width}" height="{height}" fill="{p.SEA}"/>']
    if not board.drawn:
        return "".join(parts)
    parts += [
        f'<use href="#coast" fill="none" stroke="{p.GLOW}" stroke-width="{w}" stroke-opacity="{o}" stroke-linejoin="round"/>'
        for w, o in ((14, 0.35), (9, 0.45), (4.5, 0.6))
    ]
    parts.append(
        path(
            "".join(line for _, _, line in board.sea_borders),
            fill="none", stroke=p.SEA_LINE, stroke_width=1.3, stroke_dasharray="6 4", stroke_linecap="round",
        )
    )  # fmt: skip
    parts.append(f'<use href="#coast" fill="{p.OUTSIDE}"/>')
    parts += [path(d, fill="url(#hatch)", fill_rule="evenodd") for d in board.dead.values()]
    return "".join(parts)


def _over(board: Board) -> str:
    outer = "".join(d for a, b, d in board.borders if a.startswith("_") or b.startswith("_"))
    inner = "".join(d for a, b, d in board.borders if not (a.startswith("_") or b.startswith("_")))
    parts = [
        path(outer, fill="none", stroke="#8D8675", stroke_width=1.6),
        path(inner, fill="none", stroke=p.BORDER, stroke_width=0.9),
        f'<use href="#coast" fill="none" stroke="{p.COAST}" stroke-width="1" stroke-linejoin="round"/>',
    ] if board.drawn else []  # fmt: skip
    for x, y in board.mountains:
        parts.append(
            path(
                f"M{number(x - 6)} {number(y + 4)}l6-10l6 10z",
                fill="#8A7F6D",
                stroke="#fff",
                stroke_width=0.7,
            )
        )
        parts.append(path(f"M{number(x - 2.2)} {number(y - 2.3)}l2.2-3.7l2.2 3.7z", fill="#fff"))
    parts += [
        path(points(lake, closed=True), fill=p.SEA, stroke=p.COAST, stroke_width=0.9, stroke_linejoin="round")
        for lake in board.lakes
    ]
    if board.railway:
        track = points(through(board.railway.line, 6))
        parts.append(path(track, fill="none", stroke="#fff", stroke_width=5.4, stroke_opacity=0.55))
        parts.append(path(track, fill="none", stroke="#3A3A3A", stroke_width=3.6))
        parts.append(path(track, fill="none", stroke="#fff", stroke_width=2, stroke_dasharray="5 5"))
        for at in board.railway.stations.values():
            x, y = board.railway.line[at]
            parts.append(
                f'<circle cx="{number(x)}" cy="{number(y)}" r="4" fill="#fff" stroke="#3A3A3A" stroke-width="1.8"/>'
            )
    if board.canal:
        parts.append(canal_line(points(board.canal.line)))
    parts += [bridge_line(points(bridge.line)) for bridge in board.bridges]
    for link in board.links:
        for piece in link_lines(board, link):
            parts.append(link_line(points(piece), link.kind))
    if board.links and board.drawn:
        parts += [
            f'<circle cx="{number(x)}" cy="{number(y)}" r="8" fill="#fff" stroke="{p.LAND_INK}" stroke-width="2"/>'
            f'<circle cx="{number(x)}" cy="{number(y)}" r="3.4" fill="{p.NEUTRAL_CENTRE}"/>'
            for x, y in board.units.values()
        ]
    return "".join(parts)


def canal_line(d: str) -> str:
    """The canal's drawing, also for the key."""
    return path(d, fill="none", stroke="#fff", stroke_width=6, stroke_linecap="round") + path(
        d, fill="none", stroke=p.CANAL, stroke_width=3.6, stroke_linecap="round"
    )


def bridge_line(d: str) -> str:
    """A land bridge's drawing, also for the key."""
    return path(d, fill="none", stroke=p.BRIDGE_EDGE, stroke_width=6.4, stroke_linecap="round") + path(
        d, fill="none", stroke=p.BRIDGE, stroke_width=4, stroke_linecap="round"
    )


def link_line(d: str, kind: str) -> str:
    """A drawn link between two places, also for the key."""
    colour, width = (p.LAND_LINK, 3.4) if kind == "land" else (p.SEA_LINK, 2.4)
    return path(
        d, fill="none", stroke="#fff", stroke_width=width + 2.4, stroke_opacity=0.75, stroke_linecap="round"
    ) + path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def link_lines(board: Board, link: Link) -> list[list[XY]]:
    """The link's line from its first place to its second: one piece, or two when it leaves the frame and comes back."""
    a, b = (board.spot(name) for name in link.between)
    if not link.wrap:
        return [bent(a, b, link.bend)]
    width = board.frame[0]
    slope = (b[1] - a[1]) / (b[0] - width - a[0])
    edge = a[1] - a[0] * slope
    return [[a, (0, edge)], [(width, edge), b]]


def _rim_words(board: Board, variant: Variant, language: str) -> str:
    """At the frame's edge: where a line that leaves it goes on to."""
    parts: list[str] = []
    for link in board.links:
        if not link.wrap:
            continue
        (_, (_, y)), _ = link_lines(board, link)
        names = [
            label_text(variant.province(name), language, "code" if language == "ja" else "name")
            for name in link.between
        ]
        parts.append(text(7, y - 6, "← " + names[1], 13, p.SEA_INK, anchor="start", halo=3))
        parts.append(text(board.frame[0] - 7, y - 6, names[0] + " →", 13, p.SEA_INK, anchor="end", halo=3))
    return "".join(parts)


_MADE: dict[tuple[str, str], tuple[Board, StaticLayers]] = {}


def static_layers(variant: Variant, language: str) -> StaticLayers:
    """The unchanging layers of a variant's picture in a language; made once for each as long as its board stays the same."""
    board = board_of(variant)
    known = _MADE.get((variant.id, language))
    if known and known[0] is board:
        return known[1]
    lettering = letter(variant, board, language)
    labels = lettering.svg + _rim_words(board, variant, language)
    made = StaticLayers(_under(board), _over(board), labels, lettering.centres, lettering.boxes)
    _MADE[variant.id, language] = board, made
    return made
