"""Letters → mails: facts become words in the reader's language and zone, as plain text and as HTML that say the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from judge.mail.marker import MARKER_LINE
from judge.mail.model import Attachment, Rendered
from judge.render.blocks import Page, Table
from judge.render.calendars import calendar_files
from judge.render.clean import clean_line, cleaned
from judge.render.language import html_environment, text_environment
from judge.render.model import SiteFacts
from judge.render.pages import acknowledgement, final, notice, report, start, summary
from judge.render.pages.common import Desk, picture_cid
from judge.render.sentences import Sentences
from judge.render.times import zone_of
from judge.render.width import fold, pad, width
from judge.variants.model import Calendar, Variant
from judge.workflow.letters import (
    Acknowledgement,
    DeadlineReport,
    FinalReport,
    GameStart,
    Letter,
    Notice,
    Reminder,
    TurnSummary,
)

__all__ = ["SiteFacts", "render"]

_PICTURE_ORDER = ("orders", "after", "chart")


def render(
    letter: Letter,
    *,
    variant: Variant | None,
    site: SiteFacts,
    pictures: Mapping[str, bytes] | None = None,
) -> Rendered:
    """Put a letter into words.

    variant   of the letter's game; None for letters outside games
    pictures  PNG pictures by name: "orders" (the turn's orders on the old position), "after" (the position now), "chart"

    The result depends on the arguments alone, so a letter put into words again is the same mail.
    """
    letter = cleaned(letter)
    shown = {name: pictures[name] for name in _PICTURE_ORDER if pictures and pictures.get(name)}
    say = Sentences(
        variant or _no_variant(),
        letter.to.language,
        zone=zone_of(letter.to.timezone),
        owners=_owners(letter),
    )
    desk = Desk(letter, say, site, tuple(shown))
    page = _page(desk)
    game = letter.facts.game
    values = {
        "page": page,
        "language": say.language,
        "marker": MARKER_LINE,
        "footer": say.words.footer(site.name, site.address_for(game), site.version),
    }
    text = _text_layout().render(values)
    html = _inlined(_html_layout().render(values))
    attachments = [
        Attachment(f"{name}.png", "image/png", data, cid=picture_cid(name))
        for name, data in shown.items()
        if f"cid:{picture_cid(name)}" in html
    ]
    return Rendered(
        subject=" ".join(clean_line(page.subject).split()),
        text=text,
        html=html,
        attachments=(*attachments, *_file(page), *calendar_files(desk)),
    )


def _page(desk: Desk) -> Page:
    facts = desk.letter.facts
    match facts:
        case Acknowledgement():
            return acknowledgement.page(desk, facts)
        case TurnSummary():
            return summary.page(desk, facts)
        case GameStart():
            return start.game_start(desk, facts)
        case Reminder():
            return start.reminder(desk, facts)
        case DeadlineReport():
            return report.page(desk, facts)
        case FinalReport():
            return final.page(desk, facts)
        case Notice():
            return notice.page(desk, facts)


def _file(page: Page) -> list[Attachment]:
    """What is too long for the mail, as a text file."""
    if not page.attached:
        return []
    text = _sections_layout().render(page=Page("", "", "", (), sections=page.attached))
    return [Attachment(page.attached_name, "text/plain; charset=utf-8", text.lstrip().encode())]


def _owners(letter: Letter) -> dict[str, str]:
    """Whose each unit is, as far as the letter tells; by unit with its coast and without."""
    owners: dict[str, str] = {}
    for name in ("view", "before"):
        view = getattr(letter.facts, name, None) or {}
        for power, units in (view.get("units") or {}).items():
            owners.update((str(unit).lstrip("*"), power) for unit in units)
    for event in getattr(letter.facts, "events", ()):
        if "unit" in event.facts and "power" in event.facts:
            owners[str(event.facts["unit"])] = str(event.facts["power"])
    owners |= {unit.partition("/")[0]: power for unit, power in owners.items()}
    return owners


def _no_variant() -> Variant:
    return Variant(
        id="",
        names={},
        engine="",
        powers=(),
        provinces=(),
        borders=(),
        start_units=(),
        start_centres={},
        calendar=Calendar(0, ()),
        victory=0,
        rules={},
        specials=(),
        defaults={},
        folder=Path(),
    )


@lru_cache(maxsize=2)
def _text_layout(name: str = "mail") -> Any:
    environment = text_environment()
    environment.filters["fold"] = fold
    environment.filters["table_text"] = table_text
    return environment.get_template(f"shared/{name}.txt.j2")


def _sections_layout() -> Any:
    return _text_layout("sections")


@lru_cache(maxsize=1)
def _html_layout() -> Any:
    return html_environment().get_template("shared/mail.html.j2")


def _inlined(html: str) -> str:
    import css_inline

    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_at_rules=True).inline(html)


def table_text(table: Table, columns: int = 92) -> str:
    """A table in plain text: in columns when it fits, else a row a paragraph."""
    rows = [list(table.columns), *[list(row) for row in table.rows]]
    widths = [max(width(row[n]) for row in rows) for n in range(len(table.columns))]
    if sum(widths[:-1]) + 3 * (len(widths) - 1) + min(widths[-1], 30) > columns:
        return "\n".join(_row_as_lines(table, row) for row in table.rows)
    rule = ["-" * one for one in widths]
    rule[-1] = "-" * min(widths[-1], columns - sum(widths[:-1]) - 3 * (len(widths) - 1))
    lines = []
    for row in (rows[0], rule, *rows[1:]):
        cells = [pad(cell, widths[n], right=n in table.right) for n, cell in enumerate(row[:-1])]
        start = "".join(f"{cell}   " for cell in cells)
        last = len(row) - 1
        cell = pad(row[-1], widths[-1], right=True) if last in table.right else row[-1]
        lines.append(start + fold(cell, columns - width(start), " " * width(start)).rstrip())
    return "\n".join(lines)


def _row_as_lines(table: Table, row: Any) -> str:
    rest = [f"  {name}: {cell}" for name, cell in zip(table.columns[1:], row[1:], strict=True) if cell]
    return "\n".join([str(row[0]), *(fold(line, 76, "    ") for line in rest)])
