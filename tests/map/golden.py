"""python -m tests.map.golden: note the pictures as they are now. Look at them first."""

from __future__ import annotations

import json

from tests.map import test_hexes
from tests.map.test_draw import GOLDEN, digests

if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(digests(), indent=1) + "\n", "utf-8")
    test_hexes.GOLDEN.write_text(json.dumps(test_hexes.digests(), indent=1) + "\n", "utf-8")
