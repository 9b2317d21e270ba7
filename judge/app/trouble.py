"""Trouble with servers: told when it begins and when it is over, not at every pass of cron."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from judge.app.site import Site

LONG = timedelta(hours=1)
"""An inbox out of reach for longer is mailed to the operator, once for each time it happens."""
_KEY = "trouble_said"


def worth_saying(site: Site, problems: Sequence[str]) -> list[str]:
    """The lines to say now, given what was said last: new trouble, or that it is over. Numbers in them do not make them new."""
    text = "\n".join(problems)
    before = site.store.get(_KEY)
    if _alike(text) == _alike(before):
        return []
    with site.store.transaction():
        site.store.put(_KEY, text)
    said = {_alike(line) for line in before.splitlines()}
    return [line for line in problems if _alike(line) not in said] if problems else ["all is well again"]


def at_last_pass(site: Site) -> list[str]:
    """What the last pass of cron could not do; [] when all was well."""
    return site.store.get(_KEY).splitlines()


def tell_of_long_outage(site: Site, now: datetime, reason: str) -> None:
    """The inbox cannot be reached: when that lasts, the operator gets a mail (which waits, if the way out is closed too)."""
    last = site.store.get("last_tick")
    if not last or now - datetime.fromisoformat(last) < LONG:
        return
    from judge.app.incidents import tell

    with site.store.transaction():
        tell(
            site,
            kind="incident",
            fingerprint=f"inbox/{last}",
            now=now,
            facts={"what": "inbox", "reason": reason},
        )


def _alike(text: str) -> str:
    return re.sub(r"\d+", "0", text)
