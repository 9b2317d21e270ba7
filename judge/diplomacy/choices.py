"""Every legal order of a unit, for help mails, property tests and simulated players."""

from __future__ import annotations

from collections.abc import Iterator

from judge.diplomacy import adjustments
from judge.diplomacy.board import COASTAL, INLAND, SEA, bits
from judge.diplomacy.legality import Situation, why_void
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
    Order,
    write_order,
)
from judge.diplomacy.phases import Game
from judge.diplomacy.position import ADJUSTMENTS, MOVEMENT, Position
from judge.engine import Choices


def choices(game: Game, position: Position, power: int) -> Choices:
    """What the power may order in this phase."""
    if position.outcome is not None:
        return Choices({})
    if position.kind == MOVEMENT:
        return _movement(game, position, power)
    if position.kind == ADJUSTMENTS:
        return _adjustments(game, position, power)
    board = game.board
    by_key = {}
    for unit in position.dislodged:
        if unit.power == power:
            place = board.province_of[unit.location]
            base = Order(RETREAT, unit.fleet, place, unit.location)
            goes = [base.but(dest=board.province_of[option], dest_location=option) for option in unit.options]
            orders = [*goes, base.but(kind=DISBAND)]
            by_key[board.province_ids[place]] = tuple(write_order(board, order) for order in orders)
    return Choices(by_key)


def _movement(game: Game, position: Position, power: int) -> Choices:
    situation = Situation(game.board, game.rules, position.units, position.owners)
    by_key = {}
    for index, unit in enumerate(position.units):
        if unit.power == power:
            place = situation.place[index]
            legal = (
                order for order in _candidates(situation, index) if why_void(situation, index, order) is None
            )
            texts = dict.fromkeys(write_order(game.board, order) for order in legal)
            by_key[game.board.province_ids[place]] = tuple(texts)
    return Choices(by_key)


def _candidates(situation: Situation, index: int) -> Iterator[Order]:
    board = situation.board
    unit = situation.units[index]
    place = situation.place[index]
    base = Order(HOLD, unit.fleet, place, unit.location)
    yield base
    yield from _moves(situation, index, base)
    canal = board.canal
    if canal is not None and place == canal.via:
        for start, end in ((canal.a, canal.b), (canal.b, canal.a)):
            yield base.but(riders=((start, end),))
    for dest in sorted(board.reach_provinces(unit.fleet, unit.location)):
        other = situation.at[dest]
        if other >= 0:
            yield base.but(kind=SUPPORT_HOLD, target=dest, target_fleet=situation.units[other].fleet)
        for mover, there in enumerate(situation.units):
            if mover == index:
                continue
            for coast in _supported_coasts(situation, mover, dest):
                yield base.but(
                    kind=SUPPORT_MOVE, target=situation.place[mover], target_fleet=there.fleet,
                    dest=dest, dest_location=coast,
                )  # fmt: skip
    if situation.fleets >> place & 1:
        yield from _convoys(situation, base)


def _moves(situation: Situation, index: int, base: Order) -> Iterator[Order]:
    board = situation.board
    unit = situation.units[index]
    if unit.fleet:
        ends = list(board.fleet_exits[unit.location])
        if board.canal is not None:
            ends += [there for there in (board.canal.a, board.canal.b) if there != base.place]
        for location in ends:
            yield base.but(kind=MOVE, dest=board.province_of[location], dest_location=location)
        return
    for dest in board.army_exits[base.place]:
        yield base.but(kind=MOVE, dest=dest, dest_location=dest)
    for dest in _overseas(situation, base.place):
        if dest not in board.army_reach[base.place]:
            yield base.but(kind=MOVE, dest=dest, dest_location=dest, via=True)
    if board.railway is not None and base.place in board.railway.line:
        for dest in board.railway.line:
            yield base.but(kind=RAIL, dest=dest, dest_location=dest, rail=True)


def _supported_coasts(situation: Situation, mover: int, dest: int) -> tuple[int, ...]:
    """Where the mover could land in the province, as a support would name it; empty when it cannot get there."""
    board = situation.board
    unit = situation.units[mover]
    if unit.fleet:
        return board.landings(unit.location, dest) or ((dest,) if board.canal is not None else ())
    return (dest,) if board.kind[dest] != SEA else ()


def _overseas(situation: Situation, place: int) -> tuple[int, ...]:
    """Coastal provinces that fleets on the board could convoy an army to from here."""
    board = situation.board
    seas = board.joined_seas(board.sea_near[place] & situation.fleets, situation.fleets)
    if not seas or board.kind[place] == INLAND:
        return ()
    return tuple(
        dest for dest in range(board.size)
        if dest != place and board.kind[dest] == COASTAL and board.sea_near[dest] & seas
    )  # fmt: skip


def _convoys(situation: Situation, base: Order) -> Iterator[Order]:
    board = situation.board
    seas = board.joined_seas(1 << base.place, situation.fleets)
    near = {
        province
        for sea in bits(seas)
        for province in range(board.size)
        if board.sea_near[province] >> sea & 1
    }
    for army, unit in enumerate(situation.units):
        place = situation.place[army]
        if not unit.fleet and place in near:
            for dest in sorted(near):
                if dest != place and board.kind[dest] == COASTAL:
                    yield base.but(kind=CONVOY, target=place, dest=dest, dest_location=dest)


def _adjustments(game: Game, position: Position, power: int) -> Choices:
    board, rules = game.board, game.rules
    difference = adjustments.differences(board, position)[power]
    due = adjustments.due(board, rules, position, power, difference)
    if due < 0:
        units = [unit for unit in position.units if unit.power == power]
        disbands = {
            board.province_ids[board.province_of[unit.location]]: (
                f"{board.unit_text(unit.fleet, unit.location)} D",
            )
            for unit in units
        }
        return Choices(disbands, at_most=-due)
    by_key: dict[str, tuple[str, ...]] = {}
    for place in adjustments.places(board, rules, position, power) if due else ():
        orders = [Order(BUILD, False, place, place)]
        if board.has_fleets:
            orders += [Order(BUILD, True, place, coast) for coast in board.coasts[place]]
        by_key[f"build {board.province_ids[place]}"] = tuple(write_order(board, order) for order in orders)
    return Choices(by_key, at_most=due)
