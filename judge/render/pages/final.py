"""The last mail of a game: how it ended, and everything that was ordered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.render.blocks import Block, Page, Paragraphs, Result, Results, Section, Table, Tone
from judge.render.chronology import in_order
from judge.render.pages.common import Desk, picture_section, positions_section, seats_section
from judge.render.sentences import Sentences
from judge.workflow.letters import FinalReport

_FILE = "orders.txt"
TONES: Mapping[str, Tone] = {"succeeds": "good", "fails": "bad", "void": "warn"}


def page(desk: Desk, facts: FinalReport) -> Page:
    """The outcome, the centres over the turns, who was who, and the seed for checking; all orders in a file."""
    words = desk.words
    subject = {
        "game": facts.game,
        "outcome": desk.say.outcome(facts.outcome),
        "power": desk.names.power(facts.power) if facts.power else "",
    }
    title = desk.say.phase(facts.phase)
    return desk.page(
        subject,
        game=facts.game,
        power=facts.power,
        lead=[desk.say.outcome(facts.outcome), words.game_over()],
        sections=[
            *picture_section(desk, {"chart": words.map_alt_chart(), "after": words.map_alt_position(title)}),
            *history_section(desk, facts.history),
            *seats_section(desk, facts.seats),
            *positions_section(desk, facts.view),
            *_seed(desk, facts),
        ],
        closing=[words.orders_attached(_FILE)] if facts.orders else [],
        attached=_orders(desk, facts.orders),
        attached_name=_FILE,
    )


def history_section(desk: Desk, history: Mapping[str, Mapping[str, int]]) -> list[Section]:
    """Centres over the turns, one row a phase in which they were counted."""
    if len(history) < 2 or not any(history.values()):
        return []
    powers = sorted({power for counts in history.values() for power in counts}, key=desk.names.rank)
    columns = [desk.words.column_phase(), *(desk.names.power(power) for power in powers)]
    rows = [
        (
            desk.say.phase_named(phase) if phase else desk.words.phase_start(),
            *(str(counts.get(power, 0)) for power in powers),
        )
        for phase, counts in in_order(desk.variant, history).items()
    ]
    title = desk.words.section_history()
    return [Section(title, [Table(title, columns, rows, frozenset(range(1, len(columns))))])]


def _seed(desk: Desk, facts: FinalReport) -> list[Section]:
    if not facts.seed:
        return []
    lines = [desk.words.seed(facts.seed)]
    if facts.commitment:
        lines.append(desk.words.start_commitment(facts.commitment))
    return [Section(desk.words.section_chance(), [Paragraphs(lines)])]


def _orders(desk: Desk, orders: Mapping[str, Mapping[str, Sequence[Any]]]) -> list[Section]:
    """All orders of the game, a section a phase, newest last."""
    sections = []
    for phase, by_power in in_order(desk.variant, orders).items():
        block = order_results(desk, by_power)
        if block:
            title = desk.words.orders_of(desk.say.phase_named(phase))
            sections.append(Section(title, block))
    return sections


def order_results(desk: Desk, by_power: Mapping[str, Sequence[Any]]) -> list[Block]:
    """Orders with verdict and reason by power, as histories have them: [order, verdict, reason, more] or just the order."""
    groups = []
    desk = _knowing_owners(desk, by_power)
    for power in sorted(by_power, key=desk.names.rank):
        results = _results(desk, by_power[power])
        if results:
            groups.append((desk.names.power(power), results))
    if not groups:
        return []
    columns = [desk.words.column_order(), desk.words.column_result()]
    return [Results(desk.words.section_orders(), columns, groups)]


def _knowing_owners(desk: Desk, by_power: Mapping[str, Sequence[Any]]) -> Desk:
    """The desk with what these orders tell of whose each unit was then."""
    owners = {
        " ".join(str(entry if isinstance(entry, str) else entry[0]).split()[:2]): power
        for power, entries in by_power.items()
        for entry in entries
    }
    say = Sentences(desk.variant, desk.say.language, zone=desk.say.zone, owners=owners)
    return replace(desk, say=say)


def _lost(entry: Any) -> bool:
    """Whether the history says that the unit was dislodged."""
    return not isinstance(entry, str) and len(entry) > 3 and bool(entry[3].get("dislodged"))


def _no_order(entry: Any) -> bool:
    return not isinstance(entry, str) and tuple(entry[1:3]) == ("succeeds", "no_order") and not _lost(entry)


def mark(desk: Desk, verdict: str, *, dislodged: bool) -> tuple[str, Tone]:
    """How a result is marked: that a unit was dislodged counts for more than that it held."""
    if not dislodged:
        return (desk.words.verdict(verdict) if verdict in TONES else "–"), TONES.get(verdict, "plain")
    return desk.words.dislodged_mark("" if verdict == "succeeds" else desk.words.verdict(verdict)), "bad"


def held(desk: Desk, units: Sequence[str], *, all_units: bool) -> Result:
    """Units that held because no order came, in one line."""
    said = desk.words.held_without_orders(len(units), all_units)
    return Result(" / ".join(units), "", desk.words.holds(), "plain", said)


def _results(desk: Desk, entries: Sequence[Any]) -> list[Result]:
    silent = [" ".join(str(entry[0]).split()[:2]) for entry in entries if _no_order(entry)]
    results = [_result(desk, entry) for entry in entries if not _no_order(entry)]
    return [*results, *([held(desk, silent, all_units=not results)] if silent else [])]


def _result(desk: Desk, entry: Any) -> Result:
    order, verdict, reason = (entry, "", "") if isinstance(entry, str) else (*entry, "", "")[:3]
    more = entry[3] if not isinstance(entry, str) and len(entry) > 3 else {}
    said = desk.say.order(str(order))
    shown, tone = mark(desk, str(verdict), dislodged=_lost(entry))
    return Result(
        order=str(order),
        words="" if said == order else said,
        mark=shown,
        tone=tone,
        why=desk.say.reason({"order": order, "verdict": verdict, "reason": reason, **more}),
    )
