"""The war as it goes on: draws, actions, events, ends of turns. Works on a copy of a position and writes down what happens.

Whose decision is wanted is in judge/korea/course.py; here every step is carried out once it is decided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.engine import Event
from judge.korea.data import (
    ARMY,
    COMMUNIST,
    COUNTERATTACK,
    EAST,
    OTHER,
    POWERS,
    SUPPLY,
    WEST,
    Data,
)
from judge.korea.field import Field, Odds, Reason
from judge.korea.luck import Luck
from judge.korea.orders import (
    ARMY_ACTS,
    ASSAULT,
    ATTACK,
    ENTER,
    LAND,
    LOSE,
    OCCUPY,
    RAID,
    REDEPLOY,
    Order,
    read_order,
    write_order,
)
from judge.korea.position import END, Position, army_side, cup


class War:
    """A position being played on. `events`: what has happened, in order."""

    def __init__(
        self, data: Data, rules: Mapping[str, bool], position: Position, luck: Luck, phase: str = ""
    ) -> None:
        self.data = data
        self.rules = rules
        self.luck = luck
        self.phase = phase
        self.turn = position.turn
        self.event_count = position.events
        self.draws = position.draws
        self.dice = position.dice
        self.announced = position.announced
        self.supply_out = position.supply_out
        self.field = Field(
            data, rules, {chit: (at, side) for at, chit, side in position.board}, position.turn
        )
        self.aside = list(position.aside)
        self.hands = {side: list(position.hands[side]) for side in POWERS}
        self.gone = list(position.gone)
        self.drawn = position.drawn
        self.usable = position.usable
        self.skip = position.skip
        self.quiet = set(position.quiet)
        self.plans = {side: list(position.plans[side]) for side in POWERS}
        self.outcome = position.outcome
        self.events: list[Event] = []
        self._order_facts: dict[str, Any] = {}
        self._fight_facts: dict[str, Any] = {}

    def frozen(self, kind: str, step: int) -> Position:
        """The position as it stands now."""
        return Position(
            turn=self.turn,
            kind=END if self.outcome else kind,
            step=step,
            events=self.event_count,
            draws=self.draws,
            dice=self.dice,
            announced=self.announced,
            supply_out=self.supply_out,
            board=tuple(sorted((at, chit, side) for chit, (at, side) in self.field.counters.items())),
            aside=tuple(sorted(self.aside)),
            hands={side: tuple(sorted(self.hands[side])) for side in POWERS},
            gone=tuple(sorted(self.gone)),
            drawn=self.drawn,
            usable=tuple(self.usable),
            skip=self.skip,
            quiet=tuple(sorted(self.quiet)),
            plans={side: tuple(self.plans[side]) for side in POWERS},
            outcome=self.outcome,
        )

    def tell(self, kind: str, /, seen_by: frozenset[str] | None = None, **facts: Any) -> None:
        """Write down what happened."""
        self.events.append(Event(kind, {"turn": self.turn, **facts}, seen_by))

    def cup(self) -> tuple[str, ...]:
        """What is in the cup."""
        return cup(self.data, self.frozen("", 0))

    @property
    def owner(self) -> str:
        """Whose the drawn army is."""
        return army_side(self.data, self.drawn, self.supply_out)

    # --- drawing

    def draw(self) -> str:
        """Draw a chit: an army waits for its order in `drawn`, an event is dealt with at once. Gives the chit."""
        cup_now = self.cup()
        self.draws += 1
        self.skip = False
        self.usable = ()
        chit = self.luck.chit(self.draws, cup_now)
        kind = self.data.chits[chit].kind
        common: dict[str, Any] = {
            "number": self.draws,
            "chit": chit,
            "of": len(cup_now),
            "label": f"{self.phase}/draw/{self.draws}",
        }
        if kind == ARMY:
            self.drawn = chit
            self.tell("korea_drawn", power=self.owner, **common)
            return chit
        held_before = tuple(sorted(self.hands[WEST]))
        self.event_count += 1
        count: dict[str, Any] = {"count": self.event_count, "most": self.data.events_per_turn}
        if kind == SUPPLY:
            first = not self.announced
            self.announced = True
            self.tell("korea_supply_drawn", first=first, **common, **count)
        else:
            side = EAST if kind == COMMUNIST else WEST
            self.hands[side].append(chit)
            self.tell("korea_hand_drawn", power=side, kind=kind, **common, **count)
        if self.supply_out and (not self.turn_over or self.rules["landing_on_turn_ending_event"]):
            just = self.rules["landing_with_marker_just_drawn"]
            self.usable = tuple(sorted(self.hands[WEST])) if just else held_before
        return chit

    @property
    def turn_over(self) -> bool:
        """Whether the turn's last event has been drawn."""
        return self.event_count >= self.data.events_per_turn

    # --- may it be done?

    def why_not(self, side: str, order: Order) -> Reason | None:
        """Why this side cannot carry out this order now, None when it can. Conditions are not looked at."""
        field = self.field
        if order.hex and order.hex not in self.data.zone:
            return Reason.UNREADABLE
        if order.act in ARMY_ACTS:
            if not self.drawn or self.owner != side:
                return Reason.NOT_NOW
            return self._why_no_action(side, order)
        if order.act == LAND:
            if side != WEST:
                return Reason.NOT_YOURS
            if not self.usable:
                return Reason.NOT_NOW
            return None if order.hex in self.data.entries[COUNTERATTACK] else Reason.NOT_ENTRY
        if order.act in (ENTER, RAID):
            if side != EAST:
                return Reason.NOT_YOURS
            if not self.communist_allowed():
                return Reason.NOT_NOW
            if order.act == RAID:
                return field.why_no_raid(order.hex)
            return None if order.hex in self.data.entries[COMMUNIST] else Reason.NOT_ENTRY
        return Reason.NOT_NOW

    def _why_no_action(self, side: str, order: Order) -> Reason | None:
        field = self.field
        if order.act == OCCUPY:
            return field.why_no_occupation(side, order.hex)
        if order.act == REDEPLOY:
            armies = [chit for at, chit in field.armies(side) if at == order.hex]
            found = order.chit in armies if order.chit else bool(armies)
            return None if found else Reason.NOTHING_TO_TAKE
        if order.act == ASSAULT:
            hand = self.hands[side]
            if not hand or (order.spend and order.spend not in hand):
                return Reason.NO_HAND
        return field.why_no_attack(side, order.hex)

    def communist_allowed(self) -> bool:
        """Whether the East may use a communist force instead of the next draw (002 共産軍)."""
        return bool(self.hands[EAST]) and not self.skip and not self.turn_over and self.field.intruded()

    def actions(self, side: str) -> list[Order]:
        """Everything the owner of the drawn army may do with it, attacks first."""
        made = [Order("army", ATTACK, one) for one in self.data.hexes]
        made += [Order("army", ASSAULT, one) for one in self.data.hexes if self.hands[side]]
        made += [Order("army", OCCUPY, one) for one in self.data.hexes]
        made += [Order("army", REDEPLOY, at, chit) for at, chit in self.field.armies(side)]
        return [order for order in made if self.why_not(side, order) is None]

    def hand_actions(self, side: str) -> list[Order]:
        """Everything a side may do now with a chit from its hand."""
        made = [Order("counterattack", LAND, one) for one in self.data.entries[COUNTERATTACK]]
        made += [Order("communist", RAID, one) for one in self.data.hexes]
        made += [Order("communist", ENTER, one) for one in self.data.entries[COMMUNIST]]
        return [order for order in made if self.why_not(side, order) is None]

    # --- doing it

    def act(self, side: str, order: Order, *, by_plan: bool = False) -> None:
        """Carry out an order that is possible."""
        self._order_facts = {"power": side, "order": write_order(order.plain), "by_plan": by_plan}
        told = len(self.events)
        if order.act in (LAND, ENTER, RAID):
            self._use_hand(side, order)
        else:
            self._use_army(side, order)
            self.drawn = ""
        self._result(self.events[told].facts, order)

    def _result(self, facts: Mapping[str, Any], order: Order) -> None:
        """The order in one line, for histories: what it was, and whether its attack was won."""
        text = write_order(order.plain)
        lost = facts.get("won") is False
        self.tell(
            "order_result",
            power=facts["power"],
            unit=facts["chit"],
            order=f"{facts['chit']} {text}" if order.act in ARMY_ACTS else text,
            verdict="fails" if lost else "succeeds",
            reason="korea_die" if lost else "",
            by=[],
            strengths={"need": facts["need"], "die": facts["die"]} if lost else {},
            kind=order.act,
        )

    def _use_army(self, side: str, order: Order) -> None:
        chit = self.drawn
        if order.act == OCCUPY:
            self.field.counters[chit] = (order.hex, side)
            self.tell("korea_occupied", chit=chit, place=order.hex, **self._order_facts)
        elif order.act == REDEPLOY:
            taken = order.chit or next(c for at, c in self.field.armies(side) if at == order.hex)
            del self.field.counters[taken]
            self.tell("korea_redeployed", chit=chit, taken=taken, place=order.hex, **self._order_facts)
        else:
            spent = ""
            if order.act == ASSAULT:
                spent = order.spend or sorted(self.hands[side])[0]
                self.hands[side].remove(spent)
                self.gone.append(spent)
            won, lost, cleared = self._fight(side, order.hex, chit, spent)
            if won and cleared:
                self.field.counters[chit] = (order.hex, side)
            elif not (won and self.rules["stack_hit_to_cup"]):
                self.aside.append(chit)
            self._told_fight(won, lost, cleared, order.hex, chit)

    def _use_hand(self, side: str, order: Order) -> None:
        chit = sorted(self.usable if order.act == LAND else self.hands[side])[0]
        self.hands[side].remove(chit)
        self.skip = side == EAST
        if order.act == LAND:
            self.usable = ()
        if self.field.holder(order.hex) != OTHER[side]:
            self.field.counters[chit] = (order.hex, side)
            self.tell("korea_entered", chit=chit, place=order.hex, **self._order_facts)
            return
        won, lost, cleared = self._fight(side, order.hex, chit, "")
        if not won:
            self.gone.append(chit)
        elif cleared and order.act != RAID:
            self.field.counters[chit] = (order.hex, side)
        else:
            self.hands[side].append(chit)
        self._told_fight(won, lost, cleared, order.hex, chit)

    def _fight(self, side: str, target: str, chit: str, spent: str) -> tuple[bool, str, bool]:
        """Roll and take the defender's loss off: whether it was won, the chit lost, and whether the hex is empty now."""
        odds = self.field.odds(side, target)
        die = 0
        if not spent:
            self.dice += 1
            die = self.luck.die(self.dice)
        won = bool(spent) or die >= odds.need
        self._fight_facts = self._odds_facts(odds) | {
            "die": die,
            "spent": spent,
            "label": f"{self.phase}/die/{self.dice}" if die else "",
        }
        if not won:
            return False, "", False
        lost = self._loss(OTHER[side], target)
        del self.field.counters[lost]
        if self.data.chits[lost].kind == ARMY:
            self.aside.append(lost)
        else:
            self.gone.append(lost)
        return True, lost, not self.field.at(target)

    @staticmethod
    def _odds_facts(odds: Odds) -> dict[str, Any]:
        return {
            "support": odds.support,
            "enemies": odds.enemies,
            "first_turn": odds.first_turn,
            "modifier": odds.modifier,
            "need": odds.need,
        }

    def _told_fight(self, won: bool, lost: str, cleared: bool, target: str, chit: str) -> None:
        stands = self.field.counters.get(chit, ("",))[0] == target
        self.tell(
            "korea_attack",
            chit=chit,
            place=target,
            won=won,
            lost=lost,
            stands=stands,
            gone=chit in self.gone,
            in_hand=any(chit in hand for hand in self.hands.values()),
            **self._fight_facts,
            **self._order_facts,
        )

    def _loss(self, side: str, target: str) -> str:
        """The chit a stack loses: the first one its owner named, else an army before a marker, then the lowest (point 8)."""
        there = self.field.at(target, side)
        for line in self.plans[side]:
            order = read_order(line)
            if order is not None and order.act == LOSE and order.chit in there:
                return order.chit
        return there[0]

    def lay_aside(self, why: str) -> None:
        """The drawn army does nothing. why: "none" no action was possible, "silent" its owner sent nothing."""
        self.tell("korea_laid_aside", power=self.owner, chit=self.drawn, why=why)
        self.aside.append(self.drawn)
        self.drawn = ""

    # --- the end of a turn

    def check_victory(self) -> bool:
        """End the game if one side alone holds its objectives; whether it did."""
        winners = tuple(side for side in POWERS if self.field.wins(side))
        if len(winners) == 1:
            self.outcome = ("solo", winners)
            self.tell("korea_victory", power=winners[0], places=self._objectives(winners[0]))
        elif winners:
            self.tell("korea_both_hold")
        return self.outcome is not None

    def _objectives(self, side: str) -> list[str]:
        goal = self.data.goals[side]
        held = self.field.held(side)
        return [one for one in (*goal.all_of, *goal.any_of) if one in held]

    def begin_turn_end(self) -> bool:
        """After the last event: check victory; in the last turn finish the game. True when players may now return armies."""
        self.tell("korea_turn_over", count=self.event_count)
        self.usable = ()
        if self.check_victory():
            return False
        if self.turn < self.data.turns:
            return True
        self.finish_turn({})
        return False

    def returnable(self, side: str) -> list[tuple[str, str]]:
        """(hex, chit) of the armies a side may take off the map at the end of a turn (point 12)."""
        return self.field.armies(side)

    def finish_turn(self, returns: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Chits laid aside go back, then voluntary returns, then isolated counters; the next turn begins, or the game ends."""
        if self.aside:
            self.tell("korea_back_to_cup", chits=sorted(self.aside))
            self.aside = []
        for side in POWERS:
            for at, chit in returns.get(side, ()):
                if self.field.counters.get(chit) == (at, side):
                    del self.field.counters[chit]
                    self.tell("korea_returned", power=side, chit=chit, place=at)
        lost = [(side, chit) for side in POWERS for chit in self.field.isolated(side)]
        for side, chit in lost:
            at, _ = self.field.counters.pop(chit)
            out = self.data.chits[chit].kind != ARMY
            if out:
                self.gone.append(chit)
            self.tell("korea_isolated", power=side, chit=chit, place=at, gone=out)
        if self.turn >= self.data.turns:
            if not self.check_victory():
                self.outcome = ("draw", POWERS)
                self.tell("korea_draw")
            return
        self.turn += 1
        self.field.turn = self.turn
        self.event_count = 0
        self.skip = False
        self.quiet.clear()
        starts = self.announced and not self.supply_out
        self.supply_out = self.announced
        self.tell("korea_turn_begins", supply=starts)
