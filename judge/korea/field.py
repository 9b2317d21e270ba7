"""The board in play, as it changes: who controls a hex, which hexes are bases, what may be attacked and occupied, and at what odds.

Sections named are those of docs/rules/korea.md; the words of source 002 in brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from judge.korea.data import ARMY, COUNTERATTACK, EAST, OTHER, OWN_ZONE, WEST, Data


class Reason(StrEnum):
    """Why an order is not possible. Each has a sentence in every language."""

    NO_ENEMY = "korea_no_enemy"
    ENEMY_THERE = "korea_enemy_there"
    NO_BASE = "korea_no_base"
    FORBIDDEN = "korea_forbidden_hexside"
    PARALLEL = "korea_parallel"
    NOTHING_TO_TAKE = "korea_nothing_to_take"
    NO_HAND = "korea_no_hand"
    NOT_ENTRY = "korea_not_entry"
    NOT_NORTH = "korea_not_north"
    NOT_NOW = "korea_not_now"
    NOT_YOURS = "korea_not_yours"
    UNREADABLE = "korea_unreadable"
    DIE = "korea_die"


@dataclass(frozen=True, slots=True)
class Odds:
    """The die's modifiers one by one, and the smallest die that wins (1 or less: cannot fail; above 6: cannot succeed)."""

    support: int
    enemies: int
    first_turn: int
    need: int

    @property
    def modifier(self) -> int:
        """Their sum."""
        return self.support + self.enemies + self.first_turn


class Field:
    """Counters on the map: chit → (hex, side). `turn` for the rules of turn 1."""

    def __init__(
        self, data: Data, rules: Mapping[str, bool], counters: Mapping[str, tuple[str, str]], turn: int
    ) -> None:
        self.data = data
        self.rules = rules
        self.counters = dict(counters)
        self.turn = turn

    # --- who is where

    def at(self, hex_id: str, side: str | None = None) -> list[str]:
        """Chits in a hex, armies first, then by id (the order in which they are lost, point 8)."""
        found = [
            chit
            for chit, (where, whose) in self.counters.items()
            if where == hex_id and side in (None, whose)
        ]
        return sorted(found, key=lambda chit: (self.data.chits[chit].kind != ARMY, chit))

    def holder(self, hex_id: str) -> str:
        """Whose counters stand in a hex, "" for none."""
        return next((side for where, side in self.counters.values() if where == hex_id), "")

    def controller(self, hex_id: str) -> str:
        """Who controls a hex (支配): who stands there; empty, the side it lies on; nobody for an empty parallel hex."""
        zone = self.data.zone[hex_id]
        return self.holder(hex_id) or next((side for side, own in OWN_ZONE.items() if own == zone), "")

    def held(self, side: str) -> set[str]:
        """Hexes in which a side has counters."""
        return {where for where, whose in self.counters.values() if whose == side}

    def marked(self, hex_id: str) -> bool:
        """Whether a counter-attack marker stands there."""
        return any(self.data.chits[chit].kind == COUNTERATTACK for chit in self.at(hex_id))

    def connected(self, side: str) -> set[str]:
        """Hexes of a side from which a chain of its counters leads to one on the 38th parallel."""
        held = self.held(side)
        reached = {one for one in held if self.data.zone[one] == "parallel"}
        if self.rules["marker_anchors_connection"]:
            reached |= {one for one in held if self.marked(one)}
        queue = list(reached)
        while queue:
            for near in self.data.near[queue.pop()]:
                if near in held and near not in reached:
                    reached.add(near)
                    queue.append(near)
        return reached

    def bases(self, side: str) -> set[str]:
        """Every base (拠点) of a side, occupied or not."""
        linked = self.connected(side)
        found = set()
        for one in self.data.hexes:
            if self.controller(one) != side:
                continue
            own = self.data.zone[one] == OWN_ZONE[side]
            if own or one in linked or (side == WEST and self.marked(one)):
                found.add(one)
        return found

    def isolated(self, side: str) -> list[str]:
        """Chits of a side that stand in no base."""
        bases = self.bases(side)
        return sorted(
            chit for chit, (at, whose) in self.counters.items() if whose == side and at not in bases
        )

    def wins(self, side: str) -> bool:
        """Whether a side holds its objectives: a counter of its own there, in a base (point 18)."""
        goal = self.data.goals[side]
        good = self.held(side)
        if self.rules["victory_needs_base"]:
            good &= self.bases(side)
        return set(goal.all_of) <= good and (not goal.any_of or bool(good & set(goal.any_of)))

    # --- what is possible

    def crossing_barred(self, side: str) -> bool:
        """Whether the West may not go north of the 38th parallel: as long as the East stands south of it."""
        return side == WEST and any(self.data.zone[one] == "south" for one in self.held(EAST))

    def _exempt(self, target: str) -> bool:
        """Whether an action at this hex is based on a Wonsan that holds a marker (point 16)."""
        return any(
            self.marked(one) and (one == target or one in self.data.near[target]) for one in self.data.exempt
        )

    def _without_base(self, side: str, target: str) -> bool:
        """Turn 1: the East needs no base for a parallel hex."""
        return side == EAST and self.turn == 1 and self.data.zone[target] == "parallel"

    def _sources(self, side: str) -> set[str]:
        """Hexes from which a side may attack."""
        found = self.bases(side)
        if not self.rules["empty_hex_is_attack_source"]:
            found &= self.held(side)
        if self.rules["isolated_is_attack_source"]:
            found |= self.held(side)
        return found

    def _barrier(self, target: str, sources: set[str]) -> Reason:
        """No source touches the target: is there one behind a forbidden hexside?"""
        apart = {one for pair in self.data.forbidden if target in pair for one in pair if one != target}
        return Reason.FORBIDDEN if apart & sources else Reason.NO_BASE

    def why_no_attack(self, side: str, target: str) -> Reason | None:
        """Why an army of this side cannot attack there; None when it can (002 行動内容 1)."""
        if self.holder(target) != OTHER[side]:
            return Reason.NO_ENEMY
        if self._without_base(side, target):
            return None
        sources = self._sources(side)
        if not sources & self.data.near[target]:
            return self._barrier(target, sources)
        if self.data.zone[target] == "north" and self.crossing_barred(side) and not self._exempt(target):
            return Reason.PARALLEL
        return None

    def why_no_occupation(self, side: str, target: str) -> Reason | None:
        """Why an army of this side cannot be placed there; None when it can (002 行動内容 2)."""
        if self.holder(target) == OTHER[side]:
            return Reason.ENEMY_THERE
        if self.data.zone[target] == OWN_ZONE[side] or self._without_base(side, target):
            return None
        sources = self.bases(side) & self.held(side)
        if not (sources & self.data.near[target] or (self.rules["defend_in_place"] and target in sources)):
            return self._barrier(target, sources)
        if self.data.zone[target] == "north" and self.crossing_barred(side) and not self._exempt(target):
            return Reason.PARALLEL
        return None

    def why_no_raid(self, target: str) -> Reason | None:
        """Why a communist force cannot raid there: a West counter north of the parallel is needed."""
        zones = {"north", "parallel"} if self.rules["raid_may_hit_parallel"] else {"north"}
        if self.data.zone[target] not in zones:
            return Reason.NOT_NORTH
        return None if self.holder(target) == WEST else Reason.NO_ENEMY

    def intruded(self) -> bool:
        """Whether a West counter stands north of the parallel, so that communist forces may be used (point 14)."""
        return any(self.data.zone[one] == "north" for one in self.held(WEST))

    def armies(self, side: str) -> list[tuple[str, str]]:
        """(hex, chit) of every army of a side on the map, in order."""
        return sorted(
            (at, chit)
            for chit, (at, whose) in self.counters.items()
            if whose == side and self.data.chits[chit].kind == ARMY
        )

    def odds(self, side: str, target: str) -> Odds:
        """The modifiers of an attack on this hex."""
        near = self.data.near[target]
        occupied = self.bases(side) & self.held(side) & near
        support = self.data.support if len(occupied) >= 2 else 0
        enemies = -sum(1 for at, whose in self.counters.values() if whose == OTHER[side] and at in near)
        first = self.data.first_turn_bonus if side == EAST and self.turn == 1 else 0
        return Odds(support, enemies, first, self.data.success - support - enemies - first)
