"""Every reason comes up in some position, with the units and strengths that its sentence needs."""

from __future__ import annotations

from typing import Any

import pytest

from judge.chance import NoChance
from judge.diplomacy.reasons import Reason
from judge.diplomacy.run_case import engine_of

# reason: (phase, orders by power, unit whose result it is, by, strengths); 1870 is Colonial, all else standard
UNITS = {
    Reason.NONE: ("S1901M", {"FRANCE": ["A PAR - BUR"]}, "A PAR", (), {}),
    Reason.BOUNCED: ("S1901M", {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}, "A PAR", ("A MUN",), {"attack": 1, "against": 1}),
    Reason.HEAD_TO_HEAD: ("S1901M", {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR - PAR"]}, "A PAR", ("A BUR",), {"attack": 1, "against": 1}),
    Reason.OWN_UNIT: ("S1901M", {"FRANCE": ["A PAR - BUR", "A BUR H"]}, "A PAR", ("A BUR",), {}),
    Reason.FOREIGN_SUPPORT_ONLY: ("S1901M", {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A PAR - BUR"]}, "A PAR", ("A BUR",), {"attack": 1, "against": 1}),
    Reason.NO_CONVOY: ("S1901M", {"ENGLAND": ["A LON - BEL", "F NTH H"]}, "A LON", (), {}),
    Reason.CONVOY_DISRUPTED: ("S1901M", {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "GERMANY": ["F HEL - NTH", "F SKA S F HEL - NTH"]}, "A LON", ("F HEL",), {}),
    Reason.CONVOY_PARADOX: ("S1901M", {"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"]}, "A BRE", ("F ENG",), {}),
    Reason.CUT: ("S1901M", {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A PIE - MAR"]}, "A MAR", ("A PIE",), {}),
    Reason.CUT_DISLODGED: ("S1901M", {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "ITALY": ["A BUR - MAR", "A PIE S A BUR - MAR"]}, "A MAR", ("A BUR",), {}),
    Reason.DISRUPTED: ("S1901M", {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "GERMANY": ["F HEL - NTH", "F SKA S F HEL - NTH"]}, "F NTH", ("F HEL",), {}),
    Reason.PARADOX: ("S1901M", {"ENGLAND": ["F LON S F WAL - ENG", "F WAL - ENG"], "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"], "GERMANY": ["F BEL - ENG", "F NTH S F BEL - ENG"]}, "F ENG", ("A BRE",), {}),
    Reason.UNUSED: ("S1901M", {"ENGLAND": ["A PIC - BEL"], "FRANCE": ["F ENG C A PIC - BEL"]}, "F ENG", ("A PIC",), {}),
    Reason.SUPPORT_UNMATCHED: ("S1901M", {"FRANCE": ["A PAR H", "A MAR S A PAR - BUR"]}, "A MAR", ("A PAR",), {}),
    Reason.CONVOY_UNMATCHED: ("S1901M", {"ENGLAND": ["A LON H", "F NTH C A LON - BEL"]}, "F NTH", ("A LON",), {}),
    Reason.NO_ORDER: ("S1901M", {"FRANCE": []}, "A VIE", (), {}),
    Reason.UNREADABLE: ("S1901M", {"AUSTRIA": ["A VIE ?"]}, "A VIE", (), {}),
    Reason.WRONG_PHASE: ("S1901M", {"AUSTRIA": ["A VIE B"]}, "A VIE", (), {}),
    Reason.NO_SUCH_PLACE: ("S1901M", {"AUSTRIA": ["A VIE - XYZ"]}, "A VIE", (), {}),
    Reason.OWN_PROVINCE: ("S1901M", {"FRANCE": ["A PAR - PAR"]}, "A PAR", (), {}),
    Reason.NOT_ADJACENT: ("S1901M", {"FRANCE": ["A PAR - MUN"]}, "A PAR", (), {}),
    Reason.ARMY_TO_SEA: ("S1901M", {"FRANCE": ["A BRE - ENG"]}, "A BRE", (), {}),
    Reason.FLEET_INLAND: ("S1901M", {"FRANCE": ["F BRE - PAR"]}, "F BRE", (), {}),
    Reason.COAST_MISSING: ("S1901M", {"FRANCE": ["F POR - SPA"]}, "F POR", (), {}),
    Reason.COAST_OUT_OF_REACH: ("S1901M", {"FRANCE": ["F GAS - SPA/SC"]}, "F GAS", (), {}),
    Reason.IMPOSSIBLE_CONVOY: ("S1901M", {"FRANCE": ["A BRE - LON"]}, "A BRE", (), {}),
    Reason.NOT_AT_SEA: ("S1901M", {"FRANCE": ["F BRE C A LON - BEL"], "ENGLAND": ["A LON H"]}, "F BRE", (), {}),
    Reason.NO_SUCH_ARMY: ("S1901M", {"FRANCE": ["F ENG C A LON - BEL"]}, "F ENG", (), {}),
    Reason.OFF_ROUTE: ("S1901M", {"ENGLAND": ["F IRI C A LON - BEL", "F ENG C A LON - BEL", "A LON - BEL"]}, "F IRI", (), {}),
    Reason.SUPPORTS_ITSELF: ("S1901M", {"FRANCE": ["A PAR S A PAR"]}, "A PAR", (), {}),
    Reason.SUPPORT_INTO_OWN_PROVINCE: ("S1901M", {"FRANCE": ["A PAR S A BUR - PAR", "A BUR - PAR"]}, "A PAR", (), {}),
    Reason.SUPPORT_OUT_OF_REACH: ("S1901M", {"FRANCE": ["A PAR S A MUN", "A MUN H"]}, "A PAR", (), {}),
    Reason.SUPPORT_NO_UNIT: ("S1901M", {"FRANCE": ["A PAR S A BUR"]}, "A PAR", (), {}),
    Reason.SUPPORT_IMPOSSIBLE: ("S1901M", {"FRANCE": ["A PAR S A MUN - PIC", "A MUN H"]}, "A PAR", (), {}),
    Reason.CANAL_NO_PERMISSION: ("S1870M", {"RUSSIA": ["F MED - RS"], "TURKEY": ["A EGY H"]}, "F MED", ("A EGY",), {}),
    Reason.CANAL_SHUT: ("S1870M", {"RUSSIA": ["F MED - RS"], "TURKEY": ["A EGY - SUD (SC F MED - RS)"]}, "F MED", ("A EGY",), {}),
    Reason.CANAL_PARADOX: ("S1870M", {"TURKEY": ["F MED - RS", "F EGY - MED (SC F MED - RS)"]}, "F MED", ("F EGY",), {}),
    Reason.TRAIN_CUT: ("S1870M", {"RUSSIA": ["A MOS - TSR - VLA"], "CHINA": ["A MON - KRA"]}, "A MOS", ("A MON",), {}),
    Reason.TRAIN_REFUSED: ("S1870M", {"RUSSIA": ["A MOS - TSR - VLA"], "JAPAN": ["F OS - VLA"]}, "A MOS", ("F OS",), {}),
    Reason.TRAIN_STUCK: ("S1870M", {"RUSSIA": ["A MOS - TSR - OMSK", "A PERM H"], "JAPAN": ["A AKM - OMSK"]}, "A MOS", ("A AKM", "A PERM"), {}),
    Reason.RAIL_SUPPORT: ("S1870M", {"RUSSIA": ["A MOS - TSR - VLA", "A IRK S A MOS - VLA"]}, "A IRK", ("A MOS",), {}),
    Reason.RAIL_NONE: ("S1870M", {"RUSSIA": ["A MOS - TSR - SEO"]}, "A MOS", (), {}),
    Reason.RAIL_POWER: ("S1870M", {"TURKEY": ["A MOS - TSR - VLA"]}, "A MOS", (), {}),
    Reason.RAIL_NOT_ARMY: ("S1870M", {"RUSSIA": ["F VLA - TSR - MOS"]}, "F VLA", (), {}),
    Reason.RAIL_FOREIGN_UNIT: ("S1870M", {"RUSSIA": ["A MOS - TSR - VLA"], "CHINA": ["A KRA H"]}, "A MOS", ("A KRA",), {}),
    Reason.RAIL_TWO_ORDERS: ("S1870M", {"RUSSIA": ["A MOS - TSR - IRK", "A VLA - TSR - KRA"]}, "A MOS", ("A VLA",), {}),
}  # fmt: skip
REJECTED = {
    Reason.NO_SUCH_UNIT: {"FRANCE": ["A PAR - BUR"]},
    Reason.FOREIGN_UNIT: {"FRANCE": ["A VIE - TYR"]},
    Reason.CONFLICTING: {"AUSTRIA": ["A VIE - TYR", "A VIE - BOH"]},
    Reason.SUPERSEDED: {"AUSTRIA": ["A VIE - LON", "A VIE - BOH"]},
}
RETREATS = {
    Reason.RETREAT_BOUNCED: {"ITALY": ["A BUR R GAS"], "FRANCE": ["A MAR R GAS"]},
    Reason.NOT_DISLODGED: {"ITALY": ["A PAR R PIC"]},
    Reason.RETREAT_OCCUPIED: {"ITALY": ["A BUR R PIC"]},
    Reason.RETREAT_CONTESTED: {"ITALY": ["A BUR R RUH"]},
    Reason.RETREAT_ATTACKER: {"ITALY": ["A BUR R PAR"]},
    Reason.NO_ORDER: {},
}
ADJUSTMENTS = {
    Reason.NOT_DUE: {"ITALY": ["A ROM B"]},
    Reason.TOO_MANY: {"FRANCE": ["A PAR B", "A MAR B"]},
    Reason.NOT_HOME_CENTRE: {"FRANCE": ["A BEL B"]},
    Reason.NOT_OWNED: {"FRANCE": ["F BRE B"]},
    Reason.OCCUPIED: {"AUSTRIA": ["A VIE B"]},
    Reason.FLEET_INLAND: {"FRANCE": ["F PAR B"]},
    Reason.COAST_MISSING: {"RUSSIA": ["F STP B"]},
}


def results(variant: str, state: dict[str, Any], orders: dict[str, list[str]]) -> list[Any]:
    """The results of a phase."""
    engine = engine_of(variant, ())
    return engine.step(engine.load(state), orders).results


@pytest.mark.parametrize("reason", UNITS, ids=lambda reason: reason.value or "plain")
def test_movement(reason: Reason) -> None:
    phase, orders, unit, by, strengths = UNITS[reason]
    units: dict[str, list[str]] = {}
    for power, texts in orders.items():
        units[power] = [" ".join(text.split()[:2]) for text in texts]
    if unit == "A VIE":
        units = {"AUSTRIA": ["A VIE"]}
    found = results("colonial" if "1870" in phase else "standard", {"name": phase, "units": units}, orders)
    [result] = [each for each in found if each.unit == unit]
    assert result.reason == reason.value
    assert result.by == by
    assert dict(result.strengths) == strengths


@pytest.mark.parametrize("reason", REJECTED, ids=lambda reason: reason.value)
def test_orders_that_were_never_in_play(reason: Reason) -> None:
    state = {"name": "S1901M", "units": {"AUSTRIA": ["A VIE"]}}
    assert reason.value in [each.reason for each in results("standard", state, REJECTED[reason])]


@pytest.mark.parametrize("reason", RETREATS, ids=lambda reason: reason.value)
def test_retreats(reason: Reason) -> None:
    state = {
        "name": "S1901R",
        "units": {"GERMANY": ["A PAR", "A PIC"], "ITALY": ["*A BUR"], "FRANCE": ["*A MAR"]},
        "retreats": {"ITALY": {"A BUR": ["GAS", "BEL"]}, "FRANCE": {"A MAR": ["GAS"]}},
        "contested": ["RUH"],
        "closed": {"A BUR": "PAR"},
    }
    if reason is Reason.RETREAT_ATTACKER:
        state["units"]["GERMANY"] = ["A PIC"]  # type: ignore[index]
    assert reason.value in [each.reason for each in results("standard", state, RETREATS[reason])]


@pytest.mark.parametrize("reason", ADJUSTMENTS, ids=lambda reason: reason.value)
def test_adjustments(reason: Reason) -> None:
    state = {
        "name": "W1901A",
        "units": {"AUSTRIA": ["A VIE"], "ITALY": ["A NAP"]},
        "centers": {
            "FRANCE": ["PAR", "BEL"] if reason is not Reason.TOO_MANY else ["PAR"],
            "AUSTRIA": ["VIE", "BUD"],
            "ITALY": ["NAP"],
            "RUSSIA": ["STP"],
        },
    }
    if reason is Reason.TOO_MANY:
        state["centers"]["FRANCE"] = ["PAR", "MAR"]  # type: ignore[index]
        state["units"]["FRANCE"] = ["A SPA"]  # type: ignore[index]
    assert reason.value in [each.reason for each in results("standard", state, ADJUSTMENTS[reason])]


def test_no_fleets_where_there_are_none() -> None:
    engine = engine_of("coldwar", (("builds", "ordered"),))
    state = {"name": "W1951A", "units": {}, "centers": {"FRA": ["PAR"]}}
    [result] = engine.step(engine.load(state), {"FRA": ["F PAR B"]}).results
    assert result.reason == Reason.NO_FLEETS.value


def test_every_reason_is_walked() -> None:
    walked = {*UNITS, *REJECTED, *RETREATS, *ADJUSTMENTS, Reason.NO_FLEETS}
    assert walked == set(Reason)


def test_results_carry_plain_text_and_json_values_only() -> None:
    """Events are stored as JSON: no enum members, no read-only mappings."""
    engine = engine_of("standard", ())
    position = engine.load({"name": "S1901M", "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}})
    events = engine.adjudicate(position, {"FRANCE": ["A PAR - BUR"]}, NoChance()).events
    for event in events:
        for value in event.facts.values():
            assert type(value) in (str, int, bool, tuple, dict)
