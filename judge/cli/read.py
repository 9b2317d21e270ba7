"""`judge read`: what the judge understands of mails lying in files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from judge.cli.common import write_utf8
from judge.paths import languages


@click.command()
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--variant", help="Read the text as orders of this variant.")
@click.option("--power", help="Whose orders they are: id or name in either language; needs --variant.")
@click.option("--lang", type=click.Choice(languages()), default="en", help="Language of the messages.")
def read(files: tuple[Path, ...], variant: str | None, power: str | None, lang: str) -> None:
    """Print what the judge understands of each mail FILE, one line of JSON a file. Changes nothing."""
    from judge.app.read import order_reader, read_file

    if power and not variant:
        raise click.UsageError("--power needs --variant")
    write_utf8()
    reader = order_reader(variant, power, lang) if variant else None
    for path in files:
        _, understood = read_file(path, reader)
        click.echo(json.dumps(understood, ensure_ascii=False))
