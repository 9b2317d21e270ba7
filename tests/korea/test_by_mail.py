"""The game by mail: who is asked, plans, silence, secrets, and how many exchanges a game takes (docs/rules/korea.md, Mail)."""

from __future__ import annotations

import pytest

from judge.korea.players import plan_lines
from judge.render.mails import SiteFacts, render
from judge.workflow.letters import Acknowledgement, FinalReport, GameStart, TurnSummary
from judge.workflow.reading import read_body
from tests.korea.table import ENGINE, VARIANT, WHO, Table

SITE = SiteFacts("judge@example.org", version="1.0")
OTHER = {"EAST": "WEST", "WEST": "EAST"}


def answer(table: Table, power: str) -> str:
    """Some legal answer to what is asked."""
    (texts,) = ENGINE.legal(table.position, power).by_key.values()
    return texts[0]


def words(table: Table, power: str) -> str:
    """Everything a player was ever written, as text."""
    return "\n".join(render(letter, variant=VARIANT, site=SITE).text for letter in table.to(power))


def test_only_the_side_that_must_decide_is_asked_and_an_answer_is_carried_out_at_once() -> None:
    table = Table()
    (power,) = table.asked
    phase = table.record.phase_id
    table.mail(OTHER[power], "PLAN\nOCCUPY 0103 REPEAT\nEND")
    assert table.record.phase_id == phase
    table.mail(power, answer(table, power))
    assert table.record.phase_id != phase


def test_both_are_told_what_happened_in_their_own_language_with_map_and_possible_answers() -> None:
    table = Table()
    (power,) = table.asked
    table.mail(power, answer(table, power))
    english, japanese = words(table, "EAST"), words(table, "WEST")
    assert "0205^Seoul" in english
    assert "0205^ソウル" in japanese
    assert "Draw " in english
    assert "枚目" in japanese
    assert "What the " in english
    assert "できること" in japanese


def test_silence_lays_the_army_aside_at_the_deadline() -> None:
    """The decision of part 12.1 of the rules: it helps nobody, and the chit is back next turn."""
    table = Table()
    drawn = table.position.drawn
    table.wait(49)
    events = [event for letter in table.to("EAST", "turn_summary") for event in letter.facts.events]  # type: ignore[union-attr]
    aside = [event.facts for event in events if event.kind == "korea_laid_aside"]
    assert [(facts["chit"], facts["why"]) for facts in aside] == [(drawn, "silent")]


def test_silence_with_a_plan_carries_the_plan_out() -> None:
    table = Table()
    (power,) = table.asked
    table.mail(power, "PLAN\nHALT ALWAYS\nOCCUPY 0103 REPEAT\nOCCUPY 0407 REPEAT\nEND")
    if table.asked == [power]:
        table.wait(49)
        assert not table.position.aside or table.position.drawn


def test_a_wrong_order_is_refused_with_what_is_possible_and_can_be_corrected() -> None:
    table = Table()
    (power,) = table.asked
    phase = table.record.phase_id
    (letter,) = [one for one in table.mail(power, "ATTACK SEOUL") if one.kind == "acknowledgement"]
    assert isinstance(letter.facts, Acknowledgement)
    (problem,) = letter.facts.transcript[0].problems
    assert (problem.kind, problem.facts["reason"]) == ("korea_impossible", "korea_no_enemy")
    assert problem.facts["choices"]
    assert table.record.phase_id == phase
    table.mail(power, answer(table, power))
    assert table.record.phase_id != phase


def test_a_later_plan_replaces_the_earlier_one_altogether() -> None:
    table = Table()
    power = OTHER[table.asked[0]]
    table.mail(
        power,
        "PLAN\nOCCUPY 0103\nOCCUPY 0203\nOCCUPY 0204\nCOMMUNIST HOLD\nEND"
        if power == "EAST"
        else "PLAN\nOCCUPY 0205\nOCCUPY 0206\nOCCUPY 0305\nEND",
    )
    table.mail(power, "作戦\n占領 平壌\n以上" if power == "EAST" else "作戦\n占領 釜山\n以上")
    on_file = [order.text for order in table.record.orders[power]]
    assert [text for text in on_file if "COMMUNIST" not in text] == [
        "PLAN OCCUPY 0103" if power == "EAST" else "PLAN OCCUPY 0407"
    ]


def test_show_plan_answers_with_the_plan_and_changes_nothing() -> None:
    table = Table()
    (power,) = table.asked
    table.mail(power, "PLAN\nOCCUPY 0103 IF TURN 5\nOCCUPY 0407 IF TURN 5\nEND\n" + answer(table, power))
    plan = table.position.plans[power]
    if table.record.state == "running":
        (letter,) = [one for one in table.mail(power, "SHOW PLAN") if one.kind == "acknowledgement"]
        assert isinstance(letter.facts, Acknowledgement)
        assert letter.facts.transcript[0].orders == plan


@pytest.mark.parametrize("seed", range(3))
def test_no_line_of_a_plan_reaches_the_other_side_before_it_is_carried_out(seed: int) -> None:
    """What each side's mails hold against what is true: everything but the other's plan."""
    table = Table(f"{seed:064x}")
    secret = {"EAST": "OCCUPY 0103 IF TURN 5", "WEST": "OCCUPY 0407 IF TURN 5"}
    for power in ("EAST", "WEST"):
        table.mail(power, f"PLAN\n{secret[power]}\nEND")
    for _ in range(12):
        for power in table.asked:
            if table.record.state == "running" and power in table.asked:
                table.mail(power, answer(table, power))
    for power, line in secret.items():
        if table.record.state != "finished":
            assert line not in words(table, OTHER[power])
        for letter in table.to(OTHER[power]):
            if isinstance(letter.facts, TurnSummary | GameStart):
                assert line not in str(letter.facts)
    for letter in table.letters:
        if isinstance(letter.facts, TurnSummary) and letter.to.power:
            view = letter.facts.view
            assert set(view["cup"]).isdisjoint({chit for _, chit, _ in view["board"]})
            assert all(line.startswith("PLAN ") for line in view["plan"])
    for power in ("EAST", "WEST"):
        assert table.record.seed not in words(table, power) or table.record.state == "finished"


def test_history_tells_nothing_of_plans() -> None:
    table = Table()
    (power,) = table.asked
    table.mail(power, "PLAN\nOCCUPY 0103 IF TURN 5\nOCCUPY 0407 IF TURN 5\nEND\n" + answer(table, power))
    table.mail(OTHER[power], "HISTORY ALL\nSTATUS")
    assert "TURN 5" not in words(table, OTHER[power])


def test_a_whole_game_needs_fewer_than_20_exchanges_between_attentive_players() -> None:
    """Issue: one mail a draw would need more than 30. An exchange is a phase in which somebody had to write."""
    counts = []
    for seed in range(8):
        table = Table(f"{seed + 100:064x}")
        for _ in range(60):
            if table.record.state != "running":
                break
            for power in table.asked:
                if table.record.state == "running" and power in table.asked:
                    extra = "RETURN NONE" if table.position.kind == "withdrawal" else answer(table, power)
                    table.mail(power, "\n".join(plan_lines(ENGINE, power)) + f"\n{extra}")
        assert table.record.state == "finished"
        counts.append(len(table.record.past))
    assert max(counts) < 20, counts


def test_after_three_silent_deadlines_of_one_player_the_game_waits_for_the_game_master() -> None:
    """Part 12.1 of the rules."""
    table = Table("ab" * 32)
    for _ in range(40):
        if table.record.state != "running":
            break
        table.wait(49)
    assert table.record.state == "paused"
    assert 3 in [player.nmr for player in table.record.players]


def test_the_final_report_has_the_seed_and_reads_in_both_languages() -> None:
    table = Table("07" * 32, nmr_limit=0)
    for _ in range(400):
        if table.record.state != "running":
            break
        table.wait(12)
    assert table.record.state == "finished"
    for power in WHO:
        (letter,) = table.to(power, "final_report")
        assert isinstance(letter.facts, FinalReport)
        assert letter.facts.seed == "07" * 32
        assert "07" * 32 in words(table, power)


@pytest.mark.parametrize("word", ["CONCEDE", "投了"])
def test_in_a_game_of_two_conceding_needs_no_name_and_ends_it(word: str) -> None:
    """Part 13 of the rules: CONCEDE / 投了."""
    table = Table()
    table.mail("EAST", word)
    assert table.record.state == "finished"
    assert table.record.outcome is not None
    assert table.record.outcome["winners"] == ["WEST"]


@pytest.mark.parametrize(
    "line",
    ["PLACE TAEJON", "LAND WONSAN", "DEFEND SEOUL", "HALT ALWAYS", "SHOW PLAN", "CANCEL PLAN", "作戦取消", "作戦確認",
     "常に停止", "撤収 なし", "総攻撃 ソウル", "共産軍 確認", "反撃 温存", "損害 UN3"],
)  # fmt: skip
def test_no_word_of_the_game_is_taken_for_a_command_of_the_mail(line: str) -> None:
    text = read_body(line, VARIANT, gm=False)
    assert [one.text for one in text.orders] == [line]
    assert not text.commands
