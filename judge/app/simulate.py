"""`judge simulate`: whole games by mail alone, with players of chance, and every promise checked on the way.

Nothing takes a short cut: players join by mail, answer our mails, send orders in several mail makes and both languages, are
late or silent, leave, and are replaced; the game master writes mails too. The same seed plays the same game.
"""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from judge.app.games import new_game
from judge.app.promises import broken_promises, leaked_addresses
from judge.app.secrecy import told_too_early
from judge.app.site import Site, open_site
from judge.app.take import engine_of
from judge.app.tick import tick
from judge.errors import UsageError
from judge.store import games
from judge.workflow.model import Record

MARK = "simulation-of-the-judge"
SERVER = "mx.judge.example"
ADDRESS = "judge@judge.example"
GM = "gm@players.example"
GAME = "sim"
START = datetime(2024, 3, 5, 9, 0, tzinfo=UTC)
STEP = timedelta(hours=3)
"""Longest time between two ticks."""


@dataclass
class Person:
    """A simulated player. make: how the mail program writes; silent_from: turn from which nothing is sent (0: never)."""

    address: str
    japanese: bool
    make: str
    silent_from: int = 0


Send = Callable[[str, str, bytes], None]
"""Sends a mail with real servers: sender, recipient, the mail. Comes back when the recipient's server has it."""


@dataclass(frozen=True)
class Servers:
    """A judge's directory whose settings name real mail servers, and who there is: the GM, and players' addresses.

    The clock of the simulation has to stand before the servers' own: a mail then counts as received when it is fetched.
    """

    folder: Path
    judge: str
    gm: str
    people: Sequence[str]
    send: Send


@dataclass
class Play:
    """A simulation in hand. broken: promises that were not kept, one line each. servers: None for folders."""

    site: Site
    chance: random.Random
    now: datetime
    servers: Servers | None = None
    people: list[Person] = field(default_factory=list)
    mails: int = 0
    broken: list[str] = field(default_factory=list)
    seen_letters: int = 0

    @property
    def record(self) -> Record:
        """The game as it stands."""
        return games.load(self.site.store, GAME)

    def wait_until(self, moment: datetime) -> None:
        """Let time pass, with ticks between as cron would run them, at odd moments."""
        while self.now < moment:
            self.now = min(moment, self.now + STEP * self.chance.uniform(0.3, 1.0))
            tick(self.site, self.now)

    def mail(
        self, sender: str, body: str, *, make: str = "plain", subject: str = "orders", reply: bool = True
    ) -> None:
        """A mail arrives in the inbox now."""
        message = EmailMessage()
        judge = self.servers.judge if self.servers else ADDRESS
        message["From"], message["To"], message["Subject"] = sender, judge, subject
        message["Date"] = format_datetime(self.now)
        self.mails += 1
        message["Message-ID"] = f"<{self.mails}.{sender}>"
        last = self._last_letter(sender) if reply else ""
        if last:
            message["In-Reply-To"] = last
        if make == "html":
            lines = "".join(
                f"<div>{line}</div>" for line in body.replace("&", "&amp;").replace("<", "&lt;").splitlines()
            )
            message.set_content(f"<html><body>{lines}</body></html>", subtype="html")
        elif make == "iso-2022-jp":
            message.set_content(body, charset="iso-2022-jp")
        elif make == "quoted":
            message.set_content(
                f"{body}\n\nOn Tue, 5 Mar 2024 the judge wrote:\n> A OLD - ORDERS\n> thank you\n"
            )
        else:
            message.set_content(body)
        if self.servers:
            self.servers.send(sender, judge, message.as_bytes(policy=SMTP))
            tick(self.site, self.now)
            return
        domain = sender.rpartition("@")[2]
        head = (
            f"Delivered-To: {ADDRESS}\n"
            f"Received: from mail.{domain} by {SERVER} with ESMTPS; {format_datetime(self.now)}\n"
            f"Authentication-Results: {SERVER}; dkim=pass header.d={domain}; spf=pass smtp.mailfrom={domain};"
            f" dmarc=pass header.from={domain}\n"
        )
        inbox = self.site.config.path(self.site.config.inbox.path) / "new"
        (inbox / f"{int(self.now.timestamp())}.M{self.mails:06d}.sim").write_bytes(
            head.encode() + message.as_bytes()
        )

    @property
    def gm(self) -> str:
        """The game master's address."""
        return self.servers.gm if self.servers else GM

    def address(self, number: int) -> str:
        """The address of the player of this number, from 1."""
        return self.servers.people[number - 1] if self.servers else f"p{number}@players.example"

    def _last_letter(self, address: str) -> str:
        row = self.site.store.conn.execute(
            "SELECT message_id FROM letter WHERE address = ? AND status = 'sent' ORDER BY id DESC LIMIT 1",
            (address,),
        ).fetchone()
        return str(row[0]) if row else ""

    def notices(self, address: str, what: str) -> int:
        """How many notices of this kind the address has got."""
        count = self.site.store.conn.execute(
            "SELECT count(*) FROM letter WHERE address = ? AND key LIKE ?", (address, f"%/notice-{what}/%")
        ).fetchone()[0]
        return int(count)


def simulate(
    variant: str,
    folder: Path,
    *,
    seed: int = 1,
    turns: int = 40,
    win: int = 0,
    ending: str = "draw",
    changes: Mapping[str, str] | None = None,
    servers: Servers | None = None,
) -> Iterator[str]:
    """Play a whole game, giving the story line by line; the last lines name promises that were broken.

    turns: after so many the players end it by vote: ending "draw", "concession" or "peace". win: centres that win (0: as the variant says).
    changes: settings of the game that are to differ. servers: play over these instead of in a folder.
    Raises UsageError when the folder holds something else than an earlier simulation.
    """
    site = open_site(servers.folder) if servers else _new_site(folder)
    site.pictures = _NoPictures()
    settings = {
        "length.first": "0", "length.movement": "3d", "length.retreat": "1d", "length.adjustment": "1d", "grace": "12h",
        "reminders": "24h 3h", "wish_time": "3d", "timezone": "Europe/Berlin", "hour": "21:00", "nmr_limit": "2",
        "early_close": "in", "peace": "yes", "draw": "survivors", "concession": "yes",
    }  # fmt: skip
    settings |= changes or {}
    if win:
        settings["rule.victory_centres"] = str(win)
    try:
        play = Play(site, random.Random(f"{variant} {seed}"), START, servers)
        lots = hashlib.sha256(f"simulation {variant} {seed}".encode()).hexdigest()
        new_game(site, GAME, variant, gm=play.gm, settings=settings, now=play.now, seed=lots)
        yield from _fill(play)
        yield from _run(play, turns, ending)
        yield from _check(play)
    finally:
        site.close()


class _NoPictures(dict[Any, Any]):
    """Says of every picture that it has been made, and is none."""

    def get(self, key: Any, default: Any = None) -> Any:
        return {}


def _new_site(folder: Path) -> Site:
    from judge.app.setup import make_site

    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise UsageError(f"{folder} is not empty and not an earlier simulation: name another with --dir")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MARK).write_text("this folder is made anew by every `judge simulate`\n", "utf-8")
    make_site(
        folder,
        {
            "site": {"address": ADDRESS, "gms": [GM], "timezone": "Europe/Berlin"},
            "security": {"trusted_servers": [SERVER]},
        },
    )
    return open_site(folder)


# ── recruiting ──────────────────────────────────────────────────────────────────────────────────────


def _fill(play: Play) -> Iterator[str]:
    """Players join by mail and answer to confirm; two more wait; all send wishes; the game starts."""
    _, engine = engine_of(play.record)
    powers = engine.powers
    makes = ("plain", "html", "quoted", "iso-2022-jp")
    for number in range(1, len(powers) + 3):
        person = Person(play.address(number), number % 2 == 0, makes[number % 4])
        if person.make == "iso-2022-jp":
            person.japanese = True
        play.people.append(person)
        play.mail(
            person.address,
            f"参加 {GAME}" if person.japanese else f"JOIN {GAME}",
            make=person.make,
            reply=False,
        )
        play.wait_until(play.now + timedelta(minutes=40))
        play.mail(person.address, "はい" if person.japanese else "yes", make=person.make)
        play.wait_until(play.now + timedelta(minutes=40))
    yield f"{len(play.people)} people joined {GAME} by mail, {len(powers)} play, {len(play.people) - len(powers)} wait"
    for person in play.people[: len(powers)]:
        wishes = list(powers)
        play.chance.shuffle(wishes)
        words = " ".join(wishes[: play.chance.randrange(0, 4)]) + " any"
        play.mail(person.address, f"希望 {words}" if person.japanese else f"PREFER {words}", make=person.make)
        play.wait_until(play.now + timedelta(minutes=20))
    play.wait_until(play.now + timedelta(hours=1))
    for player in play.record.players:
        yield f"{player.power}: {player.address}"
    if play.record.state != "running":
        play.broken.append("the game did not start although all had sent their wishes")
    elif len(powers) > 2:
        silent = play.chance.choice([player.address for player in play.record.players])
        next(person for person in play.people if person.address == silent).silent_from = 3


# ── turns ───────────────────────────────────────────────────────────────────────────────────────────


def _run(play: Play, turns: int, ending: str) -> Iterator[str]:
    """Phase after phase until the game is over."""
    rolled_back = False
    for _ in range(turns * 6):
        record = play.record
        if record.state != "running":
            break
        _, engine = engine_of(record)
        phase = engine.phase(engine.load(record.position or {}))
        if phase.turn > turns:
            yield from _end_by_vote(play, ending)
            break
        _play_phase(play, record)
        after = play.record
        if after.phase_no != record.phase_no:
            counts = " ".join(f"{power[:3]} {n}" for power, n in after.centres[record.phase_id].items())
            yield f"{play.now:%Y-%m-%d %H:%M} {record.phase_id} closed; {counts}"
        if phase.turn == 2 and phase.kind == "movement" and not rolled_back and after.state == "running":
            rolled_back = True
            yield from _roll_back(play, record.phase_id)
    outcome = play.record.outcome or {}
    yield f"the game is {play.record.state}: {outcome.get('kind', '-')} {', '.join(outcome.get('winners', ()))}"
    if play.record.state != "finished":
        play.broken.append("the game did not end")


def _play_phase(play: Play, record: Record) -> None:
    """Everybody who owes something writes at some time of the phase, or not at all."""
    _, engine = engine_of(record)
    position = engine.load(record.position or {})
    phase = engine.phase(position)
    opened, deadline = play.now, datetime.fromisoformat(record.deadline)
    span = max(timedelta(hours=1), deadline - opened)
    plans = []
    for owed in phase.owed:
        player = next((one for one in record.players if one.power == owed.power), None)
        person = next((one for one in play.people if player and one.address == player.address), None)
        if person is None or (person.silent_from and phase.turn >= person.silent_from):
            continue
        if play.chance.random() < 0.03:
            continue
        late = 1.05 if play.chance.random() < 0.05 else 0.95
        plans.append((opened + span * play.chance.uniform(0.05, late), person, owed.power))
    for moment, person, power in sorted(plans, key=lambda plan: plan[0]):
        play.wait_until(moment)
        if play.record.phase_no != record.phase_no or play.record.state != "running":
            return
        body = _orders(play, engine, position, record, power, person)
        play.mail(person.address, body, make=person.make)
    _waiting_people(play)
    while play.record.phase_no == record.phase_no and play.record.state == "running":
        play.wait_until(play.now + STEP)


def _waiting_people(play: Play) -> None:
    """Who is offered a seat takes it."""
    for person in list(play.record.standbys):
        if person.offer:
            play.mail(person.address, "YES")
            play.wait_until(play.now + timedelta(minutes=30))


def _orders(play: Play, engine: Any, position: Any, record: Record, power: str, person: Person) -> str:
    """Legal orders of chance, with a liking for centres of others; now and then one too few, a slip, or a word to the others."""
    chance = play.chance
    choices = engine.legal(position, power)
    own = set((record.position or {}).get("centers", {}).get(power, ()))
    variant, _ = engine_of(record)
    wanted = {province.id for province in variant.provinces if province.centre} - own
    lines = []
    for options in choices.by_key.values():
        if chance.random() < 0.02:
            continue
        tempting = [
            text
            for text in options
            if text.split()[-1].split("/")[0] in wanted and " - " in text and " S " not in text
        ]
        moves = [text for text in options if " S " not in text and " C " not in text and " VIA" not in text]
        pool = tempting if tempting and chance.random() < 0.6 else moves or list(options)
        lines.append(chance.choice(pool))
    if choices.at_most is not None:
        chance.shuffle(lines)
        lines = lines[: choices.at_most]
    if person.japanese:
        lines = [_in_japanese(line) for line in lines]
    if chance.random() < 0.05:
        lines.append("A XYZ - ABC")
    if chance.random() < 0.05:
        lines += ["STATUS", "HISTORY"]
    if chance.random() < 0.05:
        lines += ["PRESS TO ALL", "Shall we talk?", "END"]
    if not lines:
        lines = ["READY"]
    return "\n".join(lines)


def _in_japanese(line: str) -> str:
    """A canonical order with Japanese words and arrow, regions by their codes."""
    kind, _, rest = line.partition(" ")
    words = {"A": "陸軍", "F": "海軍"}
    return f"{words[kind]} {rest}".replace(" - ", " → ") if kind in words else line


def _roll_back(play: Play, phase: str) -> Iterator[str]:
    """The GM goes back a phase and lets it be run again: the same must come out."""
    before = play.record
    play.mail(play.gm, f"ROLLBACK {phase}", subject=f"[{GAME}] rollback", reply=False)
    play.wait_until(play.now + timedelta(minutes=30))
    if play.record.phase_id != phase:
        play.broken.append(f"ROLLBACK {phase} did not go back")
        return
    play.mail(play.gm, f"PROCESS {phase}", subject=f"[{GAME}] process", reply=False)
    play.wait_until(play.now + timedelta(minutes=30))
    if play.record.position != before.position:
        play.broken.append(f"{phase} came out differently after ROLLBACK and PROCESS")
    yield f"{phase} rolled back and run again: the same position"


def _end_by_vote(play: Play, ending: str) -> Iterator[str]:
    """The players agree on the end."""
    record = play.record
    votes = {"draw": "DRAW", "concession": f"CONCEDE {record.players[0].power}", "peace": "PEACE"}
    play.wait_until(datetime.fromisoformat(record.starts) + timedelta(minutes=5))  # no votes in silent hours
    for player in record.players:
        if player.status == "playing":
            play.mail(player.address, votes[ending])
            play.wait_until(play.now + timedelta(minutes=15))
            if play.record.state != "running":
                break
    yield f"all survivors voted: {ending}"


def _check(play: Play) -> Iterator[str]:
    """How much was played, and the promises that were not kept."""
    play.wait_until(play.now + timedelta(hours=6))
    site = play.site
    play.broken += broken_promises(site, GAME)
    play.broken += told_too_early(site, GAME)
    record = play.record
    if record.settings["anonymous"]:
        outbox = site.config.path(site.config.outbox.path)
        players = [person.address for person in play.people]
        play.broken += leaked_addresses(outbox, players, record.seed)
    letters = site.store.conn.execute("SELECT count(*) FROM letter").fetchone()[0]
    yield f"seats taken over: {play.notices(play.gm, 'seat_taken')}"
    yield (
        f"{play.mails} mails in, {letters} mails out, {len(record.past)} phases;"
        f" {len(play.broken)} promises broken"
    )
    yield from (f"BROKEN {line}" for line in play.broken)
