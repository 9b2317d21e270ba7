"""A small judge in a temporary folder, with a mail server's part played by the test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge.app.games import act, new_game
from judge.app.setup import make_site
from judge.app.site import Site, open_site
from judge.app.tick import Report, tick
from judge.store import games

START = datetime(2026, 12, 1, 11, 0, tzinfo=UTC)
POWERS = ("ENGLAND", "FRANCE", "HOLLAND", "CHINA", "JAPAN", "RUSSIA", "TURKEY")
SERVER = "mx.example.test"


class World:
    """A site, its clock, and everybody's mail program."""

    def __init__(self, folder: Path) -> None:
        make_site(
            folder,
            {
                "site": {
                    "address": "judge@example.test",
                    "gms": ["gm@example.test"],
                    "timezone": "Asia/Tokyo",
                },
                "security": {"trusted_servers": [SERVER]},
            },
        )
        self.folder = folder
        self.now = START
        self.count = 0
        self.site: Site = open_site(folder)

    def start(self, name: str = "col", **settings: str) -> None:
        """A running Colonial game; each power is played from power@example.test, in Japanese from Tokyo for Japan and China."""
        settings = {
            "length.first": "0",
            "length.movement": "7d",
            "grace": "0",
            "early_close": "off",
        } | settings
        new_game(self.site, name, "colonial", gm="", settings=settings, now=self.now)
        for power in POWERS:
            language = "ja" if power in ("JAPAN", "CHINA") else "en"
            act(
                self.site,
                name,
                "SEAT",
                [power, f"{power.lower()}@example.test", f"language={language}", "timezone=Asia/Tokyo"],
                now=self.now,
            )
        act(self.site, name, "START", [], now=self.now)
        self.tick()

    def deliver(
        self,
        sender: str,
        body: str,
        *,
        subject: str = "[col] orders",
        headers: str = "",
        proven: bool = True,
        raw: bytes | None = None,
    ) -> None:
        """Put a mail into the inbox as the receiving server would, at the world's time."""
        self.count += 1
        verdict = "pass" if proven else "none"
        head = (
            f"Received: from mail.example.test by {SERVER}; {self.now:%a, %d %b %Y %H:%M:%S} +0000\n"
            f"Authentication-Results: {SERVER}; dmarc={verdict} header.from=example.test\n"
        )
        if raw is None:
            raw = (
                f"From: {sender}\nTo: judge@example.test\nSubject: {subject}\nMessage-ID: <{self.count}@example.test>\n"
                f"{headers}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
                f"Content-Transfer-Encoding: 8bit\n\n{body}\n"
            ).encode()
        path = self.folder / "mail/judge/new" / f"{self.count:05d}.test"
        path.write_bytes(head.encode() + raw)
        os.utime(path, (self.now.timestamp(), self.now.timestamp()))

    def tick(self, *, after: timedelta = timedelta()) -> Report:
        """Let time pass and make a pass."""
        self.now += after
        return tick(self.site, self.now)

    def pass_days(self, days: float) -> None:
        """Let days pass with a pass every four hours, as cron would keep the judge alive."""
        end = self.now + timedelta(days=days)
        while self.now < end:
            self.tick(after=min(timedelta(hours=4), end - self.now))

    def mailbox(self, address: str) -> list[EmailMessage]:
        """Every mail this address has got, oldest first."""
        rows = self.site.store.conn.execute(
            "SELECT message_id FROM letter WHERE address = ? AND status = 'sent' ORDER BY id", (address,)
        )
        wanted = [row[0] for row in rows]
        found = {}
        for path in (self.folder / "mail/players" / address / "new").glob("*"):
            message = message_from_bytes(path.read_bytes(), policy=policy.default)
            assert isinstance(message, EmailMessage)
            found[str(message["Message-ID"]).strip().lower()] = message
        return [found[name] for name in wanted]

    def last(self, address: str) -> EmailMessage:
        """The newest mail of this address."""
        return self.mailbox(address)[-1]

    def orders(self, power: str, name: str = "col") -> list[str]:
        """What is on file for a power."""
        record = games.load(self.site.store, name)
        return [order.text for order in record.orders.get(power, ())]

    def statuses(self) -> list[tuple[str, str]]:
        """Status and reason of every mail that came in."""
        return [
            (row[0], row[1])
            for row in self.site.store.conn.execute("SELECT status, reason FROM mail ORDER BY id")
        ]


def text_of(message: EmailMessage) -> str:
    """The plain text of a mail."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@pytest.fixture(autouse=True)
def _no_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps take most of a second each: only tests marked `pictures` draw them."""
    if request.node.get_closest_marker("pictures") is None:
        monkeypatch.setattr("judge.app.pictures.pictures_for", lambda site, letter, now: {})


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "site")
    yield made
    made.site.close()
