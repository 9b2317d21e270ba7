"""A game of two by mail without servers: the record, and every letter that was written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from judge.engines import engine_for
from judge.korea.engine import KoreaEngine
from judge.variants.load import load_variant
from judge.workflow.codec import dump_record, load_record
from judge.workflow.letters import Letter
from judge.workflow.model import CommandInput, MailInput, Player, Record, TimeInput
from judge.workflow.record import new_record
from judge.workflow.step import step

VARIANT = load_variant("korea")
_engine = engine_for(VARIANT)
assert isinstance(_engine, KoreaEngine)
ENGINE = _engine
T0 = datetime(2026, 12, 1, 12, tzinfo=UTC)
WHO = {"EAST": "east@example.org", "WEST": "west@example.jp"}
LANGUAGES = {"EAST": "en", "WEST": "ja"}


class Table:
    """A game being played. Hours after T0."""

    def __init__(self, seed: str = "00" * 32, **settings: Any) -> None:
        self.record: Record = new_record(
            "korea1", VARIANT, settings=settings, gms=(Player("", "gm@example.org"),), seed=seed
        )
        self.letters: list[Letter] = []
        self.hours = 0.0
        for power, address in WHO.items():
            self.act("SEAT", power, address, f"language={LANGUAGES[power]}")
        self.act("START")

    def _do(self, event: Any) -> list[Letter]:
        result = step(ENGINE, VARIANT, self.record, event)
        assert load_record(dump_record(result.record)) == result.record
        self.record = result.record
        self.letters += result.letters
        return list(result.letters)

    @property
    def now(self) -> datetime:
        """The time at the table."""
        return T0 + timedelta(hours=self.hours)

    def act(self, verb: str, *args: str) -> list[Letter]:
        """The GM does something."""
        return self._do(CommandInput(self.now, verb, args, "gm@example.org"))

    def mail(self, power: str, body: str, subject: str = "") -> list[Letter]:
        """A player writes, half an hour later."""
        self.hours += 0.5
        self._do(TimeInput(self.now))
        made = self._do(MailInput(self.now, WHO[power], "player", power, body, subject))
        return made + self._do(TimeInput(self.now))

    def wait(self, hours: float) -> list[Letter]:
        """Time goes by."""
        self.hours += hours
        return self._do(TimeInput(self.now))

    @property
    def position(self) -> Any:
        """The position now."""
        return ENGINE.load(self.record.position or {})

    @property
    def asked(self) -> list[str]:
        """Who owes something."""
        return [owed.power for owed in ENGINE.phase(self.position).owed]

    def to(self, power: str, kind: str = "") -> list[Letter]:
        """Letters to a player."""
        return [one for one in self.letters if one.to.address == WHO[power] and kind in ("", one.kind)]
