"""The record of a game, what comes in, and what goes out, as values.

`judge.workflow.step.step(engine, variant, record, input)` is the only way a record changes. It is pure: the time is in the input.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from judge.workflow.letters import Letter

Json = dict[str, Any]
State = Literal["forming", "running", "paused", "finished"]


@dataclass(frozen=True)
class Player:
    """A person with a seat. nmr: phases in a row without orders; late: phases sent in grace."""

    power: str
    address: str
    name: str = ""
    language: str = "en"
    timezone: str = "UTC"
    nmr: int = 0
    status: str = "playing"


@dataclass(frozen=True)
class StoredOrder:
    """An order on file: its key, canonical text, the player's words, when it was received (ISO, UTC)."""

    key: str
    text: str
    source: str
    at: str


@dataclass(frozen=True)
class Record:
    """Everything about one game. Plain data: dumps to JSON and back without loss.

    settings   the game's settings, defaults filled in (judge/workflow/settings.py is the table)
    seed       secret of the game's chance, hexadecimal; never in a letter before the end
    position   engine.dump of the position; phase_no counts phases from 1 and only grows; revision grows with rollbacks
    opened, deadline, grace_end   ISO, UTC, "" when none
    orders     by power; ready: powers that said they are done; reminded: reminders already sent in this phase ("24h/FRANCE")
    centres    centre counts by phase id, for charts
    sequence   number of inputs taken; every letter key has it, so letters of a replay have the same keys
    """

    game: str
    variant: str
    state: State
    settings: Json
    gms: tuple[Player, ...]
    players: tuple[Player, ...]
    seed: str
    position: Json | None = None
    phase_id: str = ""
    phase_no: int = 0
    revision: int = 0
    opened: str = ""
    deadline: str = ""
    grace_end: str = ""
    orders: dict[str, tuple[StoredOrder, ...]] = field(default_factory=dict)
    first_sent: dict[str, str] = field(default_factory=dict)
    mails_in: dict[str, int] = field(default_factory=dict)
    problems_in: dict[str, int] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    reminded: tuple[str, ...] = ()
    centres: dict[str, dict[str, int]] = field(default_factory=dict)
    notes: tuple[Json, ...] = ()
    sequence: int = 0
    outcome: Json | None = None


@dataclass(frozen=True)
class MailInput:
    """A mail whose game and writer are known. at: receipt time. body: the writer's own words. role: "player" or "gm"."""

    at: datetime
    address: str
    role: Literal["player", "gm", "observer"]
    power: str
    body: str
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()


@dataclass(frozen=True)
class CommandInput:
    """The GM's act from the shell. verb: "START", "DEADLINE", …; args as given."""

    at: datetime
    verb: str
    args: tuple[str, ...] = ()
    who: str = ""


@dataclass(frozen=True)
class NoteInput:
    """Something the mail layer tells the game: an unreadable mail, a failed delivery. kind "mail" or "delivery"; facts as MailNote/DeliveryNote."""

    at: datetime
    kind: Literal["mail", "delivery"]
    facts: Json


@dataclass(frozen=True)
class TimeInput:
    """It is now `at`, and every mail received up to then has been seen: close what is due, remind who owes."""

    at: datetime


Input = MailInput | CommandInput | NoteInput | TimeInput


@dataclass(frozen=True)
class PhaseClosed:
    """For the history of the game: what the phase was, what was ordered, what came of it (positions as engine.dump)."""

    phase_id: str
    phase_no: int
    revision: int
    at: str
    before: Json
    orders: dict[str, tuple[str, ...]]
    events: tuple[Json, ...]
    after: Json


@dataclass(frozen=True)
class Step:
    """The record after an input, the letters it causes, the phases it closed, and when time next matters ("" for never)."""

    record: Record
    letters: tuple[Letter, ...] = ()
    closed: tuple[PhaseClosed, ...] = ()
    next_due: str = ""
