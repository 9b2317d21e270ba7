"""Resolving a movement phase: which moves succeed, which supports hold, which ways are open.

Theory. The rules (DATC 3.0 chapter 5) are equations between decisions: a move succeeds, a support is given, a convoying fleet
stays afloat, a way (convoy or canal) is open. Each is judged by recursion from those it depends on, in three values: no, yes,
unknown. A decision met again while it is being judged is unknown. Most come out at once; the few that do not are
settled by judge/diplomacy/cycles.py, which finds the circles among them and applies the rule for circles and paradoxes.

Decisions are numbers: unit index i for the outcome of its order, i + count for the way of its move.
"""

from __future__ import annotations

from judge.diplomacy import cycles, plain
from judge.diplomacy.board import bits
from judge.diplomacy.states import (
    BY_LAND,
    BY_SEA,
    CARRY,
    DEAD,
    DEPENDS,
    EITHER,
    FREE,
    GO,
    HELP,
    NO,
    TRAIN,
    UNKNOWN,
    UNSET,
    YES,
)
from judge.diplomacy.tables import Tables


class Resolver:
    """Decides one set of matched orders. After `run`, `result` has NO or YES for every decision that was asked.

    struck   moves whose way the paradox rule closed
    given    1 and the supports that stand, by unit; those still to be decided are in `open` until `run` is through
    trace    while set, collects the unknown decisions that a judgement reads
    leaves   the assumption about the unit on the train: whether it gets away from where it stands
    claim    province the train claims in place of its destination, -1 for none
    """

    def __init__(self, tables: Tables, *, leaves: bool = True, claim: int | None = None):
        self.tables = tables
        self.count = count = len(tables.place)
        self.rules = tables.situation.rules
        self.at = tables.situation.at
        self.place = tables.place
        self.dest = tables.dest
        self.does = tables.does
        self.power = tables.power
        self.attackers = tables.attackers
        self.crowded = tables.crowded
        self.result = [UNSET] * (2 * count)
        self.unknown: list[int] = []
        self.struck: set[int] = set()
        self.trace: set[int] | None = None
        self.given: list[int] = [1] * count
        self.open: dict[int, list[int]] = {}
        self.paradox_rule = str(self.rules["convoy_paradox"])
        self.train_supported = claim is not None
        if tables.train >= 0:
            self.result[tables.train] = YES if leaves else NO
            if claim is not None and claim != tables.dest[tables.train]:
                self._claim(tables.train, claim)

    def _claim(self, train: int, claim: int) -> None:
        """Let the train claim another province than its destination, without support."""
        old = self.dest[train]
        self.train_supported = False
        self.attackers = [*self.attackers]
        self.attackers[old] = tuple(unit for unit in self.attackers[old] if unit != train)
        self.dest = [*self.dest]
        self.dest[train] = claim
        if claim >= 0:
            self.attackers[claim] = (*self.attackers[claim], train)
        self.crowded = {province for province, units in enumerate(self.attackers) if len(units) > 1}

    def run(self) -> None:
        """Settle every decision."""
        plain.settle_supports(self)
        result, decide = self.result, self.decide
        for index in plain.settle_moves(self):
            decide(index)
        for helpers in self.open.values():
            for index in helpers:
                decide(index)
        if self.unknown:
            cycles.settle(self)
        if self.open:
            for target in self.open:
                stood = [helper for helper in self.tables.helpers[target] or () if result[helper] == YES]
                self.given[target] = 1 + len(stood)
            self.open = {}

    def decide(self, decision: int) -> int:
        """NO, YES or UNKNOWN for a decision, judging it when it has not been yet."""
        state = self.result[decision]
        if state >= NO:
            return state
        if state == UNSET:
            self.result[decision] = UNKNOWN
            state = self.result[decision] = self.judge(decision)
            if state == UNKNOWN:
                self.unknown.append(decision)
        if state == UNKNOWN and self.trace is not None:
            self.trace.add(decision)
        return state

    def judge(self, decision: int) -> int:
        """Judge a decision from what it depends on."""
        if decision >= self.count:
            return self._way(decision - self.count)
        doing = self.does[decision]
        if doing == GO:
            return self._move(decision)
        if doing == HELP:
            return self._support(decision)
        return self._undisturbed(decision)

    # --- strengths, as (least, most)

    def strength(self, unit: int, without: int = -1) -> tuple[int, int]:
        """1 plus supports of a unit, leaving out those by the power `without`."""
        least = most = self.given[unit]
        if without >= 0:
            power, result = self.power, self.result
            for helper in self.tables.helpers[unit] or ():
                if power[helper] == without and result[helper] == YES:
                    least -= 1
            most = least
        if unit in self.open:
            power = self.power
            least, most = self._count_open(unit, without)
        return least, most

    def _count_open(self, unit: int, without: int) -> tuple[int, int]:
        least = most = 1
        for helper in self.tables.helpers[unit] or ():
            if self.power[helper] == without:
                continue
            state = self.decide(helper)
            if state == YES:
                least += 1
                most += 1
            elif state == UNKNOWN:
                most += 1
        return least, most

    def prevents(self, unit: int) -> tuple[int, int]:
        """Strength with which a move keeps others out of its destination."""
        if self.does[unit] == TRAIN:
            return self.strength(unit) if self.train_supported else (1, 1)
        tables = self.tables
        open_way = YES
        if tables.way[unit] != FREE:
            if tables.way[unit] == DEAD:
                return 0, 0
            open_way = self.decide(self.count + unit)
            if open_way == NO:
                return 0, 0
        least, most = self.strength(unit)
        other = self.at[self.dest[unit]]
        if other >= 0 and self.dest[other] == self.place[unit] and self.does[other] == GO:
            facing = self.facing(unit, other)
            if facing != YES and not self.rules["dislodged_by_convoy_bounces"]:
                moves = self.decide(unit)  # one that changes places with it is not dislodged by it
                facing = UNKNOWN if moves == UNKNOWN else NO if moves == YES else YES
            if facing != NO:
                beaten = self.decide(other)
                if beaten == YES and facing == YES:
                    return 0, 0
                if beaten != NO:
                    least = 0
        return (least if open_way == YES else 0), most

    # --- judgements

    def facing(self, unit: int, other: int) -> int:
        """Whether the unit at the destination comes head to head: the opposite way, neither of the two by sea or canal."""
        if self.does[other] != GO or self.dest[other] != self.place[unit]:
            return NO
        travel = self.tables.travel
        state = YES
        for each in (unit, other):
            if travel[each] == BY_SEA:
                return NO
            if travel[each] == EITHER:
                by_sea = self.decide(self.count + each)
                if by_sea == YES:
                    return NO
                if by_sea == UNKNOWN:
                    state = UNKNOWN
        return state

    def _move(self, unit: int) -> int:
        dest = self.dest[unit]
        way = self.tables.way[unit]
        open_way = YES
        if way != FREE:
            if way == DEAD:
                return NO
            open_way = self.decide(self.count + unit)
            if open_way == NO:
                return NO
        other = self.at[dest]
        if other < 0:
            outcome = self._contest(unit, self.strength(unit), (0, 0))
        else:
            facing = self.facing(unit, other) if self.dest[other] == self.place[unit] else NO
            if facing == NO:
                outcome = self._follow(unit, other)
            else:
                outcome = self._head_to_head(unit, other)
                if facing == UNKNOWN and self._follow(unit, other) != outcome:
                    outcome = UNKNOWN
        return UNKNOWN if outcome == YES and open_way == UNKNOWN else outcome

    def _head_to_head(self, unit: int, other: int) -> int:
        if self.power[unit] == self.power[other]:
            return NO
        return self._contest(unit, self.strength(unit, self.power[other]), self.strength(other))

    def _follow(self, unit: int, other: int) -> int:
        """A move to where another unit stands, that leaves or does not."""
        moving = self.does[other] in (GO, TRAIN)
        leaves = self.decide(other) if moving else NO
        if leaves == YES:
            return self._contest(unit, self.strength(unit), (0, 0))
        if self.power[unit] == self.power[other]:
            stays = NO
        else:
            hold = self.strength(other) if not moving or self._train_held(other) else (1, 1)
            stays = self._contest(unit, self.strength(unit, self.power[other]), hold)
        if leaves == NO:
            return stays
        return stays if self._contest(unit, self.strength(unit), (0, 0)) == stays else UNKNOWN

    def _train_held(self, unit: int) -> bool:
        return self.does[unit] == TRAIN and bool(self.rules["railway_hold_support"])

    def _contest(self, unit: int, attack: tuple[int, int], resistance: tuple[int, int]) -> int:
        """Attack against resistance and against every rival for the same province."""
        least, most = attack
        if most <= resistance[0]:
            return NO
        state = YES if least > resistance[1] else UNKNOWN
        rivals = self.attackers[self.dest[unit]]
        if len(rivals) > 1:
            for rival in rivals:
                if rival != unit:
                    low, high = self.prevents(rival)
                    if most <= low:
                        return NO
                    if least <= high:
                        state = UNKNOWN
        return state

    def _support(self, unit: int) -> int:
        """Given unless cut: by an attack of another power with an open way, from elsewhere than where it is aimed, or by being dislodged."""
        tables = self.tables
        aim = tables.aim[unit]
        state = YES
        for attacker in self.attackers[self.place[unit]]:
            if (
                self.power[attacker] == self.power[unit]
                or self.does[attacker] != GO
                or tables.way[attacker] == DEAD
                or (self.paradox_rule not in ("szykman", "all-hold") and self._immune(unit, attacker))
            ):
                continue
            from_aim = self.place[attacker] == aim and not (
                tables.travel[attacker] == BY_SEA and self.rules["convoyed_attack_cuts_own_target"]
            )
            if from_aim:
                cut = self.decide(attacker)
            elif tables.way[attacker] == DEPENDS:
                cut = self.decide(self.count + attacker)
            else:
                cut = YES
            if cut == YES:
                return NO
            if cut == UNKNOWN:
                state = UNKNOWN
        return state

    def _immune(self, unit: int, attacker: int) -> bool:
        """DATC 4.A.2, rules of the books: supports that a convoyed army cannot cut."""
        tables = self.tables
        if tables.travel[attacker] == BY_LAND or attacker in tables.canal:
            return False
        aim = tables.aim[unit]
        fleet = self.at[aim] if aim >= 0 else -1
        if fleet < 0 or self.does[fleet] != CARRY:
            return False
        if self.paradox_rule == "1982":
            return True
        carries = tables.carried[attacker] >> aim & 1
        attacks_fleet = tables.orders[unit].dest == aim
        if not carries or not attacks_fleet:
            return False
        if self.paradox_rule == "1971":
            return True
        others = tables.carried[attacker] & ~(1 << aim)
        board = tables.situation.board
        return not board.convoy_possible(self.place[attacker], self.dest[attacker], others)

    def _undisturbed(self, unit: int) -> int:
        """Not dislodged, for a unit that does not move (or failed to)."""
        state = YES
        for attacker in self.attackers[self.place[unit]]:
            if self.does[attacker] == GO:
                arrives = self.decide(attacker)
                if arrives == YES:
                    return NO
                if arrives == UNKNOWN:
                    state = UNKNOWN
        return state

    def _way(self, unit: int) -> int:
        tables = self.tables
        if unit in tables.canal:
            return self._canal_open()
        afloat = doubtful = 0
        fleets = tables.carried[unit]
        for sea in bits(fleets):
            state = YES
            if self.attackers[sea]:
                state = self.decide(self.at[sea])
            if state == YES:
                afloat |= 1 << sea
            elif state == UNKNOWN:
                doubtful |= 1 << sea
        place, dest = self.place[unit], self.dest[unit]
        if self.rules["convoy_routes"] == "all":
            needed = tables.situation.routes(place, dest, fleets)
            if needed & ~(afloat | doubtful):
                return NO
            return UNKNOWN if needed & doubtful else YES
        possible = tables.situation.board.convoy_possible
        if possible(place, dest, afloat):
            return YES
        return UNKNOWN if doubtful and possible(place, dest, afloat | doubtful) else NO

    def _canal_open(self) -> int:
        """The garrison that gave leave is still there after movement (001 chapter 13)."""
        if self.rules["canal_garrison"] == "free":
            return YES
        situation = self.tables.situation
        canal = situation.board.canal
        assert canal is not None
        garrison = self.at[canal.via]
        left = self.decide(garrison) if self.does[garrison] in (GO, TRAIN) else NO
        if left == NO:
            return self._undisturbed(garrison)
        relieved = NO
        if self.rules["canal_relief"] == "power":
            for attacker in self.attackers[canal.via]:
                if self.power[attacker] == self.power[garrison] and self.does[attacker] == GO:
                    relieved = max(relieved, abs(self.decide(attacker)))
                    if self.result[attacker] == UNKNOWN:
                        return UNKNOWN
        if left == YES:
            return relieved
        return NO if self._undisturbed(garrison) == NO and relieved == NO else UNKNOWN
