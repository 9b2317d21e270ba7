"""The GM looks at a result before anybody else does (`review` = gm): puts right what the rules did by themselves, lets it out.

Source 000 part 2: the GM carries out disbanding and production. While a result waits, the phase is over for players: orders are
late, nobody talks or votes. `record.review` is since when; `record.overruled` what the GM changes in the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.workflow import orders as filed
from judge.workflow.corrections import corrected
from judge.workflow.handling import Result, done
from judge.workflow.letters import Recipient
from judge.workflow.letters_out import plain
from judge.workflow.model import Json
from judge.workflow.work import Work


def reviewers(work: Work) -> list[Recipient]:
    """The GMs who may see a result first: those who do not play."""
    players = {player.address for player in work.record.players}
    return [work.recipient(gm, "gm") for gm in work.record.gms if gm.address not in players]


def wanted(work: Work) -> bool:
    """Whether the result of this phase goes to the GM first."""
    return work.settings.get("review") == "gm" and not work.record.review and bool(reviewers(work))


def begin(work: Work) -> None:
    """The phase is over; its result goes to the GM alone."""
    work.change(review=work.now, overruled=())
    send(work)


def send(work: Work) -> None:
    """The result as it stands now, to the GMs."""
    work.notice("review", reviewers(work), preview_facts(work))


def preview_facts(work: Work) -> Json:
    """What would come out now, the GM's changes included."""
    orders = {power: filed.texts(work, power) for power in work.record.orders}
    resolution = work.engine.adjudicate(work.position, orders, work.chance)
    position, changes = _overruled(work, work.engine.dump(resolution.position))
    return {
        "closed": plain(work.phase_facts()),
        "events": [{"kind": event.kind, "facts": dict(event.facts)} for event in resolution.events],
        "view": work.engine.view(work.engine.load(position), None),
        "changes": changes,
    }


def correct(work: Work, words: Sequence[str], reason: str) -> Result:
    """One more change of the result that waits."""
    orders = {power: filed.texts(work, power) for power in work.record.orders}
    resolution = work.engine.adjudicate(work.position, orders, work.chance)
    position, _ = _overruled(work, work.engine.dump(resolution.position))
    change = corrected(work, position, words)
    if isinstance(change, Result):
        return change
    entry = {"words": list(words), "reason": reason}
    work.change(overruled=(*work.record.overruled, entry))
    send(work)
    return done("corrected", changes=[change[1]])


def overrule(work: Work) -> list[str]:
    """Do to the position that has come out what the GM wants to have otherwise; what was changed."""
    if not work.record.overruled or work.record.position is None:
        return []
    position, said = _overruled(work, work.record.position)
    work.change(position=position)
    return said


def tell(work: Work, entries: Sequence[Json], changes: Sequence[str]) -> None:
    """Tell everybody what the GM changed in the result, and why."""
    if changes:
        reasons = [str(entry["reason"]) for entry in entries if entry["reason"]]
        facts = {"changes": list(changes), "reason": " / ".join(reasons)}
        work.notice("corrected", work.everybody(), facts)


def _overruled(work: Work, position: Json) -> tuple[Json, list[str]]:
    """The position with every change that can still be made (orders may have changed since), and what was changed."""
    said: list[str] = []
    for entry in work.record.overruled:
        change: Any = corrected(work, position, entry["words"])
        if not isinstance(change, Result):
            position = work.engine.dump(change[0])
            said.append(change[1])
    return position, said
