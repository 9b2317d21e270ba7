"""Making a judge's directory: presets, judge.toml with its comments, the site's secret, folders, database."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.config import FILE_NAME, SECTIONS, Config, parse_config, settings_table
from judge.errors import UsageError
from judge.mail.maildir import make_maildir

Values = dict[str, dict[str, Any]]

PASSWORD_FILE = "password"


@dataclass(frozen=True)
class Preset:
    """A usual way of having mail.

    title: what `judge init` shows. hosts, password: whether they must be asked for. here: the servers are this machine's, which know
    the judge's account by its name without the domain and take its mail to send without a login.
    """

    title: str
    values: Values = field(default_factory=dict)
    hosts: bool = False
    password: bool = True
    here: bool = False


def _account(imap: str, smtp: str, *, plus: bool = True, smtp_tls: str = "tls", **more: Any) -> Values:
    """A provider's account: it delivers only from the account's own address, so without VERP."""
    return {
        "site": {"plus_addressing": plus},
        "inbox": {"kind": "imap", "host": imap, **more},
        "outbox": {"kind": "smtp", "host": smtp, "tls": smtp_tls, "verp": False, **more},
    }


PRESETS: dict[str, Preset] = {
    "embedded": Preset("folders on this machine, no mail server: for trying out", password=False),
    "server": Preset(
        "an IMAP and an SMTP server that you name",
        {"inbox": {"kind": "imap"}, "outbox": {"kind": "smtp"}},
        hosts=True,
    ),
    "local": Preset(
        "Dovecot and Postfix on this machine",
        {
            "inbox": {"kind": "imap", "host": "localhost", "tls": "none"},
            "outbox": {"kind": "smtp", "host": "localhost", "tls": "none"},
        },
        here=True,
    ),
    "maildir": Preset(
        "a Maildir that this machine's mail server fills (inbox.path), and its SMTP server on port 25",
        {
            "inbox": {"kind": "maildir", "path": "~/Maildir"},
            "outbox": {"kind": "smtp", "host": "localhost", "tls": "none"},
        },
        password=False,
    ),
    "gmail": Preset(
        "a Gmail account with an app password (Google account, Security, App passwords)",
        _account("imap.gmail.com", "smtp.gmail.com"),
    ),
    "fastmail": Preset(
        "a Fastmail account with an app password (Settings, Privacy & Security)",
        _account("imap.fastmail.com", "smtp.fastmail.com"),
    ),
    "outlook": Preset(
        "an Outlook or Microsoft 365 account: OAuth2, needs a command that prints a token",
        _account("outlook.office365.com", "smtp.office365.com", smtp_tls="starttls", auth="xoauth2"),
    ),
    "docomo": Preset(
        "ドコモメール (IMAP用パスワード; d アカウントを user に): no plus-addresses",
        _account("imap.spmode.ne.jp", "smtp.spmode.ne.jp", plus=False),
    ),
}


def merge(*layers: Mapping[str, Mapping[str, Any]]) -> Values:
    """Settings on top of each other, the later ones winning."""
    result: Values = {}
    for layer in layers:
        for section, values in layer.items():
            result.setdefault(section, {}).update(values)
    return result


def assignment(text: str) -> Values:
    """`inbox.port=1143` as settings: the value as TOML, else as plain text. Raises UsageError naming what is known."""
    name, equals, value = text.partition("=")
    section, _, key = name.strip().partition(".")
    if not equals or section not in SECTIONS or not key:
        raise UsageError(f"--set {text}: write SECTION.NAME=VALUE with a section of {', '.join(SECTIONS)}")
    try:
        read = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        read = value.strip()
    return {section: {key.strip(): read}}


def settings_text(values: Mapping[str, Mapping[str, Any]]) -> str:
    """A judge.toml: what was chosen, and every other setting as a comment with its default and help."""
    lines = ["# Settings of the judge. Lines that begin with # are defaults; after a change: judge check"]
    section = ""
    known = {(row.section, row.name) for row in settings_table()}
    for row in settings_table():
        if row.section != section:
            section = row.section
            lines += ["", f"[{section}]"]
            lines += [
                f"{name} = {_toml(value)}"
                for name, value in values.get(section, {}).items()
                if (section, name) not in known  # for the check of the settings to complain of
            ]
        chosen = values.get(section, {})
        lines.append(f"# {row.help} ({row.allowed})")
        if row.name in chosen:
            lines.append(f"{row.name} = {_toml(chosen[row.name])}")
        else:
            lines.append(f"# {row.name} = {_toml(row.default)}")
    return "\n".join(lines) + "\n"


def make_site(folder: Path, values: Values, password: str = "") -> Config:
    """Make the directory and all in it. Raises UsageError when it is one already, ConfigError when a setting is wrong.

    password: written to a file of its own that nobody else may read; "" when another source is named in the settings.
    """
    if (folder / FILE_NAME).exists():
        raise UsageError(f"{folder} has a {FILE_NAME} already: edit it, then run `judge check`")
    if password:
        for section in ("inbox", "outbox"):
            if values.setdefault(section, {}).get("user"):
                values[section]["password_file"] = PASSWORD_FILE
    text = settings_text(values)
    config = parse_config(folder, text)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if password:
            write_private(folder / PASSWORD_FILE, password + "\n")
        if not config.path(config.files.secret).exists():
            make_secret(config)
        if config.inbox.kind == "maildir":
            make_maildir(config.path(config.inbox.path))
        if config.outbox.kind == "maildir":
            config.path(config.outbox.path).mkdir(parents=True, exist_ok=True)
        make_database(config)
        write_private(folder / FILE_NAME, text)
    except OSError as error:
        raise UsageError(f"{error.filename or folder}: {error.strerror}") from None
    return config


def make_secret(config: Config) -> None:
    """A new secret for the site: what was proven by the old one has to be confirmed. Raises OSError."""
    write_private(config.path(config.files.secret), secrets.token_hex(32) + "\n")


def make_database(config: Config) -> None:
    """The database, when it is not there yet."""
    from judge.store.store import Store

    Store.open(config.path(config.files.database), create=True).close()


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all. Raises OSError."""
    part = path.with_name(path.name + ".part")
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(number, "w", encoding="utf-8") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def system_timezone() -> str:
    """The machine's IANA time zone, or "UTC" when it does not tell."""
    link = Path("/etc/localtime")
    if link.is_symlink():
        _, found, name = str(link.resolve()).partition("zoneinfo/")
        if found:
            return name
    try:
        return Path("/etc/timezone").read_text("utf-8").strip() or "UTC"
    except OSError:
        return "UTC"


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        raise UsageError(f"{value}: a setting is a text, a number, true, false or a list")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
