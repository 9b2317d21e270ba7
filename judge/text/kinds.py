"""The closed set of problem kinds: what each means, how grave it usually is, and the facts its sentence may use.

Every kind has a sentence in every language in templates/<language>/problems.*; `tests/text/test_kinds.py` and the template
tests go through this table. Facts are ids and texts as they stand in canonical orders ("A PAR", "SEO/EC", "FRANCE") or the
player's own words; the templates turn ids into names. Facts ending in "?" may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from judge.problems import Severity


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of problem.

    severity  what it usually is; a check may raise it (strict games refuse what others only warn about)
    facts     names of the facts its sentence may use; a trailing "?" marks one that may be missing
    meaning   what happened, for those who write the sentences
    """

    severity: Severity
    facts: tuple[str, ...]
    meaning: str


_READING = {
    "unknown_region": Kind("error", ("name",), "no region of this name or code; suggestions: region ids"),
    "ambiguous_region": Kind(
        "question", ("name", "choices"), "the name stands for several regions (choices: ids)"
    ),
    "unknown_word": Kind(
        "error", ("word",), "a word in the order that is not known; suggestions: words that are"
    ),
    "not_understood": Kind(
        "error",
        ("word",),
        "the order cannot be read from this word on; expected: parts that could stand here",
    ),
    "incomplete": Kind(
        "error", ("after",), "the order stops too early, after this word; expected: what is missing"
    ),
    "condition": Kind("error", ("word",), "an order with a condition (if …): nothing of the line is taken"),
    "no_order": Kind("error", ("text",), "the line holds nothing that looks like an order or a command"),
    "ambiguous_order": Kind(
        "question", ("readings",), "two readings; suggestions: a canonical order for each, to be sent back"
    ),
    "unknown_power": Kind(
        "note",
        ("name", "power?"),
        "a misspelt nationality, which is not needed: ignored; power: the one the board shows",
    ),
    "wrong_power": Kind(
        "note",
        ("name", "power", "unit"),
        "the nationality written (name: its id) is not the unit's (power): ignored",
    ),
    "wrong_kind": Kind(
        "note",
        ("written", "unit"),
        "the unit letter written (A or F) is not that of the unit on the board: ignored",
    ),
    "wrong_coast": Kind(
        "note",
        ("written", "unit"),
        'the coast written for a unit ("EC") is not the one it stands on: ignored',
    ),
    "kind_unknown": Kind(
        "error", ("province",), "army or fleet cannot be told from the board: it has to be written"
    ),
    "coast_needed": Kind(
        "question",
        ("unit", "province", "coasts"),
        "several coasts can be reached (locations): which one; suggestions: the orders",
    ),
    "coast_added": Kind(
        "note", ("unit", "location"), "the coast was missing; only this one can be reached: taken"
    ),
    "coast_ignored": Kind(
        "note",
        ("province", "coast"),
        "a coast that means nothing here (an army, or a province without coasts): ignored",
    ),
    "run_together": Kind(
        "note", ("word", "left", "right"), "two words without a space between them: read as these two"
    ),
    "route_ignored": Kind(
        "note", ("route",), "a convoy route was written; it need not be: the convoying fleets decide"
    ),
    "remark_ignored": Kind(
        "note", ("remark",), "a remark in brackets after an order: not part of it, ignored"
    ),
    "superseded": Kind(
        "note",
        ("unit", "by_line"),
        "a later line of the same mail gives this unit another order, which stands",
    ),
    "wrong_phase": Kind(
        "error",
        ("order", "phase"),
        'an order of another phase (order: "move", "build", …; phase: movement, retreat, adjustment)',
    ),
    "adjustment_assumed": Kind(
        "note",
        ("order",),
        "only a unit was written in an adjustment phase; just one reading is possible: taken",
    ),
    "other_heading": Kind(
        "warning",
        ("power",),
        "a heading names another power than the one that sends the mail; the lines are read as the sender's",
    ),
    "line_too_long": Kind("error", ("limit",), "the line has more characters than are read"),
    "too_many_lines": Kind(
        "error", ("limit", "lines"), "the mail has more lines than are read; the rest was left"
    ),
    "too_many_unknown": Kind(
        "error",
        ("lines", "count"),
        "so many lines mean nothing to the judge that they are not listed one by one (lines: numbers)",
    ),
    "unknown_command": Kind("error", ("word",), "looks like a command but is none; suggestions: commands"),
    "bad_argument": Kind(
        "error",
        ("command", "argument?"),
        "a command whose argument is missing or not allowed; expected: what may stand there",
    ),
    "open_press": Kind(
        "note", ("command",), "a press block without END: everything to the end of the mail is its text"
    ),
}

_BOARD = {
    "no_unit": Kind(
        "error",
        ("province", "units?"),
        "no unit stands there; suggestions: orders for units nearby or of like name",
    ),
    "foreign_unit": Kind("error", ("unit", "power"), "an order for a unit of another power"),
    "unreachable": Kind(
        "warning",
        ("unit", "province", "choices?"),
        "the unit cannot get there in one move (choices: locations it can reach)",
    ),
    "wrong_terrain": Kind(
        "warning",
        ("unit", "province", "choices?"),
        "an army into a sea, a fleet inland (choices: locations it can reach)",
    ),
    "coast_unreachable": Kind(
        "warning", ("unit", "location", "choices?"), "not to that coast from where the fleet is"
    ),
    "same_place": Kind("warning", ("unit",), "a move to where the unit already is"),
    "support_out_of_reach": Kind(
        "warning", ("unit", "province"), "a support into a place the supporter itself could not move to"
    ),
    "support_self": Kind("warning", ("unit",), "a unit supports itself"),
    "support_no_unit": Kind("warning", ("province",), "a support for a place where no unit stands"),
    "support_impossible_move": Kind(
        "warning", ("unit", "target", "province"), "the supported unit (target) cannot make that move"
    ),
    "support_railway": Kind("warning", ("unit", "target"), "a railway move cannot be supported"),
    "support_own_dislodge": Kind(
        "warning",
        ("unit", "province"),
        "the support can only help to dislodge a unit of one's own, which never happens",
    ),
    "help_unlike_order": Kind(
        "warning",
        ("unit", "target", "order"),
        "support or convoy for an own unit (target) that the same mail orders to do something else (order)",
    ),
    "convoy_not_at_sea": Kind("warning", ("unit",), "only a fleet on a sea convoys"),
    "convoy_no_army": Kind("warning", ("unit", "target"), "only armies are convoyed"),
    "convoy_no_unit": Kind("warning", ("unit", "province"), "a convoy for a place where no army stands"),
    "convoy_no_route": Kind(
        "warning",
        ("unit", "province", "choices?"),
        "no chain of fleets on the board could carry the army there (choices: where it can march)",
    ),
    "convoy_unconnected": Kind(
        "warning", ("unit", "target", "province"), "this fleet cannot be part of a route for that convoy"
    ),
    "convoy_not_coastal": Kind(
        "warning", ("unit", "province"), "a convoy to or from a place without a coast"
    ),
    "railway_not_yours": Kind("warning", ("unit", "power"), "the railway is for armies of one power only"),
    "railway_off_line": Kind(
        "warning", ("unit", "line"), "origin or destination is not on the line (line: province ids)"
    ),
    "railway_blocked": Kind(
        "warning", ("unit", "blocker"), "a foreign unit stands on the line at the start of the turn"
    ),
    "railway_twice": Kind("warning", ("units",), "more than one railway order: all of them are void"),
    "canal_no_permission": Kind(
        "warning",
        ("unit", "garrison", "rider"),
        "a canal move for which the own garrison gives no permission; rider: what to write",
    ),
    "canal_no_garrison": Kind(
        "warning", ("unit", "province"), "nobody stands at the canal, so nobody can open it"
    ),
    "canal_not_garrison": Kind(
        "warning",
        ("unit?", "province?"),
        "a permission on a unit that is not at the canal (province; none: no canal in this game): it does not count; unit missing: the "
        "writer has no unit there",
    ),
    "canal_loose": Kind(
        "error", ("province",), "a permission alone, and no order for the unit at the canal in the same mail"
    ),
    "canal_joined": Kind(
        "note", ("order",), "a permission on a line of its own: taken as part of this order"
    ),
    "canal_wrong_move": Kind(
        "warning", ("rider",), "the permission names something that is no fleet move through the canal"
    ),
    "canal_twice": Kind("warning", ("unit",), "more than one permission on one order: none counts"),
    "not_dislodged": Kind("error", ("unit",), "a retreat for a unit that was not dislodged"),
    "retreat_closed": Kind(
        "error",
        ("unit", "province", "choices"),
        "the unit may not retreat there (choices: where it may; none: it is disbanded)",
    ),
    "build_not_home": Kind(
        "error", ("province", "choices"), "not one of the power's home centres (choices: where it may build)"
    ),
    "build_not_owned": Kind("error", ("province", "owner?"), "a home centre that the power does not own now"),
    "build_occupied": Kind("error", ("province", "unit"), "a unit stands there"),
    "build_fleet_inland": Kind("error", ("province",), "a fleet cannot be built there"),
    "build_armies_only": Kind("error", ("province",), "this game has armies only"),
    "builds_too_many": Kind(
        "warning", ("count", "due"), "more builds ordered than are due: the first ones count"
    ),
    "no_builds_due": Kind("error", ("due",), "the power may not build now"),
    "disbands_too_many": Kind(
        "warning", ("count", "due"), "more units given up than are due: the first ones count"
    ),
    "no_disbands_due": Kind("error", ("due",), "the power has no unit to give up now"),
    "automatic_adjustment": Kind("error", (), "in this game the judge adjusts the units by itself"),
    "nothing_owed": Kind(
        "warning", ("phase",), "the power owes nothing in this phase: the line was not used"
    ),
}

_KOREA = {
    "korea_impossible": Kind(
        "error",
        ("order", "reason", "choices?"),
        "an order of the Korean War that is not possible now (choices: what is)",
    ),
    "korea_no_line_applies": Kind(
        "warning", ("chit",), "a plan of which no line can be carried out for the army that waits"
    ),
    "korea_plan_too_long": Kind("error", ("limit",), "a line of a plan beyond the most it may have"),
    "korea_unknown_chit": Kind("error", ("name",), "no chit of this name"),
    "korea_no_plan": Kind("note", (), "the plan was asked for, and there is none"),
}

KINDS: Mapping[str, Kind] = MappingProxyType(_READING | _BOARD | _KOREA)
"""Every kind of problem by name."""
