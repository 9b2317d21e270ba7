"""`judge simulate`: whole games with players of chance."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.option("--game", default="colonial", show_default=True, help="Which game to play.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same game.")
@click.option(
    "--turns", default=40, show_default=True, help="After so many turns the players end it by vote."
)
@click.option("--win", default=0, help="Centres that win. Default: as the variant says.")
@click.option(
    "--ending",
    type=click.Choice(["draw", "concession", "peace"]),
    default="draw",
    show_default=True,
    help="What they vote for.",
)
@click.option(
    "--dir",
    "directory",
    type=click.Path(path_type=Path),
    default=Path("simulated-game"),
    show_default=True,
    help="Where to play; an earlier simulation there is replaced.",
)
def simulate(game: str, seed: int, turns: int, win: int, ending: str, directory: Path) -> None:
    """Play a whole game by mail with players of chance, from JOIN to the end. Exit 1 when a promise was broken."""
    from judge.app.simulate import simulate as run

    broken = False
    for line in run(game, directory, seed=seed, turns=turns, win=win, ending=ending):
        click.echo(line)
        broken = broken or line.startswith("BROKEN")
    if broken:
        sys.exit(1)
