"""What the pages of all kinds share: the desk at which a letter is put into words, and parts that several kinds have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from judge.render.blocks import Block, Page, Paragraphs, Picture, Section, Sheet, Table
from judge.render.language import Group
from judge.render.model import SiteFacts
from judge.render.names import Names
from judge.render.sentences import Sentences
from judge.variants.model import Variant
from judge.workflow.letters import Letter, OwedFacts, PhaseFacts, Seat, StandingOrder

BLANK = "____"
_LONGEST_LINK = 1800


@dataclass(frozen=True, slots=True)
class Desk:
    """A letter, the language of its reader, and what the site says. pictures: names of those that go with the letter."""

    letter: Letter
    say: Sentences
    site: SiteFacts
    pictures: Sequence[str] = ()

    @property
    def words(self) -> Group:
        """The plain words of the language."""
        return self.say.words

    @property
    def names(self) -> Names:
        """What things are called."""
        return self.say.names

    def owed(self, owed: Iterable[OwedFacts]) -> list[str]:
        """What is due, in words."""
        return [self.say.owed_words.say(one.what, one) for one in owed]

    @property
    def variant(self) -> Variant:
        """The game's variant; an empty one for letters outside games."""
        return self.say.variant

    def facts_line(self, game: str, power: str, role: str) -> str:
        """Game and power in one line, for head and foot of a mail."""
        parts = [self.words.game_line(game, self.names.variant)] if game else []
        if power:
            parts.append(self.words.you_are(self.names.power(power)))
        elif role == "gm":
            parts.append(self.words.gm())
        return " · ".join(parts)

    def deadline_lines(self, phase: PhaseFacts) -> list[str]:
        """The deadline and the grace after it, each a line."""
        if not phase.deadline:
            return []
        lines = [self.words.deadline(self.say.when(phase.deadline))]
        if phase.grace_end:
            lines.append(self.words.grace(self.say.when(phase.grace_end)))
        return lines

    def page(
        self,
        subject: Mapping[str, Any],
        *,
        game: str,
        power: str,
        lead: Sequence[str],
        sections: Sequence[Section],
        closing: Sequence[str] = (),
        attached: Sequence[Section] = (),
        attached_name: str = "",
    ) -> Page:
        """The page of a letter whose subject is the phrase of its kind."""
        return Page(
            subject=getattr(self.say.subjects, self.letter.kind)(subject),
            facts=self.facts_line(game, power, self.letter.to.role),
            greeting=self.words.greeting(self.letter.to.name),
            lead=[line for line in lead if line],
            sections=[section for section in sections if section.blocks],
            closing=closing,
            attached=attached,
            attached_name=attached_name,
        )


def with_words(desk: Desk, order: str) -> str:
    """An order and what it means: "A PAR H (army Paris holds)"."""
    words = desk.say.order(order)
    return order if words == order else f"{order} ({words})"


def picture_section(desk: Desk, alts: Mapping[str, str]) -> list[Section]:
    """The pictures that go with the letter; alts: what each shows, by name."""
    blocks: list[Block] = [
        Picture(src=f"cid:{picture_cid(name)}", alt=alts[name], width=640)
        for name in desk.pictures
        if name in alts
    ]
    return [Section(desk.words.section_map(), blocks, in_text=False)] if blocks else []


def picture_cid(name: str) -> str:
    """The Content-ID of a picture within its mail."""
    return f"{name}@picture"


def sheet_section(
    desk: Desk, game: str, power: str, phase: PhaseFacts, sheet: Sequence[StandingOrder]
) -> list[Section]:
    """The order sheet with blanks, and the link that opens it in a new mail; nothing for an empty sheet."""
    if not sheet:
        return []
    words = desk.words
    lines = [f"{line.about} {BLANK}" if line.about else BLANK for line in sheet]
    picking = any(not line.about for line in sheet)
    hints = []
    said = set()
    for line in sheet:
        if line.choices and line.choices not in said:
            said.add(line.choices)
            hints.append(words.choices(list(line.choices)))
    link = mailto(
        desk.site.address_for(game),
        f"[{game}] {desk.say.phase(phase)} {desk.names.power(power)}",
        lines,
    )
    block = Sheet(
        intro=words.sheet_intro_choices() if picking else words.sheet_intro(),
        begin=words.sheet_begin(),
        end=words.sheet_end(),
        lines=lines,
        hints=hints,
        link=link,
        link_text=words.sheet_link(),
    )
    return [Section(words.section_sheet(), [block])]


def mailto(address: str, subject: str, lines: Sequence[str]) -> str:
    """A link that opens a mail with these lines; "" when it would be too long for mail programs."""
    body = "\r\n".join(lines)
    link = f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}&body={quote(body, safe='')}"
    return link if len(link) <= _LONGEST_LINK else ""


def owed_section(desk: Desk, phase: PhaseFacts, owed: Sequence[OwedFacts]) -> list[Section]:
    """Who owes what, and by when."""
    if not owed:
        return []
    words = desk.words
    rows = []
    for power in sorted({one.power for one in owed}, key=desk.names.rank):
        mine = [one for one in owed if one.power == power]
        rows.append((desk.names.power(power), words.waiting_for(desk.owed(mine))))
    title = desk.say.phase(phase)
    blocks: list[Block] = [
        Table(words.section_owed(), [words.column_power(), words.column_owed()], rows),
        Paragraphs([words.next_phase(title, desk.say.when(phase.deadline))]),
    ]
    return [Section(words.section_owed(), blocks)]


def positions_section(desk: Desk, view: Mapping[str, Any]) -> list[Section]:
    """The units of every power. No line reads as an order, should a reply bring it back."""
    if desk.variant.engine == "korea":
        from judge.render.korea import board_sections

        return board_sections(desk, view)
    units: Mapping[str, Sequence[str]] = view.get("units") or {}
    if not any(units.values()) or not all(isinstance(unit, str) for row in units.values() for unit in row):
        return []
    words = desk.words
    rows = [
        (desk.names.power(power), str(len(units[power])), " / ".join(units[power]) or words.nothing())
        for power in sorted(units, key=desk.names.rank)
    ]
    columns = [words.column_power(), words.column_units(), words.column_places()]
    table = Table(words.section_positions(), columns, rows, frozenset({1}))
    blocks: list[Block] = [table]
    if any(unit.startswith("*") for row in units.values() for unit in row):
        blocks.append(Paragraphs([words.star_is_dislodged()]))
    return [Section(words.section_positions(), blocks)]


def seats_section(desk: Desk, seats: Sequence[Seat]) -> list[Section]:
    """Who plays what; with addresses where the reader may know any."""
    if not seats:
        return []
    words = desk.words
    rows = [
        [
            desk.names.power(seat.power) if seat.power else words.no_power_yet(),
            seat.name or ("–" if seat.address else words.hidden_or_open(seat.status)),
            seat.address or "–",
        ]
        for seat in seats
    ]
    columns = [words.column_power(), words.column_player(), words.column_address()]
    if not any(seat.address for seat in seats):
        columns, rows = columns[:2], [row[:2] for row in rows]
    return [Section(words.section_seats(), [Table(words.section_seats(), columns, rows)])]


def talk_lines(desk: Desk, phase: PhaseFacts) -> list[str]:
    """Whether and from when players may talk in this phase; nothing where that goes without saying."""
    if not phase.press:
        return [desk.words.no_press()]
    return [desk.words.talks(desk.say.when(phase.starts))] if phase.starts else []
