"""The mail at the top of the README gets the answer printed below it (`make golden` prints it anew)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from judge.store import games
from tests.app.conftest import World, text_of

README = Path(__file__).parents[2] / "README.md"


def block(kind: str) -> str:
    """The README's fenced block of this kind."""
    _, _, rest = README.read_text("utf-8").partition(f"```{kind}\n")
    inside, _, _ = rest.partition("```")
    return inside


def answered(world: World) -> str:
    """What the README's mail is answered with, without marker line and footer."""
    world.start("summer")
    world.deliver("japan@example.test", block("mail"), subject="[summer] orders")
    world.tick()
    text = text_of(world.last("japan@example.test")).replace("\r\n", "\n")
    words, _, _ = text.partition("\n-- \n")
    return words.partition("===\n\n")[2]


def renew() -> str:
    """The README with the answer as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "site")
        try:
            answer = answered(world)
        finally:
            world.site.close()
    return README.read_text("utf-8").replace(block("answer"), f"{answer.strip()}\n")


def test_the_first_mail_of_the_readme_gets_the_answer_it_shows(world: World) -> None:
    assert block("answer").strip() == answered(world).strip()
    orders = [order.text for order in games.load(world.site.store, "summer").orders["JAPAN"]]
    assert sorted(orders) == ["A KYO - KYU", "F KYU - YS", "F OTA S F TOK - OS", "F TOK - OS"]
