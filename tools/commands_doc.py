"""Writes the reference of all commands into docs/commands.md, between its two marks: python -m tools.commands_doc"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from judge.cli.main import cli

DOC = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
BEGIN, END = "<!-- commands: begin -->", "<!-- commands: end -->"

SHARED = {"directory", "now"}
"""Options that many commands have: said once, above the reference."""


def commands(
    group: click.Group = cli, words: tuple[str, ...] = ("judge",)
) -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, in alphabetical order; of a group, the group itself and then its commands."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield " ".join((*words, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


def arguments(command: click.Command) -> list[str]:
    """The command's arguments as they stand in its usage line."""
    ctx = click.Context(command)
    return [each.make_metavar(ctx) for each in command.params if isinstance(each, click.Argument)]


def options(command: click.Command) -> list[click.Option]:
    """The command's options, without --help."""
    return [each for each in command.params if isinstance(each, click.Option)]


def _shared(option: click.Option) -> bool:
    return option.name in SHARED


def default_of(option: click.Option) -> str:
    """The default, where it is worth telling."""
    if not option.show_default or option.is_flag or option.default in (None, "", ()):
        return ""
    return f" Default: `{option.default}`."


def reference() -> str:
    """All commands as Markdown."""
    lines: list[str] = []
    for name, command in commands():
        lines += ["", f"### `{' '.join((name, *arguments(command)))}`", ""]
        lines.append(inspect.cleandoc(command.help or "").replace("\b\n", "").strip())
        rows = [option for option in options(command) if not _shared(option)]
        if rows:
            lines += ["", "| option | meaning |", "|---|---|"]
        shared = [f"`{option.opts[0]}`" for option in options(command) if _shared(option)]
        for option in rows:
            words = ", ".join(f"`{word}`" for word in (*option.opts, *option.secondary_opts))
            if not option.is_flag and not option.count:
                words += f" {option.make_metavar(click.Context(command))}"
            help_text = (option.help or "").replace("|", "\\|")
            lines.append(f"| {words.replace('|', chr(92) + '|')} | {help_text}{default_of(option)} |")
        if shared:
            lines += ["", f"Also {' and '.join(shared)}, see above."]
    return "\n".join(lines).strip() + "\n"


def with_reference(text: str) -> str:
    """The page with the reference as it should be. Raises ValueError when a mark is missing."""
    before, _, rest = text.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"{DOC.name} lacks {BEGIN} or {END}")
    return f"{before}{BEGIN}\n{reference()}{END}{after}"


if __name__ == "__main__":
    DOC.write_text(with_reference(DOC.read_text("utf-8")), "utf-8")
