"""`judge cron`: the files of cron/ with this installation's own paths, as systemd and cron understand them."""

from __future__ import annotations

import os
import pwd
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judge.app import cron
from judge.app.setup import make_site
from judge.cli.main import cli
from judge.config import Config, load_config
from judge.errors import UsageError

ME = pwd.getpwuid(os.getuid()).pw_name
SITE: dict[str, dict[str, Any]] = {"site": {"address": "judge@example.test", "gms": ["gm@example.test"]}}


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program `judge` on the PATH that is this installation's, and notes how it was called."""
    program = tmp_path / "my bin" / "judge"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.called"\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(program.parent))
    return program


def site(folder: Path, **sections: dict[str, Any]) -> Config:
    return make_site(folder, {**SITE, **sections})


def line_of(crontab: str) -> str:
    """The command as cron hands it to the shell (crontab(5): five fields; an unescaped % ends the line)."""
    (line,) = (one for one in crontab.splitlines() if one.startswith("* "))
    command = line.split(" ", 5)[5]
    assert "%" not in command.replace("\\%", "")
    return command.replace("\\%", "%")


@pytest.mark.parametrize("name", ["judge", "my judge", "100% 'mine' $HOME", "審判"])
def test_the_crontab_line_starts_this_program_in_this_directory(
    tmp_path: Path, judge: Path, name: str
) -> None:
    site(tmp_path / name)
    printed = run("cron", "--dir", tmp_path / name)
    assert printed.exit_code == 0, printed.output
    assert "MAILTO=gm@example.test\n" in printed.output
    subprocess.run(["/bin/sh", "-c", line_of(printed.output)], check=True, env={"HOME": "/nowhere"})
    called = judge.with_name("judge.called").read_text("utf-8").splitlines()
    assert called == ["tick", "--once", "--dir", str(tmp_path / name)]


def test_a_clone_that_is_not_installed_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    site(tmp_path / "j")
    command = line_of(run("cron", "--dir", tmp_path / "j").output)
    done = subprocess.run(
        shlex.split(command), cwd=tmp_path, env={}, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert load_config(tmp_path / "j").path("idle.json").exists()


def test_all_files_are_written_and_named(tmp_path: Path, judge: Path) -> None:
    site(tmp_path / "j")
    written = run("cron", "--dir", tmp_path / "j", "--write", tmp_path / "out")
    assert written.exit_code == 0, written.output
    units = ("judge-tick.service", "judge-tick.timer", "judge-watch.service")
    names = {"README.md", "crontab", "judge-tick", *units, *(f"user/{unit}" for unit in units)}
    found = {
        str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*") if path.is_file()
    }
    assert found == names
    for name in names:
        assert f"{tmp_path / 'out' / name}\n" in written.output
    assert os.access(tmp_path / "out" / "judge-tick", os.X_OK)


def test_files_that_are_there_are_not_touched(tmp_path: Path, judge: Path) -> None:
    site(tmp_path / "j")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "crontab").write_text("mine\n", "utf-8")
    result = run("cron", "--dir", tmp_path / "j", "--write", tmp_path / "out")
    assert isinstance(result.exception, UsageError)
    assert "not empty" in str(result.exception)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["crontab"]


def test_the_script_finds_this_program(tmp_path: Path, judge: Path) -> None:
    site(tmp_path / "j")
    run("cron", "--dir", tmp_path / "j", "--write", tmp_path / "out")
    subprocess.run([tmp_path / "out" / "judge-tick", tmp_path / "j"], check=True, env={"HOME": "/nowhere"})
    called = judge.with_name("judge.called").read_text("utf-8").splitlines()
    assert called == ["tick", "--once", "--dir", str(tmp_path / "j")]


def unit(files: dict[str, str], name: str) -> list[str]:
    return files[name].splitlines()


def test_the_units_run_this_program_as_the_owner_who_may_write_to_its_directories(
    tmp_path: Path, judge: Path
) -> None:
    box = {"inbox": {"path": str(tmp_path / "Maildir")}}
    files = cron.files(cron.installation(site(tmp_path / "j", **box)))
    for name, command in (("judge-tick.service", "tick --once"), ("judge-watch.service", "watch")):
        lines = unit(files, name)
        assert f'ExecStart="{judge}" {command}' in lines
        assert f"Environment=JUDGE_DIR={tmp_path}/j" in lines
        assert f"ReadWritePaths={tmp_path}/j {tmp_path}/Maildir" in lines
        assert f"User={ME}" in lines
        assert "ProtectHome=yes" in lines
        assert not [line for line in lines if line.startswith("StateDirectory")]
        own = unit(files, f"user/{name}")
        assert f'ExecStart="{judge}" {command}' in own
        assert not [line for line in own if line.startswith(("User=", "Protect", "After=", "StateDir"))]
    assert "WantedBy=default.target" in unit(files, "user/judge-watch.service")
    assert "Restart=always" in unit(files, "user/judge-watch.service")
    assert "WantedBy=timers.target" in unit(files, "user/judge-tick.timer")


def test_a_judge_at_home_can_be_reached_by_the_units(tmp_path: Path) -> None:
    config = load_config(site(tmp_path / "j").folder)
    here = cron.Installation(("/home/me/.local/bin/judge",), config, "me")
    assert "ProtectHome=read-only" in unit(cron.files(here), "judge-tick.service")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
@pytest.mark.parametrize("name", ["j", "my 100% 'judge' $HOME"])
def test_systemd_finds_no_fault_with_the_units(tmp_path: Path, judge: Path, name: str) -> None:
    site(tmp_path / name)
    run("cron", "--dir", tmp_path / name, "--write", tmp_path / "out")
    for folder, flag in ((tmp_path / "out", "--system"), (tmp_path / "out" / "user", "--user")):
        units = [str(path) for path in folder.iterdir() if path.suffix in (".service", ".timer")]
        env = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", flag, *units],
            capture_output=True, text=True, env=env, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        assert done.returncode == 0


def test_a_password_from_the_environment_is_something_to_set_for_cron_too(
    tmp_path: Path, judge: Path
) -> None:
    login = {"user": "judge", "password_env": "JUDGE_PW"}
    site(tmp_path / "j", inbox={"kind": "imap", "host": "mail.example.test", **login})
    printed = run("cron", "--dir", tmp_path / "j").output
    assert "# the password comes from the environment variable JUDGE_PW (judge.toml)" in printed
    written = run("cron", "--dir", tmp_path / "j", "--write", tmp_path / "out").output
    assert "note: the password comes from the environment variable JUDGE_PW" in written
