"""Mail text as commands and order lines (facts: mail conventions part 1; design part 5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.text.commands import split_mail
from judge.text.lines import MAX_LINES
from judge.text.verbs import VERBS


def only(text: str, *, gm: bool = False) -> tuple[str, tuple[str, ...]]:
    """The one command of a text: verb and arguments."""
    (command,) = split_mail(text, gm=gm).commands
    return command.name, command.args


@pytest.mark.parametrize(
    ("line", "verb", "args"),
    [
        ("CLEAR", "CLEAR", ()), ("取消", "CLEAR", ()), ("全命令取消してください。", "CLEAR", ()), ("clear orders", "CLEAR", ()),
        ("HELP", "HELP", ()), ("ヘルプ", "HELP", ()), ("ﾍﾙﾌﾟ", "HELP", ()), ("help orders", "HELP", ("orders",)),
        ("STATUS", "STATUS", ()), ("状況", "STATUS", ()),
        ("LANGUAGE ja", "LANGUAGE", ("ja",)), ("言語：英語", "LANGUAGE", ("英語",)), ("Language: English", "LANGUAGE", ("English",)),
        ("TIMEZONE Asia/Tokyo", "TIMEZONE", ("Asia/Tokyo",)),
        ("ＧＡＭＥ　ｃｏｌｏｎｉａｌ－７", "GAME", ("colonial-7",)),
        ("PASSWORD s3Cret", "PASSWORD", ("s3Cret",)),
        ("ready!", "READY", ()), ("確定", "READY", ()), ("not final", "NOTREADY", ()), ("未確定", "NOTREADY", ()),
        ("WAIT", "WAIT", ()), ("待って", "WAIT", ()), ("set nowait", "NOWAIT", ()),
        ("RESIGN", "RESIGN", ()), ("辞退します", "RESIGN", ()),
        ("JOIN colonial-7", "JOIN", ("colonial-7",)), ("参加 colonial-7", "JOIN", ("colonial-7",)),
        ("PREFER Japan Russia any", "PREFER", ("Japan", "Russia", "any")), ("希望 日本、ロシア", "PREFER", ("日本", "ロシア")),
        ("希望 日本→ロシア", "PREFER", ("日本", "ロシア")),
        ("ABSENCE 5/1-5/8", "ABSENCE", ("5/1-5/8",)), ("休暇 5/1-5/8", "ABSENCE", ("5/1-5/8",)),
        ("講和賛成", "PEACE", ()), ("PEACE WITHDRAW", "NOPEACE", ()), ("講和撤回", "NOPEACE", ()),
        ("ADDRESS <new@example.org>", "ADDRESS", ("new@example.org",)),
        ("・状況", "STATUS", ()), ("1. HELP", "HELP", ()),
    ],
)  # fmt: skip
def test_a_command_in_either_language(line: str, verb: str, args: tuple[str, ...]) -> None:
    assert only(line) == (verb, args)


@pytest.mark.parametrize(
    ("line", "verb", "args"),
    [
        ("START", "START", ()), ("開始", "START", ()), ("EXTEND 24h", "EXTEND", ("24h",)), ("延長 24h", "EXTEND", ("24h",)),
        ("締切 2026-05-01 20:00", "DEADLINE", ("2026-05-01", "20:00")), ("SET grace 12h", "SET", ("grace", "12h")),
        ("END GAME", "END", ()), ("ROLLBACK S1870M", "ROLLBACK", ("S1870M",)),
    ],
)  # fmt: skip
def test_a_game_masters_command(line: str, verb: str, args: tuple[str, ...]) -> None:
    assert only(line, gm=True) == (verb, args)
    assert not [c for c in split_mail(line, gm=False).commands if c.name == verb]


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_way_to_write_a_verb_means_that_verb(verb: str) -> None:
    one = VERBS[verb]
    for word in one.words:
        (command,) = split_mail(word + " x" * one.least, gm=True).commands
        assert command.name == verb, word


def test_orders_stay_orders_with_their_line_numbers() -> None:
    mail = split_mail("A MAC - SEO\n\n待って\nF TOK - OS\n")
    assert [(line.number, line.text) for line in mail.orders] == [(1, "A MAC - SEO"), (4, "F TOK - OS")]
    assert [command.line for command in mail.commands] == [3]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("A LON H. READY", "READY"), ("A PAR - BUR, F BRE - MAO; final!", "final"), ("ハバナ→メキシコシティ、確定", "確定"),
        ("東京→北京。確定です。", None), ("A PAR - BUR, not ready", None), ("A PAR, ready to go", None), ("Sorry for the delay, done.", None), ("東京待機、確定", "確定"), ("A PAR - BUR", None),
    ],
)  # fmt: skip
def test_ready_behind_the_last_order_of_a_line_is_given_too(line: str, word: str | None) -> None:
    mail = split_mail(line)
    assert [one.text for one in mail.orders] == [line]
    assert [(one.name, one.source) for one in mail.commands] == ([("READY", word)] if word else [])


def test_a_sentence_that_begins_like_a_command_is_none() -> None:
    mail = split_mail("Wait, I think we should not do this at all")
    assert mail.commands == ()
    assert len(mail.orders) == 1


def test_a_press_block_keeps_its_lines_out_of_the_orders() -> None:
    mail = split_mail("PRESS TO France, Russia\nHello.\n\n  A PAR - BUR\nEND\nF TOK - OS")
    (command,) = mail.commands
    assert (command.name, command.args) == ("PRESS", ("France", "Russia"))
    assert command.body == "Hello.\n\n  A PAR - BUR"
    assert [line.text for line in mail.orders] == ["F TOK - OS"]


def test_an_open_press_block_goes_to_the_end_and_says_so() -> None:
    mail = split_mail("通信 宛先 日本\nこんにちは")
    assert mail.commands[0].body == "こんにちは"
    assert [problem.kind for problem in mail.problems] == ["open_press"]


@pytest.mark.parametrize(
    ("line", "meant"), [("STATSU", "STATUS"), ("hlep", "HELP"), ("ヘルブ", "HELP"), ("REDY", "READY")]
)
def test_a_misspelt_command_is_asked_about(line: str, meant: str) -> None:
    mail = split_mail(line)
    assert mail.commands[0].name == ""
    assert mail.commands[0].suggestions[0] == meant
    assert [problem.kind for problem in mail.problems] == ["unknown_command"]


@pytest.mark.parametrize("line", ["hello", "Dear GM", "thanks", "よろしくお願いします", "Paris"])
def test_a_greeting_is_no_misspelt_command(line: str) -> None:
    assert split_mail(line).commands == ()


@pytest.mark.parametrize(
    ("line", "column", "facts"),
    [
        ("ADDRESS", 1, {"command": "ADDRESS"}),
        (" ・ 言語", 4, {"command": "言語"}),
        ("LANGUAGE ja jp", 10, {"command": "LANGUAGE", "argument": "ja jp"}),
        ('PASSWORD ""', 1, {"command": "PASSWORD"}),
    ],
)
def test_a_command_with_too_few_or_too_many_words_is_not_called_unknown(
    line: str, column: int, facts: dict[str, str]
) -> None:
    """No "there is no command ADDRESS; did you mean ADDRESS"."""
    mail = split_mail(line)
    assert [(one.name, one.suggestions) for one in mail.commands] == [("", ())]
    assert [(p.kind, p.column, p.facts) for p in mail.problems] == [("bad_argument", column, facts)]


@pytest.mark.parametrize("line", ["PEACE ?", "ready or not, here we come", "DRAW ?"])
def test_words_around_a_command_are_no_misspelt_command(line: str) -> None:
    mail = split_mail(line)
    assert (mail.commands, mail.problems) == ((), ())


def test_a_name_of_the_game_is_no_misspelt_command() -> None:
    assert split_mail("Lisst", is_name=lambda word: word == "lisst").commands == ()


def test_a_password_is_kept_as_written() -> None:
    (command,) = split_mail("PASSWORD: Ab,c >d").commands
    assert command.rest == "Ab,c >d"


def test_lines_beyond_the_limit_are_told() -> None:
    mail = split_mail("A MAC - SEO\n" * 5000)
    assert len(mail.orders) == MAX_LINES
    assert [problem.kind for problem in mail.problems] == ["too_many_lines"]


@given(st.text(st.characters(), max_size=200))
def test_any_text_can_be_split(text: str) -> None:
    mail = split_mail(text, gm=True)
    assert len(mail.orders) + len(mail.commands) <= len(text.splitlines())


@pytest.mark.parametrize(
    "line",
    [
        "講和には賛成しません。",
        "講和はしない",
        "確定しません",
        "確定ではありません",
        "取消はしません",
        "引き分けには反対です",
        "講和？",
        "PEACE?",
        "final?",
        "draw?",
    ],
)
def test_a_command_that_is_only_spoken_of_is_none(line: str) -> None:
    assert split_mail(line).commands == ()


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("講和に賛成します", "PEACE"),
        ("講和に反対します", "NOPEACE"),
        ("確定します", "READY"),
        ("取消", "CLEAR"),
    ],
)
def test_a_command_said_politely_is_given(line: str, verb: str) -> None:
    assert [command.name for command in split_mail(line).commands] == [verb]
