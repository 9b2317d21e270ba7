"""`judge verify`, `backup`, `restore`, `export`, `import`: keeping games safe and moving them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import BinaryIO

import click

from judge.cli.common import directory_option, write_utf8


@click.command()
@click.argument("game")
@directory_option
def verify(game: str, directory: str | None) -> None:
    """Play GAME again from its log and compare every phase. Exit 1 when anything differs."""
    from judge.app.replay import verify as run
    from judge.app.site import open_site
    from judge.store import games

    site = open_site(directory)
    try:
        differences = list(run(site, game))
        phases = len(games.phases(site.store, game))
    finally:
        site.close()
    for line in differences:
        click.echo(line)
    if differences:
        sys.exit(1)
    click.echo(f"{game}: {phases} phases, all exactly as the log gives them")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@directory_option
def backup(file: Path, directory: str | None) -> None:
    """Copy the whole database to FILE, also while the judge is at work."""
    from judge.app.backup import backup as run
    from judge.app.now import clock
    from judge.app.site import open_site

    site = open_site(directory)
    try:
        run(site, file, now=clock())
    finally:
        site.close()
    click.echo(f"copied to {file}; keep judge.toml and judge.secret with it")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@directory_option
def restore(file: Path, directory: str | None) -> None:
    """Put the backup FILE in the database's place; what was there is kept beside it.

    Also when the database is lost or damaged.
    """
    from judge.app.backup import restore as run
    from judge.config import find_dir, load_config

    kept = run(load_config(find_dir(directory)), file)
    click.echo(f"restored from {file}" + (f"; what was there is kept as {kept}" if kept else ""))


@click.command()
@click.argument("game")
@directory_option
def export(game: str, directory: str | None) -> None:
    """Print GAME as JSON: every phase, and the log that another judge can import. Secret while the game runs."""
    from judge.app.site import open_site
    from judge.app.transfer import export as run

    write_utf8()
    site = open_site(directory)
    try:
        click.echo(json.dumps(run(site, game), ensure_ascii=False))
    finally:
        site.close()


@click.command(name="import")
@click.argument("file", type=click.File("rb"))
@directory_option
def import_(file: BinaryIO, directory: str | None) -> None:
    """Take over a game from a FILE made by `judge export`."""
    from judge.app.now import clock
    from judge.app.site import open_site
    from judge.app.transfer import bring_in, read_export
    from judge.errors import DataError

    try:
        data = read_export(file.read())
    except DataError as error:
        raise DataError(f"{file.name}: {error}") from None
    site = open_site(directory)
    try:
        with site.turn():
            record = bring_in(site, data, now=clock())
    finally:
        site.close()
    click.echo(f"{record.game}: {record.state}, {record.phase_id or '-'}")
