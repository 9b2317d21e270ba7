"""`python -m tests.oracle.fuzz N`: random games with nonsense among the orders, until N order sets have been adjudicated."""

from __future__ import annotations

import sys

from judge.variants.load import load_variant
from tests.oracle.test_nonsense import VARIANTS, play


def main(wanted: int) -> None:
    """An order set is what one power sends for one phase. An exception names variant and seed."""
    done = seed = 0
    while done < wanted:
        for name in VARIANTS:
            try:
                done += play(name, 1_000_000 + seed, phases=60) * len(load_variant(name).powers)
            except Exception as error:
                raise AssertionError(f"variant {name}, seed {1_000_000 + seed}") from error
        seed += 1
    print(f"{done} order sets without an exception")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
