"""Chance that can be checked: every draw is an HMAC of the game's seed and a label, so it can be replayed by anybody.

The SHA-256 of the seed is mailed when the game starts and the seed itself when it ends.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draw:
    """One outcome of chance for the record: its label, how many outcomes there were, and which (0-based) came."""

    label: str
    sides: int
    outcome: int


class Chance(Protocol):
    """Where engines and workflow get chance from; labels are unique within a game."""

    def below(self, label: str, sides: int) -> int:
        """A whole number from 0 to sides - 1 for this label. The same label always gives the same number."""
        ...


class SeededChance:
    """Chance from a secret seed. `log` holds every draw made, in order."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self.log: list[Draw] = []

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hexadecimal: made public before the first draw."""
        return hashlib.sha256(self._seed).hexdigest()

    def below(self, label: str, sides: int) -> int:
        """See `Chance.below`. Unbiased: HMAC-SHA256(seed, "label/n") for n = 0, 1, … until it falls in range."""
        if sides < 1:
            raise ValueError("sides must be at least 1")
        limit = (1 << 256) - (1 << 256) % sides
        for attempt in range(1000):
            digest = hmac.new(self._seed, f"{label}/{attempt}".encode(), hashlib.sha256).digest()
            number = int.from_bytes(digest, "big")
            if number < limit:
                outcome = number % sides
                self.log.append(Draw(label, sides, outcome))
                return outcome
        raise AssertionError("unreachable: 1000 HMACs out of range")

    def shuffled(self, label: str, items: Sequence[T]) -> list[T]:
        """The items in an order of chance (Fisher-Yates; labels label/0, label/1, …)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(f"{label}/{i}", i + 1)
            result[i], result[j] = result[j], result[i]
        return result


class NoChance:
    """For games without chance: asking it for a draw is a bug."""

    def below(self, label: str, sides: int) -> int:
        raise AssertionError(f"no chance in this game (asked for {label})")


class ScriptedChance:
    """For tests: gives the outcomes it was told to, in order."""

    def __init__(self, outcomes: Sequence[int]) -> None:
        self._left = list(outcomes)
        self.log: list[Draw] = []

    def below(self, label: str, sides: int) -> int:
        outcome = self._left.pop(0)
        if not 0 <= outcome < sides:
            raise ValueError(f"scripted outcome {outcome} is not below {sides}")
        self.log.append(Draw(label, sides, outcome))
        return outcome
