"""The turns of a game of fixed hours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.render.blocks import Section, Table
from judge.render.pages.common import Desk
from judge.workflow.letters import PhaseFacts


def turns_section(desk: Desk, turns: Iterable[Mapping[str, Any]]) -> list[Section]:
    """When each turn begins and by when its orders are due; nothing for a game without such a calendar."""
    words = desk.words
    rows = [
        (
            _named(desk, one),
            desk.say.short_when(one.get("starts") or "") or "–",
            desk.say.short_when(one.get("deadline") or ""),
        )
        for one in turns
    ]
    columns = [words.column_turn(), words.column_starts(), words.column_deadline()]
    title = words.section_calendar()
    return [Section(title, [Table(title, columns, rows)])] if rows else []


def _named(desk: Desk, turn: Mapping[str, Any]) -> str:
    """A turn by its date, by its number where it has none."""
    number = int(turn["turn"])
    label = turn.get("label")
    return desk.say.phase(PhaseFacts("", "movement", number, dict(label))) if label else str(number)
