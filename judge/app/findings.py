"""What a step of `judge check` has to say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Finding:
    """One step's result. mend: what to do, for "warn" and "fail"."""

    step: str
    status: Literal["ok", "warn", "fail"]
    words: str
    mend: str = ""
