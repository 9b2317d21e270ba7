"""Sentences in a mail without orders or commands are answered with the commands that their writer may be looking for."""

from __future__ import annotations

import pytest

from judge.text.hints import commands_meant
from judge.text.verbs import VERBS
from tests.workflow.play import started


@pytest.mark.parametrize(
    ("sentence", "command"),
    [
        ("I quit", "RESIGN"), ("ゲームをやめたいです", "RESIGN"), ("When is the deadline?", "STATUS"), ("締切はいつですか？", "STATUS"),
        ("I'm on holiday next week", "ABSENCE"), ("来週は旅行で不在です", "ABSENCE"), ("I vote for a draw", "DRAW"),
        ("please change my email address to ivan@example.net", "ADDRESS"), ("英語でお願いします", "LANGUAGE"), ("How do I write orders?", "HELP"),
    ],
)  # fmt: skip
def test_a_sentence_points_to_a_command(sentence: str, command: str) -> None:
    meant = commands_meant(sentence)
    assert command in meant
    assert set(meant) <= set(VERBS)


def test_a_greeting_points_to_none() -> None:
    assert commands_meant("Good luck to all of you!") == ()
    assert commands_meant("よろしくお願いします") == ()


def test_hints_are_given_only_where_nothing_else_was_understood() -> None:
    table = started()
    table.mail("RED", "A R1 H\nHello", 1)
    assert [line.outcome for line in table.of("acknowledgement")[-1].transcript] == ["order", "ignored"]
