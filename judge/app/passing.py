"""Time passes: what is due in the games is done, one game at a time, and an outage is given back."""

from __future__ import annotations

import sqlite3
import traceback
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from judge.app.incidents import tell, tell_of_variant
from judge.app.site import Site
from judge.app.take import take
from judge.errors import BrokenVariantError
from judge.store import games
from judge.workflow.deadlines import spare_reminders
from judge.workflow.model import CommandInput, TimeInput


def pass_time(site: Site, now: datetime) -> list[str]:
    """Close what is due in every game, given that every mail received up to now, less the settle time, has been seen.

    A game that cannot go on does not keep the others waiting: a line for each.
    """
    moment = now - timedelta(seconds=site.config.tick.settle_seconds)

    def act(game: str) -> None:
        take(site, games.load(site.store, game), TimeInput(moment), now=now)

    return _each(site, games.due(site.store, moment.isoformat()), act, now)


def give_back_outage(site: Site, now: datetime) -> list[str]:
    """Deadlines that passed while the judge could not be reached are moved by as long, and their GMs told; of reminders that should
    have gone out meanwhile one does. A line for each game in which that fails."""
    last = site.away_since(now)
    if not last:
        return []

    def act(game: str) -> None:
        closing = games.closing(site.store, game)
        missed = bool(closing) and last < closing <= now.isoformat()
        record = games.load(site.store, game)
        if missed or spare_reminders(record, now):
            outage = CommandInput(datetime.fromisoformat(last), "OUTAGE", (now.isoformat(),), "judge")
            take(site, record, outage, now=now)

    return _each(site, games.due(site.store, now.isoformat()), act, now)


def _each(site: Site, names: Iterable[str], act: Callable[[str], None], now: datetime) -> list[str]:
    """Do it in each game, all or nothing in each; a game in which it fails is left as it was, and the operator told once."""
    problems = []
    for game in names:
        try:
            with site.store.transaction():
                act(game)
        except (sqlite3.Error, OSError):
            raise  # a full disk or a lock is no fault of the game
        except BrokenVariantError as error:
            with site.store.transaction():
                tell_of_variant(site, error, now)
            problems.append(f"game {game} waits: {error}")
        except Exception as error:
            trace = traceback.format_exc()
            with site.store.transaction():
                tell(
                    site,
                    kind="incident",
                    fingerprint=f"game/{game}/{type(error).__name__}/{trace.splitlines()[-3:]}",
                    now=now,
                    facts={"what": f"game {game}", "reason": type(error).__name__},
                    detail=trace,
                )
            problems.append(f"game {game} cannot go on ({type(error).__name__}: {error}); please report it")
    return problems
