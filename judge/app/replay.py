"""Playing a game again from its log, and comparing: `judge verify`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import msgspec

from judge.app.site import Site
from judge.app.take import engine_of
from judge.store import games
from judge.workflow.model import PhaseClosed, Record


def replay(site: Site, game: str) -> tuple[Record, list[PhaseClosed]]:
    """The record and the closed phases as the log alone makes them. Raises DataError when the log does not read back."""
    from judge.workflow.step import step

    record = games.first_record(site.store, game)
    closed: list[PhaseClosed] = []
    for taken in games.inputs(site.store, game):
        variant, engine = engine_of(record)
        result = step(engine, variant, record, taken)
        record = result.record
        closed += result.closed
    return record, closed


def verify(site: Site, game: str) -> Iterator[str]:
    """One line for each difference between the stored game and its log; none: the game is exactly what its log says."""
    stored = games.load(site.store, game)
    record, closed = replay(site, game)
    by_number = {(phase.phase_no, phase.revision): _as_stored(phase) for phase in closed}
    kept = {(phase.phase_no, phase.revision): phase for phase in games.all_phases(site.store, game)}
    for number in sorted(by_number.keys() | kept.keys()):
        ours, theirs = by_number.get(number), kept.get(number)
        if theirs is None and ours is not None:
            yield f"{game}: phase {ours.phase_id} is missing from the history"
        elif ours is None and theirs is not None:
            yield f"{game}: phase {theirs.phase_id} is in the history but the log does not lead to it"
        elif ours is not None and theirs is not None:
            for item in fields(PhaseClosed):
                if getattr(ours, item.name) != getattr(theirs, item.name):
                    yield f"{game}: phase {ours.phase_id}: {item.name} is not what the log gives"
    for part in fields(Record):
        if getattr(record, part.name) != getattr(stored, part.name):
            yield f"{game}: the record's {part.name} is not what the log gives"


def _as_stored(phase: PhaseClosed) -> PhaseClosed:
    """The phase as it reads back from the store: JSON knows no tuples inside events."""
    return msgspec.json.decode(msgspec.json.encode(phase), type=PhaseClosed)
