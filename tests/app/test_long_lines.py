"""What a mail holds comes back in the answer, but never more of it than is read of a line (400 characters)."""

from __future__ import annotations

from tests.app.conftest import World, text_of

JAPAN = "japan@example.test"


def test_a_line_of_many_characters_is_answered_with_its_beginning(world: World) -> None:
    world.start()
    world.deliver(JAPAN, "F TOK - OS\nA KYO - " + "x" * 300_000)
    world.tick()
    answer = world.last(JAPAN)
    assert "400" in text_of(answer)
    assert len(answer.as_bytes()) < 50_000


def test_a_long_line_that_nothing_proves_is_asked_about_with_its_beginning(world: World) -> None:
    world.start()
    world.deliver(JAPAN, "x" * 300_000, proven=False)
    world.tick()
    answer = world.last(JAPAN)
    assert "xxx" in text_of(answer)
    assert len(answer.as_bytes()) < 50_000


def test_a_line_left_out_of_a_long_list_of_problems_is_not_called_skipped(world: World) -> None:
    """An answer shows a few problems; the rest it counts. A line among the rest is not shown at all: it was no prose."""
    world.start()
    world.deliver(JAPAN, "A KYO - NOWHERE\n" * 30 + "A KYO S A KYO\nF TOK - OS\nA KYO H")
    world.tick()
    text = text_of(world.last(JAPAN))
    assert "> A KYO S A KYO" not in text
    assert "> F TOK - OS" in text
