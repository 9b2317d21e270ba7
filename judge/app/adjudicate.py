"""`judge adjudicate`: phases as JSON Lines in, results and the next position out. No game, no database."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.phases import Step
from judge.errors import DataError

Json = dict[str, Any]
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_TEXT = frozenset({str})
_OURS = frozenset({"results", "rejected", "civil_disorder", "next"})


Say = Callable[[Step], str]
"""How a phase that was closed is put for people."""


def adjudicate_lines(
    engine: DiplomacyEngine, lines: Iterable[bytes], say: Say | None = None
) -> Iterator[tuple[bytes, bool]]:
    """For each line that is not blank: the answer in UTF-8, and whether the line was valid input.

    say: for people; without it answers are JSON.
    """
    for number, line in enumerate(lines, 1):
        line = line.removeprefix(codecs.BOM_UTF8)
        if not line.strip():
            continue
        try:
            data = read_line(line)
            step = close_phase(engine, data)
            if say is not None:
                yield f"{data['name']}\n{say(step)}".encode(), True
                continue
            added = answer(engine, step)
            if _OURS & data.keys():
                yield _encode({**data, **added}) + b"\n", True
            else:
                # the line as it came, with our keys before its closing brace: nothing of it has to be written anew
                yield line.rstrip()[:-1] + b"," + _encode(added)[1:] + b"\n", True
        except (DataError, RecursionError) as error:
            message = f"line {number}: {error}"
            yield (
                (_encode({"error": message}) if say is None else f"error: {message}".encode()) + b"\n",
                False,
            )


def read_line(line: bytes) -> Json:
    """A line as a JSON object with "name" and "state". Raises DataError when it is none."""
    try:
        data = _decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise DataError("not a JSON object")
    if not isinstance(data.get("state"), dict):
        raise DataError('"state" is missing')
    return data


def close_phase(engine: DiplomacyEngine, data: Json) -> Step:
    """Close the phase of a line with its orders. Raises DataError when it is not valid input."""
    position = engine.load({**data["state"], "name": data.get("name")})
    return engine.step(position, _orders(engine, data.get("orders")))


def answer(engine: DiplomacyEngine, step: Step) -> Json:
    """What a phase with its orders came to: "results" and "next"."""
    results: Json = {}
    rejected: list[Json] = []
    valid: set[str] | None = None
    for power, unit, order, verdict, reason, by, strengths, stop in step.results:
        if verdict == "void" and valid is None:
            valid = {result.unit for result in step.results if result.verdict != "void"}
        if unit in results or (verdict == "void" and valid and unit in valid):
            rejected.append({"power": power, "order": order, "reason": reason})
            continue
        facts: Json = {"order": order, "verdict": verdict, "reason": reason, "by": by}
        if strengths:
            facts["strengths"] = strengths
        if stop:
            facts["stop"] = stop
        results[unit or order] = facts
    following = engine.dump(step.position)
    following.setdefault("retreats", {})
    following_phase = {"name": following.pop("name"), "state": following}
    if "outcome" in following:
        following_phase["outcome"] = following.pop("outcome")
    added: Json = {"results": results}
    if rejected:
        added["rejected"] = rejected
    forced = [dict(event.facts) for event in step.happened if event.kind == "civil_disorder"]
    if forced:
        added["civil_disorder"] = forced
    added["next"] = following_phase
    return added


def _orders(engine: DiplomacyEngine, data: object) -> dict[str, list[str]]:
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise DataError('"orders" is no JSON object')
    for power, texts in data.items():
        if power not in engine.board.power_of_id:
            raise DataError(f'"orders": no such power: {power}')
        if texts is not None and not (isinstance(texts, list) and _TEXT.issuperset(map(type, texts))):
            raise DataError(f'"orders" of {power} is no list of texts')
    return {power: texts or [] for power, texts in data.items()}


def teller(engine: DiplomacyEngine, language: str) -> Say:
    """Puts phases into sentences of that language: every order with its result and why, what happened, what comes next."""
    from judge.render.sentences import Sentences
    from judge.workflow.letters import EventFacts

    say = Sentences(engine.variant, language)

    def tell(step: Step) -> str:
        lines = []
        for event in step.events:
            facts = dict(event.facts)
            why = say.reason(facts) if event.kind == "order_result" else ""
            text = say.event(EventFacts(event.kind, facts))
            lines.append(f"  {text}{': ' if why else ''}{why}")
        lines.append(f"  → {say.phase_named(engine.phase(step.position).id)}")
        return "\n".join(lines) + "\n"

    return tell
