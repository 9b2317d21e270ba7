"""What players write is shown, never obeyed: not by the templates, not by the HTML, not by the headers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from judge.chance import NoChance
from judge.engine import Line
from judge.engines import engine_for
from judge.mail.marker import is_marker
from judge.mail.model import Rendered
from judge.render.clean import clean_line, cleaned
from judge.render.mails import SiteFacts, render
from judge.variants.load import load_variant
from judge.workflow.letters import Letter, MailNote, Notice, ProblemFacts, Recipient, Seat, TranscriptLine
from tests.render import samples

SITE = SiteFacts("judge@example.org")
NASTY = [
    "{{ 7 * 7 }} {% raw %} {{ config }}",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a\r\nBcc: everybody@example.org",
    "x\u2028y\x00z\x1b[31m\u202eabc",
    "\ud800 lone surrogate",
    "'; DROP TABLE mail; --",
]


def put(letter: Letter) -> Rendered:
    """The letter in words."""
    return render(letter, variant=load_variant("colonial"), site=SITE)


def acknowledgement_of(text: str, language: str) -> Letter:
    """An answer to a mail with this line in it, understood as nothing, from somebody of this name."""
    facts = samples.acknowledgement()
    problem = ProblemFacts(
        "unknown_region", "error", 1, 1, 2, text, (text,), (text,), {"name": text, "word": text}
    )
    to = replace(samples.PEOPLE[language], name=text)
    line = TranscriptLine(1, text, "refused", (), (problem,))
    return samples.letter(
        "acknowledgement", to, replace(facts, transcript=(line,), game="demo", subject=text)
    )


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_a_players_text_stays_text(text: str, language: str) -> None:
    mail = put(acknowledgement_of(text, language))
    shown = clean_line(text)
    assert f"> {shown}" in mail.text
    tree = HTMLParser(mail.html)
    assert shown in (tree.css_first("body").text() or "")
    assert not tree.css("script")
    assert not tree.css("[onerror]")
    assert not tree.css("img")
    assert "\n" not in mail.subject
    assert "\r" not in mail.text


@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_names_and_subjects_of_others_stay_text(text: str) -> None:
    start = replace(samples.game_start(), seats=(Seat("JAPAN", text, text),), gm=text)
    mail = put(samples.letter("game_start", samples.PEOPLE["en"], start))
    assert clean_line(text) in mail.text
    report = replace(
        samples.deadline_report(), mails=(MailNote(1, "2026-12-05T01:02:03+00:00", text, text, text),)
    )
    mail = put(samples.letter("deadline_report", samples.GMS["en"], report))
    assert clean_line(text) in mail.text
    assert not HTMLParser(mail.html).css("script")


@pytest.mark.parametrize(
    "code", ["press", "announcement", "was_this_you", "unknown_sender", "which_game", "invited"]
)
@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_notices_stay_text(text: str, code: str) -> None:
    facts = {
        "subject": text, "sender": text, "text": text, "lines": [text], "games": [text], "gm": text,
        "from": "JAPAN", "to": ["CHINA"], "public": False,
    }  # fmt: skip
    mail = put(
        samples.letter("notice", samples.PEOPLE["en"], Notice(code, "demo", "colonial", "JAPAN", None, facts))
    )
    assert "\n" not in mail.subject
    assert not HTMLParser(mail.html).css("script, img")
    assert "49" not in mail.text.replace(text, "")


def test_lines_of_a_message_stay_lines() -> None:
    facts = {"from": "CHINA", "to": ["JAPAN"], "public": False, "text": "one\r\ntwo\n-- \nthree"}
    mail = put(
        samples.letter(
            "notice", samples.PEOPLE["en"], Notice("press", "demo", "colonial", "JAPAN", None, facts)
        )
    )
    assert "> one\n> two\n> -- \n> three\n" in mail.text


def test_press_that_was_refused_comes_back_whole() -> None:
    line = TranscriptLine(
        1, "PRESS TO CHINA", "refused", result="press_refused", facts={"why": "phase", "text": "one\ntwo"}
    )
    facts = replace(samples.acknowledgement(), transcript=(line,))
    mail = put(samples.letter("acknowledgement", samples.PEOPLE["en"], facts))
    assert "       > one\n       > two\n" in mail.text


def test_cleaning_keeps_what_is_writing() -> None:
    text = "海軍 ｵｵﾀﾙ → é ü ① 👍"
    assert clean_line(text) == text
    assert cleaned({"a": [text, ("b\nc",)], "text": "b\nc"}) == {"a": [text, ("b c",)], "text": "b\nc"}


def test_the_marker_stands_first_and_once() -> None:
    for _, _, mail in samples.rendered():
        lines = mail.text.split("\n")
        assert is_marker(lines[0])
        assert sum(map(is_marker, lines)) == 1


@pytest.mark.parametrize("power", samples.POWERS)
def test_no_line_of_our_mails_reads_as_an_order(power: str) -> None:
    """Should a reply bring our own text back unmarked. The lines of players that we quote have a mark before them."""
    engine = engine_for(load_variant("colonial"))
    position = engine.start(NoChance()).position
    for _, name, mail in samples.rendered():
        lines = [Line(number, text) for number, text in enumerate(mail.text.split("\n"), start=1)]
        assert [order.source for order in engine.parse(position, power, lines).orders] == [], name


def test_nothing_in_a_mail_is_fetched_from_elsewhere() -> None:
    for _, _, mail in samples.rendered():
        tree = HTMLParser(mail.html)
        assert not tree.css("link, script, iframe, object, embed, form, input")
        assert "url(" not in mail.html
        assert all(node.attributes["href"].startswith("mailto:") for node in tree.css("a"))
        assert all(node.attributes["src"].startswith("cid:") for node in tree.css("img"))


def test_tables_can_be_followed_by_ear() -> None:
    """Each has a caption, heads for columns and rows; no table is there for the looks alone."""
    tables = [table for _, _, mail in samples.rendered() for table in HTMLParser(mail.html).css("table")]
    assert tables
    for table in tables:
        assert (table.css_first("caption").text() or "").strip()
        assert all(head.attributes.get("scope") for head in table.css("th"))
        assert table.css("th[scope=col]")
        assert table.css("th[scope=row], th[scope=rowgroup]")


def test_text_and_html_say_the_same() -> None:
    """Every sentence of the text part stands in the HTML part too, so that nobody misses anything."""
    for _, name, mail in samples.rendered():
        shown = "".join((HTMLParser(mail.html).css_first("body").text() or "").split())
        for line in mail.text.split("\n")[2:]:
            said = "".join(line.removeprefix("## ").removeprefix("* ").removeprefix("> ").rstrip(":").split())
            if said and line[:1] not in " -" and "   " not in line and len(line) < 90:
                assert said in shown, f"{name}: {line}"


def test_pictures_stand_in_the_html_and_travel_along() -> None:
    letter = samples.letters("en")["turn_summary"]
    variant = load_variant("colonial")
    pictures = {"orders": b"png1", "after": b"png2", "unknown": b"x"}
    mail = render(letter, variant=variant, site=SITE, pictures=pictures)
    images = HTMLParser(mail.html).css("img")
    assert [node.attributes["src"] for node in images] == ["cid:orders@picture", "cid:after@picture"]
    assert all("Map" in (node.attributes["alt"] or "") for node in images)
    assert [(one.cid, one.data) for one in mail.attachments] == [
        ("orders@picture", b"png1"),
        ("after@picture", b"png2"),
    ]


def test_the_deadline_comes_as_a_calendar_file_in_utc() -> None:
    """RFC 5545: DTSTART with Z; the same bytes when made again."""
    letter = samples.letters("ja")["game_start"]
    first, second = put(letter), put(letter)
    assert first == second
    data = next(one.data for one in first.attachments if one.filename == "deadline.ics")
    assert b"DTSTART:20261206T110000Z" in data
    assert "締切".encode() in data.replace(b"\r\n ", b"")


def test_an_unknown_language_is_answered_in_english() -> None:
    stranger = Recipient("x@example.org", "stranger", language="tlh", timezone="Nowhere/Land")
    mail = render(
        samples.letter(
            "notice", stranger, Notice("unknown_sender", facts={"sender": "x@example.org", "subject": ""})
        ),
        variant=None,
        site=SITE,
    )
    assert 'lang="en"' in mail.html
    assert "registered" in mail.text
