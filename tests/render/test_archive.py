"""Web pages of finished games: whole, without scripts, and without anybody's address."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from judge.chance import NoChance
from judge.engines import engine_for
from judge.paths import languages
from judge.render.archive import ArchivedGame, ArchivedPhase, game_files, index_files
from judge.variants.load import load_variant
from judge.workflow.letters import EventFacts, PhaseFacts, Seat

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NAME = '<script>alert("x")</script>'


def played(phases: int = 4) -> ArchivedGame:
    """A Colonial game of a few phases with orders at random (seeded), won by Russia for the test's sake."""
    variant = load_variant("colonial")
    engine, dice = engine_for(variant), random.Random(7)
    position = engine.start(NoChance()).position
    closed, history = [], {}
    for number in range(1, phases + 1):
        phase = engine.phase(position)
        orders = {}
        for owed in phase.owed:
            choices = engine.legal(position, owed.power)
            keys = list(choices.by_key)[: choices.at_most]
            orders[owed.power] = [dice.choice(choices.by_key[key]) for key in keys]
        resolution = engine.adjudicate(position, orders, NoChance())
        after = engine.view(resolution.position, None)
        events = tuple(EventFacts(event.kind, dict(event.facts)) for event in resolution.events)
        facts = PhaseFacts(phase.id, phase.kind, phase.turn, dict(phase.label))
        closed.append(ArchivedPhase(facts, number, engine.view(position, None), after, events))
        history[phase.id] = {power: count["centres"] for power, count in after["counts"].items()}
        position = resolution.position
    return ArchivedGame(
        game="spring/one",
        variant=variant,
        phases=closed,
        seats=[Seat(power, NAME) for power in engine.powers],
        settings={"grace": "1d"},
        history=history,
        outcome={"kind": "solo", "winners": ["RUSSIA"]},
        seed="00" * 16,
        ended="2026-12-06T11:00:00+00:00",
    )


@lru_cache(maxsize=1)
def files() -> dict[str, str]:
    """Every file of an archive with this one game."""
    game = played()
    return dict([*index_files([game]), *game_files(game)])


def pages() -> Iterator[tuple[str, LexborHTMLParser]]:
    """The HTML files, parsed."""
    for path, text in files().items():
        if path.endswith(".html"):
            yield path, LexborHTMLParser(text)


def test_a_page_for_the_game_and_each_phase_in_every_language() -> None:
    for language in languages():
        own = [path for path in files() if path.endswith(f".{language}.html")]
        assert len(own) == 1 + 1 + 4  # the list of games, the game, its phases
    assert "index.html" in files()


def test_every_link_and_picture_is_there_and_every_file_can_be_reached() -> None:
    found = {"index.html"}
    for path, tree in pages():
        for node in tree.css("a[href], img[src], link[href]"):
            address = unquote(node.attributes.get("href") or node.attributes.get("src") or "")
            assert "://" not in address
            target = (Path("/") / path).parent / address
            name = target.resolve().relative_to("/").as_posix()
            assert name in files(), f"{path}: {address}"
            found.add(name)
    assert found == set(files())


def test_no_scripts_and_names_stay_text() -> None:
    for path, tree in pages():
        assert not tree.css("script, iframe, object, form"), path
    overview = LexborHTMLParser(files()["spring_one/index.en.html"])
    assert NAME in (overview.css_first("main").text() or "")


def test_pictures_say_what_they_show() -> None:
    images = [node for _, tree in pages() for node in tree.css("img")]
    assert images
    assert all(node.attributes.get("alt") for node in images)


def test_each_table_has_a_caption_and_heads() -> None:
    for _, tree in pages():
        for table in tree.css("table"):
            assert (table.css_first("caption").text() or "").strip()
            assert table.css("th[scope=col]")
            assert table.css("th[scope=row], th[scope=rowgroup]")


def shot(page: str, target: Path, profile: Path) -> bool:
    """Let the browser show a page; whether it made a picture of it."""
    done = subprocess.run(
        [
            str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", f"--user-data-dir={profile}",
            "--window-size=900,1800", f"--screenshot={target}", page,
        ],
        check=False, capture_output=True, timeout=120,
    )  # fmt: skip
    return done.returncode == 0 and target.exists()


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (Debian package chromium)")
def test_a_real_browser_shows_a_page_with_its_maps(tmp_path: Path) -> None:
    """The picture of the page has the many colours of two maps; were they missing it would be a few greys."""
    if not shot("about:blank", tmp_path / "blank.png", tmp_path / "profile"):
        pytest.skip("Chromium does not run here")
    for path, text in files().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    page = tmp_path / "spring_one" / "001-S1870M.ja.html"
    assert shot(page.as_uri(), tmp_path / "page.png", tmp_path / "profile")
    with Image.open(tmp_path / "page.png") as picture:
        colours = picture.convert("RGB").getcolors(1 << 24) or []
    assert len(colours) > 200
