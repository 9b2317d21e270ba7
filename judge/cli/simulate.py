"""`judge simulate`: whole games with players of chance."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.argument("variant", required=False)
@click.option("--games", default=200, show_default=True, help="With VARIANT: how many games.")
@click.option(
    "--players",
    default="sensible",
    show_default=True,
    help="With VARIANT: random, sensible or planning; several, separated by commas, in the variant's order of powers.",
)
@click.option("--game", default="colonial", show_default=True, help="Which game to play by mail.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same game.")
@click.option(
    "--turns",
    default=40,
    show_default=True,
    help="After so many turns the players end it by vote; with VARIANT it is broken off.",
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
def simulate(
    variant: str | None,
    games: int,
    players: str,
    game: str,
    seed: int,
    turns: int,
    win: int,
    ending: str,
    directory: Path,
) -> None:
    """Play a whole game by mail with players of chance, from JOIN to the end. Exit 1 when a promise was broken.

    With VARIANT: many games without mails, and how often each outcome comes.
    """
    if variant:
        from judge.app.odds import frequencies

        kinds = [kind.strip() for kind in players.split(",")]
        for line in frequencies(variant, games=games, seed=seed, players=kinds, most_turns=turns):
            click.echo(line)
        return
    from judge.app.simulate import simulate as run

    broken = False
    for line in run(game, directory, seed=seed, turns=turns, win=win, ending=ending):
        click.echo(line)
        broken = broken or line.startswith("BROKEN")
    if broken:
        sys.exit(1)
