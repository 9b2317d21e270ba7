"""An order sheet of ours that was filled in where it stood, inside the quoted mail.

All else in a quote is never obeyed, since others' words (press) may be in it. The sheet must stand at the same quote depth as our marker
line, and be the only one; in what we pass on, lines that look like a sheet's are changed (`judge.mail.marker.shielded`).
"""

from __future__ import annotations

import re
from typing import Final

from judge.mail.marker import BLANK, is_marker, sheet_fence

_MARKS: Final = re.compile(r"^(?:\s{0,3}[>＞])*")


def filled_sheet(text: str) -> str:
    """The lines that were filled in, "" when there is no sheet of ours or all of it is still blank."""
    depth: int | None = None
    inside = False
    begins = 0
    found: list[str] = []
    for line in text.split("\n"):
        if is_marker(line) and depth is None:
            depth = _depth(line)
            continue
        if depth is None or _depth(line) != depth:
            continue
        bare = _MARKS.sub("", line, count=1).strip()
        fence = sheet_fence(bare)
        if fence:
            begins += fence == "begin"
            inside = fence == "begin"
        elif inside and bare and not bare.endswith(BLANK):
            found.append(bare)
    return "\n".join(found) if begins == 1 else ""


def _depth(line: str) -> int:
    """How many quote marks a line begins with."""
    marks = _MARKS.match(line)
    return sum(char in ">＞" for char in marks.group()) if marks else 0
