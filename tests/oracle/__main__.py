"""`python -m tests.oracle N [FIRST_SEED]`: compare N random positions of each map; stop at the first difference."""

from __future__ import annotations

import sys
import time

from tests.oracle.test_oracle import MAPS, rival


def main(count: int, first: int) -> int:
    """Exit status: 1 when the engine and the oracle part."""
    began = time.monotonic()
    for name in MAPS:
        for seed in range(first, first + count):
            difference = rival(name).difference(rival(name).random(seed))
            if difference:
                print(f"seed {seed}\n{difference}")
                return 1
            if (seed - first + 1) % 10_000 == 0:
                print(f"{name}: {seed - first + 1} agree, {time.monotonic() - began:.0f} s", flush=True)
        print(f"{name}: all {count} agree")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0))
