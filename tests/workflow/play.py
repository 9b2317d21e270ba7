"""Playing the tiny game in tests: a table that keeps record and letters."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from judge.workflow.codec import dump_record, load_record
from judge.workflow.letters import Letter
from judge.workflow.model import CommandInput, MailInput, NoteInput, PhaseClosed, Record, Step, TimeInput
from judge.workflow.step import step
from tests.workflow.fake import ADDRESSES, ENGINE, GM, T0, VARIANT, seated


class Table:
    """A game in hand. Times are hours after T0."""

    def __init__(self, record: Record | None = None, **settings: Any) -> None:
        self.record = record or seated(**settings)
        self.letters: list[Letter] = []
        self.closed: list[PhaseClosed] = []
        self.last: Step | None = None

    def _do(self, event: Any) -> Step:
        result = step(ENGINE, VARIANT, self.record, event)
        assert load_record(dump_record(result.record)) == result.record
        self.record = result.record
        self.letters += result.letters
        self.closed += result.closed
        self.last = result
        return result

    def gm(self, verb: str, *args: str, at: float = 0) -> Step:
        return self._do(CommandInput(hour(at), verb, args, "gm@example.org"))

    def time(self, at: float) -> Step:
        return self._do(TimeInput(hour(at)))

    def mail(self, power: str, body: str, at: float, subject: str = "", **more: Any) -> Step:
        values = {
            "address": ADDRESSES[power],
            "role": "player",
            "power": power,
            "body": body,
            "subject": subject,
        }
        return self._do(MailInput(at=hour(at), **{**values, **more}))

    def gm_mail(self, body: str, at: float) -> Step:
        return self._do(MailInput(hour(at), GM.address, "gm", "", body))

    def stranger(self, address: str, body: str, at: float, **more: Any) -> Step:
        return self._do(MailInput(hour(at), address, "stranger", "", body, **more))

    def note(self, kind: Any, hours: float, **facts: Any) -> Step:
        return self._do(NoteInput(hour(hours), kind, facts))

    def kinds(self, address: str = "") -> list[str]:
        return [letter.kind for letter in self.letters if not address or letter.to.address == address]

    def of(self, kind: str, address: str = "") -> list[Any]:
        return [
            letter.facts
            for letter in self.letters
            if letter.kind == kind and (not address or letter.to.address == address)
        ]

    def notices(self, what: str) -> list[Letter]:
        return [letter for letter in self.letters if getattr(letter.facts, "what", "") == what]


def hour(hours: float) -> datetime:
    """That many hours after T0."""
    return T0 + timedelta(hours=hours)


def started(**settings: Any) -> Table:
    """A running game, letters of the start put away."""
    table = Table(**settings)
    table.gm("START")
    table.letters.clear()
    return table
