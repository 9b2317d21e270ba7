"""Which calendar files go with a letter: the deadline for a reader who owes something, all turns where they are fixed."""

from __future__ import annotations

from judge.mail.model import Attachment
from judge.render.pages.common import Desk
from judge.workflow.letters import GameStart, Letter, Notice, PhaseFacts, TurnSummary

_TYPE = "text/calendar; charset=utf-8; method=PUBLISH"
_MOVED = frozenset({"deadline_changed", "resumed", "seat_yours"})
"""Notices after which the deadline of the reader's phase is another, or new to the reader."""


def calendar_files(desk: Desk) -> list[Attachment]:
    """The .ics files of this letter. A moved deadline has the same event id, so that it replaces the one before."""
    facts = desk.letter.facts
    if not isinstance(facts, GameStart | TurnSummary | Notice) or not facts.power:
        return []
    phase = facts.phase
    if phase is None or not phase.id or not phase.deadline:
        return []
    owed: list[str] = []
    if isinstance(facts, Notice):
        if facts.what not in _MOVED:
            return []
    elif isinstance(facts, TurnSummary):
        owed = desk.owed([one for one in facts.owed if one.power == facts.power])
        if facts.outcome is not None or not owed:
            return []
    files = [_deadline_file(desk, facts.game, phase, owed)]
    if isinstance(facts, GameStart) and facts.calendar:
        files.append(_turns_file(desk, facts))
    return files


def _deadline_file(desk: Desk, game: str, phase: PhaseFacts, owed: list[str]) -> Attachment:
    from judge.render.ics import deadline_ics

    address = desk.site.address_for(game)
    data = deadline_ics(
        uid=f"{game}-{phase.id}@{address.rpartition('@')[2]}",
        deadline=phase.deadline,
        title=desk.words.calendar_title(game, desk.say.phase(phase), desk.names.listed(owed)),
        text=desk.words.calendar_text(address),
        sender=address,
        revision=_revision(desk.letter),
    )
    return Attachment("deadline.ics", _TYPE, data)


def _revision(letter: Letter) -> int:
    """A number that only grows within a game: that of the input which caused the letter, at the end of its key."""
    number = letter.key.rpartition("/")[2].partition(".")[0]
    return int(number) if number.isdecimal() else 0


def _turns_file(desk: Desk, facts: GameStart) -> Attachment:
    from judge.render.ics import turns_ics

    address = desk.site.address_for(facts.game)
    host = address.rpartition("@")[2]
    turns = [
        (
            f"{facts.game}-turn-{one['turn']}@{host}",
            str(one["starts"]),
            str(one["deadline"]),
            f"[{facts.game}] {desk.words.column_turn()} {one['turn']}",
        )
        for one in facts.calendar
    ]
    data = turns_ics(turns, text=desk.words.calendar_text(address), sender=address)
    return Attachment("calendar.ics", _TYPE, data)
