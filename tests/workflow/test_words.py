"""Every letter the workflow makes can be put into words, in both languages, with nothing left open."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from judge.engines import engine_for
from judge.render.mails import SiteFacts, render
from judge.variants.load import load_variant
from judge.workflow.codes import NOTICE_CODES, RESULT_CODES
from judge.workflow.letters import (
    LETTER_KINDS,
    Acknowledgement,
    Letter,
    Notice,
)
from judge.workflow.model import MailInput, Record, TimeInput
from judge.workflow.record import new_record
from judge.workflow.step import step
from tests.workflow.fake import GM, T0

SITE = SiteFacts(address="judge@example.org")
# notices of the mail layer, and those that need a whole game of their own
NOT_HERE = {
    "unreadable", "which_game", "was_this_you", "unknown_sender", "not_playing", "game_over", "game_paused", "confirmed", "not_confirmed",
    "too_many_mails", "password_set", "password_kept", "incident", "delivery_failed", "set_aside", "heartbeat", "game_created", "games", "review",
    "player_joined", "player_left",
}  # fmt: skip


class Life:
    """A whole life of a standard game by mail."""

    def __init__(self, variant_id: str) -> None:
        self.variant = load_variant(variant_id)
        self.engine = engine_for(self.variant, {})
        settings = {
            "early_close": "in", "grace": "12h", "ready_check": "yes", "peace": "yes", "press": "grey",
            "press_read_by_gm": "yes", "join": "approve", "nmr_limit": "1", "hour": "21:00", "draw": "survivors", "concession": "yes",
        }  # fmt: skip
        self.record: Record = new_record("g", self.variant, settings=settings, gms=[GM], seed="5a" * 32)
        self.letters: list[Letter] = []
        self.now: datetime = T0

    def do(self, event: Any) -> None:
        result = step(self.engine, self.variant, self.record, event)
        self.record = result.record
        self.letters += result.letters

    def mail(self, address: str, body: str, **more: Any) -> None:
        self.now += timedelta(minutes=5)
        player = next((one for one in self.record.players if one.address == address), None)
        role: Any = "gm" if address == GM.address else "player" if player else "stranger"
        power = player.power if player else ""
        self.do(
            MailInput(
                self.now, address, role, power, body, "hello", **{"proven": True, "name": "Nam", **more}
            )
        )

    def gm(self, *lines: str) -> None:
        self.mail(GM.address, "\n".join(lines))

    def to(self, power: str) -> str:
        return next(one.address for one in self.record.players if one.power == power)

    def close(self) -> None:
        self.now = datetime.fromisoformat(self.record.grace_end or self.record.deadline)
        self.do(TimeInput(self.now))


@pytest.fixture(scope="module", params=["standard", "coldwar", "colonial"])
def life(request: pytest.FixtureRequest) -> Life:
    """Played once."""
    game = Life(request.param)
    powers = game.engine.powers
    people = [f"p{number}@example.org" for number in range(len(powers))]
    game.mail("eve@example.org", "OBSERVE", proven=False)
    game.mail("eve@example.org", "yes")
    for person in people:
        game.mail(person, "JOIN g", proven=False)
        game.mail(person, "はい")
        game.gm(f"APPROVE {person}")
    game.mail("nobody@example.org", "JOIN g")
    game.gm("REFUSE nobody@example.org", "INVITE late@example.org Late", "STATUS")
    game.mail("late@example.org", "JOIN g")
    game.mail(people[0], f"PREFER {powers[0]} {powers[1]}={powers[2]}")
    game.mail(people[1], f"希望 {powers[0]} おまかせ")
    game.mail(people[1], "PREFER Atlantis")
    game.do(TimeInput(datetime.fromisoformat(game.record.forming_until) - timedelta(hours=20)))
    game.do(TimeInput(datetime.fromisoformat(game.record.forming_until)))
    game.now = game.now + timedelta(days=8)
    for person in people:
        game.mail(person, "READY")
    first, second, third = (game.to(power) for power in powers[:3])
    game.mail(
        first,
        f"HELP\nSTATUS\nHISTORY\nRULES\nRECORD\nMAP\nLANGUAGE en\nTIMEZONE Asia/Tokyo\nNAME Anne\nDIGEST off\nABSENCE 12/24-12/28\nNOABSENCE\nPEACE\nNOPEACE\nDRAW\nDRAW no\nLANGUAGE xx\nTIMEZONE Mars\nABSENCE 1/1-12/31\nCONCEDE {powers[1]}\nVOTE nothing\nREADY\nNOT READY\nREADY not yet\n確定しない\nWAIT\nNO WAIT\nCLEAR\nYES\nNO\nEXTEND 24h\nHISTROY\nA XYZ - ???",
    )
    game.mail(
        second,
        f"PRESS GREY TO {powers[0]}\nhello\nEND\nPRESS TO nobody\nx\nEND\nBROADCAST\nhello all\nEND\nPRESS\nx\nEND",
    )
    game.mail(third, "DIGEST on\nADDRESS third@example.net")
    game.mail(second, f"PRESS TO {powers[2]}\nlater\nEND")
    game.mail("third@example.net", "yes")
    letter = next(one for one in game.letters if getattr(one.facts, "what", "") == "address_confirm")
    game.mail(third, "yes", answers=letter.key)
    game.gm(
        "PREVIEW",
        "ANNOUNCE",
        "hello",
        "END",
        "SET grace 6h",
        "SET grace soon",
        "SET nonsense 1",
        "EXTEND 24h",
        "EXTEND x",
        "DEADLINE 1999-01-01",
        "LOG",
        "COGM co@example.org",
        "PROCESS X1M",
        "START",
        "ROLLBACK",
        "FORWARD",
        "CORRECT REMOVE A NOWHERE",
        "END GAME Atlantis",
    )
    unit = game.record.position["units"][powers[0]][0]  # type: ignore[index]
    game.gm(
        f"ORDER {powers[0]} {unit} H",
        f"CORRECT REMOVE {unit}",
        f"CORRECT PLACE {powers[0]} {unit}",
        "PAUSE 2030-01-01",
    )
    game.gm("RESUME")
    game.do(TimeInput(datetime.fromisoformat(game.record.deadline) - timedelta(hours=2)))
    game.mail(second, "\n".join(f"{one} H" for one in game.record.position["units"][powers[1]]))  # type: ignore[index]
    game.mail("third@example.net", "READY")
    phase = game.record.phase_id
    game.close()
    if game.record.phase_id == phase:
        game.close()
    game.mail(second, f"{unit} H", phase_id=phase)
    game.gm("ROLLBACK", "FORWARD")
    game.mail("late@example.org", "NO")
    game.mail("late@example.org", "JOIN g")
    game.mail("late@example.org", "YES")
    game.gm(
        f"REPLACE {powers[1]} new@example.org New", "EJECT third@example.net", "SET anonymous yes", "REVEAL"
    )
    game.mail("new@example.org", "RESIGN")
    game.gm("STATUS", f"END GAME {powers[0]}")
    game.mail("late@example.org", "A PAR H\nSTATUS")
    return game


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_letter_can_be_put_into_words(life: Life, language: str) -> None:
    for letter in life.letters:
        spoken = replace(letter, to=replace(letter.to, language=language))
        mail = render(spoken, variant=life.variant, site=SITE, pictures={})
        assert mail.subject.strip()
        assert mail.text.strip()
        for word in ("{{", "None", "frozenset", "Undefined"):
            assert word not in mail.text, (letter.key, mail.text)
            assert word not in mail.subject


def test_the_cold_wars_calendar_goes_out_with_the_start(life: Life) -> None:
    letter = next(one for one in life.letters if one.kind == "game_start")
    mail = render(letter, variant=life.variant, site=SITE, pictures={})
    names = [file.filename for file in mail.attachments]
    assert ("calendar.ics" in names) is (life.variant.id == "coldwar")
    if "calendar.ics" in names:
        data = next(file.data for file in mail.attachments if file.filename == "calendar.ics")
        assert data.count(b"BEGIN:VEVENT") == 6


def test_the_life_has_every_kind_of_letter(life: Life) -> None:
    assert {letter.kind for letter in life.letters} == set(LETTER_KINDS)


def test_the_life_has_nearly_every_notice_and_result(life: Life) -> None:
    notices = {letter.facts.what for letter in life.letters if isinstance(letter.facts, Notice)}
    assert notices <= set(NOTICE_CODES)
    results = {
        line.result
        for letter in life.letters
        if isinstance(letter.facts, Acknowledgement)
        for line in letter.facts.transcript
        if line.result
    }
    assert results <= set(RESULT_CODES)
    assert len(set(RESULT_CODES) - results) < 25
    assert len(set(NOTICE_CODES) - notices - NOT_HERE) < 3
