"""A mail's own words as commands and order lines, with what the reader of mails has to say about them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.engine import Line
from judge.problems import Problem
from judge.variants.model import Variant
from judge.workflow.handling import Command

if TYPE_CHECKING:
    from judge.text.names import Names

FOR_THE_MAIL_LAYER = frozenset({"GAME", "PASSWORD"})
"""Commands that say which game and who: done before the game gets the mail."""


@dataclass(frozen=True, slots=True)
class MailText:
    """commands and order lines, each with its line number in the mail. problems: of lines that are no orders. denied: commands that a
    line says are not meant."""

    commands: tuple[Command, ...]
    orders: tuple[Line, ...]
    problems: tuple[Problem, ...] = ()
    denied: tuple[Command, ...] = ()


_memo: dict[str, tuple[Variant, Names]] = {}


def names_of(variant: Variant) -> Names:
    """The variant's names, built once."""
    from judge.text.names import build_names

    known = _memo.get(variant.id)
    if known is None or known[0] is not variant:
        known = _memo[variant.id] = (variant, build_names(variant))
    return known[1]


def gms_commands(body: str) -> dict[int, str]:
    """Lines that are a GM's commands, by number: to tell somebody else plainly that they are not his."""
    from judge.text.commands import split_mail
    from judge.text.verbs import VERBS

    split = split_mail(body, gm=True)
    return {one.line: one.name for one in split.commands if one.name and VERBS[one.name].gm}


def read_body(body: str, variant: Variant, *, gm: bool) -> MailText:
    """Split what somebody wrote. A GM's commands are only looked for in a GM's mail.

    A GM's "ORDER France" with nothing behind it takes the order lines that follow, up to the next command.
    """
    from judge.text.commands import split_mail

    names = names_of(variant)

    def is_name(word: str) -> bool:
        return bool(names.region(word) or names.power(word))

    split = split_mail(body, gm=gm, is_name=is_name)
    commands = tuple(
        Command(
            verb=one.name,
            args=one.args,
            line=one.line,
            text=one.source,
            body=one.body,
            suggestions=one.suggestions,
            written=one.rest,
        )
        for one in split.commands
    )
    orders = split.orders
    for command in commands:
        if command.verb == "ORDER" and len(command.args) == 1:
            ends = min((c.line for c in commands if c.line > command.line), default=len(body) + 1)
            mine = [line for line in orders if command.line < line.number < ends]
            orders = tuple(line for line in orders if line not in mine)
            block = "\n".join(line.text for line in mine)
            commands = tuple(replace(c, body=block) if c is command else c for c in commands)
    denied = tuple(Command(one.name, line=one.line, text=one.source) for one in split.denied)
    return MailText(commands, orders, split.problems, denied)
