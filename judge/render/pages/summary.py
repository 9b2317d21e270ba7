"""What happened in a phase, and what is due next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.render.blocks import Block, Items, Page, Paragraphs, Result, Results, Section, Table
from judge.render.pages.common import (
    Desk,
    owed_section,
    picture_section,
    positions_section,
    sheet_section,
    talk_lines,
)
from judge.render.pages.final import held, history_section, mark
from judge.render.pages.winning import winning_section
from judge.workflow.letters import EventFacts, PhaseFacts, TurnSummary

_ORDERED = {"built": "B", "disbanded": "D"}
_IN_TABLES = frozenset({"order_result", "dislodged", "standoff", "ownership", "counts", "victory"})


def page(desk: Desk, facts: TurnSummary) -> Page:
    """The reader's own fate and duties first, then everything."""
    words = desk.words
    closed, following = desk.say.phase(facts.closed), desk.say.phase(facts.phase)
    mine = [one for one in facts.owed if one.power == facts.power]
    over = facts.outcome is not None
    subject = {
        "game": facts.game,
        "closed": closed,
        "power": desk.names.power(facts.power) if facts.power else "",
        "over": over,
        "phase": following,
        "owed": desk.names.listed(desk.owed(mine)),
        "deadline": desk.say.short_when(facts.phase.deadline),
    }
    sections = [
        *picture_section(
            desk,
            {
                "orders": words.map_alt_orders(closed),
                "after": words.map_alt_position(following),
                "chart": words.map_alt_chart(),
            },
        ),
        *sheet_section(desk, facts.game, facts.power, facts.phase, facts.sheet),
        *result_sections(desk, facts.events, first=facts.power),
        *centres_section(desk, facts.view.get("counts") or {}, facts.events, due=_adjusting(facts.phase)),
        *(
            winning_section(desk, facts.winning, facts.view.get("counts"))
            if facts.winning.get("by") == "points"
            else ()
        ),
        *positions_section(desk, facts.view),
        *(() if over else owed_section(desk, facts.phase, facts.owed)),
        *(history_section(desk, facts.history) if over else ()),
        *_seed(desk, facts),
    ]
    return desk.page(
        subject,
        game=facts.game,
        power=facts.power,
        lead=_lead(desk, facts, closed, following),
        sections=sections,
        closing=[] if over else [words.help_hint()],
    )


def _lead(desk: Desk, facts: TurnSummary, closed: str, following: str) -> list[str]:
    words = desk.words
    lines = [words.results_of(closed)]
    if facts.outcome is not None:
        return [*lines, desk.say.outcome(facts.outcome), words.game_over()]
    if facts.power:
        lines += _own(desk, facts)
    lines.append(words.next_phase(following, desk.say.when(facts.phase.deadline)))
    mine = [one for one in facts.owed if one.power == facts.power]
    if mine:
        lines.append(words.you_owe(desk.owed(mine)))
    elif facts.power:
        lines.append(words.you_owe_nothing())
    if facts.nmr:
        lines.append(words.nmr(desk.names.powers(facts.nmr)))
    return lines + talk_lines(desk, facts.phase)


def _adjusting(phase: PhaseFacts) -> bool:
    return phase.kind == "adjustment"


def _own(desk: Desk, facts: TurnSummary) -> list[str]:
    mine = [e.facts for e in facts.events if e.facts.get("power") == facts.power]
    verdicts = [one["verdict"] for one in mine if "verdict" in one]
    lines = []
    if verdicts:
        count = verdicts.count
        lines.append(
            desk.words.your_results(
                desk.names.power(facts.power), count("succeeds"), count("fails"), count("void")
            )
        )
    lost = [e.facts for e in facts.events if e.kind == "dislodged" and e.facts.get("power") == facts.power]
    if lost:
        units = [desk.words.with_code(desk.names.unit(one["unit"]), one["unit"]) for one in lost]
        lines.append(desk.words.your_dislodged(units))
    return lines


def result_sections(desk: Desk, events: Sequence[EventFacts], *, first: str) -> list[Section]:
    """Everything that happened, orders with their results first, those of the power `first` before all others."""
    words = desk.words
    told_in_order = desk.variant.engine == "korea"  # each order stands in the story, where it happened
    return [
        *([] if told_in_order else _orders(desk, events, first)),
        *_listed(desk, words.section_dislodged(), events, "dislodged"),
        *_listed(desk, words.section_standoffs(), events, "standoff"),
        *_happened(desk, events),
        *_listed(desk, words.section_ownership(), events, "ownership"),
    ]


def _orders(desk: Desk, events: Sequence[EventFacts], first: str) -> list[Section]:
    words = desk.words
    by_power: dict[str, list[Result]] = {}
    silent: dict[str, list[str]] = {}
    lost = {event.facts.get("unit") for event in events if event.kind == "dislodged"}
    for event in events:
        if event.kind != "order_result":
            continue
        own = by_power.setdefault(event.facts["power"], [])
        dislodged = event.facts["unit"] in lost
        silently = event.facts.get("reason") == "no_order" and event.facts["verdict"] == "succeeds"
        if silently and not dislodged:
            silent.setdefault(event.facts["power"], []).append(event.facts["unit"])
        else:
            own.append(_result(desk, event.facts, dislodged=dislodged))
    for power, units in silent.items():
        by_power[power].append(held(desk, units, all_units=not by_power[power]))
    if not by_power:
        return []
    powers = sorted(by_power, key=lambda power: (power != first, desk.names.rank(power)))
    groups = [(desk.names.power(power), by_power[power]) for power in powers]
    block = Results(words.section_orders(), [words.column_order(), words.column_result()], groups)
    return [Section(words.section_orders(), [block])]


def _result(desk: Desk, facts: Mapping[str, Any], *, dislodged: bool) -> Result:
    order = str(facts["order"])
    said = desk.say.order(order)
    shown, tone = mark(desk, str(facts["verdict"]), dislodged=dislodged)
    return Result(
        order=order,
        words="" if said == order else said,
        mark=shown,
        tone=tone,
        why=desk.say.reason(facts),
    )


def _listed(desk: Desk, title: str, events: Sequence[EventFacts], kind: str) -> list[Section]:
    items = []
    for event in events:
        if event.kind != kind:
            continue
        said = desk.say.event(event)
        if kind == "dislodged" and event.facts.get("options") and not event.facts.get("disbanded"):
            options = [desk.names.code_place(one) for one in event.facts["options"]]
            said = desk.words.sentences([said, desk.words.and_options(options)])
        items.append(said)
    return [Section(title, [Items(items)])] if items else []


def _happened(desk: Desk, events: Sequence[EventFacts]) -> list[Section]:
    """What no table shows: what was built or disbanded by order stands among the orders already."""
    ordered = {
        (e.facts["power"], e.facts["order"])
        for e in events
        if e.kind == "order_result" and e.facts["verdict"] == "succeeds"
    }
    items = [
        desk.say.event(event)
        for event in events
        if event.kind not in _IN_TABLES
        and (event.facts.get("power"), f"{event.facts.get('unit')} {_ORDERED.get(event.kind)}") not in ordered
    ]
    return [Section(desk.words.section_events(), [Items(items)])] if items else []


def centres_section(
    desk: Desk, counts: Mapping[str, Mapping[str, int]], events: Sequence[EventFacts], *, due: bool = False
) -> list[Section]:
    """Centres and units of every power, most first, with what was won and lost; points where the game is decided by them.

    due: with the builds and disbands that are due, which means something only when units are adjusted next.
    """
    if not counts:
        return []
    words = desk.words
    moved = [e.facts for e in events if e.kind == "ownership"]
    points = any("points" in count for count in counts.values())
    due = due and any(count.get("due") for count in counts.values())
    columns = [words.column_power(), words.column_centres()]
    columns += [words.column_change()] * bool(moved) + [words.column_points()] * points
    columns += [words.column_units()] + [words.column_due()] * due
    figures = (words.column_centres(), words.column_points(), words.column_units())
    by = "points" if points else "centres"
    rows = []
    for power in sorted(counts, key=lambda one: (-counts[one].get(by, 0), desk.names.rank(one))):
        count = counts[power]
        row = [desk.names.power(power), str(count.get("centres", 0))]
        if moved:
            gained = [str(one["province"]) for one in moved if one.get("after") == power]
            lost = [str(one["province"]) for one in moved if one.get("before") == power]
            row.append(words.change(gained, lost))
        if points:
            row.append(str(count.get("points", 0)))
        row.append(str(count.get("units", 0)))
        if due:
            row.append(words.due(count.get("due", 0)))
        rows.append(row)
    right = frozenset(number for number, name in enumerate(columns) if name in figures)
    title = words.section_centres()
    return [Section(title, [Table(title, columns, rows, right)])]


def _seed(desk: Desk, facts: TurnSummary) -> list[Section]:
    if not facts.seed:
        return []
    blocks: list[Block] = [Paragraphs([desk.words.seed(facts.seed)])]
    return [Section(desk.words.section_chance(), blocks)]
