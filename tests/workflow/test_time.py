"""Deadlines, grace, early closing, reminders, late mails, the GM's clock."""

from __future__ import annotations

from judge.workflow.clock import stamp
from tests.workflow.fake import ADDRESSES
from tests.workflow.play import hour, started

RED = ADDRESSES["RED"]
WEEK = 7 * 24
ALL = {"RED": "A R1 H\nA R2 H", "BLUE": "A B1 H\nA B2 H", "GREEN": "A G1 H\nA G2 H"}


def test_all_orders_in_closes_the_phase_when_the_last_mail_was_received() -> None:
    table = started(early_close="in")
    table.mail("RED", ALL["RED"], 1)
    table.mail("BLUE", ALL["BLUE"], 2)
    table.mail("GREEN", "A G1 H", 3)
    assert table.record.phase_id == "T1M"
    table.mail("GREEN", "A G2 H", 4)
    assert table.record.phase_id == "T2M"
    assert table.record.opened == stamp(hour(4))
    assert table.of("deadline_report")[-1].early


def test_wait_holds_the_phase_open_and_ready_lets_it_go() -> None:
    table = started(early_close="in")
    table.mail("RED", ALL["RED"] + "\n待って", 1)
    table.mail("BLUE", ALL["BLUE"], 2)
    table.mail("GREEN", ALL["GREEN"], 3)
    assert table.record.phase_id == "T1M"
    table.mail("RED", "READY", 4)
    assert table.record.phase_id == "T2M"


def test_ready_counts_as_an_answer_for_units_without_orders() -> None:
    table = started(early_close="in")
    table.mail("RED", "確定", 1)
    table.mail("BLUE", ALL["BLUE"], 2)
    table.mail("GREEN", ALL["GREEN"], 3)
    assert table.record.phase_id == "T2M"
    assert all(player.nmr == 0 for player in table.record.players)


def test_early_closing_can_be_left_to_those_who_said_ready() -> None:
    table = started(early_close="ready")
    for power, orders in ALL.items():
        table.mail(power, orders, 1)
    assert table.record.phase_id == "T1M"
    for power in ALL:
        table.mail(power, "READY", 2)
    assert table.record.phase_id == "T2M"


def test_reminders_go_only_to_those_who_still_owe() -> None:
    table = started(reminders="24h 3h")
    table.mail("RED", ALL["RED"], 1)
    table.mail("BLUE", "A B1 H", 1)
    table.time(WEEK - 24)
    reminded = [letter.to.address for letter in table.letters if letter.kind == "reminder"]
    assert reminded == [ADDRESSES["BLUE"], ADDRESSES["GREEN"]]
    assert table.of("reminder", ADDRESSES["BLUE"])[0].missing == ("A B2",)
    table.mail("BLUE", "A B2 H", WEEK - 20)
    table.time(WEEK - 3)
    reminded = [letter.to.address for letter in table.letters if letter.kind == "reminder"]
    assert reminded[2:] == [ADDRESSES["GREEN"]]


def test_grace_waits_for_those_who_owe_and_closes_when_they_have_answered() -> None:
    table = started(grace="1d")
    table.mail("RED", ALL["RED"], 1)
    table.mail("BLUE", ALL["BLUE"], 1)
    table.time(WEEK + 1)
    assert table.record.phase_id == "T1M"
    assert [facts.power for facts in table.of("reminder") if facts.overdue] == ["GREEN"]
    table.mail("GREEN", ALL["GREEN"], WEEK + 5)
    assert table.of("acknowledgement", ADDRESSES["GREEN"])[-1].overdue
    assert table.record.phase_id == "T2M"
    assert table.record.opened == stamp(hour(WEEK + 5))
    row = next(row for row in table.of("deadline_report")[-1].rows if row.power == "GREEN")
    assert row.late
    assert not row.nmr


def test_grace_ends_and_silent_players_are_counted() -> None:
    table = started(grace="1d")
    table.time(WEEK + 24)
    assert table.record.phase_id == "T2M"
    assert table.record.opened == stamp(hour(WEEK + 24))
    assert [player.nmr for player in table.record.players] == [1, 1, 1]


def test_a_mail_at_the_very_deadline_counts_unless_the_game_says_otherwise() -> None:
    for counts, phase in ((True, "T1M"), (False, "T2M")):
        table = started(deadline_counts=counts)
        table.mail("RED", "A R1 - SEA", WEEK)
        assert table.record.phase_id == phase


def test_orders_for_a_phase_gone_by_are_late_and_not_applied() -> None:
    table = started()
    table.time(WEEK)
    table.mail("RED", "A R1 - SEA", WEEK + 1, subject="Re: [toy] T1M orders")
    ack = table.of("acknowledgement", RED)[-1]
    assert ack.late
    assert ack.late_for == "T1M"
    assert ack.phase.id == "T2M"
    assert table.record.orders.get("RED", ()) == ()
    table.mail("RED", "A R1 - SEA", WEEK + 1, subject="Re: [toy] T2M orders")
    assert not table.of("acknowledgement", RED)[-1].late
    table.time(2 * WEEK)
    assert [note.reason for note in table.of("deadline_report")[-1].mails] == ["late"]


def test_a_mail_received_before_the_phase_opened_is_late_even_if_found_afterwards() -> None:
    table = started()
    table.time(WEEK)
    table.mail("RED", "A R1 - SEA", WEEK - 1)
    assert table.of("acknowledgement", RED)[-1].late_for == "T1M"
    assert table.record.orders.get("RED", ()) == ()


def test_commands_in_a_late_mail_are_done() -> None:
    table = started()
    table.time(WEEK)
    table.mail("RED", "A R1 - SEA\nLANGUAGE ja", WEEK + 1, subject="T1M")
    assert table.record.players[0].language == "ja"
    assert table.letters[-1].to.language == "ja"


def test_several_deadlines_pass_in_one_call_each_at_its_own_time() -> None:
    table = started(nmr_limit=0)
    table.time(3 * WEEK + 1)
    assert table.record.phase_id == "T4M"
    assert [closed.at for closed in table.closed] == [stamp(hour(n * WEEK)) for n in (1, 2, 3)]
    assert table.record.deadline == stamp(hour(4 * WEEK))


def test_time_without_effect_leaves_the_record_alone() -> None:
    table = started()
    before = table.record
    table.time(5)
    assert table.record is before


def test_the_gm_moves_the_deadline_and_all_are_told() -> None:
    table = started()
    table.gm("EXTEND", "24h", at=1)
    assert table.record.deadline == stamp(hour(WEEK + 24))
    assert len(table.notices("deadline_changed")) == 4
    table.gm("DEADLINE", "2026-03-05", "21:00", at=2)
    assert table.record.deadline == "2026-03-05T21:00:00+00:00"
    assert table.gm("DEADLINE", "2026-03-01", at=2).results[0].result == "time_passed"
    assert table.gm("DEADLINE", "soon", at=2).results[0].result == "bad_time"
    assert [entry["verb"] for entry in table.record.log] == ["START", "EXTEND", "DEADLINE"]


def test_a_later_deadline_reminds_again() -> None:
    table = started(reminders="24h")
    table.time(WEEK - 24)
    table.gm("EXTEND", "3d", at=WEEK - 20)
    table.time(WEEK + 48)
    assert len(table.of("reminder", RED)) == 2


def test_a_pause_stops_the_clock_and_resume_gives_the_time_back() -> None:
    table = started()
    table.gm("PAUSE", at=10)
    table.time(WEEK + 10)
    assert table.record.phase_id == "T1M"
    table.mail("RED", "A R1 H", 20)
    assert table.record.orders["RED"]
    table.gm("RESUME", at=34)
    assert table.record.deadline == stamp(hour(WEEK + 24))


def test_process_closes_now_but_only_the_phase_named() -> None:
    table = started()
    assert table.gm("PROCESS", "T9M", at=1).results[0].outcome == "refused"
    table.gm("PROCESS", "t1m", at=1)
    assert table.record.phase_id == "T2M"
    assert table.of("deadline_report")[-1].early


def test_a_command_of_the_clock_without_its_time_is_answered_with_an_example() -> None:
    table = started()
    for verb, example in (("EXTEND", "EXTEND 24h"), ("DEADLINE", "DEADLINE 2026-12-06 21:00")):
        (line,) = table.gm(verb, at=2).results
        assert (line.result, line.facts["example"]) == ("usage", example)


def test_of_reminders_that_an_outage_held_up_only_the_last_is_sent() -> None:
    table = started(reminders="48h 24h 3h")
    table.gm("OUTAGE", stamp(hour(WEEK - 2)), at=WEEK - 30)
    table.time(WEEK - 2)
    assert [letter.to.address for letter in table.letters if letter.kind == "reminder"].count(RED) == 2
    assert table.record.deadline == stamp(hour(WEEK))


def test_a_deadline_moved_by_an_outage_has_no_two_reminders_at_once() -> None:
    """Moved by 30 hours from one hour before it, both reminders of its last day lie within the outage."""
    table = started(reminders="24h 3h")
    table.gm("OUTAGE", stamp(hour(WEEK + 29)), at=WEEK - 1)
    assert table.record.deadline == stamp(hour(WEEK + 30))
    before = len(table.of("reminder", RED))
    table.time(WEEK + 29)
    assert (before, len(table.of("reminder", RED))) == (2, 3)


def test_a_deadline_within_an_outage_is_moved_by_as_much_and_the_gm_told() -> None:
    table = started()
    table.gm("OUTAGE", stamp(hour(WEEK + 6)), at=WEEK - 6)
    assert table.record.deadline == stamp(hour(WEEK + 12))
    table.time(WEEK + 12)
    assert table.of("deadline_report")[-1].moved_by_outage == stamp(hour(WEEK))


def test_a_player_may_not_use_the_gms_commands() -> None:
    table = started()
    table.mail("RED", "PROCESS", 1)
    assert table.record.phase_id == "T1M"
    line = table.of("acknowledgement", RED)[-1].transcript[0]
    assert (line.outcome, line.result, line.facts) == ("refused", "not_allowed", {"verb": "PROCESS"})
