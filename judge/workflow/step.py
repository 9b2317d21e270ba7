"""The one way a game changes: `step(engine, variant, record, input) -> Step`.

Pure: no clock, no I/O, no randomness of its own. Before an input is looked at, everything that was due before it happens, each
thing at its own moment; so it makes no difference how often and when the judge ran in between. For that to be fair, inputs have
to come in order of receipt, and a `TimeInput` only once all mails received up to then have been handed in.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC
from typing import Any

from judge.engine import Engine
from judge.variants.model import Variant
from judge.workflow import timeline
from judge.workflow.clock import moment
from judge.workflow.closing import settle
from judge.workflow.handling import Command, Sender
from judge.workflow.letters import Recipient
from judge.workflow.mailing import do_command, take_mail
from judge.workflow.model import CommandInput, Input, MailInput, NoteInput, Record, Step, TimeInput
from judge.workflow.seats import UNCONFIRMED
from judge.workflow.work import Work


def step(engine: Engine, variant: Variant, record: Record, event: Input) -> Step:
    """The record after this input, with the letters it causes and the phases it closed."""
    event = replace(event, at=event.at.astimezone(UTC).replace(microsecond=0))
    if isinstance(event, MailInput):
        event = replace(
            event,
            address=_plain(event.address).lower(),
            body=_plain(event.body),
            subject=_plain(event.subject),
            name=_plain(event.name),
        )
    elif isinstance(event, CommandInput):
        event = replace(event, verb=_plain(event.verb), args=tuple(_plain(arg) for arg in event.args))
    work = Work(engine, variant, record, event.at)
    if isinstance(event, TimeInput):
        timeline.advance(work, event.at, through=True)
    else:
        counts = bool(record.settings.get("deadline_counts", True)) or not isinstance(event, MailInput)
        timeline.advance(work, event.at, through=not counts)
        work.begin(_not_before_opening(work, event))
        if isinstance(event, MailInput):
            take_mail(work, event)
        elif isinstance(event, CommandInput):
            _take_command(work, event)
        else:
            _take_note(work, event)
        settle(work)
    return Step(
        record=work.record,
        letters=tuple(work.letters),
        closed=tuple(work.closed),
        next_due=timeline.next_due(work.record),
        results=tuple(work.results),
    )


def _plain(text: str) -> str:
    """The text without halves of characters, which no file and no mail can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _not_before_opening(work: Work, event: Input) -> Any:
    """The moment at which an input takes effect: a mail that was held up on its way cannot act before the phase it meets."""
    opened = work.record.opened
    return max(event.at, moment(opened)) if opened else event.at


def _take_command(work: Work, event: CommandInput) -> None:
    """An act of the GM from the shell; what came of it is in the step's results."""
    to = Recipient(
        event.who, "gm", language=str(work.settings["language"]), timezone=str(work.settings["timezone"])
    )
    command = Command(event.verb.upper(), tuple(event.args), 1, " ".join((event.verb, *event.args)))
    result = do_command(work, Sender(to, "", gm=True, shell=True), command)
    work.results.append(result.line(command))


def _take_note(work: Work, event: NoteInput) -> None:
    """Something for the GM's next report. That a member's address takes no mail he is told at once, once a phase: reports are days apart."""
    facts = dict(event.facts)
    if event.kind == "delivery" and facts.get("permanent"):
        _tell_of_dead_address(work, facts)
    work.change(notes=(*work.record.notes, {"kind": event.kind, "facts": facts}))


def _tell_of_dead_address(work: Work, facts: dict[str, Any]) -> None:
    address = facts.get("address", "")
    known = [note["facts"].get("address") for note in work.record.notes if note["facts"].get("permanent")]
    members = {one.address for one in work.everybody()} | {one.address for one in work.record.standbys}
    strangers = {one.address for one in work.record.standbys if one.status == UNCONFIRMED}
    if address in members - strangers and address not in known:
        gms = [work.recipient(gm, "gm") for gm in work.record.gms if gm.address != address]
        work.notice("delivery_failed", gms, facts)
