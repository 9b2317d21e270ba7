"""The step of `judge check` that looks at the variants of the judge's own: games are played by them to their end."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing

from judge.app.findings import Finding
from judge.app.site import VARIANTS
from judge.config import Config

STEP = "variants"


def check_own_variants(config: Config) -> Iterator[Finding]:
    """Every fault of DIR/variants/ with file and line, and every variant that a game is played by and that is not there.

    A fault is a failure where a game is played by the variant, else a warning.
    """
    from judge.app.variants import faults
    from judge.variants.load import list_variants, own_variants, use_variants_of

    own = config.path(VARIANTS)
    use_variants_of(own)
    played, names = _games_by_variant(config), own_variants()
    sound = []
    for name in names:
        found = faults((own / name).resolve())
        for fault in found:
            yield Finding(
                STEP,
                "fail" if name in played else "warn",
                f"{own / name / fault}{_used(played.get(name, ()))}",
                f"correct it there, then `judge variant check {own / name}`",
            )
        if not found:
            sound.append(name)
    for name in sorted(set(played) - set(names) - set(list_variants())):
        yield Finding(
            STEP,
            "fail",
            f"{own / name} is missing{_used(played[name])}",
            "copy this folder from where the judge was before, or from the backup",
        )
    if sound:
        yield Finding(STEP, "ok", f"{', '.join(sound)} of {own}: no faults")
    elif not names:
        yield Finding(STEP, "ok", f"the judge has none of its own in {own}")


def _used(games: tuple[str, ...]) -> str:
    return f" ({'game' if len(games) == 1 else 'games'} {', '.join(games)})" if games else ""


def _games_by_variant(config: Config) -> Mapping[str, tuple[str, ...]]:
    """Names of games by the variant they are played by; none when the database cannot be read, which another step says."""
    try:
        uri = f"{config.path(config.files.database).as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as database:
            rows = database.execute("SELECT variant, name FROM game ORDER BY name").fetchall()
    except sqlite3.Error:
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for variant, game in rows:
        found[variant] = (*found.get(variant, ()), game)
    return found
