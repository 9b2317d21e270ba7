"""The command `judge`: a table of subcommands, each imported only when it is called."""

from __future__ import annotations

from importlib import import_module

import click

from judge import __version__
from judge.cli.common import SuggestingGroup

_COMMANDS = {
    "adjudicate": "judge.cli.adjudicate",
    "cron": "judge.cli.cron",
    "demo": "judge.cli.demo",
    "game": "judge.cli.game",
    "init": "judge.cli.setup",
    "check": "judge.cli.setup",
    "log": "judge.cli.log",
    "map": "judge.cli.map",
    "backup": "judge.cli.keep",
    "export": "judge.cli.keep",
    "import": "judge.cli.keep",
    "parse": "judge.cli.parse",
    "restore": "judge.cli.keep",
    "read": "judge.cli.read",
    "tick": "judge.cli.tick",
    "simulate": "judge.cli.simulate",
    "status": "judge.cli.tick",
    "variant": "judge.cli.variant",
    "watch": "judge.cli.watch",
    "publish": "judge.cli.publish",
    "verify": "judge.cli.keep",
}


class LazyGroup(SuggestingGroup):
    """A group whose commands are imported on use: `judge tick` must not pay for maps and grammars."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        name = cmd_name.replace("-", "_")
        found = import_module(module)
        command: click.Command = getattr(found, name, None) or getattr(found, f"{name}_")
        return command


@click.group(cls=LazyGroup)
@click.version_option(__version__, prog_name="judge")
def cli() -> None:
    """A play-by-mail judge for games of the Diplomacy family."""
