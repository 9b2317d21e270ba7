"""Outgoing mails as other programs read them (RFC 5322, 2045–2047, 2387, 3834; facts parts 5, 6 and 7)."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail.compose import addr_spec, compose
from judge.mail.model import Attachment, Rendered
from judge.workflow.letters import Letter, Notice, Recipient

ID = "<alpha.abcdef@judge.test>"
THREAD = "<alpha.thread@judge.test>"
AT = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
PNG = Attachment("map.png", "image/png", bytes(range(256)) * 9, cid="map@judge.test")
ICS = Attachment(
    "deadline.ics", "text/calendar; method=PUBLISH; charset=utf-8", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
)


def letter(kind: str = "turn_summary", **changes: Any) -> Letter:
    to = changes.pop("to", Recipient("fra@example.test", "player", "FRANCE", "Taro"))
    return Letter("alpha/S1870M/x/fra/0", kind, to, Notice("help"), **changes)


def mail(rendered: Rendered | None = None, **options: Any) -> bytes:
    options = {
        "letter": letter(),
        "message_id": ID,
        "from_address": "judge@judge.test",
        "from_name": "Judge",
        "date": AT,
        "reply_to": "judge+alpha@judge.test",
        "thread": THREAD,
        **options,
    }
    return compose(rendered or Rendered("Turn 1", "Hello\n"), **options)


def read(raw: bytes) -> EmailMessage:
    """As a program on this machine reads it: with the line ends of files."""
    return cast(EmailMessage, message_from_bytes(raw.replace(b"\r\n", b"\n"), policy=policy.default))


def types(message: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in message.walk()]


def test_headers_tell_robots_and_threads_what_this_is() -> None:
    message = read(mail())
    assert message["From"] == "Judge <judge@judge.test>"
    assert message["To"] == "Taro <fra@example.test>"
    assert message["Reply-To"] == "Judge <judge+alpha@judge.test>"
    assert message["Message-ID"] == ID
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Precedence"] == "bulk"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-Loop"] == "judge@judge.test"
    assert message["References"] == THREAD
    assert message["In-Reply-To"] is None
    assert message["Date"].datetime == AT
    assert message.get_content() == "Hello\n"


def test_an_answer_says_what_it_answers() -> None:
    """RFC 3834 part 3.1.7 (auto-replied) and RFC 5322 part 3.6.4; references are stored nearest first."""
    answer = letter("acknowledgement", in_reply_to="<c@x>", references=("<b@x>", "<a@x>"))
    message = read(mail(letter=answer))
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["In-Reply-To"] == "<c@x>"
    assert message["References"].split() == [THREAD, "<a@x>", "<b@x>", "<c@x>"]


def test_references_neither_grow_without_end_nor_carry_rubbish() -> None:
    many = tuple(f"<{number}@x>" for number in range(500))
    message = read(mail(letter=letter(in_reply_to="<a b>\r\nBcc: x@y", references=("<x\r\n@y>", *many))))
    assert message["In-Reply-To"] is None
    assert message["Bcc"] is None
    assert len(message["References"].split()) == 13
    assert message["References"].split()[-1] == "<0@x>"


def test_text_only_is_a_single_part() -> None:
    assert types(read(mail())) == ["text/plain"]


def test_text_html_picture_and_calendar_nest_as_mail_programs_expect() -> None:
    message = read(mail(Rendered("s", "text", '<img src="cid:map@judge.test">', (PNG, ICS))))
    assert types(message) == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
    ]
    parts = {part.get_content_type(): part for part in message.walk()}
    assert parts["image/png"]["Content-ID"] == "<map@judge.test>"
    assert parts["image/png"].get_payload(decode=True) == PNG.data
    assert parts["image/png"].get_content_disposition() == "inline"
    assert parts["text/calendar"].get_payload(decode=True) == ICS.data
    assert parts["text/calendar"].get_filename() == "deadline.ics"
    assert parts["text/calendar"].get_param("method") == "PUBLISH"


def test_a_picture_goes_with_a_mail_without_html_as_a_file() -> None:
    message = read(mail(Rendered("s", "text", "", (PNG,))))
    assert types(message) == ["multipart/mixed", "text/plain", "image/png"]


@pytest.mark.parametrize(
    "text",
    [
        "plain\n",
        "陸軍 満州 → ソウル\n" * 20,
        "mostly plain, but Düsseldorf → Köln\n" * 5,
        "x" * 5000 + "\n",
        "From here on\nFrom there\n.\n..\ntrailing blank \n-- \nname\n",
        "\n",
        "é" * 3000 + "\n",
    ],
)
def test_any_text_arrives_as_written_in_lines_that_servers_take(text: str) -> None:
    """RFC 5321 part 4.5.3.1.6: 1000 octets a line with its end."""
    raw = mail(Rendered("s", text, f"<p>{text}</p>"))
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert not [line for line in raw.split(b"\r\n") if line.startswith(b"From ")]
    body = read(raw).get_body(("plain",))
    assert body is not None
    assert body.get_content() == text


@pytest.mark.parametrize(
    "trick",
    ["a\r\nBcc: evil@x.test", "a\nBcc: evil@x.test", "a\r\n\r\nbody", "a\x85Bcc: x", "a\u2028Bcc: x", "a\0b"],
)
def test_no_subject_name_or_file_name_makes_a_header(trick: str) -> None:
    file = Attachment(trick, f"text/plain\r\n{trick}", b"x", cid=trick)
    to = Recipient(f"fra{trick}@example.test", "player", "FRANCE", trick, language="en")
    raw = mail(Rendered(trick, "text", "<p>", (file,)), letter=letter(to=to), from_name=trick)
    message = read(raw)
    for part in message.walk():
        assert part["Bcc"] is None
    assert message["Subject"].split() == trick.replace("\0", " ").split()
    body = message.get_body(("plain",))
    assert body is not None
    assert body.get_content() == "text\n"


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_subject_and_name_come_back(subject: str, name: str) -> None:
    raw = mail(Rendered(subject, "x"), letter=letter(to=Recipient("a@b.test", "player", name=name)))
    head = raw.split(b"\r\n\r\n")[0]
    assert head.isascii()
    assert max(map(len, head.split(b"\r\n"))) <= 998
    message = message_from_bytes(raw)
    assert message.keys() == message_from_bytes(mail()).keys()
    assert getaddresses([message["To"]])[0][1] == "a@b.test"


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        (
            "[alpha] 1870年春 移動: 締切 12月6日(日) 20:00 フランスの命令はまだ揃っていません、ご確認ください",
            "山田 太郎",
        ),
        ("Re: " + "long " * 40 + "end", 'Dr. "Q" O\\Neill, Jr.'),
        ("=?utf-8?q?already?=", "=?utf-8?q?x?="),
    ],
)
def test_subjects_and_names_read_as_written(subject: str, name: str) -> None:
    to = Recipient("a@b.test", "player", name=name)
    raw = mail(Rendered(subject, "x"), letter=letter(to=to))
    message = read(raw)
    assert message["Subject"] == subject
    assert message["To"].addresses[0].display_name == name
    assert max(map(len, raw.split(b"\r\n"))) <= 78


def test_docomo_addresses_are_quoted() -> None:
    """facts part 7: unquoted they are refused by some servers; quoted is what RFC 5321 part 4.1.2 asks."""
    assert addr_spec("a..b.@docomo.ne.jp") == '"a..b."@docomo.ne.jp'
    assert addr_spec("a.b@docomo.ne.jp") == "a.b@docomo.ne.jp"
    assert addr_spec('"a..b."@docomo.ne.jp') == '"a..b."@docomo.ne.jp'
    assert addr_spec("a@日本.jp") == "a@xn--wgv71a.jp"
    to = Recipient("a..b.@docomo.ne.jp", "player")
    address = read(mail(letter=letter(to=to)))["To"].addresses[0]
    assert (address.username, address.domain) == ("a..b.", "docomo.ne.jp")


def test_composing_again_gives_the_same_bytes() -> None:
    rendered = Rendered("s", "text", "<p>é</p>", (PNG, ICS))
    assert mail(rendered) == mail(rendered)
    assert mail(rendered) != mail(rendered, message_id="<beta.x@judge.test>")


def test_a_player_cannot_write_our_boundary() -> None:
    """The boundary is made from the Message-ID, which has an unguessable token in it."""
    text = "--=_" + "0" * 24 + "a--\n"
    body = read(mail(Rendered("s", text, "<p>"))).get_body(("plain",))
    assert body is not None
    assert body.get_content() == text
