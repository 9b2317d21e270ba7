"""One plain sentence for everything the judge has to say: phases, orders, results, events, problems.

Words are in templates/<language>/; here is only which of them, and with what in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from judge.engine import Phase
from judge.problems import Problem
from judge.render.language import Group, language_or_fallback, macros_of
from judge.render.names import Names
from judge.render.orders import OrderParts, take_apart
from judge.render.times import moment
from judge.variants.model import Variant
from judge.workflow.letters import EventFacts, PhaseFacts, ProblemFacts

UTC = ZoneInfo("UTC")


class Facts(dict[str, Any]):
    """Facts for a phrase: `f.name` reads one, "" when it is not there, so that a phrase can ask `if f.name`; likewise in facts
    that are facts themselves, or rows of them."""

    def __getattr__(self, name: str) -> Any:
        value = self.get(name, "")
        if isinstance(value, dict):
            return Facts(value)
        if isinstance(value, list | tuple) and any(isinstance(one, dict) for one in value):
            return [Facts(one) if isinstance(one, dict) else one for one in value]
        return value


class Sentences:
    """What can be said about one variant in one language, with times in one zone.

    owners: power by unit code, to say whose a unit is.
    """

    def __init__(
        self,
        variant: Variant,
        language: str,
        *,
        zone: ZoneInfo = UTC,
        owners: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language_or_fallback(language)
        self.variant = variant
        self.zone = zone
        self.words = self._group("words", {})
        self.names = Names(variant, self.language, self._word, owners)

    def _word(self, name: str, *values: object) -> str:
        return str(getattr(self.words, name)(*values))

    def _group(self, name: str, values: Mapping[str, Any]) -> Group:
        return Group(macros_of(self.language, name, values))

    def _said_with_names(self, name: str) -> Group:
        return self._group(
            name,
            {
                "n": self.names,
                "w": self.words,
                "order": self.order,
                "outcome": self.outcome,
                "when": self.when,
                "short_when": self.short_when,
                "phase": self.phase_named,
                "change": self.change,
            },
        )

    def change(self, change: str) -> str:
        """What the GM changed by hand, given in short ("FRANCE: + A BUR", "FRANCE: - A BUR", "BEL = FRANCE", "BEL = -")."""
        power, placed, unit = change.partition(": + ")
        if not placed:
            power, removed, unit = change.partition(": - ")
        if placed or removed:
            said = self.words.with_code(self.names.unit(unit), unit)
            phrase = self.words.change_placed if placed else self.words.change_removed
            return str(phrase(self.names.power(power), said))
        place, owned, owner = change.partition(" = ")
        if not owned:
            return change
        name = "" if owner == "-" else self.names.power(owner)
        return str(self.words.change_owner(self.names.code_place(place), name))

    @cached_property
    def orders(self) -> Group:
        """Long forms of orders."""
        return self._group("orders", {"n": self.names, "w": self.words})

    @cached_property
    def reasons(self) -> Group:
        """Why an order had its result."""
        return self._said_with_names("reasons")

    @cached_property
    def events(self) -> Group:
        """What happened."""
        return self._said_with_names("events")

    @cached_property
    def problems(self) -> Group:
        """What is wrong with a line of a player's mail."""
        return self._said_with_names("problems")

    @cached_property
    def results(self) -> Group:
        """What came of a command."""
        return self._said_with_names("results")

    @cached_property
    def owed_words(self) -> Group:
        """What is due."""
        return self._said_with_names("owed")

    @cached_property
    def notices(self) -> Group:
        """Short mails of one purpose."""
        return self._said_with_names("notices")

    @cached_property
    def titles(self) -> Group:
        """Titles of phases."""
        return self._said_with_names("titles")

    @cached_property
    def guide(self) -> Group:
        """How orders and commands are written."""
        return self._said_with_names("guide")

    @cached_property
    def subjects(self) -> Group:
        """Subjects of mails."""
        return self._said_with_names("subjects")

    def when(self, iso: str) -> str:
        """A time in full: "Sun 6 December 2026, 20:00 JST"; "" for none."""
        return self._word("moment", moment(iso, self.zone)) if iso else ""

    def short_when(self, iso: str) -> str:
        """A time for a subject: "Sun 6 Dec 20:00 JST"."""
        return self._word("short_moment", moment(iso, self.zone)) if iso else ""

    def short_time(self, iso: str) -> str:
        """As `short_when`, without the zone: for a column whose head names it."""
        return self._word("short_time", moment(iso, self.zone)) if iso else ""

    def zone_name(self, iso: str) -> str:
        """The zone's name at this time, for the head of such a column; the IANA name when there is no time."""
        return moment(iso, self.zone).zone if iso else self.zone.key

    def phase(self, phase: PhaseFacts | Phase) -> str:
        """The title of a phase: "Spring 1870, retreats"."""
        return self.titles.say(phase.kind, Facts(phase.label), phase)

    def phase_named(self, phase: str) -> str:
        """The title of a phase of which only the id is known ("S1870M"); an id that tells no date comes back as it is."""
        code, year, kind = phase[:1], phase[1:-1], phase[-1:]
        kinds = {"M": "movement", "R": "retreat", "A": "adjustment"}
        seasons = {season.code: season.id for season in self.variant.calendar.seasons}
        if kind == "A":
            seasons["W"] = next((s.id for s in self.variant.calendar.seasons if s.ownership), "")
        if not year.isdecimal() or kind not in kinds or code not in seasons:
            return phase
        return self.phase(PhaseFacts(phase, kinds[kind], 0, {"season": seasons[code], "year": int(year)}))

    def order(self, order: str) -> str:
        """A canonical order in words: "army Manchuria → Seoul". Text that is no order of this family comes back as it is."""
        if self.variant.engine == "korea":
            from judge.render.korea import order_words

            return order_words(self, order)
        parts = take_apart(order)
        return self._order(parts) if parts else order

    def _order(self, parts: OrderParts) -> str:
        text = str(getattr(self.orders, parts.form)(parts))
        if parts.rider:
            text = self.orders.with_rider(text, self._order(parts.rider))
        return text

    def event(self, event: EventFacts) -> str:
        """One event in a sentence."""
        return self.events.say(event.kind, Facts(event.facts))

    def outcome(self, outcome: Mapping[str, Any]) -> str:
        """How a game ended: its kind and winners in a sentence. A truce with several winners is a draw."""
        winners = list(outcome.get("winners") or ())
        kind = str(outcome.get("kind", ""))
        if kind == "truce" and len(winners) > 1:
            kind = "truce_draw"
        return self._word("outcome", kind, self.names.powers(winners))

    def reason(self, facts: Mapping[str, Any]) -> str:
        """Why an order had its result, "" when there is nothing to say. facts: of an `order_result` event."""
        code = str(facts.get("reason", ""))
        if not code:
            return ""
        order = str(facts.get("order", ""))
        parts = take_apart(order)
        strengths = facts.get("strengths") or {}
        said = Facts(facts)
        said.update(
            to=parts.to if parts else "",
            other=parts.other if parts else "",
            by=[str(unit) for unit in facts.get("by", ())],
            attack=strengths.get("attack", ""),
            against=strengths.get("against", ""),
        )
        return self.reasons.say(code, said)

    def problem(self, problem: Problem | ProblemFacts) -> str:
        """What is wrong, in one or two sentences, without suggestions."""
        facts = Facts(problem.facts)
        facts.update(
            text=problem.text, expected=list(problem.expected), suggestions=list(problem.suggestions)
        )
        if "reason" in facts and "order" in facts:
            facts["why"] = self.reason(facts)
        return self.problems.say(problem.kind, facts)


def phase_title(phase: PhaseFacts | Phase, variant: Variant, language: str) -> str:
    """The title of a phase in this language."""
    return Sentences(variant, language).phase(phase)


def order_text(order: str, variant: Variant, language: str) -> str:
    """A canonical order in words of this language."""
    return Sentences(variant, language).order(order)


def event_text(event: EventFacts, variant: Variant, language: str) -> str:
    """One event in a sentence of this language."""
    return Sentences(variant, language).event(event)


def problem_text(problem: Problem | ProblemFacts, variant: Variant, language: str) -> str:
    """One problem in this language."""
    return Sentences(variant, language).problem(problem)
