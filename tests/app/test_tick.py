"""The tick: nothing lost, nothing doubled, nothing guessed (design: way of a mail, mail contract, crash rules)."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from judge.app.rehearsal import rehearse
from judge.app.site import Busy
from judge.app.status import status_of
from judge.app.tick import tick
from judge.app.trouble import worth_saying
from judge.errors import ServerError
from judge.store import games, letters
from tests.app.conftest import World, text_of

JAPAN = "japan@example.test"


def test_an_order_mail_is_answered_once_and_its_orders_stand(world: World) -> None:
    world.start()
    before = len(world.mailbox(JAPAN))
    world.deliver(JAPAN, "F TOK - OS\nF OTA S Japan F TOK - OS")
    world.tick()
    assert world.orders("JAPAN") == ["F TOK - OS", "F OTA S F TOK - OS"]
    assert len(world.mailbox(JAPAN)) == before + 1
    answer = world.last(JAPAN)
    assert answer["Auto-Submitted"] == "auto-replied"
    assert answer["In-Reply-To"] == "<1@example.test>"


def test_the_same_mail_twice_has_no_second_effect(world: World) -> None:
    world.start()
    world.deliver(JAPAN, "F TOK - OS", headers="X-Copy: 1\n")
    world.count -= 1
    world.tick()
    world.deliver(JAPAN, "F TOK - OS", headers="X-Copy: 2\n")
    world.tick()
    assert len(world.statuses()) == 1
    assert len(world.mailbox(JAPAN)) == 2  # the opening and one answer


def test_a_later_line_replaces_the_order_of_its_unit_only(world: World) -> None:
    world.start()
    world.deliver(JAPAN, "F TOK - OS\nA KYO H")
    world.deliver(JAPAN, "F TOK - UP")
    world.tick()
    assert sorted(world.orders("JAPAN")) == ["A KYO H", "F TOK - UP"]


@pytest.mark.parametrize(
    ("headers", "why"),
    [
        ("Auto-Submitted: auto-replied\n", "RFC 3834, 2"),
        ("Precedence: bulk\n", "mail conventions, part 5"),
        ("List-Id: <players.example.test>\n", "mail conventions, part 5"),
    ],
)
def test_robots_are_neither_obeyed_nor_answered(world: World, headers: str, why: str) -> None:
    world.start()
    world.deliver(JAPAN, "F TOK - OS", headers=headers)
    world.tick()
    assert world.orders("JAPAN") == [], why
    assert len(world.mailbox(JAPAN)) == 1
    assert world.statuses()[-1][0] == "ignored"


def test_an_unproven_mail_changes_nothing_until_its_owner_confirms(world: World) -> None:
    world.start()
    world.deliver(JAPAN, "F TOK - OS", proven=False)
    world.tick()
    assert world.orders("JAPAN") == []
    assert world.statuses()[-1][0] == "unconfirmed"
    question = world.last(JAPAN)
    world.deliver(JAPAN, "はい", proven=False, headers=f"In-Reply-To: {question['Message-ID']}\n")
    world.tick()
    assert world.orders("JAPAN") == ["F TOK - OS"]


def test_a_reply_to_a_mail_of_ours_proves_its_writer(world: World) -> None:
    world.start()
    opening = world.last(JAPAN)
    world.deliver(JAPAN, "F TOK - OS", proven=False, headers=f"References: {opening['Message-ID']}\n")
    world.tick()
    assert world.orders("JAPAN") == ["F TOK - OS"]


def test_a_token_is_bound_to_its_address(world: World) -> None:
    world.start()
    opening = world.last(JAPAN)
    world.deliver(
        "france@example.test",
        "F TOK - OS\nF ANN - SCS",
        proven=False,
        headers=f"In-Reply-To: {opening['Message-ID']}\n",
    )
    world.tick()
    assert world.orders("JAPAN") == []
    assert world.orders("FRANCE") == []


def test_between_two_games_the_sender_is_asked(world: World) -> None:
    world.start("col")
    world.start("two")
    world.deliver(JAPAN, "F TOK - OS", subject="orders")
    world.tick()
    assert world.orders("JAPAN") == []
    assert world.orders("JAPAN", "two") == []
    assert "two" in text_of(world.last(JAPAN))
    world.deliver(JAPAN, "GAME two\nF TOK - OS", subject="orders")
    world.tick()
    assert world.orders("JAPAN", "two") == ["F TOK - OS"]


def test_an_address_whose_last_letter_was_refused_stands_in_the_status(world: World) -> None:
    world.start()
    conn = world.site.store.conn
    for power, which in (("japan", "max"), ("russia", "min")):
        row = conn.execute(f"SELECT {which}(id) FROM letter WHERE address = ?", (f"{power}@example.test",))
        letters.failed(world.site.store, row.fetchone()[0], "refused", "RCPT TO: 550 5.1.1 User unknown")
    world.deliver("russia@example.test", "A MOS H")
    world.tick()
    assert status_of(world.site, world.now).notes == (
        "japan@example.test takes no mail: RCPT TO: 550 5.1.1 User unknown",
    )


def test_what_the_last_pass_of_cron_could_not_do_stands_in_the_status(world: World) -> None:
    world.start()
    worth_saying(world.site, ["IMAP server mail.example.test:993: Connection refused"])
    said = "at the last pass: IMAP server mail.example.test:993: Connection refused"
    assert status_of(world.site, world.now).notes == (said,)
    worth_saying(world.site, [])
    assert status_of(world.site, world.now).notes == ()


def test_built_grammars_lie_in_the_cache_and_nowhere_else(world: World) -> None:
    world.start()
    world.deliver("russia@example.test", "A MOS H")
    words = [sys.executable, "-m", "judge", "tick", "--dir", str(world.folder)]
    subprocess.run(words, cwd=Path(__file__).parents[2], check=True, capture_output=True)
    assert list((world.folder / "cache").glob(".*.grammar"))
    assert not list(world.folder.glob(".*.grammar"))


def test_a_stranger_gets_one_short_answer_a_day(world: World) -> None:
    world.start()
    for _ in range(3):
        world.deliver("stranger@elsewhere.test", "hello", subject="hi")
        world.tick()
    assert len(world.mailbox("stranger@elsewhere.test")) == 1


def test_a_mail_that_breaks_the_program_is_set_aside_and_the_next_is_handled(world: World) -> None:
    world.start()
    world.deliver("france@example.test", "F ANN - SCS")
    world.deliver(JAPAN, "F TOK - OS")
    real = games.load
    calls = []

    def broken(store: object, name: str) -> object:
        calls.append(name)
        if len(calls) == 1:
            raise RuntimeError("boom")
        return real(store, name)  # type: ignore[arg-type]

    with patch("judge.app.handle.games.load", broken):
        world.tick()
    assert world.statuses() == [("set_aside", "RuntimeError"), ("taken", "")]
    assert world.orders("JAPAN") == ["F TOK - OS"]
    assert "boom" not in text_of(world.last("gm@example.test"))
    told = len(world.mailbox("gm@example.test"))
    world.tick()
    assert len(world.mailbox("gm@example.test")) == told


def test_an_unreadable_mail_is_kept_answered_and_shown_to_the_gm(world: World) -> None:
    world.start()
    raw = (
        b"From: japan@example.test\nTo: judge@example.test\nSubject: [col] x\nMessage-ID: <u@example.test>\n"
        b"MIME-Version: 1.0\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    )
    world.deliver(JAPAN, "", raw=raw)
    world.tick()
    assert world.statuses()[-1] == ("kept", "unreadable")
    assert "winmail" not in str(world.last(JAPAN)["Subject"])
    world.pass_days(7.1)
    assert any(
        JAPAN in text_of(mail) for mail in world.mailbox("gm@example.test") if "report" in mail["Subject"]
    )


def test_a_second_tick_at_the_same_time_does_nothing(world: World) -> None:
    with world.site.lock(), pytest.raises(Busy):
        tick(world.site, world.now)


def test_with_the_inbox_out_of_reach_no_deadline_closes_and_letters_still_go_out(world: World) -> None:
    world.start()
    phase = games.load(world.site.store, "col").phase_id
    world.now += timedelta(days=7, hours=1)
    with patch.object(
        type(world.site.inbox), "fetch", side_effect=ServerError("the inbox cannot be reached")
    ):
        report = world.tick()
    assert report.problems == ["the inbox cannot be reached"]
    assert games.load(world.site.store, "col").phase_id == phase


def test_a_deadline_that_passed_while_the_judge_was_away_is_moved(world: World) -> None:
    world.start()
    record = games.load(world.site.store, "col")
    world.now += timedelta(days=8)
    world.tick()
    later = games.load(world.site.store, "col")
    assert later.phase_id == record.phase_id
    assert later.deadline > record.deadline


def test_a_mail_received_after_the_deadline_waits_until_the_phase_has_closed(world: World) -> None:
    world.start()
    world.pass_days(6.99)
    closing = games.load(world.site.store, "col")
    world.now = world.now + timedelta(days=0.01) + timedelta(seconds=30)
    world.deliver(JAPAN, "F TOK - OS")
    world.tick()
    assert games.load(world.site.store, "col").phase_id == closing.phase_id
    assert world.statuses()[-1][0] == "waiting"
    world.tick(after=timedelta(minutes=3))
    assert games.load(world.site.store, "col").phase_id != closing.phase_id
    assert world.statuses()[-1][0] == "taken"


def test_a_clock_that_runs_ahead_does_not_carry_a_game_into_the_future(world: World) -> None:
    world.start()
    phase = games.load(world.site.store, "col").phase_id
    world.now += timedelta(days=9)
    world.deliver(JAPAN, "F TOK - OS")
    world.now -= timedelta(days=9)
    world.tick(after=timedelta(minutes=1))
    assert games.load(world.site.store, "col").phase_id == phase
    assert world.orders("JAPAN") == ["F TOK - OS"]


def test_a_mail_servers_fast_clock_closes_nothing_early(world: World) -> None:
    world.start()
    before = world.now
    world.now = before + timedelta(days=8)
    world.deliver(JAPAN, "F TOK - OS")
    world.now = before + timedelta(hours=1)
    world.tick()
    record = games.load(world.site.store, "col")
    assert record.phase_id == "S1870M"
    assert world.orders("JAPAN") == ["F TOK - OS"]


def test_what_is_void_already_is_said_of_orders_of_earlier_mails_too(world: World) -> None:
    """Design part 5: the answer names what is void already and why, whichever mail it came with."""
    world.start()
    world.deliver("france@example.test", "A TON - YUN")
    world.deliver("france@example.test", "A COC H")
    world.tick()
    text = text_of(world.last("france@example.test"))
    standing = text[text.index("## What stands now") :]
    assert "# A TON cannot get to Yunnan (YUN) in one turn." in standing
    first = text_of(world.mailbox("france@example.test")[-2])
    assert first.count("cannot get to Yunnan") == 1


def test_orders_in_reply_to_a_mail_of_a_phase_gone_by_are_told_where_to_reply(world: World) -> None:
    """Which phase a mail is for: the one whose letter it answers (design part 5). The way out is named."""
    world.start()
    opening = world.last("france@example.test")["Message-ID"]
    world.pass_days(8)
    world.deliver("france@example.test", "A COC H", headers=f"In-Reply-To: {opening}\n")
    world.tick()
    assert world.orders("FRANCE") == []
    assert "reply to our newest mail" in text_of(world.last("france@example.test")).replace("\n", " ")


def test_a_dry_run_tells_what_a_pass_does_and_changes_nothing(world: World) -> None:
    """Contract of the command line: `judge tick --dry-run`."""
    world.start()
    closing = datetime.fromisoformat(games.closing(world.site.store, "col"))
    world.now = closing - timedelta(hours=1)
    tick(world.site, world.now)
    world.deliver(JAPAN, "F TOK - OS")
    world.deliver("stranger@example.test", "hello")
    when = closing + timedelta(hours=1)
    before = (world.statuses(), world.orders("JAPAN"), _everything(world))
    report, lines = rehearse(world.site, when)
    assert (world.statuses(), world.orders("JAPAN"), _everything(world)) == before
    assert report.fetched == 2
    assert any("from japan@example.test: taken col JAPAN" in line for line in lines)
    assert "would close: col S1870M" in lines
    told = [line for line in lines if line.startswith("would send: ")]
    assert not any("OS" in line for line in lines)
    tick(world.site, when)
    assert (
        len(told)
        == report.sent
        == sum(len(list(box.glob("new/*"))) for box in world.folder.glob("mail/players/*"))
        - len(before[2][1])
    )


def _everything(world: World) -> tuple[list[str], list[str]]:
    """The database's words, and every file of the mail folders."""
    return list(world.site.store.conn.iterdump()), sorted(
        str(path) for path in world.folder.glob("mail/players/*/new/*")
    )
