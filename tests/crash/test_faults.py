"""What machines and servers do to a judge, on purpose: full disks, locks, clocks, power cuts, servers that are away for days.

Each time the game goes on as in the undisturbed run once the trouble is over.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.app.setup import make_site
from judge.app.site import open_site
from judge.app.tick import tick
from judge.store.store import Store
from tests.crash.case import BEGIN, MAILS, Case, new_case, raw_mail
from tests.mail.fake_imap import FakeImap
from tests.mail.fake_smtp import FakeSmtp, Script

ROOT = Path(__file__).parents[2]


@pytest.fixture
def game(tmp_path: Path) -> tuple[Case, tuple[datetime, ...], dict[str, Any]]:
    """A game with mails waiting, the moments of its passes, and what comes of it undisturbed."""
    start, deadline = new_case(tmp_path / "start")
    for number, sent in enumerate(MAILS):
        start.deliver(number, sent)
    moments = (BEGIN, BEGIN + timedelta(hours=2), deadline + timedelta(minutes=10))
    calm = start.copy(tmp_path / "calm")
    calm.play(moments)
    return start, moments, calm.outcome()


def broken_database(monkeypatch: pytest.MonkeyPatch, harm: Callable[[sqlite3.Connection], None]) -> None:
    """Every connection made from now on has this wrong with it."""
    real = Store.open.__func__  # type: ignore[attr-defined]

    def opened(cls: type[Store], path: Path, *, create: bool = False) -> Store:
        store: Store = real(cls, path, create=create)
        harm(store.conn)
        return store

    monkeypatch.setattr(Store, "open", classmethod(opened))


@pytest.mark.parametrize("room", [0, 1, 2, 4, 8, 12])
def test_a_full_disk_stops_a_pass_and_nothing_else(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]], room: int
) -> None:
    """room: how many pages of 4 KB are left."""
    case, moments, expected = game

    def fill(conn: sqlite3.Connection) -> None:
        pages = conn.execute("PRAGMA page_count").fetchone()[0]
        conn.execute(f"PRAGMA max_page_count = {pages + room}")

    stopped = 0
    with pytest.MonkeyPatch.context() as patch:
        broken_database(patch, fill)
        for moment in moments:
            try:
                case.play([moment])
            except sqlite3.OperationalError as error:
                if "full" not in str(error):
                    raise
                stopped += 1
    assert stopped or room > 4
    case.play(moments)
    assert case.outcome() == expected


def test_a_database_that_cannot_be_written_is_one_line_and_loses_nothing(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]],
) -> None:
    case, moments, expected = game
    with pytest.MonkeyPatch.context() as patch:
        broken_database(patch, lambda conn: conn.execute("PRAGMA query_only = 1") and None)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            case.play(moments[:1])
    case.play(moments)
    assert case.outcome() == expected


def run_tick(case: Case, moment: datetime, *flags: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "judge",
            "tick",
            *flags,
            "--dir",
            str(case.folder),
            "--now",
            moment.isoformat(),
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_locked_database_is_one_line_and_loses_nothing(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]],
) -> None:
    case, moments, expected = game
    other = sqlite3.connect(case.folder / "judge.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.MonkeyPatch.context() as patch:
        broken_database(patch, lambda conn: conn.execute("PRAGMA busy_timeout = 50") and None)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            case.play(moments[:1])
    other.execute("ROLLBACK")
    other.close()
    case.play(moments)
    assert case.outcome() == expected


def test_the_command_says_trouble_with_the_database_on_one_line(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]],
) -> None:
    case, moments, _ = game
    path = case.folder / "judge.db"
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 60_000)
    for name in ("judge.db-wal", "judge.db-shm"):
        (case.folder / name).unlink(missing_ok=True)
    child = run_tick(case, moments[0])
    said = child.communicate(timeout=60)[1]
    assert child.returncode == 1
    assert said.startswith("judge: ")
    assert said.count("\n") == 1
    assert len(list((case.folder / "mail/judge/new").iterdir())) == len(MAILS)


def test_two_passes_at_once_are_one(game: tuple[Case, tuple[datetime, ...], dict[str, Any]]) -> None:
    case, moments, expected = game
    for moment in moments:
        children = [run_tick(case, moment) for _ in range(3)]
        for child in children:
            assert child.communicate(timeout=120)[1] == ""
            assert child.returncode == 0
        case.play([moment])  # what all three may have left
    outcome = case.outcome()
    for part in ("record", "phases", "mails", "letters", "delivered", "inbox", "done"):
        assert outcome[part] == expected[part], part


@pytest.mark.parametrize("jump", [timedelta(days=-1), timedelta(days=-40), timedelta(days=1)])
def test_a_clock_that_jumps_and_comes_back_changes_nothing(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]], jump: timedelta
) -> None:
    case, (first, second, last), expected = game
    case.play([first, second, second + jump, second + timedelta(minutes=1), last])
    assert case.outcome() == expected


def test_a_power_cut_that_forgets_a_rename_applies_no_mail_twice(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]],
) -> None:
    case, moments, expected = game
    case.play(moments[:2])
    box = case.folder / "mail" / "judge"
    for path in (box / ".Processed" / "cur").iterdir():
        path.rename(box / "new" / path.name.partition(":")[0])
    case.play(moments[1:])
    assert case.outcome() == expected


def test_a_power_cut_that_forgets_a_letter_half_written_writes_it_again(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]],
) -> None:
    case, moments, expected = game
    points = iter(range(1, 200))
    while not list(case.folder.glob("mail/players/*/tmp/*")):
        assert case.play_killed(moments[:1], next(points))
    for path in case.folder.glob("mail/players/*/tmp/*"):
        path.write_bytes(b"")  # what a file system may leave of data that was never synced
    case.play(moments)
    assert case.outcome() == expected


def test_a_set_up_that_was_killed_is_made_by_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "judge"
    folder.mkdir()
    (folder / "judge.db").touch()
    (folder / "judge.toml.part").write_text("half", "utf-8")
    make_site(folder, {"site": {"address": "judge@judge.test"}})
    site = open_site(folder)
    tick(site, BEGIN)
    site.close()


def remote(tmp_path: Path, imap: FakeImap, smtp_port: int) -> tuple[Case, datetime]:
    """A game whose judge has its mail on servers."""
    common = {"host": "127.0.0.1", "tls": "none", "timeout": 20}
    return new_case(
        tmp_path / "remote",
        inbox={**common, "kind": "imap", "port": imap.port, "user": "judge", "password": "x"},
        outbox={**common, "kind": "smtp", "port": smtp_port, "hello": "judge.test"},
    )


def acknowledgements(case: Case) -> int:
    site = open_site(case.folder)
    try:
        question = "SELECT count(*) FROM letter WHERE kind = 'acknowledgement'"
        return int(site.store.conn.execute(question).fetchone()[0])
    finally:
        site.close()


def test_a_mail_delivered_twice_or_renumbered_is_applied_once(tmp_path: Path) -> None:
    mail = raw_mail(1, "france", "A PAR - BUR\n").replace(b"\n", b"\r\n")
    script = Script()
    with FakeImap(at=BEGIN + timedelta(hours=1)) as imap, FakeSmtp(script) as smtp:
        case, _ = remote(tmp_path, imap, smtp.port)
        imap.add(mail, mail)
        case.play([BEGIN + timedelta(hours=2)])
        assert imap.mails == []
        imap.uidvalidity = 9
        imap.mails, imap.done = imap.done, []
        for one in imap.mails:
            one.flags.clear()
        case.play([BEGIN + timedelta(hours=3)])
    assert acknowledgements(case) == 1
    assert sum(mail.recipient == "france@example.test" for mail in script.mails) == 2  # the start, one answer


def test_a_server_that_forgets_marks_does_not_hold_a_pass_for_ever(tmp_path: Path) -> None:
    script = Script()
    with FakeImap(at=BEGIN, keywords=False, may_create=False) as imap, FakeSmtp(script) as smtp:
        case, _ = remote(tmp_path, imap, smtp.port)
        imap.add(raw_mail(1, "france", "A PAR - BUR\n"))
        imap.__dict__["_do_store"] = lambda rest: b""
        case.play([BEGIN + timedelta(hours=2), BEGIN + timedelta(hours=3)])
    assert acknowledgements(case) == 1


def test_letters_outlive_three_days_without_a_server_and_go_out_once(tmp_path: Path) -> None:
    with FakeSmtp(Script()) as gone:
        port = gone.port
    script = Script()
    with FakeImap(at=BEGIN) as imap:
        case, _ = remote(tmp_path, imap, port)
        for hour in range(0, 73, 3):
            case.play([BEGIN + timedelta(hours=hour)])
        site = open_site(case.folder)
        rows = site.store.conn.execute("SELECT status, attempts FROM letter").fetchall()
        incidents = site.store.conn.execute("SELECT count(*) FROM incident").fetchone()[0]
        site.close()
        assert {row[0] for row in rows} == {"queued"}
        assert max(row[1] for row in rows) <= 25
        assert incidents <= 1
        with FakeSmtp(script, port=port):
            case.play([BEGIN + timedelta(hours=hour) for hour in range(74, 90, 3)])
    idents = [
        line
        for mail in script.mails
        for line in mail.content.split(b"\r\n")
        if line.startswith(b"Message-ID:")
    ]
    assert len(idents) == len(set(idents)) == len(rows)


def test_a_server_lost_after_each_letters_text_loses_none(tmp_path: Path) -> None:
    """Each is then sent again with the same Message-ID: its reader's program knows it is one mail."""
    script = Script(end=["drop"] * 8)
    with FakeImap(at=BEGIN) as imap, FakeSmtp(script) as smtp:
        case, _ = remote(tmp_path, imap, smtp.port)
        case.play([BEGIN + timedelta(minutes=10 * step) for step in range(12)])
        site = open_site(case.folder)
        sent = site.store.conn.execute("SELECT message_id FROM letter WHERE status = 'sent'").fetchall()
        left = site.store.conn.execute("SELECT count(*) FROM letter WHERE status != 'sent'").fetchone()[0]
        site.close()
    assert left == 0
    contents = {mail.content for mail in script.mails}
    assert len(contents) == len(sent) < len(script.mails)


def test_a_dead_inbox_is_said_once_by_cron_and_mailed_once_to_the_operator(tmp_path: Path) -> None:
    script = Script()
    with FakeImap(at=BEGIN) as imap, FakeSmtp(script) as smtp:
        case, _ = remote(tmp_path, imap, smtp.port)
        case.play([BEGIN])
        imap.refuse["SEARCH"] = "not now"
        before = len(script.mails)
        said = []
        for minutes in (1, 2, 30, 90, 120, 180):
            child = run_tick(case, BEGIN + timedelta(minutes=minutes), "--once")
            said.append(child.communicate(timeout=60)[1])
            assert child.returncode == 1
        told = [mail for mail in script.mails[before:] if b"not now" in mail.content]
        imap.refuse.clear()
        child = run_tick(case, BEGIN + timedelta(minutes=200), "--once")
        said.append(child.communicate(timeout=60)[1])
        assert child.returncode == 0
    assert [bool(line) for line in said] == [True, False, False, False, False, False, True]
    assert "not now" in said[0]
    assert said[-1] == "judge: all is well again\n"
    assert [mail.recipient for mail in told] == ["gm@example.test"]


def test_memory_does_not_grow_with_what_waits(
    game: tuple[Case, tuple[datetime, ...], dict[str, Any]],
) -> None:
    """A pass over mails of 120 MB in all stays below 150 MB itself."""
    case, moments, _ = game
    long = "A PAR - BUR\n" + "lorem ipsum dolor\n" * 110_000
    for number in range(60):
        case.deliver(
            100 + number, (BEGIN + timedelta(minutes=30, seconds=number), "france", f"{long}{number}\n")
        )
    code = (
        "import re, sys; from judge.cli.main import cli\n"
        "try: cli(sys.argv[1:])\n"
        "except SystemExit as end: print(end.code, re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "tick", "--dir", str(case.folder), "--now", moments[1].isoformat()],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=240,
    )
    status, kilobytes = map(int, done.stdout.split())
    assert status == 0
    assert kilobytes < 150_000
    assert not list((case.folder / "mail/judge/new").iterdir())
