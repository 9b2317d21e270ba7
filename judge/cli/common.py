"""Options that several commands share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import datetime
from io import TextIOWrapper
from typing import Any

import click

_SHORT = 90


def write_utf8() -> None:
    """JSON goes out as UTF-8 (RFC 8259, section 8.1) whatever the terminal's encoding is."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")


class SuggestingGroup(click.Group):
    """A group that answers an unknown command with the nearest one there is."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from judge.variants.hint import did_you_mean

            known = self.list_commands(ctx)
            near = did_you_mean(args[0], known) or f": there are {', '.join(known)}"
            ctx.fail(f"No such command {args[0]!r}{near}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with the first sentence of each one's help, which click would cut off in the middle."""
        named = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl([(name, _in_short(command.help or "")) for name, command in named if command])


def _in_short(text: str) -> str:
    """The first sentence; of a long one what stands before its colon."""
    sentence = re.split(r"\.\s|\.$", " ".join(text.split()), maxsplit=1)[0]
    return sentence if len(sentence) <= _SHORT else sentence.partition(":")[0]


class Moment(click.ParamType[datetime]):
    """A time as ISO 8601; without a zone it is UTC."""

    name = "iso-time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        from judge.app.now import clock

        if isinstance(value, datetime):
            return value
        try:
            return clock(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a time such as 2026-12-01T20:00:00+09:00", param, ctx)


def directory_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--dir`: the judge's data directory."""
    return click.option(
        "--dir",
        "directory",
        metavar="DIR",
        help="The judge's directory (with judge.toml). Default: $JUDGE_DIR, else the current directory.",
    )(command)


def now_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--now`: the time to act at."""
    return click.option("--now", type=Moment(), help="Act as if it were this time (ISO 8601). Default: now.")(
        command
    )
