"""How to win and how the game ended, in words; values of rule options in the reader's language (issues 5 and 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.diplomacy.rules import OPTIONS
from judge.engines import engine_for, phase_kinds
from judge.korea.position import KINDS
from judge.render.mails import render
from judge.render.model import SiteFacts
from judge.render.sentences import Sentences
from judge.variants.load import load_variant
from judge.workflow.letters import Letter, Notice, Recipient
from judge.workflow.model import CommandInput, Player
from judge.workflow.record import new_record
from judge.workflow.step import step
from tests.workflow.play import hour

CHOICES = [(option.name, value) for option in OPTIONS for value in option.values if isinstance(value, str)]


def _start(variant_id: str, **settings: str) -> list[Letter]:
    variant = load_variant(variant_id)
    engine = engine_for(variant, {})
    record = new_record("g", variant, settings=settings, gms=(Player("", "gm@example.org"),), seed="ab" * 32)
    letters: list[Letter] = []
    for power in engine.powers:
        args = (power, f"{power.lower()}@example.org", "language=en")
        record = step(engine, variant, record, CommandInput(hour(0), "SEAT", args, "gm")).record
    for verb in ("START", "PROCESS"):
        done = step(engine, variant, record, CommandInput(hour(1), verb, (), "gm"))
        record = done.record
        letters += done.letters
    return letters


def _text(letter: Letter, language: str) -> str:
    variant = load_variant(letter.facts.variant)
    to = replace(letter.to, language=language)
    return " ".join(
        render(replace(letter, to=to), variant=variant, site=SiteFacts("j@example.org")).text.split()
    )


def test_the_cold_wars_start_and_results_spell_out_both_ways_to_win_and_the_points() -> None:
    """000 part 1: seven points and most of all; after 1956 most points; own home base 2 points, another's 1."""
    letters = _start("coldwar")
    for kind in ("game_start", "turn_summary"):
        letter = next(one for one in letters if one.kind == kind)
        english, japanese = _text(letter, "en"), _text(letter, "ja")
        for said in (
            "7 points or more",
            "after 1956 whoever has most points",
            "one's own home base is 2",
            "PEACE",
        ):
            assert said in english, kind
        for said in (
            "制覇: 年の処理のあとで 7 点以上",
            "停戦: 1956年が終わると",
            "初期拠点だけは 2 点",
            "講和賛成",
        ):
            assert said in japanese, kind
    start = next(one for one in letters if one.kind == "game_start")
    assert "Retreat" not in _text(start, "en").partition("Settings of this game")[2]
    assert "Year 1956" in _text(start, "en")


@pytest.mark.parametrize(("variant", "said"), [("standard", "18 of the 34"), ("colonial", "30 of the 58")])
def test_start_mails_name_the_number_of_centres_that_wins(variant: str, said: str) -> None:
    """Standard: 18 of 34; Colonial: more than half of 58 (001 chapter 12)."""
    start = next(one for one in _start(variant) if one.kind == "game_start")
    assert said in _text(start, "en")
    assert said.split(maxsplit=1)[0] in _text(start, "ja").partition("勝ち方")[2]


def test_a_rule_of_the_game_changes_what_is_told() -> None:
    start = next(
        one for one in _start("standard", **{"rule.victory_centres": "10"}) if one.kind == "game_start"
    )
    assert "10 of the 34" in _text(start, "en")


def test_a_truce_with_several_winners_is_called_a_draw() -> None:
    """000 part 1, truce B."""
    say = Sentences(load_variant("coldwar"), "en")
    assert "draw: France, United Kingdom" in say.outcome({"kind": "truce", "winners": ["FRA", "GBR"]})
    assert "United Kingdom has most and wins" in say.outcome({"kind": "truce", "winners": ["GBR"]})


@pytest.mark.parametrize(("name", "value"), CHOICES)
def test_every_value_of_a_rule_option_has_words_in_japanese(name: str, value: str) -> None:
    said = str(Sentences(load_variant("standard"), "ja").words.rule_value(name, value))
    assert any(ord(character) > 0x3000 for character in said)


def test_a_correction_names_powers_in_the_readers_language() -> None:
    notice = Notice(
        "corrected", "g", "coldwar", facts={"changes": ["USA: - A WAS", "VIE = FRA"], "reason": "why"}
    )
    text = _text(Letter("k", "notice", Recipient("a@example.org", "player", "USA"), notice), "ja")
    assert "アメリカ: 陸軍 ワシントン (A WAS) を取り除きました。" in text
    assert "ウィーン (VIE) はフランスのものになりました。" in text


def test_the_korean_wars_start_says_what_each_side_must_hold_and_how_long_each_kind_of_phase_is() -> None:
    """docs/rules/korea.md, Victory: the East holds Seoul and Taegu or Pusan; the West Sinuiju, Kanggye or Hyesan; five turns."""
    start = next(one for one in _start("korea", **{"length.withdrawal": "24h"}) if one.kind == "game_start")
    english, japanese = _text(start, "en"), _text(start, "ja")
    for said in (
        "the East wins if it holds Seoul (0205) and, besides, Taegu (0406) or Pusan (0407)",
        "the West wins if it holds Sinuiju (0102) or Kanggye (0202) or Hyesan (0301)",
        "after turn 5",
        "Time to use an army that was drawn 48 hours",
        "Time to decide on a communist force 48 hours",
        "Time to decide on a counter-attack 48 hours",
        "Time at the end of a turn 24 hours",
        "Forbidden hexsides: Haeju (0104) / Seoul (0205); Yangdok (0203) / Hamhung (0302)",
    ):
        assert said in english
    for said in (
        "ソウル (0205)、それに大邱 (0406)か釜山 (0407)を押さえていれば、東側陣営の勝ち",
        "5ターン目が終わっても",
    ):
        assert said in japanese
    for absent in ("movement phases", "retreat phases"):
        assert absent not in english
    assert "移動フェイズ" not in japanese


def test_the_kinds_of_phases_are_those_of_the_engine() -> None:
    assert phase_kinds(load_variant("korea")) == KINDS[:-1]


@pytest.mark.parametrize("variant", ["standard", "colonial", "coldwar", "korea"])
def test_every_start_mail_says_how_to_win_all_lengths_and_where_the_rules_are(variant: str) -> None:
    start = next(one for one in _start(variant) if one.kind == "game_start")
    english, japanese = _text(start, "en"), _text(start, "ja")
    assert "How the game is won" in english
    assert "reply with the one word RULES" in english
    assert "勝ち方と終わり方" in japanese
    assert "「規則」" in japanese
    kinds = set(phase_kinds(load_variant(variant)))
    if variant == "coldwar":  # 000 part 1: no retreats; bases are manned by themselves
        kinds = {"movement"}
    shown = {name.removeprefix("length.") for name in start.facts.settings if name.startswith("length.")}
    assert shown - {"first"} == kinds
