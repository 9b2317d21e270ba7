"""One step of a game: close one phase and come to the one right after it, empty or not.

`judge.diplomacy.engine` goes on from there to the next phase in which somebody owes something.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.diplomacy import adjustments, collect, explain, retreats, victory
from judge.diplomacy.board import Board
from judge.diplomacy.calendar import KIND_NAMES, following_season
from judge.diplomacy.collect import Collected
from judge.diplomacy.legality import Situation
from judge.diplomacy.orders import Order, read_order, write_order
from judge.diplomacy.position import ADJUSTMENTS, MOVEMENT, RETREATS, Dislodged, Position
from judge.diplomacy.reasons import Reason
from judge.diplomacy.resolution import Movement
from judge.diplomacy.rules import Value
from judge.diplomacy.special import uncounted_centre
from judge.engine import Event, OrderResult, Orders, Verdict
from judge.variants.model import Calendar

Rules = Mapping[str, Value]
Facts = dict[str, Any]


class Game:
    """What a step needs of a game: its board, rules, calendar, and what wins."""

    __slots__ = ("board", "calendar", "needed", "rules")

    def __init__(self, board: Board, rules: Rules, calendar: Calendar, needed: int):
        self.board = board
        self.rules = rules
        self.calendar = calendar
        self.needed = needed


class Step:
    """The phase right after the given one, the results of the orders, and everything that happened, in order.

    results   what became of the orders
    happened  what came of it besides; `events` is both as events, made when they are asked for
    """

    __slots__ = ("happened", "kind", "lost", "position", "results")

    def __init__(self, position: Position, results: list[OrderResult], happened: list[Event]):
        self.position = position
        self.results = results
        self.happened = happened
        self.kind = ""
        self.lost: frozenset[str] = frozenset()

    @property
    def events(self) -> list[Event]:
        """Results and whatever else happened. A dislodged unit that had nowhere to go needed no order: it has no result here."""
        kind, results = self.kind, self.results
        if self.lost:
            results = [
                each for each in results if each.reason != Reason.NO_ORDER or each.unit not in self.lost
            ]
        return [result_event(result, kind) for result in results] + self.happened


def step(game: Game, position: Position, orders: Orders) -> Step:
    """Close one phase. Total: any orders will do."""
    if position.outcome is not None:
        return Step(position, [], [])
    if position.kind == MOVEMENT:
        made = _movement(game, position, orders)
    elif position.kind == RETREATS:
        made = _retreats(game, position, orders)
    else:
        made = _adjustments(game, position, orders)
    made.kind = KIND_NAMES[position.kind]
    if position.dislodged:
        made.lost = frozenset(
            game.board.unit_text(unit.fleet, unit.location) for unit in position.dislodged if not unit.options
        )
    return made


def result_event(result: OrderResult, kind: str) -> Event:
    """An order's result as an event. kind: the phase's."""
    power, unit, order, verdict, reason, by, strengths, stop = result
    return Event(
        "order_result",
        {
            "power": power,
            "unit": unit,
            "order": order,
            "verdict": verdict,
            "reason": reason,
            "by": by,
            "strengths": strengths,
            "phase": kind,
            "stop": stop,
        },
    )


# --- movement


def resolve_movement(game: Game, position: Position, orders: Orders) -> tuple[Collected, Movement]:
    """The resolved movement phase: what `step` builds on, also for tools that want no events."""
    situation = Situation(game.board, game.rules, position.units, position.owners)
    collected = Collected(situation, orders)
    return collected, Movement(situation, collected.orders)


def _movement(game: Game, position: Position, orders: Orders) -> Step:
    board, rules = game.board, game.rules
    collected, movement = resolve_movement(game, position, orders)
    results = explain.results(movement, collected) + collected.rejected
    events: list[Event] = []
    dislodged: list[Dislodged] = []
    never = rules["retreat"] == "never"
    for index, attacker in sorted(movement.dislodged.items()):
        unit, by = position.units[index], position.units[attacker]
        options = movement.options(index)
        dislodged.append(
            Dislodged(unit.power, unit.fleet, unit.location, movement.closed_origin(index), options)
        )
        facts: Facts = {
            "power": board.powers[unit.power],
            "unit": board.unit_text(unit.fleet, unit.location),
            "by": board.unit_text(by.fleet, by.location),
            "by_power": board.powers[by.power],
            "options": tuple(board.location_names[option] for option in options),
            "disbanded": never or not options,
        }
        if never:
            facts["no_retreats"] = True
        events.append(Event("dislodged", facts))
    for province in sorted(movement.contested):
        movers = [
            board.unit_text(unit.fleet, unit.location)
            for unit in (position.units[mover] for mover in movement.tables.attackers[province])
        ]
        events.append(Event("standoff", {"province": board.province_ids[province], "movers": tuple(movers)}))
    gone = movement.dislodged
    stayed = list(position.units)
    dest, landing = movement.tables.dest, movement.tables.landing
    for index in movement.arrived:
        power, fleet, _ = stayed[index]
        if fleet:
            stayed[index] = board.fleets[power][landing.get(index, dest[index])]
        else:
            stayed[index] = board.armies[power][dest[index]]
    if movement.ride is not None:
        train = movement.tables.train
        stayed[train] = board.armies[stayed[train].power][movement.location_after(train)]
    if gone:
        stayed = [unit for index, unit in enumerate(stayed) if index not in gone]
    stayed.sort()
    units = tuple(stayed)
    if never or not dislodged:
        after = Position(position.year, position.season, RETREATS, units, (), position.owners)
        after = _end_of_turn(game, after, events)
        if dislodged or after.owners != position.owners:
            _note_eliminated(game, position, after, events)
    else:
        dislodged.sort()
        after = Position(
            position.year, position.season, RETREATS, units, tuple(dislodged), position.owners,
            movement.contested,
        )  # fmt: skip
    return Step(after, results, events)


# --- retreats


def _retreats(game: Game, position: Position, orders: Orders) -> Step:
    board = game.board
    found, texts, results = collect.collect_retreats(
        board, position, orders, str(game.rules["conflicting_orders"])
    )
    outcome = retreats.resolve(board, position, found)
    events: list[Event] = []
    units = list(position.units)
    own: list[OrderResult] = []
    for index, (unit, retreat) in enumerate(zip(position.dislodged, outcome, strict=True)):
        name = board.unit_text(unit.fleet, unit.location)
        power_id = board.powers[unit.power]
        if retreat.goes >= 0:
            units.append(board.unit(unit.power, unit.fleet, retreat.goes))
            text = f"{name} R {board.location_names[retreat.goes]}"
        else:
            text = texts.get(index, f"{name} D")
            if unit.options:
                events.append(Event("disbanded", {"power": power_id, "unit": name}))
        reason = "" if retreat.reason is None else retreat.reason.value
        failed = retreat.reason is Reason.RETREAT_BOUNCED
        by = [position.dislodged[other] for other in retreat.by]
        own.append(
            OrderResult(
                power_id, name, text, "void" if retreat.void else "fails" if failed else "succeeds", reason,
                tuple(board.unit_text(each.fleet, each.location) for each in by),
            )
        )  # fmt: skip
    after = replace(position, units=tuple(sorted(units)), dislodged=(), contested=frozenset())
    after = _end_of_turn(game, after, events)
    _note_eliminated(game, position, after, events)
    return Step(after, own + results, events)


# --- between turns


def _end_of_turn(game: Game, position: Position, events: list[Event]) -> Position:
    """After movement and retreats: ownership where it is due, the end of the game, then adjustments or the next turn."""
    calendar = game.calendar
    if not calendar.seasons[position.season].ownership:
        return _next_turn(game, position)
    board, rules = game.board, game.rules
    owners = adjustments.take_centres(board, rules, position.units, position.owners)
    if owners != position.owners:
        _note_owners(board, position.owners, owners, events)
    position = replace(position, owners=owners, kind=ADJUSTMENTS)
    if rules["builds"] == "automatic":
        position = _automatic_adjustment(game, position, events)
    for power_id, facts in counts(game, position).items():
        if facts["centres"] or facts["units"]:
            events.append(Event("counts", {"power": power_id, **facts}))
    last = calendar.last_year is not None and position.year >= calendar.last_year
    ended = victory.end_of_game(board, rules, owners, position.units, game.needed, last=last)
    if ended is not None:
        kind, winners = ended
        score = victory.points(board, rules, owners)
        facts = {
            "kind": kind,
            "winners": tuple(board.powers[power] for power in winners),
            "centres": {board.powers[power]: score[power] for power in winners},
        }
        events.append(Event("victory", facts))
    if rules["builds"] == "automatic":
        position = _next_turn(game, position)
    return position if ended is None else replace(position, outcome=ended)


def _next_turn(game: Game, position: Position) -> Position:
    year, season = following_season(game.calendar, position.year, position.season)
    return Position(year, season, MOVEMENT, position.units, (), position.owners)


def _power_id(board: Board, power: int) -> str:
    return board.powers[power] if power >= 0 else ""


def counts(game: Game, position: Position) -> dict[str, Facts]:
    """Centres, units and what is due of each power that has any; points where they decide the game."""
    board, rules = game.board, game.rules
    counted = uncounted_centre.counted(board, position.owners)
    difference = list(counted)
    for unit in position.units:
        difference[unit[0]] -= 1
    by_points = rules["victory"] == "points"
    score = victory.points(board, rules, position.owners) if by_points else counted
    found: dict[str, Facts] = {}
    for power, power_id in enumerate(board.powers):
        units = counted[power] - difference[power]
        due = adjustments.due(board, rules, position, power, difference[power])
        found[power_id] = {"centres": counted[power], "units": units, "due": due}
        if by_points:
            found[power_id]["points"] = score[power]
    return found


def _note_owners(board: Board, before: tuple[int, ...], after: tuple[int, ...], events: list[Event]) -> None:
    for centre in board.centres:
        if after[centre] != before[centre]:
            facts: Facts = {
                "province": board.province_ids[centre],
                "before": _power_id(board, before[centre]),
                "after": _power_id(board, after[centre]),
            }
            events.append(Event("ownership", facts))


def _note_eliminated(game: Game, before: Position, after: Position, events: list[Event]) -> None:
    """Powers that lost their last unit and centre in this step."""
    board = game.board
    was = victory.survivors(board, before.owners, [*before.units, *(d[:3] for d in before.dislodged)])
    now = victory.survivors(board, after.owners, [*after.units, *(d[:3] for d in after.dislodged)])
    for power in was:
        if power not in now:
            events.append(Event("eliminated", {"power": board.powers[power]}))


# --- adjustments


def _adjust_units(position: Position, done: adjustments.Adjusted) -> Position:
    gone = {*done.disbanded, *done.forced}
    units = [unit for unit in position.units if unit not in gone]
    return replace(position, units=tuple(sorted([*units, *done.built])))


def _note_adjusted(game: Game, power: int, done: adjustments.Adjusted, events: list[Event]) -> None:
    board = game.board
    power_id = board.powers[power]
    for kind, units in (
        ("built", done.built),
        ("disbanded", done.disbanded),
        ("civil_disorder", done.forced),
    ):
        for unit in units:
            name = board.unit_text(unit.fleet, unit.location)
            events.append(Event(kind, {"power": power_id, "unit": name}))
    if done.unused > 0:
        events.append(Event("waived", {"power": power_id, "count": done.unused}))


def _adjustments(game: Game, position: Position, orders: Orders) -> Step:
    board = game.board
    results: list[OrderResult] = []
    events: list[Event] = []
    after = position
    for power, power_id in enumerate(board.powers):
        texts = orders.get(power_id, ())
        read = [read_order(board, text) for text in texts]
        done = adjustments.resolve(board, game.rules, position, power, read)
        for text, order, result in zip(texts, read, done.results, strict=True):
            unit = text if isinstance(order, Reason) else _ordered(board, order, result)
            written = text if isinstance(order, Reason) else _written(board, order, result)
            reason = "" if result.reason is None else result.reason.value
            verdict: Verdict = "void" if result.void else "succeeds"
            by = (result.by,) if result.by else ()
            results.append(OrderResult(power_id, unit, written, verdict, reason, by))
        _note_adjusted(game, power, done, events)
        after = _adjust_units(after, done)
    after = _next_turn(game, after)
    _note_eliminated(game, position, after, events)
    return Step(after, results, events)


def _ordered(board: Board, order: Order, result: adjustments.Adjustment) -> str:
    """The unit an adjustment order is about; "" for a build waived."""
    if result.unit is not None:
        return board.unit_text(result.unit.fleet, result.unit.location)
    return board.unit_text(order.fleet, order.location) if order.location >= 0 else ""


def _written(board: Board, order: Order, result: adjustments.Adjustment) -> str:
    if result.unit is not None:
        order = order.but(fleet=result.unit.fleet, location=result.unit.location)
    return write_order(board, order)


def _automatic_adjustment(game: Game, position: Position, events: list[Event]) -> Position:
    """000: armies on owned empty centres, own home first, then by name; nothing is ordered."""
    board, rules = game.board, game.rules
    difference = adjustments.differences(board, position)
    for power in range(len(board.powers)):
        number = difference[power]
        if number > 0:
            sites = adjustments.places(board, rules, position, power)[:number]
            built = tuple(board.armies[power][site] for site in sites)
            done = adjustments.Adjusted((), built, (), (), 0)
        elif number < 0:
            done = adjustments.resolve(board, rules, position, power, ())
        else:
            continue
        _note_adjusted(game, power, done, events)
        position = _adjust_units(position, done)
    return position
