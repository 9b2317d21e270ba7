"""`judge init`: make a judge's directory. `judge check`: try its settings against the servers."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from judge.cli.common import directory_option
from judge.errors import UsageError

_MARKS = {"ok": "ok  ", "warn": "WARN", "fail": "FAIL"}


@click.command()
@click.argument("directory", metavar="DIR")
@click.option("--preset", help="How the judge has its mail; --list-presets names them. Default: embedded.")
@click.option("--list-presets", is_flag=True, help="Name the presets and stop.")
@click.option("--address", help="The judge's own mail address.")
@click.option(
    "--gm", "gms", multiple=True, metavar="ADDRESS", help="A game master's address; may be repeated."
)
@click.option("--name", help="Name in front of the judge's address. Default: Judge.")
@click.option(
    "--language", metavar="CODE", help="Language of mails unless somebody chooses another: en or ja."
)
@click.option(
    "--timezone", metavar="ZONE", help="Time zone unless somebody chooses another. Default: the machine's."
)
@click.option(
    "--user", help="Name to log in with. Default: the judge's address; with local, the part before the @."
)
@click.option("--imap-host", metavar="HOST", help="IMAP server, where the preset does not name it.")
@click.option("--smtp-host", metavar="HOST", help="SMTP server. Default: the IMAP server.")
@click.option("--password-file", metavar="FILE", help="Read the password from this file at each use.")
@click.option("--password-env", metavar="NAME", help="Read it from this environment variable.")
@click.option(
    "--password-command", metavar="COMMAND", help="Read it, or an OAuth2 token, from this command's output."
)
@click.option(
    "--set", "sets", multiple=True, metavar="SECTION.NAME=VALUE", help="Any other setting; may be repeated."
)
@click.option(
    "--new-secret",
    is_flag=True,
    help="Only make a new secret: replies to mails sent before then prove nothing.",
)
@click.option("--yes", is_flag=True, help="Ask nothing: what is not given takes its default.")
def init(directory: str, list_presets: bool, new_secret: bool, sets: tuple[str, ...], **given: Any) -> None:
    """Make DIR a judge's directory: settings, secret, folders, database. Asks for what is not given.

    A password that is typed in goes into a file of its own that only you can read.
    """
    from judge.app.setup import PRESETS, Values, assignment, make_site, merge

    if list_presets:
        for name, one in PRESETS.items():
            click.echo(f"{name:10} {one.title}")
        return
    if new_secret:
        from judge.app.setup import make_secret
        from judge.config import find_dir, load_config

        make_secret(load_config(find_dir(directory)))
        click.echo("a new secret is made; replies to mails sent before now have to be confirmed")
        return
    ask = _Questions(given, quiet=given["yes"])
    folder = Path(directory).expanduser().absolute()
    if (folder / "judge.toml").exists():
        raise UsageError(
            f"{folder} has a judge.toml already: edit it, then run `judge check --dir {directory}`"
        )
    chosen = _preset(ask)
    preset = PRESETS[chosen]
    weekly: Values = {"site": {"heartbeat_mail": "weekly"}} if preset.values else {}
    values = merge(preset.values, weekly, _people(ask))
    password = ""
    if preset.hosts:
        host = ask("imap_host", "IMAP server")
        values = merge(
            values, {"inbox": {"host": host}, "outbox": {"host": ask("smtp_host", "SMTP server", host)}}
        )
    elif given["imap_host"] or given["smtp_host"]:
        raise UsageError(f'--imap-host and --smtp-host go with --preset server, not with "{chosen}"')
    if preset.password:
        login, password = _login(ask, values, here=preset.here)
        values = merge(values, {"inbox": login}, {} if preset.here else {"outbox": dict(login)})
    config = make_site(folder, merge(values, *map(assignment, sets)), password)
    click.echo(f"{config.folder} is ready. Next:")
    named = shlex.quote(directory)
    for command, words in (
        (f"judge check --dir {named}", "tries the settings"),
        (f"judge cron --dir {named}", "prints the line that lets it run by itself"),
        (f"judge game new NAME --dir {named}", "opens a game"),
    ):
        click.echo(f"  {command:<{len(named) + 26}}  # {words}")


@click.command()
@directory_option
@click.option("--no-mail", is_flag=True, help="Send no mail to the judge itself.")
@click.option("--wait", default=60.0, show_default=True, help="Seconds to wait for a mail to come back.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for monitoring.")
def check(directory: str | None, no_mail: bool, wait: float, as_json: bool) -> None:
    """Try every setting: directory, secrets, database, words, fonts, own variants, servers, a mail to itself.

    Exit 1 when something fails; what is merely unwise (WARN) is no failure.
    """
    from judge.app.checks import check_site
    from judge.config import find_dir, load_config

    found = []
    for finding in check_site(load_config(find_dir(directory)), mail=not no_mail, wait=wait):
        found.append(finding)
        if not as_json:
            click.echo(f"{_MARKS[finding.status]}  {finding.step}: {finding.words}")
            if finding.mend:
                click.echo(f"      mend: {finding.mend}")
    failed = sum(finding.status == "fail" for finding in found)
    if as_json:
        warned = sum(finding.status == "warn" for finding in found)
        report = {"failed": failed, "warned": warned, "findings": [asdict(finding) for finding in found]}
        click.echo(json.dumps(report, ensure_ascii=False))
    elif failed:
        click.echo(f"judge: {failed} of the checks failed", err=True)
    if failed:
        sys.exit(1)


class _Questions:
    """Answers from flags, else from the person, else (--yes) the default."""

    def __init__(self, given: dict[str, Any], *, quiet: bool) -> None:
        self.given = given
        self.quiet = quiet

    def __call__(
        self, name: str, question: str, default: str | None = None, setting: tuple[str, str] | None = None
    ) -> str:
        """setting: section and name of what is asked; what it does not allow is asked again.

        Raises UsageError naming the flag when nobody may be asked and there is no default.
        """
        if self.given.get(name):
            return str(self.given[name])
        if not self.quiet:
            read = _allowed(*setting) if setting else str.strip
            return str(click.prompt(question, default=default, value_proc=read))
        if default is None:
            raise UsageError(f"--{name.replace('_', '-')} is missing: {question}")
        return default


def _allowed(section: str, name: str) -> Callable[[str], str]:
    """Reads an answer as this setting; says what is allowed when it is not."""
    from judge.config import setting_check

    check = setting_check(section, name)

    def read(answer: str) -> str:
        try:
            return str(check.read(answer.strip()))
        except ValueError:
            raise click.UsageError(f"it must be {check.allowed}") from None

    return read


def _preset(ask: _Questions) -> str:
    from judge.app.setup import PRESETS

    if not ask.given["preset"] and not ask.quiet:
        click.echo("How does the judge have its mail?")
        for name, one in PRESETS.items():
            click.echo(f"  {name:10} {one.title}")
    chosen = ask("preset", "One of these", "embedded")
    if chosen not in PRESETS:
        raise UsageError(f"--preset {chosen}: must be one of {', '.join(PRESETS)}")
    return chosen


def _people(ask: _Questions) -> dict[str, dict[str, Any]]:
    from judge.app.setup import system_timezone

    address = ask("address", "The judge's own mail address", setting=("site", "address"))
    gms = list(ask.given["gms"])
    if not gms and not ask.quiet:
        gms = [ask("gm", "Your own address, as game master", setting=("site", "address"))]
    return {
        "site": {
            "address": address,
            "gms": gms,
            "name": ask("name", "Name in front of the judge's address", "Judge"),
            "language": ask("language", "Language of mails (en or ja)", "en", ("site", "language")),
            "timezone": ask(
                "timezone", "Time zone, such as Europe/Berlin", system_timezone(), ("site", "timezone")
            ),
        }
    }


def _login(ask: _Questions, values: dict[str, dict[str, Any]], *, here: bool) -> tuple[dict[str, Any], str]:
    """User and source of the password; the password itself when it was typed in."""
    address = values["site"]["address"]
    usual = address.rpartition("@")[0] if here else address
    login: dict[str, Any] = {"user": ask("user", "Name to log in with", usual)}
    sources = [name for name in ("password_file", "password_env", "password_command") if ask.given[name]]
    if len(sources) > 1:
        raise UsageError("only one of --password-file, --password-env and --password-command is allowed")
    password = ""
    if sources:
        text = ask.given[sources[0]]
        if sources[0] == "password_command":
            login["password_command"] = shlex.split(text)
        elif sources[0] == "password_file":
            login["password_file"] = str(Path(text).expanduser().absolute())
        else:
            login["password_env"] = text
    elif values["inbox"].get("auth") == "xoauth2":
        login["password_command"] = shlex.split(
            ask("password_command", "Command that prints an OAuth2 token")
        )
    elif ask.quiet:
        raise UsageError(
            "--password-file, --password-env or --password-command is missing: where the password is"
        )
    else:
        password = click.prompt("Password (is not shown)", hide_input=True)
    return login, password
