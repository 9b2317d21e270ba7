"""Commands that ask for something, and those about one's own person: HISTORY, RULES, OBSERVE, ADDRESS, NAME, DIGEST."""

from __future__ import annotations

from dataclasses import replace

from judge.text.yes_no import may_mean_no
from judge.workflow import seats
from judge.workflow.handling import Command, Result, Sender, done, refuse
from judge.workflow.letters_out import shown_settings, winning
from judge.workflow.model import MailInput, Player
from judge.workflow.names import NO_WORDS, folded
from judge.workflow.past import unsealed
from judge.workflow.settings import RULE_PREFIX, rule_options
from judge.workflow.work import Work

RECENT = 3
"""Phases a bare HISTORY shows."""


def history(work: Work, sender: Sender, command: Command) -> Result:
    """HISTORY [turn or phase]: orders and results of phases gone by."""
    past = [unsealed(entry) for entry in work.record.past]
    wanted = command.rest.strip().upper()
    if wanted.isdigit():
        chosen = [entry for entry in past if entry["turn"] == int(wanted)]
    elif wanted in {"ALL", "全部"}:
        chosen = past
    elif wanted:
        chosen = [entry for entry in past if str(entry["id"]).upper() == wanted]
    else:
        chosen = past[-RECENT:]
    if wanted and not chosen:
        return refuse("no_such_phase", given=command.rest, known=[str(entry["id"]) for entry in past])
    names = ("id", "kind", "turn", "label", "at", "results")
    phases = [{name: entry[name] for name in names} for entry in chosen]
    work.notice("history", [sender.to], {"phases": phases}, answers=True)
    return done("history_sent")


def rules(work: Work, sender: Sender, command: Command) -> Result:
    """RULES: the game's settings and rule options; the GM is shown all settings."""
    options = {**work.variant.rules, **rule_options(work.settings)}
    every = {name: value for name, value in work.settings.items() if not name.startswith(RULE_PREFIX)}
    settings = every if sender.gm else shown_settings(work)
    facts = {"settings": settings, "rules": options, "winning": winning(work)}
    work.notice("rules", [sender.to], facts, answers=True)
    return done("rules_sent")


def punctuality(work: Work, sender: Sender, command: Command) -> Result:
    """RECORD: how promptly people answer."""
    hidden = bool(work.settings.get("anonymous")) and not sender.gm and work.record.state != "finished"
    rows = []
    for player in work.record.players:
        sent = player.on_time + player.late
        rows.append(
            {
                "power": player.power,
                "name": "" if hidden else player.name,
                "on_time": player.on_time,
                "late": player.late,
                "nmr": player.nmr_total,
                "response_hours": player.response // sent // 3600 if sent else 0,
            }
        )
    work.notice("record", [sender.to], {"rows": rows}, answers=True)
    return done("list_sent")


def unobserve(work: Work, sender: Sender, command: Command) -> Result:
    """UNOBSERVE, OBSERVE OFF: no more mails of a game one watches."""
    work.change(observers=tuple(one for one in work.record.observers if one.address != sender.to.address))
    return done("left")


def observe(work: Work, sender: Sender, command: Command) -> Result:
    """OBSERVE: get all that is public."""
    if any(folded(word) in NO_WORDS for word in command.args):
        return unobserve(work, sender, command)
    address = sender.to.address
    others = tuple(one for one in work.record.observers if one.address != address)
    if sender.power or sender.gm:
        return refuse("already_in")
    to = sender.to
    proven = work.mail is not None and work.mail.proven
    status = "observing" if proven else seats.UNCONFIRMED
    work.change(observers=(*others, Player("", address, to.name, to.language, to.timezone, status=status)))
    if not proven:
        work.notice("join_confirm", [to], {}, answers=True)
        return done("join_pending")
    return done("observing")


def confirm_observer(work: Work, address: str) -> Result | None:
    """The writer has answered our mail: he observes from now on. None if nothing waits for that."""
    if not any(one.address == address and one.status == seats.UNCONFIRMED for one in work.record.observers):
        return None
    work.change(
        observers=tuple(
            replace(one, status="observing") if one.address == address else one
            for one in work.record.observers
        )
    )
    return done("observing")


def address(work: Work, sender: Sender, command: Command) -> Result:
    """ADDRESS new@…: mails go there once the new address has answered; the old one is told."""
    new = command.rest.strip().strip("<>").lower()
    name, at, domain = new.partition("@")
    if not (name and at and "." in domain) or " " in new or new == sender.to.address:
        return refuse("bad_address", given=command.rest)
    from judge.workflow.commands import change_person

    proven = work.mail is not None and work.mail.proven
    change_person(work, sender.to.address, pending=new, pending_old=proven, pending_new=False)
    facts = {"old": sender.to.address, "new": new}
    work.notice("address_confirm", [sender.to, replace(sender.to, address=new)], facts)
    return done("address_pending", new=new)


CONFIRM_LETTER = "/notice-address_confirm/"


def confirm_address(work: Work, mail: MailInput) -> Player | None:
    """A mail may be one of the two answers that a move to another address waits for: from the old address an answer to our
    question, from the new one any answer. The person with the new address once both are there, else None."""
    record = work.record
    everyone = (*record.players, *record.standbys, *record.observers, *record.gms)
    person = next(
        (one for one in everyone if one.pending and mail.address in {one.pending, one.address}), None
    )
    if person is None or not mail.proven or may_mean_no(mail.body):
        return None
    from judge.workflow.commands import change_person

    new = person.pending
    at_new = person.pending_new or mail.address == new
    at_old = person.pending_old or (mail.address == person.address and CONFIRM_LETTER in mail.answers)
    if not (at_new and at_old):
        if (at_new, at_old) != (person.pending_new, person.pending_old):
            change_person(work, person.address, pending_new=at_new, pending_old=at_old)
        return None
    moved = replace(person, address=new, pending="", pending_old=False, pending_new=False)
    change_person(work, person.address, address=new, pending="", pending_old=False, pending_new=False)
    role = "player" if person.power else "gm" if person in record.gms else "observer"
    both = [work.recipient(person, role), work.recipient(moved, role)]
    work.notice("address_changed", both, {"old": person.address, "new": new})
    return moved


def name(work: Work, sender: Sender, command: Command) -> Result:
    """NAME: how others see the writer."""
    from judge.workflow.commands import change_person

    wanted = " ".join(command.rest.split())[:60]
    if not wanted:
        return refuse("usage", verb=command.verb, example="NAME Anne")
    change_person(work, sender.to.address, name=wanted)
    return done("name_set", name=wanted)


def digest(work: Work, sender: Sender, command: Command) -> Result:
    """DIGEST on: press once a day instead of mail by mail."""
    if not sender.power:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    on = folded(command.rest) not in NO_WORDS
    work.change_player(sender.power, digest=on)
    return done("digest_set", on=on)
