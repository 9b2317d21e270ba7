"""A deadline as a calendar file (RFC 5545), so that a reader's own calendar reminds too."""

from __future__ import annotations

from datetime import timedelta

from judge.render.times import read


def deadline_ics(*, uid: str, deadline: str, title: str, text: str, sender: str, revision: int = 0) -> bytes:
    """An event at the deadline with an alarm three hours before it.

    uid: the same for every version of one phase's deadline, so that a moved one replaces it. Everything in it follows from the
    arguments: the file made twice has the same bytes.
    """
    from icalendar import Alarm, Calendar, Event

    at = read(deadline)
    calendar = Calendar()
    calendar.add("prodid", "-//judge//play by mail//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", at)
    event.add("dtstart", at)
    event.add("dtend", at)
    event.add("sequence", revision)
    event.add("summary", title)
    event.add("description", text)
    event.add("transp", "TRANSPARENT")
    event.add("organizer", f"mailto:{sender}")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", timedelta(hours=-3))
    event.add_component(alarm)
    calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made
