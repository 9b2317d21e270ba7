"""A robot repeats itself; so does a player who answers one question after the other. Only the first is not listened to."""

from __future__ import annotations

from datetime import timedelta

import pytest

from judge.app.games import act, new_game
from judge.store import games
from tests.app.conftest import World

EAST, WEST = "east@example.test", "west@example.test"


@pytest.fixture
def war(world: World) -> World:
    """A Korean War game of which the first chit is drawn, always the same."""
    new_game(world.site, "war", "korea", gm="", settings={}, now=world.now, seed="5" * 64)
    for power, address in (("EAST", EAST), ("WEST", WEST)):
        act(world.site, "war", "SEAT", [power, address], now=world.now)
    act(world.site, "war", "START", [], now=world.now)
    world.tick()
    return world


SILENT = {"interrupt": "COMMUNIST HOLD", "reaction": "COUNTERATTACK HOLD", "withdrawal": "RETURN NONE"}


def asked(world: World) -> tuple[str, list[str]]:
    """What must be decided now, and by whom."""
    from judge.app.take import engine_of

    record = games.load(world.site.store, "war")
    _, engine = engine_of(record)
    assert record.position is not None
    phase = engine.phase(engine.load(record.position))
    return phase.kind, [owed.power for owed in phase.owed]


@pytest.mark.parametrize(
    "answers",
    [
        {
            "EAST": ["OCCUPY 0103", "OCCUPY 0203", "OCCUPY 0303"],
            "WEST": ["OCCUPY 0407", "OCCUPY 0406", "OCCUPY 0305"],
        },
        {"EAST": ["占領 平壌"], "WEST": ["占領 釜山"]},
    ],
)
def test_answers_to_one_draw_after_the_other_all_count(war: World, answers: dict[str, list[str]]) -> None:
    """Mail contract: every mail is answered and obeyed. Armies are drawn within minutes, and go where others went, or beside."""
    sent = dict.fromkeys(answers, 0)
    for _ in range(20):
        kind, powers = asked(war)
        if not powers:
            break
        for power in powers:
            words = answers[power][sent[power] % len(answers[power])]
            sent[power] += kind == "action"
            war.deliver(EAST if power == "EAST" else WEST, SILENT.get(kind, words), subject="[war]")
        phase = games.load(war.site.store, "war").phase_id
        war.tick(after=timedelta(minutes=1))
        assert games.load(war.site.store, "war").phase_id != phase or not asked(war)[1]
    assert max(sent.values()) > 3
    assert not [reason for _, reason in war.statuses() if reason == "repeated"]


def test_the_same_words_three_times_in_one_phase_are_a_robots(world: World) -> None:
    world.start()
    for _ in range(4):
        world.now += timedelta(minutes=1)
        world.deliver("japan@example.test", "Thank you for your mail 12.")
        world.tick()
    assert [reason for _, reason in world.statuses()] == ["", "", "repeated", "repeated"]
