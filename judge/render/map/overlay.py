"""Orders over the board: colour says whose, the kind of line says what, the mark at its end says what came of it."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from judge.render.map import palette as p
from judge.render.map.board import Board
from judge.render.map.curves import (
    XY,
    Line,
    arrow,
    bent,
    length,
    part_way,
    point_at,
    through,
    trimmed,
    waved,
)
from judge.render.map.labels import Box
from judge.render.map.orders import DrawnOrder, province_of
from judge.render.map.palette import Shades
from judge.render.map.static import link_lines
from judge.render.map.svg import burst, cross, number, path, points

TOKEN_GAP = 17.0  # px between a unit's point and where a line begins or ends
_BEND = 0.09
_SHORTEST = 30.0  # px of arrow that must stay visible
_UNDONE = frozenset(
    {"no_convoy", "convoy_disrupted", "convoy_paradox", "canal_no_permission", "canal_shut", "canal_paradox"}
)


@dataclass
class Layers:
    """SVG text of the orders, from below to above."""

    bands: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)


def stroke(
    layers: Layers, line: Sequence[XY], colour: str, width: float, *, dash: str = "", head: bool = True
) -> None:
    """A line with a pale edge, with or without an arrowhead."""
    style: dict[str, str | float] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    shaft, tip = arrow(line, 8 + 2.2 * width, 6 + 2.2 * width) if head else (list(line), [])
    d = points(shaft)
    layers.lines.append(path(d, stroke="#fff", stroke_width=width + 2.8, stroke_opacity=0.9, **style))
    if tip:
        edge = path(
            points(tip, closed=True), fill="#fff", stroke="#fff", stroke_width=2.8, stroke_linejoin="round"
        )
        layers.heads += [edge, path(points(tip, closed=True), fill=colour)]
    dashed: dict[str, str | float] = {"stroke_dasharray": dash} if dash else {}
    layers.lines.append(path(d, stroke=colour, stroke_width=width, **style, **dashed))


def ring(layers: Layers, at: XY, colour: str) -> None:
    """The small ring in which a support ends."""
    layers.heads.append(
        f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="4.6" fill="#fff" stroke="{colour}" stroke-width="2.4"/>'
    )


class Overlay:
    """Draws the orders of one picture. spots: where each unit is drawn, by its location; labels: the box of each province's label."""

    def __init__(
        self,
        board: Board,
        shades: Mapping[str, Shades],
        neighbours: Mapping[str, frozenset[str]],
        spots: Mapping[str, XY],
        labels: Mapping[str, Box],
    ) -> None:
        self.board, self.shades, self.neighbours = board, shades, neighbours
        self.spots, self.labels = spots, labels
        self.layers = Layers()
        self.used: set[str] = set()
        self._moves: dict[str, tuple[str, Line]] = {}
        self._supports: dict[str, int] = {}

    def spot(self, location: str) -> XY:
        """Where a unit at the location is drawn, whether or not one is there."""
        return self.spots.get(location) or self.board.spot(location)

    def draw(self, orders: Sequence[DrawnOrder]) -> Layers:
        """All orders; moves first, because supports point at them."""
        convoys = [order for order in orders if order.act == "convoy"]
        for order in orders:
            if order.act == "move":
                self._move(order, convoys)
            elif order.act == "rail":
                self._rail(order)
            elif order.act == "hold" and order.reason != "no_order":
                self._hold(order)
            elif order.act == "retreat":
                self._retreat(order)
        for order in orders:
            if order.act == "support":
                self._support(order)
        for order in convoys:
            self._convoy(order)
        return self.layers

    def _colour(self, order: DrawnOrder) -> str:
        shades = self.shades.get(order.power)
        return p.VOID if order.verdict == "void" or shades is None else shades.line

    def _hold(self, order: DrawnOrder) -> None:
        self.used.add("hold")
        x, y = self.spot(order.location)
        d = f"M{number(x - 16)} {number(y + 17.5)}h32"
        self.layers.lines.append(path(d, stroke="#fff", stroke_width=6, stroke_linecap="round"))
        self.layers.lines.append(
            path(d, stroke=self._colour(order), stroke_width=3.4, stroke_linecap="round")
        )

    def _way(self, order: DrawnOrder, convoys: Sequence[DrawnOrder]) -> tuple[list[Line], bool]:
        """The pieces of a move's line, and whether it goes by convoy."""
        a, b = self.spot(order.location), self.spot(order.target)
        ends = province_of(order.location), province_of(order.target)
        canal = self.board.canal
        if canal and frozenset(ends) == frozenset(canal.between) and order.kind == "F":
            self.used.add("canal")
            via = canal.move if ends[0] == canal.between[0] else canal.move[::-1]
            return [through([a, *via, b])], False
        fleets = [
            other.location
            for other in convoys
            if province_of(other.helped) == ends[0]
            and province_of(other.target) == ends[1]
            and other.reason != "unused"
        ]
        chain = self._chain(ends[0], ends[1], fleets) if order.kind == "A" else []
        if chain:
            return [through([a, *(self.spot(fleet) for fleet in chain), b], 12)], True
        link = self.board.link_of.get(frozenset(ends))
        if link is not None:
            return self._along_link(order, a, b), False
        return [bent(a, b, _BEND)], False

    def _along_link(self, order: DrawnOrder, a: XY, b: XY) -> list[Line]:
        link = self.board.link_of[frozenset((province_of(order.location), province_of(order.target)))]
        forward = link.between[0] == province_of(order.location)
        if link.wrap:
            pieces = link_lines(self.board, link)
            return pieces if forward else [piece[::-1] for piece in reversed(pieces)]
        return [bent(a, b, (link.bend if forward else -link.bend) + 0.035)]

    def _chain(self, start: str, end: str, fleets: Sequence[str]) -> list[str]:
        """The shortest row of these fleets from one province to the other."""
        at = {province_of(fleet): fleet for fleet in fleets}
        queue: deque[list[str]] = deque([[start]])
        seen = {start}
        while queue:
            row = queue.popleft()
            near = self.neighbours.get(row[-1], frozenset())
            if len(row) > 1 and end in near:
                return [at[name] for name in row[1:]]
            for name in sorted(near & at.keys() - seen):
                seen.add(name)
                queue.append([*row, name])
        return []

    def _move(self, order: DrawnOrder, convoys: Sequence[DrawnOrder]) -> None:
        pieces, by_sea = self._way(order, convoys)
        colour, last = self._colour(order), pieces[-1]
        self._moves[order.location] = (order.target, pieces[0])
        for piece in pieces[:-1]:
            stroke(
                self.layers,
                trimmed(piece, TOKEN_GAP, 0),
                colour,
                3.2,
                dash="8 6" if order.fails else "",
                head=False,
            )
        gap = TOKEN_GAP if len(pieces) == 1 else 0
        if not order.fails:
            self.used.add("convoy" if by_sea else "move")
            line = trimmed(last, gap, self._free_end(last, order.target))
            stroke(self.layers, waved(line) if by_sea else line, colour, 3.2)
            return
        whole = length(last)
        if order.verdict == "void" or order.reason in _UNDONE:
            self.used.add("void")
            line = trimmed(last, gap, TOKEN_GAP)
            stroke(self.layers, waved(line) if by_sea else line, p.VOID, 2.6, dash="7 6")
            self.layers.marks.append(cross(*self._clear(line), p.ALARM))
            return
        self.used.add("bounce")
        entry = next(
            (
                at
                for at in (TOKEN_GAP + 2 + 2 * i for i in range(int(whole / 2)))
                if self.board.covers(province_of(order.target), *point_at(last, at))
            ),
            whole * 0.62,
        )
        stop = min(max(TOKEN_GAP + 16, entry + 10), max(TOKEN_GAP + 10, whole - TOKEN_GAP - 7))
        stop = next(
            (
                at
                for at in (stop, stop - 8, stop - 16, stop - 24)
                if at > TOKEN_GAP + 8 and not self._on_label(point_at(last, at), order.target)
            ),
            stop,
        )
        line = trimmed(last, gap, max(0.0, whole - stop))
        stroke(self.layers, waved(line) if by_sea else line, colour, 3.2, dash="8 6", head=False)
        self.layers.marks.append(burst(*line[-1], p.BURST, p.ALARM))

    def _free_end(self, line: Line, target: str) -> float:
        """How far before its end an arrow stops: at the unit that stands there, if any, and short of the place's label."""
        empty = all(province_of(target) != province_of(location.lstrip("*")) for location in self.spots)
        whole, stop = length(line), 2.0 if empty else TOKEN_GAP - 2
        nearest = stop
        for gap in range(int(stop), int(min(80.0, whole * 0.55)), 2):
            if any(self._on_label(point_at(line, whole - gap - back), target, 3) for back in (0, 12)):
                stop = gap + 2.0
        return stop if whole - stop - TOKEN_GAP > _SHORTEST else nearest

    def _on_label(self, at: XY, province: str, edge: float = 7) -> bool:
        box = self.labels.get(province_of(province))
        if box is None:
            return False
        return box[0] - edge < at[0] < box[2] + edge and box[1] - edge < at[1] < box[3] + edge

    def _rail(self, order: DrawnOrder) -> None:
        railway = self.board.railway
        stations = railway.stations if railway else {}
        ends = province_of(order.location), province_of(order.target)
        if railway is None or ends[0] not in stations or ends[1] not in stations:
            self._move(order, ())
            return
        self.used.add("rail")
        first, last = stations[ends[0]], stations[ends[1]]
        reached = stations.get(order.reached, first if order.fails else last)
        step = 1 if last >= first else -1
        colour = self._colour(order)
        start = self.spot(order.location)
        track = through(railway.line[first::step][: abs(reached - first) + 1], 8)
        if reached != first:
            nearest = min(range(len(track)), key=lambda i: math.dist(track[i], start))
            way = [start, *track[nearest:]]
            self.layers.bands.append(
                path(
                    points(way),
                    fill="none",
                    stroke=colour,
                    stroke_width=11,
                    stroke_opacity=0.35,
                    stroke_linecap="round",
                )
            )
            stroke(self.layers, trimmed(way, TOKEN_GAP, 0), colour, 3.6)
        if reached != last:
            rest = through(railway.line[reached::step][: abs(last - reached) + 1], 8)
            stroke(self.layers, trimmed(rest, 6, 8), "#8A8A8A", 2.4, dash="3 6", head=False)
            self.layers.marks.append(cross(*point_at(rest, min(22.0, length(rest) / 2)), p.ALARM, 6))

    def _support(self, order: DrawnOrder) -> None:
        start = self.spot(order.location)
        colour = p.VOID if order.fails else self._colour(order)
        helped = self._moves.get(order.helped) or self._moves.get(province_of(order.helped))
        gap = 5.0
        if order.target and helped and province_of(helped[0]) == province_of(order.target):
            turn = self._supports.get(order.helped, 0)
            self._supports[order.helped] = turn + 1
            end = part_way(helped[1], 0.62 - 0.11 * (turn % 4))
        elif order.target:
            end = part_way(bent(self.spot(order.helped), self.spot(order.target), _BEND), 0.6)
        else:
            end, gap = self.spot(order.helped), TOKEN_GAP + 3
        self.used.add("cut" if order.fails else "support")
        line = trimmed(bent(start, end, -0.07), TOKEN_GAP, gap)
        stroke(self.layers, line, colour, 2.4, dash="5 5", head=False)
        ring(self.layers, line[-1], colour)
        if order.fails:
            self.layers.marks.append(cross(*self._clear(line), p.ALARM, 4.6))

    def _clear(self, line: Line) -> XY:
        """A point about the middle of the line that no unit covers."""
        places = [part_way(line, part) for part in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8)]
        return max(places, key=lambda at: min([22.0, *(math.dist(at, spot) for spot in self.spots.values())]))

    def _convoy(self, order: DrawnOrder) -> None:
        self.used.add("convoy")
        x, y = self.spot(order.location)
        colour = p.VOID if order.fails else self._colour(order)
        self.layers.lines.append(
            f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="24" ry="18" fill="none" stroke="#fff" stroke-width="4.6"/>'
            f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="24" ry="18" fill="none" stroke="{colour}" stroke-width="2.4"'
            ' stroke-dasharray="2 4" stroke-linecap="round"/>'
        )
        if order.fails:
            self.layers.marks.append(cross(x + 20, y - 13, p.ALARM, 4.6))

    def _retreat(self, order: DrawnOrder) -> None:
        self.used.add("retreat")
        start = self.spots.get("*" + order.location) or self.spot(order.location)
        end = self.spot(order.target)
        line = trimmed(bent(start, end, 0.1), TOKEN_GAP + 3, TOKEN_GAP - 2)
        if order.fails:
            line = trimmed(line, 0, min(14.0, length(line) / 3))
            stroke(self.layers, line, p.ALARM, 2.6, dash="5 5", head=False)
            self.layers.marks.append(burst(*line[-1], p.BURST, p.ALARM))
        else:
            stroke(self.layers, line, p.ALARM, 2.8, dash="5 5")
