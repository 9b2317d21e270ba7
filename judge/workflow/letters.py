"""What the judge writes to people, as values: one class a kind of mail. Words are in templates/<language>/.

A letter's facts are codes, names and numbers, never prose. Times are ISO 8601 in UTC; the templates show them in the
recipient's zone. Letters are stored as JSON in the outbox and rendered when they are sent.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
Role = Literal["player", "gm", "observer", "stranger"]


@dataclass(frozen=True)
class Recipient:
    """Whom a letter is for. power: "" unless a player with a seat. timezone: IANA name."""

    address: str
    role: Role
    power: str = ""
    name: str = ""
    language: str = "en"
    timezone: str = "UTC"


@dataclass(frozen=True)
class PhaseFacts:
    """A phase for titles: as judge.engine.Phase, label flattened to JSON. deadline and grace_end "" when there is none.

    starts: when players may talk, where that is later than the opening (Cold War); else ""
    Before a game starts: id "", kind "forming", turn 0; deadline is then the end of the time for wishes.
    """

    id: str
    kind: str
    turn: int
    label: Json
    press: bool = True
    deadline: str = ""
    grace_end: str = ""
    starts: str = ""


@dataclass(frozen=True)
class OwedFacts:
    """As judge.engine.Owed; answered: all answers are there; left: how many are still missing."""

    power: str
    what: str
    count: int
    about: tuple[str, ...]
    required: bool
    answered: bool = False
    left: int = 0


@dataclass(frozen=True)
class StandingOrder:
    """One unit (or build place) and the order that stands for it; default: nothing was sent, this is what happens then.

    choices: legal orders to show as examples, few
    problems: what is already known to be wrong with it (it will be void, or only half done)
    """

    about: str
    order: str
    default: bool = False
    choices: tuple[str, ...] = ()
    problems: tuple[ProblemFacts, ...] = ()


@dataclass(frozen=True)
class ProblemFacts:
    """A judge.problems.Problem as plain data."""

    kind: str
    severity: str
    line: int
    column: int
    length: int
    text: str
    expected: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    facts: Json = field(default_factory=dict)


@dataclass(frozen=True)
class TranscriptLine:
    """One line of the player's mail and what came of it.

    outcome: "order", "command", "refused" (problems say why), "ignored". orders: canonical texts read from it.
    result: code of a command's result with its facts (judge/workflow/codes.py).
    """

    number: int
    text: str
    outcome: str
    orders: tuple[str, ...] = ()
    problems: tuple[ProblemFacts, ...] = ()
    result: str = ""
    facts: Json = field(default_factory=dict)


@dataclass(frozen=True)
class EventFacts:
    """An engine's event, already restricted to what the recipient may know."""

    kind: str
    facts: Json


@dataclass(frozen=True)
class Seat:
    """A power and who plays it, as the recipient may know it (address "" where it is not to be shown)."""

    power: str
    name: str = ""
    address: str = ""
    status: str = "playing"


@dataclass(frozen=True)
class Acknowledgement:
    """The one answer to a player's mail: what was understood and what stands now.

    late: the mail held orders for a phase that is over (`late_for`, its id): they were not applied
    overdue: it came after the deadline, in grace, and counts
    waiting: the player asked the judge to wait for the deadline
    review: the phase is over and its result waits for the GM: nothing can be sent for it
    missing: units without an order; for builds and disbands see `owed[].left`
    """

    game: str
    variant: str
    power: str
    phase: PhaseFacts
    transcript: tuple[TranscriptLine, ...]
    standing: tuple[StandingOrder, ...]
    missing: tuple[str, ...]
    owed: tuple[OwedFacts, ...]
    late: bool = False
    complete: bool = False
    ready: bool = False
    more_problems: int = 0
    subject: str = ""
    late_for: str = ""
    overdue: bool = False
    waiting: bool = False
    review: bool = False


@dataclass(frozen=True)
class TurnSummary:
    """What happened in the phase that closed, the position now, and what is due next. One to each player, observer and GM.

    view         engine.view for this recipient after the phase; before: the same before it (for the map of orders)
    sheet        the recipient's units or build places with blanks, to fill in by replying
    nmr          powers that sent nothing; outcome: {"kind", "winners"} when the game is over, else None
    history      centre counts by phase: {"phase id": {power: n}} in order
    picture      key under which the map pictures of this phase are kept ("" for none)
    winning      as in `GameStart`
    """

    game: str
    variant: str
    power: str
    closed: PhaseFacts
    phase: PhaseFacts
    events: tuple[EventFacts, ...]
    before: Json
    view: Json
    owed: tuple[OwedFacts, ...]
    sheet: tuple[StandingOrder, ...]
    nmr: tuple[str, ...] = ()
    outcome: Json | None = None
    history: Json = field(default_factory=dict)
    picture: str = ""
    seed: str = ""
    winning: Json = field(default_factory=dict)


@dataclass(frozen=True)
class GameStart:
    """The game begins: who plays what, the start, the first deadline, how to send orders.

    commitment: SHA-256 of the seed of chance. settings: the options that matter to players, by name.
    events: what happened on the way to the first phase (chits drawn)
    calendar: where the game has fixed hours and a last year, every turn: {"turn", "label", "starts", "deadline"}; else empty
    winning: how the game is won: {"by": "points" or "centres", "needed", "of", "home_points", "last_year", "peace", "draw",
        "concession"}, or {"by": "objectives", "hold": {power: {"all_of", "any_of"}}, "bases", "turns", "peace", …}; empty where the
        variant does not say
    """

    game: str
    variant: str
    power: str
    phase: PhaseFacts
    seats: tuple[Seat, ...]
    view: Json
    sheet: tuple[StandingOrder, ...]
    settings: Json
    gm: str
    commitment: str = ""
    picture: str = ""
    calendar: tuple[Json, ...] = ()
    winning: Json = field(default_factory=dict)
    events: tuple[EventFacts, ...] = ()


@dataclass(frozen=True)
class Reminder:
    """Something is still owed. kind of time: before the deadline, or in grace (overdue)."""

    game: str
    variant: str
    power: str
    phase: PhaseFacts
    owed: tuple[OwedFacts, ...]
    missing: tuple[str, ...]
    sheet: tuple[StandingOrder, ...]
    overdue: bool = False


@dataclass(frozen=True)
class ReportRow:
    """One power in the GM's report. sent_at "" when nothing came; late: came after the deadline (in grace)."""

    power: str
    name: str
    address: str
    owed: bool
    sent_at: str
    mails: int
    orders: int
    missing: int
    problems: int
    late: bool
    nmr: bool
    nmr_count: int


@dataclass(frozen=True)
class MailNote:
    """A mail the GM should know of: unreadable, set aside, from an unknown sender, late, robot. reason: a code."""

    mail: int
    at: str
    sender: str
    subject: str
    reason: str


@dataclass(frozen=True)
class DeliveryNote:
    """A mail of ours that did not arrive."""

    address: str
    subject: str
    reason: str
    permanent: bool


@dataclass(frozen=True)
class DeadlineReport:
    """To the GM after every phase: who sent, who did not, what went wrong, what comes next."""

    game: str
    variant: str
    closed: PhaseFacts
    phase: PhaseFacts
    early: bool
    rows: tuple[ReportRow, ...]
    mails: tuple[MailNote, ...]
    deliveries: tuple[DeliveryNote, ...]
    owed: tuple[OwedFacts, ...]
    outcome: Json | None = None
    moved_by_outage: str = ""


@dataclass(frozen=True)
class FinalReport:
    """The game is over: how it ended, all orders, centres over the turns, the seed for checking. One to everybody.

    outcome  {"kind", "winners", "at"}; orders: by phase id, in order, by power: [order, verdict, reason, more] each, or texts alone;
             more: {"by", "strengths", "dislodged"} as far as there is any
    seats    now with names, also in an anonymous game
    """

    game: str
    variant: str
    power: str
    phase: PhaseFacts
    outcome: Json
    seats: tuple[Seat, ...]
    history: Json
    orders: Json
    view: Json
    seed: str
    commitment: str
    picture: str = ""


@dataclass(frozen=True)
class Notice:
    """A short mail of one purpose. what: the code that picks the sentence block (judge/workflow/codes.py); facts: what it needs."""

    what: str
    game: str = ""
    variant: str = ""
    power: str = ""
    phase: PhaseFacts | None = None
    facts: Json = field(default_factory=dict)


LetterFacts = Acknowledgement | TurnSummary | GameStart | Reminder | DeadlineReport | FinalReport | Notice

LETTER_KINDS: dict[str, type[Any]] = {
    "acknowledgement": Acknowledgement,
    "turn_summary": TurnSummary,
    "game_start": GameStart,
    "reminder": Reminder,
    "deadline_report": DeadlineReport,
    "final_report": FinalReport,
    "notice": Notice,
}


@dataclass(frozen=True)
class Letter:
    """One mail to one person, not yet put into words.

    key          unique and deterministic within the site: "(game)/(phase)/(kind)/(recipient)/(revision)"; the Message-ID is made from it,
                 and a letter queued twice under one key goes out once
    in_reply_to  Message-ID of the mail it answers, or ""
    """

    key: str
    kind: str
    to: Recipient
    facts: LetterFacts
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
