"""Lines of text/plain; format=flowed put together again (RFC 3676): an order may be cut anywhere, also after " - "."""

from __future__ import annotations

import re
from typing import Final

_DEPTH: Final = re.compile(r"^>*")


def join_flowed(text: str, *, delsp: bool) -> str:
    """Undo soft line breaks and space-stuffing. delsp: the space before a soft break is no part of the text (DelSp=yes)."""
    out: list[str] = []
    open_depth = -1
    for line in text.split("\n"):
        marks = _DEPTH.match(line)
        depth = marks.end() if marks else 0
        content = line[depth:]
        if content.startswith(" "):
            content = content[1:]
        signature = content == "-- "
        soft = content.endswith(" ") and not signature
        body = content[:-1] if soft and delsp else content
        if depth == open_depth and not signature:
            out[-1] += body
        else:
            out.append((">" * depth + " " if depth else "") + body)
        open_depth = depth if soft else -1
    return "\n".join(out)
