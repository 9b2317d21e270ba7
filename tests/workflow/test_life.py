"""Silent and leaving players, press, votes, and the GM's repairs."""

from __future__ import annotations

from judge.workflow.clock import stamp
from judge.workflow.model import Absence
from tests.workflow.fake import ADDRESSES, POWERS
from tests.workflow.play import Table, hour, started

RED, BLUE, GREEN = (ADDRESSES[power] for power in POWERS)
WEEK = 7 * 24
DEE = "dee@example.org"


def silent_red(**settings: object) -> Table:
    """RED is silent for two phases while others send orders; Dee waits for a seat."""
    table = started(**{"nmr_limit": 2, **settings})
    table.stranger(DEE, "JOIN toy", 0, proven=True)
    for turn in range(2):
        table.mail("BLUE", "A B1 H\nA B2 H", turn * WEEK + 1)
        table.mail("GREEN", "A G1 H\nA G2 H", turn * WEEK + 1)
        table.time((turn + 1) * WEEK)
    return table


def test_a_seat_is_open_after_the_limit_of_silence_and_offered_to_who_waits() -> None:
    table = silent_red()
    assert table.record.players[0].status == "civil_disorder"
    assert [letter.to.address for letter in table.notices("seat_lost")] == [RED]
    assert {letter.to.address for letter in table.notices("seat_open")} == {BLUE, GREEN, "gm@example.org"}
    assert [letter.to.address for letter in table.notices("seat_offer")] == [DEE]


def test_several_seats_open_at_once_make_one_notice() -> None:
    table = started(nmr_limit=1)
    table.mail("BLUE", "A B1 H\nA B2 H", 1)
    table.time(WEEK)
    told = {letter.to.address: letter.facts.facts["powers"] for letter in table.notices("seat_open")}
    assert len(table.notices("seat_open")) == len(told)
    assert told == {
        BLUE: ["RED", "GREEN"],
        "gm@example.org": ["RED", "GREEN"],
        RED: ["GREEN"],  # of the own seat the other notice tells
        GREEN: ["RED"],
    }


def test_the_newcomer_gets_a_full_phase_and_all_are_told() -> None:
    table = silent_red(standby_time="3d")
    table.stranger(DEE, "YES", 2 * WEEK + 48, proven=True)
    red = table.record.players[0]
    assert (red.address, red.status, red.nmr) == (DEE, "playing", 0)
    assert table.record.deadline == stamp(hour(3 * WEEK + 48))
    assert {letter.to.address for letter in table.notices("seat_taken")} == {BLUE, GREEN, "gm@example.org"}
    assert table.notices("seat_yours")[0].facts.facts["sheet"]


def test_an_offer_nobody_answers_lapses() -> None:
    table = silent_red(standby_time="3d")
    table.time(2 * WEEK + 3 * 24)
    assert table.record.standbys[0].offer == ""
    table.stranger(DEE, "YES", 2 * WEEK + 73, proven=True)
    assert table.record.players[0].address == RED


def test_a_silent_player_may_come_back_while_the_seat_is_free() -> None:
    table = silent_red()
    table.mail("RED", "A R1 - SEA", 2 * WEEK + 1)
    assert table.record.players[0].status == "playing"
    assert table.record.standbys[0].offer == ""


def test_nobody_waits_for_or_reminds_a_power_in_civil_disorder() -> None:
    table = silent_red(reminders="24h", early_close="in")
    table.letters.clear()
    table.mail("BLUE", "A B1 H\nA B2 H", 2 * WEEK + 1)
    table.mail("GREEN", "A G1 H\nA G2 H", 2 * WEEK + 2)
    assert table.record.phase_id == "T4M"
    table.time(2 * WEEK + 2 + WEEK - 24)
    assert {letter.to.address for letter in table.letters if letter.kind == "reminder"} == {BLUE, GREEN}


def test_where_nobody_plays_any_more_the_game_stands_still() -> None:
    table = started(nmr_limit=2)
    table.time(20 * WEEK)
    assert table.record.state == "paused"
    assert table.record.phase_no == 3


def test_resigning_opens_the_seat_but_not_in_a_mail_with_mistakes() -> None:
    table = started()
    table.mail("RED", "RESIGN\nI am so sorry everybody", 1)
    assert table.record.players[0].status == "playing"
    assert table.of("acknowledgement", RED)[-1].transcript[0].result == "not_done_with_mistakes"
    table.mail("RED", "辞退", 2)
    assert table.record.players[0].status == "resigned"
    assert table.notices("seat_open")[0].facts.facts["why"] == "resigned"


def test_an_absence_moves_the_next_deadline_not_the_running_one() -> None:
    table = started()
    table.mail("RED", "ABSENCE 3/14-3/18", 1)
    assert table.record.players[0].absences == (Absence("2026-03-14", "2026-03-18"),)
    assert table.record.deadline == stamp(hour(WEEK))
    table.time(WEEK)  # the next deadline would be Monday 16 March 12:00
    assert table.record.deadline == "2026-03-19T12:00:00+00:00"


def test_absences_have_limits() -> None:
    table = started()
    table.mail("RED", "休暇 3月14日から4月18日", 1)
    assert table.of("acknowledgement", RED)[-1].transcript[0].result == "absence_too_long"
    assert table.record.players[0].absences == ()


def test_press_goes_to_those_named_and_nobody_else() -> None:
    table = started()
    table.mail("RED", "PRESS TO Blue\nAttack Green with me.\nEND\nA R1 - SEA", 1)
    assert [(letter.to.address, letter.facts.facts["text"]) for letter in table.notices("press")] == [
        (BLUE, "Attack Green with me.")
    ]
    assert table.record.orders["RED"][0].text == "A R1 - SEA"


def test_public_press_reaches_everybody() -> None:
    table = started()
    table.mail("RED", "通信 宛先 国際会議場\nこんにちは\n終わり", 1)
    assert {letter.to.address for letter in table.notices("press")} == {BLUE, GREEN, "gm@example.org"}


def test_press_to_nobody_or_to_a_misspelt_power_is_given_back() -> None:
    table = started()
    table.mail("RED", "PRESS\nsecret\nEND", 1)
    table.mail("RED", "PRESS TO Bleu\nsecret\nEND", 1)
    assert table.notices("press") == []
    lines = [ack.transcript[0] for ack in table.of("acknowledgement", RED)]
    assert [line.result for line in lines] == ["press_refused", "unknown_power"]
    assert lines[0].facts["text"] == "secret"


def test_grey_press_hides_its_author_where_it_is_allowed() -> None:
    table = started(press="grey", press_read_by_gm=True)
    table.mail("RED", "PRESS GREY TO Blue\nwho am I\nEND", 1)
    assert table.notices("press")[0].facts.facts["from"] == ""
    assert "RED" not in repr(table.notices("press")[0].facts.facts)
    assert [letter.to.address for letter in table.notices("press_copy")] == ["gm@example.org"]
    white = started()
    white.mail("RED", "PRESS GREY TO Blue\nwho am I\nEND", 1)
    assert white.notices("press") == []


def test_no_press_in_retreat_and_adjustment_phases() -> None:
    """001 chapter 4 f: talk belongs to the diplomacy phase alone."""
    table = started()
    table.mail("RED", "A R1 - HELL\nA R2 H", 1)
    table.time(WEEK)
    table.mail("RED", "PRESS TO Blue\nhelp\nEND", WEEK + 1)
    assert table.notices("press") == []
    assert table.of("acknowledgement", RED)[-1].transcript[0].facts["why"] == "phase"


def test_a_days_press_can_be_gathered_into_one_mail() -> None:
    table = started()
    table.mail("BLUE", "DIGEST on", 0)
    table.mail("RED", "PRESS TO Blue\none\nEND", 1)
    table.mail("GREEN", "PRESS TO Blue\ntwo\nEND", 2)
    assert table.notices("press") == []
    table.time(6)  # 18:00 UTC
    assert [m["text"] for m in table.notices("digest")[0].facts.facts["press"]] == ["one", "two"]


def test_a_draw_needs_all_survivors_and_is_secret_until_then() -> None:
    table = started()
    table.mail("RED", "DRAW", 1)
    table.mail("BLUE", "VOTE DRAW", 2)
    assert "RED" not in repr([letter.facts for letter in table.letters if letter.to.address == GREEN])
    assert table.record.state == "running"
    table.mail("GREEN", "引き分け", 3)
    assert table.record.outcome == {"kind": "draw", "winners": list(POWERS), "at": stamp(hour(3))}
    assert len(table.of("final_report")) == 4
    assert table.of("final_report")[0].seed == table.record.seed


def test_votes_lapse_with_the_phase() -> None:
    table = started()
    table.mail("RED", "DRAW", 1)
    table.mail("BLUE", "DRAW", 2)
    table.time(WEEK)
    table.mail("GREEN", "DRAW", WEEK + 3)
    assert table.record.state == "running"


def test_a_concession_needs_all_the_others() -> None:
    table = started()
    table.mail("RED", "CONCEDE Green", 1)
    table.mail("BLUE", "CONCEDE Green", 2)
    assert table.record.outcome is not None
    assert (table.record.outcome["kind"], table.record.outcome["winners"]) == ("concession", ["GREEN"])


def test_peace_is_declared_in_public_and_can_be_withdrawn() -> None:
    """Cold War facts 12.4, P1 to P3."""
    table = started(peace=True, draw="none")
    table.mail("RED", "PEACE", 1)
    assert len(table.notices("peace_declared")) == 4
    table.mail("RED", "PEACE WITHDRAW", 2)
    table.mail("BLUE", "PEACE", 3)
    table.mail("GREEN", "PEACE", 3)
    assert table.record.state == "running"
    table.mail("RED", "講和", 4)
    assert table.record.outcome is not None
    assert table.record.outcome["kind"] == "peace"
    assert table.closed == []


def test_nobody_hears_of_a_peace_taken_back_that_was_never_declared() -> None:
    table = started(peace="yes")
    table.mail("RED", "NOPEACE", 1)
    assert table.notices("peace_declared") == []


def test_rollback_goes_back_and_forward_again() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA", 1)
    table.time(WEEK)
    table.time(2 * WEEK)
    tip = table.record
    assert table.gm("ROLLBACK", "T1M", at=2 * WEEK + 1).results[0].result == "rolled_back"
    assert (table.record.phase_id, table.record.phase_no, table.record.revision) == ("T1M", 1, 1)
    assert [order.text for order in table.record.orders["RED"]] == ["A R1 - SEA"]
    table.gm("FORWARD", at=2 * WEEK + 2)
    assert table.record.position == tip.position
    assert table.record.past == tip.past
    assert table.record.centres == tip.centres
    table.gm("ROLLBACK", at=2 * WEEK + 3)
    assert table.record.phase_id == "T2M"
    table.gm("PROCESS", at=2 * WEEK + 4)
    assert table.closed[-1].revision == 2
    assert table.gm("FORWARD", at=2 * WEEK + 5).results[0].outcome == "refused"


def test_orders_for_a_phase_that_was_taken_back_are_late() -> None:
    table = started()
    table.time(WEEK)
    table.time(2 * WEEK - 1)
    table.gm("ROLLBACK", "T1M", at=2 * WEEK - 1)
    table.mail("RED", "A R1 - LAKE", 2 * WEEK, phase_id="T1M")
    assert table.record.orders["RED"][0].text == "A R1 - LAKE"
    table.gm("FORWARD", at=2 * WEEK + 1)
    table.gm("ROLLBACK", "T1M", at=2 * WEEK + 2)
    table.mail("BLUE", "A B1 - LAKE", 2 * WEEK + 3, phase_id="T2M")
    assert table.record.orders.get("BLUE", ()) == ()


def test_a_gm_who_plays_cannot_look_ahead() -> None:
    table = started()
    table.gm("COGM", RED, at=1)
    table.mail("RED", "PREVIEW\nEXTEND 24h", 2)
    assert table.notices("preview") == []
    assert [line.result for line in table.of("acknowledgement", RED)[-1].transcript] == [
        "not_allowed",
        "deadline_set",
    ]


def test_a_finished_game_can_be_rolled_back() -> None:
    table = started()
    table.mail("RED", "A R1 - HEAVEN", 1)
    table.time(WEEK)
    table.gm("ROLLBACK", at=WEEK + 1)
    assert table.record.state == "running"
    assert table.record.outcome is None


def test_preview_tells_the_gm_alone_and_changes_nothing() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA", 1)
    before = table.record
    table.letters.clear()
    table.gm_mail("PREVIEW", 2)
    assert {letter.to.address for letter in table.letters} == {"gm@example.org"}
    assert table.notices("preview")[0].facts.facts["events"]
    assert table.record.position == before.position
    assert table.record.orders == before.orders


def test_the_gm_orders_for_a_player_who_gets_a_copy() -> None:
    table = started()
    table.gm_mail("ORDER Red A R1 - SEA", 1)
    assert [order.text for order in table.record.orders["RED"]] == ["A R1 - SEA"]
    assert table.notices("ordered_for_you")[0].to.address == RED
    table.gm_mail("ORDER RED\nA R1 H\nA R2 H\nEND", 2)
    assert [order.text for order in table.record.orders["RED"]] == ["A R1 H", "A R2 H"]


def test_the_gm_replaces_and_ejects() -> None:
    table = started()
    table.gm("REPLACE", "Red", DEE, "Dee", at=1)
    assert (table.record.players[0].address, table.record.players[0].name) == (DEE, "Dee")
    assert [letter.to.address for letter in table.notices("seat_lost")] == [RED]
    table.gm("EJECT", "Blue", at=2)
    assert table.record.players[1].status == "ejected"
    table.mail("BLUE", "A B1 H", 3)
    assert table.record.orders.get("BLUE", ()) == ()


def test_settings_are_checked_and_changes_announced() -> None:
    table = started()
    assert table.gm("SET", "grace", "12h", at=1).results[0].result == "option_set"
    assert len(table.notices("option_changed")) == 4
    bad = table.gm("SET", "grace", "soon", at=1).results[0]
    assert (bad.outcome, bad.result) == ("refused", "option_refused")
    assert bad.facts["allowed"]


def test_an_address_moves_only_when_the_new_one_answers() -> None:
    table = started()
    table.mail("RED", "ADDRESS new@example.net", 1)
    assert {letter.to.address for letter in table.notices("address_confirm")} == {RED, "new@example.net"}
    table.stranger("new@example.net", "yes", 2)
    assert table.record.players[0].address == RED
    table.stranger("new@example.net", "yes", 3, proven=True)
    assert table.record.players[0].address == RED  # the old end has not answered yet
    table.mail("RED", "A R1 H", 4, proven=True)
    assert table.record.players[0].address == RED  # that was an answer to something else
    letter = next(one for one in table.notices("address_confirm") if one.to.address == RED)
    table.mail("RED", "はい", 5, proven=True, answers=letter.key)
    assert table.record.players[0].address == "new@example.net"
    answers = [
        facts.transcript for kind in (RED, "new@example.net") for facts in table.of("acknowledgement", kind)
    ]
    assert [
        (line.text, line.result) for lines in answers for line in lines if line.result.startswith("address")
    ] == [
        ("ADDRESS new@example.net", "address_pending"),
        ("はい", "address_set"),
        ("yes", "address_half_confirmed"),
    ]


def test_the_answer_shows_the_yes_as_it_was_written() -> None:
    table = started()
    for number, (body, shown) in enumerate(
        [
            ("はい、お願いします。", "はい、お願いします。"),
            ("yess", "yess"),
            ("\nSure, count me in!\n\nDee", "Sure, count me in!"),
            ("", "Re: hello"),
        ]
    ):
        address = f"d{number}@example.org"
        table.stranger(address, "OBSERVE", 1)
        table.stranger(address, body, 2, proven=True, subject="Re: hello")
        lines = table.of("acknowledgement", address)[-1].transcript
        assert [(line.text, line.outcome, line.result) for line in lines] == [(shown, "command", "observing")]


def test_observers_get_results_but_no_secrets() -> None:
    table = started()
    table.stranger("eve@example.org", "OBSERVE", 1)
    table.stranger("eve@example.org", "yes", 2, proven=True)
    table.time(WEEK)
    summary = table.of("turn_summary", "eve@example.org")[0]
    assert [event.kind for event in summary.events if event.kind == "secret"] == []
    table.stranger("eve@example.org", "OBSERVE off", WEEK + 1, proven=True)
    assert table.record.observers == ()


def test_addresses_are_for_those_who_play() -> None:
    table = started()
    table.stranger("eve@example.org", "STATUS", 1)
    table.mail("RED", "STATUS", 2)
    stranger, player = (letter.facts.facts["seats"][1] for letter in table.notices("status"))
    assert (stranger["name"], stranger["address"]) == ("Blue", "")
    assert player["address"] == BLUE


def test_history_shows_what_was_ordered_and_what_came_of_it() -> None:
    table = started()
    table.mail("RED", "A R1 - SEA", 1)
    table.time(WEEK)
    table.mail("BLUE", "履歴 1", WEEK + 1)
    phase = table.notices("history")[0].facts.facts["phases"][0]
    assert phase["results"]["RED"][0][:3] == ["A R1 - SEA", "succeeds", ""]


def test_the_gms_acts_are_logged_with_who_and_when() -> None:
    table = started()
    table.gm_mail("EXTEND 24h", 1)
    assert table.record.log[-1] == {
        "at": stamp(hour(1)),
        "who": "gm@example.org",
        "verb": "EXTEND",
        "args": ["24h"],
    }
