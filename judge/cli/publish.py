"""`judge publish`: web pages of finished games."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import directory_option


@click.command()
@click.argument("target", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--game",
    "games",
    multiple=True,
    help="Only this game; may be given several times. Default: all that are over.",
)
@click.option("--names", is_flag=True, help="Show the players' names. Mail addresses are never shown.")
@directory_option
def publish(target: Path, games: tuple[str, ...], names: bool, directory: str | None) -> None:
    """Write finished games as plain web pages below TARGET, in every language: maps, orders, results, chart."""
    from judge.app.publish import publish as run
    from judge.app.site import open_site

    site = open_site(directory)
    try:
        written = run(site, target, games, names=names)
    finally:
        site.close()
    for game in written:
        click.echo(f"{game}: written")
    if not written:
        click.echo("no game is over yet")
        return
    click.echo(f"open {target / 'index.html'}")
