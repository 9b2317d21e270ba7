"""`review` = gm: the GM sees a result first, may put it right, and lets it out (000 part 2: disbanding and production are the GM's)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.app.take import engine_of
from judge.paths import data_dir
from judge.render.mails import render
from judge.render.model import SiteFacts
from judge.variants.load import load_variant
from judge.workflow.model import CommandInput, MailInput, Player, Step, TimeInput
from judge.workflow.record import new_record
from judge.workflow.step import step
from tests.workflow.play import hour

VARIANT = load_variant(data_dir("variants") / "coldwar")
GM = "gm@example.org"


class Game:
    """A Cold War game in hand in which results go to the GM first."""

    def __init__(self, **settings: Any) -> None:
        self.record = new_record(
            "cold", VARIANT, settings={"review": "gm", **settings}, gms=(Player("", GM),), seed="ab" * 32
        )
        _, self.engine = engine_of(self.record)
        self.letters: list[Any] = []
        for power in self.engine.powers:
            self.gm("SEAT", power, f"{power.lower()}@example.org")
        self.gm("START")

    def do(self, event: Any) -> Step:
        result = step(self.engine, VARIANT, self.record, event)
        self.record = result.record
        self.letters = list(result.letters)
        return result

    def gm(self, verb: str, *args: str, at: float = 0) -> Step:
        return self.do(CommandInput(hour(at), verb, args, GM))

    def mail(self, power: str, body: str, at: float) -> Step:
        return self.do(MailInput(hour(at), f"{power.lower()}@example.org", "player", power, body))

    def whats(self) -> list[str]:
        return [getattr(letter.facts, "what", letter.kind) for letter in self.letters]

    @property
    def units(self) -> dict[str, list[str]]:
        return dict((self.record.position or {})["units"])


def at_review() -> tuple[Game, float]:
    """A game whose first year is over, and the hour after its deadline."""
    game = Game()
    game.mail("USA", "Was-Ott", 40)
    over = (datetime.fromisoformat(game.record.deadline) - hour(0)) / timedelta(hours=1)
    game.do(TimeInput(hour(over)))
    return game, over


def test_the_result_goes_to_the_gm_alone_and_only_process_lets_it_out() -> None:
    game, over = at_review()
    results = [letter for letter in game.letters if letter.kind != "reminder"]
    assert [(letter.facts.what, letter.to.address) for letter in results] == [("review", GM)]
    assert game.record.phase_id == "Y1951M"
    game.do(TimeInput(hour(over + 200)))
    assert game.record.phase_id == "Y1951M"
    game.gm("PROCESS", at=over + 3)
    assert game.record.phase_id == "Y1952M"
    assert "turn_summary" in game.whats()
    assert sorted(game.units["USA"]) == ["A OTT", "A WAS"]


def test_the_gm_overrides_automatic_production_and_all_are_told_why() -> None:
    game, over = at_review()
    game.gm("CORRECT", "REMOVE", "A", "WAS", "because", "no", "production", "this", "year", at=over + 1)
    assert game.whats() == ["review"]
    assert "A WAS" not in game.letters[0].facts.facts["view"]["units"]["USA"]
    game.gm("PROCESS", at=over + 2)
    assert game.units["USA"] == ["A OTT"]
    told = [letter for letter in game.letters if getattr(letter.facts, "what", "") == "corrected"]
    assert len(told) == 10
    assert told[0].facts.facts == {"changes": ["USA: - A WAS"], "reason": "no production this year"}
    assert game.record.overruled == ()


def test_a_result_let_out_too_late_shifts_the_calendar_and_all_get_the_new_one() -> None:
    game, over = at_review()
    game.gm("PROCESS", at=over + 3)
    assert "calendar" not in game.whats()
    game, over = at_review()
    game.gm("PROCESS", at=over + 30)
    assert game.whats().count("calendar") == 10


def test_while_a_result_waits_orders_are_late_and_nobody_talks_or_votes() -> None:
    game, over = at_review()
    late = game.mail("FRA", "Par-Lon\nPEACE\nPRESS TO USA\nhello\nEND", over + 1)
    answer = late.letters[-1].facts
    assert answer.late
    assert answer.late_for == "Y1951M"
    assert (answer.review, answer.phase.deadline, answer.missing) == (True, "", ())
    assert game.record.orders.get("FRA", ()) == ()
    results = {line.text.split()[0]: line.result for line in answer.transcript}
    assert results["PEACE"] == "not_now"
    assert results["PRESS"] == "press_held"
    game.gm("PROCESS", at=over + 2)
    assert "press" not in game.whats()
    game.do(TimeInput(hour(over + 30)))
    assert game.record.held == ()


def test_histories_name_the_unit_that_stood_in_the_way_and_who_was_dislodged() -> None:
    game = Game(review="off")
    for power, order in (("USA", "Was-Nuu"), ("GBR", "Lon-Nuu"), ("FRA", "Par h")):
        game.mail(power, order, 40)
    game.gm("PROCESS", at=41)
    game.mail("USA", "Was-Par", 70)
    game.mail("GBR", "Lon s Was-Par", 70)
    game.gm("PROCESS", at=71)
    game.mail("USA", "履歴 全部", 72)
    letter = next(one for one in game.letters if getattr(one.facts, "what", "") == "history")
    for language, lines in (
        ("ja", ("NUU に進めず: イギリス A LON と同戦力", "[敗走] A PAR H")),
        ("en", ("United Kingdom's A LON", "[dislodged] A PAR H")),
    ):
        to = replace(letter.to, language=language)
        text = render(replace(letter, to=to), variant=VARIANT, site=SiteFacts("judge@example.org")).text
        for line in lines:
            assert line in text, text


def test_a_new_deadline_opens_the_phase_again() -> None:
    game, over = at_review()
    game.gm("EXTEND", "24h", at=over + 1)
    assert game.record.review == ""
    game.mail("FRA", "Par-Vie", over + 2)
    assert game.record.orders["FRA"][0].text == "A PAR - VIE"


def test_a_gm_who_plays_sees_nothing_first() -> None:
    game = Game()
    game.gm("REPLACE", "USA", GM, at=1)
    game.do(TimeInput(hour(1000)))
    assert game.record.phase_id != "Y1951M"


def test_what_cannot_be_corrected_is_refused_with_a_code() -> None:
    game, over = at_review()
    for words, why in (
        ("REMOVE A XYZ", "no_unit"),
        ("PLACE USA A XYZ", "no_place"),
        ("PLACE USA A PAR", "occupied"),
        ("PLACE FRA F VIE", "impossible"),
    ):
        result = game.gm("CORRECT", *words.split(), at=over + 1).results[0]
        assert (result.result, result.facts["why"]) == ("correction_refused", why), words


def test_the_gm_is_shown_all_settings_with_the_names_to_write() -> None:
    game = Game()
    game.do(MailInput(hour(1), GM, "gm", "", "RULES"))
    letter = next(one for one in game.letters if getattr(one.facts, "what", "") == "rules")
    site = SiteFacts("judge@example.org")
    text = render(replace(letter, to=replace(letter.to, language="ja")), variant=VARIANT, site=site).text
    for said in ("(press_gap)", "次の開始まで預かる", "(review)"):
        assert said in text, text
    game.mail("USA", "RULES", 2)
    letter = next(one for one in game.letters if getattr(one.facts, "what", "") == "rules")
    assert "press_gap" not in letter.facts.facts["settings"]
