"""Map pictures for letters: made once for each phase and language, kept in the database, never in a letter's way."""

from __future__ import annotations

import traceback
from datetime import datetime

from judge.app.incidents import tell
from judge.app.site import Site
from judge.variants.load import load_variant
from judge.workflow.letters import FinalReport, GameStart, Letter, TurnSummary

MOST_AT_HAND = 12
"""Phases and languages whose pictures stay in memory: letters of one phase go out together, and 300 games may be due in one pass."""


def pictures_for(site: Site, letter: Letter, now: datetime) -> dict[str, bytes]:
    """PNG pictures by name ("orders", "after", "chart") for this letter in its language; empty when it has none or they cannot be made."""
    facts = letter.facts
    if not isinstance(facts, TurnSummary | GameStart | FinalReport):
        return {}
    key = f"{facts.game}/{facts.picture}" if facts.picture else ""
    if key and isinstance(facts, FinalReport):
        key += "/final"
    language = letter.to.language
    known = site.pictures.get((key, language)) if key else None
    if known is None:
        known = _stored(site, key, language) if key else {}
        if not known:
            known = _draw(site, facts, language, now)
            if key and known:
                _keep(site, key, language, known)
        if key:
            site.pictures[(key, language)] = known
            while len(site.pictures) > MOST_AT_HAND:
                del site.pictures[next(iter(site.pictures))]
    return known


def _stored(site: Site, key: str, language: str) -> dict[str, bytes]:
    rows = site.store.conn.execute(
        "SELECT name, data FROM picture WHERE key = ? AND language = ?", (key, language)
    )
    return {row[0]: row[1] for row in rows}


def _keep(site: Site, key: str, language: str, made: dict[str, bytes]) -> None:
    with site.store.transaction() as conn:
        conn.executemany(
            "INSERT OR REPLACE INTO picture (key, language, name, data) VALUES (?, ?, ?, ?)",
            [(key, language, name, data) for name, data in made.items()],
        )


def _draw(
    site: Site, facts: TurnSummary | GameStart | FinalReport, language: str, now: datetime
) -> dict[str, bytes]:
    """Whatever goes wrong with a picture must not keep the mail back: it goes without, and the operator is told once."""
    try:
        from judge.render.chronology import in_order
        from judge.render.map.pictures import final_pictures, pictures

        variant = load_variant(facts.variant)
        if isinstance(facts, GameStart):
            return dict(pictures(variant, before=None, events=(), after=facts.view, language=language))
        if isinstance(facts, FinalReport):
            return final_pictures(
                variant, history=in_order(variant, facts.history), view=facts.view, language=language
            )
        events = tuple({"kind": event.kind, "facts": event.facts} for event in facts.events)
        return dict(
            pictures(variant, before=facts.before, events=events, after=facts.view, language=language)
        )
    except Exception as error:
        with site.store.transaction():
            tell(
                site,
                kind="incident",
                fingerprint=f"picture/{facts.variant}/{type(error).__name__}",
                now=now,
                facts={"what": f"map picture ({facts.game}, {language})", "reason": str(error)},
                game=facts.game,
                detail=traceback.format_exc(),
            )
        return {}
