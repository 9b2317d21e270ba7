"""What the GM changes on a board by hand: a unit placed or removed, a centre given to somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.errors import JudgeError
from judge.workflow.handling import Command, Result, refuse
from judge.workflow.model import Json
from judge.workflow.names import folded, power_named
from judge.workflow.work import Work

REASON_WORDS = frozenset({"because", "reason", "理由"})
NOBODY = frozenset({"NOBODY", "-"})


def words_and_reason(command: Command) -> tuple[list[str], str]:
    """ "REMOVE A BEI because two orders crossed": the words of the change in capitals, and the reason for all to read."""
    for number, word in enumerate(command.args):
        if folded(word.rstrip(":：")) in REASON_WORDS:
            reason = command.rest.partition(word)[2] or " ".join(command.args[number + 1 :])
            return [one.upper() for one in command.args[:number]], reason.strip(" :：")
    return [word.upper() for word in command.args], command.body.strip()


def corrected(work: Work, position: Json, words: Sequence[str]) -> tuple[Any, str] | Result:
    """The engine's position with this change, and in short what was changed ("FRANCE: + A BUR", "BEL = FRANCE").

    PLACE power unit · REMOVE unit · OWN province power (or NOBODY). Why it cannot be done is a code: no_unit, no_place,
    no_centre, occupied, impossible.
    """
    plain: Json = {
        **position,
        "units": {power: list(units) for power, units in position.get("units", {}).items()},
        "centers": {power: list(own) for power, own in position.get("centers", {}).items()},
    }
    said = _change(work, plain, words)
    if isinstance(said, Result):
        return said
    try:
        loaded = work.engine.load(plain)
        work.engine.phase(loaded)
    except JudgeError:
        return _refused(words, "impossible")
    return loaded, said


def _refused(words: Sequence[str], why: str) -> Result:
    return refuse("correction_refused", given=" ".join(words), why=why)


def _change(work: Work, position: Json, words: Sequence[str]) -> str | Result:
    """Do it to the plain position."""
    if len(words) == 3 and words[0] == "REMOVE":
        unit = f"{words[1]} {words[2]}"
        for power, units in position["units"].items():
            if unit in units:
                units.remove(unit)
                return f"{power}: - {unit}"
        return _refused(words, "no_unit")
    if len(words) >= 4 and words[0] == "PLACE":
        return _place(work, position, words)
    if len(words) >= 3 and words[0] == "OWN":
        return _own(work, position, words)
    return refuse("usage", verb="CORRECT", example="CORRECT PLACE FRANCE A PAR")


def _place(work: Work, position: Json, words: Sequence[str]) -> str | Result:
    power = power_named(work, " ".join(words[1:-2]))
    if power is None:
        return refuse("unknown_power", given=" ".join(words[1:-2]), known=list(work.engine.powers))
    place = words[-1].partition("/")[0]
    if not _is_place(work, place):
        return _refused(words, "no_place")
    taken = {unit.split()[-1].partition("/")[0] for units in position["units"].values() for unit in units}
    if place in taken:
        return _refused(words, "occupied")
    unit = f"{words[-2]} {words[-1]}"
    position["units"].setdefault(power, []).append(unit)
    return f"{power}: + {unit}"


def _own(work: Work, position: Json, words: Sequence[str]) -> str | Result:
    province, name = words[1], " ".join(words[2:])
    power = None if name in NOBODY else power_named(work, name)
    if power is None and name not in NOBODY:
        return refuse("unknown_power", given=name, known=list(work.engine.powers))
    if not _is_place(work, province):
        return _refused(words, "no_place")
    if not any(one.centre for one in work.variant.provinces if one.id == province):
        return _refused(words, "no_centre")
    for own in position["centers"].values():
        if province in own:
            own.remove(province)
    if power is not None:
        position["centers"].setdefault(power, []).append(province)
    return f"{province} = {power or '-'}"


def _is_place(work: Work, province: str) -> bool:
    return any(one.id == province for one in work.variant.provinces)
