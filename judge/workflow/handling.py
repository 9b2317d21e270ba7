"""What a command handler gets and gives: small values shared by all modules with commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from judge.workflow.letters import Recipient, TranscriptLine
from judge.workflow.work import Work


@dataclass(frozen=True, slots=True)
class Command:
    """One command as written. verb: canonical, in capitals. body: text that belongs to it (press). text: the whole line.

    args: the words after the verb, without commas and arrows; written: what follows the verb as it stands
    """

    verb: str
    args: tuple[str, ...] = ()
    line: int = 0
    text: str = ""
    body: str = ""
    suggestions: tuple[str, ...] = ()
    written: str = ""

    @property
    def rest(self) -> str:
        """What follows the verb, as one string."""
        return self.written or " ".join(self.args)


@dataclass(frozen=True, slots=True)
class Sender:
    """Who acts. power: seat held, or "". gm: may use the GM's commands. shell: acts on the judge's own machine."""

    to: Recipient
    power: str = ""
    gm: bool = False
    shell: bool = False

    @property
    def name(self) -> str:
        """How the log names this person."""
        return self.to.address or "shell"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a command: a code with its facts; refused: nothing was changed."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    refused: bool = False

    def line(self, command: Command) -> TranscriptLine:
        """As a line of the answer."""
        outcome = "refused" if self.refused else "command"
        return TranscriptLine(
            command.line, command.text or command.verb, outcome, result=self.code, facts=dict(self.facts)
        )


Handler = Callable[[Work, Sender, Command], Result]


def refuse(code: str, **facts: Any) -> Result:
    """A command that was not done."""
    return Result(code, facts, refused=True)


def done(code: str, **facts: Any) -> Result:
    """A command that was done."""
    return Result(code, facts)
