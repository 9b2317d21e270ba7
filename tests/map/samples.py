"""Positions for pictures: every kind of order and result at least once, on boards as crowded as a real game's."""

from __future__ import annotations

from typing import Any

from judge.variants.model import Variant

Json = dict[str, Any]


def start_view(variant: Variant) -> Json:
    """The start position of a variant as a view."""
    units: dict[str, list[str]] = {power.id: [] for power in variant.powers}
    for unit in variant.start_units:
        units[unit.power].append(f"{unit.kind} {unit.location}")
    season = variant.calendar.seasons[0]
    return {
        "phase": f"{season.code}{variant.calendar.start_year}M",
        "units": units,
        "centers": {power: list(centres) for power, centres in variant.start_centres.items()},
    }


def result(power: str, order: str, verdict: str = "succeeds", reason: str = "", **more: Any) -> Json:
    """One event of kind "order_result"."""
    facts = {
        "power": power,
        "unit": " ".join(order.split()[:2]),
        "order": order,
        "verdict": verdict,
        "reason": reason,
    }
    return {"kind": "order_result", "facts": facts | more}


def dislodged(power: str, unit: str) -> Json:
    """One event of kind "dislodged"."""
    return {
        "kind": "dislodged",
        "facts": {"power": power, "unit": unit, "by": "", "options": [], "disbanded": False},
    }


COLONIAL_CENTRES = {
    "ENGLAND": ["DEL", "BOM", "MAD", "ADEN", "HK", "SIN", "KAM", "BEN"],
    "FRANCE": ["TON", "COC", "ANN", "BAN", "MAY"],
    "HOLLAND": ["BOR", "JAVA", "SUM", "SAR", "CEY"],
    "CHINA": ["MAC", "PEK", "SHA", "CAN", "SIK", "KAG", "CHU"],
    "JAPAN": ["KYO", "OTA", "TOK", "KYU", "SEO", "FOR", "SAK", "FUS"],
    "RUSSIA": ["VLA", "OMSK", "MOS", "ODE", "P.ART", "TAS"],
    "TURKEY": ["ANG", "BAG", "CON", "RUM", "EGY", "SHI"],
}

COLONIAL_BUSY: Json = {
    "phase": "F1871M",
    "centers": COLONIAL_CENTRES,
    "units": {
        "ENGLAND": ["A KAM", "A DEL", "A BEN", "F BOM", "F ADEN", "F HK", "F SIN", "F GOM", "A MAD"],
        "FRANCE": ["A MAY", "A TON", "F BAN/WC", "F ANN", "A CAM"],
        "HOLLAND": ["A JAVA", "F SIO", "F EIO", "A BOR", "F SUM", "F CS"],
        "CHINA": ["A KAG", "A URU", "A MON", "A SHA", "A CAN", "A YUN", "A PEK"],
        "JAPAN": ["F OS", "F YS", "A FUS", "A SEO", "A KYU", "F FOR", "F SOJ", "F UP"],
        "RUSSIA": ["A TAS", "A MOS", "F P.ART", "F ODE", "A VLA", "A PERM"],
        "TURKEY": ["F MED", "A EGY", "A CON", "F ANG", "A BAG", "F PG"],
    },
}

COLONIAL_ORDERS: list[Json] = [
    result("RUSSIA", "A TAS - KAG"),
    result("ENGLAND", "A KAM S A TAS - KAG"),
    result("CHINA", "A KAG - TIB", "fails", "bounced"),
    dislodged("CHINA", "A KAG"),
    result("CHINA", "A URU - KAG", "fails", "bounced"),
    result("RUSSIA", "A MOS - TSR - VLA", "fails", "train_cut", stop="OMSK"),
    result("CHINA", "A MON - KRA"),
    result("JAPAN", "F OS - VLA", "fails", "bounced"),
    result("RUSSIA", "A VLA H"),
    result("RUSSIA", "A PERM H", "succeeds", "no_order"),
    result("TURKEY", "F MED - RS"),
    result("TURKEY", "A EGY H (SC F MED - RS)"),
    result("HOLLAND", "A JAVA - CEY"),
    result("HOLLAND", "F SIO C A JAVA - CEY"),
    result("HOLLAND", "F EIO C A JAVA - CEY"),
    result("HOLLAND", "F SUM H"),
    result("HOLLAND", "A BOR - SAR"),
    result("HOLLAND", "F CS H"),
    result("ENGLAND", "A BEN S A DEL"),
    result("ENGLAND", "A DEL H"),
    result("ENGLAND", "F BOM - ARA.S"),
    result("ENGLAND", "F ADEN - GOA"),
    result("ENGLAND", "F SIN - JS"),
    result("ENGLAND", "F HK S A CAN", "void", "support_unmatched"),
    result("ENGLAND", "F GOM C A MAD - RAN", "void", "convoy_unmatched"),
    result("ENGLAND", "A MAD - RAN", "fails", "no_convoy"),
    result("CHINA", "A CAN - TON", "fails", "bounced"),
    result("CHINA", "A YUN S A CAN - TON", "fails", "cut"),
    result("FRANCE", "A MAY - YUN", "fails", "bounced"),
    result("FRANCE", "A TON H"),
    result("FRANCE", "F ANN S A TON"),
    result("FRANCE", "F BAN/WC - AS"),
    result("FRANCE", "A CAM S A TON", "void", "unreachable"),
    result("JAPAN", "F YS - SHA"),
    result("JAPAN", "A FUS S F YS - SHA"),
    result("CHINA", "A SHA H", "fails", "dislodged"),
    dislodged("CHINA", "A SHA"),
    result("CHINA", "A PEK - MAC"),
    result("RUSSIA", "F P.ART - SEO/WC", "fails", "bounced"),
    result("JAPAN", "A SEO H"),
    result("JAPAN", "A KYU - KYO"),
    result("JAPAN", "F FOR - ECS"),
    result("JAPAN", "F SOJ S A SEO"),
    result("JAPAN", "F UP - MP"),
    result("TURKEY", "A CON - RUM"),
    result("RUSSIA", "F ODE - BS", "fails", "bounced"),
    result("TURKEY", "F ANG - BS", "fails", "bounced"),
    result("TURKEY", "A BAG - SHI"),
    result("TURKEY", "F PG S A BAG - SHI"),
]

COLONIAL_RETREATS: Json = {
    "phase": "F1871R",
    "centers": COLONIAL_CENTRES,
    "units": {
        **COLONIAL_BUSY["units"],
        "CHINA": ["*A KAG", "A URU", "A KRA", "*A SHA", "A CAN", "A YUN", "A MAC"],
        "RUSSIA": ["A KAG", "A OMSK", "F P.ART", "F ODE", "A VLA", "A PERM"],
        "JAPAN": ["F OS", "F SHA", "A FUS", "A SEO", "A KYO", "F ECS", "F SOJ", "F MP"],
    },
    "retreats": {"CHINA": {"A KAG": ["TIB"], "A SHA": ["NAN", "LAN"]}},
}

STANDARD_BUSY: Json = {
    "phase": "F1904M",
    "centers": {
        "AUSTRIA": ["BUD", "TRI", "VIE", "SER"],
        "ENGLAND": ["EDI", "LON", "LVP", "NWY", "BEL"],
        "FRANCE": ["BRE", "MAR", "PAR", "SPA", "POR"],
        "GERMANY": ["BER", "KIE", "MUN", "DEN", "HOL"],
        "ITALY": ["NAP", "ROM", "VEN", "TUN"],
        "RUSSIA": ["MOS", "SEV", "STP", "WAR", "SWE", "RUM"],
        "TURKEY": ["ANK", "CON", "SMY", "BUL", "GRE"],
    },
    "units": {
        "AUSTRIA": ["A BUD", "A TRI", "A VIE", "A SER"],
        "ENGLAND": ["F NTH", "A YOR", "F NWG", "F ENG", "A BEL"],
        "FRANCE": ["A BUR", "A PIC", "F MAO", "F SPA/SC", "A PAR"],
        "GERMANY": ["A RUH", "A MUN", "F DEN", "F HEL", "A SIL"],
        "ITALY": ["A VEN", "F ION", "F TYS", "A TUN"],
        "RUSSIA": ["A GAL", "A UKR", "F RUM", "F STP/NC", "F BOT", "A WAR"],
        "TURKEY": ["A BUL", "F AEG", "F BLA", "A GRE", "A CON"],
    },
}

STANDARD_ORDERS: list[Json] = [
    result("ENGLAND", "A YOR - NWY"),
    result("ENGLAND", "F NTH C A YOR - NWY"),
    result("ENGLAND", "F NWG S A YOR - NWY"),
    result("ENGLAND", "F ENG S A BEL"),
    result("ENGLAND", "A BEL H"),
    result("FRANCE", "A BUR - BEL", "fails", "bounced"),
    result("FRANCE", "A PIC S A BUR - BEL"),
    result("FRANCE", "F MAO - ENG", "fails", "bounced"),
    result("FRANCE", "F SPA/SC - WES"),
    result("FRANCE", "A PAR - BUR", "fails", "bounced"),
    result("GERMANY", "A RUH - BUR", "fails", "bounced"),
    result("GERMANY", "A MUN - TYR"),
    result("GERMANY", "F DEN - SWE"),
    result("GERMANY", "F HEL S F DEN - SWE", "void", "support_unmatched"),
    result("GERMANY", "A SIL - WAR", "fails", "bounced"),
    result("ITALY", "A TUN - ALB"),
    result("ITALY", "F ION C A TUN - ALB"),
    result("ITALY", "F TYS - NAP"),
    result("ITALY", "A VEN - TRI", "fails", "bounced"),
    result("AUSTRIA", "A TRI S A SER"),
    result("AUSTRIA", "A SER H"),
    result("AUSTRIA", "A BUD - RUM"),
    result("AUSTRIA", "A VIE - GAL", "fails", "bounced"),
    result("RUSSIA", "A GAL H"),
    result("RUSSIA", "A UKR S F RUM", "fails", "cut"),
    result("RUSSIA", "F RUM - BLA", "fails", "bounced"),
    dislodged("RUSSIA", "F RUM"),
    result("RUSSIA", "F STP/NC - BAR"),
    result("RUSSIA", "F BOT - SWE", "fails", "bounced"),
    result("RUSSIA", "A WAR H", "succeeds", "no_order"),
    result("TURKEY", "A BUL S A BUD - RUM"),
    result("TURKEY", "F BLA S A BUD - RUM"),
    result("TURKEY", "F AEG - ION", "fails", "bounced"),
    result("TURKEY", "A GRE - SER", "fails", "bounced"),
    result("TURKEY", "A CON - SMY"),
]

STANDARD_BUILDS: Json = {
    "phase": "W1904A",
    "centers": STANDARD_BUSY["centers"],
    "units": {
        **STANDARD_BUSY["units"],
        "RUSSIA": ["A GAL", "A UKR", "F RUM", "F STP/NC", "F BOT", "A WAR", "F BAR"],
    },
    "counts": {
        "AUSTRIA": {"centres": 4, "units": 4, "due": 0},
        "ENGLAND": {"centres": 6, "units": 5, "due": 1},
        "FRANCE": {"centres": 5, "units": 5, "due": 0},
        "GERMANY": {"centres": 6, "units": 5, "due": 1},
        "ITALY": {"centres": 4, "units": 4, "due": 0},
        "RUSSIA": {"centres": 5, "units": 7, "due": -2},
        "TURKEY": {"centres": 5, "units": 5, "due": 0},
    },
}

STANDARD_BUILD_ORDERS: list[Json] = [
    result("ENGLAND", "F LON B"),
    {"kind": "built", "facts": {"power": "ENGLAND", "unit": "F LON"}},
    result("GERMANY", "A BER B"),
    {"kind": "built", "facts": {"power": "GERMANY", "unit": "A BER"}},
    result("RUSSIA", "F BAR D"),
    {"kind": "disbanded", "facts": {"power": "RUSSIA", "unit": "F BAR"}},
    {"kind": "civil_disorder", "facts": {"power": "RUSSIA", "unit": "F STP/NC"}},
]

COLDWAR_BUSY: Json = {
    "phase": "Y1953M",
    "centers": {
        "USA": ["WAS", "OTT", "MEX"],
        "FRA": ["PAR"],
        "CHI": ["BEI", "SAI"],
        "JPN": ["TOK"],
        "SOV": ["MOS", "VIE", "TEH"],
        "GBR": ["LON", "NUU"],
        "TUR": ["ANK"],
        "IND": ["DEL", "JAK"],
        "CUB": ["HAV", "BOG"],
    },
    "units": {
        "USA": ["A WAS", "A OTT", "A MEX"],
        "FRA": ["A PAR"],
        "CHI": ["A BEI", "A SAI"],
        "JPN": ["A TOK"],
        "SOV": ["A MOS", "A VIE", "A TEH"],
        "GBR": ["A LON", "A NUU"],
        "TUR": ["A ANK"],
        "IND": ["A DEL", "A JAK"],
        "CUB": ["A HAV", "A BOG"],
    },
}

COLDWAR_ORDERS: list[Json] = [
    result("USA", "A WAS - TOK", "fails", "bounced"),
    result("USA", "A MEX S A WAS - TOK"),
    result("USA", "A OTT - NUU"),
    result("FRA", "A PAR - VIE", "fails", "bounced"),
    result("GBR", "A LON S A PAR - VIE"),
    result("GBR", "A NUU - VIE", "fails", "bounced"),
    dislodged("GBR", "A NUU"),
    result("SOV", "A VIE H"),
    result("SOV", "A MOS - BEI", "fails", "bounced"),
    result("SOV", "A TEH S A MOS - BEI", "void", "unreachable"),
    result("CHI", "A BEI H"),
    result("CHI", "A SAI S A JAK", "void", "support_unmatched"),
    result("JPN", "A TOK H"),
    result("TUR", "A ANK - DEL"),
    result("IND", "A DEL - SAI", "fails", "bounced"),
    dislodged("IND", "A DEL"),
    result("IND", "A JAK - MEX", "fails", "bounced"),
    result("CUB", "A BOG - MEX"),
    result("CUB", "A HAV S A BOG - MEX"),
]

SCENES: dict[str, tuple[str, Json, list[Json]]] = {
    "colonial_orders": ("colonial", COLONIAL_BUSY, COLONIAL_ORDERS),
    "colonial_retreats": (
        "colonial",
        COLONIAL_RETREATS,
        [result("CHINA", "A KAG R TIB"), result("CHINA", "A SHA D")],
    ),
    "standard_orders": ("standard", STANDARD_BUSY, STANDARD_ORDERS),
    "standard_builds": ("standard", STANDARD_BUILDS, STANDARD_BUILD_ORDERS),
    "coldwar_orders": ("coldwar", COLDWAR_BUSY, COLDWAR_ORDERS),
}
"""By name: variant, view, events."""
