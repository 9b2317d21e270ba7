"""The site's games as anybody may know them: what LIST answers."""

from __future__ import annotations

from typing import Any

from judge.app.site import Site
from judge.app.take import engine_of
from judge.errors import BrokenVariantError
from judge.store import games
from judge.workflow.model import Record

MOST_FINISHED = 10
"""Finished games that are listed, those with the last names first to go."""


def games_of_site(site: Site) -> tuple[dict[str, Any], ...]:
    """A row a game, those that can be joined first: name, variant, state, phase, how many seats there are and are open."""
    rows = [_row(games.load(site.store, name)) for name in games.names(site.store)]
    order = {"forming": 0, "running": 1, "paused": 1, "finished": 2}
    rows.sort(key=lambda row: (order.get(row["state"], 3), not row["open"], row["game"]))
    over = [row for row in rows if row["state"] == "finished"]
    return tuple(row for row in rows if row not in over[MOST_FINISHED:])


def open_games(site: Site) -> list[str]:
    """Names of games that anybody may join now."""
    forming = (
        record
        for name in sorted(games.names(site.store))
        if (record := games.load(site.store, name)).state == "forming"
    )
    return [
        record.game for record in forming if record.settings.get("join") != "invited" and _row(record)["open"]
    ]


def _row(record: Record) -> dict[str, Any]:
    names: dict[str, str]
    try:
        variant, engine = engine_of(record)
    except BrokenVariantError:  # the operator is told; nobody can join it now
        names, seats, free = {}, len(record.players), 0
    else:
        names = {language: titles[0] for language, titles in variant.names.items() if titles}
        seats, free = len(engine.powers), _free(record, len(engine.powers))
    return {
        "game": record.game,
        "variant": record.variant,
        "names": names,
        "state": record.state,
        "phase": record.phase_id,
        "seats": seats,
        "open": free,
    }


def _free(record: Record, seats: int) -> int:
    if record.state == "finished":
        return 0
    taken = {player.power for player in record.players if player.status in {"playing", "out"}}
    joined = sum(person.status == "joined" for person in record.standbys)
    return max(0, seats - len(taken) - joined)
