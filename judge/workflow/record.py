"""A new game's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.variants.model import Variant
from judge.workflow.model import Player, Record
from judge.workflow.settings import complete


def new_record(
    game: str,
    variant: Variant,
    *,
    settings: Mapping[str, Any],
    gms: Sequence[Player],
    seed: str,
    players: Sequence[Player] = (),
) -> Record:
    """A game that waits for players. settings: what differs from the variant's and the table's defaults. seed: hexadecimal.

    Raises ConfigError (one line: name, value, what is allowed) for a setting that is unknown or has a value that is not allowed.
    """
    bytes.fromhex(seed)
    return Record(
        game=game,
        variant=variant.id,
        state="forming",
        settings=dict(complete(settings, variant.defaults)),
        gms=tuple(replace(gm, address=gm.address.lower()) for gm in gms),
        players=tuple(replace(player, address=player.address.lower()) for player in players),
        seed=seed,
    )
