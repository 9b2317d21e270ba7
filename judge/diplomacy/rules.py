"""The rule options of the diplomacy engine: one table with allowed values, default and a line of help each.

Sources of the choices: DATC 3.0 chapter 4 (numbers like 4.A.2), docs/rules/colonial.md (S-, T-, H-, B- points), docs/rules/standard.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.errors import VariantError

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option. values: what is allowed, the first being the default; empty means any whole number from 0 (default `number`).

    refused: readings that exist and cannot be played here, each with the reason
    """

    name: str
    values: tuple[Value, ...]
    help: str
    number: int = 0
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def default(self) -> Value:
        """What holds when neither the variant nor the game says otherwise."""
        return self.values[0] if self.values else self.number


OPTIONS: tuple[Option, ...] = (
    # movement, DATC 4.A
    Option("convoy_paradox", ("szykman", "1971", "1982", "2000", "all-hold"),
           "4.A.2: what happens when a convoy depends on itself"),
    Option("convoy_routes", ("any", "all"),
           "4.A.1: a convoy works while any ordered route is whole, or only while all are"),
    Option("convoy_to_neighbour", ("2023", "1971", "fallback", "explicit", "always"),
           "4.A.3: when an army goes by sea to a province it could walk to",
           refused=(("1982", "that book goes by what the player meant, which only people can judge"),)),
    Option("convoyed_attack_cuts_own_target", (False, True),
           "4.A.4: a convoyed army cuts support that is aimed at the province it came from"),
    Option("retreat_to_convoyed_attacker", ("open", "closed"),
           "4.A.5: whether one may retreat to where a convoyed attacker came from"),
    Option("dislodged_by_convoy_bounces", (True, False),
           "4.A.7: a unit dislodged by one with which it changed places by sea still bounces others"),
    # orders, DATC 4.B to 4.E
    Option("coast_missing", ("void", "first"),
           "4.B.1: coast left out, several in reach: void, or the first one of the map's table"),
    Option("coast_single", ("infer", "void"), "4.B.2: coast left out, one in reach"),
    Option("coast_wrong", ("void", "correct"), "4.B.3: a coast out of reach was named, one other is in reach"),
    Option("support_coast", ("may-omit", "own-only", "required", "ignored"),
           "4.B.4: coast of the destination in support orders"),
    Option("unit_coast", ("ignored", "void"), "4.B.5, 4.B.6: a wrong coast written for the ordered unit itself"),
    Option("build_coast", ("void", "first"), "4.B.7: coast left out in a fleet build"),
    Option("impossible_moves", ("hold", "on-board", "move"),
           "4.E.1: a move that cannot work now is a hold (d); counts as a move if it could work in some position (c); any move counts (a, b)"),
    Option("conflicting_orders", ("none", "first", "last"),
           "4.D.3: several different orders for one unit in one set: which counts"),
    # adjustments, DATC 4.C and 4.D
    Option("too_many_builds", ("first", "last", "none"), "4.D.4: which builds count when too many are ordered"),
    Option("same_build_twice", ("first", "last", "none"), "4.D.5: several builds for one province"),
    Option("too_many_disbands", ("first", "last", "civil-disorder"),
           "4.D.6: which disbands count when too many are ordered"),
    Option("fleet_built_inland", ("void", "army"), "4.C.4: a fleet ordered to be built inland"),
    Option("civil_disorder", ("2023", "home"),
           "4.D.8: who is disbanded unordered: farthest from any owned centre, or from a home centre"),
    # retreats, 001 chapter 10
    Option("retreat", ("standard", "as-written", "never"),
           "standard: not to the attacker's origin nor to contested places; as-written: to both (001 chapter 10); "
           "never: dislodged units are disbanded (000)"),
    # builds and victory
    Option("builds", ("ordered", "automatic"),
           "automatic: every owned empty centre gets an army, nothing is ordered (000)"),
    Option("build_places", ("home", "any"), "where builds are possible: own home centres or any own centre"),
    Option("victory", ("centres", "points"),
           "centres: victory_centres supply centres and more than anybody else; points: domination, and truce after the last year (000)"),
    Option("victory_centres", (), "centres (or points) needed to win; 0: as the variant says"),
    Option("home_centre_points", (), "points for one's own home centre under victory = points", 2),
    # Suez canal, colonial points S-a to S-g
    Option("suez", ("explicit", "implied"),
           "S-b: whether the garrison's own power's fleet needs a written permission"),
    Option("canal_permissions", ("one", "any"), "S-a: how many permissions the garrison may write"),
    Option("canal_relief", ("unit", "power"),
           "S-c: the same unit must stay, or any unit of its power may relieve it"),
    Option("canal_support", (False, True), "S-d: support through the canal with permission"),
    Option("canal_retreat", (False, True), "S-e: the garrison's power may retreat through the canal"),
    Option("canal_refused_supportable", (False, True),
           "S-f: a fleet refused the canal may be supported to hold"),
    Option("canal_garrison", ("stays", "free"), "S-g: whether the garrison must stay for its permission to hold"),
    # railway, colonial points T-a to T-n
    Option("railway", ("net", "avalon-hill"), "edition of the railway's rules"),
    Option("railway_orders", ("none", "first", "last"),
           "T-k: which counts when two railway orders are given"),
    Option("railway_hold_support", (False, True),
           "T-m: an army whose legal railway order fails may be supported to hold"),
    Option("railway_stop_after_standoff", (True, False),
           "T-g: a train may stop where others have just stood off"),
    # Hong Kong, colonial points H-a, H-b
    Option("uncounted_owner", ("taker", "nobody"),
           "H-a: who owns the centre after the power took it for which it does not count"),
    Option("uncounted_left", ("stays", "reverts"),
           "H-b: when that power leaves it: stays as it is, or goes back to its builder"),
    # board
    Option("disputed_links", (True, False), "B-a: fleet links that only the written coast rule gives"),
    Option("fleet_bridges", (True, False), "B-e: fleets may use the bridges"),
    Option("island_convoy", (False, True), "B-d: a fleet in a province without coasts may convoy"),
)  # fmt: skip

BY_NAME: Mapping[str, Option] = {option.name: option for option in OPTIONS}


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_value(option: Option, value: Value) -> Value | None:
    """The value in the option's own type ("true" for True, "34" for 34), or None when it is not allowed."""
    if not option.values:
        text = str(value)
        return int(text) if not isinstance(value, bool) and text.isdecimal() else None
    for allowed in option.values:
        if _shown(allowed) == _shown(value):
            return allowed
    return None


def resolve(variant: Mapping[str, Value], game: Mapping[str, Value], where: str) -> dict[str, Value]:
    """Every option's value: the game's over the variant's over the defaults.

    Raises VariantError naming the option when a name is unknown or a value is not allowed.
    """
    chosen: dict[str, Value] = {option.name: option.default for option in OPTIONS}
    for source in (variant, game):
        for name, value in source.items():
            option = BY_NAME.get(name)
            if option is None:
                raise VariantError(f"{where}: no rule option {name!r} (there are: {', '.join(BY_NAME)})")
            read = read_value(option, value)
            if read is None:
                allowed = ", ".join(_shown(v) for v in option.values) or "a whole number from 0"
                why = dict(option.refused).get(_shown(value), "")
                raise VariantError(
                    f"{where}: rule option {name} cannot be {_shown(value)!r}{why and f', because {why}'} (allowed: {allowed})"
                )
            chosen[name] = read
    return chosen
