"""Web pages of finished games: `judge publish`."""

from __future__ import annotations

from pathlib import Path

from judge.app.site import Site
from judge.app.take import engine_of
from judge.errors import JudgeError, UsageError
from judge.render.archive import ArchivedGame, ArchivedPhase, game_files, index_files
from judge.store import games
from judge.workflow.letters import EventFacts, PhaseFacts, Seat
from judge.workflow.model import Record
from judge.workflow.settings import shown


def publish(site: Site, target: Path, wanted: tuple[str, ...] = (), *, names: bool = False) -> list[str]:
    """Write the pages of finished games below `target`, of all or of those named; the games written.

    names: show the players' names; addresses are never shown. Files of an earlier run are written over, nothing is deleted.
    Raises UsageError for a game that is not there or not over.
    """
    records = [games.load(site.store, name) for name in wanted or games.names(site.store)]
    for record in records:
        if wanted and record.state != "finished":
            raise UsageError(f"{record.game} is not over: its pages would tell too much")
    archived = [_archived(site, record, names) for record in records if record.state == "finished"]
    try:
        for game in archived:
            for path, text in game_files(game):
                _write(target / path, text)
        for path, text in index_files(archived):
            _write(target / path, text)
    except OSError as error:
        raise JudgeError(f"{target}: {error.strerror or error}") from error
    return [game.game for game in archived]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _archived(site: Site, record: Record, names: bool) -> ArchivedGame:
    variant, engine = engine_of(record)
    phases = []
    for closed in games.phases(site.store, record.game):
        before, after = engine.load(closed.before), engine.load(closed.after)
        phase = engine.phase(before)
        phases.append(
            ArchivedPhase(
                PhaseFacts(phase.id, phase.kind, phase.turn, dict(phase.label)),
                closed.phase_no,
                engine.view(before, None),
                engine.view(after, None),
                tuple(EventFacts(event["kind"], event["facts"]) for event in closed.events),
            )
        )
    by_power = {player.power: player for player in record.players}
    seats = [
        Seat(power, by_power[power].name if names and power in by_power else "") for power in engine.powers
    ]
    outcome = record.outcome or {}
    return ArchivedGame(
        game=record.game,
        variant=variant,
        phases=phases,
        seats=seats if names else (),
        settings=shown(record.settings, variant),
        history=record.centres,
        outcome=outcome,
        seed=record.seed,
        ended=str(outcome.get("at", "")),
    )
