"""Silent and leaving players, open seats, and those who take them over; announced absences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from judge.workflow import clock, seats
from judge.workflow import orders as filed
from judge.workflow.clock import moment, stamp
from judge.workflow.deadlines import move_deadline, phase_times, zone_of
from judge.workflow.handling import Command, Result, Sender, done, refuse
from judge.workflow.leftover import POLITE, words_left
from judge.workflow.letters_out import plain_sheet
from judge.workflow.model import Absence, Player
from judge.workflow.names import NO_WORDS, date_range, folded, numbers_in
from judge.workflow.work import PLAYING, Work

CIVIL_DISORDER = "civil_disorder"
_BETWEEN_DAYS = POLITE | {
    "from",
    "to",
    "until",
    "till",
    "through",
    "and",
    "on",
    "-",
    "~",
    "〜",
    "から",
    "より",
    "まで",
    "–",
    "—",
}
OPEN = frozenset({CIVIL_DISORDER, "resigned", "ejected"})


def open_seats(work: Work, powers: Sequence[str], status: str, why: str) -> None:
    """Nobody plays these powers any more: all are told in one mail, and the seats are offered to those who wait."""
    lost = {power: player for power in powers if (player := work.player(power)) is not None}
    if not lost:
        return
    for power in lost:
        work.change_player(power, status=status)
    record = work.record
    work.change(
        ready=tuple(one for one in record.ready if one not in lost),
        waits=tuple(one for one in record.waits if one not in lost),
        votes={name: tuple(p for p in voters if p not in lost) for name, voters in record.votes.items()},
    )
    for power, player in lost.items():
        work.notice("seat_lost", [work.recipient(player, "player")], {"power": power, "why": why})
    for to in work.everybody():
        told = [power for power, player in lost.items() if player.address != to.address]
        if told:
            work.notice("seat_open", [to], {"powers": told, "why": why})
    offer_open_seats(work)


def open_powers(work: Work) -> list[str]:
    """Seats that somebody else may take and that have not been offered to anybody yet."""
    offered = {person.offer for person in work.record.standbys}
    free = seats.free_powers(work) + [p.power for p in work.record.players if p.status in OPEN]
    return [power for power in work.engine.powers if power in free and power not in offered]


def offer_open_seats(work: Work) -> None:
    """Offer every open seat to the next person who waits."""
    if work.record.state not in {"running", "paused"}:
        return
    for power in open_powers(work):
        person = next(
            (one for one in work.record.standbys if one.status == seats.WAITING and not one.offer), None
        )
        if person is None:
            return
        length = clock.parse_length(str(work.settings["standby_time"]))
        until = stamp(clock.add(work.at, length, zone_of(work)))
        seats.change_standby(work, person.address, offer=power, offered=until)
        work.notice("seat_offer", [work.recipient(person, "observer")], {"power": power, "until": until})


def offer_lapsed(work: Work, address: str) -> None:
    """Nobody answered the offer: the next is asked. To be asked again the person joins again."""
    person = seats.standby(work, address)
    if person is not None:
        _pass_over(work, person)


def _pass_over(work: Work, person: Player) -> None:
    seats.add_standby(work, replace(person, offer="", offered="", status="passed"))
    offer_open_seats(work)


def accept(work: Work, sender: Sender, command: Command) -> Result:
    """CONFIRM (yes): take the seat that was offered."""
    person = seats.standby(work, sender.to.address)
    if person is None or not person.offer:
        return refuse("nothing_offered")
    take_over(work, person.offer, person)
    return done("offer_accepted", power=person.offer)


def take(work: Work, sender: Sender, command: Command) -> Result:
    """TAKE OVER: the seat offered to the writer, or a place on the waiting list, which gives a free seat at once."""
    person = seats.standby(work, sender.to.address)
    if person is not None and person.offer:
        return accept(work, sender, command)
    return seats.join(work, sender, command)


def leave(work: Work, sender: Sender, command: Command) -> Result:
    """LEAVE: off the list of a game that has not started, or off the waiting list."""
    if work.record.state != "forming" and sender.power:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    return _leave(work, sender.to.address, sender.power)


def decline(work: Work, sender: Sender, command: Command) -> Result:
    """DECLINE: leave the offered seat to the next; or leave the list of a game one has not confirmed to join."""
    person = seats.standby(work, sender.to.address)
    if person is None:
        return refuse("nothing_offered")
    if not person.offer:
        seats.remove_standby(work, person.address)
        return done("left")
    _pass_over(work, person)
    return done("offer_declined", power=person.offer)


def take_over(work: Work, power: str, person: Player) -> None:
    """Somebody else plays this power from now on, with the time of a full phase for the first orders."""
    former = work.player(power)
    seats.remove_standby(work, person.address)
    newcomer = Player(
        power, person.address, person.name, person.language, person.timezone, since=work.record.phase_no
    )
    seats.seat_player(work, newcomer)
    filed.clear(work, power)
    if work.record.state == "running" and any(owed.power == power for owed in work.phase.owed):
        _, later = phase_times(work, work.phase)
        before = work.record.deadline
        if later > moment(before):
            move_deadline(work, later)
            others = [to for to in work.everybody() if to.power != power]
            work.notice("deadline_changed", others, {"before": before, "deadline": work.record.deadline})
    to = work.recipient(newcomer, "player")
    if former is not None and former.status == PLAYING and former.address != person.address:
        work.notice("seat_lost", [work.recipient(former, "player")], {"power": power, "why": "replaced"})
    name = "" if work.settings.get("anonymous") else newcomer.name
    work.notice(
        "seat_taken", [one for one in work.everybody() if one.power != power], {"power": power, "name": name}
    )
    facts = {"power": power, "deadline": work.record.deadline, "sheet": plain_sheet(work, power)}
    work.notice("seat_yours", [to], facts)


def come_back(work: Work, power: str) -> None:
    """A silent player whose seat nobody has taken sends orders: the seat is his again."""
    player = work.player(power)
    if player is None or player.status != CIVIL_DISORDER:
        return
    work.change_player(power, status=PLAYING, nmr=0)
    for person in work.record.standbys:
        if person.offer == power:
            seats.change_standby(work, person.address, offer="", offered="")
    name = "" if work.settings.get("anonymous") else player.name
    work.notice(
        "seat_taken", [to for to in work.everybody() if to.power != power], {"power": power, "name": name}
    )


def resign(work: Work, sender: Sender, command: Command) -> Result:
    """RESIGN: give up the seat, or leave before the game starts."""
    address = sender.to.address
    if work.record.state == "finished":
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if work.record.state == "forming":
        return _leave(work, address, sender.power)
    if not sender.power:
        return _leave(work, address, "")
    open_seats(work, [sender.power], "resigned", "resigned")
    return done("resigned", power=sender.power)


def _leave(work: Work, address: str, power: str) -> Result:
    record = work.record
    person = seats.standby(work, address) or next((one for one in record.players if one.power == power), None)
    observing = any(one.address == address for one in record.observers)
    if person is None and not observing:
        return refuse("nothing_offered")
    work.change(observers=tuple(one for one in record.observers if one.address != address))
    if power:
        work.change(players=tuple(one for one in record.players if one.power != power))
    seats.remove_standby(work, address)
    work.change(forming_until="", reminded=())
    waiting = seats.with_status(work, seats.WAITING)
    left_a_place = person is not None and (person.power or person.status == seats.JOINED)
    if record.state == "forming" and person is not None and left_a_place:
        _tell_gms(work, address, person)
    if record.state == "forming" and left_a_place and waiting:
        seats.remove_standby(work, waiting[0].address)
        seats.enrol(work, work.recipient(waiting[0], "observer"), waiting[0])
    return done("left")


def _tell_gms(work: Work, address: str, person: Player) -> None:
    """Tell the GMs that somebody who was in has left before the start."""
    players, needed = seats.so_far(work)
    facts = {"address": address, "name": person.name, "players": players, "needed": needed}
    gms = [work.recipient(gm, "gm") for gm in work.record.gms if gm.address != address]
    work.notice("player_left", gms, facts)


def absence(work: Work, sender: Sender, command: Command) -> Result:
    """ABSENCE 5/1-5/8: deadlines that open later are moved behind it; ABSENCE OFF forgets all of them."""
    player = work.player(sender.power)
    if player is None:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    if folded(command.rest) in NO_WORDS:
        return no_absence(work, sender, command)
    strange = [word for word in command.args if not numbers_in(word) and folded(word) not in _BETWEEN_DAYS]
    if strange:
        return words_left(command, strange)
    today = work.at.astimezone(zone_of(work)).date()
    days = date_range(command.rest, today)
    if days is None:
        return refuse("bad_time", given=command.rest)
    if days[1] < today:
        return refuse("time_passed", given=command.rest)
    most, total = int(work.settings["absence_max"]), int(work.settings["absence_total"])
    used = sum(_days(one) for one in player.absences)
    wanted = Absence(days[0].isoformat(), days[1].isoformat())
    if _days(wanted) > most or used + _days(wanted) > total:
        return refuse("absence_too_long", most=most, total=total, used=used)
    work.change_player(sender.power, absences=(*player.absences, wanted))
    return done("absence_set", first=wanted.first, last=wanted.last)


def no_absence(work: Work, sender: Sender, command: Command) -> Result:
    """NOABSENCE: forget all announced absences."""
    if work.player(sender.power) is None:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    work.change_player(sender.power, absences=())
    return done("absence_cleared")


def _days(one: Absence) -> int:
    return (date.fromisoformat(one.last) - date.fromisoformat(one.first)).days + 1


def named_person(work: Work, text: str) -> Sequence[Player]:
    """People without a seat with this address."""
    return [one for one in work.record.standbys if one.address.lower() == text.lower()]
