"""The files of cron/ do what their README says."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CRON = Path(__file__).parents[2] / "cron"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory, and a program `judge` that notes how it was called and does as it is told."""
    program = tmp_path / "bin" / "judge"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "$@" >> "$NOTES"\nexit "${STATUS:-0}"\n', "utf-8")
    program.chmod(0o755)
    return tmp_path


def run(place: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    settings = {
        "JUDGE_PATH": f"{place}/bin:/usr/bin:/bin",
        "NOTES": str(place / "notes"),
        "HOME": str(place),
        **env,
    }
    return subprocess.run(
        [str(CRON / "judge-tick"), *words],
        env=settings,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


@pytest.mark.parametrize("status", ["0", "1", "2"])
def test_the_wrapper_hands_on_the_judges_status(place: Path, status: str) -> None:
    done = run(place, str(place), STATUS=status)
    assert (done.returncode, done.stdout, done.stderr) == (int(status), "", "")
    assert (place / "notes").read_text("utf-8") == f"tick --once --dir {place}\n"


def test_the_wrapper_leaves_a_pass_at_work_alone(place: Path) -> None:
    holder = subprocess.Popen(["flock", str(place / "tick.flock"), "sleep", "20"])
    try:
        while subprocess.run(["flock", "-n", str(place / "tick.flock"), "true"], check=False).returncode == 0:
            pass
        done = run(place, str(place))
    finally:
        holder.terminate()
        holder.wait()
    assert (done.returncode, done.stderr) == (0, "")
    assert not (place / "notes").exists()


def test_the_wrapper_without_a_directory_says_how_it_is_used(place: Path) -> None:
    done = run(place)
    assert done.returncode != 0
    assert "use: judge-tick DIR" in done.stderr


def test_the_crontab_line_is_a_command_that_there_is() -> None:
    from click.testing import CliRunner

    from judge.cli.main import cli

    line = [one for one in (CRON / "crontab").read_text("utf-8").splitlines() if one.startswith("* ")]
    assert len(line) == 1
    words = line[0].split()[5:]
    assert words[:2] == ["judge", "tick"]
    shown = CliRunner().invoke(cli, [words[1], "--help"]).output
    assert all(word in shown for word in words if word.startswith("--"))


def test_the_units_run_commands_that_there_are() -> None:
    for name, command in (("judge-tick.service", "tick --once"), ("judge-watch.service", "watch")):
        assert f"ExecStart=/usr/local/bin/judge {command}\n" in (CRON / name).read_text("utf-8")


def test_every_script_can_be_run() -> None:
    assert os.access(CRON / "judge-tick", os.X_OK)
