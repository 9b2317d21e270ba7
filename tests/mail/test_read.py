"""Reading mails: facts/mail-judge-conventions.md parts 7 and 8 name the traps; RFC 2047, 3676, 3834, 8601 the rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.mail.headers import mailboxes
from judge.mail.marker import SHEET_BEGINS, SHEET_ENDS
from judge.mail.read import read_mail
from judge.paths import data_dir

NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)


def test_orders_stand_alone_after_a_wrapped_japanese_attribution_is_cut() -> None:
    text = "陸軍 満州 → ソウル\n\n2024年5月3日(金) 20:00 審判\n<judge@judge.example>:\n> 陸軍 北京 待機\n"
    raw = b"From: a@players.example\nContent-Type: text/plain; charset=iso-2022-jp\n\n" + text.encode(
        "iso-2022-jp"
    )
    assert read_mail(raw, received=NOW).body == "陸軍 満州 → ソウル"


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (b"Auto-Submitted: auto-replied (vacation)", "auto-submitted"),
        (b"Precedence: bulk", "bulk"),
        (b"List-Id: <x.y>", "list"),
        (b"Return-Path: <>", "null sender"),
    ],
)
def test_a_robots_mail_is_known_by_its_header(header: bytes, why: str) -> None:
    mail = read_mail(header + b"\nFrom: a@players.example\n\nA PAR - BUR\n", received=NOW)
    assert (mail.verdict, mail.why) == ("robot", why)


@pytest.mark.parametrize(
    "raw", [b"", b"\x00", b"\xff" * 5000, b"From:", b"Content-Type: multipart/mixed; boundary=\n\n--\n"]
)
def test_no_bytes_raise(raw: bytes) -> None:
    assert read_mail(raw, received=NOW).verdict in ("empty", "unreadable", "text")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_sheets_own_lines_are_known_again(language: str) -> None:
    words = (data_dir("templates") / language / "words.j2").read_text("utf-8")
    begin = next(line for line in words.splitlines() if "macro sheet_begin" in line)
    end = next(line for line in words.splitlines() if "macro sheet_end" in line)
    assert any(phrase in begin for phrase in SHEET_BEGINS)
    assert any(phrase in end for phrase in SHEET_ENDS)


@pytest.mark.parametrize(
    ("field", "addresses"),
    [
        ("a" * 64 + "@example.net", ["a" * 64 + "@example.net"]),
        ("a" * 65 + "@example.net", []),  # RFC 5321, 4.5.3.1.1: not one with 64 of its letters
        ("x@" + "d" * 300, []),
        (
            "<@relay.example,@b.example:fra@example.net>",
            ["fra@example.net"],
        ),  # RFC 5322, 4.4: the route is ignored
        ("a@b@example.net", []),
        ('"a b"@example.net', []),
        ("fra@example.net (France)", ["fra@example.net"]),
        ("frа@example.net".encode().decode("ascii", "surrogateescape"), []),
        ("a..b.@docomo.example", ["a..b.@docomo.example"]),
        ("Players: fra@example.net, chi@example.net;", ["fra@example.net", "chi@example.net"]),
    ],
)
def test_no_address_is_read_as_another_ones(field: str, addresses: list[str]) -> None:
    """Who is cut, mended or pieced together to an address would be answered, or worse believed, as its owner."""
    assert [address for _, address in mailboxes(field) if address] == addresses
