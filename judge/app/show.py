"""A game in words for the GM's terminal. Orders and secrets are not shown."""

from __future__ import annotations

from judge.app.take import engine_of
from judge.render.width import pad
from judge.workflow.model import Record


def describe(record: Record) -> list[str]:
    """Lines for `judge game show`."""
    variant, engine = engine_of(record)
    lines = [
        f"{record.game}: {record.variant}, {record.state}",
        f"phase     {record.phase_id or '-'}  deadline {record.deadline or '-'}  grace to {record.grace_end or '-'}",
        "gm        " + ", ".join(gm.address for gm in record.gms),
    ]
    position = engine.load(record.position) if record.position else None
    owed = {item.power: item for item in engine.phase(position).owed} if position is not None else {}
    by_power = {player.power: player for player in record.players if player.status != "left"}
    for power in engine.powers:
        player = by_power.get(power)
        who = f"{player.name} <{player.address}>".strip() if player and player.address else "(free)"
        state = ""
        if power in owed and record.state != "finished":
            state = f"owes {owed[power].what}, {len(record.orders.get(power, ()))} on file"
        lines.append(f"{power:<10}{pad(who, 44)}{state}".rstrip())
    if position is not None:
        view = engine.view(position, None)
        for power, units in view.get("units", {}).items():
            lines.append(f"{power:<10}{', '.join(units) or '(no units)'}")
    if record.outcome:
        from judge.render.sentences import Sentences

        lines.append(f"outcome   {Sentences(variant, 'en').outcome(record.outcome)}")
    return lines
