"""The record of a game, what comes in, and what goes out, as values.

`judge.workflow.step.step(engine, variant, record, input)` is the only way a record changes. It is pure: the time is in the input.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import msgspec

from judge.workflow.letters import Letter, TranscriptLine

Json = dict[str, Any]
State = Literal["forming", "running", "paused", "finished"]


@dataclass(frozen=True)
class Absence:
    """Days a player announced to be away, both included; ISO dates on the game's calendar."""

    first: str
    last: str


@dataclass(frozen=True)
class Player:
    """A person of the game. power: "" for somebody without a seat (joined, waiting, observing, GM). address: in small letters.

    status    with a seat: playing, civil_disorder (nobody plays it any more), resigned, ejected, out (eliminated)
              without: unconfirmed (has to answer our mail first), unapproved (waits for the GM), joined, waiting, invited,
              passed (did not take an offered seat), observing
    nmr       phases in a row without orders; nmr_total all of them; late: phases sent in grace; on_time: phases sent before the deadline
    response  seconds from the start of a phase to the first orders, summed over `on_time` + `late` phases
    wishes    ranked wishes for powers, best first; powers of one group are liked equally; wished: they were sent, even if empty ("any")
    offered   ISO time until which a seat is kept for this waiting person; offer: the power
    pending   new address that has not been confirmed yet; pending_old, pending_new: which end has confirmed it
    since     phase number since which this person holds the seat
    """

    power: str
    address: str
    name: str = ""
    language: str = "en"
    timezone: str = "UTC"
    nmr: int = 0
    status: str = "playing"
    nmr_total: int = 0
    late: int = 0
    on_time: int = 0
    response: int = 0
    wishes: tuple[tuple[str, ...], ...] = ()
    wished: bool = False
    offer: str = ""
    offered: str = ""
    pending: str = ""
    pending_old: bool = False
    pending_new: bool = False
    digest: bool = False
    absences: tuple[Absence, ...] = ()
    since: int = 0


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
    position   engine.dump of the position; phase_no counts phases from 1; a rollback sets it back and adds 1 to revision
    opened, deadline, grace_end   ISO, UTC, "" when none
    orders     by power; ready: powers that said they are done; waits: powers that asked to wait for the deadline
    reminded   reminders already sent in this phase ("24h/FRANCE", and "24h" once that hour has passed)
    starts     when the phase starts for the players (press), ISO; = opened unless the game has a fixed start hour
    standbys   people without a seat: joined, waiting, invited; observers: people who only watch
    paused_at, paused_until   ISO or ""; forming_until: until when wishes for powers are taken
    votes      by vote ("draw", "peace", "concede FRANCE"): powers that are for it in this phase
    centres    centre counts by phase id, for charts
    past       one entry a closed phase, oldest first: {"id", "no", "at", "kind", "turn", "label", "position", "orders", "results", "filed"}; undone: entries a rollback took back. Both sealed: read them with `judge.workflow.past`
    log        GM's acts: {"at", "who", "verb", "args"}
    held       press that waits for the next phase to start
    review     since when the result of this phase waits for the GM (setting review), ISO or ""; overruled: what he changes in it
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
    waits: tuple[str, ...] = ()
    starts: str = ""
    standbys: tuple[Player, ...] = ()
    observers: tuple[Player, ...] = ()
    paused_at: str = ""
    paused_until: str = ""
    forming_until: str = ""
    ready_to_start: tuple[str, ...] = ()
    votes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    past: tuple[msgspec.Raw, ...] = ()
    undone: tuple[msgspec.Raw, ...] = ()
    log: tuple[Json, ...] = ()
    held: tuple[Json, ...] = ()
    review: str = ""
    overruled: tuple[Json, ...] = ()


@dataclass(frozen=True)
class MailInput:
    """A mail whose game is known. at: receipt time. body: the writer's own words.

    role      "stranger" for somebody the game does not know yet (JOIN, OBSERVE)
    phase_id  phase of the letter it answers, where the mail layer knows it; "" otherwise (then the subject is looked at)
    proven    the mail answers a letter of ours (its token came back): the writer reads mail at this address
    answers   key of the letter it answers, where the mail layer knows it
    name      the writer's name as the mail shows it
    games     the site's games, where the mail asks for them (LIST); rows of the notice `games`
    """

    at: datetime
    address: str
    role: Literal["player", "gm", "observer", "stranger"]
    power: str
    body: str
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()
    phase_id: str = ""
    proven: bool = False
    name: str = ""
    answers: str = ""
    games: tuple[Json, ...] = ()


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
    """The record after an input, the letters it causes, the phases it closed, and when time next matters ("" for never).

    results: what came of a GM's act from the shell, one line a command (outcome "refused" when it was not done).
    """

    record: Record
    letters: tuple[Letter, ...] = ()
    closed: tuple[PhaseClosed, ...] = ()
    next_due: str = ""
    results: tuple[TranscriptLine, ...] = ()
