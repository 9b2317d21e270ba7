"""The seam between the mail workflow and the games: what every engine offers, and the values that cross.

A game is a row of **phases**: points where at least one power owes something. A phase closes when all have answered or
time is up; the engine then runs on by itself (empty retreats, dice, draws) to the next phase or the end.

Engines are pure: no I/O, clock, environment or own randomness. They are deterministic and total: nothing a player wrote,
and no set of orders, may raise. An engine is made from a loaded variant and its rule options and holds no game state.

Orders cross the seam as **canonical order text** ("A PAR - BUR"), which is also what is stored and what a GM reads.
Positions are frozen values of the engine's own; outside it they are only passed on, dumped and loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from judge.problems import Problem

if TYPE_CHECKING:
    from judge.chance import Chance

Json = dict[str, Any]
Verdict = Literal["succeeds", "fails", "void"]
Orders = Mapping[str, Sequence[str]]
"""Canonical order texts by power id. A missing power sent nothing."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What one power owes in a phase.

    what      "orders", "retreats", "builds", "disbands", … (word of the engine; each has a sentence in the templates)
    required  False when silence is a normal answer (an optional withdrawal)
    about     what it is about: unit or province codes ("A PAR"); for builds and disbands the places or units that come in question
    count     how many answers are due (units, retreats, builds, disbands)
    each      every thing in `about` wants an answer of its own, which begins with it (units do anyway: they have a blank in them)
    """

    power: str
    what: str
    required: bool = True
    about: tuple[str, ...] = ()
    count: int = 0
    each: bool = False


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase of a game.

    id     unique within a game as long as it is not rolled back, and never reused ("S1870M"; also the name in JSON contracts)
    kind   "movement" | "retreat" | "adjustment" | … : the game's schedule turns kinds into hours
    turn   number of the turn, from 1
    label  codes from which templates make the title: {"season": "spring", "year": 1870, "turn": 1}
    press  whether players may talk in it
    owed   who owes what, in the variant's order of powers; never empty except in the phase after the end
    """

    id: str
    kind: str
    turn: int
    label: Mapping[str, object]
    press: bool
    owed: tuple[Owed, ...]


class Event(NamedTuple):
    """Something that happened. Facts are codes and names of things, never prose: words live in templates/.

    seen_by: the powers that may know it, None for everybody. Secrecy is set here, where the event is made.
    """

    kind: str
    facts: Mapping[str, Any]
    seen_by: frozenset[str] | None = None


P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Resolution(Generic[P]):
    """The next position, and what happened on the way to it, in order."""

    position: P
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ParsedOrder:
    """One order as understood.

    key     what the order is for: a later order with the same key replaces it ("PAR", "build PAR")
    text    canonical text: parsing it again gives the same
    line    number of the line it stood on; source the player's own words
    replaces  beginning of the keys of all earlier orders that a mail with this order puts out of force (the lines of a plan); "": none
    """

    key: str
    text: str
    line: int
    source: str
    replaces: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a power wrote, as understood. Problems of severity "note" and "warning" go with applied orders.

    ignored: numbers of the lines that held no order and are no cause for complaint (headings, blank lines).
    """

    orders: tuple[ParsedOrder, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a mail's text, with its 1-based number in that text."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Choices:
    """What a power may order in a phase: for help mails, property tests and simulated players.

    by_key   for each thing an order may be for (unit's province, "build PAR", …) all legal canonical orders
    at_most  how many orders together (None: one for each key); builds and disbands
    """

    by_key: Mapping[str, tuple[str, ...]]
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: "solo" 制覇, "draw" 引き分け, "truce" 停戦, …; winners by power id."""

    kind: str
    winners: tuple[str, ...]


class Engine(Protocol):
    """What a game family offers. `Position` is opaque (Any) outside the engine."""

    @property
    def powers(self) -> tuple[str, ...]:
        """Power ids in the variant's order."""
        ...

    @property
    def event_kinds(self) -> frozenset[str]:
        """Every kind of event it can make; each has a block in the templates of every language."""
        ...

    def start(self, chance: Chance) -> Resolution[Any]:
        """The first position, and what happened on the way to it."""
        ...

    def phase(self, position: Any) -> Phase:
        """The phase this position is in."""
        ...

    def parse(
        self, position: Any, power: str | None, lines: Sequence[Line], *, strict: bool = False
    ) -> Parsed:
        """Read what a player wrote. Never raises. With power None (contract command) ownership is not checked.

        strict: orders that are void as the board stands are refused (severity "error") instead of accepted with a warning.
        """
        ...

    def canonical(self, position: Any, power: str, orders: Sequence[str]) -> tuple[str, ...]:
        """The full canonical order set as it would be adjudicated: one per unit in the order of the board, defaults filled in
        ("A PAR H" for a unit without an order). For acknowledgements and for checking equality."""
        ...

    def legal(self, position: Any, power: str) -> Choices:
        """What this power may order now."""
        ...

    def adjudicate(self, position: Any, orders: Orders, chance: Chance) -> Resolution[Any]:
        """Close the phase. Text that is no canonical order is a void order. Total: never raises on orders."""
        ...

    def view(self, position: Any, viewer: str | None) -> Json:
        """What this power (None: the public) may know of the position, as plain data for templates and maps."""
        ...

    def outcome(self, position: Any) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def dump(self, position: Any) -> Json:
        """Plain JSON; load(dump(p)) == p."""
        ...

    def load(self, data: Json) -> Any:
        """Check and read a dumped position. Raises judge.errors.DataError naming what is wrong."""
        ...


_NO_STRENGTHS: Mapping[str, int] = {}


class OrderResult(NamedTuple):
    """What became of one order; the facts of an event of kind "order_result".

    reason: one of the engine's closed set (each with a sentence in every language), "" when it succeeds plainly.
    by: the units that caused it. strengths: numbers the sentence shows ({"attack": 1, "against": 1}).
    stop: the province in which a unit ended that went only part of its way (a train), else "".
    """

    power: str
    unit: str
    order: str
    verdict: Verdict
    reason: str = ""
    by: tuple[str, ...] = ()
    strengths: Mapping[str, int] = _NO_STRENGTHS
    stop: str = ""
