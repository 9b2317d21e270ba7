"""Where this program is installed, for whoever has to be told how to start it."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path


def installed_as() -> tuple[str, bool] | None:
    """The path that starts this program, and whether the shell finds it as `judge`; None for a clone that is not installed.

    The name on the PATH comes first, for it stays when the program is upgraded.
    """
    own = Path(sysconfig.get_path("scripts")) / "judge"
    named = shutil.which("judge")
    if named and os.path.realpath(named) == os.path.realpath(own):
        return os.path.abspath(named), True
    return (str(own), False) if own.exists() else None
