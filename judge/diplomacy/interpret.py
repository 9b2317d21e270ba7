"""From the clauses of one line to orders: what each form of sentence means in each phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from judge.diplomacy.board import SEA
from judge.diplomacy.clauses import ClauseReader, Read
from judge.diplomacy.joining import (
    by_particles,
    goes_on,
    joined,
    says_it,
    with_all_spared,
    with_what_is_supported,
)
from judge.diplomacy.orders import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    RAIL,
    RETREAT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    WAIVER,
    Order,
)
from judge.diplomacy.resolve import Standing
from judge.diplomacy.sentence import Clause, Unit

MAX_WAIVES = 40
_VERBS = {
    "hold": "hold", "hold_bare": "hold", "hold_first": "hold", "all_hold": "hold", "move": "move", "move_route": "move",
    "rail": "move", "support": "support", "support_move": "support", "support_rail": "support", "support_busy": "support",
    "support_headless": "support", "mutual": "support", "convoy": "convoy", "convoy_short": "convoy",
    "convoy_headless": "convoy", "move_headless": "move", "mutual_headless": "support", "hold_headless": "hold", "move_supported": "move", "hold_supported": "hold", "retreat": "retreat", "retreat_short": "retreat", "disband": "disband", "build": "build",
    "waive": "build", "rider_alone": "hold", "support_last": "support", "permit": "hold", "permits": "hold",
}  # fmt: skip
_PHASES = {
    "movement": {"hold", "move", "support", "convoy"},
    "retreat": {"move", "retreat", "disband"},
    "adjustment": {"build", "disband"},
}


class Interpreter(ClauseReader):
    """Reads the clauses of one line with a `Lookup`."""

    def clauses(self, clauses: tuple[Clause, ...]) -> list[Read]:
        """The orders of a row of clauses. A clause with a problem that refuses it gives none."""
        found: list[Read] = []
        waiting: Clause | None = None
        if len(clauses) > 1:
            clauses = with_all_spared(clauses)
        for number, clause in enumerate(clauses):
            if clause.form == "hold_bare" and not self.last and self.look.scene.phase == "adjustment":
                # "ウクライナの陸軍とボスニア湾の海軍を撤去": the verb comes once, at the end
                later = (_VERBS[one.form] for one in clauses[number + 1 :] if one.form != "hold_bare")
                self.last = next(later, "")
            if clause.form == "support_headless":
                clause = with_what_is_supported(self.text, clauses[:number], clause)
            elif clause.form == "support":
                clause = by_particles(self.text, clause)
            if waiting is not None:
                if goes_on(self.text, waiting, clause):
                    clause = joined(waiting, clause)
                else:
                    found.extend(self.clause(waiting))
                waiting = None
            if clause.form == "hold_bare":
                waiting = clause
            else:
                found.extend(self.clause(clause))
        if waiting is not None:
            found.extend(self.clause(waiting))
        return found

    def clause(self, clause: Clause) -> list[Read]:
        """The orders of one clause."""
        verb = _VERBS[clause.form]
        phase = self.look.scene.phase
        if clause.form == "hold_bare" and self.last:
            verb = self.last
        elif clause.form == "hold_bare" and phase == "adjustment":
            verb = self._assumed(clause)
        elif clause.form == "hold_bare" and phase == "retreat":
            self.look.add(
                "incomplete", clause.start, clause.end, after=self._raw(clause), expected=("R", "D")
            )
            return []
        elif "RET" in clause.words and clause.form in {"move", "move_headless"}:
            verb = "retreat"
        if clause.form == "disband" and clause.sign and clause.sign != "-":
            self.look.add("not_understood", clause.start, clause.start + 1, word=clause.sign)
            return []
        if not verb:
            return []
        self.last = verb if verb in {"build", "disband"} else ""
        if verb not in _PHASES[phase]:
            self.look.add("wrong_phase", clause.start, clause.end, order=verb, phase=phase)
            return []
        if phase == "retreat":
            return self._retreat(clause, verb)
        if phase == "adjustment":
            return self._adjust(clause, verb)
        return self._handlers()[clause.form](clause)

    def _handlers(self) -> dict[str, Callable[[Clause], list[Read]]]:
        return {
            "hold": self._hold, "hold_bare": self._hold, "hold_first": self._hold, "all_hold": self._all_hold,
            "move": self._move, "move_route": self._move, "rail": self._rail, "support": self._support_hold,
            "support_busy": self._support_hold, "support_move": self._support_move, "support_rail": self._support_move,
            "support_headless": self._headless, "support_last": self._support_last, "mutual": self._mutual, "convoy": self._convoy,
            "convoy_short": self._convoy_short, "convoy_headless": self._convoy_headless,
            "move_supported": self._supported, "hold_supported": self._supported,
            "rider_alone": self._permission, "permit": self._permit, "permits": self._permits, "move_headless": self._headless, "mutual_headless": self._headless, "hold_headless": self._headless,
        }  # fmt: skip

    # --- movement

    def _hold(self, clause: Clause) -> list[Read]:
        unit = self._own(clause)
        if unit is None:
            return []
        return self._made(clause, self._order(HOLD, unit))

    def _all_hold(self, clause: Clause) -> list[Read]:
        """ "全軍維持", "All hold except Rome"; units ordered something else in the same mail are left out by the reader of the mail."""
        scene, power = self.look.scene, self.look.power
        units = (clause.unit, *clause.others) if clause.unit is not None else ()
        spared = [self.look.province(unit.place) for unit in units]
        if None in spared:
            return []
        return [
            Read(self._key(unit), self._order(HOLD, unit), True, clause.start, clause.end)
            for province, unit in sorted(scene.units.items())
            if scene.certain and power is not None and unit.power == power and province not in spared
        ]

    def _move(self, clause: Clause) -> list[Read]:
        assert clause.dest is not None
        if "RAIL" in clause.words:
            return self._rail(clause)
        via = "VIA" in clause.words or "CON" in clause.words
        unit = self._own(replace(clause, unit=self._army(clause.unit)) if via else clause)
        if unit is None:
            self.look.province(clause.dest)
            return []
        if clause.route and not self._route(clause, unit):
            return []
        via = via or bool(clause.route)
        dest = self.look.destination(unit, clause.dest)
        if dest is None:
            return []
        if clause.bare and self._two_holds(clause, unit, dest):
            return []
        order = self._order(
            MOVE, unit, dest=self.board.province_of[dest], dest_location=dest, via=via and not unit.fleet
        )
        return self._made(clause, order)

    def _two_holds(self, clause: Clause, unit: Standing, dest: int) -> bool:
        """Two places side by side where two own units stand: a move, or both hold? Asked back."""
        other = self.look.scene.units.get(self.board.province_of[dest])
        if other is None or not self.look.scene.certain or other.power != unit.power:
            return False
        assert clause.unit is not None
        if clause.unit.kind is not None:
            return False
        one, two = self.look.name(unit), self.look.name(other)
        readings = [f"{one} - {self.board.location_names[dest]}", f"{one} H, {two} H"]
        self.look.add("ambiguous_order", clause.start, clause.end, suggestions=readings, readings=readings)
        return True

    def _route(self, clause: Clause, unit: Standing) -> bool:
        """A convoy route may be written; it must be seas, and is not needed."""
        through = [self.look.province(place) for place in clause.route]
        if None in through:
            return False
        for place, province in zip(clause.route, through, strict=True):
            assert province is not None
            if unit.fleet or self.board.kind[province] != SEA:
                after = (
                    clause.dest if place is clause.route[-1] else clause.route[clause.route.index(place) + 1]
                )
                assert after is not None
                self.look.add_word("not_understood", after.word, word=self.look.written(after.word))
                return False
        first, last = clause.route[0].word, clause.route[-1].word
        names = [self.board.province_ids[province] for province in through if province is not None]
        self.look.add("route_ignored", first.start, last.end, route=names)
        return True

    def _rail(self, clause: Clause) -> list[Read]:
        assert clause.dest is not None
        unit = self._own(clause)
        dest = self.look.province(clause.dest)
        if unit is None or dest is None:
            return []
        return self._made(clause, self._order(RAIL, unit, dest=dest, dest_location=dest, rail=True))

    def _support_hold(self, clause: Clause) -> list[Read]:
        unit, target = self._own(clause), self._other(clause.target)
        named = [self.look.province(one.place) for one in clause.others]
        if clause.dest is not None:
            named.append(self.look.province(clause.dest))
        if unit is None or target is None or None in named:
            return []
        place = self.board.province_of[target.location]
        return self._made(clause, self._order(SUPPORT_HOLD, unit, target=place, target_fleet=target.fleet))

    def _support_move(self, clause: Clause) -> list[Read]:
        assert clause.dest is not None
        unit, target = self._own(clause), self._other(clause.target)
        if unit is None or target is None:
            self.look.province(clause.dest)
            return []
        dest = self.look.destination(target, clause.dest, infer=False)
        if dest is None:
            return []
        order = self._order(
            SUPPORT_MOVE, unit, target=self.board.province_of[target.location], target_fleet=target.fleet,
            dest=self.board.province_of[dest], dest_location=dest, rail="RAIL" in clause.words,
        )  # fmt: skip
        return self._made(clause, order)

    def _supported(self, clause: Clause) -> list[Read]:
        """ "A PAR - BUR supported by A MAR": two orders in one."""
        moves = clause.form == "move_supported"
        first = self._move(clause) if moves else self._hold(clause)
        second = replace(clause, unit=clause.target, target=clause.unit)
        helped = self._support_move(second) if moves else self._support_hold(second)
        return first + helped if first and helped else []

    def _support_of(self, clause: Clause, before: Order) -> list[Read]:
        """ "小樽はそれを支援" below "東京艦隊はオホーツク海へ": support of the order of the line before."""
        unit = self._own(clause)
        if unit is None:
            return []
        moves = before.kind == MOVE
        target: dict[str, Any] = {"target": before.place, "target_fleet": before.fleet}
        if moves:
            target |= {"dest": before.dest, "dest_location": before.dest_location}
        return self._made(clause, self._order(SUPPORT_MOVE if moves else SUPPORT_HOLD, unit, **target))

    def _support_last(self, clause: Clause) -> list[Read]:
        """ "パリ→ブルゴーニュをマルセイユが支援": who supports comes last. Without を the first half is an order of its own too."""
        assert clause.unit is not None
        assert clause.target is not None
        if self.text[
            clause.end - 1 : clause.end
        ].isascii():  # "A PAR - BUR A MAR S": another order that stops early
            self.look.add(
                "incomplete", clause.end - 1, clause.end, after=self._raw(clause), expected=("unit",)
            )
            return []
        helper = replace(clause, unit=clause.target, target=clause.unit)
        helped = self._support_hold(helper) if clause.dest is None else self._support_move(helper)
        linked = "を" in self.text[clause.unit.place.word.end : clause.target.place.word.start]
        if not helped or linked or not self._may_be_own(clause.unit):
            return helped
        alone = replace(clause, target=None)
        first = self._hold(alone) if clause.dest is None else self._move(alone)
        return first + helped if first else []

    def _may_be_own(self, unit: Unit) -> bool:
        """Whether the unit is the writer's, as far as that is known."""
        there = self._unit(unit) if self.look.scene.certain else None
        return there is None or self.look.power is None or there.power == self.look.power

    def _headless(self, clause: Clause) -> list[Read]:
        """An order that names no unit, or nothing to support: asked back with who could be meant."""
        before = self.previous
        bare = clause.form == "support_headless" and clause.dest is None
        if bare and before is not None and before.kind != RAIL and says_it(self.text, clause):
            return self._support_of(clause, before)
        self.look.add(
            "incomplete", clause.start, clause.end,
            after=self._raw(clause), expected=("unit",), suggestions=self._movers(clause),
        )  # fmt: skip
        return []

    def _mutual(self, clause: Clause) -> list[Read]:
        one, other = self._unit(clause.unit), self._other(clause.target)
        if one is None or other is None:
            return []
        found = []
        for unit, target in ((one, other), (other, one)):
            power = self.look.power
            if power is not None and self.look.scene.certain and unit.power != power:
                continue
            place = self.board.province_of[target.location]
            order = self._order(SUPPORT_HOLD, unit, target=place, target_fleet=target.fleet)
            found += self._made(clause, order)
        return found

    def _convoy(self, clause: Clause) -> list[Read]:
        assert clause.dest is not None
        unit, target = self._own(clause), self._other(self._army(clause.target))
        if unit is None or target is None:
            return []
        dest = self.look.destination(Standing(False, target.location, target.power), clause.dest)
        if dest is None:
            return []
        order = self._order(
            CONVOY, unit, target=self.board.province_of[target.location], target_fleet=target.fleet,
            dest=self.board.province_of[dest], dest_location=dest,
        )  # fmt: skip
        return self._made(clause, order)

    def _convoy_headless(self, clause: Clause) -> list[Read]:
        """ "ジャワの陸軍をセイロンへ輸送" names only the army: its own move by convoy."""
        unit = self._unit(clause.unit)
        japanese = not self.text[clause.end - 1 : clause.end].isascii()
        if unit is not None and not unit.fleet and japanese:
            return self._move(replace(clause, words=clause.words | {"VIA"}))
        return self._headless(clause) if unit is not None else []

    # --- retreats and adjustments

    def _retreat(self, clause: Clause, verb: str) -> list[Read]:
        if clause.form == "move_headless":
            return self._headless(clause)
        unit = self._own(clause)
        if unit is None:
            return []
        if verb == "disband":
            return self._made(clause, self._order(DISBAND, unit))
        if clause.form == "retreat_short" or clause.dest is None:
            self.look.add(
                "incomplete", clause.end - 1, clause.end, after=self._raw(clause), expected=("destination",)
            )
            return []
        if clause.form in {"move_route", "rail"}:
            self.look.add_word("not_understood", clause.dest.word, word=self.look.written(clause.dest.word))
            return []
        dest = self.look.destination(unit, clause.dest, order="R")
        if dest is None:
            return []
        return self._made(
            clause, self._order(RETREAT, unit, dest=self.board.province_of[dest], dest_location=dest)
        )

    def _assumed(self, clause: Clause) -> str:
        """What a bare unit in an adjustment phase means: as the clause before it, or the only thing that is possible."""
        assert clause.unit is not None
        province = self.look.province(clause.unit.place)
        if province is None:
            return ""
        there = self.look.scene.units.get(province)
        if not self.look.scene.certain:
            self.look.add(
                "incomplete", clause.end - 1, clause.end, after=self._raw(clause), expected=("B", "D")
            )
            return ""
        verb = "build" if there is None else "disband" if there.power == self.look.power else ""
        if not verb:
            self.look.add(
                "incomplete", clause.end - 1, clause.end, after=self._raw(clause), expected=("B", "D")
            )
            return ""
        self.look.add("adjustment_assumed", clause.start, clause.end, order=verb)
        return verb

    def _adjust(self, clause: Clause, verb: str) -> list[Read]:
        if clause.form == "waive":
            count = min(max(1, clause.number), MAX_WAIVES)
            return [Read("waive", WAIVER, False, clause.start, clause.end)] * count
        assert clause.unit is not None
        if verb == "disband":
            unit = self._own(clause)
            return [] if unit is None else self._made(clause, self._order(DISBAND, unit))
        return self._build(clause, clause.unit)

    def _build(self, clause: Clause, unit: Unit) -> list[Read]:
        province = self.look.province(unit.place)
        if province is None:
            return []
        board = self.board
        if unit.kind is not None:
            fleet = unit.letter == "F"
        elif not board.has_fleets or not board.coasts[province]:
            fleet = False
        else:
            self.look.add_word("kind_unknown", unit.place.word, province=board.province_ids[province])
            return []
        location = self.look.destination(Standing(fleet, province, -1), unit.place, order="B")
        if location is None:
            return []
        order = Order(BUILD, fleet, province, location)
        return [Read(f"build {board.province_ids[province]}", order, False, clause.start, clause.end)]
