"""Finding and reading judge.toml."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from judge.config.checks import Check
from judge.config.settings import FILE_NAME, SECTIONS, Config, InboxSettings, OutboxSettings
from judge.errors import ConfigError

DIR_VARIABLE = "JUDGE_DIR"


def find_dir(option: str | Path | None = None, environ: Mapping[str, str] | None = None) -> Path:
    """The data directory: the --dir option, else $JUDGE_DIR, else the current directory or the user's own if it has a judge.toml.

    Raises ConfigError when none of them is one.
    """
    environ = os.environ if environ is None else environ
    named = option or environ.get(DIR_VARIABLE)
    if named:
        folder = Path(named).expanduser().absolute()
        if not (folder / FILE_NAME).is_file():
            raise ConfigError(f"{folder}: has no {FILE_NAME}; `judge init {named}` makes one")
        return folder
    home = Path(environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "judge"
    for folder in (Path.cwd(), home):
        if (folder / FILE_NAME).is_file():
            return folder
    raise ConfigError(
        f"no {FILE_NAME} here; name the judge's directory with --dir or {DIR_VARIABLE}, or make one: judge init DIR"
    )


def load_config(folder: Path) -> Config:
    """Read and check judge.toml. Raises ConfigError in one line: file, key, what is allowed."""
    path = Path(folder) / FILE_NAME
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is not UTF-8; save it as UTF-8 text") from None
    return parse_config(Path(folder), text)


def parse_config(folder: Path, text: str) -> Config:
    """Check the text of a judge.toml as if it were in this folder. Raises ConfigError in one line."""
    path = folder / FILE_NAME
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from None
    for name, value in data.items():
        if name not in SECTIONS:
            raise ConfigError(f"{path}: unknown section [{name}]{_nearest(name, SECTIONS)}")
        if not isinstance(value, dict):
            raise ConfigError(f"{path}: {name} must be a section: [{name}] on a line of its own")
    parts = {name: _section(path, name, cls, data.get(name, {})) for name, cls in SECTIONS.items()}
    config = Config(folder.absolute(), **parts)
    _check_server(path, "inbox", config.inbox, "imap")
    _check_server(path, "outbox", config.outbox, "smtp")
    return config


def _section(path: Path, section: str, cls: type[Any], given: Mapping[str, Any]) -> Any:
    known = {item.name: item for item in fields(cls)}
    for name in given:
        if name not in known:
            raise ConfigError(f"{path}: [{section}] has no setting {name!r}{_nearest(name, known)}")
    values = {}
    for name, item in known.items():
        check: Check = item.metadata["check"]
        if name not in given:
            if item.metadata["required"]:
                raise ConfigError(f"{path}: [{section}] {name} is missing: {check.allowed}")
            continue
        try:
            values[name] = check.read(given[name])
        except ValueError:
            shown = "" if not item.repr else f" = {given[name]!r}"
            raise ConfigError(f"{path}: [{section}] {name}{shown}: must be {check.allowed}") from None
    return cls(**values)


def _check_server(path: Path, section: str, login: InboxSettings | OutboxSettings, kind: str) -> None:
    """What one setting demands of another."""
    sources = [
        name
        for name in ("password", "password_file", "password_env", "password_command")
        if getattr(login, name)
    ]
    if len(sources) > 1:
        raise ConfigError(f"{path}: [{section}] {' and '.join(sources)}: only one of them is allowed")
    if login.kind != kind:
        return
    if not login.host:
        raise ConfigError(
            f'{path}: [{section}] host is missing: kind = "{kind}" needs the name of the server'
        )
    if kind == "imap" and not login.user:
        raise ConfigError(f"{path}: [{section}] user is missing: the name to log in with")
    if login.user and not sources:
        raise ConfigError(
            f"{path}: [{section}] password_file is missing: user needs one of password_file, password_env, "
            "password_command, password"
        )
    if login.auth == "xoauth2" and not login.user:
        raise ConfigError(f'{path}: [{section}] user is missing: auth = "xoauth2" needs it')


def _nearest(name: str, known: Mapping[str, Any]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known are {', '.join(known)}"
