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
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def adjudicate_lines(engine: DiplomacyEngine, lines: Iterable[bytes]) -> Iterator[tuple[Json, bool]]:
    """For each line that is not blank: the answer, and whether the line was valid input."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield adjudicate_line(engine, line), True
        except DataError as error:
            yield {"error": f"line {number}: {error}"}, False


def adjudicate_line(engine: DiplomacyEngine, line: bytes) -> Json:
    """One phase with its orders as JSON text, with "results" and "next" added. Raises DataError when it is not valid input."""
    try:
        data = _decode(line.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise DataError("not a JSON object")
    state = data.get("state")
    if not isinstance(state, dict):
        raise DataError('"state" is missing')
    position = engine.load({**state, "name": data.get("name")})
    step = engine.step(position, _orders(engine, data.get("orders")))
    results: Json = {}
    rejected: list[Json] = []
    ordered = {result.unit for result in step.results if result.verdict != "void"}
    for result in step.results:
        if result.unit in results or (result.verdict == "void" and result.unit in ordered):
            rejected.append({"power": result.power, "order": result.order, "reason": result.reason})
        else:
            results[result.unit or result.order] = _result(result)
    following = engine.dump(step.position)
    name = following.pop("name")
    answer = {**data, "results": results}
    if rejected:
        answer["rejected"] = rejected
    forced = [event.facts for event in step.happened if event.kind == "civil_disorder"]
    if forced:
        answer["civil_disorder"] = [dict(facts) for facts in forced]
    answer["next"] = {"name": name, "state": following}
    if "outcome" in following:
        answer["next"]["outcome"] = following.pop("outcome")
    return answer


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
    facts: Json = {
        "order": result.order, "verdict": result.verdict, "reason": result.reason, "by": result.by
    }  # fmt: skip
    if result.strengths:
        facts["strengths"] = result.strengths
    if result.stop:
        facts["stop"] = result.stop
    return facts


def write(answer: Json) -> str:
    """An answer as one line of JSON."""
    try:
        return _encode(answer).decode()
    except RecursionError:
        return '{"error":"nested too deeply to be written again"}'


def explain(answer: Json) -> str:
    """An answer for people: the phase, each order with its result and why, what comes next."""
    if "error" in answer:
        return f"error: {answer['error']}\n"
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
