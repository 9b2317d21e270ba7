"""The GM's commands to look ahead and to put things right: PREVIEW, ROLLBACK, FORWARD, CORRECT, SET, END, LOG."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judge.engine import Outcome
from judge.engines import engine_for
from judge.errors import VariantError
from judge.workflow import review
from judge.workflow.corrections import corrected, words_and_reason
from judge.workflow.handling import Command, Handler, Result, Sender, done, refuse
from judge.workflow.model import Json, StoredOrder
from judge.workflow.names import power_named
from judge.workflow.past import phase_ids, seal, unsealed
from judge.workflow.phases import end_by_agreement, open_phase
from judge.workflow.settings import BY_NAME, RULE_PREFIX, SettingError, check, rule_options
from judge.workflow.work import PLAYING, Work


def _preview(work: Work, sender: Sender, command: Command) -> Result:
    """PREVIEW: what would come out now, to this GM alone."""
    if not work.started or work.record.state not in {"running", "paused"}:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if sender.to.address and any(player.address == sender.to.address for player in work.record.players):
        return refuse("not_allowed", verb=command.verb)  # a GM who plays must not see others' orders
    work.notice("preview", [sender.to], review.preview_facts(work), answers=True)
    return done("preview_sent")


def _rollback(work: Work, sender: Sender, command: Command) -> Result:
    """ROLLBACK [phase]: back to the beginning of a phase gone by (default: the last); its orders are on file again, and it
    does not close early until all have looked at them (READY)."""
    past = work.record.past
    if not past:
        return refuse("no_such_phase", given=command.rest, known=[])
    wanted = command.rest.strip().upper()
    ids = [phase.upper() for phase in phase_ids(past)]
    if wanted and wanted not in ids:
        return refuse("no_such_phase", given=command.rest, known=phase_ids(past))
    index = len(ids) - 1 - ids[::-1].index(wanted) if wanted else len(past) - 1
    entry = unsealed(past[index])
    record = work.record
    tip = {
        "id": record.phase_id,
        "position": record.position,
        "no": record.phase_no,
        "state": record.state,
        "outcome": record.outcome,
        "centres": record.centres,
    }
    undone = record.undone or (seal(tip),)
    gone = set(phase_ids(past[index:]))
    work.change(
        state="running",
        outcome=None,
        position=entry["position"],
        phase_no=entry["no"],
        revision=record.revision + 1,
        past=past[:index],
        undone=(*past[index:], *undone),
        centres={phase: counts for phase, counts in record.centres.items() if phase not in gone},
        paused_at="",
        paused_until="",
    )
    _revive(work)
    open_phase(work)
    _orders_again(work, entry)
    facts = {"phase": work.record.phase_id, "forward": False, "deadline": work.record.deadline}
    work.notice("rolled_back", work.everybody(), facts)
    return done("rolled_back", phase=work.record.phase_id)


def _revive(work: Work) -> None:
    counts = work.engine.view(work.position, None).get("counts", {})
    for player in work.record.players:
        row = counts.get(player.power, {})
        if player.status == "out" and (row.get("units") or row.get("centres")):
            work.change_player(player.power, status=PLAYING)


def _orders_again(work: Work, entry: Json) -> None:
    orders = {
        power: tuple(StoredOrder(key, text, text, entry["at"]) for key, text in several)
        for power, several in entry.get("filed", {}).items()
    }
    work.change(orders=orders, waits=tuple(power for power in work.engine.powers if orders.get(power)))


def _forward(work: Work, sender: Sender, command: Command) -> Result:
    """FORWARD: take a rollback back, as long as nothing was adjudicated since."""
    undone = work.record.undone
    if not undone:
        return refuse("no_such_phase", given=command.rest, known=[])
    *entries, last = undone
    tip = unsealed(last)
    work.change(
        state="running",
        position=tip["position"],
        phase_no=tip["no"],
        past=(*work.record.past, *entries),
        undone=(),
        centres=tip["centres"],
        outcome=None,
    )
    open_phase(work)
    if tip["state"] == "finished":
        work.change(state="finished", outcome=tip["outcome"], deadline="", grace_end="", starts="")
    facts = {"phase": work.record.phase_id, "forward": True, "deadline": work.record.deadline}
    work.notice("rolled_back", work.everybody(), facts)
    return done("rolled_back", phase=work.record.phase_id)


def _correct(work: Work, sender: Sender, command: Command) -> Result:
    """CORRECT PLACE power unit · CORRECT REMOVE unit · CORRECT OWN province power (or NOBODY); "because" and a reason may follow.

    While a result waits for the GM it is the result that is changed, and nobody is told before it goes out.
    """
    if not work.started or work.record.position is None:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    words, reason = words_and_reason(command)
    if work.record.review:
        return review.correct(work, words, reason)
    change = corrected(work, work.record.position, words)
    if isinstance(change, Result):
        return change
    loaded, said = change
    before = set(work.record.orders)
    work.change(position=work.engine.dump(loaded), phase_id=work.phase.id)
    for power in before:
        _drop_orders_without_unit(work, power)
    work.notice("corrected", work.everybody(), {"changes": [said], "reason": reason})
    return done("corrected", changes=[said])


def _drop_orders_without_unit(work: Work, power: str) -> None:
    abouts = {about for owed in work.phase.owed if owed.power == power for about in owed.about}
    if work.phase.kind == "adjustment":
        return
    kept = tuple(
        order
        for order in work.record.orders.get(power, ())
        if any(order.text.startswith(f"{about} ") for about in abouts)
    )
    work.change(orders={**work.record.orders, power: kept})


def _set(work: Work, sender: Sender, command: Command) -> Result:
    """SET name value: change a setting of the game."""
    words = [word for word in command.args if word != "="]
    if len(words) == 1 and "=" in words[0]:
        words = words[0].split("=", 1)
    if not words:
        return refuse("usage", verb=command.verb, example="SET grace 12h")
    name, raw = words[0].lower(), " ".join(words[1:])
    if name.startswith(RULE_PREFIX) and work.started:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    try:
        value = check(name, raw)
    except SettingError as error:
        return refuse("option_refused", name=name, value=raw, allowed=error.allowed)
    if name.startswith(RULE_PREFIX):
        rules = rule_options({**work.settings, name: value})
        try:
            engine_for(work.variant, rules)
        except VariantError as error:
            allowed = str(error).rpartition(": ")[2].rstrip(")")
            return refuse("option_refused", name=name, value=raw, allowed=allowed)
    before = work.settings.get(name, "")
    work.change(settings={**work.record.settings, name: value})
    setting = BY_NAME.get(name)
    if work.started and (setting is None or setting.shown):
        work.notice("option_changed", work.everybody(), {"name": name, "before": before, "value": value})
    return done("option_set", name=name, before=before, value=value)


def _reveal(work: Work, sender: Sender, command: Command) -> Result:
    """REVEAL: from now on everybody may know who plays what."""
    if not work.settings.get("anonymous"):
        return refuse("option_refused", name="anonymous", value="no", allowed="yes")
    return _set(work, sender, replace(command, verb="SET", args=("anonymous", "no")))


def _end(work: Work, sender: Sender, command: Command) -> Result:
    """END [powers]: the GM ends the game; powers named win it."""
    if work.record.state not in {"running", "paused"}:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    winners: list[str] = []
    for word in command.args:
        power = power_named(work, word)
        if power is None:
            return refuse("unknown_power", given=word, known=list(work.engine.powers))
        winners.append(power)
    end_by_agreement(work, Outcome("ended_by_gm", tuple(winners)))
    return done("ended", kind="ended_by_gm", winners=winners)


def _log(work: Work, sender: Sender, command: Command) -> Result:
    """LOG: what GMs did, with who and when."""
    entries: list[Any] = [{**entry, "args": " ".join(entry["args"])} for entry in work.record.log]
    if sender.to.address:
        work.notice("log", [sender.to], {"entries": entries}, answers=True)
    return done("log_sent", entries=entries)


HANDLERS: dict[str, Handler] = {
    "CORRECT": _correct,
    "END": _end,
    "FORWARD": _forward,
    "LOG": _log,
    "PREVIEW": _preview,
    "REVEAL": _reveal,
    "ROLLBACK": _rollback,
    "SET": _set,
}
