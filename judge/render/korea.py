"""The Korean War in words: orders as sentences, the hexes as text of fixed width, who has what, what may be answered, the reader's plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from judge.errors import VariantError
from judge.korea.data import POWERS, Data, read_data
from judge.korea.orders import read_order, write_order
from judge.render.blocks import Block, Drawing, Items, Paragraphs, Quoted, Section, Table
from judge.render.width import pad, width
from judge.variants.model import Variant

if TYPE_CHECKING:
    from judge.render.pages.common import Desk
    from judge.render.sentences import Sentences

View = Mapping[str, Any]


@lru_cache(maxsize=8)
def data_of(variant: Variant) -> Data:
    """The variant's data, read once. Raises VariantError when it is faulty."""
    return read_data(variant)


def order_words(say: Sentences, text: str) -> str:
    """A canonical order in words: "NK1 attacks Seoul (0205)"; other text comes back as it is."""
    head = text.split()[:1]
    if head and head[0].isalnum() and text.endswith(" ASIDE"):
        return str(say.orders.korea_aside(head[0]))
    order = read_order(text)
    if order is None:
        return text
    plan = text.startswith("PLAN ")
    chit = "" if plan or order.group != "army" or write_order(order) == text else text.split(maxsplit=1)[0]
    places = [(at, chit_) for at, chit_ in order.places]
    said = str(say.orders.korea(order, chit, places))
    if order.conditions:
        said = str(
            say.orders.korea_if(said, [str(say.orders.korea_condition(one)) for one in order.conditions])
        )
    if order.repeat:
        said = str(say.orders.korea_repeat(said))
    return str(say.orders.korea_planned(said)) if plan else said


def hex_map(say: Sentences, view: View) -> list[str]:
    """The hexes in lines of fixed width, columns from west to east, with the chits in each: "0205^Seoul [U2]"."""
    data = data_of(say.variant)
    standing: dict[str, list[tuple[str, str]]] = {}
    for at, chit, side in view.get("board", ()):
        standing.setdefault(at, []).append((chit, side))
    bases = {at for listed in (view.get("bases") or {}).values() for at in listed}
    marks = {
        power.id: power.mark.get(say.language) or power.mark.get("en") or power.id[:1]
        for power in say.variant.powers
    }
    entries = {at for listed in data.entries.values() for at in listed}
    columns = sorted({int(one[:2]) for one in data.hexes})
    cells: dict[tuple[int, int], str] = {}
    for one in data.hexes:
        column, row = int(one[:2]), int(one[2:])
        sign = "=" if data.zone[one] == "parallel" else "^" if one in entries else " "
        text = f"{one}{sign}{say.names.place(one)}"
        there = standing.get(one, [])
        if there:
            text += f" [{marks[there[0][1]]}{len(there)}{'' if one in bases else '!'}]"
        cells[column, 2 * row + column % 2] = text
    size = max(width(text) for text in cells.values()) + 2
    lines = []
    for line in range(min(at for _, at in cells), max(at for _, at in cells) + 1):
        lines.append("".join(pad(cells.get((column, line), ""), size) for column in columns).rstrip())
    return lines


def board_sections(desk: Desk, view: View) -> list[Section]:
    """Map, chits, possible answers and the reader's own plan. No line reads as an order, should a reply bring it back unquoted."""
    try:
        data_of(desk.variant)
    except VariantError:
        return []
    words = desk.words
    key = [words.hexmap_key(_marks(desk))]
    if forbidden := _forbidden(desk):
        key.append(words.hexmap_forbidden(forbidden))
    blocks: list[Block] = [Drawing(hex_map(desk.say, view)), Paragraphs(key)]
    state = [
        words.korea_turn(view.get("turn", 1), view.get("turns", 5), view.get("events", 0)),
        words.korea_supply(view.get("supply_out", False), view.get("announced", False)),
        words.korea_cup(" ".join(view.get("cup", ())) or words.nothing()),
    ]
    if view.get("aside"):
        state.append(words.korea_aside_now(" ".join(view["aside"])))
    if view.get("gone"):
        state.append(words.korea_gone(" ".join(view["gone"])))
    return [
        *_asked(desk, view.get("asked")),
        *_plan(desk, view.get("plan")),
        Section(words.section_hexmap(), blocks),
        Section(words.section_positions(), [_chits(desk, view)]),
        Section(words.section_cup(), [Items(state)]),
    ]


def _forbidden(desk: Desk) -> list[str]:
    """Each two hexes that look like neighbours and are not: "Haeju (0104) / Seoul (0205)"."""
    pairs = sorted(tuple(sorted(pair)) for pair in data_of(desk.variant).forbidden)
    return [" / ".join(desk.names.code_place(one) for one in pair) for pair in pairs]


def _marks(desk: Desk) -> list[tuple[str, str]]:
    language = desk.say.language
    return [
        (power.mark.get(language) or power.mark.get("en") or power.id[:1], desk.names.power(power.id))
        for power in desk.variant.powers
    ]


def _chits(desk: Desk, view: View) -> Table:
    words = desk.words
    hands = view.get("hands") or {}
    rows = []
    for side in POWERS:
        by_hex: dict[str, list[str]] = {}
        for at, chit, whose in view.get("board", ()):
            if whose == side:
                by_hex.setdefault(at, []).append(chit)
        held = [f"{desk.names.code_place(at)}: {' '.join(chits)}" for at, chits in sorted(by_hex.items())]
        hand = " ".join(hands.get(side, ())) or words.nothing()
        rows.append((desk.names.power(side), hand, " / ".join(held) or words.nothing()))
    return Table(
        words.section_positions(), [words.column_power(), words.column_hand(), words.column_places()], rows
    )


def _asked(desk: Desk, asked: Mapping[str, Any] | None) -> list[Section]:
    if not asked or not asked.get("options"):
        return []
    words = desk.words
    rows = []
    for option in asked["options"]:
        need = option.get("need")
        die = words.korea_need(need) if need is not None else words.korea_no_die()
        rows.append((order_words(desk.say, option["order"]), option["order"], die))
    title = words.section_asked(desk.names.power(asked["power"]), asked.get("chit", ""))
    columns = [words.column_answer(), words.column_order(), words.column_die()]
    return [Section(title, [Table(title, columns, rows)])]


def _plan(desk: Desk, plan: Sequence[str] | None) -> list[Section]:
    if not plan:
        return []
    return [Section(desk.words.section_plan(), [Quoted(list(plan)), Paragraphs([desk.words.plan_how()])])]
