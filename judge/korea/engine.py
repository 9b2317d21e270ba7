"""The engine of the Korean War game behind the seam of judge/engine.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import cast

from judge.chance import Chance, NoChance
from judge.engine import Choices, Json, Line, Orders, Outcome, Owed, Parsed, Phase, Resolution
from judge.korea import course
from judge.korea.data import EAST, POWERS, WEST, read_data
from judge.korea.luck import KeyedLuck, Luck
from judge.korea.orders import ARMY, ARMY_ACTS, COMMUNIST, COUNTERATTACK, RETURN, read_order, write_order
from judge.korea.position import (
    ACTION,
    INTERRUPT,
    REACTION,
    WITHDRAWAL,
    Position,
    army_side,
    cup,
    dump,
    load,
    phase_id,
)
from judge.korea.rules import Value, resolve
from judge.korea.war import War
from judge.variants.model import Variant

EVENT_KINDS = frozenset(
    {
        "korea_drawn", "korea_supply_drawn", "korea_hand_drawn", "korea_occupied", "korea_redeployed", "korea_attack",
        "korea_entered", "korea_laid_aside", "korea_held", "korea_plan", "korea_turn_over", "korea_victory", "korea_both_hold",
        "order_result", "korea_back_to_cup", "korea_returned", "korea_isolated", "korea_draw", "korea_turn_begins",
    }
)  # fmt: skip
_WORDS = {INTERRUPT: "COMMUNIST", REACTION: "COUNTERATTACK", WITHDRAWAL: "RETURN"}
_DEFAULTS = {
    INTERRUPT: "COMMUNIST HOLD", REACTION: "COUNTERATTACK HOLD", WITHDRAWAL: "RETURN NONE",
}  # fmt: skip
_GROUPS = {ACTION: ARMY, INTERRUPT: COMMUNIST, REACTION: COUNTERATTACK, WITHDRAWAL: RETURN}


class KoreaEngine:
    """Made from a loaded variant and the game's rule options; holds no game state.

    Raises VariantError when a rule option is unknown or [korea] in variant.toml is faulty.
    """

    def __init__(self, variant: Variant, rules: Mapping[str, Value]):
        self.variant = variant
        self.rules = resolve(variant.rules, rules, f"variant {variant.id}")
        self.data = read_data(variant)

    @property
    def powers(self) -> tuple[str, ...]:
        """East and West."""
        return POWERS

    @property
    def event_kinds(self) -> frozenset[str]:
        """Every kind of event it makes."""
        return EVENT_KINDS

    def war(self, position: Position, luck: Luck | None = None) -> War:
        """A position being played on; without luck only to look at what is possible."""
        return War(self.data, self.rules, position, luck or KeyedLuck(NoChance(), ""), phase_id(position))

    def start(self, chance: Chance) -> Resolution[Position]:
        """All chits in the cup, nobody on the map; drawn until somebody has to decide."""
        empty = Position(turn=1, kind=ACTION, step=0)
        war = War(self.data, self.rules, empty, KeyedLuck(chance, "start"), "start")
        kind = course.run(war)
        return Resolution(war.frozen(kind, 1), tuple(war.events))

    # --- the phase

    def phase(self, position: Position) -> Phase:
        """The phase this position is in: one decision of one side, or the end of a turn for both."""
        label: dict[str, object] = {"turn": position.turn, "step": position.step}
        if position.drawn:
            label["chit"] = position.drawn
        return Phase(
            id=phase_id(position),
            kind=position.kind,
            turn=position.turn,
            label=label,
            press=True,
            owed=self._owed(position),
        )

    def _owed(self, position: Position) -> tuple[Owed, ...]:
        match position.kind:
            case "action":
                side = army_side(self.data, position.drawn, position.supply_out)
                return (Owed(side, "korea_action", True, (position.drawn,), 1, each=True),)
            case "interrupt":
                return (Owed(EAST, "korea_communist", True, ("COMMUNIST",), 1, each=True),)
            case "reaction":
                return (Owed(WEST, "korea_counterattack", True, ("COUNTERATTACK",), 1, each=True),)
            case "withdrawal":
                return tuple(Owed(side, "korea_return", False, ("RETURN",), 1, each=True) for side in POWERS)
        return ()

    # --- orders

    def parse(
        self, position: Position, power: str | None, lines: Sequence[Line], *, strict: bool = False
    ) -> Parsed:
        """Read what a player wrote, in either language (judge/korea/notation.py). Never raises."""
        notation = import_module("judge.korea.notation")
        return cast(Parsed, notation.parse(self, position, power, lines, strict=strict))

    def canonical(self, position: Position, power: str, orders: Sequence[str]) -> tuple[str, ...]:
        """The answer (or what happens without one) to what this power owes, then the lines of a plan sent with it."""
        answers = [text for text in orders if not text.startswith(("PLAN ", "CANCEL"))]
        lines = [text for text in orders if text.startswith(("PLAN ", "CANCEL")) and read_order(text)]
        if not any(owed.power == power for owed in self._owed(position)):
            return tuple(lines)
        order = course.answer_for(answers, _GROUPS[position.kind])
        if order is None:
            return (self._default(position, power), *lines)
        text = write_order(order)
        return (f"{position.drawn} {text}" if order.act in ARMY_ACTS else text, *lines)

    def _default(self, position: Position, power: str) -> str:
        if position.kind != ACTION:
            return _DEFAULTS[position.kind]
        chosen = course.choice(self.war(position), power, ARMY, mind_halt=False)
        done = write_order(chosen.order.plain) if chosen.order else "ASIDE"
        return f"{position.drawn} {done}"

    def legal(self, position: Position, power: str) -> Choices:
        """What this power may answer now."""
        if not any(owed.power == power for owed in self._owed(position)):
            return Choices({})
        war = self.war(position)
        if position.kind == ACTION:
            texts = [f"{position.drawn} {write_order(order)}" for order in war.actions(power)]
            return Choices({position.drawn: tuple(texts)})
        if position.kind == WITHDRAWAL:
            texts = [f"RETURN {at}:{chit}" for at, chit in war.returnable(power)]
        else:
            texts = [write_order(order) for order in war.hand_actions(power)]
        return Choices({_WORDS[position.kind]: (_DEFAULTS[position.kind], *texts)})

    # --- results

    def adjudicate(self, position: Position, orders: Orders, chance: Chance) -> Resolution[Position]:
        """Carry out the answers, or what holds for silence, and play on to the next decision or the end."""
        if position.outcome is not None:
            return Resolution(position, ())
        war = self.war(position, KeyedLuck(chance, phase_id(position)))
        answers = {side: orders.get(side, ()) for side in POWERS}
        for side in POWERS:
            course.file_plan(war, side, answers[side])
        course.settle(war, position.kind, answers)
        kind = course.run(war)
        return Resolution(war.frozen(kind, position.step + 1), tuple(war.events))

    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None."""
        return Outcome(*position.outcome) if position.outcome else None

    # --- data

    def view(self, position: Position, viewer: str | None) -> Json:
        """Everything is public but plans: a side sees only its own (docs/rules/korea.md, Mail)."""
        war = self.war(position)
        units: dict[str, list[str]] = {side: [] for side in POWERS}
        for at, chit, side in position.board:
            units[side].append(f"{chit} {at}")
        view: Json = {
            "phase": phase_id(position),
            "units": units,
            "board": [list(one) for one in position.board],
            "cup": list(cup(self.data, position)),
            "aside": list(position.aside),
            "hands": {side: list(position.hands[side]) for side in POWERS},
            "gone": list(position.gone),
            "turn": position.turn,
            "turns": self.data.turns,
            "events": position.events,
            "announced": position.announced,
            "supply_out": position.supply_out,
            "bases": {side: sorted(war.field.bases(side) & war.field.held(side)) for side in POWERS},
            "asked": self._asked(position, war),
        }
        if viewer in POWERS:
            view["plan"] = list(position.plans[viewer])
        return view

    def _asked(self, position: Position, war: War) -> Json | None:
        """Who is asked for what, with every possible answer and the die it needs (0: no die)."""
        owed = self._owed(position)
        if len(owed) != 1:
            return None
        side = owed[0].power
        options = []
        for order in war.actions(side) if position.kind == ACTION else war.hand_actions(side):
            fights = order.act in ("attack", "raid", "enter", "land") and war.field.holder(order.hex) not in (
                "",
                side,
            )
            need = war.field.odds(side, order.hex).need if fights else 0
            options.append({"order": write_order(order), "need": need if fights else None})
        return {"power": side, "chit": position.drawn, "options": options}

    def dump(self, position: Position) -> Json:
        """The position as plain JSON."""
        return dump(position)

    def load(self, data: Json) -> Position:
        """Read a dumped position. Raises DataError naming what is wrong."""
        return load(self.data, data)
