"""A mail's own words as commands and order lines."""

from __future__ import annotations

from dataclasses import dataclass

from judge.engine import Line
from judge.workflow.handling import Command

_WORDS = {
    "clear": "CLEAR", "取消": "CLEAR", "取り消し": "CLEAR", "help": "HELP", "ヘルプ": "HELP", "status": "STATUS", "状況": "STATUS",
    "language": "LANGUAGE", "言語": "LANGUAGE", "timezone": "TIMEZONE", "ready": "READY", "確定": "READY", "wait": "WAIT",
    "待って": "WAIT",
}  # fmt: skip
_GM_WORDS = ("SEAT", "START", "PROCESS", "EXTEND", "DEADLINE", "PAUSE", "RESUME", "SET")


@dataclass(frozen=True, slots=True)
class MailText:
    """commands and order lines, each with its line number in the mail."""

    commands: tuple[Command, ...]
    orders: tuple[Line, ...]


def read_body(body: str, *, gm: bool) -> MailText:
    """Split what somebody wrote. A GM's commands are only looked for in a GM's mail."""
    commands, orders = [], []
    words = {**_WORDS, **({verb.lower(): verb for verb in _GM_WORDS} if gm else {})}
    for number, text in enumerate(body.splitlines(), start=1):
        parts = text.split()
        if not parts:
            continue
        verb = words.get(parts[0].lower())
        if verb is None:
            orders.append(Line(number, text))
        else:
            commands.append(Command(verb, tuple(parts[1:]), number, text))
    return MailText(tuple(commands), tuple(orders))
