"""No order before its time, no token, password or seed reaches anybody else: mailboxes, commands, database, pictures are searched."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import cast

import pytest

from judge.app.site import open_site
from judge.mail.ids import read_token
from judge.store import games
from tests.crash.case import BEGIN, Case, new_case

ROOT = Path(__file__).parents[2]
ORDERS = {
    "france": ["A PAR - GAS", "F BRE - ENG", "A MAR - PIE"],
    "germany": ["A MUN - TYR", "F KIE - HOL"],
    "turkey": ["F ANK - ARM", "A SMY - SYR"],
}
PASSWORD = "Correct-Horse-Battery"


def mailboxes(folder: Path) -> dict[str, list[EmailMessage]]:
    """All mails by their reader's local part."""
    result: dict[str, list[EmailMessage]] = {}
    for path in folder.glob("mail/players/*/new/*"):
        mail = cast(EmailMessage, message_from_bytes(path.read_bytes(), policy=policy.default))
        result.setdefault(path.parts[-3].partition("@")[0], []).append(mail)
    return result


def words(mail: EmailMessage) -> str:
    """Everything in a mail that can be read, headers too."""
    parts = [str(part.get_content()) for part in mail.walk() if part.get_content_maintype() == "text"]
    return "\n".join([str(mail.items()), *parts])


def say(folder: Path, *command: str) -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "judge", *command, "--dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def compact(case: Case) -> None:
    """Give back the pages of the database that hold nothing any more."""
    site = open_site(case.folder)
    site.store.conn.execute("VACUUM")
    site.store.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    site.close()


@pytest.fixture
def played(tmp_path: Path) -> tuple[Case, datetime]:
    """A game in which three players have sent orders, and one a password; the deadline has not passed."""
    case, deadline = new_case(tmp_path / "judge")
    case.play([BEGIN])
    for number, (power, orders) in enumerate(ORDERS.items()):
        case.deliver(number, (BEGIN + timedelta(hours=1), power, "\n".join(orders) + "\n"))
    case.deliver(9, (BEGIN + timedelta(hours=2), "italy", f"PASSWORD {PASSWORD}\nA ROM - VEN\n"))
    case.play([BEGIN + timedelta(hours=3)])
    compact(case)
    case.play([deadline - timedelta(hours=1)])
    return case, deadline


def test_orders_are_seen_by_their_writer_alone_until_the_deadline(played: tuple[Case, datetime]) -> None:
    case, deadline = played
    boxes = mailboxes(case.folder)
    assert len(boxes) == 8
    for power, orders in ORDERS.items():
        own = "\n".join(map(words, boxes[power]))
        assert all(order in own for order in orders)
        for reader, mails in boxes.items():
            if reader != power:
                text = "\n".join(map(words, mails))
                assert not [order for order in orders if order in text], reader
    printed = "".join(
        say(case.folder, *command)
        for command in (
            ("status", "--json"),
            ("game", "list"),
            ("game", "show", "alpha"),
            ("tick", "-v", "--now", (deadline - timedelta(minutes=30)).isoformat()),
        )
    )
    assert "alpha" in printed
    assert not [order for orders in ORDERS.values() for order in orders if order in printed]
    case.play([deadline + timedelta(minutes=10)])
    after = "\n".join(map(words, mailboxes(case.folder)["austria"]))
    assert all(order in after for orders in ORDERS.values() for order in orders)  # now they are everybody's


def test_each_token_is_in_its_readers_mailbox_alone(played: tuple[Case, datetime]) -> None:
    case, _ = played
    secret = (case.folder / "judge.secret").read_bytes().strip()
    boxes = mailboxes(case.folder)
    own = {reader: {str(mail["Message-ID"]) for mail in mails} for reader, mails in boxes.items()}
    for reader, idents in own.items():
        for ident in idents:
            token = read_token(secret, ident)
            assert token is not None
            assert token.is_for(secret, f"{reader}@example.test")
        for other, mails in boxes.items():
            if other != reader:
                text = "\n".join(map(words, mails))
                assert not [ident for ident in idents if ident.strip("<>") in text]


def test_secret_seed_and_password_are_nowhere(played: tuple[Case, datetime]) -> None:
    case, _ = played
    site = open_site(case.folder)
    seed = games.load(site.store, "alpha").seed
    rows = site.store.conn.execute("SELECT data FROM letter").fetchall()
    site.close()
    secret = (case.folder / "judge.secret").read_text("utf-8").strip()
    letters = "\n".join(row[0] for row in rows)
    mails = "\n".join(words(mail) for box in mailboxes(case.folder).values() for mail in box)
    printed = say(case.folder, "status", "--json") + say(case.folder, "game", "show", "alpha")
    for hidden in (seed, secret, PASSWORD):
        assert len(hidden) > 10
        assert hidden not in letters + mails + printed
    database = b"".join(path.read_bytes() for path in case.folder.glob("judge.db*"))
    assert secret.encode() not in database
    assert PASSWORD.encode() not in database


def test_no_picture_shows_a_phase_before_it_is_over(played: tuple[Case, datetime]) -> None:
    """Maps are drawn of the start and of phases that are over; answers and reminders carry none."""
    case, deadline = played

    def drawn() -> set[str]:
        site = open_site(case.folder)
        rows = site.store.conn.execute("SELECT DISTINCT key FROM picture").fetchall()
        site.close()
        return {row[0] for row in rows}

    before = drawn()
    assert before == {"alpha/start.0"}
    mails = [mail for box in mailboxes(case.folder).values() for mail in box]
    answers = [mail for mail in mails if "orders in" in str(mail["Subject"])]
    assert len(answers) >= len(ORDERS)
    assert not [mail for mail in answers for part in mail.walk() if part.get_content_maintype() == "image"]
    case.play([deadline + timedelta(minutes=10)])
    assert len(drawn()) > len(before)
