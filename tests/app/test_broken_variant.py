"""A game that cannot go on, its variant spoilt or the program broken over it, does not keep the others waiting; nothing is lost."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge.app import passing
from judge.app.games import new_game
from judge.app.status import status_of
from judge.app.take import _engine
from judge.paths import data_dir
from judge.store import games
from judge.variants.load import _load
from tests.app.conftest import World, text_of


@pytest.fixture
def spoilt(world: World, tmp_path: Path) -> Path:
    """A judge with the games `col`, sound, and `own`, whose variant has a fault since it was opened; the faulty file."""
    folder = Path(shutil.copytree(data_dir("variants") / "standard", tmp_path / "mine"))
    world.start()
    new_game(world.site, "own", str(folder), gm="", settings={}, now=world.now)
    borders = world.folder / "variants" / "mine" / "borders.csv"
    borders.write_text(borders.read_text("utf-8").replace("MOS,STP,army", "MOS,STQ,army"), "utf-8")
    _forget()
    return borders


def _forget() -> None:
    """What a new process would not know."""
    _engine.cache_clear()
    _load.cache_clear()


def _due(world: World, game: str) -> None:
    with world.site.store.transaction():
        games.set_due(world.site.store, game, world.now.isoformat())


def test_the_status_names_the_fault_and_shows_the_other_games(world: World, spoilt: Path) -> None:
    state = status_of(world.site, world.now)
    assert [(game.name, game.seats) for game in state.games] == [("col", "7/7"), ("own", "0/?")]
    (trouble,) = state.troubles
    assert trouble.startswith(f"game own waits: {spoilt}:")
    assert "no province 'STQ'" in trouble


def test_a_mail_to_a_game_with_a_broken_variant_waits_until_it_is_mended(world: World, spoilt: Path) -> None:
    world.deliver("new@example.test", "JOIN own", subject="hello")
    world.deliver("japan@example.test", "F TOK - OS")
    world.tick()
    assert world.statuses() == [("waiting", ""), ("taken", "")]
    incidents = [mail for mail in world.mailbox("gm@example.test") if "failure" in str(mail["Subject"])]
    assert len(incidents) == 1
    assert "no province 'STQ'" in " ".join(text_of(incidents[0]).split())
    world.tick(after=timedelta(minutes=1))
    spoilt.write_text(spoilt.read_text("utf-8").replace("MOS,STQ,army", "MOS,STP,army"), "utf-8")
    _forget()
    world.tick(after=timedelta(minutes=1))
    assert world.statuses()[0] == ("taken", "stranger")
    assert len([mail for mail in world.mailbox("gm@example.test") if "failure" in str(mail["Subject"])]) == 1


def test_the_list_of_games_is_answered_all_the_same(world: World, spoilt: Path) -> None:
    world.deliver("new@example.test", "LIST", subject="hello")
    world.tick()
    text = text_of(world.last("new@example.test"))
    assert "col" in text
    assert "own" in text


def test_a_game_whose_variant_is_gone_does_not_hold_up_the_others(world: World, spoilt: Path) -> None:
    shutil.rmtree(spoilt.parent)
    _forget()
    _due(world, "own")
    world.now += timedelta(days=7.1)
    with world.site.store.transaction():
        world.site.store.put("last_tick", world.now.isoformat())
    report = world.tick()
    (problem,) = report.problems
    assert problem.startswith("game own waits: no variant 'mine'")
    assert games.load(world.site.store, "col").phase_id == "F1870M"
    assert report.sent > 7


def test_a_game_that_breaks_the_program_is_told_once_and_the_others_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.start("col")
    world.start("zzz")
    real = passing.take

    def take(site: Any, record: Any, taken: Any, **more: Any) -> Any:
        if record.game == "col":
            raise ZeroDivisionError("boom")
        return real(site, record, taken, **more)

    monkeypatch.setattr(passing, "take", take)
    world.now += timedelta(days=7.1)
    with world.site.store.transaction():
        world.site.store.put("last_tick", world.now.isoformat())
    for _ in range(2):
        (problem,) = world.tick(after=timedelta(minutes=5)).problems
        assert problem == "game col cannot go on (ZeroDivisionError: boom); please report it"
    assert games.load(world.site.store, "zzz").phase_id == "F1870M"
    assert games.load(world.site.store, "col").phase_id == "S1870M"
    incidents = [mail for mail in world.mailbox("gm@example.test") if "failure" in str(mail["Subject"])]
    assert len(incidents) == 1
    assert "game col" in text_of(incidents[0])
    monkeypatch.undo()
    monkeypatch.setattr("judge.app.pictures.pictures_for", lambda site, letter, now: {})
    world.tick(after=timedelta(minutes=5))
    assert games.load(world.site.store, "col").phase_id == "F1870M"
