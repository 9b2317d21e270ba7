"""The idle tick on an empty Maildir against a bare Python that imports click, sqlite3 and email (wanted: at most 1.5)."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 15
BARE = [sys.executable, "-c", "import click, sqlite3, email"]


def cpu(command: list[str]) -> float:
    """CPU seconds, user and system, of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the median ratio of paired runs."""
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
    print(
        f"idle tick / bare import: median {statistics.median(ratios):.2f} (min {min(ratios):.2f}, max {max(ratios):.2f})"
    )


if __name__ == "__main__":
    main()
