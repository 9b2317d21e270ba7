"""Message-IDs as reply tokens, plus-addresses and envelope senders (design part 5; RFC 5322, 5321, 5233)."""

from __future__ import annotations

import re
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from judge.mail.ids import (
    bounce_address,
    bounced_recipient,
    message_id,
    plus_address,
    read_token,
    thread_root,
)

SECRET = b"0123456789abcdef" * 4
KEY = "alpha/S1870M/turn_summary/fra@example.test/0/7"
FRA = "fra@example.test"
ID = message_id(SECRET, KEY, FRA, "judge.test", issued=date(2026, 11, 29))
DOT_ATOM = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")


def test_the_same_letter_gets_the_same_id_and_another_letter_another() -> None:
    again = message_id(SECRET, KEY, FRA, "judge.test", issued=date(2026, 11, 29))
    assert again == ID
    others = {
        message_id(SECRET, KEY + "1", FRA, "judge.test"),
        message_id(SECRET, KEY, "eng@example.test", "judge.test"),
        message_id(SECRET + b"x", KEY, FRA, "judge.test"),
    }
    assert len(others | {ID}) == 4


def test_the_id_shows_the_game_and_neither_phase_nor_address() -> None:
    assert ID.startswith("<alpha.")
    assert ID.endswith("@judge.test>")
    for hidden in ("1870", "summary", "fra"):
        assert hidden not in ID.split(".", 1)[1]
    assert len("Message-ID: " + ID) <= 78


def test_a_reply_proves_game_recipient_and_day() -> None:
    token = read_token(SECRET, ID)
    assert token is not None
    assert token.game == "alpha"
    assert token.issued == date(2026, 11, 29)
    assert token.is_for(SECRET, " FRA@Example.test")
    assert not token.is_for(SECRET, "eng@example.test")


def test_folding_brackets_and_case_do_not_matter() -> None:
    assert read_token(SECRET, ID.upper()) == read_token(SECRET, ID)
    assert read_token(SECRET, ID[1:30] + "\r\n\t" + ID[30:-1]) == read_token(SECRET, ID)


def test_an_id_changed_anywhere_proves_nothing() -> None:
    local = ID[1:].split("@")[0]
    for place, old in enumerate(local):
        new = "b" if old != "b" else "c"
        assert read_token(SECRET, f"<{local[:place]}{new}{local[place + 1 :]}@judge.test>") is None, place
    assert read_token(b"another secret of sufficient length", ID) is None


def test_the_day_of_the_id_cannot_be_moved_and_may_be_missing() -> None:
    token = read_token(SECRET, message_id(SECRET, KEY, FRA, "judge.test"))
    assert token is not None
    assert token.issued is None


@given(st.text(max_size=300))
def test_any_text_is_read_without_raising(text: str) -> None:
    assert read_token(SECRET, text) is None
    bounced_recipient("judge@judge.test", text)


@given(st.text(max_size=40).filter(lambda name: "/" not in name))
def test_any_name_of_a_game_comes_back(name: str) -> None:
    made = message_id(SECRET, name + "/x", FRA, "judge.test")
    assert DOT_ATOM.fullmatch(made[1:-1].split("@")[0])
    token = read_token(SECRET, made)
    assert token is not None
    assert token.game == name.lower()


def test_one_game_has_one_thread_root_that_is_no_token() -> None:
    root = thread_root("alpha", "judge.test")
    assert root == thread_root("Alpha", "judge.test") != thread_root("beta", "judge.test")
    assert read_token(SECRET, root) is None


def test_plus_addresses() -> None:
    assert plus_address("judge@judge.test", "alpha") == "judge+alpha@judge.test"
    assert plus_address("judge@judge.test", "") == "judge@judge.test"
    assert plus_address("judge@judge.test", "x@evil.test") == "judge+x_40evil_2etest@judge.test"


def test_an_envelope_sender_names_the_recipient() -> None:
    sender = bounce_address("judge@judge.test", "user@host.test")
    assert sender == "judge+bounce=user=host.test@judge.test"
    assert bounced_recipient("judge@judge.test", f"<{sender}>") == "user@host.test"


def test_docomo_addresses_need_no_quotes_in_an_envelope_sender() -> None:
    """facts part 7: `a..b.@docomo.ne.jp` is given out by providers though RFC 5321 would want quotes."""
    sender = bounce_address("judge@judge.test", "a..b.@docomo.ne.jp")
    assert DOT_ATOM.fullmatch(sender.rpartition("@")[0])
    assert bounced_recipient("judge@judge.test", sender) == "a..b.@docomo.ne.jp"


@given(st.from_regex(r"[!-?A-~]{1,25}", fullmatch=True))
def test_every_local_part_comes_back_from_an_envelope_sender(user: str) -> None:
    sender = bounce_address("judge@judge.test", f"{user}@host.test")
    local = sender.rpartition("@")[0]
    assert DOT_ATOM.fullmatch(local)
    assert len(local) <= 64
    assert bounced_recipient("judge@judge.test", sender) in (f"{user}@host.test", "")


def test_other_addresses_are_no_envelope_senders_of_ours() -> None:
    for other in (
        "judge@judge.test",
        "judge+alpha@judge.test",
        "judge+bounce=a=b@evil.test",
        "judge+bounced@judge.test",
        "",
    ):
        assert bounced_recipient("judge@judge.test", other) is None
    assert bounced_recipient("judge@judge.test", "judge+bounce@judge.test") == ""
