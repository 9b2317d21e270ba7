"""The one table of settings: a field is a setting; its metadata hold the help and the check.

Passwords are read when they are needed, never stored in the database, and never shown by repr.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar

from judge.config.checks import (
    ADDRESS,
    ADDRESSES,
    COMMAND,
    DOMAIN,
    FLAG,
    LANGUAGE,
    NAMES,
    OPTIONAL_ADDRESS,
    TEXT,
    ZONE,
    Check,
    number,
    one_of,
)
from judge.errors import ConfigError

FILE_NAME = "judge.toml"


def setting(check: Check, default: Any, text: str, *, secret: bool = False, required: bool = False) -> Any:
    """One row of the table: a dataclass field with its check, its default and its help."""
    return field(
        default=default, repr=not secret, metadata={"check": check, "help": text, "required": required}
    )


@dataclass(frozen=True, slots=True)
class Login:
    """What both mail servers need. The password comes from exactly one of four places."""

    SECTION: ClassVar[str] = ""

    host: str = setting(TEXT, "", "name of the mail server")
    port: int = setting(number(0, 65535), 0, "port; 0 for the usual one")
    tls: str = setting(
        one_of("tls", "starttls", "none"),
        "tls",
        "encryption: tls from the first byte, starttls, or none (only on one machine)",
    )
    verify: bool = setting(FLAG, True, "check the server's certificate and name")
    ca_file: str = setting(
        TEXT, "", "file of certificates to trust instead of the system's (self-signed servers)"
    )
    user: str = setting(TEXT, "", "name to log in with, usually the whole address")
    password: str = setting(TEXT, "", "the password itself; better one of the next three", secret=True)
    password_file: str = setting(
        TEXT, "", "file whose first line is the password; nobody else may read it (chmod 600)"
    )
    password_env: str = setting(TEXT, "", "environment variable that holds the password")
    password_command: tuple[str, ...] = setting(
        COMMAND, (), "command whose first line of output is the password or token"
    )
    auth: str = setting(
        one_of("password", "xoauth2"),
        "password",
        "xoauth2: the password is an OAuth2 access token (let password_command fetch it)",
    )
    timeout: int = setting(
        number(1, 600), 30, "seconds to wait for the server before giving up until the next tick"
    )

    def secret(self, folder: Path) -> str:
        """The password or token; folder is the data directory. Raises ConfigError in one line that never has the secret in it."""
        try:
            return self._secret(folder)
        except ConfigError as error:
            raise ConfigError(f"{folder / FILE_NAME}: [{self.SECTION}] {error}") from None

    def _secret(self, folder: Path) -> str:
        if self.password_file:
            return _first_line_of(folder / self.password_file, "password_file")
        if self.password_env:
            value = os.environ.get(self.password_env)
            if not value:
                raise ConfigError(f"password_env: the environment variable {self.password_env} is not set")
            return value
        if self.password_command:
            return _output_of(self.password_command, folder)
        return self.password


@dataclass(frozen=True, slots=True)
class Site:
    """[site]: who the judge is."""

    address: str = setting(ADDRESS, "", "the judge's own mail address", required=True)
    name: str = setting(TEXT, "Judge", "the name in front of the address")
    language: str = setting(LANGUAGE, "en", "language of mails to people who have not chosen one")
    timezone: str = setting(ZONE, "UTC", "time zone of people who have not chosen one")
    gms: tuple[str, ...] = setting(
        ADDRESSES, (), "addresses of the people who may create games and act as game master"
    )
    domain: str = setting(DOMAIN, "", "domain in the judge's Message-IDs; empty for the address's own")
    aliases: tuple[str, ...] = setting(
        ADDRESSES, (), "other addresses of the judge: mails from them are its own"
    )
    operator: str = setting(
        OPTIONAL_ADDRESS, "", "whom to tell of trouble with the program; empty for the first of gms"
    )
    heartbeat_mail: str = setting(
        one_of("never", "weekly", "daily"),
        "never",
        "mail the operator how the judge is, on Mondays or each day at 8:00 of the time zone above",
    )
    plus_addressing: bool = setting(
        FLAG, True, "mail to judge+GAME@… reaches the judge (`judge check` tries it)"
    )


@dataclass(frozen=True, slots=True)
class InboxSettings(Login):
    """[inbox]: where mails come in."""

    SECTION: ClassVar[str] = "inbox"

    kind: str = setting(
        one_of("maildir", "imap"), "maildir", "maildir: a folder on this machine; imap: a mail server"
    )
    path: str = setting(TEXT, "mail/judge", "maildir: the folder, from the data directory")
    folder: str = setting(TEXT, "INBOX", "imap: the folder to read")
    done_folder: str = setting(
        TEXT, "Processed", "where handled mails go; empty to leave them in place, marked as seen"
    )
    max_bytes: int = setting(
        number(10_000, 100_000_000),
        2_000_000,
        "bytes of one mail to read; what is longer is cut and answered so",
    )


@dataclass(frozen=True, slots=True)
class OutboxSettings(Login):
    """[outbox]: where mails go out."""

    SECTION: ClassVar[str] = "outbox"

    kind: str = setting(
        one_of("maildir", "smtp"),
        "maildir",
        "maildir: one folder a recipient (trying out); smtp: a mail server",
    )
    path: str = setting(TEXT, "mail/players", "maildir: the folder, from the data directory")
    verp: bool = setting(
        FLAG,
        True,
        "envelope sender judge+bounce=user=host@…, so that failed deliveries name their address; needs plus_addressing",
    )
    hello: str = setting(DOMAIN, "", "name this machine gives itself to the server; empty for its own")


@dataclass(frozen=True, slots=True)
class Security:
    """[security]: when a mail counts as its sender's."""

    trusted_servers: tuple[str, ...] = setting(
        NAMES, (), "names your own receiving server signs Authentication-Results with"
    )
    addresses_are_enough: bool = setting(
        FLAG, False, "believe the From address of any mail (only among friends)"
    )
    token_days: int = setting(
        number(0, 3650), 400, "days for which a reply to a mail of ours proves its writer; 0 for ever"
    )
    answers_per_day: int = setting(
        number(1, 10_000), 100, "answers to one address a day, then one notice and silence"
    )
    stranger_answers_per_day: int = setting(number(0, 100), 1, "answers to one unknown address a day")


@dataclass(frozen=True, slots=True)
class Tick:
    """[tick]: how a pass works."""

    settle_seconds: int = setting(
        number(0, 86_400), 120, "wait so long after a deadline for mails still on their way"
    )
    outage_hours: int = setting(
        number(1, 720), 6, "a judge that was away longer moves the deadlines it missed"
    )
    batch: int = setting(number(1, 1000), 50, "mails read and stored together")
    heartbeat_file: str = setting(
        TEXT, "", "file to touch after each good tick, for monitoring; empty for none"
    )


@dataclass(frozen=True, slots=True)
class Files:
    """[files]: names in the data directory."""

    database: str = setting(TEXT, "judge.db", "the database")
    secret: str = setting(
        TEXT, "judge.secret", "the site's secret, from which reply tokens are made; nobody else may read it"
    )
    cache: str = setting(TEXT, "cache", "pictures and built grammars; may be deleted at any time")


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of a site. folder: the data directory; relative paths start there."""

    folder: Path
    site: Site
    inbox: InboxSettings
    outbox: OutboxSettings
    security: Security
    tick: Tick
    files: Files

    @property
    def domain(self) -> str:
        """The domain in our Message-IDs."""
        return self.site.domain or self.site.address.rpartition("@")[2]

    @property
    def operator(self) -> str:
        """Whom to tell of trouble; "" when the site names nobody."""
        return self.site.operator or (self.site.gms[0] if self.site.gms else "")

    def path(self, name: str) -> Path:
        """A path of the settings, seen from the data directory."""
        return self.folder / Path(name).expanduser()

    def site_secret(self) -> bytes:
        """The secret behind reply tokens. Raises ConfigError when its file is missing or too short to be one."""
        path = self.path(self.files.secret)
        text = _first_line_of(
            path, "[files] secret", mend=f"; make one with `judge init {self.folder} --new-secret`"
        )
        if len(text) < 32:
            raise ConfigError(
                f"{path}: too short for a secret: at least 32 characters (`judge init {self.folder} --new-secret` makes one)"
            )
        return text.encode()


SECTIONS: dict[str, type[Any]] = {
    "site": Site,
    "inbox": InboxSettings,
    "outbox": OutboxSettings,
    "security": Security,
    "tick": Tick,
    "files": Files,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One setting as the docs and `judge init` show it."""

    section: str
    name: str
    default: Any
    help: str
    allowed: str
    required: bool


def setting_check(section: str, name: str) -> Check:
    """What one setting may be. Raises KeyError for a setting that does not exist."""
    rows = {item.name: item for item in fields(SECTIONS[section])}
    check: Check = rows[name].metadata["check"]
    return check


def settings_table() -> Iterator[Row]:
    """Every setting there is, section by section."""
    for section, cls in SECTIONS.items():
        for item in sorted(fields(cls), key=lambda item: item.name != "kind"):
            default = None if item.default is MISSING else item.default
            check: Check = item.metadata["check"]
            yield Row(
                section, item.name, default, item.metadata["help"], check.allowed, item.metadata["required"]
            )


def _first_line_of(path: Path, what: str, mend: str = "") -> str:
    """mend: what to do where there is nothing; a file that is there and may not be read must not be made anew."""
    try:
        lines = path.expanduser().read_text("utf-8-sig").splitlines()
    except FileNotFoundError as error:
        raise ConfigError(f"{what}: {path} cannot be read: {error.strerror}{mend}") from None
    except OSError as error:
        raise ConfigError(f"{what}: {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{what}: {path} is not UTF-8 text") from None
    if not lines or not lines[0].strip():
        raise ConfigError(f"{what}: {path} has an empty first line{mend}")
    return lines[0].strip()


def _output_of(command: tuple[str, ...], folder: Path) -> str:
    import subprocess

    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = error.strerror if isinstance(error, OSError) else "no answer within 60 seconds"
        raise ConfigError(f"password_command: {command[0]}: {reason}") from None
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode or not lines or not lines[0].strip():
        raise ConfigError(f"password_command: {command[0]} gave no password (exit status {done.returncode})")
    return lines[0].strip()
