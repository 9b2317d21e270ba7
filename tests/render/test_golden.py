"""Every kind of mail in every language, word for word as it was last read and approved."""

from __future__ import annotations

import pytest

from judge.paths import languages
from judge.workflow.letters import LETTER_KINDS
from tests.golden.make import GOLDEN, mails, phrases
from tests.render.samples import PEOPLE, letters

FILES = dict([*mails(), *phrases()])


@pytest.mark.parametrize("name", sorted(FILES))
def test_mail_is_as_approved(name: str) -> None:
    """After a change that was meant: `make golden`, read the diff, commit."""
    assert FILES[name].decode() == (GOLDEN / name).read_bytes().decode()


def test_every_kind_of_letter_in_every_language_has_a_golden_file() -> None:
    assert set(PEOPLE) == set(languages())
    for language in languages():
        assert {letter.kind for letter in letters(language).values()} == set(LETTER_KINDS)


def test_no_golden_file_is_left_over() -> None:
    there = {
        path.relative_to(GOLDEN).as_posix()
        for part in ("mails", "phrases")
        for path in (GOLDEN / part).rglob("*")
        if path.is_file()
    }
    assert there == set(FILES)
