"""The bench on which one input is worked off: the record as it changes, and what it causes.

Made and thrown away within one call of `step`; outside of it there are only values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.chance import SeededChance
from judge.engine import Engine, Owed, Phase
from judge.variants.model import Variant
from judge.workflow.clock import moment, stamp
from judge.workflow.letters import Letter, LetterFacts, Notice, PhaseFacts, Recipient, TranscriptLine
from judge.workflow.model import MailInput, PhaseClosed, Player, Record

PLAYING = "playing"
FORMING_PHASE = "forming"


class Work:
    """One input being worked off. `at` is the moment of the event in hand, aware UTC."""

    def __init__(self, engine: Engine, variant: Variant, record: Record, at: datetime) -> None:
        self.engine = engine
        self.variant = variant
        self.record = record
        self.at = at
        self.letters: list[Letter] = []
        self.closed: list[PhaseClosed] = []
        self.results: list[TranscriptLine] = []
        self.mail: MailInput | None = None
        self._keys: set[str] = set()
        self._loaded: tuple[object, Any, Phase] | None = None

    # ── the record ──────────────────────────────────────────────────────────────────────────────

    def begin(self, at: datetime) -> None:
        """Another event starts: letters from here on carry the next sequence number."""
        self.at = at
        self.change(sequence=self.record.sequence + 1)

    def change(self, **values: Any) -> None:
        """Set fields of the record."""
        self.record = replace(self.record, **values)

    @property
    def settings(self) -> Mapping[str, Any]:
        """The game's settings."""
        return self.record.settings

    @property
    def chance(self) -> SeededChance:
        """The game's own chance; labels must be unique within the game."""
        return SeededChance(bytes.fromhex(self.record.seed))

    def _load(self) -> tuple[object, Any, Phase]:
        raw = self.record.position
        if raw is None:
            raise AssertionError("the game has no position yet")
        if self._loaded is None or self._loaded[0] is not raw:
            position = self.engine.load(raw)
            self._loaded = (raw, position, self.engine.phase(position))
        return self._loaded

    @property
    def position(self) -> Any:
        """The engine's position. Only in a game that has started."""
        return self._load()[1]

    @property
    def phase(self) -> Phase:
        """The phase the position is in. Only in a game that has started."""
        return self._load()[2]

    @property
    def started(self) -> bool:
        """Whether there is a position."""
        return self.record.position is not None

    # ── people ──────────────────────────────────────────────────────────────────────────────────

    def player(self, power: str) -> Player | None:
        """Who holds this seat, if anybody."""
        return next((p for p in self.record.players if p.power == power and power), None)

    def change_player(self, power: str, **values: Any) -> None:
        """Set fields of the person on this seat."""
        self.change(
            players=tuple(replace(p, **values) if p.power == power else p for p in self.record.players)
        )

    def active(self, power: str) -> bool:
        """Whether somebody plays this power, so that it is worth waiting for."""
        player = self.player(power)
        return player is not None and player.status == PLAYING

    def owed(self) -> tuple[Owed, ...]:
        """What powers with a player owe in this phase."""
        return tuple(owed for owed in self.phase.owed if self.active(owed.power))

    def everybody(self) -> list[Recipient]:
        """Players, observers and GMs, each address once a role."""
        found = [
            self.recipient(p, "player")
            for p in self.record.players
            if p.status not in {"ejected", "resigned"}
        ]
        found += [self.recipient(p, "observer") for p in self.record.observers if p.status != "unconfirmed"]
        found += [self.recipient(p, "gm") for p in self.record.gms]
        return [one for one in found if one.address]

    def recipient(self, person: Player, role: str) -> Recipient:
        """This person as one to whom a letter goes."""
        return Recipient(
            address=person.address,
            role=role,  # type: ignore[arg-type]
            power=person.power if role == "player" else "",
            name=person.name,
            language=person.language,
            timezone=person.timezone,
        )

    # ── letters ─────────────────────────────────────────────────────────────────────────────────

    def send(
        self, kind: str, to: Recipient, facts: LetterFacts, *, tag: str = "", answers: bool = False
    ) -> None:
        """Put a letter on the pile. answers: it answers the mail in hand (threading)."""
        phase = self.record.phase_id or FORMING_PHASE
        name = f"{kind}-{tag}" if tag else kind
        key = f"{self.record.game}/{phase}/{name}/{to.address}/{self.record.sequence}"
        unique, copy = key, 1
        while unique in self._keys:
            copy += 1
            unique = f"{key}.{copy}"
        self._keys.add(unique)
        reply = ""
        references: tuple[str, ...] = ()
        if answers and self.mail is not None:
            reply, references = self.mail.message_id, self.mail.references
        self.letters.append(Letter(unique, kind, to, facts, reply, tuple(references)))

    def notice(
        self,
        what: str,
        to: Iterable[Recipient],
        facts: dict[str, Any] | None = None,
        *,
        answers: bool = False,
    ) -> None:
        """Send a short mail of one purpose."""
        phase = self.phase_facts() if self.started else None
        for one in to:
            self.send(
                "notice",
                one,
                Notice(what, self.record.game, self.variant.id, one.power, phase, facts or {}),
                tag=what,
                answers=answers,
            )

    def phase_facts(self) -> PhaseFacts:
        """The phase as letters tell of it; kind "forming" before the game starts."""
        record = self.record
        if not self.started:
            return PhaseFacts("", FORMING_PHASE, 0, {}, True, record.forming_until)
        phase = self.phase
        over = record.state == "finished"
        return PhaseFacts(
            id=phase.id,
            kind=phase.kind,
            turn=phase.turn,
            label=dict(phase.label),
            press=phase.press and not over,
            deadline="" if over else record.deadline,
            grace_end="" if over else record.grace_end,
            starts="" if over or record.starts == record.opened else record.starts,
        )

    # ── time ────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> str:
        """The moment in hand as it is kept in the record."""
        return stamp(self.at)

    def in_grace(self) -> bool:
        """Whether the deadline has passed and the phase is still open."""
        return bool(self.record.grace_end)

    def overdue(self) -> bool:
        """Whether the mail in hand came after the deadline (and still counts, in grace)."""
        late_from = self.record.deadline
        return (
            bool(self.record.grace_end and late_from)
            and self.mail is not None
            and self.mail.at > moment(late_from)
        )
