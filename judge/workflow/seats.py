"""Before the game: joining, ranked wishes, giving out seats by rank and lot (001 chapter 5).

1. Players are gathered until there is one for every free seat. 2. Each ranks the powers. 3. Seats are given by rank: in the
first round every power goes to whoever has it as first wish, by lot if several do; who lost goes on with the next wish in the
next round. Powers somebody likes equally are given in the round of their rank after those who named one only. Who wrote "any",
or nothing, is served last. 4. The GM's mail tells the allotment and the first deadline.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.chance import Chance
from judge.workflow import clock
from judge.workflow.clock import stamp
from judge.workflow.deadlines import zone_of
from judge.workflow.handling import Command, Result, Sender, done, refuse
from judge.workflow.letters import Recipient
from judge.workflow.letters_out import seats_for
from judge.workflow.model import Json, Player
from judge.workflow.names import ANY_WORDS, folded, power_named, split_words
from judge.workflow.phases import start_game
from judge.workflow.work import PLAYING, Work

UNCONFIRMED, UNAPPROVED, JOINED, WAITING, INVITED = (
    "unconfirmed",
    "unapproved",
    "joined",
    "waiting",
    "invited",
)


@dataclass(frozen=True, slots=True)
class Wish:
    """One player's wishes: a name for the lots, and ranked groups of powers, best first."""

    who: str
    groups: tuple[tuple[str, ...], ...]


def give_seats(
    wishes: Sequence[Wish], powers: Sequence[str], chance: Chance
) -> tuple[dict[str, str], list[Json]]:
    """Who gets which power, and every lot that was drawn. At most as many wishes as powers.

    The lots: label "seats/ROUND/POWER", among those listed, in the order in which they joined.
    """
    seated: dict[str, str] = {}
    draws: list[Json] = []
    free = list(powers)

    def lot(label: str, number: int, power: str, among: Sequence[str]) -> None:
        winner = among[0]
        if len(among) > 1:
            winner = among[chance.below(label, len(among))]
            draws.append(
                {"label": label, "round": number, "power": power, "among": list(among), "winner": winner}
            )
        seated[winner] = power
        free.remove(power)

    rounds = max((len(wish.groups) for wish in wishes), default=0)
    for number in range(1, rounds + 1):
        groups = {
            wish.who: wish.groups[number - 1]
            for wish in wishes
            if wish.who not in seated and len(wish.groups) >= number
        }
        for power in list(free):
            among = [who for who, group in groups.items() if group == (power,)]
            if among:
                lot(f"seats/{number}/{power}", number, power, among)
        for power in list(free):
            among = [
                who
                for who, group in groups.items()
                if len(group) > 1 and power in group and who not in seated
            ]
            if among:
                lot(f"seats/{number}/equal/{power}", number, power, among)
    for power in list(free):
        rest = [wish.who for wish in wishes if wish.who not in seated]
        if rest:
            lot(f"seats/last/{power}", 0, power, rest)
    return seated, draws


# ── people ──────────────────────────────────────────────────────────────────────────────────────────


def standby(work: Work, address: str) -> Player | None:
    """The person with this address among those without a seat."""
    return next((one for one in work.record.standbys if one.address == address), None)


def change_standby(work: Work, address: str, **values: object) -> None:
    """Set fields of a person without a seat."""
    work.change(
        standbys=tuple(
            replace(one, **values) if one.address == address else one  # type: ignore[arg-type]
            for one in work.record.standbys
        )
    )


def add_standby(work: Work, person: Player) -> None:
    """Put a person at the end of the list of those without a seat."""
    others = tuple(one for one in work.record.standbys if one.address != person.address)
    work.change(standbys=(*others, person))


def remove_standby(work: Work, address: str) -> None:
    """Take a person off the list."""
    work.change(standbys=tuple(one for one in work.record.standbys if one.address != address))


def with_status(work: Work, status: str) -> list[Player]:
    """People without a seat of this status, in their order."""
    return [one for one in work.record.standbys if one.status == status]


def free_powers(work: Work) -> list[str]:
    """Powers nobody holds, in the variant's order."""
    held = {player.power for player in work.record.players}
    return [power for power in work.engine.powers if power not in held]


def so_far(work: Work) -> tuple[int, int]:
    """How many people are in a game that forms, those included whom the GM has given a seat, and how many it needs."""
    return len(work.record.players) + len(with_status(work, JOINED)), len(work.engine.powers)


# ── joining ─────────────────────────────────────────────────────────────────────────────────────────


def join(work: Work, sender: Sender, command: Command) -> Result:
    """JOIN: the writer wants to play. Somebody new has to answer our mail first."""
    record, address = work.record, sender.to.address
    if record.state == "finished":
        return refuse("not_now", verb=command.verb, state=record.state)
    seated = any(player.address == address and player.status == PLAYING for player in record.players)
    known = standby(work, address)
    if known is not None and known.offer:
        from judge.workflow.leaving import accept

        return accept(work, sender, command)
    if seated or (known is not None and known.status in {JOINED, WAITING, UNAPPROVED}):
        return refuse("already_in")
    if any(gm.address == address for gm in record.gms) and not record.settings.get("gm_may_play", True):
        return refuse("not_allowed", verb=command.verb)
    invited = known is not None and known.status == INVITED
    if record.settings.get("join") == "invited" and not invited:
        return refuse("not_invited")
    to = sender.to
    person = known or Player("", address, to.name, to.language, to.timezone)
    if work.mail is not None and not work.mail.proven and not sender.gm:
        add_standby(work, replace(person, status=UNCONFIRMED, offer=INVITED if invited else ""))
        work.notice("join_confirm", [to], {}, answers=True)
        return done("join_pending")
    return _admit(work, to, person, invited=invited)


def waits_for_yes(work: Work, address: str) -> bool:
    """Whether somebody with this address has asked to join or to watch and not yet answered our mail."""
    people = (*work.record.standbys, *work.record.observers)
    return any(one.address == address and one.status == UNCONFIRMED for one in people)


def confirm(work: Work, to: Recipient) -> Result | None:
    """The writer has answered our mail, so the address is his: he is in. None if nothing waits for that."""
    person = standby(work, to.address)
    if person is None or person.status != UNCONFIRMED:
        return None
    invited = person.offer == INVITED
    return _admit(work, to, replace(person, offer=""), invited=invited)


def _admit(work: Work, to: Recipient, person: Player, *, invited: bool) -> Result:
    if work.settings.get("join") == "approve" and not invited:
        add_standby(work, replace(person, status=UNAPPROVED))
        gms = [work.recipient(gm, "gm") for gm in work.record.gms]
        work.notice("join_request", gms, {"address": person.address, "name": person.name})
        return done("join_waits_for_gm")
    return enrol(work, to, person)


def enrol(work: Work, to: Recipient, person: Player) -> Result:
    """The person is in: among the players while there is room, else on the waiting list."""
    players, needed = so_far(work)
    if work.record.state != "forming" or players >= needed:
        add_standby(work, replace(person, status=WAITING))
        place = len(with_status(work, WAITING))
        work.notice("on_waiting_list", [to], {"place": place})
        from judge.workflow.leaving import offer_open_seats

        offer_open_seats(work)
        return done("on_waiting_list", place=place)
    add_standby(work, replace(person, status=JOINED))
    players += 1
    work.notice("joined", [to], {"players": players, "needed": needed})
    if work.settings.get("join") != "approve":  # where the GM lets people in he knows
        gms = [work.recipient(gm, "gm") for gm in work.record.gms if gm.address != person.address]
        facts = {"address": person.address, "name": person.name, "players": players, "needed": needed}
        work.notice("player_joined", gms, facts)
    if players == needed:
        ask_wishes(work)
    return done("joined", players=players, needed=needed)


def ask_wishes(work: Work) -> None:
    """The game is full: ask every player for wishes (001 chapter 5, step 2). Where the GM gives the seats, nobody is asked."""
    if work.settings.get("seats") != "wishes":
        return
    length = clock.parse_length(str(work.settings["wish_time"]))
    until = clock.not_before(clock.add(work.at, length, zone_of(work)), work.settings)
    work.change(forming_until=stamp(until), reminded=())
    to = [work.recipient(person, "observer") for person in with_status(work, JOINED)]
    facts = {
        "powers": free_powers(work),
        "until": work.record.forming_until,
        "commitment": work.chance.commitment,
    }
    work.notice("wishes_wanted", to, facts)
    _all_wished(work)


# ── wishes ──────────────────────────────────────────────────────────────────────────────────────────


def read_wishes(work: Work, args: Sequence[str]) -> tuple[tuple[tuple[str, ...], ...], list[str]]:
    """Ranked groups, and words that name no power. "Japan Russia=China any": ties with =, "any" ends the list."""
    groups: list[tuple[str, ...]] = []
    strange: list[str] = []
    named: set[str] = set()
    words = split_words([" ".join(args).replace("＝", "=").replace(" =", "=").replace("= ", "=")])
    index = 0
    while index < len(words):
        if folded(words[index]) in ANY_WORDS:
            strange += words[index + 1 :]  # "any except Russia": what follows may turn its sense
            break
        for length in range(min(4, len(words) - index), 0, -1):
            group = _group(work, " ".join(words[index : index + length]))
            if group:
                fresh = tuple(power for power in group if power not in named)
                named.update(fresh)
                if fresh:
                    groups.append(fresh)
                index += length
                break
        else:
            strange.append(words[index])
            index += 1
    return tuple(groups), strange


def _group(work: Work, text: str) -> tuple[str, ...]:
    powers = [power_named(work, part) for part in text.split("=") if part.strip()]
    return tuple(power for power in powers if power) if powers and all(powers) else ()


def prefer(work: Work, sender: Sender, command: Command) -> Result:
    """PREFER: ranked wishes for powers."""
    person = standby(work, sender.to.address)
    if work.record.state != "forming" or person is None or person.status not in {JOINED, WAITING}:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    groups, strange = read_wishes(work, command.args)
    if strange:
        return refuse("unknown_power", given=" ".join(strange), known=list(work.engine.powers))
    if not command.args:
        return refuse("usage", verb=command.verb, example="PREFER " + " ".join(work.engine.powers[:3]))
    change_standby(work, sender.to.address, wishes=groups, wished=True)
    _all_wished(work)
    return done("wishes_set", wishes=[list(group) for group in groups])


def wish_meant(work: Work, sender: Sender, text: str) -> list[str]:
    """What somebody who may still wish probably meant by a line that names powers without PREFER; none when it names none."""
    person = standby(work, sender.to.address)
    if work.record.state != "forming" or person is None or person.status not in {JOINED, WAITING}:
        return []
    groups, _ = read_wishes(work, [text.strip(" .,!?。、！？").replace(",", " ").replace("、", " ")])
    return [" ".join(("PREFER", *("=".join(group) for group in groups)))] if groups else []


def _all_wished(work: Work) -> None:
    if work.record.forming_until and all(person.wished for person in with_status(work, JOINED)):
        allot(work)


def allot(work: Work) -> None:
    """Give out the free seats by wishes and lots, tell everybody, and start the game or ask who is ready."""
    people = with_status(work, JOINED)
    powers = free_powers(work)
    by_number = {str(number): person for number, person in enumerate(people, start=1)}
    wishes = [
        Wish(number, tuple(tuple(p for p in group if p in powers) for group in person.wishes))
        for number, person in by_number.items()
    ]
    wishes = [Wish(wish.who, tuple(group for group in wish.groups if group)) for wish in wishes]
    seated, draws = give_seats(wishes, powers, work.chance)
    for number, power in seated.items():
        person = by_number[number]
        remove_standby(work, person.address)
        seat_player(work, replace(person, power=power, status=PLAYING, offer="", offered=""))
    work.change(forming_until="", reminded=())
    _tell_allotment(work, by_number, seated, wishes, draws)
    begin_if_ready(work)


def _tell_allotment(
    work: Work,
    by_number: dict[str, Player],
    seated: dict[str, str],
    wishes: Sequence[Wish],
    draws: list[Json],
) -> None:
    hidden = bool(work.settings.get("anonymous"))
    for to in work.everybody():
        show = to.role == "gm" or not hidden
        names = {
            number: (person.name or person.address) if show else number
            for number, person in by_number.items()
        }
        seats = [
            {"power": seat.power, "name": seat.name, "address": seat.address} for seat in seats_for(work, to)
        ]
        told = [
            {
                "number": wish.who,
                "who": names[wish.who],
                "power": seated[wish.who],
                "wishes": [list(group) for group in wish.groups],
            }
            for wish in wishes
        ]
        lots = [
            {**draw, "among": [names[one] for one in draw["among"]], "winner": names[draw["winner"]]}
            for draw in draws
        ]
        facts = {"seats": seats, "wishes": told, "draws": lots, "commitment": work.chance.commitment}
        work.notice("allotment", [to], facts)


def seat_player(work: Work, player: Player) -> None:
    """Give a seat to a person; whoever held it before loses it."""
    others = [one for one in work.record.players if one.power != player.power]
    order = {power: index for index, power in enumerate(work.engine.powers)}
    work.change(players=tuple(sorted([*others, player], key=lambda one: order.get(one.power, len(order)))))


def begin_if_ready(work: Work) -> None:
    """Start the game once the seats are given and, where the game asks for it, every player is ready."""
    if work.settings.get("ready_check"):
        waiting = [p for p in work.record.players if p.power not in work.record.ready_to_start]
        if waiting:
            if not work.record.ready_to_start:
                work.notice("start_check", [work.recipient(player, "player") for player in waiting], {})
            return
    start_game(work)


def wishes_over(work: Work) -> None:
    """The time for wishes is over: who sent none is served last."""
    allot(work)


def remind_wishes(work: Work) -> None:
    """A day before the time for wishes ends: those who sent none are reminded."""
    work.change(reminded=(*work.record.reminded, "wishes"))
    to = [work.recipient(p, "observer") for p in with_status(work, JOINED) if not p.wished]
    facts = {"powers": free_powers(work), "until": work.record.forming_until}
    work.notice("wishes_reminder", to, facts)
