"""`judge game …`: what a GM does from the shell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

import click

from judge.cli.common import SuggestingGroup, directory_option, now_option
from judge.paths import languages

if TYPE_CHECKING:
    from judge.app.site import Site


@contextmanager
def _site(directory: str | None) -> Iterator[Site]:
    from judge.app.site import open_site

    site = open_site(directory)
    try:
        yield site
    finally:
        site.close()


@click.group(cls=SuggestingGroup)
def game() -> None:
    """Open, fill, start and look at games."""


@game.command("new")
@click.argument("name")
@click.option(
    "--variant", default="colonial", show_default=True, help="Which game (see `judge variant list`)."
)
@click.option("--gm", default="", help="The game master's address. Default: the first of [site] gms.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of the game; may be repeated."
)
@directory_option
@now_option
def new(
    name: str, variant: str, gm: str, settings: tuple[str, ...], directory: str | None, now: datetime | None
) -> None:
    """Open the game NAME. It waits for players until it is started."""
    from judge.app.games import new_game
    from judge.app.now import clock

    pairs = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise click.UsageError(f"--set {setting}: write NAME=VALUE")
        pairs[key] = value
    with _site(directory) as site, site.turn():
        record = new_game(site, name, variant, gm=gm, settings=pairs, now=now or clock())
    click.echo(f"game {name} ({record.variant}) is open; the game master gets a mail at the next tick")
    if record.settings["seats"] == "gm":
        click.echo(f"seat players with: judge game seat {name} POWER ADDRESS; then judge game start {name}")
    else:
        click.echo(
            f"players join by mail: JOIN {name}; when all seats are taken it goes on and starts by itself"
        )


@game.command("seat")
@click.argument("name")
@click.argument("power")
@click.argument("address")
@click.option("--player", default="", help="The player's name.")
@click.option(
    "--language", type=click.Choice(languages()), default=None, help="Language of the player's mails."
)
@click.option("--timezone", default=None, help="The player's time zone (Asia/Tokyo).")
@directory_option
@now_option
def seat(
    name: str,
    power: str,
    address: str,
    player: str,
    language: str | None,
    timezone: str | None,
    directory: str | None,
    now: datetime | None,
) -> None:
    """Give the power POWER in game NAME to the player at ADDRESS."""
    from judge.app.games import act, power_named
    from judge.app.now import clock
    from judge.store import games as stored

    with _site(directory) as site, site.turn():
        power_id = power_named(stored.load(site.store, name), power)
        args = [power_id, address]
        args += [f"name={player}"] if player else []
        args += [f"language={language}"] if language else []
        args += [f"timezone={timezone}"] if timezone else []
        act(site, name, "SEAT", args, now=now or clock())
    click.echo(f"{power_id}: {address}")


@game.command("start")
@click.argument("name")
@directory_option
@now_option
def start(name: str, directory: str | None, now: datetime | None) -> None:
    """Start the game NAME: every player gets the opening mail at the next tick."""
    from judge.app.games import act
    from judge.app.now import clock

    with _site(directory) as site, site.turn():
        record = act(site, name, "START", [], now=now or clock())
    click.echo(f"{name}: {record.phase_id}, deadline {record.deadline}")


@game.command("do")
@click.argument("name")
@click.argument("verb")
@click.argument("args", nargs=-1)
@directory_option
@now_option
def do(name: str, verb: str, args: tuple[str, ...], directory: str | None, now: datetime | None) -> None:
    """Do in game NAME what a GM can mail: VERB with its ARGS, such as: judge game do summer EXTEND 24h."""
    from judge.app.games import act
    from judge.app.now import clock

    with _site(directory) as site, site.turn():
        record = act(site, name, verb.upper(), list(args), now=now or clock())
    click.echo(f"{name}: {record.state}, {record.phase_id or '-'}, deadline {record.deadline or '-'}")


@game.command("list")
@directory_option
def list_games(directory: str | None) -> None:
    """All games, a line each."""
    from judge.app.games import summaries

    with _site(directory) as site:
        rows = summaries(site)
    if not rows:
        click.echo("no games yet: judge game new NAME --variant colonial")
    for row in rows:
        click.echo(
            f"{row.name:<20} {row.variant:<10} {row.state:<9} {row.phase or '-':<9} {row.deadline or '-':<26} {row.seats}"
        )


@game.command("show")
@click.argument("name")
@directory_option
def show(name: str, directory: str | None) -> None:
    """The game NAME: players, position, who still owes what. Orders are not shown."""
    from judge.app.show import describe
    from judge.store import games as stored

    with _site(directory) as site:
        record = stored.load(site.store, name)
    click.echo("\n".join(describe(record)))
