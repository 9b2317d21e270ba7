"""The GM's commands about people: INVITE, APPROVE, REPLACE, EJECT, a second GM, ORDER for a player."""

from __future__ import annotations

from dataclasses import replace

from judge.engine import Line
from judge.workflow import leaving, review, seats
from judge.workflow import orders as filed
from judge.workflow.handling import Command, Handler, Result, Sender, done, refuse
from judge.workflow.letters import TranscriptLine
from judge.workflow.letters_out import plain
from judge.workflow.model import Player
from judge.workflow.names import power_named
from judge.workflow.press import announce
from judge.workflow.settings import LANGUAGES, zone_name
from judge.workflow.work import PLAYING, Work


def person_from(work: Work, args: tuple[str, ...]) -> Player | Result:
    """Address, then name, language, time zone in any order (also name=…, language=…, timezone=…). Known people keep what is theirs."""
    address = args[0].strip("<>").lower() if args else ""
    if "@" not in address:
        return refuse("bad_address", given=address)
    known = seats.standby(work, address)
    named = dict(arg.split("=", 1) for arg in args[1:] if "=" in arg)
    rest = [arg for arg in args[1:] if arg and "=" not in arg]
    language = named.get("language") or next((arg for arg in rest if arg in LANGUAGES), "")
    zone = named.get("timezone") or next((arg for arg in rest if "/" in arg and zone_name(arg)), "")
    name = named.get("name") or " ".join(arg for arg in rest if arg not in {language, zone})
    base = known or Player("", address, "", str(work.settings["language"]), str(work.settings["timezone"]))
    person = replace(
        base,
        name=name or base.name,
        language=language or base.language,
        timezone=zone or base.timezone,
        status=PLAYING,
        offer="",
        offered="",
    )
    if person.language not in LANGUAGES:
        return refuse("language_unknown", given=language, known=list(LANGUAGES))
    if zone_name(person.timezone) is None:
        return refuse("timezone_unknown", given=zone)
    return person


def seat(work: Work, sender: Sender, command: Command) -> Result:
    """SEAT POWER address [name] [language] [time zone]: before the start."""
    if work.record.state != "forming":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if len(command.args) < 2:
        return refuse("usage", verb=command.verb, example="SEAT FRANCE anne@example.org")
    power = power_named(work, command.args[0])
    if power is None:
        return refuse("unknown_power", given=command.args[0], known=list(work.engine.powers))
    person = person_from(work, command.args[1:])
    if isinstance(person, Result):
        return person
    is_gm = any(gm.address == person.address for gm in work.record.gms)
    if is_gm and not work.settings.get("gm_may_play", True):
        return refuse("not_allowed", verb=command.verb)
    seats.remove_standby(work, person.address)
    seats.seat_player(work, replace(person, power=power))
    return done("seated", power=power, address=person.address)


def _replace(work: Work, sender: Sender, command: Command) -> Result:
    """REPLACE POWER address …: somebody else plays this power."""
    if work.record.state == "forming":
        return seat(work, sender, command)
    if len(command.args) < 2:
        return refuse("usage", verb=command.verb, example="REPLACE FRANCE anne@example.org")
    if work.record.state == "finished":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    power = power_named(work, command.args[0])
    if power is None or (work.player(power) is None and power not in work.engine.powers):
        return refuse("unknown_power", given=command.args[0], known=list(work.engine.powers))
    person = person_from(work, command.args[1:])
    if isinstance(person, Result):
        return person
    leaving.take_over(work, power, person)
    return done("replaced", power=power, address=person.address)


def _eject(work: Work, sender: Sender, command: Command) -> Result:
    """EJECT POWER or address."""
    word = command.rest.strip()
    power = power_named(work, word)
    if power is None:
        found = next((p for p in work.record.players if p.address.lower() == word.lower()), None)
        power = found.power if found else None
    if power is None and leaving.named_person(work, word):
        seats.remove_standby(work, leaving.named_person(work, word)[0].address)
        return done("ejected", power="")
    if power is None or work.player(power) is None:
        return refuse("nobody_there", given=word)
    if work.record.state == "forming":
        work.change(players=tuple(one for one in work.record.players if one.power != power))
    elif work.record.state == "finished":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    else:
        leaving.open_seats(work, [power], "ejected", "ejected")
    return done("ejected", power=power)


def _invite(work: Work, sender: Sender, command: Command) -> Result:
    """INVITE address …: may join even where joining is closed."""
    person = person_from(work, command.args)
    if isinstance(person, Result):
        return person
    if seats.standby(work, person.address) is not None or any(
        one.address == person.address for one in work.record.players
    ):
        return refuse("already_in")
    seats.add_standby(work, replace(person, status=seats.INVITED))
    gm = work.record.gms[0].name or work.record.gms[0].address if work.record.gms else ""
    work.notice("invited", [work.recipient(person, "observer")], {"gm": gm})
    return done("invited", address=person.address)


def _approve(work: Work, sender: Sender, command: Command) -> Result:
    """APPROVE address: let somebody in who asked."""
    people = [one for one in leaving.named_person(work, command.rest) if one.status == seats.UNAPPROVED]
    if not people:
        return refuse("nobody_there", given=command.rest)
    seats.enrol(work, work.recipient(people[0], "observer"), people[0])
    return done("approved", address=people[0].address)


def _refuse(work: Work, sender: Sender, command: Command) -> Result:
    """REFUSE address: somebody who asked does not get in."""
    people = leaving.named_person(work, command.rest)
    if not people:
        return refuse("nobody_there", given=command.rest)
    seats.remove_standby(work, people[0].address)
    work.notice("not_admitted", [work.recipient(people[0], "observer")], {})
    return done("ejected", power="")


def _second_gm(work: Work, sender: Sender, command: Command) -> Result:
    """GM address …: another GM with the same rights."""
    person = person_from(work, command.args)
    if isinstance(person, Result):
        return person
    if any(gm.address == person.address for gm in work.record.gms):
        return refuse("already_in")
    work.change(gms=(*work.record.gms, replace(person, power="")))
    return done("gm_added", address=person.address)


def _order(work: Work, sender: Sender, command: Command) -> Result:
    """ORDER POWER orders: put orders on file for a player, who gets a copy."""
    if not work.started or work.record.state not in {"running", "paused"}:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    name, _, first = command.rest.strip().partition(" ")
    power = power_named(work, name.rstrip(":："))
    if power is None:
        return refuse("unknown_power", given=name, known=list(work.engine.powers))
    texts = [text for text in (first, *command.body.splitlines()) if text.strip()]
    if not texts:
        return refuse("usage", verb=command.verb, example="ORDER FRANCE A PAR - BUR")
    read = filed.read_orders(work, power, [Line(number, text) for number, text in enumerate(texts, start=1)])
    transcript: list[TranscriptLine] = filed.order_transcript(read)
    if read.orders:
        filed.store(work, power, read.orders)
        if work.record.review:
            review.send(work)
    orders = [order.text for order in read.orders]
    player = work.player(power)
    if player is not None and orders:
        facts = {"orders": orders, "transcript": [plain(line) for line in transcript]}
        work.notice("ordered_for_you", [work.recipient(player, "player")], facts)
    refused = [plain(line) for line in transcript if line.outcome == "refused"]
    if not orders:
        return refuse("ordered", power=power, orders=[], refused=refused)
    return done("ordered", power=power, orders=orders, refused=refused)


HANDLERS: dict[str, Handler] = {
    "ANNOUNCE": announce,
    "APPROVE": _approve,
    "EJECT": _eject,
    "COGM": _second_gm,
    "INVITE": _invite,
    "REFUSE": _refuse,
    "ORDER": _order,
    "REPLACE": _replace,
    "SEAT": seat,
}
