"""What stands in a turn summary, and what does not."""

from __future__ import annotations

from dataclasses import replace

from judge.render.mails import SiteFacts, render
from judge.variants.load import load_variant
from judge.workflow.letters import EventFacts, Letter, Notice, TurnSummary
from tests.render import samples


def text_of(facts: TurnSummary) -> str:
    """The text part of a summary in English."""
    letter = samples.letter("turn_summary", samples.PEOPLE["en"], facts)
    return render(letter, variant=load_variant("colonial"), site=SiteFacts("judge@example.org")).text


def test_a_build_that_was_ordered_stands_among_the_orders_only() -> None:
    events = (
        samples.order_result("JAPAN", "A KYO B"),
        EventFacts("built", {"power": "JAPAN", "unit": "A KYO"}),
    )
    text = text_of(replace(samples.turn_summary(), events=events))
    assert "[ok] A KYO B" in text
    assert "built army Kyoto" not in text


def test_a_build_by_rule_is_told_although_a_unit_moved_away_from_there() -> None:
    """As in the Cold War game, where armies appear by themselves on free centres."""
    events = (
        samples.order_result("JAPAN", "A KYO - AKI"),
        EventFacts("built", {"power": "JAPAN", "unit": "A KYO"}),
    )
    assert "Japan built army Kyoto." in text_of(replace(samples.turn_summary(), events=events))


def test_units_without_orders_stand_together() -> None:
    events = tuple(
        samples.order_result("CHINA", f"{unit} H", reason="no_order") for unit in ("A PEK", "A SHA")
    )
    text = text_of(replace(samples.turn_summary(), events=events))
    assert "[holds] A PEK / A SHA" in text
    assert "no orders came, so all units held" in text


def test_what_is_due_is_told_when_units_are_adjusted_next() -> None:
    """Before the retreats are over the numbers may still change."""
    view = samples.view(samples.START)
    view["counts"]["CHINA"]["due"] = 1
    facts = replace(samples.turn_summary(), events=(), view=view)
    assert "build 1" not in text_of(facts)
    assert "build 1" in text_of(replace(facts, phase=samples.WINTER))


def test_the_readers_own_orders_come_first() -> None:
    text = text_of(samples.turn_summary())
    assert text.index("\nJapan:\n") < text.index("\nEngland:\n") < text.index("\nRussia:\n")


def test_a_dislodged_unit_is_told_with_where_it_may_go() -> None:
    """001, chapter 9, case 3."""
    text = text_of(samples.turn_summary())
    assert "China's A KAG (army Kashgar) was dislodged by Russia's A TAS." in text
    assert "It may retreat to Sinkiang (SIK), Tibet (TIB)" in text.replace("\n  ", " ")


def test_all_orders_of_a_game_travel_as_a_file() -> None:
    """Mail programs cut HTML above 100 kB, and a long game has far more."""
    letter = samples.letters("en")["final_report"]
    mail = render(letter, variant=load_variant("colonial"), site=SiteFacts("judge@example.org"))
    (file,) = mail.attachments
    assert file.filename == "orders.txt"
    assert "F OTA S F TOK - OS" in file.data.decode()
    assert "F OTA S F TOK - OS" not in mail.text
    assert "orders.txt" in mail.text
    assert "orders.txt" in mail.html


def history(phases: int) -> Notice:
    """The answer to HISTORY after so many phases."""
    past = [
        {"id": f"S{1870 + n}M", "kind": "movement", "turn": 1, "label": {"season": "spring", "year": 1870 + n},
         "at": "", "results": {"JAPAN": [[f"A KYO - {place}", "succeeds", ""]]}}
        for n, place in enumerate(["KYU", "AKI", "OTA", "SAK", "TOK"][:phases])
    ]  # fmt: skip
    return Notice("history", "demo", "colonial", "JAPAN", None, {"phases": past})


def test_a_long_history_travels_as_a_file_too() -> None:
    variant, site = load_variant("colonial"), SiteFacts("judge@example.org")
    short = render(samples.letter("notice", samples.PEOPLE["en"], history(3)), variant=variant, site=site)
    assert not short.attachments
    assert "A KYO - KYU" in short.text
    long = render(samples.letter("notice", samples.PEOPLE["en"], history(5)), variant=variant, site=site)
    assert [one.filename for one in long.attachments] == ["history.txt"]
    assert "A KYO - KYU" in long.attachments[0].data.decode()
    assert "A KYO - KYU" not in long.text
    assert "A KYO - TOK" in long.text


def test_a_moved_deadline_replaces_the_event_in_the_readers_calendar() -> None:
    """RFC 5545, 3.8.7.4: the same UID with a higher SEQUENCE."""
    variant, site = load_variant("colonial"), SiteFacts("judge@example.org")

    def event(letter: Letter) -> dict[str, str]:
        mail = render(letter, variant=variant, site=site)
        (file,) = [one for one in mail.attachments if one.filename == "deadline.ics"]
        pairs = [line.split(":", 1) for line in file.data.decode().splitlines() if ":" in line]
        return {name: value for name, value in pairs if name in ("UID", "SEQUENCE", "DTSTART")}

    start = replace(samples.letters("en")["game_start"], key="demo/S1870M/game_start/x/3")
    moved = replace(samples.SPRING, deadline="2026-12-07T11:00:00+00:00")
    facts = {"before": samples.SPRING.deadline, "deadline": moved.deadline}
    notice = Notice("deadline_changed", "demo", "colonial", "JAPAN", moved, facts)
    later = replace(samples.letter("notice", samples.PEOPLE["en"], notice), key="demo/S1870M/notice/x/17.2")
    first, second = event(start), event(later)
    assert first["UID"] == second["UID"]
    assert int(first["SEQUENCE"]) < int(second["SEQUENCE"])
    assert (first["DTSTART"], second["DTSTART"]) == ("20261206T110000Z", "20261207T110000Z")
