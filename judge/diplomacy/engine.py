"""The engine of the Diplomacy family behind the seam of judge/engine.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.diplomacy import adjustments, choices, phases, victory
from judge.diplomacy.board import board_for
from judge.diplomacy.calendar import KIND_NAMES, phase_name, turn_number
from judge.diplomacy.collect import Collected, text_of
from judge.diplomacy.dump import dump, dump_state, load
from judge.diplomacy.legality import Situation, why_void
from judge.diplomacy.orders import BUILD, HOLD, MOVEMENT_KINDS, NO_ORDER, Order, read_order
from judge.diplomacy.position import ADJUSTMENTS, MOVEMENT, Position
from judge.diplomacy.reasons import Reason
from judge.diplomacy.rules import Value, resolve
from judge.engine import Choices, Json, Line, Orders, Outcome, Owed, Parsed, Phase, Resolution
from judge.variants.model import Variant

if TYPE_CHECKING:
    from judge.chance import Chance

EVENT_KINDS = frozenset(
    {
        "order_result", "dislodged", "standoff", "ownership", "counts", "civil_disorder",
        "built", "disbanded", "waived", "eliminated", "victory",
    }
)  # fmt: skip


class DiplomacyEngine:
    """Made from a loaded variant and the game's rule options; holds no game state.

    Raises VariantError when a rule option is unknown or has a value that is not allowed.
    """

    def __init__(self, variant: Variant, rules: Mapping[str, Value]):
        self.variant = variant
        self.rules = chosen = resolve(variant.rules, rules, f"variant {variant.id}")
        self.board = board = board_for(
            variant,
            disputed_links=bool(chosen["disputed_links"]),
            fleet_bridges=bool(chosen["fleet_bridges"]),
            island_convoy=bool(chosen["island_convoy"]),
        )
        needed = int(chosen["victory_centres"]) or variant.victory
        self.game = phases.Game(board, chosen, variant.calendar, needed)

    @property
    def powers(self) -> tuple[str, ...]:
        """Power ids in the variant's order."""
        return self.board.powers

    @property
    def event_kinds(self) -> frozenset[str]:
        """Every kind of event it makes."""
        return EVENT_KINDS

    def start(self, chance: Chance) -> Resolution[Position]:
        """The first movement phase. Nothing is left to chance."""
        board, variant = self.board, self.variant
        units = (
            board.unit(board.power_of_id[unit.power], unit.kind == "F", board.location_of[unit.location])
            for unit in variant.start_units
        )
        owners = [-1] * board.size
        for power, centres in variant.start_centres.items():
            for centre in centres:
                owners[board.province_of_id[centre]] = board.power_of_id[power]
        year = variant.calendar.start_year
        return Resolution(Position(year, 0, MOVEMENT, tuple(sorted(units)), (), tuple(owners)), ())

    # --- the phase

    def phase(self, position: Position) -> Phase:
        """The phase this position is in."""
        calendar = self.variant.calendar
        turn = turn_number(calendar, position.year, position.season)
        label = {"season": calendar.seasons[position.season].id, "year": position.year, "turn": turn}
        return Phase(
            id=phase_name(calendar, position.year, position.season, position.kind),
            kind=KIND_NAMES[position.kind],
            turn=turn,
            label=label,
            press=position.kind == MOVEMENT,
            owed=() if position.outcome is not None else self._owed(position),
        )

    def _anyone_owes(self, position: Position) -> bool:
        if position.kind == MOVEMENT:
            return bool(position.units)
        if position.kind == ADJUSTMENTS:
            board, rules = self.board, self.rules
            return any(
                difference and adjustments.due(board, rules, position, power, difference)
                for power, difference in enumerate(adjustments.differences(board, position))
            )
        return any(unit.options for unit in position.dislodged)

    def _owed(self, position: Position) -> tuple[Owed, ...]:
        board = self.board
        if position.kind == ADJUSTMENTS:
            return self._owed_adjustments(position)
        about: dict[int, list[str]] = {}
        if position.kind == MOVEMENT:
            what = "orders"
            for power, fleet, location in position.units:
                about.setdefault(power, []).append(board.unit_text(fleet, location))
        else:
            what = "retreats"
            for power, fleet, location, _, options in position.dislodged:
                if options:
                    about.setdefault(power, []).append(board.unit_text(fleet, location))
        return tuple(
            Owed(board.powers[power], what, True, tuple(units), len(units))
            for power, units in sorted(about.items())
        )

    def _owed_adjustments(self, position: Position) -> tuple[Owed, ...]:
        board, rules = self.board, self.rules
        owed = []
        for power, difference in enumerate(adjustments.differences(board, position)):
            due = adjustments.due(board, rules, position, power, difference)
            if due > 0:
                sites = adjustments.places(board, rules, position, power)
                about = tuple(board.province_ids[site] for site in sites)
                owed.append(Owed(board.powers[power], "builds", True, about, due))
            elif due < 0:
                about = tuple(
                    board.unit_text(unit.fleet, unit.location)
                    for unit in position.units if unit.power == power
                )  # fmt: skip
                owed.append(Owed(board.powers[power], "disbands", True, about, -due))
        return tuple(owed)

    # --- orders

    def parse(
        self, position: Position, power: str | None, lines: Sequence[Line], *, strict: bool = False
    ) -> Parsed:
        """Read what a player wrote, in either language (judge/diplomacy/notation.py). Never raises."""
        from judge.diplomacy.notation import parse

        return parse(self, position, power, lines, strict=strict)

    def why_void(self, position: Position, power: str | None, text: str) -> Reason | None:
        """Why this canonical order is void as the board stands, before other orders are known; None when it is not.

        power None: whose unit it is does not matter.
        """
        board = self.board
        order = read_order(board, text)
        if isinstance(order, Reason):
            return order
        if position.kind == MOVEMENT:
            if order.kind not in MOVEMENT_KINDS:
                return Reason.WRONG_PHASE
            situation = Situation(board, self.rules, position.units, position.owners)
            index = situation.at[order.place]
            if index < 0:
                return Reason.NO_SUCH_UNIT
            if power is not None and board.powers[position.units[index].power] != power:
                return Reason.FOREIGN_UNIT
            return why_void(situation, index, order)
        owner = power
        if owner is None:
            owner = self._owner_at(position, order)
        made = phases.step(self.game, position, {owner: [text]})
        for result in made.results:
            if result.verdict == "void" and result.power == owner:
                return Reason(result.reason)
        return None

    def _owner_at(self, position: Position, order: Order) -> str:
        """Whom an order of a retreat or adjustment phase concerns, where the writer is not known."""
        board = self.board
        if order.kind == BUILD:
            owner = board.home_power[order.place]
            return board.powers[max(owner, 0)]
        for unit in position.dislodged or position.units:
            if board.province_of[unit.location] == order.place:
                return board.powers[unit.power]
        return board.powers[0]

    def canonical(self, position: Position, power: str, orders: Sequence[str]) -> tuple[str, ...]:
        """The full order set as it would be adjudicated, defaults filled in."""
        number = self.board.power_of_id[power]
        if position.kind == MOVEMENT:
            return self._canonical_movement(position, number, orders)
        made = phases.step(self.game, position, {power: orders})
        if position.kind != ADJUSTMENTS:
            units = [
                self.board.unit_text(u.fleet, u.location) for u in position.dislodged if u.power == number
            ]
            found = {r.unit: r.order for r in made.results if r.power == power and r.unit in units}
            return tuple(found[unit] for unit in units)
        given = [r.order for r in made.results if r.power == power and r.verdict == "succeeds"]
        for event in made.events:
            if event.facts.get("power") != power:
                continue
            if event.kind == "civil_disorder":
                given.append(f"{event.facts['unit']} D")
            elif event.kind == "waived":
                waived = sum(text == "WAIVE" for text in given)
                given += ["WAIVE"] * (event.facts["count"] - waived)
        return tuple(given)

    def _canonical_movement(self, position: Position, power: int, orders: Sequence[str]) -> tuple[str, ...]:
        board = self.board
        situation = Situation(board, self.rules, position.units, position.owners)
        collected = Collected(situation, {board.powers[power]: orders})
        texts = []
        for index, unit in enumerate(position.units):
            if unit.power == power:
                order = collected.orders[index]
                if order is NO_ORDER:
                    order = Order(HOLD, unit.fleet, situation.place[index], unit.location)
                texts.append(text_of(situation, index, order))
        return tuple(texts)

    def legal(self, position: Position, power: str) -> Choices:
        """What this power may order now."""
        return choices.choices(self.game, position, self.board.power_of_id[power])

    # --- results

    def step(self, position: Position, orders: Orders) -> phases.Step:
        """Close the phase and come to the one right after it, also when nobody owes anything there."""
        return phases.step(self.game, position, orders)

    def adjudicate(self, position: Position, orders: Orders, chance: Chance) -> Resolution[Position]:
        """Close the phase and run on to the next one in which somebody owes something, or to the end."""
        made = phases.step(self.game, position, orders)
        events = made.events
        position = made.position
        for _ in range(4 * len(self.variant.calendar.seasons)):
            if position.outcome is not None or self._anyone_owes(position):
                break
            made = phases.step(self.game, position, {})
            position = made.position
            events += made.events
        else:
            alive = victory.survivors(self.board, position.owners, position.units)
            position = replace(position, outcome=("draw", alive))
        return Resolution(position, tuple(events))

    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None."""
        if position.outcome is None:
            return None
        kind, winners = position.outcome
        return Outcome(kind, tuple(self.board.powers[power] for power in winners))

    # --- data

    def view(self, position: Position, viewer: str | None) -> Json:
        """The position as plain data; everybody sees all of it."""
        view = dump_state(self.board, position)
        view.setdefault("retreats", {})
        view["phase"] = phase_name(self.variant.calendar, position.year, position.season, position.kind)
        view["counts"] = phases.counts(self.game, position)
        return view

    def dump(self, position: Position) -> Json:
        """The position as plain JSON."""
        return dump(self.board, self.variant.calendar, position)

    def load(self, data: Json) -> Position:
        """Read a dumped position. Raises DataError naming what is wrong."""
        return load(self.board, self.variant.calendar, data)
