"""Nothing anybody writes breaks the game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.text.verbs import VERBS
from judge.workflow.codec import dump_record, load_record
from judge.workflow.model import CommandInput, MailInput, TimeInput
from judge.workflow.step import step
from tests.workflow.fake import ADDRESSES, ENGINE, GM, POWERS, T0, VARIANT, seated

ODD = (
    "", "0", "-1", "99/99", "2026-13-45 99:99", "24:00", "999999d", "1e9h", "=", "=RED", "RED==BLUE=", "any", "../../etc/passwd",
    "a@b", "@", "x" * 300, "\u3000", "RED BLUE", "全員", "off", "no", "TO", "GREY", "2026-02-30", "5/1-", "-5/1", "1/1-12/31",
    "rule.x 1", "grace", "grace =", "timezone Mars", "length.movement 0", "length.movement 1m", "PLACE RED A", "REMOVE A R1",
    "OWN X NOBODY", "PLACE RED A R9", "T1M", "NOW", "①②③", "\ud83d\ude00", "２０２６－０３－０５ ２１：００", "DRAW", "PEACE no", "\x00",
)  # fmt: skip
WORDS = (
    *tuple(word for verb in VERBS.values() for word in verb.words),
    "OUTAGE",
    "A R1 H",
    "A R1 - HELL",
    "???",
)
lines = st.tuples(st.sampled_from(WORDS), st.lists(st.sampled_from(ODD), max_size=3)).map(
    lambda pair: " ".join((pair[0], *pair[1]))
)
bodies = st.one_of(st.lists(lines, max_size=6).map("\n".join), st.text(max_size=200))
events = st.one_of(
    st.tuples(st.just("mail"), st.sampled_from([*POWERS, "GM", "stranger"]), bodies, st.booleans()),
    st.tuples(
        st.just("shell"),
        st.sampled_from([*VERBS, "OUTAGE", "NONSENSE"]),
        st.lists(st.sampled_from(ODD), max_size=4),
        st.just(True),
    ),
    st.tuples(st.just("time"), st.integers(1, 400), st.just(""), st.just(True)),
)


@settings(max_examples=250, deadline=None)
@given(st.booleans(), st.lists(events, max_size=12))
def test_nothing_raises_and_every_mail_is_answered_once(begun: bool, happenings: list[Any]) -> None:
    record = seated(peace=True, press="grey")
    now = T0
    if begun:
        record = step(ENGINE, VARIANT, record, CommandInput(now, "START")).record
    for kind, who, what, flag in happenings:
        now += timedelta(minutes=7)
        if kind == "time":
            now += timedelta(hours=who)
            event: Any = TimeInput(now)
        elif kind == "shell":
            event = CommandInput(now, who, tuple(what), "gm@example.org")
        else:
            address = GM.address if who == "GM" else ADDRESSES.get(who, "s@example.org")
            role = "gm" if who == "GM" else "player" if who in POWERS else "stranger"
            event = MailInput(now, address, role, who if who in POWERS else "", what, proven=flag)
        result = step(ENGINE, VARIANT, record, event)
        if kind == "mail":
            assert sum(letter.kind == "acknowledgement" for letter in result.letters) == 1
        if kind == "shell":
            assert len(result.results) == 1
        assert load_record(dump_record(result.record)) == result.record
        record = result.record
