"""The table of problem kinds is what the sentences are written for."""

from __future__ import annotations

import pytest

from judge.text.kinds import KINDS


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_has_a_meaning_and_plain_fact_names(name: str) -> None:
    kind = KINDS[name]
    assert kind.meaning
    assert all(fact.removesuffix("?").isidentifier() for fact in kind.facts)
    assert len(set(kind.facts)) == len(kind.facts)
