"""Misspelt names of several words, little English words that are codes too, moves that name no unit (issue: ambiguity, slips)."""

from __future__ import annotations

import pytest

from judge.engine import Line
from judge.problems import Problem
from tests.text.test_letters import engine, position


def problems(variant: str, power: str, *lines: str) -> tuple[Problem, ...]:
    where = position(variant, "M", "start")
    return engine(variant).parse(where, power, [Line(1 + n, line) for n, line in enumerate(lines)]).problems


@pytest.mark.parametrize(
    ("variant", "power", "line", "name", "meant"),
    [
        ("colonial", "HOLLAND", "F JAVA - Tymor Sea", "Tymor Sea", "TS"),
        ("colonial", "ENGLAND", "F SIN - Andamen Sea", "Andamen Sea", "AS"),
        ("standard", "FRANCE", "F BRE - Mid Atlantik Ocean", "Mid Atlantik Ocean", "MAO"),
        ("standard", "ENGLAND", "F EDI - Norwegan Sea", "Norwegan Sea", "NWG"),
        ("standard", "GERMANY", "F KIE - Helgoland Bigt", "Helgoland Bigt", "HEL"),
    ],
)
def test_all_words_of_a_misspelt_name_count(
    variant: str, power: str, line: str, name: str, meant: str
) -> None:
    (problem,) = problems(variant, power, line)
    assert (problem.kind, problem.facts["name"], problem.suggestions[0]) == ("unknown_region", name, meant)
    assert line[problem.column - 1 :][: problem.length] == name


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("F Port Artur - YS", {"Port Artur": "P.ART"}),
        ("F Odesa - Black See", {"Odesa": "ODE", "Black See": "BS"}),
        ("F Port Artur - Yellow See", {"Port Artur": "P.ART", "Yellow See": "YS"}),
    ],
)
def test_every_misspelt_name_of_an_order_is_told_at_once(line: str, names: dict[str, str]) -> None:
    found = problems("colonial", "RUSSIA", line)
    assert {problem.facts["name"]: problem.suggestions[0] for problem in found} == names


def test_a_move_without_a_unit_is_answered_with_the_units_that_could_make_it() -> None:
    (problem,) = problems("colonial", "CHINA", "カシュガルへ")
    assert problem.kind == "incomplete"
    assert problem.suggestions == ("A SIK - KAG",)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A CAN - HK and A MAC - SEO", ["A CAN - HK", "A MAC - SEO"]),
        ("A can - HK", ["A CAN - HK"]),
        ("can to HK", ["A CAN - HK"]),
        ("A SHA S A can", ["A SHA S A CAN"]),
        ("can h", ["A CAN H"]),
        ("A MAC can move to Seoul", ["A MAC - SEO"]),
    ],
)
def test_codes_that_are_english_words_are_names_where_orders_have_names(line: str, orders: list[str]) -> None:
    parsed = engine("colonial").parse(position("colonial", "M", "start"), "CHINA", [Line(1, line)])
    assert [order.text for order in parsed.orders] == orders


@pytest.mark.parametrize(
    "line",
    [
        "中国の命令です。", "Good luck to all!", "From here on my orders", "Orders for China:", "日本です。次は釜山を取りに行きます！", "Cheers, Tom",
        "【陸軍】", "I hope you can read my orders as they are.", "Sorry for being late", "初めてなのでよろしくお願いします。", "中国の命令です。㈱",
    ],
)  # fmt: skip
def test_talk_beside_orders_is_no_mistake(line: str) -> None:
    assert problems("colonial", "CHINA", line, "A MAC - SEO", line) == ()


@pytest.mark.parametrize(
    "line",
    [
        "A Mancuria - SEO",
        "Mancuria -> Seoul",
        "満州 支援",
        "A XYZ H",
        "北京と上海を交代",
        "A MAC",
        "MAC moves",
        "hold",
    ],
)
def test_an_attempt_at_an_order_is_never_passed_over(line: str) -> None:
    where = position("colonial", "M", "start")
    parsed = engine("colonial").parse(where, "CHINA", [Line(1, "A CAN H"), Line(2, line)])
    assert any(order.line == 2 for order in parsed.orders) or any(one.line == 2 for one in parsed.problems)


def test_a_place_left_over_from_what_could_not_be_read_is_no_hold() -> None:
    where = position("standard", "M", "start")
    parsed = engine("standard").parse(where, "FRANCE", [Line(1, "A PAR =&gt; MAR")])
    assert parsed.orders == ()
    assert [problem.kind for problem in parsed.problems] == ["not_understood"]
