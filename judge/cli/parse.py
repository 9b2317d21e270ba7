"""`judge parse`: what the judge understands of order lines."""

from __future__ import annotations

import sys

import click

from judge.cli.common import write_utf8
from judge.paths import languages


@click.command("parse")
@click.argument("variant")
@click.option("--power", default=None, help="Whose orders they are: id or name in either language.")
@click.option("--state", "state", default=None, help="Position as JSON, or the name of a file with it.")
@click.option(
    "--phase", type=click.Choice(["M", "R", "A"]), default=None, help="Movement, retreat or adjustment."
)
@click.option("--lang", type=click.Choice(languages()), default="en", help="Language of the messages.")
@click.option("--strict", is_flag=True, help="Refuse orders that are void as the board stands.")
def parse(
    variant: str, power: str | None, state: str | None, phase: str | None, lang: str, strict: bool
) -> None:
    """Read one order text of VARIANT a line from standard input; print one JSON object a line."""
    from judge.app.parse import open_reader

    sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # type: ignore[union-attr]
    write_utf8()
    reader = open_reader(variant, power, state, phase, lang, strict)
    for line in sys.stdin:
        click.echo(reader(line.rstrip("\r\n")))
