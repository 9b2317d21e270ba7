"""The idle tick on an empty Maildir against a bare Python that imports click, sqlite3 and email (wanted: at most 1.5).

Then the idle tick with 10,000 games in the database against the one with a single game (wanted: at most 1.2).
"""

from __future__ import annotations

import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from judge.app.games import act, new_game
from judge.app.site import open_site
from judge.app.take import engine_of
from judge.store import games

ROUNDS = 15
MANY = 10_000
BARE = [sys.executable, "-c", "import click, sqlite3, email"]


def cpu(command: list[str]) -> float:
    """CPU seconds, user and system, of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def multiply(folder: Path, count: int) -> None:
    """So many copies of the one game there is, with their seats, letters and logs."""
    conn = sqlite3.connect(folder / "judge.db")
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
    for table, own in (("game", "name"), ("seat", "game"), ("letter", "game"), ("input", "game")):
        columns = [row[1] for row in conn.execute(f"PRAGMA table_info({table})") if row[1] != "id"]
        copied = [f"{name} || i" if name in {own, "key", "message_id"} else name for name in columns]
        conn.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) {numbers} SELECT {', '.join(copied)} FROM {table}, n"
        )
    conn.commit()
    conn.close()


def one_game(folder: Path) -> None:
    """A judge with one standard game under way; nothing is due for years."""
    far = {"length.first": "300d", "length.movement": "300d", "reminders": ""}
    site = open_site(folder)
    now = datetime.now(UTC)
    new_game(site, "alpha", "standard", gm="", settings=far, now=now)
    for power in engine_of(games.load(site.store, "alpha"))[1].powers:
        act(site, "alpha", "SEAT", [power, f"{power.lower()}@example.test", "name=X"], now=now)
    act(site, "alpha", "START", [], now=now)
    site.close()


def main() -> None:
    """Print the median ratios of paired runs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        subprocess.run(
            [sys.executable, "-m", "judge", "init", str(folder), "--address", "judge@example.test",
             "--gm", "gm@example.test", "--timezone", "UTC", "--language", "en", "--yes"],
            check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        tick = [sys.executable, "-m", "judge", "tick", "--dir", str(folder)]
        cpu(tick)
        cpu(BARE)
        ratios = [cpu(tick) / cpu(BARE) for _ in range(ROUNDS)]
        one_game(folder)
        cpu(tick)
        many = Path(name) / "many"
        shutil.copytree(folder, many)
        multiply(many, MANY)
        crowded = [*tick[:-1], str(many)]
        cpu(crowded)
        grown = [cpu(crowded) / cpu(tick) for _ in range(ROUNDS)]
    print(
        f"idle tick / bare import: median {statistics.median(ratios):.2f} (min {min(ratios):.2f}, max {max(ratios):.2f})"
    )
    print(
        f"idle tick with {MANY} games / with one: median {statistics.median(grown):.2f} (min {min(grown):.2f}, max {max(grown):.2f})"
    )


if __name__ == "__main__":
    main()
