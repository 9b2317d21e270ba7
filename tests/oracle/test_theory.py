"""The oracle itself gives what the rules print: classic positions, written with units and orders as its own tables.

Sources: DATC 3.0 section 6 (ids), 001 chapter 9 and 13, docs/rules/colonial.md.
"""

from __future__ import annotations

import re

import pytest

from judge.variants.load import load_variant
from tests.oracle.equations import decide
from tests.oracle.situation import Board, Order, Situation, Unit, province_of

BOARDS = {name: Board(load_variant(name)) for name in ("standard", "colonial")}


def situation(board: Board, text: str) -> Situation:
    """A situation from lines “POWER: order; order”, in canonical order text."""
    units, orders = {}, {}
    for line in text.strip().splitlines():
        power, _, rest = line.strip().partition(": ")
        for written in rest.split("; "):
            found = re.search(r" \(SC F (\S+) - (\S+)\)", written)
            permit = (found[1], found[2]) if found else None
            kind, location, verb, *tail = written.partition(" (")[0].split()
            units[province_of(location)] = Unit(power, kind, location)
            if verb == "H":
                order = Order("H", permit=permit)
            elif verb == "-" and tail[0] == "TSR":
                order = Order("T", to=tail[2])
            elif verb == "-":
                order = Order("M", to=tail[0], via=tail[-1] == "VIA", permit=permit)
            else:
                goal = province_of(tail[3]) if len(tail) > 2 else ""
                order = Order(verb, to=goal, other=province_of(tail[1]), permit=permit)
            orders[province_of(location)] = order
    return Situation(board, units, orders)


CASES = {
    "6.C.3 a ring that is broken bounces": ("standard", "TURKEY: F ANK - CON; A CON - SMY; A SMY - ANK; A BUL - CON", {}, 1),
    "6.C.1 a ring of three moves": ("standard", "TURKEY: F ANK - CON; A CON - SMY; A SMY - ANK", {"ANK": "CON", "CON": "SMY", "SMY": "ANK"}, 2),
    "6.F.14 paradox: the convoy fails": ("standard", "ENGLAND: F LON S F WAL - ENG; F WAL - ENG\nFRANCE: A BRE - LON; F ENG C A BRE - LON", {"WAL": "ENG", "ENG": ""}, 2),
    "6.F.16 paradox without a solution": ("standard", "ENGLAND: F LON S F WAL - ENG; F WAL - ENG\nFRANCE: A BRE - LON; F ENG C A BRE - LON\nGERMANY: F NTH S F BEL - ENG; F BEL - ENG", {}, 0),
    "6.F.24 second-order paradox without a solution": ("standard", "ENGLAND: F EDI - NTH; F LON S F EDI - NTH; F IRI - ENG; F MAO S F IRI - ENG\nFRANCE: A BRE - LON; F ENG C A BRE - LON; F BEL S F ENG\nRUSSIA: A NWY - BEL; F NTH C A NWY - BEL", {"EDI": "NTH", "NTH": ""}, 0),
    "001 chapter 9 case 4: dislodged, so the support is cut": ("colonial", "RUSSIA: A TAS - KAG\nENGLAND: A KAM S A TAS - KAG\nCHINA: A KAG - KAM; A TIB S A KAG - KAM", {"TAS": "KAG", "KAG": "KAM", "KAM": ""}, 1),
    "001 chapter 13: the canal": ("colonial", "TURKEY: F EGY S F MED - RS (SC F MED - RS); F MED - RS\nENGLAND: F RS H", {"MED": "RS", "RS": ""}, 1),
    "canal paradox without a solution": ("colonial", "TURKEY: F MED - RS; F EGY - MED (SC F MED - RS)", {}, 0),
    "canal paradox with two solutions": ("colonial", "RUSSIA: F MED - RS; F EGY H (SC F MED - RS)\nENGLAND: F RS S A SUD - EGY; A SUD - EGY", {"EGY": "", "SUD": "EGY"}, 2),
    "001 chapter 13: the line is cut in KRA, OMSK is filled": ("colonial", "RUSSIA: A MOS - TSR - VLA; A OMSK H\nCHINA: A MON - KRA", {"MOS": "PERM", "MON": "KRA"}, 1),
    "001 chapter 13: a rival at the destination of a cut line": ("colonial", "RUSSIA: A MOS - TSR - VLA\nCHINA: A MON - KRA\nJAPAN: F OS - VLA", {"MOS": "OMSK", "MON": "KRA"}, 1),
    "no exchange of places by rail": ("colonial", "RUSSIA: A MOS - TSR - PERM; A PERM - MOS", {}, 1),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_oracle_finds_what_the_rules_print(case: tuple[str, str, dict[str, str], int]) -> None:
    name, text, moved, solutions = case
    given = situation(BOARDS[name], text)
    verdict = decide(given)
    assert verdict.positions == {p: moved.get(p, unit.location) for p, unit in given.units.items()}
    assert verdict.solutions == solutions
