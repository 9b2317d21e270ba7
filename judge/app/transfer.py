"""Backup, restore, and moving a game to another judge."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from judge.app.replay import replay
from judge.app.site import Site
from judge.errors import DataError, JudgeError, UsageError
from judge.store import games
from judge.store.store import Store, copy_database
from judge.workflow.model import PhaseClosed, Record

FORMAT = 1


def backup(site: Site, target: Path) -> None:
    """Copy the database while the judge may be at work; the copy is whole. Raises UsageError when the file is there already."""
    if target.exists():
        raise UsageError(f"{target} is there already: name another file")
    try:
        copy_database(site.store.conn, target)
    except (OSError, sqlite3.Error) as error:
        raise JudgeError(f"backup to {target}: {error}") from error


def restore(site: Site, source: Path) -> None:
    """Put a backup in the database's place; what was there is kept beside it as judge.before-restore.db."""
    if not source.is_file():
        raise UsageError(f"no file {source}")
    try:
        with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise DataError(f"{source} is damaged")
            copy.execute("SELECT 1 FROM game LIMIT 1")
            copy_database(site.store.conn, site.store.path.with_suffix(".before-restore.db"))
            copy.backup(site.store.conn)
        copy.close()
    except sqlite3.Error as error:
        raise DataError(f"{source} is no backup of a judge: {error}") from error
    Store.open(site.store.path).close()


def phase_lines(phases: list[PhaseClosed]) -> list[dict[str, Any]]:
    """Closed phases in the layout of `judge adjudicate`: name, state, orders, results."""
    lines = []
    for phase in phases:
        state: dict[str, Any] = {
            key: phase.before[key] for key in ("units", "centers", "retreats") if key in phase.before
        }
        state = state or dict(phase.before)
        results = {
            event["facts"]["unit"]: {
                key: event["facts"][key] for key in ("verdict", "reason", "by") if key in event["facts"]
            }
            for event in phase.events
            if event["kind"] == "order_result" and event["facts"].get("unit")
        }
        lines.append(
            {
                "name": phase.phase_id,
                "state": state,
                "orders": {power: list(orders) for power, orders in phase.orders.items()},
                "results": results,
            }
        )
    return lines


def export(site: Site, game: str) -> dict[str, Any]:
    """A whole game as JSON: its phases for other programs, its log for another judge. Holds the seed: keep it secret while the
    game runs."""
    log = [
        {"kind": row[0], "data": msgspec.json.decode(row[1])}
        for row in site.store.conn.execute(
            "SELECT kind, data FROM input WHERE game = ? ORDER BY sequence", (game,)
        )
    ]
    if not log:
        games.load(site.store, game)
    return {
        "format": FORMAT,
        "game": game,
        "variant": games.load(site.store, game).variant,
        "phases": phase_lines(games.phases(site.store, game)),
        "log": log,
    }


def bring_in(site: Site, data: dict[str, Any], *, now: datetime) -> Record:
    """Take over an exported game: its log is played again here, and must lead to the phases that the file shows.

    Raises UsageError for a name in use, DataError for a bad file and for a game that comes out differently here.
    """
    if data.get("format") != FORMAT or not isinstance(data.get("log"), list) or not data.get("game"):
        raise DataError("this is no file of `judge export` that this version reads")
    name = str(data["game"])
    if name in games.names(site.store):
        raise UsageError(f"there is a game {name!r} here already")
    with site.store.transaction() as conn:
        for number, entry in enumerate(data["log"]):
            conn.execute(
                "INSERT INTO input (game, sequence, at, kind, data, mail) VALUES (?, ?, ?, ?, ?, NULL)",
                (
                    name,
                    number,
                    str(entry["data"].get("at", now.isoformat())),
                    str(entry["kind"]),
                    msgspec.json.encode(entry["data"]).decode(),
                ),
            )
        record, closed = replay(site, name)
        for phase in closed:
            games.add_phase(site.store, name, phase)
        games.save(
            site.store, record, next_due=now.isoformat() if record.deadline else "", now=now.isoformat()
        )
        _compare(phase_lines(games.phases(site.store, name)), data.get("phases", []))
    return record


def _compare(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> None:
    """Positions, orders and verdicts must be the same; how a result is explained may change with the program's version."""
    for number in range(max(len(ours), len(theirs))):
        here, there = (
            _essence(phases[number]) if number < len(phases) else None for phases in (ours, theirs)
        )
        if here != there:
            phase = (ours[number] if number < len(ours) else theirs[number])["name"]
            raise DataError(
                f"phase {phase} comes out differently here than the file says: it was changed,"
                " or the game was played with another version of the judge"
            )


def _essence(phase: dict[str, Any]) -> tuple[Any, ...]:
    verdicts = {unit: result.get("verdict") for unit, result in phase.get("results", {}).items()}
    return phase["name"], phase["state"], phase["orders"], verdicts
