"""What players may write (docs/rules/korea.md, Orders), in both languages, and what is said about slips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from judge.engine import Line, Parsed
from judge.engines import engine_for
from judge.korea.data import EAST, WEST
from judge.korea.engine import KoreaEngine
from judge.korea.orders import read_order, write_line
from judge.korea.position import ACTION, INTERRUPT, REACTION, WITHDRAWAL, Position
from judge.variants.load import load_variant

ENGINE = engine_for(load_variant("korea"))
assert isinstance(ENGINE, KoreaEngine)
BOARD = (("0204", "NK2", EAST), ("0205", "UN1", WEST), ("0304", "NK3", EAST))
ASKED = Position(turn=2, kind=ACTION, drawn="NK1", board=BOARD)
"""The East is asked for an action with NK1; it stands beside Seoul, which the West holds."""


def read(text: str, power: str = EAST, position: Position = ASKED) -> Parsed:
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), 1)]
    return ENGINE.parse(position, power, lines)


def texts(parsed: Parsed) -> list[str]:
    return [order.text for order in parsed.orders]


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("ATTACK 0205", "NK1 ATTACK 0205"),
        ("attack Seoul", "NK1 ATTACK 0205"),
        ("NK1: attack inchon", "NK1 ATTACK 0205"),
        ("攻撃 ソウル", "NK1 ATTACK 0205"),
        ("ソウル攻撃", "NK1 ATTACK 0205"),
        ("ソウルを攻撃する", "NK1 ATTACK 0205"),
        ("攻撃　０２０５", "NK1 ATTACK 0205"),
        ("OCCUPY Pyongyang", "NK1 OCCUPY 0103"),
        ("DEFEND 0204", "NK1 OCCUPY 0204"),
        ("place 平壌", "NK1 OCCUPY 0103"),
        ("占領 平壌", "NK1 OCCUPY 0103"),
        ("拠点防御 開城", "NK1 OCCUPY 0204"),
        ("REDEPLOY 0204:NK2", "NK1 REDEPLOY 0204:NK2"),
        ("reinforce Kaesong", "NK1 REDEPLOY 0204"),
        ("増援 ０２０４：ＮＫ２", "NK1 REDEPLOY 0204:NK2"),
        ("再配備 開城", "NK1 REDEPLOY 0204"),
        ("再編成 開城", "NK1 REDEPLOY 0204"),
        ("If West at Seoul and need <= 2: attack Seoul", "NK1 ATTACK 0205"),
        ("- ATTACK SEOUL # good luck", "NK1 ATTACK 0205"),
        ("Put NK1 in Pyongyang please", "NK1 OCCUPY 0103"),
        ("NK1 attacks Seoul", "NK1 ATTACK 0205"),
        ("NK1を平壌に置きます", "NK1 OCCUPY 0103"),
        ("NK1は平壌を占領します", "NK1 OCCUPY 0103"),
        ("平壌に置いてください", "NK1 OCCUPY 0103"),
        ("ソウルを攻撃してください", "NK1 ATTACK 0205"),
        ("ソウル攻撃です", "NK1 ATTACK 0205"),
        ("1 攻撃 ソウル", "NK1 ATTACK 0205"),
        ("2. else attack Seoul", "NK1 ATTACK 0205"),
    ],
)
def test_an_answer_in_either_language(written: str, canonical: str) -> None:
    assert texts(read(written)) == [canonical]
    assert read(written).problems == ()


@pytest.mark.parametrize(
    ("english", "japanese", "canonical"),
    [
        ("ATTACK SEOUL IF WEST AT SEOUL AND NEED <= 4", "攻撃 ソウル もし 西 在 ソウル かつ 必要 4以下",
         "PLAN ATTACK 0205 IF WEST AT 0205 AND NEED <= 4"),
        ("OCCUPY SEOUL", "占領 ソウル", "PLAN OCCUPY 0205"),
        ("OCCUPY 0304 IF EMPTY 0304", "占領 春川 もし 空き 春川", "PLAN OCCUPY 0304 IF EMPTY 0304"),
        ("OCCUPY PYONGYANG REPEAT", "占領 平壌 繰返", "PLAN OCCUPY 0103 REPEAT"),
        ("OCCUPY 0103 IF NOT EAST AT 0103", "占領 平壌 もし 東 在 平壌 でない",
         "PLAN OCCUPY 0103 IF NOT EAST AT 0103"),
        ("OCCUPY 0103 IF TURN 2 AND EVENTS 1", "占領 平壌 もし 第2ターン かつ イベント 1",
         "PLAN OCCUPY 0103 IF TURN 2 AND EVENTS 1"),
        ("TOTAL ASSAULT SEOUL IF HAND >= 1", "総攻撃 ソウル もし 手元 1以上", "PLAN TOTAL ASSAULT 0205 IF HAND >= 1"),
        ("TOTAL ASSAULT SEOUL IF SUPPLY OUT SPENDING CC1".replace(" IF SUPPLY OUT SPENDING CC1", " SPENDING CC1 IF SUPPLY OUT"),
         "総攻撃 ソウル 使用 CC1 もし 補給切れ", "PLAN TOTAL ASSAULT 0205 SPENDING CC1 IF SUPPLY OUT"),
        ("ATTACK 0205 IF DRAWN US", "攻撃 ソウル もし 引いた駒 米軍", "PLAN ATTACK 0205 IF DRAWN UN"),
        ("IF I DRAW A US CHIT: ATTACK SEOUL", "攻撃 ソウル もし 引いた駒 米国軍", "PLAN ATTACK 0205 IF DRAWN UN"),
        ("OCCUPY 0103 IF DRAWN DOUBLE-SIDED", "占領 平壌 もし 引いた駒 両面", "PLAN OCCUPY 0103 IF DRAWN DS"),
        ("OCCUPY 0103 IF DRAWN DS1", "占領 平壌 もし 引いた駒 DS1", "PLAN OCCUPY 0103 IF DRAWN DS1"),
        ("COMMUNIST RAID WONSAN IF WEST AT WONSAN AND NEED <= 4", "共産軍 攻撃 元山 もし 西 在 元山 かつ 必要 <= 4",
         "PLAN COMMUNIST RAID 0303 IF WEST AT 0303 AND NEED <= 4"),
        ("COMMUNIST ENTER SINUIJU", "共産軍 進出 新義州", "PLAN COMMUNIST ENTER 0102"),
        ("COMMUNIST HOLD", "共産軍 温存", "PLAN COMMUNIST HOLD"),
        ("COMMUNIST ASK", "共産軍 確認", "PLAN COMMUNIST ASK"),
        ("LOSE NK2", "損害 NK2", "PLAN LOSE NK2"),
        ("HALT IF WEST AT 0303", "停止 もし 西 在 元山", "PLAN HALT IF WEST AT 0303"),
        ("HALT ALWAYS", "常に停止", "PLAN HALT ALWAYS"),
        ("CANCEL PLAN", "作戦取消", "CANCEL PLAN"),
    ],
)  # fmt: skip
def test_a_line_of_a_plan_in_either_language(english: str, japanese: str, canonical: str) -> None:
    waiting = Position(turn=1, kind=ACTION, drawn="UN1", board=())
    for written in (english, japanese, canonical):
        parsed = read(written, EAST, waiting)
        assert texts(parsed) == [canonical], written
        assert not parsed.problems
    order = read_order(canonical)
    assert order is not None
    assert write_line(order) == canonical


def test_a_plan_is_read_line_by_line_and_its_first_possible_line_answers() -> None:
    parsed = read(
        "PLAN\nATTACK 0303\nATTACK SEOUL IF WEST AT SEOUL AND NEED <= 2\nOCCUPY SEOUL\nOCCUPY PYONGYANG REPEAT\nEND"
    )
    assert texts(parsed) == [
        "NK1 ATTACK 0205",
        "PLAN ATTACK 0303",
        "PLAN OCCUPY 0205",
        "PLAN OCCUPY 0103 REPEAT",
    ]
    assert parsed.ignored == (1, 6)
    assert not parsed.problems


def test_else_gives_a_second_line() -> None:
    waiting = replace(ASKED, drawn="UN2")
    parsed = read("IF WEST AT SEOUL: ATTACK SEOUL ELSE OCCUPY TAEJON", EAST, waiting)
    assert texts(parsed) == ["PLAN ATTACK 0205 IF WEST AT 0205", "PLAN OCCUPY 0305"]


def test_a_repeated_line_answers_and_stays() -> None:
    assert texts(read("OCCUPY PYONGYANG REPEAT")) == ["NK1 OCCUPY 0103", "PLAN OCCUPY 0103 REPEAT"]


@pytest.mark.parametrize(
    ("position", "power", "written", "canonical"),
    [
        (Position(turn=3, kind=INTERRUPT, supply_out=True, announced=True, hands={EAST: ("CC1",), WEST: ()},
                  board=(("0303", "UN1", WEST),)), EAST, "共産軍 攻撃 元山", "COMMUNIST RAID 0303"),
        (Position(turn=3, kind=INTERRUPT, hands={EAST: ("CC1",), WEST: ()}, board=(("0303", "UN1", WEST),)),
         EAST, "communist hold until turn end", "COMMUNIST HOLD UNTIL TURN END"),
        (Position(turn=3, kind=REACTION, supply_out=True, announced=True, usable=("CA1",), hands={EAST: (), WEST: ("CA1",)}),
         WEST, "反撃 元山", "COUNTERATTACK 0303"),
        (Position(turn=3, kind=REACTION, supply_out=True, announced=True, usable=("CA1",), hands={EAST: (), WEST: ("CA1",)}),
         WEST, "counterattack hold", "COUNTERATTACK HOLD"),
        (Position(turn=2, kind=WITHDRAWAL, board=BOARD), EAST, "撤収 開城:NK2, 春川", "RETURN 0204:NK2, 0304"),
        (Position(turn=2, kind=WITHDRAWAL, board=BOARD), EAST, "return Kaesong:NK2 and 0304", "RETURN 0204:NK2, 0304"),
        (Position(turn=2, kind=WITHDRAWAL, board=BOARD), EAST, "撤収 なし", "RETURN NONE"),
    ],
)  # fmt: skip
def test_answers_to_the_other_requests(position: Position, power: str, written: str, canonical: str) -> None:
    parsed = read(written, power, position)
    assert texts(parsed) == [canonical]
    assert not parsed.problems


@pytest.mark.parametrize(
    ("written", "kind", "facts"),
    [
        ("ATTACK SEOLU", "unknown_region", {"name": "SEOLU"}),
        ("ATTACK 0303", "korea_impossible", {"reason": "korea_no_enemy"}),
        ("OCCUPY 0407", "korea_impossible", {"reason": "korea_no_base"}),
        ("TOTAL ASSAULT SEOUL", "korea_impossible", {"reason": "korea_no_hand"}),
        ("REDEPLOY 0103", "korea_impossible", {"reason": "korea_nothing_to_take"}),
        ("COUNTERATTACK 0303", "korea_impossible", {"reason": "korea_not_yours"}),
        ("RETURN 0204", "korea_impossible", {"reason": "korea_not_now"}),
        ("REDEPLOY 0204:XX9", "korea_unknown_chit", {"name": "XX9"}),
        ("ATTACK", "incomplete", {"after": "ATTACK"}),
        ("ATTACK SEOUL BANANA", "not_understood", {"word": "BANANA"}),
    ],
)
def test_a_slip_is_named_and_nothing_is_taken(written: str, kind: str, facts: dict[str, str]) -> None:
    parsed = read(written)
    assert not parsed.orders
    assert [problem.kind for problem in parsed.problems] == [kind]
    assert facts.items() <= dict(parsed.problems[0].facts).items()


def test_a_misspelt_hex_is_pointed_at_and_the_right_one_suggested() -> None:
    problem = read("OCCUPY PYONGJANG").problems[0]
    assert (problem.column, problem.length) == (8, 9)
    assert problem.suggestions[0] == "0103"


def test_talk_is_passed_over() -> None:
    parsed = read(
        "Dear judge,\n佐藤です。よろしくお願いします。\nSorry, and here is more.\nATTACK SEOUL\nthanks"
    )
    assert texts(parsed) == ["NK1 ATTACK 0205"]
    assert not parsed.problems


def test_a_sentence_about_a_place_is_not_passed_over_in_silence() -> None:
    assert [problem.kind for problem in read("please do attack Seoul").problems] == ["not_understood"]


def test_a_plan_of_which_nothing_is_possible_is_kept_but_does_not_answer() -> None:
    parsed = read("PLAN\nATTACK 0303 IF WEST AT 0303\nOCCUPY 0205")
    assert texts(parsed) == ["PLAN ATTACK 0303 IF WEST AT 0303", "PLAN OCCUPY 0205"]
    assert [problem.kind for problem in parsed.problems] == ["korea_no_line_applies", "korea_impossible"]


def test_show_plan_lists_what_stands() -> None:
    position = replace(ASKED, plans={EAST: ("PLAN OCCUPY 0103 REPEAT",), WEST: ()})
    parsed = read("SHOW PLAN", EAST, position)
    assert texts(parsed) == ["PLAN OCCUPY 0103 REPEAT"]
    assert read("作戦確認", EAST, ASKED).problems[0].kind == "korea_no_plan"


def test_nonsense_never_raises() -> None:
    words = [
        "ATTACK",
        "攻撃",
        "0205",
        ":",
        "IF",
        "もし",
        "NK1",
        ",",
        "PLAN",
        "RETURN",
        "<=",
        "9",
        "\ue000",
        "ソウル",
        "ELSE",
        "x" * 300,
    ]
    for first in words:
        for second in words:
            for third in words:
                read(f"{first} {second} {third}")


def test_an_order_for_an_army_that_is_not_drawn_waits_for_that_army() -> None:
    """ "NK2: attack Seoul" while NK1 is asked for must not be NK1's answer."""
    for written in ("NK2: attack Seoul", "NK2をソウルに攻撃"):
        assert texts(read(written)) == ["PLAN ATTACK 0205 IF DRAWN NK2"]
    assert texts(read("put NK2 in Pyongyang")) == ["PLAN OCCUPY 0103 IF DRAWN NK2"]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("attack 0305 or attack Seoul", ["NK1 ATTACK 0205", "PLAN ATTACK 0305"]),
        ("攻撃 ソウル、だめなら占領 平壌", ["NK1 ATTACK 0205", "PLAN OCCUPY 0103"]),
        ("平壌を占領、繰り返し", ["NK1 OCCUPY 0103", "PLAN OCCUPY 0103 REPEAT"]),
    ],
)
def test_second_best_and_again(written: str, expected: list[str]) -> None:
    assert texts(read(written)) == expected
    assert read(written).problems == ()


@pytest.mark.parametrize(
    ("written", "suggestions"),
    [
        ("NK1 to Pyongyang", ("NK1 OCCUPY 0103",)),
        ("NK1をソウルへ", ("NK1 ATTACK 0205",)),
        ("平壌に進軍せよ", ("NK1 OCCUPY 0103",)),
    ],
)
def test_a_line_without_a_verb_is_answered_with_what_can_be_done_there(
    written: str, suggestions: tuple[str, ...]
) -> None:
    (problem,) = read(written).problems
    assert set(suggestions) <= set(problem.suggestions)
    assert problem.expected == ("korea_order",)
