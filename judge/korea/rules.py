"""The rule options of this game: the points that source 002 leaves open, with what is played unless a game says otherwise.

Numbers are those of the table of doubtful points in docs/rules/korea.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.errors import VariantError

Value = bool | int | str

OPTIONS: Mapping[str, tuple[bool, str]] = {
    "marker_anchors_connection": (False, "1: counters chained to a counter-attack marker are connected"),
    "landing_on_turn_ending_event": (False, "2: a marker may be used on the event that ends the turn"),
    "landing_with_marker_just_drawn": (False, "3: a marker may be used on its own draw"),
    "defend_in_place": (True, "4: an army may be placed into an occupied base itself"),
    "empty_hex_is_attack_source": (True, "5: attacks may come from an empty hex of the own side"),
    "isolated_is_attack_source": (False, "6: attacks may come from an isolated counter"),
    "stack_hit_to_cup": (
        False,
        "7: an army that won against a stack and cannot be placed goes into the cup at once",
    ),
    "raid_may_hit_parallel": (False, "10: a communist raid may hit a parallel hex"),
    "victory_needs_base": (True, "18: objectives count only when they are bases"),
}
"""Each option: what holds by default, and what it means when true."""


def resolve(variant: Mapping[str, Value], game: Mapping[str, Value], where: str) -> dict[str, bool]:
    """Every option's value: the game's over the variant's over the defaults.

    Raises VariantError naming the option when a name is unknown or a value is neither true nor false.
    """
    chosen = {name: default for name, (default, _) in OPTIONS.items()}
    for name, value in (*variant.items(), *game.items()):
        if name not in OPTIONS:
            raise VariantError(f"{where}: no rule option {name!r} (there are: {', '.join(OPTIONS)})")
        text = str(value).lower()
        if text not in ("true", "false"):
            raise VariantError(f"{where}: rule option {name} cannot be {value!r} (allowed: true, false)")
        chosen[name] = text == "true"
    return chosen
