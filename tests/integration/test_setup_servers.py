"""`judge init`, `judge check` and `judge watch` with real servers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.integration.servers import DOMAIN, PASSWORD, MailServers

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[2]
JUDGE = f"judge@{DOMAIN}"
PLAYER = f"maeda@{DOMAIN}"


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "judge", *words]


ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture
def site(servers: MailServers, tmp_path: Path) -> Path:
    """A judge made by `judge init`."""
    (tmp_path / "secret").write_text(PASSWORD + "\n", "utf-8")
    (tmp_path / "secret").chmod(0o600)
    flags = [
        "--yes",
        "--preset",
        "server",
        "--address",
        JUDGE,
        "--gm",
        f"gm@{DOMAIN}",
        "--imap-host",
        "localhost",
    ]
    flags += ["--password-file", str(tmp_path / "secret"), "--set", f"outbox.ca_file={servers.certificate}"]
    flags += ["--set", f"inbox.ca_file={servers.certificate}", "--set", f"inbox.port={servers.imaps}"]
    flags += ["--set", f"outbox.port={servers.smtp}", "--set", "outbox.tls=starttls", "--set", "outbox.user="]
    flags += ["--set", "outbox.password_file="]
    subprocess.run(command("init", str(tmp_path / "judge"), *flags), env=ENV, check=True, capture_output=True)
    return tmp_path / "judge"


def test_a_new_judge_passes_the_check(site: Path) -> None:
    done = subprocess.run(
        command("check", "--dir", str(site), "--wait", "20"),
        env=ENV,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for step in ("inbox", "outbox", "round trip", "plus-address", "clock"):
        assert f"ok    {step}:" in done.stdout, done.stdout


def test_a_server_without_plus_addresses_is_found_out(servers: MailServers, site: Path) -> None:
    conf = servers.base / "conf" / "main.cf"
    before = conf.read_text("utf-8")
    reload = ["postfix", "-c", str(conf.parent), "reload"]
    conf.write_text(before.replace("recipient_delimiter = +", "recipient_delimiter ="), "utf-8")
    dovecot = servers.base / "dovecot.conf"
    plus = dovecot.read_text("utf-8")
    dovecot.write_text(plus.replace("recipient_delimiter = +", "recipient_delimiter ="), "utf-8")
    env = {**os.environ, "PATH": "/usr/sbin:" + os.environ["PATH"]}
    try:
        subprocess.run(reload, check=True, capture_output=True, env=env)
        servers.stop_dovecot()
        servers.start_dovecot()
        done = subprocess.run(
            command("check", "--dir", str(site), "--wait", "4"),
            env=ENV,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        conf.write_text(before, "utf-8")
        dovecot.write_text(plus, "utf-8")
        subprocess.run(reload, check=True, capture_output=True, env=env)
        servers.stop_dovecot()
        servers.start_dovecot()
    assert done.returncode == 1
    assert "ok    round trip:" in done.stdout, done.stdout
    assert "FAIL  plus-address:" in done.stdout
    assert "plus_addressing = false" in done.stdout


def test_a_watching_judge_answers_within_seconds(servers: MailServers, site: Path) -> None:
    subprocess.run(
        command("game", "new", "watched", "--variant", "standard", "--gm", PLAYER, "--dir", str(site)),
        env=ENV, check=True, capture_output=True,
    )  # fmt: skip
    child = subprocess.Popen(command("watch", "--dir", str(site)), env=ENV, stderr=subprocess.PIPE)
    try:
        time.sleep(3)  # let it come to its first wait
        before = len(servers.mails(PLAYER))
        mail = f"From: {PLAYER}\r\nTo: {JUDGE}\r\nSubject: [watched] help\r\nMessage-ID: <w1@{DOMAIN}>\r\n\r\nSTATUS\r\n"
        started = time.monotonic()
        servers.send(PLAYER, JUDGE, mail.encode())
        answer = message_from_bytes(servers.wait_for(PLAYER, before + 1)[-1], policy=policy.default)
        assert time.monotonic() - started < 15
        assert answer["In-Reply-To"] == f"<w1@{DOMAIN}>"
    finally:
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0
        assert child.stderr is not None
        assert child.stderr.read() == b""
        child.stderr.close()
