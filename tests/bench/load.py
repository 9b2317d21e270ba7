"""One tick with 1,000 order mails waiting and 300 games due, against the sum of its bare parts (wanted: at most 1.5).

Bare parts, each over the same mails, orders, positions and letters, in one run: reading the files, MIME, grammar, one durable commit
for 50 mails and one for 50 letters, adjudication, rendering and composing, SMTP on one connection. Pictures are left out on both sides: they are made
once for a game, phase and language, and cost what the bench `pictures` says. The SMTP server is a process of its own that throws
everything away.
"""

from __future__ import annotations

import argparse
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from judge.app.games import act, new_game
from judge.app.setup import make_site
from judge.app.site import Site, open_site
from judge.app.take import engine_of
from judge.app.tick import tick
from judge.engine import Line
from judge.mail.compose import compose
from judge.mail.maildir import MaildirInbox
from judge.mail.read import read_mail
from judge.mail.server import Server
from judge.mail.smtp import SmtpOutbox
from judge.render.mails import SiteFacts, render
from judge.store import games, letters
from judge.variants.load import load_variant
from tests.crash.case import raw_mail

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)
SINK = """
import asyncio, sys
from aiosmtpd.smtp import SMTP
class Sink:
    async def handle_DATA(self, server, session, envelope):
        return "250 thrown away"
async def main():
    loop = asyncio.get_running_loop()
    await loop.create_server(lambda: SMTP(Sink()), "127.0.0.1", int(sys.argv[1]))
    print("ready", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""
ORDERS = {
    "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"],
    "GERMANY": ["A MUN - BUR", "A BER - KIE", "F KIE - HOL"],
    "RUSSIA": ["A WAR - GAL", "A MOS - UKR", "F SEV - BLA", "F STP/SC - BOT"],
    "AUSTRIA": ["A VIE - GAL", "A BUD - SER", "F TRI - ALB"],
}


@contextmanager
def sink() -> Iterator[int]:
    """An SMTP server that takes everything; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    child = subprocess.Popen([sys.executable, "-c", SINK, str(port)], stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        yield port
    finally:
        child.kill()
        child.wait()


def prepare(folder: Path, port: int, mails: int, count: int) -> tuple[Site, datetime]:
    """A judge with `count` games under way and `mails` order mails in its inbox; and the deadline of all games."""
    smtp = {"kind": "smtp", "host": "127.0.0.1", "port": port, "tls": "none", "hello": "judge.test"}
    make_site(
        folder,
        {
            "site": {"address": "judge@judge.test", "gms": ["gm@example.test"]},
            "outbox": smtp,
            "security": {"addresses_are_enough": True},
            "tick": {"outage_hours": 720},
        },
    )
    site = open_site(folder)
    deadline = ""
    with site.store.transaction():
        for number in range(count):
            name = f"g{number}"
            new_game(site, name, "standard", gm="", settings={"grace": "0", "early_close": "off"}, now=BEGIN)
            powers = engine_of(games.load(site.store, name))[1].powers
            for power in powers:
                act(
                    site, name, "SEAT", [power, f"{power.lower()}.{number}@example.test", "name=X"], now=BEGIN
                )
            deadline = act(site, name, "START", [], now=BEGIN).deadline
        site.store.conn.execute("UPDATE letter SET status = 'sent'")
    for number in range(mails):
        power = list(ORDERS)[number // count % len(ORDERS)]
        body = "\n".join(ORDERS[power]) + "\n"
        raw = raw_mail(number, f"{power.lower()}.{number % count}", body)
        path = folder / "mail" / "judge" / "new" / f"{number:05}"
        path.write_bytes(raw)
        at = (BEGIN + timedelta(hours=1, seconds=number)).timestamp()
        import os

        os.utime(path, (at, at))
    return site, datetime.fromisoformat(deadline)


class Clock(NamedTuple):
    """Seconds of wall time, and of this process's CPU: on a busy machine the second is what can be compared."""

    wall: float
    cpu: float

    @classmethod
    def now(cls) -> Clock:
        """Both clocks."""
        return cls(time.perf_counter(), time.process_time())

    def since(self, start: Clock) -> Clock:
        """The time between two readings."""
        return Clock(self.wall - start.wall, self.cpu - start.cpu)


def timed(parts: dict[str, Clock], name: str, act: Callable[[], Any]) -> Any:
    """Do it, and note its time."""
    started = Clock.now()
    result = act()
    parts[name] = Clock.now().since(started)
    return result


def no_pictures(*_: Any) -> dict[str, bytes]:
    """Stands in for the drawing of maps; a mock would keep every letter, and count as memory of the tick."""
    return {}


def forget_peak() -> None:
    """The peak of memory counts from here on, where the system can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def peak() -> int:
    """MB at the peak since `forget_peak`."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024
    except (OSError, IndexError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def bare(folder: Path, site: Site, port: int, now: datetime, inbox: Path) -> dict[str, Clock]:
    """The parts one by one, on what the tick has just worked on."""
    parts: dict[str, Clock] = {}
    raws = timed(parts, "read files", lambda: MaildirInbox(inbox).fetch(100_000))
    read = timed(
        parts, "MIME", lambda: [read_mail(one.raw, received=one.received, size=one.size) for one in raws]
    )
    record = games.load(site.store, "g0")
    engine = engine_of(record)[1]
    first = games.all_phases(site.store, "g0")[0].before
    position = engine.load(first)
    lines = [[Line(n, text) for n, text in enumerate(mail.body.split("\n"), 1)] for mail in read]
    timed(parts, "grammar", lambda: [engine.parse(position, None, one) for one in lines])
    phases = [games.all_phases(site.store, name)[0] for name in games.names(site.store)]
    positions = [engine.load(one.before) for one in phases]
    from judge.chance import NoChance

    pairs = list(zip(positions, phases, strict=True))
    timed(parts, "adjudicate", lambda: [engine.adjudicate(at, one.orders, NoChance()) for at, one in pairs])
    rows = site.store.conn.execute(
        "SELECT * FROM letter WHERE status = 'sent' AND kind != 'game_start'"
    ).fetchall()
    queued = [letters._letter(row) for row in rows]
    facts = SiteFacts("judge@judge.test")
    loaded = load_variant("standard")

    def words() -> list[bytes]:
        return [
            compose(
                render(one.letter, variant=loaded, site=facts, pictures={}),
                letter=one.letter,
                message_id=one.message_id,
                from_address="judge@judge.test",
                date=now,
            )
            for one in queued
        ]

    messages = timed(parts, "render", words)
    outbox = SmtpOutbox(Server("127.0.0.1", port, "none"), "judge.test")
    timed(parts, "SMTP", lambda: [outbox.send("judge@judge.test", "x@example.test", one) for one in messages])
    outbox.close()
    timed(parts, "commits", lambda: commits(folder / "bare.db", [one.raw for one in raws], len(messages)))
    return parts


def commits(path: Path, raws: list[bytes], sent: int) -> None:
    """One durable commit for 50 mails, and one for 50 letters."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("CREATE TABLE mail (id INTEGER PRIMARY KEY, raw BLOB)")
    for rows in ([*raws], [b"sent"] * sent):
        for start in range(0, len(rows), 50):
            conn.execute("BEGIN")
            conn.executemany(
                "INSERT INTO mail (raw) VALUES (?)", [(row,) for row in rows[start : start + 50]]
            )
            conn.execute("COMMIT")
    conn.close()


def main(mails: int = 1000, count: int = 300) -> None:
    """Print mails a second, the ratio, and where the time goes."""
    with (
        tempfile.TemporaryDirectory() as name,
        sink() as port,
        mock.patch("judge.app.pictures.pictures_for", no_pictures),
    ):
        folder = Path(name) / "site"
        site, deadline = prepare(folder, port, mails, count)
        now = deadline + timedelta(minutes=10)
        forget_peak()
        started = Clock.now()
        report = tick(site, now)
        whole, memory = Clock.now().since(started), peak()
        assert report.fetched == mails, report
        assert report.sent > mails + 8 * count, report
        parts = bare(folder, site, port, now, folder / "mail" / "judge" / ".Processed")
        site.close()
    wall, cpu = (sum(part[i] for part in parts.values()) for i in (0, 1))
    print(
        f"{mails} mails in, {count} games, {report.sent} letters out: {whole.wall:.1f} s, {mails / whole.wall:.0f} mails/s, {memory} MB"
    )
    print(
        "bare parts: "
        + ", ".join(f"{part} {clock.wall:.2f}" for part, clock in parts.items())
        + f"; sum {wall:.1f} s"
    )
    print(f"tick / bare parts: {whole.wall / wall:.2f} (CPU alone: {whole.cpu / cpu:.2f})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--mails", type=int, default=1000)
    parser.add_argument("--games", type=int, default=300)
    given = parser.parse_args()
    main(given.mails, given.games)
