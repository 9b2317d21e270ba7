"""Replay, backup, and moving a game to another judge (design, crash rules 4)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.app.replay import verify
from judge.app.site import open_site
from judge.app.transfer import backup, bring_in, export, restore
from judge.errors import DataError, UsageError
from judge.store import games
from tests.app.conftest import World


def _played(world: World) -> World:
    world.start()
    world.deliver("japan@example.test", "F TOK - OS\nF OTA - SAK\nF KYU - UP")
    world.tick()
    world.pass_days(7.1)
    return world


def test_a_game_is_exactly_what_its_log_says(world: World) -> None:
    assert list(verify(_played(world).site, "col")) == []


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE game SET record = replace(record, 'F OS', 'F SOJ')", "position"),
        ("DELETE FROM phase", "missing from the history"),
        ("UPDATE phase SET data = replace(data, 'F TOK - OS', 'F TOK - UP')", "orders"),
    ],
)
def test_damage_is_found_and_named(world: World, sql: str, said: str) -> None:
    _played(world).site.store.conn.execute(sql)
    assert any(said in line for line in verify(world.site, "col"))


def test_a_log_that_cannot_be_read_is_named_with_its_place(world: World) -> None:
    _played(world).site.store.conn.execute("UPDATE input SET data = '{' WHERE sequence = 3")
    with pytest.raises(DataError, match="input 3"):
        list(verify(world.site, "col"))


def test_a_backup_holds_everything_and_can_be_put_back(world: World, tmp_path: Path) -> None:
    _played(world)
    copy = tmp_path / "copy.db"
    backup(world.site, copy)
    before = games.load(world.site.store, "col")
    with pytest.raises(UsageError):
        backup(world.site, copy)
    world.pass_days(7.1)
    assert games.load(world.site.store, "col") != before
    restore(world.site, copy)
    world.site.close()
    world.site = open_site(world.folder)
    assert games.load(world.site.store, "col") == before


def test_a_running_game_moves_to_another_judge(world: World, tmp_path: Path) -> None:
    _played(world)
    data = export(world.site, "col")
    other = World(tmp_path / "other")
    try:
        bring_in(other.site, data, now=world.now)
        assert games.load(other.site.store, "col") == games.load(world.site.store, "col")
        assert list(verify(other.site, "col")) == []
        with pytest.raises(UsageError):
            bring_in(other.site, data, now=world.now)
        other.now = world.now
        other.deliver("japan@example.test", "F OS - VLA")
        other.tick()
        assert other.orders("JAPAN") == ["F OS - VLA"]
    finally:
        other.site.close()


def test_a_game_that_comes_out_differently_is_not_brought_in(world: World, tmp_path: Path) -> None:
    """A changed file, or a program that decides otherwise: the phase is named, and nothing is kept."""
    data = json.loads(json.dumps(export(_played(world).site, "col")))
    data["phases"][0]["orders"]["JAPAN"][0] = "F TOK H"
    other = World(tmp_path / "other")
    try:
        with pytest.raises(DataError, match="phase S1870M comes out differently"):
            bring_in(other.site, data, now=world.now)
        assert games.names(other.site.store) == []
        assert games.all_phases(other.site.store, "col") == []
    finally:
        other.site.close()


def test_exported_phases_have_the_layout_of_the_adjudicate_command(world: World) -> None:
    phases = export(_played(world).site, "col")["phases"]
    assert phases[0]["name"] == "S1870M"
    assert "F TOK" in phases[0]["state"]["units"]["JAPAN"]
    assert "F TOK - OS" in phases[0]["orders"]["JAPAN"]
    assert phases[0]["results"]["F TOK"]["verdict"] == "succeeds"
