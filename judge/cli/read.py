"""`judge read`: what the judge understands of mails lying in files."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--variant", help="Read the text as orders of this variant (its starting position).")
@click.option("--power", help="Read it as this power's orders; needs --variant.")
def read(files: tuple[Path, ...], variant: str | None, power: str | None) -> None:
    """Print what the judge understands of each mail FILE, one line of JSON a file. Changes nothing."""
    from judge.app.read import read_file

    if power and not variant:
        raise click.UsageError("--power needs --variant")
    for path in files:
        _, understood = read_file(path)
        click.echo(json.dumps(understood, ensure_ascii=False))
