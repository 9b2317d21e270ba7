"""Where the data folders of the program are: beside the package in a clone, inside it in an installed wheel."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """Return the folder `name` ("cron", "grammar", "templates" or "variants") that belongs to this copy of the program.

    Raises FileNotFoundError when the program is not whole.
    """
    for base in (_PACKAGE / "data", _PACKAGE.parent):
        folder = base / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the program's folder {name!r} is missing: install it again")


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Every language the judge writes: the folders of templates/ that hold words."""
    return tuple(sorted(path.parent.name for path in data_dir("templates").glob("*/words.j2")))
