"""The kinds of special rule that a variant may switch on with [[special]], and the values each needs.

What the rule does is the engine's matter (judge/diplomacy/); here is only what a folder must say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

What = Literal["province", "provinces", "power", "powers"]

SPECIALS: Mapping[str, Mapping[str, What]] = {
    # A fleet goes between the two seas in one turn by leave of the unit in `via`.
    "canal": {"via": "province", "between": "provinces"},
    # An army of the power goes along the line in one turn.
    "railway": {"power": "power", "line": "provinces"},
    # These powers may take the centre, but it never counts for them.
    "uncounted_centre": {"province": "province", "powers": "powers"},
    # Open to fleets from every side: under the option island_convoy a fleet there may convoy.
    "island_passage": {"province": "province"},
}
