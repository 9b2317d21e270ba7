"""The running game's times: when a phase starts and ends, moving a deadline, stopping and starting the clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.engine import Phase
from judge.workflow import clock
from judge.workflow.clock import moment, stamp
from judge.workflow.model import Record
from judge.workflow.work import PLAYING, Work


def zone_of(work: Work) -> ZoneInfo:
    """The game's own time zone."""
    return ZoneInfo(str(work.settings["timezone"]))


def phase_times(
    work: Work, phase: Phase, *, first: bool = False, scheduled: str = ""
) -> tuple[datetime, datetime]:
    """Start and deadline of a phase that opens now. scheduled: the deadline the former phase had, from which a fixed start
    hour counts (000 part 2: an early update does not make the next year start earlier)."""
    earliest = work.at
    if scheduled and work.settings.get("start_hour"):
        earliest = max(earliest, moment(scheduled))
    starts = clock.start_after(earliest, work.settings)
    length = clock.phase_length(phase.kind, first, work.settings)
    return starts, _after_absences(work, phase, clock.deadline_after(starts, length, work.settings))


def _after_absences(work: Work, phase: Phase, deadline: datetime) -> datetime:
    """The deadline, moved behind announced absences of those who owe something, by at most `absence_max` days."""
    most = int(work.settings.get("absence_max", 0))
    if not most:
        return deadline
    zone = zone_of(work)
    latest = deadline + timedelta(days=most)
    owing = {owed.power for owed in phase.owed}
    moved = True
    while moved:
        moved = False
        day = (deadline - timedelta(seconds=1)).astimezone(zone).date().isoformat()
        for player in work.record.players:
            if player.power not in owing or player.status != PLAYING:
                continue
            for absence in player.absences:
                if absence.first <= day <= absence.last:
                    days = (_date(absence.last) - _date(day)).days + 1
                    later = clock.not_before(
                        clock.add(deadline, clock.Length(days=days), zone), work.settings
                    )
                    if deadline < later <= latest:
                        deadline, moved = later, True
                        break
            if moved:
                break
    return deadline


def _date(text: str) -> date:
    return date.fromisoformat(text)


def move_deadline(work: Work, deadline: datetime) -> None:
    """Set the deadline: grace ends, reminders of hours still to come are sent again."""
    starts = moment(work.record.starts or work.record.opened)
    passed = tuple(
        label for label, time in clock.reminder_times(deadline, starts, work.settings) if time <= work.at
    )
    work.change(deadline=stamp(deadline), grace_end="", reminded=passed, review="", overruled=())


def spare_reminders(record: Record, end: datetime) -> tuple[str, ...]:
    """Reminders still to be sent that fall due up to `end`, without the last of them: sent together they would say the same."""
    if record.state != "running" or not record.deadline or record.grace_end or record.review:
        return ()
    starts = moment(record.starts or record.opened)
    times = clock.reminder_times(moment(record.deadline), starts, record.settings)
    return tuple(label for label, time in times if time <= end and label not in record.reminded)[:-1]


def resume(work: Work) -> None:
    """The clock runs again: players get back the time that was left, up to an hour the game allows."""
    record = work.record
    stood = work.at - moment(record.paused_at)
    before = record.deadline
    work.change(state="running", paused_at="", paused_until="")
    if before:
        later = clock.not_before(moment(before) + max(stood, timedelta()), record.settings)
        move_deadline(work, later)
        if record.starts > record.paused_at:
            work.change(starts=stamp(moment(record.starts) + stood))
    work.notice("resumed", work.everybody(), {"before": before, "deadline": work.record.deadline})


def parse_when(text: str, zone: ZoneInfo) -> datetime | None:
    """A moment as people write it: "2026-12-01 21:00" in the game's zone, "24:00" understood, or ISO with an offset."""
    text = text.strip().replace("T", " ").replace("/", "-")
    try:
        if text.endswith(("Z", "z")):
            return datetime.fromisoformat(text.upper().replace(" ", "T")).astimezone(UTC)
        day, _, time = text.partition(" ")
        if "+" in time or "-" in time:
            return datetime.fromisoformat(text).astimezone(UTC)
        minutes = clock.parse_hour(time) if time else 1440
        return clock.at_hour(datetime.fromisoformat(day).date(), minutes, zone)
    except ValueError:
        return None
