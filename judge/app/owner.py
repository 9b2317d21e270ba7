"""Whose a directory is: a judge is run by its owner, or files appear in it that the next pass cannot write."""

from __future__ import annotations

import os
import pwd
from pathlib import Path


def owner_of(folder: Path) -> str:
    """The name of the account that owns the folder; its number when it has no name."""
    return _name(folder.stat().st_uid)


def run_as(folder: Path) -> str:
    """What to do when another account than the owner runs the judge; "" when it is the owner."""
    if os.geteuid() == folder.stat().st_uid:
        return ""
    return f"run it as {owner_of(folder)}, to whom {folder} belongs, not as {_name(os.geteuid())}"


def _name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
