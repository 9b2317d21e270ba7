"""No bytes whatever break the reader, and none take long (issue: `judge read` on any bytes ends within 5 s and 200 MB)."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from judge.mail.read import MAX_RAW, read_mail
from tests.mail.fuzz import SECONDS, corpus, mutants

NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)
HEAD = b"From: sato@players.example\nContent-Type: text/plain; charset=utf-8\n"


def test_two_thousand_mutated_mails_are_read() -> None:
    for raw in mutants(corpus(), 2000, seed=7):
        start = time.perf_counter()
        mail = read_mail(raw, received=NOW, own_addresses=("judge@judge.example",))
        assert mail.why != "broken", raw
        assert time.perf_counter() - start < SECONDS, raw
        assert mail.body.rstrip("\n").splitlines() == [
            line for line in mail.body.rstrip("\n").split("\n") if mail.body
        ]
        for text in (
            mail.body,
            mail.subject,
            mail.sender,
            mail.sender_name,
            mail.message_id,
            *mail.references,
            *mail.recipients,
        ):
            text.encode("utf-8")
        for text in (
            mail.subject,
            mail.sender,
            mail.sender_name,
            mail.message_id,
            *mail.references,
            *mail.recipients,
        ):
            assert text.isprintable() or not any(char in text for char in "\r\n\0"), raw


def nested(depth: int) -> bytes:
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(depth))
    return b"From: sato@players.example\n" + parts.encode() + b"\nF HK H\n"


BAD_INPUT: list[tuple[str, Callable[[], bytes], str, str]] = [
    ("ten-megabytes-of-text", lambda: HEAD + b"\n" + b"F HK - SCS\n" * 900_000, "unreadable", "too big"),
    ("ten-megabytes-on-one-line", lambda: HEAD + b"\n" + b"F HK - SCS;" * 900_000, "unreadable", "too big"),
    ("two-hundred-levels-of-parts", lambda: nested(200), "unreadable", "too many parts"),
    (
        "twenty-thousand-addresses",
        lambda: b"To: " + b"a@b.example, " * 20_000 + b"\n" + HEAD + b"\nF HK H\n",
        "unreadable",
        "too long header",
    ),
    ("header-without-end", lambda: b"X: " + b"y" * 1_000_000, "unreadable", "too long header"),
    ("five-thousand-order-lines", lambda: HEAD + b"\n" + b"F HK - SCS\n" * 5000, "text", ""),
    (
        "long-header-nobody-reads",
        lambda: b"X-Spam-Report: " + b"y" * 30_000 + b"\n" + HEAD + b"\nF HK H\n",
        "text",
        "",
    ),
    (
        "unclosed-style-sheets",
        lambda: b"Content-Type: text/html\n\n" + b"<style>" * 130_000,
        "empty",
        "no text",
    ),
    ("deep-html", lambda: b"Content-Type: text/html\n\n" + b"<div>" * 50_000 + b"F HK H", "text", ""),
]


@pytest.mark.parametrize(
    ("make", "verdict", "why"), [case[1:] for case in BAD_INPUT], ids=[case[0] for case in BAD_INPUT]
)
def test_bad_input_gets_a_clear_answer_soon(make: Callable[[], bytes], verdict: str, why: str) -> None:
    raw = make()
    start = time.perf_counter()
    mail = read_mail(raw, received=NOW)
    assert (mail.verdict, mail.why) == (verdict, why)
    assert time.perf_counter() - start < SECONDS


def test_five_thousand_order_lines_are_all_there() -> None:
    mail = read_mail(HEAD + b"\n" + b"F HK - SCS\n" * 5000, received=NOW)
    assert mail.body.count("\n") == 4999


def test_text_that_the_transport_cut_is_refused_and_a_cut_picture_is_not() -> None:
    text = HEAD + b"\nF HK - SCS\nA DEL - "
    assert read_mail(text, received=NOW, size=len(text) + 5).why == "too big"
    head = b'From: sato@players.example\nContent-Type: multipart/mixed; boundary="x"\n\n--x\n\nF HK - SCS\n--x\nContent-Type: image/jpeg\n\n'
    mail = read_mail(head + b"\xff" * 9000, received=NOW, size=MAX_RAW * 3)
    assert (mail.verdict, mail.body) == ("text", "F HK - SCS")


def test_lone_surrogates_never_reach_the_body() -> None:
    mail = read_mail(
        b"Content-Type: text/plain; charset=utf-8\n\nF HK \xed\xa0\x80 H \xf0\x9f\n", received=NOW
    )
    mail.body.encode("utf-8")
    assert mail.body.startswith("F HK ")
