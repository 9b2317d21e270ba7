"""The pictures of a closed phase for the mails: "orders" (what was ordered and what came of it) and "after" (the position now).

Make them once for each phase and language, not for each recipient.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.render.map.chart import chart
from judge.render.map.draw import draw
from judge.render.map.errors import MapError
from judge.render.map.png import WIDTH, to_png
from judge.render.map.words import phase_title, words
from judge.variants.model import Variant

ORDERS, AFTER, CHART = "orders", "after", "chart"
LIMIT = 250_000
"""Bytes a picture may have; a busier one is made smaller until it fits."""
View = Mapping[str, Any]


def pictures(
    variant: Variant,
    *,
    before: View | None,
    events: Sequence[Mapping[str, Any]],
    after: View | None,
    language: str,
) -> dict[str, bytes]:
    """PNGs by name. before, after: engine.view before and after the phase; events: [{"kind", "facts"}] on the way.

    Without `before` (the start of a game) there is only "after". Raises MapError, and nothing else, when a picture cannot be
    made: the mail goes out without it.
    """
    try:
        if variant.engine == "korea":
            return _hexes(variant, events, after, language)
        table = words(language)["title"]
        made: dict[str, bytes] = {}
        title = phase_title(variant, "", language)
        if before:
            title = phase_title(variant, str(before.get("phase", "")), language)
            svg = draw(
                variant, before, events=events, language=language, title=table["orders"].format(title=title)
            )
            made[ORDERS] = within(svg)
        if after:
            heading = table["after"].format(title=title) if before else table["start"].format(game=title)
            built = [event for event in events if event["kind"] == "built"]
            made[AFTER] = within(draw(variant, after, events=built, language=language, title=heading))
        return made
    except MapError:
        raise
    except Exception as error:
        raise MapError(
            f"{variant.id}: the pictures could not be made: {type(error).__name__}: {error}"
        ) from error


def _hexes(
    variant: Variant, events: Sequence[Mapping[str, Any]], after: View | None, language: str
) -> dict[str, bytes]:
    """The one picture of a game on hexes: the board after the phase, with what happened in it."""
    from judge.render.map.hexes import draw_hexes

    if not after:
        return {}
    game = (variant.names.get(language) or variant.names["en"])[0]
    title = words(language)["korea"]["after"].format(game=game, turn=after.get("turn", 1))
    svg = draw_hexes(variant, after, events=events, language=language, title=title)
    return {AFTER: within(svg)}


def final_pictures(
    variant: Variant, *, history: Mapping[str, Mapping[str, int]], view: View | None, language: str
) -> dict[str, bytes]:
    """PNGs for the final report: "chart" (centres over the turns, when there are at least two) and "after" (the last position).

    history: centre counts by phase id, in order. Raises MapError, and nothing else.
    """
    try:
        made: dict[str, bytes] = {}
        if len(history) > 1 and any(history.values()):
            made[CHART] = within(chart(variant, history, language))
        return made | pictures(variant, before=None, events=(), after=view, language=language)
    except MapError:
        raise
    except Exception as error:
        raise MapError(
            f"{variant.id}: the chart could not be made: {type(error).__name__}: {error}"
        ) from error


def within(svg: str, width: int = WIDTH, limit: int = LIMIT) -> bytes:
    """The picture as PNG at this width, or as much smaller as it takes to stay below the limit."""
    made = to_png(svg, width)
    while len(made) > limit and width > 600:
        width = width * 4 // 5
        made = to_png(svg, width)
    return made
