"""`judge log GAME`: what game masters did."""

from __future__ import annotations

import click

from judge.cli.common import directory_option


@click.command()
@click.argument("game")
@directory_option
def log(game: str, directory: str | None) -> None:
    """What the game masters of GAME did, with who and when, oldest first."""
    from judge.app.site import open_site
    from judge.store import games

    site = open_site(directory)
    try:
        entries = games.load(site.store, game).log
    finally:
        site.close()
    for entry in entries:
        click.echo(f"{entry['at']}  {entry['who']}  {entry['verb']} {' '.join(entry['args'])}".rstrip())
