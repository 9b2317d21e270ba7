"""`judge watch`: passes as mails come, back-off in trouble, a quick end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.app.setup import make_site
from judge.app.site import Site, open_site
from judge.app.watch import Watch
from tests.mail.fake_imap import FakeImap


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    make_site(tmp_path / "judge", {"site": {"address": "judge@example.test"}})
    opened = open_site(tmp_path / "judge")
    yield opened
    opened.close()


def deliver(folder: Path) -> None:
    path = folder / "mail" / "judge" / "new" / f"{time.time_ns()}.x"
    path.write_bytes(b"From: nobody@example.test\nSubject: hello\n\nhello\n")


def test_a_mail_ends_the_wait(site: Site) -> None:
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            deliver(site.config.folder)

    Watch(site, print, sleep=sleep).run(most=2)
    assert slept[:3] == [2.0, 2.0, 2.0]
    assert not list((site.config.folder / "mail" / "judge" / "new").iterdir())
    assert site.store.get("last_tick")


def test_a_pass_is_made_each_minute_without_mail(site: Site) -> None:
    slept: list[float] = []
    Watch(site, print, sleep=slept.append).run(most=3)
    assert sum(slept) == pytest.approx(120.0)


def test_trouble_is_told_once_and_waits_grow(tmp_path: Path) -> None:
    with FakeImap(refuse={"SEARCH": "not now"}) as imap:
        folder = tmp_path / "judge"
        login = {
            "kind": "imap",
            "host": "127.0.0.1",
            "port": imap.port,
            "tls": "none",
            "user": "j",
            "password": "x",
        }
        make_site(folder, {"site": {"address": "judge@example.test"}, "inbox": login})
        site = open_site(folder)
        said: list[str] = []
        slept: list[float] = []

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 4:
                imap.refuse.clear()

        Watch(site, said.append, sleep=sleep).run(most=5)
        site.close()
    assert slept == [15.0, 30.0, 60.0, 120.0]
    assert len(said) == 2
    assert "not now" in said[0]
    assert said[1] == "all is well again"


def test_it_tells_systemd_and_ends_at_once_on_a_signal(tmp_path: Path) -> None:
    make_site(tmp_path / "judge", {"site": {"address": "judge@example.test"}})
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(tmp_path / "notify"))
        channel.settimeout(20)
        child = subprocess.Popen(
            [sys.executable, "-m", "judge", "watch", "--dir", str(tmp_path / "judge")],
            env={
                **os.environ,
                "NOTIFY_SOCKET": str(tmp_path / "notify"),
                "PYTHONPATH": str(Path(__file__).parents[2]),
            },
            stderr=subprocess.PIPE,
        )
        try:
            assert channel.recv(100) == b"READY=1"
            assert channel.recv(100) == b"WATCHDOG=1"
            time.sleep(0.3)
            child.send_signal(signal.SIGTERM)
            assert child.wait(10) == 0
            assert channel.recv(100) == b"STOPPING=1"
        finally:
            child.kill()
        assert child.stderr is not None
        assert child.stderr.read() == b""
        child.stderr.close()
