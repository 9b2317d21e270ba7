"""Where the data folders of the program are: beside the package in a clone, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """Return the folder `name` ("grammar", "templates" or "variants") that belongs to this copy of the program.

    Raises FileNotFoundError when the program is not whole.
    """
    for base in (_PACKAGE / "data", _PACKAGE.parent):
        folder = base / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the program's folder {name!r} is missing: install it again")
