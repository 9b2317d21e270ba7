"""The engine agrees with a slow, independent reading of the rules on thousands of small random positions.

The oracle (equations.py) writes the rules as equations over all orders and lists every way to satisfy them; the engine's answer must
be the only one or, where there is none or several, the one that the rules for rings and paradoxes pick. `make oracle N=1000000`
runs as many as wanted; a difference prints the orders, and belongs into FOUND below once it is settled.
"""

from __future__ import annotations

from functools import cache

import pytest

from judge.variants.load import load_variant
from tests.oracle.compare import Rival
from tests.oracle.island import island

MAPS = ("standard", "colonial", "island")
IN_ONE_TEST = 350
TESTS = 20


@cache
def rival(name: str) -> Rival:
    """The pair for one map."""
    variant = island() if name == "island" else load_variant(name)
    return Rival(variant, f"S{variant.calendar.start_year}M")


@pytest.mark.parametrize("part", range(TESTS))
@pytest.mark.parametrize("name", MAPS)
def test_engine_and_oracle_agree(name: str, part: int) -> None:
    for seed in range(part * IN_ONE_TEST, (part + 1) * IN_ONE_TEST):
        difference = rival(name).difference(rival(name).random(seed))
        assert not difference, f"seed {seed}\n{difference}"


READ_OTHERWISE = {
    "paradox rule of 1982": ("island", {"convoy_paradox": "1982"}),
    "all moves of a paradox fail": ("island", {"convoy_paradox": "all-hold"}),
    "any convoy is taken": ("standard", {"convoy_to_neighbour": "always"}),
    "support against one's own origin is cut by sea": ("island", {"convoyed_attack_cuts_own_target": True}),
    "retreats to where the attacker came from": ("standard", {"retreat": "as-written"}),
    "no retreat to where one came by sea from": ("standard", {"retreat_to_convoyed_attacker": "closed"}),
    "the garrison may leave": ("colonial", {"canal_garrison": "free"}),
    "a stuck train is supported": ("colonial", {"railway_hold_support": True}),
    "trains of Avalon Hill": ("colonial", {"railway": "avalon-hill"}),
}


@pytest.mark.parametrize("case", READ_OTHERWISE.values(), ids=READ_OTHERWISE)
def test_a_rule_that_is_read_otherwise_is_noticed(case: tuple[str, dict[str, bool | int | str]]) -> None:
    name, rules = case
    other = Rival(rival(name).board.variant, rival(name).phase, rules)
    assert any(other.difference(other.random(seed)) for seed in range(IN_ONE_TEST * TESTS))
