"""Replay, backup, and moving a game to another judge (design, crash rules 4)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.app.adjudicate import adjudicate_lines
from judge.app.backup import backup, restore
from judge.app.replay import verify
from judge.app.site import open_site
from judge.app.transfer import bring_in, export, read_export
from judge.cli.main import cli
from judge.diplomacy.engine import DiplomacyEngine
from judge.engines import engine_for
from judge.errors import DataError, JudgeError, UsageError
from judge.store import games
from judge.variants.load import load_variant
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
    backup(world.site, copy, now=world.now)
    before = games.load(world.site.store, "col")
    with pytest.raises(UsageError):
        backup(world.site, copy, now=world.now)
    world.pass_days(7.1)
    assert games.load(world.site.store, "col") != before
    later = games.load(world.site.store, "col")
    kept = restore(world.site.config, copy)
    assert (
        games.load(world.site.store, "col") == before
    )  # whoever has the database open goes on with what is there now
    assert kept == world.folder / "judge.before-restore.db"
    again = restore(world.site.config, kept)
    assert again == world.folder / "judge.before-restore-2.db"
    assert games.load(world.site.store, "col") == later


def _lost(database: Path) -> None:
    for path in database.parent.glob("judge.db*"):
        path.unlink()


def _no_database(database: Path) -> None:
    _lost(database)
    database.write_bytes(b"\xff" * 100_000)


def _torn(database: Path) -> None:
    data = database.read_bytes()
    _lost(database)
    database.write_bytes(data[:100] + b"\xff" * 100_000)


def _newer(database: Path) -> None:
    with sqlite3.connect(database) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()


@pytest.mark.parametrize("spoil", [_lost, _no_database, _torn, _newer])
def test_a_backup_takes_the_place_of_a_database_that_cannot_be_used(
    world: World, tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    """docs/operations.md, Disasters; and Upgrading: to go back, the former version restores the copy that was kept."""
    _played(world)
    copy = tmp_path / "copy.db"
    backup(world.site, copy, now=world.now)
    before = games.load(world.site.store, "col")
    world.site.close()
    spoil(world.folder / "judge.db")
    spoilt = (world.folder / "judge.db").read_bytes() if spoil is not _lost else b""
    result = CliRunner().invoke(cli, ["restore", str(copy), "--dir", str(world.folder)])
    assert result.exit_code == 0, result.output or result.exception
    world.site = open_site(world.folder)
    assert games.load(world.site.store, "col") == before
    assert list(verify(world.site, "col")) == []
    kept = world.folder / "judge.before-restore.db"
    assert kept.exists() is (spoil is not _lost)
    if spoil in (_no_database, _torn):
        assert kept.read_bytes() == spoilt
    assert not list(world.folder.glob("*.part*"))


def test_what_is_no_backup_is_refused_and_nothing_changes(world: World, tmp_path: Path) -> None:
    _played(world)
    before = games.load(world.site.store, "col")
    (tmp_path / "text.db").write_text("no database\n" * 1000, "utf-8")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE x (y)").connection.close()
    for name, error, words in (
        ("text.db", DataError, "is no backup of a judge"),
        ("other.db", DataError, "is no backup of a judge"),
        ("missing.db", UsageError, "no file"),
        (world.folder / "judge.db", UsageError, "database itself"),
    ):
        with pytest.raises(error, match=words):
            restore(world.site.config, tmp_path / name)
    assert games.load(world.site.store, "col") == before
    assert not list(world.folder.glob("judge.before-*"))


def test_a_backup_that_cannot_be_written_is_one_plain_line(world: World, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"^backup to .*/no/where\.db: No such file or directory$"):
        backup(world.site, tmp_path / "no" / "where.db", now=world.now)


def test_a_running_game_moves_to_another_judge(world: World, tmp_path: Path) -> None:
    _played(world)
    data = read_export(json.dumps(export(world.site, "col")).encode())
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
    file = json.loads(json.dumps(export(_played(world).site, "col")))
    file["phases"][0]["orders"]["JAPAN"][0] = "F TOK H"
    data = read_export(json.dumps(file).encode())
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


def test_the_adjudicate_command_takes_exported_phases_and_answers_the_same(world: World) -> None:
    """Units whose owner was silent included."""
    engine = engine_for(load_variant("colonial"), {})
    assert isinstance(engine, DiplomacyEngine)
    _played(world).pass_days(7.1)
    phases = export(world.site, "col")["phases"]
    assert len(phases) > 1
    assert phases[0]["results"]["A PEK"]["reason"] == "no_order"
    asked = [{key: phase[key] for key in ("name", "state", "orders")} for phase in phases]
    answers = adjudicate_lines(engine, [json.dumps(line).encode() for line in asked])
    for phase, (answer, _) in zip(phases, answers, strict=True):
        assert json.loads(answer)["results"] == phase["results"]
    first = next(adjudicate_lines(engine, [json.dumps(asked[0]).encode()]))
    assert json.loads(first[0])["next"] == phases[0]["next"]


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 200_000, b'{"format":1}', b"\x00"]
)
def test_what_is_no_export_is_refused_in_one_line(text: bytes) -> None:
    with pytest.raises(DataError) as refused:
        read_export(text)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    "bend",
    [
        lambda file: file.update(format=2),
        lambda file: file.update(game="../../etc/x"),
        lambda file: file.update(game="other"),
        lambda file: file["log"].__setitem__(3, None),
        lambda file: file["log"][3].update(data="x"),
        lambda file: file["log"][3].update(kind="y"),
        lambda file: file["log"][3].pop("data"),
        lambda file: file["log"].pop(0),
        lambda file: file.update(log={}),
        lambda file: file["phases"][0]["results"].update({"F TOK": None}),
        lambda file: file["phases"][0].update(orders=[]),
        lambda file: file["phases"].pop(),
        lambda file: file["phases"].append(file["phases"][0]),
    ],
)
def test_a_file_bent_anywhere_is_refused_and_nothing_is_kept(
    world: World, tmp_path: Path, bend: Callable[[Any], object]
) -> None:
    file = json.loads(json.dumps(export(_played(world).site, "col")))
    bend(file)
    other = World(tmp_path / "other")
    try:
        with pytest.raises(DataError):
            bring_in(other.site, read_export(json.dumps(file).encode()), now=world.now)
        assert games.names(other.site.store) == []
        assert other.site.store.conn.execute("SELECT count(*) FROM input").fetchone()[0] == 0
    finally:
        other.site.close()


def test_a_file_saved_with_a_byte_order_mark_is_read(world: World) -> None:
    text = json.dumps(export(_played(world).site, "col")).encode("utf-8-sig")
    assert read_export(text).game == "col"
