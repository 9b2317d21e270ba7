"""Deadlines on the calendar: fixed hours, 24:00, weekdays, holidays, summer time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import ConfigError
from judge.workflow import clock
from judge.workflow.settings import SettingError, check, complete

BERLIN, TOKYO, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Tokyo"), ZoneInfo("America/New_York")


def local(zone: ZoneInfo, *parts: int) -> datetime:
    """A local time as UTC."""
    return datetime(*parts, tzinfo=zone).astimezone(UTC)  # type: ignore[misc, arg-type]


def settings(**values: object) -> dict[str, object]:
    """Settings of a game with these changes."""
    return dict(complete({name.replace("__", "."): value for name, value in values.items()}))


@pytest.mark.parametrize(
    ("text", "days", "hours"),
    [("7d", 7, 0), ("52h", 0, 52), ("1d 12h", 1, 12), ("2w", 14, 0), ("0", 0, 0), ("90m", 0, 1.5)],
)
def test_lengths(text: str, days: int, hours: float) -> None:
    assert clock.parse_length(text) == clock.Length(days, timedelta(hours=hours))


@pytest.mark.parametrize("text", ["d", "7", "7x", "-1d", "1.5h", "9999999d", "367d", "七日"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(ValueError):
        clock.parse_length(text)


@pytest.mark.parametrize(("text", "minutes"), [("20:00", 1200), ("24:00", 1440), ("0:05", 5)])
def test_hours(text: str, minutes: int) -> None:
    assert clock.parse_hour(text) == minutes


@pytest.mark.parametrize("text", ["24:01", "25:00", "20", "20:60", "8 pm", "20:0"])
def test_what_is_no_hour(text: str) -> None:
    with pytest.raises(ValueError):
        clock.parse_hour(text)


def test_a_week_is_a_week_on_the_calendar_through_summer_time() -> None:
    game = settings(timezone="Europe/Berlin", hour="21:00")
    opened = local(BERLIN, 2026, 3, 24, 21, 0)  # clocks go forward on 29 March 2026
    assert clock.deadline_after(opened, clock.parse_length("7d"), game) == local(BERLIN, 2026, 3, 31, 21, 0)


def test_24_00_belongs_to_the_day_it_ends() -> None:
    game = settings(timezone="Asia/Tokyo", hour="24:00", weekdays="sun", holidays="none")
    deadline = clock.not_before(local(TOKYO, 2026, 3, 6, 12, 0), game)
    assert deadline == local(TOKYO, 2026, 3, 9, 0, 0)  # the end of Sunday 8 March


def test_a_time_that_comes_twice_means_the_later_one() -> None:
    game = settings(timezone="Europe/Berlin", hour="02:30")
    deadline = clock.not_before(local(BERLIN, 2026, 10, 24, 12, 0), game)
    assert deadline == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # 02:30 winter time


def test_a_time_that_is_left_out_is_never_early() -> None:
    game = settings(timezone="Europe/Berlin", hour="02:30")
    deadline = clock.not_before(local(BERLIN, 2026, 3, 28, 12, 0), game)
    assert deadline == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)


def test_deadlines_keep_off_days_that_are_not_allowed() -> None:
    game = settings(timezone="Europe/Berlin", hour="21:00", weekdays="mon tue wed thu fri", holidays="none")
    assert clock.not_before(local(BERLIN, 2026, 3, 6, 22, 0), game) == local(BERLIN, 2026, 3, 9, 21, 0)


def test_tokyo_games_keep_japanese_holidays_by_default() -> None:
    game = settings(timezone="Asia/Tokyo", hour="21:00")
    # 3 to 6 May 2026 are holidays (the 6th in place of Sunday the 3rd)
    assert clock.not_before(local(TOKYO, 2026, 5, 3, 9, 0), game) == local(TOKYO, 2026, 5, 7, 21, 0)
    assert clock.not_before(local(TOKYO, 2026, 5, 3, 9, 0), {**game, "holidays": "none"}) == local(
        TOKYO, 2026, 5, 3, 21, 0
    )


@given(
    st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1)),
    st.integers(1, 400),
    st.sampled_from(["", "00:00", "02:30", "21:00", "24:00"]),
    st.sampled_from(["", "mon", "sat sun", "mon tue wed thu fri"]),
    st.sampled_from(
        ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Auckland", "Australia/Lord_Howe"]
    ),
)
def test_a_deadline_is_never_earlier_than_the_length_promises(
    opened: datetime, hours: int, hour: str, weekdays: str, zone: str
) -> None:
    game = settings(timezone=zone, hour=hour, weekdays=weekdays, holidays="none")
    start = opened.replace(tzinfo=UTC, microsecond=0)
    deadline = clock.deadline_after(start, clock.parse_length(f"{hours}h"), game)
    assert deadline >= start + timedelta(hours=hours)
    assert deadline <= start + timedelta(hours=hours) + timedelta(days=8)
    day = (deadline.astimezone(ZoneInfo(zone)) - timedelta(seconds=1)).date()
    at = deadline.astimezone(ZoneInfo(zone))
    if hour == "24:00":
        assert (at.hour, at.minute) == (0, 0)
    else:
        day = at.date()
    if weekdays:
        assert clock.WEEKDAYS[day.weekday()] in weekdays


def test_wrong_settings_are_told_in_one_line_with_what_is_allowed() -> None:
    with pytest.raises(
        ConfigError, match=r"game settings: early_close: 'maybe' is not allowed \(off, in, ready\)"
    ):
        complete({"early_close": "maybe"})
    with pytest.raises(ConfigError, match="no setting of this name"):
        complete({"deadlne": "7d"})
    with pytest.raises(SettingError):
        check("timezone", "Middle/Earth")


def test_settings_take_what_a_gm_types() -> None:
    assert check("early_close", "READY") == "ready"
    assert check("anonymous", "はい") is True
    assert check("weekdays", "Monday, friday") == "mon fri"
    assert check("reminders", "24h, 3h") == "24h 3h"
    assert check("hour", "9:30") == "09:30"
    assert check("holidays", "jp") == "JP"
    assert check("rule.railway", "net") == "net"
