"""Short mails of one purpose, and answers to questions: a few sentences, then what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.render.blocks import Block, Items, Page, Paragraphs, Quoted, Section, Table
from judge.render.pages.common import (
    Desk,
    owed_section,
    positions_section,
    seats_section,
    sheet_section,
)
from judge.render.pages.final import history_section, order_results
from judge.render.pages.guide import guide_sections
from judge.render.pages.settings import settings_section
from judge.render.pages.summary import centres_section, result_sections
from judge.render.pages.turns import turns_section
from judge.render.pages.winning import winning_section
from judge.render.sentences import Facts
from judge.workflow.letters import EventFacts, Notice, OwedFacts, PhaseFacts, Seat, StandingOrder

_FILE = "history.txt"
_MOST_PHASES = 3
"""Phases of a history that stand in the mail itself; more go into a file, and the last one stays."""
_TALK = frozenset({"press", "press_copy", "announcement", "digest"})
"""Notices in which somebody else's words come before ours."""
Build = Callable[[Desk, Notice], list[Section]]


def page(desk: Desk, facts: Notice) -> Page:
    """The sentences of the notice's code, then its sections; what somebody else wrote is quoted."""
    said = Facts(facts.facts)
    said.setdefault("power", facts.power)
    said["game"] = facts.game
    said.setdefault("phase", facts.phase.id if facts.phase else "")
    said.setdefault("deadline", facts.phase.deadline if facts.phase else "")
    text = desk.say.notices.say(facts.what, said)
    paragraphs = [part.strip() for part in text.split("\n\n") if part.strip()]
    build = _SECTIONS.get(facts.what)
    sections = [section for section in (build(desk, facts) if build else ()) if section.blocks]
    attached: list[Section] = []
    if facts.what == "history" and len(sections) > _MOST_PHASES:
        attached, sections = sections, sections[-1:]
        paragraphs.append(desk.words.orders_attached(_FILE))
    return Page(
        subject=_subject(desk, facts, said),
        facts=desk.facts_line(facts.game, facts.power, desk.letter.to.role),
        greeting=desk.words.greeting(desk.letter.to.name),
        lead=paragraphs[:1],
        more=() if facts.what in _TALK else paragraphs[1:],
        sections=sections,
        attached=attached,
        attached_name=_FILE if attached else "",
        closing=paragraphs[1:] if facts.what in _TALK else (),
    )


def _subject(desk: Desk, facts: Notice, said: Facts) -> str:
    code = f"{facts.what}_subject"
    if desk.say.notices.has(code):
        return desk.say.notices.say(code, said)
    return desk.say.notices.other_subject(facts.what, said)


def _quoted(desk: Desk, facts: Notice) -> list[Section]:
    """What came in, or what somebody says."""
    text = facts.facts.get("lines") or facts.facts.get("text") or ""
    lines = text.split("\n") if isinstance(text, str) else [str(line) for line in text]
    return [Section(desk.words.section_quoted(), [Quoted(lines)])] if any(lines) else []


def _message(desk: Desk, facts: Notice) -> list[Section]:
    """The text of press or of an announcement."""
    text = str(facts.facts.get("text") or "")
    return [Section(desk.words.section_message(), [Quoted(text.split("\n"))])] if text else []


def _digest(desk: Desk, facts: Notice) -> list[Section]:
    """Each message of the day under its author and addressees."""
    sections = []
    for entry in facts.facts.get("press") or ():
        said = Facts(entry)
        title = desk.say.notices.press_title(said)
        sections.append(Section(title, [Quoted(str(entry.get("text") or "").split("\n"))]))
    return sections


def _status(desk: Desk, facts: Notice) -> list[Section]:
    found = facts.facts
    seats = [Seat(**one) for one in found.get("seats") or ()]
    view: Mapping[str, Any] = found.get("view") or {}
    adjusting = facts.phase is not None and facts.phase.kind == "adjustment"
    owed = [
        OwedFacts(one["power"], one["what"], one["count"], tuple(one["about"]), one["required"])
        for one in found.get("owed") or ()
    ]
    return [
        *(owed_section(desk, facts.phase, owed) if facts.phase else ()),
        *centres_section(desk, view.get("counts") or {}, (), due=adjusting),
        *positions_section(desk, view),
        *seats_section(desk, seats),
        *history_section(desk, found.get("history") or {}),
        *settings_section(desk, found.get("settings") or {}),
    ]


def _history(desk: Desk, facts: Notice) -> list[Section]:
    sections = []
    for one in facts.facts.get("phases") or ():
        phase = PhaseFacts(one["id"], one["kind"], one["turn"], one["label"])
        sections.append(Section(desk.say.phase(phase), order_results(desk, one["results"])))
    if not sections:
        sections = [Section(desk.words.section_orders(), [Paragraphs([desk.words.nothing_yet()])])]
    return sections


def _rules(desk: Desk, facts: Notice) -> list[Section]:
    return [
        *winning_section(desk, facts.facts.get("winning") or {}),
        *settings_section(desk, facts.facts.get("settings") or {}, facts.facts.get("rules") or {}),
    ]


def _record(desk: Desk, facts: Notice) -> list[Section]:
    words = desk.words
    rows = []
    for one in facts.facts.get("rows") or ():
        hours = one.get("response_hours")
        rows.append(
            (
                desk.names.power(one["power"]),
                one.get("name") or "–",
                str(one.get("on_time", 0)),
                str(one.get("late", 0)),
                str(one.get("nmr", 0)),
                "–" if hours is None else f"{hours:g}",
            )
        )
    columns = [
        words.column_power(),
        words.column_player(),
        words.column_on_time(),
        words.column_late(),
        words.column_silent(),
        words.column_hours(),
    ]
    return _table(words.section_record(), columns, rows, frozenset(range(2, 6)))


def _games(desk: Desk, facts: Notice) -> list[Section]:
    words = desk.words
    rows = []
    for one in facts.facts.get("games") or ():
        names: Mapping[str, str] = one.get("names") or {}
        name = names.get(desk.say.language) or names.get("en") or str(one.get("variant", ""))
        seats = words.open_seats(one.get("open", 0), one.get("seats", 0))
        rows.append((str(one["game"]), name, words.game_state(one.get("state", "")), seats))
    columns = [words.column_game(), words.column_variant(), words.column_state(), words.column_open()]
    return _table(words.section_games(), columns, rows)


def _heartbeat(desk: Desk, facts: Notice) -> list[Section]:
    words = desk.words
    problems = [
        words.heartbeat_problem(one["code"], one["count"]) for one in facts.facts.get("problems") or ()
    ]
    rows = [
        (
            one["game"],
            words.game_state(one["state"]),
            one["phase"] or "–",
            desk.say.when(one["deadline"]) or "–",
        )
        for one in facts.facts.get("games") or ()
    ]
    columns = [words.column_game(), words.column_state(), words.column_phase(), words.column_deadline()]
    return [
        *([Section(words.section_problems(), [Items(problems)])] if problems else []),
        *_table(words.section_games(), columns, rows),
    ]


def _calendar(desk: Desk, facts: Notice) -> list[Section]:
    return turns_section(desk, facts.facts.get("turns") or ())


def _allotment(desk: Desk, facts: Notice) -> list[Section]:
    words = desk.words
    seats = [one if isinstance(one, Seat) else Seat(**one) for one in facts.facts.get("seats") or ()]
    draws = [
        words.lot(
            desk.names.power(one["power"]),
            one.get("round", 1),
            desk.names.listed(str(name) for name in one.get("among") or ()),
            one.get("winner", ""),
        )
        for one in facts.facts.get("draws") or ()
    ]
    return [
        *seats_section(desk, seats),
        *([Section(words.section_lots(), [Items(draws)])] if draws else []),
    ]


def _sheet(desk: Desk, facts: Notice) -> list[Section]:
    lines = [
        StandingOrder(
            one["about"], one.get("order", ""), one.get("default", False), tuple(one.get("choices") or ())
        )
        for one in facts.facts.get("sheet") or ()
    ]
    power = str(facts.facts.get("power") or facts.power)
    return sheet_section(desk, facts.game, power, facts.phase, lines) if facts.phase else []


def _orders(desk: Desk, facts: Notice) -> list[Section]:
    orders: Any = facts.facts.get("orders") or ()
    return [Section(desk.words.section_standing(), order_results(desk, {facts.power: orders}))]


def _preview(desk: Desk, facts: Notice) -> list[Section]:
    events = [EventFacts(one["kind"], one["facts"]) for one in facts.facts.get("events") or ()]
    view: Mapping[str, Any] = facts.facts.get("view") or {}
    return [
        *_changes(desk, facts),
        *result_sections(desk, events, first=""),
        *centres_section(desk, view.get("counts") or {}, events),
        *positions_section(desk, view),
    ]


def _changes(desk: Desk, facts: Notice) -> list[Section]:
    changes = [desk.say.change(str(one)) for one in facts.facts.get("changes") or ()]
    return [Section(desk.words.section_changes(), [Items(changes)])] if changes else []


def _log(desk: Desk, facts: Notice) -> list[Section]:
    lines = []
    for entry in facts.facts.get("entries") or ():
        if isinstance(entry, Mapping):
            at = desk.say.short_when(str(entry.get("at") or ""))
            rest = " ".join(
                " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
                for key, value in entry.items()
                if key != "at" and value not in ("", None)
            )
            lines.append(f"{at} {rest}".strip())
        else:
            lines.append(str(entry))
    return [Section(desk.words.section_log(), [Items(lines)])] if lines else []


def _table(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()
) -> list[Section]:
    blocks: list[Block] = [Table(title, columns, rows, right)]
    return [Section(title, blocks)] if rows else []


_SECTIONS: Mapping[str, Build] = {
    "was_this_you": _quoted,
    "help": guide_sections,
    "status": _status,
    "history": _history,
    "rules": _rules,
    "game_created": _rules,
    "record": _record,
    "games": _games,
    "heartbeat": _heartbeat,
    "calendar": _calendar,
    "allotment": _allotment,
    "seat_yours": _sheet,
    "press": _message,
    "press_copy": _message,
    "announcement": _message,
    "digest": _digest,
    "ordered_for_you": _orders,
    "corrected": _changes,
    "preview": _preview,
    "review": _preview,
    "log": _log,
}
