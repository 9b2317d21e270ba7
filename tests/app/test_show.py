"""`judge game show`: a game in words for the GM's terminal; `judge game do`: what is refused says why."""

from __future__ import annotations

import pytest

from judge.app.games import act
from judge.app.show import describe
from judge.errors import UsageError
from judge.render.width import width
from judge.store import games
from tests.app.conftest import World


def shown(world: World) -> list[str]:
    return describe(games.load(world.site.store, "col"))


def test_players_and_what_they_owe_stand_in_columns_also_with_wide_letters(world: World) -> None:
    world.start()
    act(world.site, "col", "REPLACE", ["JAPAN", "tanaka@example.test", "name=田中花子"], now=world.now)
    lines = [line for line in shown(world) if "owes orders" in line]
    assert len(lines) == 7
    assert any("田中花子 <tanaka@example.test>" in line for line in lines)
    assert len({width(line.partition("owes")[0]) for line in lines}) == 1
    assert not [line for line in shown(world) if line != line.rstrip()]


def test_a_game_that_is_over_tells_its_outcome_and_nobody_owes_anything(world: World) -> None:
    world.start()
    act(world.site, "col", "END", ["JAPAN"], now=world.now)
    lines = shown(world)
    assert lines[-1].startswith("outcome   ")
    assert "Japan" in lines[-1]
    assert "{" not in lines[-1]
    assert not [line for line in lines if "owes" in line]


def test_a_setting_that_is_not_there_is_said_so(world: World) -> None:
    world.start()
    with pytest.raises(UsageError, match=r"^SET: There is no setting “foo”; RULES lists them all\.$"):
        act(world.site, "col", "SET", ["foo", "1"], now=world.now)


def test_the_log_shows_only_what_was_given(world: World) -> None:
    """`judge game seat` without --player names nobody."""
    from click.testing import CliRunner

    from judge.cli.main import cli

    folder = ["--dir", str(world.folder)]
    for words in (["game", "new", "x"], ["game", "seat", "x", "JAPAN", "tanaka@example.test"]):
        assert CliRunner().invoke(cli, [*words, *folder]).exit_code == 0
    assert CliRunner().invoke(cli, ["log", "x", *folder]).output.endswith("SEAT JAPAN tanaka@example.test\n")
