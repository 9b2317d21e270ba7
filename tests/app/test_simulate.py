"""Whole games by mail alone, from JOIN to the end (issue: a game's whole life)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.app.promises import leaked_addresses
from judge.app.simulate import simulate
from judge.errors import UsageError


@pytest.mark.parametrize(
    ("variant", "turns", "win", "ending", "expected"),
    [
        ("standard", 6, 0, "concession", "concession"),
        ("coldwar", 6, 0, "draw", "truce"),
        ("colonial", 14, 10, "draw", "solo"),
        ("coldwar", 2, 0, "peace", "peace"),
        ("coldwar", 6, 4, "draw", "domination"),
    ],
)
def test_a_game_runs_from_joining_to_its_end_by_mail_and_keeps_its_promises(
    variant: str, turns: int, win: int, ending: str, expected: str, tmp_path: Path
) -> None:
    story = list(simulate(variant, tmp_path / "sim", seed=3, turns=turns, win=win, ending=ending))
    assert not [line for line in story if line.startswith("BROKEN")]
    if len([line for line in story if " closed; " in line]) > 5:
        assert "seats taken over: 1" in story
    assert any("rolled back and run again: the same position" in line for line in story)
    assert any(line.startswith("the game is finished") and expected in line for line in story), story


def test_in_an_anonymous_game_no_address_leaks_in_any_part_of_any_mail(tmp_path: Path) -> None:
    changes = {"anonymous": "yes", "press": "grey"}
    story = list(simulate("standard", tmp_path / "sim", seed=7, turns=3, changes=changes))
    assert not [line for line in story if line.startswith("BROKEN")]


def test_a_leak_would_be_found(tmp_path: Path) -> None:
    """The same look at a game that is not anonymous finds addresses in plenty."""
    list(simulate("standard", tmp_path / "sim", seed=7, turns=1))
    players = [f"p{number}@players.example" for number in range(1, 10)]
    assert len(list(leaked_addresses(tmp_path / "sim" / "mail" / "players", players, "no seed"))) > 7


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """Seats, orders and results: a game that broke a promise can be played again to look into it."""
    first = list(simulate("standard", tmp_path / "one", seed=11, turns=2))
    assert first == list(simulate("standard", tmp_path / "two", seed=11, turns=2))
    assert first != list(simulate("standard", tmp_path / "three", seed=12, turns=2))


def test_a_colonial_game_of_more_than_40_turns_runs_by_mail_to_a_win(tmp_path: Path) -> None:
    story = list(simulate("colonial", tmp_path / "sim", seed=5, turns=80, win=20))
    assert not [line for line in story if line.startswith("BROKEN")]
    assert sum("M closed; " in line for line in story) >= 40
    assert any(line.startswith("the game is finished: solo") for line in story)


@pytest.mark.skipif(not os.environ.get("JUDGE_LONG"), reason="a minute: set JUDGE_LONG=1")
@pytest.mark.parametrize("seed", [5, 6])
def test_a_long_colonial_game_of_42_turns(seed: int, tmp_path: Path) -> None:
    story = list(simulate("colonial", tmp_path / "sim", seed=seed, turns=42))
    assert not [line for line in story if line.startswith("BROKEN")]
    assert any(line.startswith("the game is finished: draw") for line in story)


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear diary", "utf-8")
    with pytest.raises(UsageError, match="not an earlier simulation"):
        list(simulate("standard", tmp_path))
    assert (tmp_path / "letters.txt").exists()
