"""What a mail is made of, before it becomes text or HTML: both are laid out from the same blocks, so they say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from judge.mail.marker import shielded

Tone = Literal["good", "bad", "warn", "plain"]


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Sentences, each on its own line."""

    lines: Sequence[str]
    block: str = "paragraphs"


@dataclass(frozen=True, slots=True)
class Subhead:
    """A heading within a section."""

    title: str
    block: str = "subhead"


@dataclass(frozen=True, slots=True)
class Items:
    """A list of short things."""

    items: Sequence[str]
    block: str = "items"


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column names the row. caption: for screen readers. right: numbers of the columns that hold figures."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()
    block: str = "table"


@dataclass(frozen=True, slots=True)
class Result:
    """One order and what came of it. mark: the verdict in a word; why: the reason, "" when there is none."""

    order: str
    words: str
    mark: str
    tone: Tone
    why: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """Orders with their results, by power."""

    caption: str
    columns: Sequence[str]
    groups: Sequence[tuple[str, Sequence[Result]]]
    block: str = "results"


@dataclass(frozen=True, slots=True)
class Finding:
    """What is said of a line: a sentence with its tone, and hints under it."""

    tone: Tone
    text: str
    hints: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """A line of the player's mail in three parts, the marked one between, and what is said of it. caret: the line of carets."""

    before: str
    marked: str
    after: str
    caret: str
    findings: Sequence[Finding]

    @property
    def text(self) -> str:
        """The line as it was written."""
        return self.before + self.marked + self.after


@dataclass(frozen=True, slots=True)
class Transcript:
    """A mail line by line."""

    lines: Sequence[Answered]
    block: str = "transcript"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Lines to fill in. link: mailto address that opens them in a new mail, "" for none."""

    intro: str
    begin: str
    end: str
    lines: Sequence[str]
    hints: Sequence[str]
    link: str
    link_text: str
    block: str = "sheet"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture. src: "cid:…" when it travels with the mail, else its file; alt says the essential."""

    src: str
    alt: str
    width: int
    block: str = "picture"


@dataclass(frozen=True, slots=True)
class Quoted:
    """Lines that somebody else wrote; one that looks like a line of our order sheet is changed, so that it is never taken for one
    when the mail comes back quoted."""

    lines: Sequence[str]
    block: str = "quoted"

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", [shielded(line) for line in self.lines])


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of fixed width that are a picture together."""

    lines: Sequence[str]
    block: str = "drawing"


Block = Paragraphs | Subhead | Items | Table | Results | Transcript | Sheet | Picture | Quoted | Drawing


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading. in_text False: only in the HTML (a picture says nothing in plain text)."""

    title: str
    blocks: Sequence[Block]
    in_text: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """A whole mail. lead: the few lines that come first; more: paragraphs after them; facts: the line of game and power.

    attached: sections too long for a mail (programs cut HTML above 100 kB), which travel as a text file of this name.
    """

    subject: str
    facts: str
    greeting: str
    lead: Sequence[str]
    more: Sequence[str] = ()
    sections: Sequence[Section] = ()
    closing: Sequence[str] = ()
    attached: Sequence[Section] = ()
    attached_name: str = ""
