"""Orders as frozen values, and the fast way between canonical order text and order.

Canonical text is what is stored and what contracts use; players' own wording is read by judge/diplomacy/notation.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from judge.diplomacy.board import Board
from judge.diplomacy.reasons import Reason

HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY, RAIL = range(6)
RETREAT, DISBAND, BUILD, WAIVE = range(6, 10)
MOVEMENT_KINDS = frozenset({HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE, CONVOY, RAIL})

_CACHE_LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class Order:
    """One order. Provinces and locations are numbers of the board; -1 where there is none.

    place, location      where the ordered (or to be built) unit stands, location with the coast as written
    target, target_fleet province and kind of the unit that is supported or convoyed
    dest, dest_location  where the unit (or the supported, convoyed unit) goes, location with the coast as written
    via                  "via convoy" was written
    rail                 the move (or the supported move) is by rail
    riders               canal permissions as (from, to) provinces
    plain                known to be legal for a unit that stands where and as written (a supported one too): see `_plain`
    """

    kind: int
    fleet: bool
    place: int
    location: int
    target: int = -1
    target_fleet: bool = False
    dest: int = -1
    dest_location: int = -1
    via: bool = False
    rail: bool = False
    riders: tuple[tuple[int, int], ...] = ()
    plain: bool = False

    def but(self, **changes: Any) -> Order:
        """The same order with these fields changed."""
        return replace(self, **changes)


WAIVER = Order(WAIVE, False, -1, -1)
NO_ORDER = Order(HOLD, False, -1, -1)
"""Stands for the order of a unit that has none."""


def write_order(board: Board, order: Order) -> str:
    """The canonical text: reading it again gives an equal order."""
    if order.kind == WAIVE:
        return "WAIVE"
    name = board.location_names
    text = ("F " if order.fleet else "A ") + name[order.location]
    kind = order.kind
    if kind == HOLD:
        text += " H"
    elif kind == MOVE:
        text += f" - {name[order.dest_location]}" + (" VIA" if order.via else "")
    elif kind == RAIL:
        text += f" - TSR - {name[order.dest_location]}"
    elif kind in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
        text += " C " if kind == CONVOY else " S "
        text += ("F " if order.target_fleet else "A ") + name[order.target]
        if kind != SUPPORT_HOLD:
            text += (" - TSR - " if order.rail else " - ") + name[order.dest_location]
    elif kind == RETREAT:
        text += f" R {name[order.dest_location]}"
    elif kind == DISBAND:
        text += " D"
    elif kind == BUILD:
        text += " B"
    for start, end in order.riders:
        text += f" (SC F {name[start]} - {name[end]})"
    return text


Read = tuple["Order | None", str, "Order | Reason"]
"""A text as read: (order, written, other).

order    None when it is no order of a movement phase; then `other` is the order of another phase, or why it is none
written  the canonical text, where that is so for any unit that stands as written, else ""
"""


def read_order(board: Board, text: str) -> Order | Reason:
    """Read canonical order text; a Reason (UNREADABLE, NO_SUCH_PLACE) when it is none. Never raises."""
    return read_text(board, text)[2]


def read_text(board: Board, text: str) -> Read:
    """As `read_order`, in more detail. Texts are read once: a board remembers them."""
    known = board.order_cache.get(text)
    if known is None:
        known = _read_anew(board, text)
        if len(board.order_cache) >= _CACHE_LIMIT:
            board.order_cache.clear()
        board.order_cache[text] = known
    return cast("Read", known)


def _read_anew(board: Board, text: str) -> Read:
    try:
        order = _read(board, text)
    except (IndexError, _Unreadable):
        return None, "", Reason.UNREADABLE
    except KeyError:
        return None, "", Reason.NO_SUCH_PLACE
    if order.kind not in MOVEMENT_KINDS:
        return None, "", order
    open_coast = order.dest >= 0 and _open_coast(board, order)
    written = "" if open_coast else write_order(board, order)
    order = order.but(plain=_plain(board, order))
    return order, written, order


def _open_coast(board: Board, order: Order) -> bool:
    """Whether the coast at the destination may have to be written differently: left out, or one for an army."""
    if order.dest_location != order.dest:
        return not (order.target_fleet if order.target >= 0 else order.fleet)
    return order.kind == MOVE and order.fleet and len(board.coasts[order.dest]) > 1


def _plain(board: Board, order: Order) -> bool:
    """A move that the unit can make by itself with no coast in question, or a support that its unit can give likewise."""
    exits = board.reach_provinces(order.fleet, order.location)
    dest = order.dest
    if order.kind == SUPPORT_HOLD:
        return order.target != order.place and order.target in exits
    if dest not in exits or order.dest_location != dest or order.via or order.rail:
        return False
    if order.kind == MOVE:
        return not order.fleet or len(board.coasts[dest]) == 1
    return order.kind == SUPPORT_MOVE and order.place not in (dest, order.target)


class _Unreadable(Exception):
    pass


def _location(board: Board, word: str) -> int:
    """Number of a location. A coast that the province does not have is dropped (DATC 4.B.6)."""
    location = board.location_of.get(word)
    if location is None:
        location = board.province_of_id[word.partition("/")[0]]
    return location


def _unit(board: Board, letter: str, word: str) -> tuple[bool, int]:
    if letter not in ("A", "F"):
        raise _Unreadable
    return letter == "F", _location(board, word)


def _read(board: Board, text: str) -> Order:
    words = text.upper().replace("(", " ( ").replace(")", " ) ").split()
    riders: list[tuple[int, int]] = []
    if "(" in words:
        words, riders = _split_riders(board, words)
    if words == ["WAIVE"]:
        return WAIVER
    if len(words) < 3:
        raise _Unreadable
    fleet, location = _unit(board, words[0], words[1])
    place = board.province_of[location]
    order = _read_action(board, fleet, place, location, words)
    return order.but(riders=tuple(riders)) if riders else order


def _split_riders(board: Board, words: list[str]) -> tuple[list[str], list[tuple[int, int]]]:
    """Take "( SC F X - Y )" groups off the end."""
    start = words.index("(")
    riders = []
    rest = words[start:]
    while rest:
        if rest[:3] != ["(", "SC", "F"] or rest[4] != "-" or rest[6] != ")":
            raise _Unreadable
        riders.append(
            (board.province_of[_location(board, rest[3])], board.province_of[_location(board, rest[5])])
        )
        rest = rest[7:]
    return words[:start], riders


def _read_action(board: Board, fleet: bool, place: int, location: int, words: list[str]) -> Order:
    verb, count = words[2], len(words)
    if count == 3:
        kind = {"H": HOLD, "D": DISBAND, "B": BUILD}.get(verb)
        if kind is None:
            raise _Unreadable
        return Order(kind, fleet, place, location)
    if verb == "-":
        return _read_move(board, fleet, place, location, words)
    if verb == "R" and count == 4:
        dest = _location(board, words[3])
        return Order(RETREAT, fleet, place, location, dest=board.province_of[dest], dest_location=dest)
    if verb in ("S", "C") and count >= 5:
        target_fleet, target = _unit(board, words[3], words[4])
        target = board.province_of[target]
        if verb == "S" and (count == 5 or words[5:] == ["H"]):
            return Order(SUPPORT_HOLD, fleet, place, location, target, target_fleet)
        if words[5] != "-":
            raise _Unreadable
        rest = words[6:]
        rail = rest[:2] == ["TSR", "-"]
        if rail:
            rest = rest[2:]
        if len(rest) != 1 and rest[1:] != ["VIA"]:
            raise _Unreadable
        dest = _location(board, rest[0])
        kind = SUPPORT_MOVE if verb == "S" else CONVOY
        return Order(
            kind, fleet, place, location, target, target_fleet, board.province_of[dest], dest, rail=rail
        )  # fmt: skip
    raise _Unreadable


def _read_move(board: Board, fleet: bool, place: int, location: int, words: list[str]) -> Order:
    count = len(words)
    if words[3] == "TSR" and count == 6 and words[4] == "-":
        dest = _location(board, words[5])
        return Order(
            RAIL, fleet, place, location, dest=board.province_of[dest], dest_location=dest, rail=True
        )
    if count > 5 or (count == 5 and words[4] != "VIA"):
        raise _Unreadable
    dest = _location(board, words[3])
    return Order(
        MOVE, fleet, place, location, dest=board.province_of[dest], dest_location=dest, via=count == 5
    )
