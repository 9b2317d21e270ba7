"""`judge cron`: the crontab line and systemd units for this installation."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import directory_option


@click.command()
@directory_option
@click.option(
    "--write",
    "target",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write these lines, a script, systemd units and a README into FOLDER instead.",
)
def cron(directory: str | None, target: Path | None) -> None:
    """Print the lines for `crontab -e` that let the judge run by itself, with the paths of this installation in them."""
    from judge.app.cron import crontab, installation, notes, write
    from judge.config import find_dir, load_config

    here = installation(load_config(find_dir(directory)))
    if target is None:
        click.echo(crontab(here), nl=False)
        return
    for path in write(here, target):
        click.echo(path)
    for note in notes(here):
        click.echo(f"note: {note}")
    click.echo(f"Pick one of them; {target / 'README.md'} says how.")
