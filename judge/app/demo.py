"""`judge demo`: a real turn by mail, in folders instead of servers.

What happens is data: variants/NAME/demo/story.toml says who plays, which mails arrive and when time passes; the mails lie beside it.
Nothing here takes a short cut: every mail goes through the inbox, the tick and the outbox.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from judge.app.program import installed_as
from judge.app.readable import write_readable
from judge.app.site import Site, open_site
from judge.app.tick import tick
from judge.errors import UsageError
from judge.paths import data_dir

MARK = "demo-of-the-judge"
SERVER = "mx.judge.example"
ADDRESS = "judge@judge.example"


@dataclass
class Story:
    """Lines of the story as it happens, and what was seen so far."""

    folder: Path
    lines: list[str] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)
    mails_out: int = 0


def games_with_a_demo() -> tuple[str, ...]:
    """Variants that bring a demo."""
    return tuple(sorted(path.parent.parent.name for path in data_dir("variants").glob("*/demo/story.toml")))


def play(game: str, folder: Path) -> Iterator[str]:
    """Play the demo of a variant in `folder`, giving the story line by line.

    Raises UsageError when there is no such demo, or the folder holds something else than an earlier demo.
    """
    if game not in games_with_a_demo():
        raise UsageError(f"no demo of {game!r}: there are {', '.join(games_with_a_demo())}")
    source = data_dir("variants") / game / "demo"
    story = tomllib.loads((source / "story.toml").read_text("utf-8"))
    _fresh(folder)
    _settings(folder, story)
    site = open_site(folder)
    try:
        yield from _play(site, story, source, folder)
    finally:
        site.close()


def _fresh(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise UsageError(f"{folder} is not empty and not an earlier demo: name another with --dir")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("this folder is made anew by every `judge demo`\n", "utf-8")


def _settings(folder: Path, story: dict[str, Any]) -> None:
    """An embedded judge: Maildir folders, and a mail server's name that it trusts to say who wrote."""
    from judge.app.setup import make_site

    make_site(
        folder,
        {
            "site": {
                "address": ADDRESS,
                "gms": [story["gm"]],
                "timezone": story.get("timezone", "UTC"),
                "language": story.get("language", "en"),
            },
            "security": {"trusted_servers": [SERVER]},
        },
    )


def _play(site: Site, story: dict[str, Any], source: Path, folder: Path) -> Iterator[str]:
    from judge.app.games import act, new_game

    now: datetime = story["start"].astimezone(UTC)
    told = Story(folder)
    name = story["game"]
    record = new_game(
        site,
        name,
        source.parent.name,
        gm=story["gm"],
        settings=story.get("settings", {}),
        now=now,
        seed=story.get("seed", ""),
    )
    yield f"{name}: a game of {record.variant} is opened; the players take their seats."
    for seat in story["seats"]:
        act(
            site,
            name,
            "SEAT",
            [
                seat["power"],
                seat["address"],
                f"name={seat['name']}",
                f"language={seat['language']}",
                f"timezone={seat['timezone']}",
            ],
            now=now,
        )
    act(site, name, "START", [], now=now)
    tick(site, now)
    yield from _news(site, told, now, "The game starts")
    for step in story["steps"]:
        if "mails" in step:
            now = _wait(site, now, now + timedelta(hours=step.get("after_hours", 24)))
            for path in sorted((source / step["mails"]).glob("*.eml")):
                now += timedelta(minutes=7)
                yield f"    in   {_deliver(site, path, told, now)}"
            now += timedelta(minutes=5)
            tick(site, now)
        else:
            now = _to_deadline(site, name, now)
            tick(site, now)
        yield from _news(site, told, now, step["say"])
    yield ""
    yield f"All mails, as they would be read: {folder / 'readable'}"
    yield f"Map pictures: {folder / 'maps'}"
    yield f"Look around:  {_program()} game show {name} --dir {folder}"


def _program() -> str:
    """What to type for this program: it may be in a virtual environment that the shell does not know of."""
    found = installed_as()
    if found is None or found[1]:
        return "judge"
    return os.path.relpath(found[0]) if Path(found[0]).is_relative_to(Path.cwd()) else found[0]


def _wait(site: Site, now: datetime, until: datetime) -> datetime:
    """Run the clock up to a moment, with ticks between as cron would run them."""
    while now < until:
        now = min(now + timedelta(hours=4), until)
        tick(site, now)
    return now


def _to_deadline(site: Site, name: str, now: datetime) -> datetime:
    """Run the clock to just after the phase's last moment, its time of grace included."""
    from judge.store import games

    settle = timedelta(seconds=site.config.tick.settle_seconds + 60)
    phase = games.load(site.store, name).phase_id
    while games.load(site.store, name).phase_id == phase and games.closing(site.store, name):
        now = _wait(site, now, datetime.fromisoformat(games.closing(site.store, name)) + settle)
    return now


def _deliver(site: Site, path: Path, told: Story, now: datetime) -> Path:
    """Put a mail into the judge's inbox as its mail server would: with a Received line, and its word on who sent it."""
    raw = path.read_bytes()
    sender = re.search(rb"^From:.*?<?([^\s<>]+@[^\s<>]+?)>?\s*$", raw, re.M | re.I)
    domain = sender[1].decode("ascii", "replace").rpartition("@")[2] if sender else "nowhere.example"
    raw = raw.replace(b"@IN-REPLY-TO@", _latest_id(site, sender[1] if sender else b"").encode())
    head = (
        f"Delivered-To: {ADDRESS}\n"
        f"Received: from mail.{domain} by {SERVER} with ESMTPS; {format_datetime(now)}\n"
        f"Authentication-Results: {SERVER}; dkim=pass header.d={domain}; spf=pass smtp.mailfrom={domain}; dmarc=pass header.from={domain}\n"
    ).encode()
    if b"\r\n" in raw:
        head = head.replace(b"\n", b"\r\n")
    inbox = site.config.path(site.config.inbox.path) / "new"
    inbox.mkdir(parents=True, exist_ok=True)
    told.mails_out += 1
    target = inbox / f"{int(now.timestamp())}.M{told.mails_out:04d}.demo"
    target.write_bytes(head + raw)
    os.utime(target, (now.timestamp(), now.timestamp()))
    return path.relative_to(data_dir("variants"))


def _latest_id(site: Site, address: bytes) -> str:
    row = site.store.conn.execute(
        "SELECT message_id FROM letter WHERE address = ? AND status = 'sent' ORDER BY id DESC LIMIT 1",
        (address.decode("ascii", "replace").lower(),),
    ).fetchone()
    return str(row[0]) if row else "<unknown@nowhere.example>"


def _news(site: Site, told: Story, now: datetime, say: str) -> Iterator[str]:
    """What went out since the last look: one line a mail, where it lies, and where its map is."""
    yield ""
    yield f"{now:%Y-%m-%d %H:%M} UTC  {say}"
    for letter in write_readable(site, told.folder, told.seen):
        yield f"    out  {letter.address:<28} {letter.subject}"
        yield f"         {letter.mail}"
    for picture in _maps(site, told):
        yield f"    map  {picture}"


def _maps(site: Site, told: Story) -> Iterator[Path]:
    folder = told.folder / "maps"
    folder.mkdir(exist_ok=True)
    for row in site.store.conn.execute("SELECT key, language, name, data FROM picture ORDER BY key"):
        path = folder / f"{row[0].replace('/', '-')}-{row[2]}-{row[1]}.png"
        if path not in told.seen:
            told.seen.add(path)
            path.write_bytes(row[3])
            yield path
