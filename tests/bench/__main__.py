"""Run every benchmark, or those named: `python -m tests.bench [idle …] [--quick]`. Options go to the benchmarks that know them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

MODULES = tuple(path.stem for path in sorted(Path(__file__).parent.glob("[a-z]*.py")))


def wanted(words: Sequence[str]) -> Sequence[str]:
    """The benchmarks that these arguments name, all when they name none. Exits when there is no such benchmark."""
    names = [word for word in words if not word.startswith("-")]
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        sys.exit(f"no benchmark {', '.join(unknown)} (there are: {', '.join(MODULES)})")
    return names or MODULES


def main() -> None:
    """Import each module beside this one and call its main()."""
    for name in wanted(sys.argv[1:]):
        module = import_module(f"tests.bench.{name}")
        if hasattr(module, "main"):
            print(f"== {name}: {(module.__doc__ or '').strip().splitlines()[0]}", flush=True)
            module.main()


if __name__ == "__main__":
    main()
