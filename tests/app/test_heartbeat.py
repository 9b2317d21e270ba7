"""The operator's mail that all is well: [site] heartbeat_mail (docs/operations.md, Watching)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from judge.app import heartbeat
from judge.app.backup import backup
from judge.app.idle import nothing_to_do
from judge.app.incidents import tell
from judge.app.setup import merge, settings_text
from judge.app.site import open_site
from judge.config import parse_config
from tests.app.conftest import SERVER, START, World, text_of

OPERATOR = "op@example.test"
SITE: dict[str, dict[str, Any]] = {
    "site": {
        "address": "judge@example.test", "gms": ["gm@example.test"], "operator": OPERATOR, "timezone": "Asia/Tokyo",
    },
    "security": {"trusted_servers": [SERVER]},
}  # fmt: skip
MONDAY = datetime(2026, 12, 6, 23, tzinfo=UTC)  # 7 December 2026, 8:00 in Tokyo
Choose = Callable[..., None]


@pytest.fixture
def choose(world: World) -> Iterator[Choose]:
    """Change settings of the site, as its operator would."""

    def with_settings(**site: object) -> None:
        world.site.close()
        text = settings_text(merge(SITE, {"site": site}))
        (world.folder / "judge.toml").write_text(text, "utf-8")
        world.site = open_site(world.folder)

    return with_settings  # type: ignore[return-value]


def heartbeats(world: World) -> list[EmailMessage]:
    return world.mailbox(OPERATOR)


def wait_until(world: World, moment: datetime) -> None:
    world.pass_days((moment - world.now).total_seconds() / 86_400)


def test_nobody_is_mailed_unless_it_is_wished(world: World, choose: Choose) -> None:
    choose()
    world.tick()
    world.pass_days(16)
    assert world.site.config.site.heartbeat_mail == "never"
    assert heartbeats(world) == []


def test_a_weekly_mail_comes_on_monday_at_eight_and_once(world: World, choose: Choose) -> None:
    choose(heartbeat_mail="weekly")
    world.tick()
    wait_until(world, MONDAY - timedelta(seconds=1))
    assert heartbeats(world) == []
    world.tick(after=timedelta(seconds=1))
    world.tick()
    world.tick(after=timedelta(hours=1))
    (mail,) = heartbeats(world)
    assert mail["Subject"] == "All is well with the judge"
    assert mail["Auto-Submitted"] == "auto-generated"
    wait_until(world, MONDAY + timedelta(days=7))
    assert len(heartbeats(world)) == 2


def test_a_daily_mail_comes_at_eight_also_when_the_clocks_change(tmp_path: Path) -> None:
    """Berlin: 29 March 2026 has 23 hours (tzdata)."""
    values = merge(SITE, {"site": {"heartbeat_mail": "daily", "timezone": "Europe/Berlin"}})
    config = parse_config(tmp_path, settings_text(values))
    moment: datetime | None = datetime(2026, 3, 28, 6, 59, tzinfo=UTC)
    found = []
    for _ in range(3):
        assert moment
        moment = heartbeat.next_moment(config, moment)
        found.append(moment)
    assert found == [
        datetime(2026, 3, 28, 7, tzinfo=UTC), datetime(2026, 3, 29, 6, tzinfo=UTC), datetime(2026, 3, 30, 6, tzinfo=UTC),
    ]  # fmt: skip


def test_it_says_what_came_and_went_which_games_are_on_and_what_is_left(
    world: World, choose: Choose, tmp_path: Path
) -> None:
    choose(heartbeat_mail="daily")
    world.start()
    world.now += timedelta(hours=1)
    world.deliver("japan@example.test", "F TOK - OS")
    world.tick()
    backup(world.site, tmp_path / "copy.db", now=world.now)
    wait_until(world, START.replace(hour=23))
    (mail,) = heartbeats(world)
    text, flowing = text_of(mail), " ".join(text_of(mail).split())
    assert "All is well. This is its daily report, from Tuesday 1 December 2026, 20:00 JST" in flowing
    assert "to Wednesday 2 December 2026, 08:00 JST." in flowing
    assert "Mails that came in: 1\n" in text
    assert "Mails sent: 1\n" in text  # the acknowledgement; the first pass is before the time it counts
    assert "Waiting: nothing\n" in text
    assert "Last pass: Wednesday 2 December 2026, 08:00 JST\n" in text
    assert "B free\n" in text
    assert "Last “judge backup”: Tuesday 1 December 2026, 21:00 JST\n" in text
    (row,) = (line for line in text.splitlines() if line.startswith("col "))
    assert "S1870M" in row
    assert "Tuesday 8 December 2026" in row
    assert "— 0." in text  # the version, in the foot


def test_it_is_written_in_the_sites_language(world: World, choose: Choose) -> None:
    choose(heartbeat_mail="daily", language="ja")
    world.tick()
    world.pass_days(1)
    (mail,) = heartbeats(world)
    assert mail["Subject"] == "審判は順調です"
    assert "毎日のお知らせです" in text_of(mail)
    assert "最後の judge backup: まだありません" in text_of(mail)


def test_what_went_wrong_since_the_last_one_stands_in_it(
    world: World, choose: Choose, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(heartbeat_mail="daily")
    world.tick()
    with world.site.store.transaction():
        tell(world.site, kind="incident", fingerprint="x", now=world.now + timedelta(hours=1), facts={})
    monkeypatch.setattr(heartbeat, "LEAST_ROOM", 10**18)
    world.pass_days(1)
    mail = heartbeats(world)[-1]
    assert mail["Subject"] == "The judge should be looked at"
    assert "Failures inside the judge, told in mails of their own: 1" in text_of(mail)
    assert "The disk is nearly full" in text_of(mail)
    monkeypatch.undo()
    monkeypatch.setattr("judge.app.pictures.pictures_for", lambda site, letter, now: {})
    world.pass_days(1)
    assert heartbeats(world)[-1]["Subject"] == "All is well with the judge"


def test_passes_in_between_stay_cheap_and_the_moment_is_not_missed(world: World, choose: Choose) -> None:
    choose(heartbeat_mail="daily")
    world.tick()
    due = START.replace(hour=23)
    assert nothing_to_do(str(world.folder), due - timedelta(seconds=1))
    assert not nothing_to_do(str(world.folder), due)
    wait_until(world, due)
    assert nothing_to_do(str(world.folder), due + timedelta(minutes=1))


def test_a_judge_that_was_away_sends_one_for_the_whole_time(world: World, choose: Choose) -> None:
    choose(heartbeat_mail="daily")
    world.tick()
    world.tick(after=timedelta(days=5))
    assert len(heartbeats(world)) == 1
    said = " ".join(text_of(heartbeats(world)[0]).split())
    assert "from Tuesday 1 December 2026, 20:00 JST to Sunday 6 December 2026, 08:00 JST" in said


def test_switched_off_and_on_again_it_does_not_make_up_for_the_time_between(
    world: World, choose: Choose
) -> None:
    choose(heartbeat_mail="daily")
    world.tick()
    choose(heartbeat_mail="never")
    world.pass_days(10)
    choose(heartbeat_mail="daily")
    world.tick()
    assert heartbeats(world) == []
    world.pass_days(1)
    assert len(heartbeats(world)) == 1


def test_a_judge_without_an_operator_mails_nobody(world: World, choose: Choose) -> None:
    choose(heartbeat_mail="daily", operator="", gms=[])
    world.tick()
    world.pass_days(2)
    assert world.site.store.conn.execute("SELECT count(*) FROM letter").fetchone()[0] == 0
    assert nothing_to_do(str(world.folder), world.now + timedelta(minutes=1))
