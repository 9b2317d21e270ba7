"""The answer to a player's mail."""

from __future__ import annotations

from collections.abc import Sequence

from judge.render.blocks import (
    Answered,
    Block,
    Finding,
    Page,
    Paragraphs,
    Result,
    Results,
    Section,
    Tone,
    Transcript,
)
from judge.render.pages.common import Desk, sheet_section, with_words
from judge.render.sentences import Facts
from judge.text.caret import caret_line
from judge.workflow.letters import Acknowledgement, OwedFacts, ProblemFacts, StandingOrder, TranscriptLine

_TONES: dict[str, Tone] = {"error": "bad", "question": "bad", "warning": "warn", "note": "plain"}
_MOST_EXPECTED = 5
_LISTED = frozenset({"unreachable", "wrong_terrain", "coast_unreachable", "convoy_no_route"})
"""Problems whose sentence names every place that can be reached: there is nothing to add, and "did you mean" would be a guess."""


def page(desk: Desk, facts: Acknowledgement) -> Page:
    """What stands now first, then the mail line by line, then what is still missing to fill in."""
    words = desk.words
    done, total = progress(facts.owed, facts.standing)
    trouble = _trouble(facts)
    subject = {
        "game": facts.game,
        "phase": desk.say.phase(facts.phase),
        "power": desk.names.power(facts.power) if facts.power else _role(desk, facts),
        "done": done,
        "all": total,
        "problems": trouble,
        "deadline": desk.say.short_when(facts.phase.deadline),
    }
    transcript = Transcript([answered(desk, line) for line in facts.transcript])
    blocks: list[Block] = [transcript] if facts.transcript else []
    if facts.more_problems:
        blocks.append(Paragraphs([words.more_problems(facts.more_problems)]))
    read = Section(words.section_transcript(), blocks)
    standing = Section(words.section_standing(), _standing(desk, facts))
    left = [line for line in facts.standing if line.default and line.about in facts.missing]
    return desk.page(
        subject,
        game=facts.game,
        power=facts.power,
        lead=_lead(desk, facts, done, total, trouble),
        sections=[
            *((read, standing) if trouble else (standing, read)),
            *sheet_section(desk, facts.game, facts.power, facts.phase, left),
        ],
        closing=[words.ack_change(), words.help_hint()]
        if total and not facts.review
        else [words.help_hint()],
    )


def _role(desk: Desk, facts: Acknowledgement) -> str:
    """What a writer without a seat is; nothing while seats are still to be given."""
    if facts.phase.kind == "forming" and desk.letter.to.role != "gm":
        return ""
    return {"gm": desk.words.gm(), "observer": desk.words.observer()}.get(desk.letter.to.role, "")


def progress(owed: Sequence[OwedFacts], standing: Sequence[StandingOrder]) -> tuple[int, int]:
    """How many of the orders that are due are there, and how many are due."""
    total = sum(one.count for one in owed)
    if not total:
        return 0, 0
    return max(0, total - sum(one.left for one in owed)), total


def _trouble(facts: Acknowledgement) -> int:
    """Lines that need the player's attention."""
    found = sum(
        1
        for line in facts.transcript
        if line.outcome == "refused" or any(p.severity != "note" for p in line.problems)
    )
    return found + facts.more_problems


def _lead(desk: Desk, facts: Acknowledgement, done: int, total: int, trouble: int) -> list[str]:
    words = desk.words
    lines = []
    if facts.late:
        lines.append(words.ack_too_late())
    if not facts.power or facts.review:
        lines.append(words.ack_plain())
    elif not total:
        lines.append(words.ack_not_owing())
    elif facts.complete:
        lines.append(words.ack_complete(total))
    elif not done:
        lines.append(words.ack_none_yet(total))
    else:
        lines.append(words.ack_received(done, total))
    if trouble:
        lines.append(words.ack_problems(trouble))
    elif facts.transcript and all(line.outcome == "ignored" for line in facts.transcript):
        lines.append(words.ack_nothing())
    if facts.missing:
        lines.append(words.ack_missing([_unit(desk, unit) for unit in facts.missing]))
    if facts.review:
        lines.append(words.ack_review())
    if facts.overdue:
        lines.append(words.ack_overdue())
    lines += desk.deadline_lines(facts.phase)
    if facts.ready:
        lines.append(words.ack_ready())
    if facts.waiting:
        lines.append(words.ack_waiting())
    return lines


def _unit(desk: Desk, unit: str) -> str:
    return desk.words.with_code(desk.names.unit(unit), unit)


def _standing(desk: Desk, facts: Acknowledgement) -> list[Block]:
    words = desk.words
    if not facts.standing:
        return []
    told = {order for line in facts.transcript if line.problems for order in line.orders}
    results = []
    for line in facts.standing:
        doubts = () if line.order in told else line.problems
        why = words.sentences([desk.say.problem(one) for one in doubts]) if doubts else ""
        results.append(
            Result(
                order=line.order,
                words=_said(desk, line.order),
                mark=words.no_order_yet() if line.default else words.accepted(),
                tone="warn" if line.default or doubts else "good",
                why=words.default_order() if line.default else why,
            )
        )
    columns = [words.column_order(), words.column_state()]
    return [Results(words.section_standing(), columns, [("", results)])]


def _said(desk: Desk, order: str) -> str:
    said = desk.say.order(order)
    return "" if said == order else said


def answered(desk: Desk, line: TranscriptLine) -> Answered:
    """One line of the mail with what came of it."""
    pointed = next((p for p in line.problems if p.column and p.text == line.text), None)
    findings = [Finding("good", desk.words.order_read(with_words(desk, order))) for order in line.orders]
    if line.outcome == "refused":
        findings = [Finding("plain", with_words(desk, order)) for order in line.orders]
    if line.result:
        said = desk.say.results.say(line.result, Facts(line.facts))
        kept = str(line.facts.get("text") or "")
        hints = [f"> {part}" for part in kept.split("\n")] if kept else []
        findings.append(Finding("good" if line.outcome == "command" else "bad", said, hints))
    findings += [finding(desk, problem) for problem in line.problems]
    if not findings:
        refused = line.outcome == "refused"
        findings = [
            Finding("bad", desk.words.line_refused())
            if refused
            else Finding("plain", desk.words.line_ignored())
        ]
    if pointed is None:
        return Answered(line.text, "", "", "", findings)
    start = pointed.column - 1
    end = start + max(1, pointed.length)
    return Answered(
        line.text[:start],
        line.text[start:end],
        line.text[end:],
        caret_line(line.text, pointed.column, max(1, pointed.length)),
        findings,
    )


def finding(desk: Desk, problem: ProblemFacts) -> Finding:
    """A problem in words, with what would be right."""
    words = desk.words
    listed = problem.kind in _LISTED and problem.facts.get("choices")
    suggestions = [with_words(desk, desk.names.suggestion(one)) for one in problem.suggestions if not listed]
    hints = []
    if suggestions:
        asked = problem.severity == "question"
        hints.append(words.write_one_of(suggestions) if asked else words.did_you_mean(suggestions))
    elif 0 < len(problem.expected) <= _MOST_EXPECTED:
        hints.append(words.expected([words.part(code) for code in problem.expected]))
    return Finding(_TONES.get(problem.severity, "bad"), desk.say.problem(problem), hints)
