"""A whole Korean War with real mail servers: two players write by SMTP and read by IMAP until the game is over and verified.

One order is wrong and corrected, one phase is missed. The plans attack Seoul only, so that all five turns are played.
"""

from __future__ import annotations

import hashlib
import re
from datetime import datetime, timedelta
from email.message import EmailMessage
from itertools import count
from pathlib import Path

import pytest

from tests.integration.servers import DOMAIN, MailServers
from tests.integration.test_colonial_turn import GM, JUDGE, judge, read, text_of

pytestmark = pytest.mark.servers

EAST, WEST = f"england@{DOMAIN}", f"japan@{DOMAIN}"
PLANS = {
    EAST: "PLAN\nATTACK SEOUL IF NEED <= 5 REPEAT\nOCCUPY KAESONG IF EMPTY KAESONG REPEAT\nOCCUPY PYONGYANG REPEAT\nEND",
    WEST: "作戦\n攻撃 ソウル もし 必要 5以下 繰返\n占領 ソウル もし 空き ソウル 繰返\n占領 釜山 繰返\n反撃 温存\n以上",
}
_numbers = count(1)
RETURNS = {EAST: "RETURN NONE", WEST: "撤収 なし"}


@pytest.fixture(scope="module")
def site(servers: MailServers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge in a directory of its own, with every mailbox it uses empty."""
    from judge.app.setup import make_database
    from judge.config import load_config

    for address in (JUDGE, GM, EAST, WEST):
        client = servers.log_in(address)
        client.select_folder("INBOX")
        client.delete_messages(client.search())
        client.expunge()
        client.logout()
    folder: Path = tmp_path_factory.mktemp("korea") / "judge"
    more = "[tick]\noutage_hours = 720\n"  # the clock jumps over a deadline: that is no outage
    servers.write_settings(folder, JUDGE, f'gms = ["{GM}"]\ntimezone = "Asia/Tokyo"\n{more}')
    (folder / "judge.secret").write_bytes(b"k" * 64)
    make_database(load_config(folder))
    return folder


def write(servers: MailServers, site: Path, sender: str, body: str) -> None:
    """Write a mail about the present phase; then the judge looks into its inbox, and answers."""
    phase = asked(site)[0]
    mails = servers.mails(sender)
    got, newest = len(mails), read(mails[-1])
    number = next(_numbers)
    message = EmailMessage()
    message["From"], message["To"] = sender, JUDGE
    message["Subject"] = f"Re: [war] {phase}"
    message["In-Reply-To"] = newest["Message-ID"]
    message["Message-ID"] = f"<war-{number}@{DOMAIN}>"
    message.set_content(
        f"Hello {'x' * number}\n{body}\n"
    )  # the same words again and again would be a robot's
    servers.send(sender, JUDGE, bytes(message).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    servers.wait_for(JUDGE, 1)
    judge(site, "tick")
    servers.wait_for(sender, got + 1)


def asked(site: Path) -> tuple[str, datetime | None, list[str]]:
    """The phase, its deadline, and who owes something."""
    shown = judge(site, "game", "show", "war")
    phase = re.search(r"^phase +(\S+) +deadline (\S+)", shown, re.M)
    assert phase is not None
    owing = [address for address in (EAST, WEST) if re.search(rf"{re.escape(address)}.* owes", shown)]
    deadline = datetime.fromisoformat(phase[2]) if phase[2] != "-" else None
    return phase[1], deadline, owing


def test_two_players_play_five_turns_to_a_verified_end(servers: MailServers, site: Path) -> None:
    judge(site, "game", "new", "war", "--variant", "korea", "--set", "holidays=none")
    judge(site, "game", "seat", "war", "EAST", EAST, "--language", "en")
    judge(site, "game", "seat", "war", "WEST", WEST, "--language", "ja")
    judge(site, "game", "start", "war")
    judge(site, "tick")
    start = text_of(read(servers.wait_for(EAST, 1)[0]))
    commitment = re.search(r"\b[0-9a-f]{64}\b", start)
    assert commitment is not None
    assert "0205^Seoul" in start
    assert "0205^ソウル" in text_of(read(servers.wait_for(WEST, 1)[0]))

    phase, _, (first, *_) = asked(site)
    write(servers, site, first, "ATTACK SEOLU")
    refused = text_of(read(servers.mails(first)[-1]))
    assert "0205" in refused
    assert asked(site)[0] == phase

    other = WEST if first == EAST else EAST
    write(servers, site, other, PLANS[other])
    exchanges = 0
    while True:
        phase, deadline, owing = asked(site)
        if not owing:
            break
        if phase.startswith("T4-") and len(owing) == 2:
            assert deadline is not None  # missed by both: nothing goes back, the plans go on
            judge(site, "tick", "--now", (deadline + timedelta(minutes=30)).isoformat())
            continue
        if phase.startswith("T5-"):
            break
        for address in owing:
            before = asked(site)[0]
            if before == phase:
                extra = f"\n{RETURNS[address]}" if len(owing) == 2 else ""
                write(servers, site, address, PLANS[address] + extra)
                exchanges += 1
        assert exchanges < 40
    shown = judge(site, "game", "show", "war")
    assert "finished" in shown
    assert exchanges < 20

    last = "\n".join(text_of(read(raw)) for raw in servers.mails(EAST)[-2:])
    seeds = [bytes.fromhex(found) for found in re.findall(r"\b[0-9a-f]{64}\b", last)]
    assert commitment[0] in [hashlib.sha256(seed).hexdigest() for seed in seeds]
    assert "as in history" in "\n".join(text_of(read(raw)) for raw in servers.mails(EAST))
    assert "歴史通り" in "\n".join(text_of(read(raw)) for raw in servers.mails(WEST))
    assert "exactly as the log" in judge(site, "verify", "war")
