"""A small game that can be copied, played pass by pass, killed, and compared."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from judge import points
from judge.app.games import act, new_game
from judge.app.setup import make_site
from judge.app.site import open_site
from judge.app.take import engine_of
from judge.app.tick import tick
from judge.store import games

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
KILLED = 77
LONG = bool(os.environ.get("JUDGE_LONG"))
"""Whether the long forms of these tests are wanted (`make long`)."""

Sent = tuple[datetime, str, str]
"""A mail: when it reaches the server, the sender's local part, its text."""

MAILS: tuple[Sent, ...] = tuple(
    (BEGIN + timedelta(hours=1, minutes=number), sender, body)
    for number, (sender, body) in enumerate(
        [
            ("france", "A PAR - BUR\nF BRE - MAO\nA MAR - SPA\n"),
            ("france", "A PAR - PIC\n"),
            ("germany", "A MUN - XYZ\nA BER - KIE\n"),
            ("stranger", "hello\n"),
            ("england", "陸軍 リバプール → ヨークシャー\n"),
        ]
    )
)


def raw_mail(number: int, sender: str, body: str) -> bytes:
    """A mail as it lies on the server."""
    return (
        f"From: {sender}@example.test\nTo: judge@judge.test\nMessage-ID: <{number}@example.test>\n"
        f"Subject: orders\nContent-Type: text/plain; charset=utf-8\n\n{body}"
    ).encode()


@dataclass
class Case:
    """A judge's directory."""

    folder: Path

    def deliver(self, number: int, sent: Sent) -> None:
        """Put a mail into the Maildir, with the time of its receipt."""
        at, sender, body = sent
        path = self.folder / "mail" / "judge" / "new" / f"{number:04}.mail"
        path.write_bytes(raw_mail(number, sender, body))
        os.utime(path, (at.timestamp(), at.timestamp()))

    def play(self, moments: Iterable[datetime], cut: Callable[[str], None] | None = None) -> None:
        """Make a pass at every moment, each in a process's worth of new objects, the cut in force."""
        points.cut = cut
        try:
            for moment in moments:
                site = open_site(self.folder)
                try:
                    tick(site, moment)
                finally:
                    site.close()
        finally:
            points.cut = None

    def play_killed(self, moments: Iterable[datetime], number: int) -> bool:
        """Play in a child that kills itself at its `number`th point; whether it came to that."""
        child = os.fork()
        if child == 0:
            passed = 0

            def cut(name: str) -> None:
                nonlocal passed
                passed += 1
                if passed == number:
                    os._exit(KILLED)

            try:
                self.play(moments, cut)
                os._exit(0)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in (0, KILLED), "the pass itself failed"
        return code == KILLED

    def outcome(self) -> dict[str, Any]:
        """All that must not depend on crashes, nor on when passes are made."""
        site = open_site(self.folder)
        try:
            rows = site.store.conn.execute
            return {
                "record": games.load(site.store, "alpha"),
                "phases": games.all_phases(site.store, "alpha"),
                "mails": [
                    tuple(row)
                    for row in rows("SELECT message_id, status, reason FROM mail ORDER BY message_id")
                ],
                "letters": sorted(tuple(row) for row in rows("SELECT key, status, message_id FROM letter")),
                "delivered": sorted(
                    (path.parts[-3], path.name) for path in (self.folder / "mail/players").glob("*/new/*")
                ),
                "inbox": sorted(path.name for path in (self.folder / "mail/judge").glob("[nc][eu][wr]/*")),
                "done": sorted(path.name for path in (self.folder / "mail/judge/.Processed/cur").glob("*")),
            }
        finally:
            site.close()

    def copy(self, folder: Path) -> Case:
        """The same judge in another directory, which is emptied first."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        return Case(folder)


def new_case(folder: Path, **sections: dict[str, Any]) -> tuple[Case, datetime]:
    """A standard game that has just been started, its letters in the queue; and its first deadline."""
    values: dict[str, dict[str, Any]] = {
        "site": {"address": "judge@judge.test", "gms": ["gm@example.test"], "heartbeat_mail": "daily"},
        "security": {"addresses_are_enough": True},
        "tick": {"outage_hours": 720, "batch": 2},
        **sections,
    }
    folder.mkdir()
    (folder / "judge.secret").write_text("0" * 64 + "\n", "utf-8")
    make_site(folder, values)
    site = open_site(folder)
    try:
        settings = {"grace": "0", "early_close": "off"}
        record = new_game(site, "alpha", "standard", gm="", settings=settings, now=BEGIN)
        for power in engine_of(record)[1].powers:
            act(site, "alpha", "SEAT", [power, f"{power.lower()}@example.test", "name=X"], now=BEGIN)
        record = act(site, "alpha", "START", [], now=BEGIN)
    finally:
        site.close()
    return Case(folder), datetime.fromisoformat(record.deadline)
