"""Tangles worked out on paper, asked of the engine and of the oracle.

The rules used: DATC 3.0 chapter 5 with 4.A.2 Szykman; 001 chapters 9 and 13 (canal, railway).
"""

from __future__ import annotations

import pytest

from tests.oracle.compare import engine_answer, oracle_answer
from tests.oracle.equations import decide
from tests.oracle.test_oracle import rival
from tests.oracle.test_theory import situation

# 1. A convoy that is disrupted inside a paradox.
#    France's army BRE sails over ENG to LON; London supports the attack IRI - ENG on the very fleet that carries it. If the army
#    lands, it cuts London, the attack has 1 against 1 and fails, so the army lands: consistent. If it does not land, London's
#    support stands, 2 against 1, ENG is dislodged and the army cannot land: consistent too. Two outcomes: Szykman, the
#    convoy over ENG does nothing, BRE touches nobody. So London's support stands, IRI takes ENG, F ENG is dislodged.
#    PIC - WAL has no route: the only fleet near carries BRE, and a fleet carries one army.
#    The convoy NWY - YOR over NTH stands outside the circle: DEN attacks NTH with SKA's support, 2 against 1, so it is disrupted
#    outright, lands nowhere and leaves YOR's support for LON as it is.
PARADOX = """
FRANCE: A BRE - LON; F ENG C A BRE - LON; A PIC - WAL
ENGLAND: F LON S F IRI - ENG; F IRI - ENG; A YOR S F LON
RUSSIA: A NWY - YOR; F NTH C A NWY - YOR
GERMANY: F DEN - NTH; F SKA S F DEN - NTH
"""
PARADOX_AFTER = {"IRI": "ENG", "ENG": "", "DEN": "NTH", "NTH": ""}
PARADOX_HELPED = {"LON", "YOR", "SKA"}

# 2. A canal move whose garrison is attacked from the canal fleet's own target.
#    Turkey's fleet MED goes to RS by leave of A EGY, with F MEC's support: attack 2. England's F RS leaves RS for EGY with A SUD's
#    support: attack 2 against EGY's hold 1, so EGY falls if that attack succeeds, and nothing holds it up: RS - EGY succeeds
#    whatever the canal fleet does: it attacks RS, where no support is given. The garrison is
#    dislodged, the canal is shut, MED stays and has no effect on RS. RS is empty then; nobody bounced there.
#    EGY's army may go to SYR or MEC? MEC is filled by F MEC, SYR is free, SUD is filled, so SYR alone.
CANAL = """
TURKEY: F MED - RS; A EGY H (SC F MED - RS); F MEC S F MED - RS
ENGLAND: F RS - EGY; A SUD S F RS - EGY
"""
CANAL_AFTER = {"RS": "EGY", "EGY": ""}
CANAL_HELPED = {"MEC", "SUD"}
CANAL_OPTIONS = {"EGY": frozenset({"SYR"})}

# 3. The same without SUD's support: RS - EGY has 1 against 1 and fails for any outcome, the garrison stays, the canal is open,
#    MED attacks RS with 2 against 1 (a unit that failed to move holds with 1): RS is dislodged by the fleet it meant to stop.
#    RS may go to GOA, ADEN, ERI, SUD (empty now); not MEC and EGY (filled), not MED (not adjacent at all).
OPEN_CANAL = """
TURKEY: F MED - RS; A EGY H (SC F MED - RS); F MEC S F MED - RS
ENGLAND: F RS - EGY
"""
OPEN_CANAL_AFTER = {"MED": "RS", "RS": ""}

# 4. A train cut twice.
#    Russia's train runs MOS - PERM - OMSK - KRA - IRK - VLA. China enters IRK from MON, England enters KRA from SEM: both succeed,
#    a passing train stands nobody off. The cut nearer to the origin counts: KRA, so no further than OMSK. A ORE of Turkey tries OMSK
#    and A AKM of Russia tries it too: 1 against 1, they bounce, OMSK stays empty, and the train may stop where others stood off
#    (point T-g). Its claim on VLA still stands: Japan's F OS bounces off it there, though the train never comes near.
TRAIN = """
RUSSIA: A MOS - TSR - VLA; A AKM - OMSK
CHINA: A MON - IRK
ENGLAND: A SEM - KRA
TURKEY: A ORE - OMSK
JAPAN: F OS - VLA
"""
TRAIN_AFTER = {"MOS": "OMSK", "MON": "IRK", "SEM": "KRA"}

CASES = {
    "convoy disrupted beside a paradox": ("standard", PARADOX, PARADOX_AFTER, PARADOX_HELPED, None),
    "canal shut from its far end": ("colonial", CANAL, CANAL_AFTER, CANAL_HELPED, CANAL_OPTIONS),
    "canal open against its far end": (
        "colonial", OPEN_CANAL, OPEN_CANAL_AFTER, {"MEC"}, {"RS": frozenset({"GOA", "ADEN", "ERI", "SUD"})},
    ),
    "train cut twice": ("colonial", TRAIN, TRAIN_AFTER, set(), {}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("judge", ["engine", "oracle"])
def test_it_comes_out_as_on_paper(case: tuple, judge: str) -> None:  # type: ignore[type-arg]
    name, text, moved, helped, options = case
    pair = rival(name)
    given = situation(pair.board, text)
    answer = (
        engine_answer(pair.engine, given, pair.phase) if judge == "engine" else oracle_answer(decide(given))
    )
    assert answer.after == {p: moved.get(p, unit.location) for p, unit in given.units.items()}
    assert answer.helped == helped
    if options is not None:
        assert answer.options == options
