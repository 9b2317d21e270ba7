"""Trouble the GM has to know of: told once, not at every tick."""

from __future__ import annotations

import hashlib
from datetime import datetime

from judge.app.site import Site
from judge.app.take import queue
from judge.errors import BrokenVariantError
from judge.store.incidents import first_time
from judge.workflow.letters import Letter, Notice, Recipient


def tell(
    site: Site,
    *,
    kind: str,
    fingerprint: str,
    now: datetime,
    facts: dict[str, object],
    game: str = "",
    to: tuple[str, ...] = (),
    detail: str = "",
) -> bool:
    """Note trouble and mail it to the people named, or else to the operator; False when the same was told before.

    kind: a code of `judge.workflow.letters.Notice`. fingerprint: what makes two the same. detail: for the database only.
    """
    short = hashlib.sha256(fingerprint.encode()).hexdigest()[:16]
    if not first_time(
        site.store, kind=kind, fingerprint=f"{kind}/{short}", at=now.isoformat(), detail=detail
    ):
        return False
    addresses = to or ((site.config.operator,) if site.config.operator else ())
    queue(
        site,
        [
            Letter(
                key=f"{game or 'site'}/{kind}/{address}/{short}",
                kind="notice",
                to=Recipient(
                    address=address,
                    role="gm",
                    language=site.config.site.language,
                    timezone=site.config.site.timezone,
                ),
                facts=Notice(what=kind, game=game, facts=facts),
            )
            for address in addresses
        ],
        game=game,
        now=now,
    )
    return True


def tell_of_variant(site: Site, error: BrokenVariantError, now: datetime) -> None:
    """Tell the operator once of a variant that cannot be played by as it is."""
    facts: dict[str, object] = {"what": "variants", "reason": str(error)}
    tell(site, kind="incident", fingerprint=f"variant/{error}", now=now, facts=facts)
