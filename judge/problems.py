"""What was wrong with something a player wrote, as data.

Words live in the templates: one sentence per `kind` in each language (see templates/*/problems.*).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "question", "warning", "note"]
"""error: the line was not applied. question: two readings, not applied, we ask back. warning: applied as written but
void or useless as the board stands. note: applied, a slip in a redundant word was put right."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about one line of a player's mail.

    kind        closed set, see judge/text/kinds.py; each has a sentence in every language
    severity    see `Severity`
    line        1-based number of the line in the text that was read
    column      1-based character position in `text`; 0 when the whole line is meant
    length      how many characters the caret line marks
    text        the line as the player wrote it
    expected    what would be right here: names of grammar parts or example orders, codes only
    suggestions canonical names or orders nearest to what was written, best first
    facts       codes and names the sentence needs ({"unit": "A PAR", "name": "ソウノレ"}); never prose
    """

    kind: str
    severity: Severity
    line: int
    column: int = 0
    length: int = 0
    text: str = ""
    expected: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
