"""The pass that finds nothing to do stays cheap, and nothing that waits is missed by it (judge/app/idle.py)."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from click.testing import CliRunner

from judge.app.idle import nothing_to_do
from judge.app.setup import settings_text
from judge.app.site import open_site
from judge.app.status import status_of
from judge.cli.main import cli
from tests.app.conftest import World


@pytest.fixture
def quiet(world: World) -> World:
    """A judge that has just made a pass."""
    world.tick()
    return world


def idle(world: World) -> bool:
    """Whether the next pass would go away at once."""
    return nothing_to_do(str(world.folder), world.now + timedelta(minutes=1))


def test_a_mail_in_the_inbox_is_something_to_do(quiet: World) -> None:
    assert idle(quiet)
    quiet.deliver("nobody@example.test", "hello")
    assert not idle(quiet)


def test_what_is_no_mail_is_passed_over_and_named_in_the_status(quiet: World) -> None:
    """A pipe that nobody writes to would stop a reader for ever."""
    new = quiet.folder / "mail/judge/new"
    (new / "folder").mkdir()
    os.mkfifo(new / "pipe")
    (new / "link").symlink_to("nowhere")
    assert quiet.tick().problems == []
    assert idle(quiet)
    state = status_of(quiet.site, quiet.now)
    assert [note.partition(" ")[0] for note in state.notes] == [
        str(new / name) for name in ("folder", "link", "pipe")
    ]
    assert state.troubles == ()
    assert sum(line.startswith("note: ") for line in state.lines()) == 3


def test_trouble_with_the_inbox_is_said_to_be_over_when_it_is(quiet: World) -> None:
    """cron/README.md: one line when trouble begins, another when it is over."""
    box, away = quiet.folder / "mail/judge", quiet.folder / "mail/away"
    words = ["tick", "--once", "--dir", str(quiet.folder)]
    box.rename(away)
    began = CliRunner().invoke(cli, words)
    assert "cannot be read" in began.output
    away.rename(box)
    assert CliRunner().invoke(cli, words).output == "judge: all is well again\n"
    assert CliRunner().invoke(cli, words).output == ""


def test_mails_that_stay_in_place_once_seen_are_nothing_to_do(world: World) -> None:
    world.site.close()
    values = {
        "site": {"address": "judge@example.test", "gms": ["gm@example.test"]},
        "inbox": {"done_folder": ""},
    }
    (world.folder / "judge.toml").write_text(settings_text(values), "utf-8")
    world.site = open_site(world.folder)
    world.deliver("nobody@example.test", "hello")
    world.tick()
    assert [path.name for path in (world.folder / "mail/judge/cur").iterdir()] == ["00001.test:2,S"]
    world.tick(after=timedelta(minutes=1))
    assert idle(world)
    world.deliver("nobody@example.test", "hello again")
    assert not idle(world)
