"""The files of cron/ for one judge: with the place of this program, the judge's directory and its owner filled in."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.app.owner import owner_of
from judge.app.program import installed_as
from judge.config import FILE_NAME, Config
from judge.errors import UsageError
from judge.paths import data_dir

USER_UNITS = "user"
"""Folder of the units for `systemctl --user`."""
_SANDBOX = re.compile(
    r"^(User|After|Wants|StateDirectory\w*|Private\w+|Protect\w+|Restrict(?!art)\w+|Lock\w+|System\w+)="
)
"""Lines of the units that a user's own systemd cannot or need not keep."""


@dataclass(frozen=True)
class Installation:
    """Where things are on this machine. program: the words that start the judge; owner: of its directory."""

    program: tuple[str, ...]
    config: Config
    owner: str

    @property
    def folder(self) -> str:
        """The judge's directory."""
        return str(self.config.folder)

    @property
    def writes(self) -> list[str]:
        """The directories that a pass writes into: the judge's own, and a Maildir elsewhere."""
        found = [self.folder]
        for section in (self.config.inbox, self.config.outbox):
            path = self.config.path(section.path).absolute()
            if section.kind == "maildir" and not path.is_relative_to(self.folder):
                found.append(str(path))
        return found

    @property
    def at_home(self) -> bool:
        """Whether the program or something that it reads lies where systemd's ProtectHome hides it."""
        hidden = ("/home/", "/root/", "/run/user/")
        return any(
            path.startswith(hidden)
            for path in (*self.writes, *self.program, os.path.realpath(self.program[0]))
        )


def installation(config: Config) -> Installation:
    """This program, with the judge of these settings. Raises UsageError for a directory that no crontab can name."""
    if "\n" in str(config.folder):
        raise UsageError(f"{str(config.folder)!r}: a line break in a directory's name is too much for cron")
    return Installation(_program(), config, owner_of(config.folder))


def _program() -> tuple[str, ...]:
    """How to start this program from anywhere."""
    found = installed_as()
    if found is not None:
        return (found[0],)
    source = Path(__file__).resolve().parents[2]  # a clone that is not installed
    return ("/usr/bin/env", f"PYTHONPATH={source}", sys.executable, "-m", "judge")


def notes(here: Installation) -> list[str]:
    """What cron and systemd cannot know by themselves, a line each."""
    names = {one.password_env for one in (here.config.inbox, here.config.outbox) if one.password_env}
    return [
        f"the password comes from the environment variable {name} ({FILE_NAME}): set it there as well"
        for name in sorted(names)
    ]


def crontab(here: Installation) -> str:
    """The lines for `crontab -e`."""
    lines = []
    for line in _template("crontab"):
        if line.startswith("MAILTO="):
            line = f"MAILTO={here.config.operator}" if here.config.operator else f"# {line}"
            lines += [line, *(f"# {note}: NAME=VALUE" for note in notes(here))]
        elif line.startswith("* "):
            lines.append(f"* * * * * {_cron_words((*here.program, 'tick', '--once', '--dir', here.folder))}")
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def files(here: Installation) -> dict[str, str]:
    """Every file of cron/ by its name, filled in; the units once more for `systemctl --user`."""
    found = {}
    for path in sorted(data_dir("cron").iterdir()):
        if path.name == "crontab":
            found[path.name] = crontab(here)
        elif path.name == "judge-tick":
            found[path.name] = _wrapper(here)
        elif path.suffix in (".service", ".timer"):
            found[path.name] = _unit(here, _template(path.name))
            found[f"{USER_UNITS}/{path.name}"] = _user_unit(here, _template(path.name))
        elif path.is_file():
            found[path.name] = path.read_text("utf-8")
    return found


def write(here: Installation, folder: Path) -> list[Path]:
    """Write the files into a folder that is new or empty; their paths. Raises UsageError when it is not, or cannot be written."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder} is there already and not empty: name another folder")
        written = []
        for name, text in files(here).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            if text.startswith("#!"):
                path.chmod(0o755)
            written.append(path)
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: {error.strerror}") from None
    return written


def _template(name: str) -> list[str]:
    return (data_dir("cron") / name).read_text("utf-8").splitlines()


def _cron_words(words: Sequence[str]) -> str:
    """Words for a crontab: it takes a bare % for the end of the line."""
    return shlex.join(words).replace("%", "\\%")


def _wrapper(here: Installation) -> str:
    lines = []
    for line in _template("judge-tick"):
        if line.startswith("PATH="):
            own = "" if len(here.program) > 1 else f"{shlex.quote(os.path.dirname(here.program[0]))}:"
            line = line.replace(":-", f":-{own}", 1)
        lines.append(line.replace(" judge tick ", f" {shlex.join(here.program)} tick "))
    return "\n".join(lines) + "\n"


def _unit(here: Installation, lines: Sequence[str]) -> str:
    """A unit of the whole machine: run as the directory's owner, who may write there and nowhere else."""
    filled = []
    for line in lines:
        if line.startswith("User="):
            line = f"User={here.owner}"
        elif line == "StateDirectory=judge":
            line = f"ReadWritePaths={_unit_words(here.writes)}"
        elif line.startswith("StateDirectoryMode="):
            continue
        elif line == "ProtectHome=yes" and here.at_home:
            line = "ProtectHome=read-only"
        filled.append(_filled(here, line))
    return "\n".join(filled) + "\n"


def _user_unit(here: Installation, lines: Sequence[str]) -> str:
    """A unit for `systemctl --user`: without what only the machine's systemd can do."""
    kept = (line.replace("multi-user.target", "default.target") for line in lines if not _SANDBOX.match(line))
    return "\n".join(_filled(here, line) for line in kept) + "\n"


def _filled(here: Installation, line: str) -> str:
    """A line of a unit with the program and the directory in it."""
    start, found, words = line.partition("/usr/local/bin/judge ")
    if start == "ExecStart=" and found:
        return f"{start}{_unit_words(here.program).replace('$', '$$')} {words}"
    if line.startswith("Environment=JUDGE_DIR="):
        return f"Environment={_unit_words([f'JUDGE_DIR={here.folder}'])}"
    return line


def _unit_words(words: Sequence[str]) -> str:
    """Words for a unit file, quoted where they must be; % begins a specifier there."""
    shown = []
    for word in words:
        plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
        shown.append(f'"{plain}"' if re.search(r"[\s\"'\\;]", word) else plain)
    return " ".join(shown)
