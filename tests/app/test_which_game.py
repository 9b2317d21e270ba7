"""Which game a mail is for (mail contract): reply, judge+GAME@, [GAME] in the subject, a GAME line, the only game. Two: ask."""

from __future__ import annotations

import pytest

from tests.app.conftest import World

JAPAN = "japan@example.test"


def moved(world: World) -> dict[str, list[str]]:
    """What stands for Japan in each game."""
    from judge.store import games

    return {
        name: [one.text for one in games.load(world.site.store, name).orders.get("JAPAN", ())]
        for name in ("one", "two")
    }


@pytest.fixture
def both(world: World) -> World:
    """The same people in two games."""
    world.start("one")
    world.start("two")
    world.tick()
    return world


@pytest.mark.parametrize(
    ("subject", "body", "game"),
    [
        ("[one] orders", "A KYO H", "one"),
        ("Re: [TWO] orders", "A KYO H", "two"),
        ("［ｔｗｏ］ 命令", "A KYO H", "two"),
        ("【one】第1ターン", "A KYO H", "one"),
        ("[urgent] [one] [three]", "A KYO H", "one"),
        ("orders", "GAME two\nA KYO H", "two"),
        ("orders", "A KYO H\n卓 one", "one"),
        ("[one]", "GAME two\nA KYO H", "one"),
        ("orders", "A KYO H", ""),
        ("[one] [two]", "A KYO H", ""),
        ("orders", "GAME one\nA KYO H\nGAME two\nA KYO H", ""),
        ("[three]", "A KYO H", ""),
    ],
)
def test_the_game_a_mail_names_is_taken_and_two_are_asked_about(
    both: World, subject: str, body: str, game: str
) -> None:
    both.deliver(JAPAN, body, subject=subject)
    both.tick()
    assert moved(both) == {name: ["A KYO H"] if name == game else [] for name in ("one", "two")}
    asked = "Which game" in str(both.last(JAPAN)["Subject"]) or "どのゲーム" in str(
        both.last(JAPAN)["Subject"]
    )
    assert asked == (not game)
