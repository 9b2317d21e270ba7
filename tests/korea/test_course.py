"""How play runs on: who is asked, what a plan does, what is kept and what is used up (docs/rules/korea.md, Mail)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.korea import course
from judge.korea.data import EAST, WEST
from judge.korea.position import ACTION, INTERRUPT, REACTION, WITHDRAWAL, Position
from judge.korea.war import War
from tests.korea.table import ENGINE


class Script:
    """Chits and dice in the order given; more than given is a fault of the test."""

    def __init__(self, chits: str, dice: Sequence[int] = ()) -> None:
        self.chits = chits.split()
        self.dice = list(dice)

    def chit(self, number: int, cup: Sequence[str]) -> str:
        chit = self.chits.pop(0)
        assert chit in cup
        return chit

    def die(self, number: int) -> int:
        return self.dice.pop(0)


def played(position: Position, luck: Script, **answers: Sequence[str]) -> tuple[War, str]:
    """The answers settled, and play run on."""
    war = ENGINE.war(position, luck)
    for side in (EAST, WEST):
        course.file_plan(war, side, answers.get(side, ()))
    course.settle(war, position.kind, dict(answers))
    return war, course.run(war)


def at(turn: int = 4, **more: Any) -> Position:
    """A turn with supplies run out."""
    return Position(**{"turn": turn, "kind": ACTION, "announced": True, "supply_out": True, **more})


NORTH = (("0303", "UN2", WEST), ("0304", "UN1", WEST))


def test_a_plan_plays_on_until_the_turn_ends_and_uses_its_lines_up() -> None:
    position = at(drawn="UN1", board=())
    war, kind = played(
        position, Script("UN2 NK1 EV EV"), WEST=["UN1 OCCUPY 0205", "PLAN OCCUPY 0206", "PLAN OCCUPY 0207"],
        EAST=["PLAN OCCUPY 0103 REPEAT"],
    )  # fmt: skip
    assert kind == WITHDRAWAL
    assert {chit: hex_ for chit, (hex_, _) in war.field.counters.items()} == {
        "UN1": "0205",
        "UN2": "0206",
        "NK1": "0103",
    }
    assert war.plans[WEST] == ["PLAN OCCUPY 0207"]
    assert war.plans[EAST] == ["PLAN OCCUPY 0103 REPEAT"]


def test_lines_whose_condition_does_not_hold_are_passed_over_and_kept() -> None:
    plan = ["PLAN OCCUPY 0205 IF TURN 5", "PLAN ATTACK 0204 IF NEED <= 3", "PLAN OCCUPY 0206"]
    war, kind = played(
        at(drawn="UN1", board=(("0204", "NK1", EAST),)), Script("EV EV"), WEST=["UN1 OCCUPY 0207", *plan]
    )
    assert kind == WITHDRAWAL
    assert war.plans[WEST] == plan


def test_without_a_line_that_applies_the_owner_is_asked() -> None:
    war, kind = played(at(drawn="UN1"), Script("UN2"), WEST=["UN1 OCCUPY 0205", "PLAN OCCUPY 0407 IF TURN 5"])
    assert kind == ACTION
    assert (war.drawn, war.owner) == ("UN2", WEST)


def test_halt_stops_a_plan_that_could_go_on() -> None:
    answers = ["UN1 OCCUPY 0205", "PLAN OCCUPY 0407 REPEAT", "PLAN HALT IF WEST AT 0205"]
    _, kind = played(at(drawn="UN1"), Script("UN2"), WEST=answers)
    assert kind == ACTION


def test_the_east_is_asked_before_each_draw_while_it_may_use_a_communist_force() -> None:
    """002 共産軍: instead of a draw, and never twice without a draw between."""
    position = at(drawn="UN3", board=NORTH, hands={EAST: ("CC1",), WEST: ()})
    _, kind = played(position, Script(""), WEST=["UN3 OCCUPY 0205"])
    assert kind == INTERRUPT
    asked = at(kind=INTERRUPT, board=NORTH, hands={EAST: ("CC1", "CC2"), WEST: ()})
    war, kind = played(asked, Script("NK1", [6]), EAST=["COMMUNIST RAID 0303"])
    assert (kind, war.drawn) == (ACTION, "NK1")  # no second raid before a draw
    assert war.hands[EAST] == ["CC2", "CC1"]
    assert war.aside == ["UN2"]


def test_hold_is_for_one_draw_or_until_the_turn_ends() -> None:
    asked = at(
        kind=INTERRUPT,
        board=NORTH,
        hands={EAST: ("CC1",), WEST: ()},
        plans={EAST: ("PLAN OCCUPY 0103 REPEAT",), WEST: ()},
    )
    _, once = played(asked, Script("NK1"), EAST=["COMMUNIST HOLD"])
    assert once == INTERRUPT
    _, whole = played(asked, Script("NK1 NK2 EV EV"), EAST=["COMMUNIST HOLD UNTIL TURN END"])
    assert whole == WITHDRAWAL


def test_a_standing_hold_is_never_asked_about() -> None:
    position = at(
        drawn="UN3",
        board=NORTH,
        hands={EAST: ("CC1",), WEST: ()},
        plans={EAST: ("PLAN COMMUNIST HOLD",), WEST: ()},
    )
    _, kind = played(position, Script("EV EV"), WEST=["UN3 OCCUPY 0205"])
    assert kind == WITHDRAWAL


def test_the_west_is_asked_for_a_marker_after_an_event_that_does_not_end_the_turn() -> None:
    """002 反撃マーカー; points 2 and 13: not on the last event, and one marker an event."""
    hands = {EAST: (), WEST: ("CA1", "CA2")}
    war, kind = played(at(drawn="UN3", hands=hands), Script("EV"), WEST=["UN3 OCCUPY 0205"])
    assert kind == REACTION
    war, kind = played(war.frozen(kind, 2), Script("EV"), WEST=["COUNTERATTACK 0303"])
    assert kind == WITHDRAWAL
    assert war.field.counters["CA1"] == ("0303", WEST)
    assert war.hands[WEST] == ["CA2"]


def test_silence_for_chits_in_hand_means_that_they_are_not_used() -> None:
    asked = at(kind=REACTION, events=1, usable=("CA1",), hands={EAST: (), WEST: ("CA1",)})
    war, kind = played(asked, Script("EV"))
    assert (kind, war.hands[WEST]) == (WITHDRAWAL, ["CA1"])


def test_the_owner_may_name_the_chit_that_a_stack_loses() -> None:
    """Point 8: the owner's choice, else an army first, then the lowest."""
    board = (("0204", "NK2", EAST), ("0304", "NK3", EAST), ("0205", "UN1", WEST), ("0205", "UN2", WEST))
    for line, lost in (((), "UN1"), (("PLAN LOSE UN2",), "UN2")):
        position = Position(turn=2, kind=ACTION, drawn="NK1", board=board, plans={EAST: (), WEST: line})
        war, _ = played(position, Script("EV EV", [6]), EAST=["NK1 ATTACK 0205"])
        assert war.aside == [lost, "NK1"]


def test_returns_are_taken_for_both_sides_and_only_of_what_is_there() -> None:
    position = Position(
        turn=2, kind=WITHDRAWAL, board=(("0103", "NK1", EAST), ("0103", "NK2", EAST), ("0407", "UN1", WEST))
    )
    war, _ = played(position, Script("EV EV"), EAST=["RETURN 0103, 0103:NK2"], WEST=["RETURN 0103:NK1"])
    assert sorted(war.field.counters) == ["UN1"]


def test_the_last_turn_asks_nobody_at_its_end() -> None:
    war, kind = played(at(5, drawn="UN1"), Script("EV EV"), WEST=["UN1 OCCUPY 0205"])
    assert kind == "end"
    assert war.outcome == ("draw", (EAST, WEST))


def test_a_condition_may_name_a_kind_of_army() -> None:
    """ "If I draw a US chit: Kwangju, else Taegu" settles a US draw and a double-sided one by itself."""
    plan = ["PLAN OCCUPY 0207 IF DRAWN UN", "PLAN OCCUPY 0406"]
    war, kind = played(at(drawn="UN1", board=()), Script("DS1 UN2 EV EV"), WEST=["UN1 OCCUPY 0407", *plan])
    assert kind == WITHDRAWAL
    assert {chit: hex_ for chit, (hex_, _) in war.field.counters.items()} == {
        "UN1": "0407",
        "DS1": "0406",
        "UN2": "0207",
    }
