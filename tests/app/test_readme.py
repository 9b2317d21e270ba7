"""The mail at the top of the README gets the answer printed below it."""

from __future__ import annotations

from pathlib import Path

from judge.store import games
from tests.app.conftest import World, text_of

README = Path(__file__).parents[2] / "README.md"


def block(kind: str) -> str:
    """The README's fenced block of this kind."""
    _, _, rest = README.read_text("utf-8").partition(f"```{kind}\n")
    inside, _, _ = rest.partition("```")
    return inside


def test_the_first_mail_of_the_readme_gets_the_answer_it_shows(world: World) -> None:
    world.start("summer")
    world.deliver("japan@example.test", block("mail"), subject="[summer] orders")
    world.tick()
    answer = text_of(world.last("japan@example.test"))
    shown = block("answer").strip()
    assert shown in answer.replace("\r\n", "\n")
    assert len(shown.splitlines()) > 15
    assert len(games.load(world.site.store, "summer").orders["JAPAN"]) == 4
