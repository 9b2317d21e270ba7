"""`judge publish`: only finished games, and nobody's address."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from click.testing import CliRunner

from judge.app.games import act, new_game
from judge.app.setup import make_site
from judge.app.site import open_site
from judge.app.take import engine_of
from judge.cli.publish import publish

BEGIN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def site_with_games(folder: Path) -> None:
    """A finished game "alpha", whose first phase nobody sent orders for, and a running one "beta"."""
    folder.mkdir()
    make_site(folder, {"site": {"address": "judge@judge.test", "gms": ["gm@example.test"]}})
    site = open_site(folder)
    try:
        for game in ("alpha", "beta"):
            record = new_game(site, game, "standard", gm="", settings={}, now=BEGIN)
            for power in engine_of(record)[1].powers:
                act(site, game, "SEAT", [power, f"{power.lower()}@example.test", "name=Someone"], now=BEGIN)
            act(site, game, "START", [], now=BEGIN)
        act(site, "alpha", "PROCESS", [], now=BEGIN + timedelta(hours=1))
        act(site, "alpha", "END", [], now=BEGIN + timedelta(hours=2))
    finally:
        site.close()


def run(*args: str) -> tuple[int, str]:
    """Exit status and what was said."""
    result = CliRunner().invoke(publish, args)
    return result.exit_code, result.output + str(result.exception or "")


def test_finished_games_are_written_and_running_ones_refused(tmp_path: Path) -> None:
    home, out = tmp_path / "judge", tmp_path / "out"
    site_with_games(home)
    code, said = run(str(out), "--dir", str(home))
    assert (code, "alpha: written" in said, "beta" in said) == (0, True, False)
    written = {path.relative_to(out).as_posix() for path in out.rglob("*.html")}
    assert {"index.html", "index.en.html", "alpha/index.ja.html", "alpha/001-S1901M.en.html"} <= written
    texts = [path.read_text("utf-8") for path in out.rglob("*") if path.is_file()]
    assert not any("example.test" in text or "Someone" in text for text in texts)
    code, said = run(str(out), "--dir", str(home), "--game", "beta")
    assert code != 0
    assert "beta is not over" in said


def test_names_are_shown_when_asked_for(tmp_path: Path) -> None:
    home, out = tmp_path / "judge", tmp_path / "out"
    site_with_games(home)
    assert run(str(out), "--dir", str(home), "--names")[0] == 0
    page = (out / "alpha" / "index.en.html").read_text("utf-8")
    assert "Someone" in page
    assert "example.test" not in page
