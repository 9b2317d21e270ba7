"""A deadline as a calendar file (RFC 5545), so that a reader's own calendar reminds too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from judge.render.times import read

if TYPE_CHECKING:
    from icalendar import Calendar, Event


def deadline_ics(*, uid: str, deadline: str, title: str, text: str, sender: str, revision: int = 0) -> bytes:
    """An event at the deadline with an alarm three hours before it.

    uid: the same for every version of one phase's deadline, so that a moved one replaces it. Everything in it follows from the
    arguments: the file made twice has the same bytes.
    """
    from icalendar import Alarm

    at = read(deadline)
    calendar, event = _calendar(), _event(uid, at, at, title, text, sender, revision)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", timedelta(hours=-3))
    event.add_component(alarm)
    calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made


def turns_ics(turns: Sequence[tuple[str, str, str, str]], *, text: str, sender: str) -> bytes:
    """An event for each turn of a game of fixed hours, from its start to its deadline: (uid, start, deadline, title)."""
    calendar = _calendar()
    for uid, starts, deadline, title in turns:
        calendar.add_component(_event(uid, read(starts), read(deadline), title, text, sender, 0))
    made: bytes = calendar.to_ical()
    return made


def _calendar() -> Calendar:
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//judge//play by mail//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    return calendar


def _event(
    uid: str, starts: datetime, ends: datetime, title: str, text: str, sender: str, revision: int
) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", ends)
    event.add("dtstart", starts)
    event.add("dtend", ends)
    event.add("sequence", revision)
    event.add("summary", title)
    event.add("description", text)
    event.add("transp", "TRANSPARENT")
    event.add("organizer", f"mailto:{sender}")
    return event
