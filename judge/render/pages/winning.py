"""How the game is won, spelled out; and who is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.render.blocks import Paragraphs, Section
from judge.render.pages.common import Desk


def winning_section(
    desk: Desk, winning: Mapping[str, Any], counts: Mapping[str, Mapping[str, int]] | None = None
) -> list[Section]:
    """Every way in which the game can end; with counts, who has most now. Nothing where the game does not say."""
    if not winning:
        return []
    words = desk.words
    needed = winning.get("needed", 0)
    if winning.get("by") == "points":
        lines = [
            words.win_points(needed),
            words.win_points_count(winning.get("home_points", 1)),
            words.win_truce(winning["last_year"]) if winning.get("last_year") else "",
        ]
    elif winning.get("by") == "objectives":
        lines = [_objectives(desk, power, goal) for power, goal in winning.get("hold", {}).items()]
        lines += [words.win_hold_means(winning.get("bases", True)), words.win_hold_last(winning["turns"])]
    else:
        lines = [words.win_centres(needed, winning.get("of", 0))]
        if winning.get("last_year"):
            lines.append(words.win_time(winning["last_year"]))
    agreed = [kind for kind in ("peace", "draw", "concession") if winning.get(kind)]
    lines += [getattr(words, f"win_{kind}")() for kind in agreed]
    if counts:
        lines.append(_ahead(desk, winning, counts))
    return [Section(words.section_winning(), [Paragraphs([line for line in lines if line])])]


def _objectives(desk: Desk, power: str, goal: Mapping[str, Any]) -> str:
    places = [
        [desk.names.code_place(place) for place in goal.get(part) or ()] for part in ("all_of", "any_of")
    ]
    return str(desk.words.win_hold(desk.names.power(power), *places))


def _ahead(desk: Desk, winning: Mapping[str, Any], counts: Mapping[str, Mapping[str, int]]) -> str:
    by = "points" if winning.get("by") == "points" else "centres"
    most = max((int(count.get(by, 0)) for count in counts.values()), default=0)
    leaders = [power for power in counts if int(counts[power].get(by, 0)) == most]
    leaders.sort(key=desk.names.rank)
    if not most or len(leaders) == len(counts):
        return ""
    return str(desk.words.win_ahead(desk.names.powers(leaders), most, by == "points"))
