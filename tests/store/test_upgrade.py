"""Databases of earlier versions are brought up to date by themselves, with a copy kept (docs/operations.md, Upgrading)."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge import points
from judge.app.site import open_site
from judge.app.tick import tick
from judge.errors import DataError, JudgeError
from judge.store import games, schema
from judge.store import store as store_module
from judge.store.store import Store
from tests.app.conftest import START, World

SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


def table_of(path: Path) -> dict[str, str]:
    """Every table and index with its definition."""
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall()
    return {name: " ".join(str(sql).split()) for name, sql in rows}


def rows_of(path: Path) -> dict[str, int]:
    """How many rows each table has, those of the migrations' own note left out."""
    with sqlite3.connect(path) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {n: db.execute(f'SELECT count(*) FROM "{n}"').fetchone()[0] for n in names if n[0] != "_"}


def version_of(path: Path) -> int:
    with sqlite3.connect(path) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def as_it_was(dump: Path, path: Path) -> None:
    """The database of an earlier version."""
    path.unlink(missing_ok=True)
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    with sqlite3.connect(path) as db:
        db.executescript(dump.read_text("utf-8"))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A program whose tables have changed once more, by this change."""

    def with_change(change: Callable[..., None]) -> None:
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("999_later", change)))
        monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
        monkeypatch.setattr(store_module, "VERSION", store_module.VERSION + 1)

    return with_change


def test_the_state_of_every_version_is_kept() -> None:
    assert [path.stem for path in SCHEMAS] == [f"{n:03}" for n in range(1, schema.VERSION + 1)], (
        "run: python -m tests.store.make"
    )


@pytest.mark.parametrize("dump", SCHEMAS, ids=lambda path: path.stem)
def test_a_judge_of_every_earlier_version_goes_on_as_if_nothing_had_happened(
    dump: Path, world: World, tmp_path: Path
) -> None:
    world.site.close()
    database = world.site.store.path
    as_it_was(dump, database)
    before = rows_of(database)
    site = open_site(world.folder)
    Store.open(tmp_path / "fresh.db", create=True).close()
    assert version_of(database) == schema.VERSION
    assert table_of(database) == table_of(tmp_path / "fresh.db")
    assert {name: rows_of(database)[name] for name in before} == before
    kept = database.with_suffix(f".before-{schema.VERSION}.db")
    assert kept.exists() is (int(dump.stem) < schema.VERSION)
    assert games.load(site.store, "old").orders["JAPAN"][0].text == "A KYO - KYU"
    phase = games.load(site.store, "old").phase_id
    assert tick(site, START + timedelta(hours=1)).sent == 1
    for hours in range(4, 8 * 24, 4):  # a judge that was away longer would move the deadline
        tick(site, START + timedelta(hours=hours))
    assert games.load(site.store, "old").phase_id != phase
    site.close()


def test_an_upgrade_keeps_a_copy_that_nobody_else_can_read(
    tmp_path: Path, later: Callable[..., None]
) -> None:
    as_it_was(SCHEMAS[-1], tmp_path / "judge.db")
    before, old = rows_of(tmp_path / "judge.db"), schema.VERSION
    later(lambda db: db["game"].add_column("colour", str))
    Store.open(tmp_path / "judge.db").close()
    assert "colour" in table_of(tmp_path / "judge.db")["game"]
    assert version_of(tmp_path / "judge.db") == old + 1
    kept = tmp_path / f"judge.before-{old + 1}.db"
    assert (version_of(kept), rows_of(kept)) == (old, before)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_an_upgraded_database_is_not_copied_again(tmp_path: Path, later: Callable[..., None]) -> None:
    as_it_was(SCHEMAS[-1], tmp_path / "judge.db")
    later(lambda db: db["game"].add_column("colour", str))
    Store.open(tmp_path / "judge.db").close()
    Store.open(tmp_path / "judge.db").close()
    assert len(list(tmp_path.glob("judge.before-*.db"))) == 1


def test_an_upgrade_that_fails_leaves_everything_as_it_was(
    tmp_path: Path, later: Callable[..., None]
) -> None:
    as_it_was(SCHEMAS[-1], tmp_path / "judge.db")
    before, tables = rows_of(tmp_path / "judge.db"), table_of(tmp_path / "judge.db")

    def broken(db: sqlite3.Connection) -> None:
        db["game"].add_column("colour", str)  # type: ignore[index]
        raise sqlite3.OperationalError("disk I/O error")

    later(broken)
    with pytest.raises(JudgeError, match="disk I/O error"):
        Store.open(tmp_path / "judge.db")
    assert (rows_of(tmp_path / "judge.db"), table_of(tmp_path / "judge.db")) == (before, tables)


def killed_at(path: Path, number: int) -> bool:
    """Open the database in a process that dies at its n-th SQL statement; False when it came to its end before."""
    child = os.fork()
    if child == 0:
        seen = 0
        connect = sqlite3.connect

        def statement(_: str) -> None:
            nonlocal seen
            seen += 1
            if seen == number:
                os._exit(9)

        def watched(*args: Any, **named: Any) -> sqlite3.Connection:
            conn: sqlite3.Connection = connect(*args, **named)
            conn.set_trace_callback(statement)
            return conn

        sqlite3.connect = watched  # type: ignore[assignment]
        try:
            Store.open(path).close()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_an_upgrade_killed_at_any_statement_is_finished_by_the_next(
    tmp_path: Path, later: Callable[..., None]
) -> None:
    path, old = tmp_path / "judge.db", schema.VERSION

    def change(db: Any) -> None:
        db["game"].add_column("colour", str)
        db.execute("UPDATE game SET colour = 'red'")
        db["game"].create_index(["colour"])

    later(change)
    number = 0
    while True:
        number += 1
        as_it_was(SCHEMAS[-1], path)
        before = rows_of(path)
        for copy in tmp_path.glob("judge.before-*"):
            copy.unlink(missing_ok=True)
        if not killed_at(path, number):
            break
        Store.open(path).close()
        assert (version_of(path), rows_of(path)) == (old + 1, before), number
        assert "idx_game_colour" in table_of(path), number
        with sqlite3.connect(path) as db:
            assert {row[0] for row in db.execute("SELECT colour FROM game")} == {"red"}, number
        kept = sorted(tmp_path.glob("judge.before-*"))
        assert kept, number
        for copy in kept:
            assert (copy.suffix, version_of(copy), rows_of(copy)) == (".db", old, before), number
    assert number > 8  # it was killed at so many places


@pytest.mark.parametrize("where", sorted(name for name in points.POINTS if name.startswith("copy.")))
def test_an_upgrade_killed_over_its_copy_leaves_no_copy_or_a_whole_one(
    tmp_path: Path, later: Callable[..., None], where: str
) -> None:
    as_it_was(SCHEMAS[-1], tmp_path / "judge.db")
    before, old = rows_of(tmp_path / "judge.db"), schema.VERSION
    later(lambda db: db["game"].add_column("colour", str))
    child = os.fork()
    if child == 0:
        points.cut = lambda name: os._exit(9) if name == where else None
        try:
            Store.open(tmp_path / "judge.db")
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    kept = tmp_path / f"judge.before-{old + 1}.db"
    assert kept.exists() is (where == "copy.named")
    Store.open(tmp_path / "judge.db").close()
    copies = sorted(path for path in tmp_path.iterdir() if ".before-" in path.name)
    assert len(copies) == (2 if where == "copy.named" else 1)
    for copy in copies:
        assert (copy.suffix, version_of(copy), rows_of(copy)) == (".db", old, before)


def test_a_database_of_a_newer_program_is_refused_in_one_line(tmp_path: Path) -> None:
    Store.open(tmp_path / "judge.db", create=True).close()
    with sqlite3.connect(tmp_path / "judge.db") as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(DataError, match="was written by a newer judge"):
        Store.open(tmp_path / "judge.db")
