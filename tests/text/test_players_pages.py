"""What the players' pages show is understood as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.chance import NoChance
from judge.diplomacy.engine import DiplomacyEngine
from judge.text.commands import split_mail
from judge.variants.load import load_variant

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str) -> list[str]:
    """The fenced blocks of a page that show what a player writes."""
    parts = (DOCS / page).read_text("utf-8").split("```")[1::2]
    return [part.partition("\n")[2] for part in parts]


@pytest.mark.parametrize("page", ["players.en.md", "players.ja.md"])
def test_every_example_of_the_players_page_is_understood(page: str) -> None:
    engine = DiplomacyEngine(load_variant("colonial"), {})
    position = engine.start(NoChance()).position
    orders = commands = 0
    for block in blocks(page):
        text = split_mail(block)
        parsed = engine.parse(position, None, text.orders)
        problems = [*text.problems, *parsed.problems]
        assert not [p for p in problems if p.severity in {"error", "question"}], block
        orders += len(parsed.orders)
        commands += sum(bool(command.name) for command in text.commands)
    assert orders >= 4
    assert commands >= 4
