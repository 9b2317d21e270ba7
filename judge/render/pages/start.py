"""The mail that starts a game, and the reminder."""

from __future__ import annotations

from judge.render.blocks import Page, Paragraphs, Section
from judge.render.examples import examples
from judge.render.pages.common import (
    Desk,
    picture_section,
    positions_section,
    seats_section,
    sheet_section,
    talk_lines,
)
from judge.render.pages.settings import settings_section
from judge.render.pages.summary import result_sections
from judge.render.pages.turns import turns_section
from judge.render.pages.winning import winning_section
from judge.workflow.letters import GameStart, Reminder


def game_start(desk: Desk, facts: GameStart) -> Page:
    """Who one is, by when orders are due and how they are sent; then the rest."""
    words = desk.words
    title = desk.say.phase(facts.phase)
    power = desk.names.power(facts.power) if facts.power else ""
    subject = {
        "game": facts.game,
        "power": power,
        "phase": title,
        "deadline": desk.say.short_when(facts.phase.deadline),
    }
    lead = [
        words.start_headline(desk.names.variant, power),
        words.next_phase(title, desk.say.when(facts.phase.deadline)),
    ]
    lead += talk_lines(desk, facts.phase)
    if facts.gm:
        lead.append(words.start_gm(facts.gm))
    shown = examples(desk.variant, [line.about for line in facts.sheet if line.about])
    how_to = [words.how_to_orders(), words.how_to_silence(), words.how_to_ack()]
    if desk.variant.engine == "korea":
        how_to = [
            words.how_to_orders(),
            words.how_to_plan(),
            words.how_to_silence_korea(),
            words.how_to_ack(),
        ]
    if shown.move:
        how_to.insert(1, words.how_to_examples([shown.move, desk.say.order(shown.move)]))
    how_to.append(words.rules_hint())
    sections = [
        *picture_section(desk, {"after": words.map_alt_position(title)}),
        *([Section(words.section_how_to(), [Paragraphs(how_to)])] if facts.power else []),
        *sheet_section(desk, facts.game, facts.power, facts.phase, facts.sheet),
        *result_sections(desk, facts.events, first=facts.power),
        *winning_section(desk, facts.winning),
        *positions_section(desk, facts.view),
        *turns_section(desk, facts.calendar),
        *seats_section(desk, facts.seats),
        *settings_section(desk, facts.settings),
        *_commitment(desk, facts.commitment),
    ]
    return desk.page(
        subject,
        game=facts.game,
        power=facts.power,
        lead=lead,
        sections=sections,
        closing=[words.help_hint()],
    )


def _commitment(desk: Desk, commitment: str) -> list[Section]:
    if not commitment:
        return []
    words = desk.words
    lines = [words.start_commitment(commitment), words.start_commitment_why()]
    return [Section(words.section_chance(), [Paragraphs(lines)])]


def reminder(desk: Desk, facts: Reminder) -> Page:
    """What is missing, by when, and the sheet."""
    words = desk.words
    title = desk.say.phase(facts.phase)
    due = facts.phase.grace_end if facts.overdue and facts.phase.grace_end else facts.phase.deadline
    subject = {
        "game": facts.game,
        "phase": title,
        "power": desk.names.power(facts.power),
        "owed": desk.names.listed(desk.owed(facts.owed)),
        "overdue": facts.overdue,
        "deadline": desk.say.short_when(due),
    }
    lead = [words.reminder_headline(title)]
    if facts.overdue:
        lead.append(words.reminder_overdue(desk.say.when(due)))
    else:
        lead += desk.deadline_lines(facts.phase)
    if facts.missing:
        units = [words.with_code(desk.names.unit(unit), unit) for unit in facts.missing]
        lead.append(words.ack_missing(units))
    else:
        lead.append(words.you_owe(desk.owed(facts.owed)))
    lead.append(words.reminder_last())
    left = [line for line in facts.sheet if not facts.missing or line.about in facts.missing]
    return desk.page(
        subject,
        game=facts.game,
        power=facts.power,
        lead=lead,
        sections=sheet_section(desk, facts.game, facts.power, facts.phase, left),
        closing=[words.help_hint()],
    )
