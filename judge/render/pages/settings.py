"""A game's settings as a table for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.render.blocks import Section, Table
from judge.render.pages.common import Desk


def settings_section(
    desk: Desk, settings: Mapping[str, Any], rules: Mapping[str, Any] | None = None
) -> list[Section]:
    """Name and value of each setting, and of the rule options, in words where the language has them; for GMs with the name to
    write behind SET."""
    words = desk.words
    for_gm = desk.letter.to.role == "gm"
    rows = [
        (
            words.with_code(words.setting(name), name) if for_gm else words.setting(name),
            setting_value(desk, name, value),
        )
        for name, value in settings.items()
        if value not in ("", None)
    ]
    rows += [
        (
            words.rule(name),
            words.yes_no(value) if isinstance(value, bool) else words.rule_value(name, str(value)),
        )
        for name, value in (rules or {}).items()
    ]
    if not rows:
        return []
    columns = [words.column_setting(), words.column_value()]
    return [Section(words.section_settings(), [Table(words.section_settings(), columns, rows)])]


def setting_value(desk: Desk, name: str, value: Any) -> str:
    """A value in words: yes and no, lengths of time, and the choices of the table of settings."""
    if isinstance(value, bool):
        return desk.words.yes_no(value)
    return desk.words.setting_value(name, str(value))
