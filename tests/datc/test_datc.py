"""The public test cases for Diplomacy adjudicators (DATC 3.0), one test a case, through the function that a tick uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.diplomacy.case_files import Case, OrderLine, read_cases
from judge.diplomacy.run_case import engine_of, run, start_state
from judge.engine import Line, Parsed

FILES = sorted(Path(__file__).parent.glob("*.txt"))
CASES = [case for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"datc-{case.id}")
def test_datc(case: Case) -> None:
    wrong = run(case)
    assert not wrong, "\n".join(wrong)


def test_no_case_of_the_datc_is_missing() -> None:
    """164 cases in DATC 3.0, one of them (6.J.9) in two parts; cases under other options come on top."""
    ids = {case.id for case in CASES}
    assert len(ids) == len(CASES)
    base = {case.id.removesuffix("-part1").removesuffix("-part2") for case in CASES}
    assert len({name for name in base if "-" not in name}) == 164


def read_as_mail(case: Case, order: OrderLine) -> Parsed:
    """What the reader of players' mails makes of an order of the case's first phase."""
    engine = engine_of(case.variant, ())
    position = engine.load(start_state(case, engine))
    return engine.parse(position, order.power, [Line(1, order.written or order.order)])


WRITTEN = [(case, order) for case in CASES if not case.rules for order in case.stages[0].orders]


@pytest.mark.parametrize(
    ("case", "order"),
    [(case, order) for case, order in WRITTEN if order.written],
    ids=lambda each: each.written.replace(" ", "_") if isinstance(each, OrderLine) else each.id,
)
def test_orders_as_the_datc_spells_them_are_read(case: Case, order: OrderLine) -> None:
    """6.D.34, 6.F.25: unit letters missing; a misspelt region is asked back with the right one."""
    parsed = read_as_mail(case, order)
    if "Rhur" in order.written:
        assert parsed.orders == ()
        assert "RUH" in "".join(text for problem in parsed.problems for text in problem.suggestions)
    else:
        assert [each.text for each in parsed.orders] == [order.order]


def test_every_order_that_can_work_is_read_as_the_engine_means_it() -> None:
    differ = []
    for case, order in WRITTEN:
        if order.written or order.expected.startswith(("illegal", "fails")):
            continue
        engine = engine_of(case.variant, ())
        position = engine.load(start_state(case, engine))
        read = [each.text for each in read_as_mail(case, order).orders]
        if engine.canonical(position, order.power, read) != engine.canonical(
            position, order.power, [order.order]
        ):
            differ.append(f"{case.id}: {order.order} read as {read}")
    assert not differ
