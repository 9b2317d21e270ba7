"""What every form of order needs: whose unit is meant, what is said when it is not there, how an order is made of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.diplomacy.orders import CONVOY, HOLD, Order
from judge.diplomacy.resolve import Lookup, Standing
from judge.diplomacy.sentence import Clause, Place, Unit, Word

MAX_MOVERS = 6
"""So many orders are suggested for a move that names no unit."""


@dataclass(frozen=True, slots=True)
class Read:
    """One order read from a clause.

    key      what it is for
    default  it only stands where nothing else is ordered
    bare     nothing but the unit was written
    """

    key: str
    order: Order
    default: bool = False
    start: int = -1
    end: int = -1
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Loose:
    """Canal permissions that are not part of the order of the unit at the canal. unit: whose order they stand on, "" for nobody's."""

    riders: tuple[tuple[int, int], ...]
    unit: str
    look: Lookup
    start: int
    end: int


class ClauseReader:
    """Looks up the units of the clauses of one line. `last` is the build or disband word of the clause before.

    previous: the order of the line before; moves: the moves of the lines before, by place
    loose: permissions that could not be put where they belong, for the reader of the whole mail
    """

    def __init__(self, lookup: Lookup, folded: str) -> None:
        self.look = lookup
        self.board = lookup.board
        self.text = folded
        self.last = ""
        self.loose: list[Loose] = []
        self.previous: Order | None = None
        self.moves: dict[int, Order] = {}

    def _own(self, clause: Clause) -> Standing | None:
        """The unit that is ordered; refused when it is not there or belongs to somebody else."""
        assert clause.unit is not None
        unit = self._unit(clause.unit)
        if unit is None or not self.look.scene.certain:
            return unit
        place = clause.unit.place
        province = self.board.province_of[unit.location]
        if self.look.scene.at(province) is None:
            self._no_unit(clause, place, province)
            return None
        power = self.look.power
        if self.look.scene.phase == "retreat" and province not in self.look.scene.dislodged:
            self.look.add_word("not_dislodged", place.word, unit=self.look.name(unit))
            return None
        if power is not None and unit.power != power:
            self.look.add_word(
                "foreign_unit", place.word, unit=self.look.name(unit), power=self.board.powers[unit.power]
            )
            return None
        return unit

    def _no_unit(self, clause: Clause, place: Place, province: int) -> None:
        """Nobody stands there: told with the own units, and with those that could do the same move."""
        scene, power = self.look.scene, self.look.power
        pool = scene.dislodged if scene.phase == "retreat" else scene.units
        own = [unit for _, unit in sorted(pool.items()) if power is None or unit.power == power]
        self.look.add_word(
            "no_unit",
            place.word,
            suggestions=self._same_move(clause, own) if power is not None else (),
            province=self.board.province_ids[province],
            units=[self.look.name(unit) for unit in own],
        )

    def _same_move(self, clause: Clause, own: list[Standing]) -> list[str]:
        """What units that are there could be ordered to make the move of this clause; [] when they are many or none."""
        dest = clause.dest
        if clause.form != "move" or dest is None or not dest.known or self.look.scene.phase != "movement":
            return []
        ids = self.look.meaning(dest)
        if len(ids) != 1:
            return []
        there = self.board.province_of_id[ids[0]]
        able = [unit for unit in own if there in self.board.reach_provinces(unit.fleet, unit.location)]
        orders = []
        for unit in able:
            landings = self.board.landings(unit.location, there) if unit.fleet else (there,)
            orders += [
                f"{self.look.name(unit)} - {self.board.location_names[landing]}" for landing in landings
            ]
        return orders if len(orders) <= 4 else []

    def _plain_province(self, place: Place) -> int:
        """The number of the region meant, -1 where that is not plain; nothing is told."""
        ids = self.look.meaning(place)
        return self.board.province_of_id[ids[0]] if len(ids) == 1 else -1

    def _unit(self, unit: Unit | None) -> Standing | None:
        assert unit is not None
        before = len(self.look.problems)
        found = self.look.unit(unit)
        if any(problem.kind == "unknown_word" for problem in self.look.problems[before:]):
            return None
        return found

    def _other(self, unit: Unit | None) -> Standing | None:
        return self._unit(unit)

    def _army(self, unit: Unit | None) -> Unit | None:
        """What is convoyed is an army, unless a letter or the board says otherwise."""
        if unit is None or unit.kind is not None or self.look.scene.certain:
            return unit
        return replace(unit, kind=Word("a", unit.place.word.start, unit.place.word.start))

    def _order(self, kind: int, unit: Standing, **rest: object) -> Order:
        place = self.board.province_of[unit.location]
        return Order(kind, unit.fleet, place, unit.location, **rest)  # type: ignore[arg-type]

    def _made(self, clause: Clause, order: Order) -> list[Read]:
        riders = self._permissions(clause) if clause.riders else ()
        if riders is None:
            return []
        if riders and self.board.canal is not None and order.place == self.board.canal.via:
            order = order.but(riders=riders)
        elif riders:
            self._set_aside(clause, riders, self.board.unit_text(order.fleet, order.location))
        bare = clause.form == "hold_bare"
        return [Read(self.board.province_ids[order.place], order, False, clause.start, clause.end, bare)]

    def _convoy_short(self, clause: Clause) -> list[Read]:
        """ "F SOJ convoys Kyoto": to where that army was ordered in the lines before, else asked back."""
        place = clause.target.place if clause.target is not None else None
        moved = self.moves.get(self._plain_province(place)) if place is not None else None
        if moved is not None and not moved.fleet:
            unit = self._own(clause)
            if unit is None:
                return []
            order = self._order(
                CONVOY, unit, target=moved.place, dest=moved.dest, dest_location=moved.dest_location
            )
            return self._made(clause, order)
        self.look.add(
            "incomplete", clause.end - 1, clause.end, after=self._raw(clause), expected=("destination",)
        )
        return []

    def _permissions(self, clause: Clause) -> tuple[tuple[int, int], ...] | None:
        """The canal permissions of a clause as (from, to); None when one cannot be read."""
        riders = []
        for rider in clause.riders:
            start = self.look.province(rider.unit.place)
            end = self.look.province(rider.dest)
            if start is None or end is None:
                return None
            self.look._owner(
                rider.unit, self.look.scene.units.get(start) if self.look.scene.certain else None
            )
            riders.append((start, end))
        return tuple(riders)

    def _set_aside(self, clause: Clause, riders: tuple[tuple[int, int], ...], unit: str) -> None:
        first, last = clause.riders[0].unit.place.word, clause.riders[-1].dest.word
        self.loose.append(Loose(riders, unit, self.look, first.start, last.end))

    def _permission(self, clause: Clause) -> list[Read]:
        """ "(SC F MED - RS)" on a line of its own: it belongs to an order that stands elsewhere."""
        riders = self._permissions(clause)
        if riders:
            self._set_aside(clause, riders, "")
        return []

    def _permit(self, clause: Clause) -> list[Read]:
        """ "地中海艦隊の通過を許可": the same in words. Where to need not be said: to the other side of the canal."""
        way = self._way(clause.unit, clause.dest)
        if way is not None:
            self.loose.append(Loose((way,), "", self.look, clause.start, clause.end))
        return []

    def _permits(self, clause: Clause) -> list[Read]:
        """ "A EGY permits F MED - RS": the unit that permits is ordered nothing else, so it holds."""
        unit, way = self._own(clause), self._way(clause.target, clause.dest)
        if unit is None or way is None:
            return []
        order = self._order(HOLD, unit)
        if self.board.canal is not None and order.place == self.board.canal.via:
            return self._made(clause, order.but(riders=(way,)))
        self.loose.append(Loose((way,), self.look.name(unit), self.look, clause.start, clause.end))
        return self._made(clause, order)

    def _way(self, unit: Unit | None, dest: Place | None) -> tuple[int, int] | None:
        """From where to where a permission is for; None when a name is not known."""
        assert unit is not None
        start = self.look.province(unit.place)
        end = self.look.province(dest) if dest is not None else start
        if start is None or end is None:
            return None
        canal = self.board.canal
        if dest is None and canal is not None and start in (canal.a, canal.b):
            end = canal.b if start == canal.a else canal.a
        return start, end

    def _movers(self, clause: Clause) -> list[str]:
        """Orders of own units that could go where a move without a unit goes ("カシュガルへ" under a quoted line)."""
        look, scene = self.look, self.look.scene
        place = clause.dest or (clause.unit.place if clause.unit is not None else None)
        if clause.form != "move_headless" or place is None or not scene.certain or look.power is None:
            return []
        province = look.province(place)
        if province is None:
            return []
        board, retreat = self.board, scene.phase == "retreat"
        sign = "R" if retreat else "-"
        orders: list[str] = []
        for _, unit in sorted((scene.dislodged if retreat else scene.units).items()):
            if unit.power != look.power or province not in board.reach_provinces(unit.fleet, unit.location):
                continue
            ends = board.landings(unit.location, province) if unit.fleet else (province,)
            orders.extend(f"{look.name(unit)} {sign} {board.location_names[end]}" for end in ends)
        return orders[:MAX_MOVERS]

    def _key(self, unit: Standing) -> str:
        return self.board.province_ids[self.board.province_of[unit.location]]

    def _raw(self, clause: Clause) -> str:
        return self.look.raw(clause.start, clause.end)
