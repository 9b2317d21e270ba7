"""A Colonial turn with real mail servers: seven players and a GM send by SMTP and read by IMAP; the judge polls IMAP over TLS.

The mails are those of the demonstration game (variants/colonial/demo/MANIFEST tells of their makes and of what becomes of them).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import cast

import pytest

from judge.mail.ids import read_token
from tests.integration.conftest import POWERS
from tests.integration.servers import DOMAIN, MailServers

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "variants" / "colonial" / "demo"
JUDGE = f"judge@{DOMAIN}"
GM = f"gm@{DOMAIN}"
SECRET = b"f" * 64
JAPANESE = ("china", "japan", "russia", "turkey")


def judge(folder: Path, *words: str) -> str:
    """Run the command as a user would. Anything on stderr fails."""
    done = subprocess.run(
        [sys.executable, "-m", "judge", *words],
        env={**os.environ, "JUDGE_DIR": str(folder), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def read(raw: bytes) -> EmailMessage:
    return cast(EmailMessage, message_from_bytes(raw, policy=policy.default))


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@pytest.fixture(scope="module")
def site(servers: MailServers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge in a directory of its own, with every mailbox empty."""
    for name in ("judge", "gm", *POWERS):
        client = servers.log_in(f"{name}@{DOMAIN}")
        client.select_folder("INBOX")
        client.delete_messages(client.search())
        client.expunge()
        client.logout()
    folder: Path = tmp_path_factory.mktemp("colonial") / "judge"
    more = "[tick]\noutage_hours = 720\n"  # the clock jumps over the deadline: that is no outage
    servers.write_settings(folder, JUDGE, f'gms = ["{GM}"]\ntimezone = "Asia/Tokyo"\n{more}')
    (folder / "judge.secret").write_bytes(SECRET)
    return folder


def test_seven_players_and_a_game_master_play_a_turn(servers: MailServers, site: Path) -> None:
    from judge.app.setup import make_database
    from judge.config import load_config

    make_database(load_config(site))
    judge(
        site, "game", "new", "demo", "--variant", "colonial", "--set", "early_close=off", "--set", "grace=0"
    )
    for power in POWERS:
        language = "ja" if power in JAPANESE else "en"
        judge(site, "game", "seat", "demo", power.upper(), f"{power}@{DOMAIN}", "--language", language)
    started = judge(site, "game", "start", "demo")
    assert "S1870M" in started
    deadline = datetime.fromisoformat(started.split()[-1])
    judge(site, "tick")

    starts = {}
    for power in POWERS:
        (mail,) = servers.wait_for(f"{power}@{DOMAIN}", 1)
        starts[power] = read(mail)
        token = read_token(SECRET, starts[power]["Message-ID"])
        assert token is not None
        assert token.game == "demo"
    assert len(servers.wait_for(GM, 2)) == 2  # how the game is set up, and its start
    assert len({str(mail["Subject"]) for mail in starts.values()}) > 1  # two languages

    for path in sorted((DEMO / "turn1").glob("*.eml")):
        power = path.stem.split("-")[1]
        raw = path.read_bytes().replace(b"@players.example", f"@{DOMAIN}".encode())
        raw = raw.replace(b"judge@judge.example", JUDGE.encode())
        reply = f"In-Reply-To: {starts[power]['Message-ID']}\n".encode() + raw
        servers.send(f"{power}@{DOMAIN}", JUDGE, reply.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    servers.wait_for(JUDGE, 7)
    judge(site, "tick")
    assert servers.mails(JUDGE) == []
    assert len(servers.mails(JUDGE, "Processed")) >= 7

    sent = {"england": 2, "china": 2, "japan": 2, "russia": 2, "holland": 3, "turkey": 2}
    for power, count in sent.items():
        answer = read(servers.wait_for(f"{power}@{DOMAIN}", count)[-1])
        assert answer["Auto-Submitted"] == "auto-replied"
        assert answer["References"].split()[0] == f"<demo.thread@{DOMAIN}>"
    asked_back = text_of(read(servers.mails(f"holland@{DOMAIN}")[1]))
    assert "SAR" in asked_back  # "Sarawack": the sentence suggests the region
    assert len(servers.mails(f"france@{DOMAIN}")) == 1  # silent so far

    judge(site, "tick", "--now", (deadline + timedelta(minutes=30)).isoformat())
    reminders = {
        "france": 2
    }  # the clock jumps over their moments, so they come with the results, in any order
    for power in POWERS:
        came = servers.wait_for(f"{power}@{DOMAIN}", sent.get(power, 1) + reminders.get(power, 0) + 1)
        (summary,) = (
            mail for mail in map(read, came) if any(word in mail["Subject"] for word in ("results", "結果"))
        )
        assert summary["Auto-Submitted"] == "auto-generated"
        assert summary["Reply-To"].addresses[0].addr_spec == f"judge+demo@{DOMAIN}"
        assert summary.get_body(("html",)) is not None
        words = text_of(summary)
        assert "A MOS - TSR - IRK" in words
        assert ("イルクーツク" in words) == (power in JAPANESE)
    reports = [text_of(read(raw)) for raw in servers.wait_for(GM, 4)]
    assert any("holland@" in words and "france@" in words for words in reports)
    after = judge(site, "game", "show", "demo")
    assert "F1870M" in after
    status = json.loads(judge(site, "status", "--json"))
    assert status["troubles"] == []
    assert judge(site, "verify", "demo")
