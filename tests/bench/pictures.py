"""A result picture against the renderer's bare time for the static map (wanted: at most 3 times).

Prints one line a variant and exits with 1 when one is slower.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from judge.render.map.draw import draw
from judge.render.map.png import WIDTH, to_png
from judge.render.map.text import BOLD, REGULAR
from judge.variants.load import load_variant
from tests.map.samples import SCENES

LIMIT = 3.0


def best(work: Callable[[], object], times: int = 3) -> float:
    """Shortest of a few runs, in seconds of CPU: both sides are all computing, and the machine may be busy."""
    spans = []
    for _ in range(times):
        start = time.process_time()
        work()
        spans.append(time.process_time() - start)
    return min(spans)


def bare(svg: str) -> bytes:
    """The renderer alone: no palette, no compression of our own."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=[str(REGULAR), str(BOLD)]
        )
    )


def measure(name: str) -> tuple[float, float]:
    """Seconds for the bare static map and for the whole result picture of a scene."""
    variant_name, view, events = SCENES[name]
    variant = load_variant(variant_name)
    static = draw(variant, {"units": {}}, language="ja", legend=False)
    return best(lambda: bare(static)), best(
        lambda: to_png(draw(variant, view, events=events, language="ja"), WIDTH)
    )


def main() -> int:
    """Measure every scene with orders."""
    slow = 0
    for name in ("colonial_orders", "standard_orders", "coldwar_orders"):
        floor, whole = measure(name)
        print(
            f"{name}: {whole:.2f} s, static map alone {floor:.2f} s, {whole / floor:.2f} times (at most {LIMIT:g})"
        )
        slow += whole > LIMIT * floor
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
