"""What happens by the clock alone, in order of time: results never depend on when the judge happened to run.

Every timed thing has its own moment. `advance` goes from one to the next up to a moment, and each works as if the judge had
run exactly then. A call that finds nothing due leaves the record as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from judge.workflow import clock, leaving, letters_out, seats
from judge.workflow import orders as filed
from judge.workflow.clock import moment, stamp
from judge.workflow.closing import end
from judge.workflow.deadlines import resume, zone_of
from judge.workflow.model import Record
from judge.workflow.press import release
from judge.workflow.work import Work

Act = Callable[[Work], None]
WISH_REMINDER = timedelta(days=1)
MOST_EVENTS = 10_000
"""In one call; a game that needs more is caught in a circle."""


def pending(record: Record) -> Iterator[tuple[datetime, int, Act]]:
    """Everything that waits for its moment: (moment, rank among things of the same moment, what to do)."""
    for person in record.standbys:
        if person.offered:
            yield moment(person.offered), 3, _offer(person.address)
    if record.held and not record.review:
        yield min(moment(entry["due"]) for entry in record.held), 2, release
    if record.state == "forming" and record.forming_until:
        until = moment(record.forming_until)
        yield until, 5, seats.wishes_over
        if "wishes" not in record.reminded:
            yield until - WISH_REMINDER, 1, seats.remind_wishes
    if record.state == "paused" and record.paused_until:
        yield moment(record.paused_until), 5, resume
    if record.state != "running" or not record.deadline or record.review:
        return
    deadline = moment(record.deadline)
    if record.grace_end:
        yield moment(record.grace_end), 9, _grace_over
    else:
        yield deadline, 9, _deadline
        starts = moment(record.starts or record.opened)
        for label, time in clock.reminder_times(deadline, starts, record.settings):
            if label not in record.reminded:
                yield time, 1, _reminder(label)


def next_due(record: Record) -> str:
    """When time next matters, ISO; "" for never."""
    return min((stamp(event[0]) for event in pending(record)), default="")


def advance(work: Work, until: datetime, *, through: bool) -> None:
    """Do all that is due before `until`, and at `until` itself if `through`."""
    for _ in range(MOST_EVENTS):
        due = min(pending(work.record), key=lambda event: event[:2], default=None)
        if due is None or due[0] > until or (due[0] == until and not through):
            return
        work.begin(due[0])
        due[2](work)
    raise AssertionError("a game that never comes to rest")


def _reminder(label: str) -> Act:
    def act(work: Work) -> None:
        powers = filed.owing(work)
        sent = (label, *(f"{label}/{power}" for power in powers))
        work.change(reminded=(*work.record.reminded, *sent))
        letters_out.send_reminders(work, powers)

    return act


def _offer(address: str) -> Act:
    def act(work: Work) -> None:
        leaving.offer_lapsed(work, address)

    return act


def _deadline(work: Work) -> None:
    """The deadline has come: close, or give grace to those who still owe."""
    grace = clock.parse_length(str(work.settings.get("grace", "0")))
    late = filed.owing(work)
    if grace.zero or not late:
        end(work)
        return
    work.change(grace_end=stamp(clock.add(work.at, grace, zone_of(work))))
    letters_out.send_reminders(work, late, overdue=True)


def _grace_over(work: Work) -> None:
    end(work)
