"""Where chits and dice of the Korean War come from: a label a draw and a roll, so that each can be checked (docs/chance.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from judge.chance import Chance

DIE = 6


class Luck(Protocol):
    """Where chits and dice come from."""

    def chit(self, number: int, cup: Sequence[str]) -> str:
        """The number-th draw of the game from this cup."""
        ...

    def die(self, number: int) -> int:
        """The number-th roll of the game: 1 to 6."""
        ...


class KeyedLuck:
    """Luck from the game's chance; labels are the id of the phase in which it happens and a number: "T2-7/draw/19", "T2-7/die/8"."""

    def __init__(self, chance: Chance, phase: str) -> None:
        self._chance = chance
        self._phase = phase

    def chit(self, number: int, cup: Sequence[str]) -> str:
        """See Luck."""
        return cup[self._chance.below(f"{self._phase}/draw/{number}", len(cup))]

    def die(self, number: int) -> int:
        """See Luck."""
        return self._chance.below(f"{self._phase}/die/{number}", DIE) + 1
