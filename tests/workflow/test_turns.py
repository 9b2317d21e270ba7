"""A game's turns by mail and clock."""

from __future__ import annotations

from judge.workflow.clock import stamp
from tests.workflow.fake import ADDRESSES, POWERS
from tests.workflow.play import Table, hour, started

RED = ADDRESSES["RED"]
WEEK = 7 * 24


def test_start_tells_every_player_and_the_gm_and_commits_to_the_seed() -> None:
    table = Table()
    table.gm("START")
    assert sorted(letter.to.address for letter in table.letters) == sorted(
        [*ADDRESSES.values(), "gm@example.org"]
    )
    assert set(table.kinds()) == {"game_start"}
    assert table.record.seed not in repr(table.letters)
    assert table.of("game_start")[0].commitment
    assert table.record.deadline == stamp(hour(WEEK))


def test_a_game_with_free_seats_does_not_start() -> None:
    table = Table()
    table.record = table.record.__class__(**{**vars(table.record), "players": table.record.players[:2]})
    result = table.gm("START")
    assert result.results[0].outcome == "refused"
    assert table.record.state == "forming"


def test_the_gm_seats_players_from_the_shell() -> None:
    table = Table()
    table.record = table.record.__class__(**{**vars(table.record), "players": ()})
    for power in POWERS:
        table.gm(
            "SEAT", power.capitalize(), f"{power.lower()}@example.net", "Anne Onymous", "ja", "Asia/Tokyo"
        )
    assert [(p.power, p.name, p.language, p.timezone) for p in table.record.players] == [
        (power, "Anne Onymous", "ja", "Asia/Tokyo") for power in POWERS
    ]
    assert table.gm("START").results[0].result == "started"


def test_addresses_are_known_in_any_case() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA", 1, address="Red@Example.ORG")
    assert [order.text for order in table.record.orders["RED"]] == ["A R1 - SEA"]


def test_each_line_replaces_the_former_order_of_that_unit() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA\nA R2 H", 1)
    table.mail("RED", "A R1 - LAKE", 2)
    ack = table.of("acknowledgement", RED)[-1]
    assert [(line.order, line.default) for line in ack.standing] == [
        ("A R1 - LAKE", False),
        ("A R2 H", False),
    ]
    assert ack.complete
    assert ack.missing == ()


def test_every_mail_gets_exactly_one_acknowledgement() -> None:
    table = started()
    for body in ("A R1 H", "rubbish", "", "CLEAR", "STATUS", "HELP", "LANGUAGE xx"):
        before = len(table.of("acknowledgement", RED))
        table.mail("RED", body, 1)
        assert len(table.of("acknowledgement", RED)) == before + 1


def test_the_answer_names_missing_units_and_problems_by_line() -> None:
    table = started()
    table.mail("RED", "Hello\nA R1 H\nA R2 jumps over the moon", 1)
    ack = table.of("acknowledgement", RED)[-1]
    assert [line.outcome for line in ack.transcript] == ["ignored", "order", "refused"]
    assert ack.transcript[2].problems[0].line == 3
    assert ack.missing == ("A R2",)
    assert not ack.complete


def test_only_twenty_problems_are_told() -> None:
    table = started()
    table.mail("RED", "\n".join(["A R1 H", *["what is this"] * 30]), 1)
    ack = table.of("acknowledgement", RED)[-1]
    assert sum(len(line.problems) for line in ack.transcript) == 20
    assert ack.more_problems == 10


def test_commands_and_orders_are_done_in_the_order_they_stand_in() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA\nCLEAR\nA R2 - SEA", 1)
    assert [order.text for order in table.record.orders["RED"]] == ["A R2 - SEA"]
    table.mail("RED", "A R1 - SEA\n取消", 2)
    assert table.record.orders.get("RED", ()) == ()


def test_five_lines_of_rubbish_are_answered_with_help() -> None:
    table = started()
    table.mail("RED", "\n".join(f"a b c d e f {n}" for n in range(30)), 1)
    assert len(table.notices("help")) == 1
    ack = table.of("acknowledgement", RED)[-1]
    assert (len(ack.transcript), ack.more_problems) == (5, 25)
    table.mail("RED", "a b\nc d\ne f\ng h\nA R1 H", 1)
    assert len(table.notices("help")) == 1


def test_a_deadline_closes_the_phase_and_tells_players_and_gm() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA\nA R2 H", 1)
    table.letters.clear()
    table.time(WEEK)
    assert sorted(letter.to.address for letter in table.letters if letter.kind == "turn_summary") == sorted(
        [*ADDRESSES.values(), "gm@example.org"]
    )
    report = table.of("deadline_report", "gm@example.org")[0]
    assert {row.power: row.nmr for row in report.rows} == {"RED": False, "BLUE": True, "GREEN": True}
    assert report.closed.id == "T1M"
    assert report.phase.id == "T2M"
    assert table.closed[0].orders["RED"] == ("A R1 - SEA", "A R2 H")
    assert table.closed[0].orders["BLUE"] == ("A B1 H", "A B2 H")


def test_nothing_closes_before_its_deadline() -> None:
    table = started()
    table.time(WEEK - 1 / 3600)
    assert table.record.phase_id == "T1M"
    assert table.last is not None
    assert table.last.next_due == stamp(hour(WEEK))


def test_a_retreat_has_its_own_shorter_deadline_and_only_its_owner_owes() -> None:
    table = started()
    table.mail("RED", "A R1 - HELL\nA R2 H", 1)
    table.time(WEEK)
    assert table.record.phase_id == "T1R"
    assert table.record.deadline == stamp(hour(WEEK + 24))
    summary = table.of("turn_summary", RED)[-1]
    assert [line.about for line in summary.sheet] == ["A R1"]
    assert table.of("turn_summary", ADDRESSES["BLUE"])[-1].sheet == ()
    table.mail("RED", "A R1 R FIELD", WEEK + 2)
    table.time(WEEK + 24)
    assert table.record.phase_id == "T2M"
    assert table.closed[-1].orders == {"RED": ("A R1 R FIELD",)}


def test_builds_are_counted_and_phases_nobody_owes_anything_in_are_skipped() -> None:
    table = started()
    table.time(WEEK)
    assert table.record.phase_id == "T2M"  # no retreats
    table.mail("RED", "A R1 - GOLD", WEEK + 1)
    table.time(2 * WEEK)
    assert table.record.phase_id == "T2A"
    summary = table.of("turn_summary", RED)[-1]
    assert [(line.about, line.choices) for line in summary.sheet] == [("", ("A P B", "A Q B"))]
    table.mail("RED", "A P B", 2 * WEEK + 1)
    table.mail("RED", "A Q B", 2 * WEEK + 2)  # one build is due: the later mail counts
    assert [order.text for order in table.record.orders["RED"]] == ["A Q B"]
    assert table.of("acknowledgement", RED)[-1].complete


def test_secret_events_reach_only_those_who_may_know() -> None:
    table = started()
    table.time(WEEK)
    told = {
        letter.to.address
        for letter in table.letters
        if letter.kind == "turn_summary" and any(event.kind == "secret" for event in letter.facts.events)
    }
    assert told == {RED, "gm@example.org"}


def test_no_orders_of_others_are_in_any_letter_before_the_deadline() -> None:
    table = started(reminders="24h 3h")
    table.mail("RED", "A R1 - SECRETPLACE\nSTATUS", 1)
    table.mail("BLUE", "STATUS", 2)
    table.time(WEEK - 1)
    others = [letter for letter in table.letters if letter.to.address != RED]
    assert others
    assert "SECRETPLACE" not in repr(others)


def test_a_win_ends_the_game_and_shows_the_seed() -> None:
    table = started()
    table.mail("RED", "A R1 - HEAVEN", 1)
    table.time(WEEK)
    assert table.record.state == "finished"
    summary = table.of("turn_summary", RED)[-1]
    assert summary.outcome is not None
    assert summary.outcome["winners"] == ["RED"]
    assert summary.seed == table.record.seed
    assert table.last is not None
    assert table.last.next_due == ""
    table.mail("RED", "A R1 H", WEEK + 5)
    assert table.of("acknowledgement", RED)[-1].transcript[0].result == "game_over"


def test_the_gm_hears_at_once_of_an_address_that_takes_no_mail_and_once_a_phase() -> None:
    table = started()
    facts = {"address": RED, "subject": "s", "reason": "550 no such user", "permanent": True}
    table.note("delivery", 1, **facts)
    table.note("delivery", 2, **facts)
    table.note("delivery", 3, **{**facts, "address": ADDRESSES["BLUE"], "permanent": False})
    table.note("delivery", 4, **{**facts, "address": "stranger@example.org"})
    (told,) = table.notices("delivery_failed")
    assert told.to.role == "gm"
    assert (told.facts.facts["address"], told.facts.facts["reason"]) == (RED, "550 no such user")
    table.time(WEEK)
    table.note("delivery", WEEK + 1, **facts)
    assert len(table.notices("delivery_failed")) == 2


def test_notes_go_into_the_next_report_once() -> None:
    table = started()
    table.note(
        "mail", 1, mail=7, at="2026-03-02T13:00:00Z", sender="x@example.org", subject="?", reason="unreadable"
    )
    table.note("delivery", 2, address=RED, subject="s", reason="550", permanent=True)
    table.time(WEEK)
    report = table.of("deadline_report")[-1]
    assert [(note.mail, note.reason) for note in report.mails] == [(7, "unreadable")]
    assert report.deliveries[0].permanent
    table.time(2 * WEEK)
    assert table.of("deadline_report")[-1].mails == ()
