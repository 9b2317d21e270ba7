"""Letting a game take an input: record, log, history and letters change together, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from judge.app.site import Site
from judge.errors import BrokenVariantError, VariantError
from judge.mail.ids import message_id
from judge.store import games, letters

if TYPE_CHECKING:
    from judge.engine import Engine
    from judge.variants.model import Variant
    from judge.workflow.letters import Letter
    from judge.workflow.model import Input, Record, Step

RULE_PREFIX = "rule."
"""Settings that are rule options of the engine start so: "rule.railway"."""


@lru_cache(maxsize=64)
def _engine(folder: Path, rules: tuple[tuple[str, bool | int | str], ...]) -> tuple[Variant, Engine]:
    from judge.engines import engine_for
    from judge.variants.load import load_variant

    try:
        variant = load_variant(folder)
        return variant, engine_for(variant, dict(rules))
    except Exception as error:
        from judge.app.variants import faults

        found = faults(folder)
        if not found:
            raise
        raise BrokenVariantError(f"{folder}/{found[0]}") from error


def engine_of(record: Record) -> tuple[Variant, Engine]:
    """The variant and the engine of a game, with the game's rule options.

    Raises BrokenVariantError when the variant's folder is not there any more or has faults.
    """
    from judge.variants.load import find_folder

    rules = tuple(
        sorted(
            (name.removeprefix(RULE_PREFIX), value)
            for name, value in record.settings.items()
            if name.startswith(RULE_PREFIX)
        )
    )
    try:
        folder = find_folder(record.variant)
    except VariantError as error:
        raise BrokenVariantError(str(error)) from error
    return _engine(folder, rules)


def queue(site: Site, outgoing: Iterable[Letter], *, game: str, now: datetime) -> None:
    """Put letters into the queue, each under its own Message-ID."""
    for letter in outgoing:
        letters.queue(
            site.store,
            letter,
            game=game,
            message_id=message_id(site.secret, letter.key, letter.to.address, site.config.domain),
            now=now,
        )


def take(site: Site, record: Record, taken: Input, *, now: datetime, mail: int | None = None) -> Step:
    """Let the game take the input. An input that changes nothing and says nothing leaves no trace."""
    from judge.workflow.step import step

    variant, engine = engine_of(record)
    result = step(engine, variant, record, taken)
    changed = result.record != record
    with site.store.transaction():
        if changed or result.letters:
            games.save(site.store, result.record, next_due=result.next_due, now=now.isoformat())
            games.add_input(site.store, record.game, taken, mail)
        elif result.next_due:
            games.set_due(site.store, record.game, result.next_due)
        for closed in result.closed:
            games.add_phase(site.store, record.game, closed)
        queue(site, result.letters, game=record.game, now=now)
    return result
