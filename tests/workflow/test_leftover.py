"""Words behind a command that may turn its sense: it is not done, and the writer is told. A no is never taken for a yes."""

from __future__ import annotations

import pytest

from judge.text.names import build_names
from judge.text.yes_no import may_mean_no
from judge.variants.load import load_variant
from tests.workflow.fake import ADDRESSES
from tests.workflow.play import Table, started

RED = ADDRESSES["RED"]


def _answer(table: Table, address: str = RED) -> list[tuple[str, str]]:
    return [(line.outcome, line.result) for line in table.of("acknowledgement", address)[-1].transcript]


@pytest.mark.parametrize(
    "line",
    [
        "peace never", "講和 絶対反対", "DRAW no way", "DRAW never", "Draw your own conclusions, friends", "READY not yet", "確定 まだ",
        "RESIGN no", "resign yourself to it", "JOIN toy maybe", "CLEAR A R1", "取消 パリ", "WAIT until Friday", "DIGEST maybe",
        "NOABSENCE 5/1-5/8", "ABSENCE 5/1-5/8 maybe", "VOTE peace maybe", "DRAW BLUE GREEN",
    ],
)  # fmt: skip
def test_words_left_over_are_told_and_nothing_is_done(line: str) -> None:
    table = started(peace="yes")
    table.mail("RED", "A R1 H", 1)
    before = table.record
    table.mail("RED", line, 2)
    assert _answer(table) == [("refused", "words_left")]
    after = table.record
    for name in ("orders", "votes", "ready", "waits", "players", "standbys"):
        assert getattr(after, name) == getattr(before, name), name


@pytest.mark.parametrize(
    "line", ["確定しない", "確定しません。", "辞退しません", "参加しません", "講和には賛成しません。"]
)
def test_a_command_that_is_named_and_denied_is_answered(line: str) -> None:
    table = started(peace="yes")
    table.mail("RED", line, 1)
    assert _answer(table) == [("command", "denied")]
    assert table.record.ready == ()
    assert table.record.votes == {}


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("READY please", "ready"), ("READY orders", "ready"), ("DRAW please", "vote_counted"), ("引き分けに賛成", "vote_counted"),
        ("PEACE no", "vote_withdrawn"), ("clear everything please", "cleared"), ("wait please", "waiting"), ("JOIN toy", "already_in"),
        ("ABSENCE from 5/1 to 5/8", "absence_set"), ("休暇 5月1日から5月8日まで", "absence_set"), ("RESIGN RED", "resigned"),
    ],
)  # fmt: skip
def test_words_that_belong_to_a_command_or_are_only_polite_do_no_harm(line: str, result: str) -> None:
    table = started(peace="yes")
    table.mail("RED", line, 1)
    assert _answer(table) == [("command" if result != "already_in" else "refused", result)]


def test_press_to_all_but_one_is_not_sent_to_all() -> None:
    table = started()
    table.mail("RED", "PRESS TO ALL BUT Blue\nLet us attack Blue.\nEND", 1)
    assert table.notices("press") == []
    assert _answer(table) == [("refused", "words_left")]


def test_wishes_after_any_are_asked_back() -> None:
    table = Table()
    table.stranger("d@example.org", "JOIN toy", 0, proven=True)
    table.stranger("d@example.org", "PREFER Red any except Blue", 1)
    assert _answer(table, "d@example.org") == [("refused", "unknown_power")]
    assert table.record.standbys[0].wishes == ()
    table.stranger("d@example.org", "PREFER Red any", 2)
    assert table.record.standbys[0].wishes == (("RED",),)


NO = [
    "No, I did not ask for this",
    "参加しません",
    "I don't want to join.",
    "いいえ、違います",
    "This was not me!",
    "やめておきます",
]


@pytest.mark.parametrize("body", NO)
def test_a_no_in_other_words_does_not_let_anybody_join(body: str) -> None:
    table = started()
    table.stranger("dee@example.org", "OBSERVE", 1)
    table.stranger("dee@example.org", body, 2, proven=True)
    assert table.record.observers[0].status == "unconfirmed"
    assert {outcome for outcome, _ in _answer(table, "dee@example.org")} <= {"refused", "command"}
    assert ("command", "observing") not in _answer(table, "dee@example.org")
    table.stranger("dee@example.org", "はい", 3, proven=True)
    assert table.record.observers[0].status == "observing"


@pytest.mark.parametrize("body", NO)
def test_a_no_in_other_words_moves_no_address(body: str) -> None:
    table = started()
    table.mail("RED", "ADDRESS new@example.net", 1)
    table.stranger("new@example.net", "yes", 2, proven=True)
    letter = next(one for one in table.notices("address_confirm") if one.to.address == RED)
    table.mail("RED", body, 3, proven=True, answers=letter.key)
    assert table.record.players[0].address == RED


@pytest.mark.parametrize(
    "body",
    [
        "yes",
        "はい",
        "OK!",
        "参加します",
        "sure, why hesitate",
        "遅くなってすみません、参加します",
        "初心者でルールがよく分かりませんが、よろしくお願いします。",
        "Yes.\nI do not know the rules well yet",
    ],
)
def test_a_yes_in_other_words_stays_a_yes(body: str) -> None:
    assert not may_mean_no(body)


@pytest.mark.parametrize(
    "line", ["参加したいです", "参加を希望します", "参加させてください", "参加希望です。", "JOIN please"]
)
def test_wishing_to_join_is_joining(line: str) -> None:
    table = Table()
    table.stranger("d@example.org", line, 0)
    assert len(table.notices("join_confirm")) == 1


def test_who_writes_without_a_command_is_told_which_there_are() -> None:
    table = started()
    table.stranger("d@example.org", "Hi, can I play?", 1)
    (line,) = table.of("acknowledgement", "d@example.org")[0].transcript
    assert line.facts["suggestions"][0] == "JOIN"


def test_an_article_is_no_power() -> None:
    """ "the" begins "The Netherlands"."""
    names = build_names(load_variant("colonial"))
    assert names.power("the") == ()
    assert names.power("the netherlands") == ("HOLLAND",)
