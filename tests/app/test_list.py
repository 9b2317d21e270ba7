"""LIST shows every game of the site to anybody; exports leave out what a rollback took back."""

from __future__ import annotations

from datetime import timedelta

from judge.app.games import act, new_game
from judge.app.replay import verify
from judge.store import games
from tests.app.conftest import World, text_of

STRANGER = "stranger@elsewhere.test"


def _lines(text: str) -> dict[str, str]:
    return {line.split()[0]: line for line in text.splitlines() if line.strip()}


def test_anybody_may_ask_which_games_there_are(world: World) -> None:
    world.start("col")
    new_game(world.site, "cold", "coldwar", gm="", settings={}, now=world.now)
    act(world.site, "cold", "SEAT", ["FRA", "luc@example.test"], now=world.now)
    world.deliver(STRANGER, "LIST", subject="hi", proven=False)
    world.deliver("japan@example.test", "一覧", subject="[col]")
    world.tick()
    english = _lines(text_of(world.last(STRANGER)))
    assert english["cold"].split()[-3:] == ["8", "of", "9"]
    assert "looking for players" in english["cold"]
    assert english["col"].split()[-3:] == ["0", "of", "7"]
    lists = [
        text_of(mail) for mail in world.mailbox("japan@example.test") if "ゲームの一覧" in mail["Subject"]
    ]
    assert "参加者を募集中" in _lines(lists[0])["cold"]
    assert not list(verify(world.site, "col"))


def test_a_stranger_with_other_words_is_told_how_to_join_and_where(world: World) -> None:
    world.start("col")
    new_game(world.site, "cold", "coldwar", gm="", settings={}, now=world.now)
    new_game(world.site, "closed", "coldwar", gm="", settings={"join": "invited"}, now=world.now)
    world.deliver(STRANGER, "hi, JOIN cold please", subject="hi", proven=False)
    world.tick()
    words = text_of(world.last(STRANGER))
    assert "JOIN cold. Games that look for players: cold" in " ".join(words.split())
    assert "closed" not in words


def test_between_two_games_a_list_needs_no_choice(world: World) -> None:
    world.start("col")
    world.start("two")
    world.deliver("japan@example.test", "LIST", subject="which games?")
    world.tick()
    assert {"col", "two"} <= set(_lines(text_of(world.last("japan@example.test"))))


def test_phases_a_rollback_took_back_are_no_longer_listed(world: World) -> None:
    world.start("col")
    for _ in range(2):
        act(world.site, "col", "PROCESS", [], now=world.now)
        world.tick(after=timedelta(hours=1))
    first, second = (phase.phase_id for phase in games.phases(world.site.store, "col"))
    act(world.site, "col", "ROLLBACK", [second], now=world.now)
    assert [phase.phase_id for phase in games.phases(world.site.store, "col")] == [first]
    act(world.site, "col", "FORWARD", [], now=world.now)
    assert [phase.phase_id for phase in games.phases(world.site.store, "col")] == [first, second]


def test_a_gm_who_answers_many_requests_in_a_row_is_no_robot(world: World) -> None:
    new_game(world.site, "std", "standard", gm="", settings={"join": "approve"}, now=world.now)
    people = [f"q{number}@example.test" for number in range(1, 6)]
    for person in people:
        world.deliver(person, "JOIN std", subject="hi")
        world.tick()
        asked = next(mail for mail in world.mailbox(person) if "onfirm" in mail["Subject"])
        world.deliver(person, "yes", subject="Re:", headers=f"In-Reply-To: {asked['Message-ID']}\n")
        world.tick(after=timedelta(minutes=1))
        world.deliver("gm@example.test", f"APPROVE {person}", subject="[std] let in")
        world.tick(after=timedelta(minutes=1))
    standbys = games.load(world.site.store, "std").standbys
    assert [(one.address, one.status) for one in standbys] == [(person, "joined") for person in people]
