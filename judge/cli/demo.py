"""`judge demo`: see it work before setting anything up."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--game", default="colonial", show_default=True, help="Which game to play.")
@click.option(
    "--dir",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("demo-game"),
    show_default=True,
    help="Where to play; an earlier demo there is replaced.",
)
def demo(game: str, directory: Path) -> None:
    """Play a real turn from bundled mails, in folders instead of mail servers, and tell the story."""
    from judge.app.demo import play

    for line in play(game, directory):
        click.echo(line)
