"""A judge's folder that is copied, and settings that point to where nothing can be written (issue 2, "Bad input")."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from judge.app.checks import check_site
from judge.app.idle import nothing_to_do
from judge.app.now import clock
from judge.app.replay import verify
from judge.app.site import open_site
from judge.app.tick import tick
from judge.config import FILE_NAME, load_config
from tests.app.conftest import POWERS, World, text_of

JAPAN = "japan@example.test"


def test_a_copied_folder_looks_into_its_own_inbox(world: World, tmp_path: Path) -> None:
    """docs/operations.md, another machine: copy the directory. The copy must not trust the note about the old inbox."""
    world.start()
    copy = tmp_path / "copy"
    shutil.copytree(world.folder, copy)
    later = world.now + timedelta(seconds=10)
    assert nothing_to_do(str(world.folder), later)
    assert not nothing_to_do(str(copy), later)


def test_an_outbox_that_cannot_be_written_is_named(world: World) -> None:
    world.start()
    box = world.folder / "mail/players"
    box.rename(box.with_name("away"))
    box.write_text("no folder", "utf-8")
    world.deliver(JAPAN, "F TOK - OS")
    [problem] = world.tick().problems
    assert str(box) in problem
    assert [f.status for f in check_site(load_config(world.folder), mail=False) if f.step == "outbox"] == [
        "fail"
    ]
    box.unlink()
    box.with_name("away").rename(box)
    world.tick(after=timedelta(hours=2))
    assert "F TOK - OS" in text_of(world.last(JAPAN))


def test_a_heartbeat_file_that_cannot_be_touched_is_a_named_setting(world: World) -> None:
    settings = world.folder / FILE_NAME
    settings.write_text(
        settings.read_text("utf-8").replace("[tick]\n", '[tick]\nheartbeat_file = "no/where"\n'), "utf-8"
    )
    site = open_site(world.folder)
    try:
        [problem] = tick(site, world.now).problems
    finally:
        site.close()
    assert f"{settings}: [tick] heartbeat_file" in problem


@pytest.mark.parametrize("text", ["9999-12-31T23:59:59Z", "0001-01-01"])
def test_times_at_the_calendars_ends_are_no_times(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        clock(text)


def test_the_report_after_an_outage_names_the_deadline_that_was_missed(world: World) -> None:
    """Design part 6: deadlines that passed while nobody could mail are moved and the GM told."""
    world.start()
    world.tick(after=timedelta(days=8))
    world.pass_days(9)
    report = text_of(world.last("gm@example.test"))
    assert "The judge was down; the deadline was moved. It had been Tuesday 8 December 2026" in report


def test_a_read_only_database_fails_the_check(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def read_only(*args: Any, **options: Any) -> sqlite3.Connection:
        connection = connect(*args, **options)
        connection.execute("PRAGMA query_only = 1")
        return connection

    monkeypatch.setattr(sqlite3, "connect", read_only)
    found = [one for one in check_site(load_config(world.folder), mail=False) if one.step == "database"]
    assert [one.status for one in found] == ["fail"]
    assert "readonly" in found[0].words


def test_a_persons_command_waits_for_a_pass_that_is_at_work(world: World) -> None:
    world.start()
    done: list[str] = []
    with world.site.lock():
        other = Thread(target=lambda: done.append(_extend(world)))
        other.start()
        other.join(0.3)
        assert done == []
    other.join(30)
    assert done == ["ok"]


def _extend(world: World) -> str:
    command = [
        sys.executable,
        "-m",
        "judge",
        "game",
        "do",
        "col",
        "EXTEND",
        "24h",
        "--dir",
        str(world.folder),
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stderr or "ok"


def test_after_an_outage_one_reminder_goes_out_and_not_one_for_each_that_was_missed(world: World) -> None:
    world.start(reminders="24h 3h")
    world.pass_days(5.5)
    world.tick(after=timedelta(hours=34))
    rows = world.site.store.conn.execute("SELECT address FROM letter WHERE kind = 'reminder'").fetchall()
    assert sorted(row[0] for row in rows) == sorted(f"{power.lower()}@example.test" for power in POWERS)
    assert list(verify(world.site, "col")) == []
