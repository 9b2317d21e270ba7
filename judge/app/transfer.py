"""Moving a game to another judge: export and import."""

from __future__ import annotations

import codecs
from datetime import datetime
from itertools import zip_longest
from typing import Any

import msgspec

from judge.app.games import NAME
from judge.app.replay import replay
from judge.app.site import Site
from judge.errors import DataError, UsageError
from judge.store import games
from judge.workflow.model import PhaseClosed, Record

FORMAT = 1


class _Entry(msgspec.Struct):
    kind: str
    data: dict[str, Any]


class _Phase(msgspec.Struct):
    name: str
    state: dict[str, Any]
    orders: dict[str, list[str]]
    results: dict[str, dict[str, Any]] = {}


class ExportedGame(msgspec.Struct):
    """A file of `judge export`, its shape checked."""

    format: int
    game: str
    log: list[_Entry]
    phases: list[_Phase] = []


_RESULT = ("order", "verdict", "reason", "by")
_WHERE_THERE_ARE_ANY = ("strengths", "stop")
_STATE = ("units", "centers", "retreats")


def phase_lines(phases: list[PhaseClosed]) -> list[dict[str, Any]]:
    """Closed phases in the layout of `judge adjudicate`: name, state, the orders that were given, results, and the next phase that
    was played (one in which nobody had anything to do is left out)."""
    lines = []
    for phase in phases:
        results = _results(phase)
        silent = {result.get("order") for result in results.values() if result.get("reason") == "no_order"}
        after = dict(phase.after)
        if "units" in after:
            after.setdefault("retreats", {})
        following = {"name": after.pop("name")} if "name" in after else {}
        lines.append(
            {
                "name": phase.phase_id,
                "state": {key: phase.before[key] for key in _STATE if key in phase.before}
                or dict(phase.before),
                "orders": {
                    power: [order for order in orders if order not in silent]
                    for power, orders in phase.orders.items()
                },
                "results": results,
                "next": {**following, "state": after},
            }
        )
    return lines


def _results(phase: PhaseClosed) -> dict[str, dict[str, Any]]:
    """What came of each unit's order, and of orders without a unit (WAIVE) under their own text; an order beside the valid one is
    left out."""
    found = [event["facts"] for event in phase.events if event["kind"] == "order_result"]
    valid = {facts.get("unit") for facts in found if facts["verdict"] != "void"}
    results: dict[str, dict[str, Any]] = {}
    for facts in found:
        key = facts.get("unit") or facts.get("order", "")
        if not key or key in results or (facts["verdict"] == "void" and key in valid):
            continue
        results[key] = {name: facts[name] for name in _RESULT if name in facts}
        results[key] |= {name: facts[name] for name in _WHERE_THERE_ARE_ANY if facts.get(name)}
    return results


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


def read_export(text: bytes) -> ExportedGame:
    """A file of `judge export`. Raises DataError when it is none that this version reads."""
    try:
        found = msgspec.json.decode(text.removeprefix(codecs.BOM_UTF8), type=ExportedGame)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DataError(f"this is no file of `judge export`: {error}") from None
    if found.format != FORMAT:
        raise DataError(f"format {found.format} of `judge export` is not one that this version reads")
    if not NAME.fullmatch(found.game):
        raise DataError(f"this is no file of `judge export`: {found.game!r} is no name of a game")
    return found


def bring_in(site: Site, data: ExportedGame, *, now: datetime) -> Record:
    """Take over an exported game: its log is played again here, and must lead to the phases that the file shows.

    Raises UsageError for a name in use, DataError for a bad file and for a game that comes out differently here.
    """
    name = data.game
    if name in games.names(site.store):
        raise UsageError(f"there is a game {name!r} here already")
    with site.store.transaction() as conn:
        for number, entry in enumerate(data.log):
            conn.execute(
                "INSERT INTO input (game, sequence, at, kind, data, mail) VALUES (?, ?, ?, ?, ?, NULL)",
                (
                    name,
                    number,
                    str(entry.data.get("at", now.isoformat())),
                    entry.kind,
                    msgspec.json.encode(entry.data).decode(),
                ),
            )
        record, closed = replay(site, name)
        if record.game != name:
            raise DataError(f"the file is of game {name!r}, its log of {record.game!r}")
        for phase in closed:
            games.add_phase(site.store, name, phase)
        games.save(
            site.store, record, next_due=now.isoformat() if record.deadline else "", now=now.isoformat()
        )
        _compare(phase_lines(games.phases(site.store, name)), data.phases)
    return record


def _compare(ours: list[dict[str, Any]], theirs: list[_Phase]) -> None:
    """Positions, orders and verdicts must be the same; how a result is explained may change with the program's version."""
    here = [_essence(msgspec.convert(phase, _Phase)) for phase in ours]
    there = [_essence(phase) for phase in theirs]
    for one, other in zip_longest(here, there):
        if one != other:
            name = (one or other or ("",))[0]
            raise DataError(
                f"phase {name} comes out differently here than the file says: it was changed,"
                " or the game was played with another version of the judge"
            )


def _essence(phase: _Phase) -> tuple[Any, ...]:
    verdicts = {unit: result.get("verdict") for unit, result in phase.results.items()}
    return phase.name, phase.state, phase.orders, verdicts
