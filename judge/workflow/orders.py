"""Orders on file: taking them from a mail's lines, what stands, what is missing, who is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.engine import Line, Owed, ParsedOrder
from judge.problems import Problem
from judge.workflow.clock import stamp
from judge.workflow.letters import OwedFacts, ProblemFacts, StandingOrder, TranscriptLine
from judge.workflow.model import StoredOrder
from judge.workflow.work import Work

MOST_CHOICES = 12
REFUSING = frozenset({"error", "question"})


@dataclass(frozen=True, slots=True)
class ReadOrders:
    """The order lines of a mail as read for one power: not yet on file. Line numbers are those of the mail."""

    lines: tuple[Line, ...] = ()
    orders: tuple[ParsedOrder, ...] = ()
    problems: tuple[Problem, ...] = ()
    ignored: tuple[int, ...] = ()

    @property
    def refused(self) -> int:
        """How many lines were not understood or not allowed."""
        with_orders = {order.line for order in self.orders}
        return len({p.line for p in self.problems if p.severity in REFUSING} - with_orders)


def read_orders(work: Work, power: str, lines: Sequence[Line]) -> ReadOrders:
    """Read order lines as the board stands."""
    if not lines:
        return ReadOrders()
    parsed = work.engine.parse(
        work.position, power, lines, strict=bool(work.settings.get("strict_orders", False))
    )
    return ReadOrders(tuple(lines), parsed.orders, parsed.problems, parsed.ignored)


def problem_facts(problem: Problem) -> ProblemFacts:
    """A problem as plain data."""
    return ProblemFacts(
        kind=problem.kind,
        severity=problem.severity,
        line=problem.line,
        column=problem.column,
        length=problem.length,
        text=problem.text,
        expected=tuple(problem.expected),
        suggestions=tuple(problem.suggestions),
        facts=dict(problem.facts),
    )


def order_transcript(read: ReadOrders, *, applied: bool = True) -> list[TranscriptLine]:
    """One line of the answer for each order line of the mail. applied False: the mail came too late to count."""
    result = []
    for line in read.lines:
        orders = tuple(order.text for order in read.orders if order.line == line.number)
        problems = tuple(problem_facts(p) for p in read.problems if p.line == line.number)
        if not applied:
            outcome = "ignored" if line.number in read.ignored and not orders else "refused"
            result.append(TranscriptLine(line.number, line.text, outcome, orders, result="late"))
            continue
        if orders:
            outcome = "order"
        elif any(p.severity in REFUSING for p in problems):
            outcome = "refused"
        else:
            outcome = "ignored"
        result.append(TranscriptLine(line.number, line.text, outcome, orders, problems))
    return result


def store(work: Work, power: str, orders: Iterable[ParsedOrder]) -> None:
    """Put orders on file: each replaces the former one for the same unit or place.

    Where fewer answers are due than there would be (builds, disbands), those of earlier mails give way, oldest first.
    """
    at = stamp(work.mail.at) if work.mail else work.now
    orders = list(orders)
    replaced = tuple({order.replaces for order in orders if order.replaces})
    kept = {
        order.key: order
        for order in work.record.orders.get(power, ())
        if not (replaced and order.key.startswith(replaced) and order.at < at)
    }
    fresh: dict[str, StoredOrder] = {}
    for order in orders:
        former = kept.get(order.key)
        if former is not None and former.at > at:
            continue  # a mail that was held up on its way does not undo a later one
        kept.pop(order.key, None)
        fresh[order.key] = StoredOrder(order.key, order.text, order.source, at)
        kept[order.key] = fresh[order.key]
    limit = _limit(work, power)
    while limit is not None and len(kept) > limit:
        oldest = next((key for key in kept if key not in fresh), None)
        if oldest is None:
            break
        del kept[oldest]
    work.change(orders={**work.record.orders, power: tuple(kept.values())})
    if fresh and power not in work.record.first_sent:
        work.change(first_sent={**work.record.first_sent, power: at})


def clear(work: Work, power: str) -> int:
    """Take all orders of a power off file; how many there were."""
    count = len(work.record.orders.get(power, ()))
    work.change(orders={name: orders for name, orders in work.record.orders.items() if name != power})
    return count


def _limit(work: Work, power: str) -> int | None:
    owed = [one for one in work.phase.owed if one.power == power]
    if not owed or all(_each_answers(one) for one in owed):
        return None
    return sum(one.count for one in owed)


def _each_answers(owed: Owed) -> bool:
    """True when every thing in `about` wants its own answer (units), False when some are picked (builds, disbands).

    Units are told from places by their letter: "A PAR" against "PAR".
    """
    return owed.each or (len(owed.about) == owed.count and all(" " in about for about in owed.about))


def texts(work: Work, power: str) -> tuple[str, ...]:
    """The canonical orders on file."""
    return tuple(order.text for order in work.record.orders.get(power, ()))


def _is_for(about: str, text: str) -> bool:
    return text == about or text.startswith(about + " ")


def missing_units(owed: Owed, stored: Sequence[str]) -> tuple[str, ...]:
    """The units without an order; nothing for builds and disbands, where any place will do."""
    if not _each_answers(owed):
        return ()
    return tuple(about for about in owed.about if not any(_is_for(about, text) for text in stored))


def left(owed: Owed, stored: Sequence[str]) -> int:
    """How many answers are still missing."""
    if _each_answers(owed):
        return len(missing_units(owed, stored))
    return max(0, owed.count - len(stored))


def owed_facts(work: Work, power: str | None = None) -> tuple[OwedFacts, ...]:
    """Who owes what; of one power, or of all (`left` is then told to the GM only)."""
    found = []
    for owed in work.phase.owed:
        if power is not None and owed.power != power:
            continue
        open_answers = left(owed, texts(work, owed.power))
        found.append(
            OwedFacts(
                power=owed.power,
                what=owed.what,
                count=owed.count,
                about=tuple(owed.about),
                required=owed.required,
                answered=open_answers == 0,
                left=open_answers,
            )
        )
    return tuple(found)


def public_owed(work: Work) -> tuple[OwedFacts, ...]:
    """Who owes what, as everybody may know it: nothing of what has been sent."""
    return tuple(
        OwedFacts(one.power, one.what, one.count, tuple(one.about), one.required, left=one.count)
        for one in work.phase.owed
    )


def missing(work: Work, power: str) -> tuple[str, ...]:
    """Units of this power without an order."""
    stored = texts(work, power)
    return tuple(
        unit for owed in work.phase.owed if owed.power == power for unit in missing_units(owed, stored)
    )


def owes(work: Work, power: str) -> bool:
    """Whether this power still has to send something it is required to send."""
    if not work.active(power) or power in work.record.ready:
        return False
    stored = texts(work, power)
    return any(one.power == power and one.required and left(one, stored) for one in work.phase.owed)


def owing(work: Work) -> tuple[str, ...]:
    """The powers that still owe something, in the variant's order."""
    return tuple(power for power in work.engine.powers if owes(work, power))


def all_in(work: Work) -> bool:
    """Whether nobody has anything more to send: also those who may answer have answered or said they are ready."""
    for owed in work.owed():
        if owed.power in work.record.ready:
            continue
        if left(owed, texts(work, owed.power)):
            return False
    return True


def all_ready(work: Work) -> bool:
    """Whether everybody who owes something has said READY."""
    return all(owed.power in work.record.ready for owed in work.owed())


def standing(work: Work, power: str, *, choices: bool = False) -> tuple[StandingOrder, ...]:
    """What would be adjudicated for this power now, one line a unit; `default` marks what nobody ordered."""
    stored = texts(work, power)
    owed = [one for one in work.phase.owed if one.power == power]
    if not owed and not stored:
        return ()
    legal = work.engine.legal(work.position, power).by_key if choices else {}
    options = [text for texts_ in legal.values() for text in texts_]
    abouts = [about for one in owed if _each_answers(one) for about in one.about]
    left_over = list(stored)
    doubts = _doubts(work, power, stored)
    result = []
    for text in work.engine.canonical(work.position, power, stored):
        about = next((name for name in abouts if _is_for(name, text)), "")
        if text in left_over:
            left_over.remove(text)
            default = False
        else:
            default = not any(_is_for(about, one) for one in stored) if about else True
        mine = [option for option in options if not about or _is_for(about, option)]
        doubt = () if default else doubts.get(text, ())
        result.append(StandingOrder(about or text, text, default, tuple(mine[:MOST_CHOICES]), doubt))
    return tuple(result)


def _doubts(work: Work, power: str, stored: Sequence[str]) -> dict[str, tuple[ProblemFacts, ...]]:
    """Warnings of orders on file, read once more as the board stands: those of earlier mails are not in this mail's lines."""
    lines = [Line(number, text) for number, text in enumerate(stored, start=1)]
    read = read_orders(work, power, lines)
    return {
        line.text: tuple(
            problem_facts(one)
            for one in read.problems
            if one.line == line.number and one.severity == "warning"
        )
        for line in lines
    }


def sheet(work: Work, power: str) -> tuple[StandingOrder, ...]:
    """The order sheet of a phase that begins: a line a unit, a line for each build or disband that is due.

    Choices are given where they are few (retreats, builds, disbands).
    """
    owed = [one for one in work.phase.owed if one.power == power]
    if not owed:
        return ()
    result = [
        line
        for line in standing(work, power, choices=work.phase.kind != "movement")
        if any(_each_answers(one) and line.about in one.about for one in owed)
    ]
    picking = [one for one in owed if not _each_answers(one)]
    if picking:
        legal = work.engine.legal(work.position, power).by_key
        options = tuple(dict.fromkeys(text for several in legal.values() for text in several))
        for one in picking:
            result += [StandingOrder("", "", True, options[:MOST_CHOICES])] * one.count
    return tuple(result)
