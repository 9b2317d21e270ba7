"""Peace in the Cold War game, the five cases of the facts (12.4, P1 to P5; 000 part 1, 講和), with the real map and settings."""

from __future__ import annotations

from datetime import datetime, timedelta

from judge.workflow.model import TimeInput
from tests.workflow.play import hour
from tests.workflow.test_review import Game


def _hours(text: str) -> float:
    """A stored time as hours of the table."""
    return (datetime.fromisoformat(text) - hour(0)) / timedelta(hours=1)


def _begun() -> tuple[Game, float, float]:
    """A game in 1951, its start and its deadline in hours."""
    game = Game(review="off")
    return game, _hours(game.record.starts), _hours(game.record.deadline)


def _declare(game: Game, powers: tuple[str, ...], at: float) -> None:
    for number, power in enumerate(powers):
        game.mail(power, "PEACE" if number % 2 else "講和賛成", at + number / 60)


def test_p1_the_last_declaration_ends_the_game_at_once_before_the_year_is_run() -> None:
    game, starts, deadline = _begun()
    *six, last = game.engine.powers
    game.mail("USA", "Was-Ott", starts + 1)
    _declare(game, tuple(six), starts + 1)
    assert game.record.state == "running"
    game.mail(last, "PEACE", deadline - 1)
    outcome = game.record.outcome or {}
    assert (game.record.state, outcome["kind"]) == ("finished", "peace")
    assert tuple(outcome["winners"]) == tuple(game.engine.powers)
    assert game.record.past == ()
    assert "final_report" in game.whats()


def test_p2_a_withdrawal_before_the_last_declaration_means_no_peace_and_all_lapse() -> None:
    game, starts, deadline = _begun()
    *others, sixth, last = game.engine.powers
    _declare(game, (*others, sixth), starts + 1)
    game.mail(sixth, "講和撤回", starts + 2)
    game.mail(last, "PEACE", starts + 3)
    assert game.record.state == "running"
    game.do(TimeInput(hour(deadline + 1)))
    assert game.record.phase_id == "Y1952M"
    assert game.record.votes == {}


def test_p3_declarations_of_two_years_do_not_add_up() -> None:
    game, starts, deadline = _begun()
    *six, last = game.engine.powers
    _declare(game, tuple(six), starts + 1)
    game.do(TimeInput(hour(deadline + 1)))
    game.mail(last, "PEACE", _hours(game.record.starts) + 1)
    assert game.record.state == "running"
    assert game.record.votes == {"peace": (last,)}


def test_p4_a_power_that_is_out_need_not_declare_and_draws_nothing() -> None:
    game, starts, deadline = _begun()
    game.mail("GBR", "Lon-Par", starts + 1)
    game.mail("USA", "Was s Lon-Par", starts + 1)
    game.mail("FRA", "Par h", starts + 1)
    game.do(TimeInput(hour(deadline + 1)))
    alive = tuple(power for power in game.engine.powers if power != "FRA")
    _declare(game, alive, _hours(game.record.starts) + 1)
    outcome = game.record.outcome or {}
    assert (outcome["kind"], tuple(outcome["winners"])) == ("peace", alive)


def test_p5_a_private_word_for_peace_counts_for_nothing() -> None:
    game, starts, _ = _begun()
    *six, last = game.engine.powers
    _declare(game, tuple(six), starts + 1)
    game.mail(last, "PRESS TO USA\nPEACE\nEND", starts + 2)
    assert game.record.state == "running"
    assert last not in game.record.votes["peace"]
