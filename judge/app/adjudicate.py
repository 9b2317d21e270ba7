"""`judge adjudicate`: phases as JSON Lines in, results and the next position out. No game, no database."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from judge.diplomacy.engine import DiplomacyEngine
from judge.engine import OrderResult
from judge.errors import DataError

Json = dict[str, Any]
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_OURS = frozenset({"results", "rejected", "civil_disorder", "next"})


def adjudicate_lines(
    engine: DiplomacyEngine, lines: Iterable[bytes], *, people: bool = False
) -> Iterator[tuple[bytes, bool]]:
    """For each line that is not blank: the answer in UTF-8 (JSON, or for people), and whether the line was valid input."""
    for number, line in enumerate(lines, 1):
        line = line.removeprefix(codecs.BOM_UTF8)
        if not line.strip():
            continue
        try:
            data = read_line(line)
            added = adjudicate_phase(engine, data)
            if _OURS & data.keys() and not people:
                yield _encode({**data, **added}) + b"\n", True
                continue
        except (DataError, RecursionError) as error:
            message = f"line {number}: {error}"
            yield (f"error: {message}\n".encode() if people else _encode({"error": message}) + b"\n"), False
            continue
        if people:
            yield explain({**data, **added}).encode(), True
        else:
            # the line as it came, with our keys before its closing brace: nothing of it has to be written anew
            yield line.rstrip()[:-1] + b"," + _encode(added)[1:] + b"\n", True


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


def adjudicate_phase(engine: DiplomacyEngine, data: Json) -> Json:
    """What a phase with its orders comes to: "results" and "next". Raises DataError when it is not valid input."""
    position = engine.load({**data["state"], "name": data.get("name")})
    step = engine.step(position, _orders(engine, data.get("orders")))
    results: Json = {}
    rejected: list[Json] = []
    valid = {result.unit for result in step.results if result.verdict != "void"}
    for result in step.results:
        if result.unit in results or (result.verdict == "void" and result.unit in valid):
            rejected.append({"power": result.power, "order": result.order, "reason": result.reason})
        else:
            results[result.unit or result.order] = _result(result)
    following = engine.dump(step.position)
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
        if texts is not None and not (isinstance(texts, list) and set(map(type, texts)) <= {str}):
            raise DataError(f'"orders" of {power} is no list of texts')
    return {power: texts or [] for power, texts in data.items()}


def _result(result: OrderResult) -> Json:
    _, _, order, verdict, reason, by, strengths, stop = result
    facts: Json = {"order": order, "verdict": verdict, "reason": reason, "by": by}
    if strengths:
        facts["strengths"] = strengths
    if stop:
        facts["stop"] = stop
    return facts


def explain(answer: Json) -> str:
    """An answer for people: the phase, each order with its result and why, what comes next."""
    lines = [str(answer["name"])]
    for result in answer["results"].values():
        why = result["reason"].replace("_", " ")
        strengths = result.get("strengths")
        if strengths:
            why += f" {strengths['attack']} against {strengths['against']}"
        if result["by"]:
            why += " by " + ", ".join(result["by"])
        if result.get("stop"):
            why += f", stopped in {result['stop']}"
        lines.append(f"  {result['order']:<34} {result['verdict']}" + (f": {why.strip()}" if why else ""))
    for each in answer.get("rejected", ()):
        lines.append(f"  {each['order']:<34} not counted: {each['reason'].replace('_', ' ')}")
    following = answer["next"]
    for power, retreats in following["state"].get("retreats", {}).items():
        for unit, options in retreats.items():
            lines.append(f"  {power} {unit} is dislodged; it may go to: {', '.join(options) or 'nowhere'}")
    lines.append(f"  next: {following['name']}")
    if "outcome" in following:
        ended = following["outcome"]
        lines.append(f"  over: {ended['kind']}, {', '.join(ended['winners'])}")
    return "\n".join(lines) + "\n"
