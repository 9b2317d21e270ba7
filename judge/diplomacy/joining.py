"""Clauses that only together say what is meant: "A Paris, move to Burgundy", "A PAR - BUR, A MAR supports it", "パリをマルセイユが支援"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.diplomacy.sentence import Clause, Unit

PRONOUNS, PRONOUNS_JA, PRONOUN_REACH = frozenset({"it", "that", "this"}), ("それ", "これ", "その"), 6
"""Words for the order just given, and how far behind the verb one may stand."""


def with_what_is_supported(text: str, before: Sequence[Clause], clause: Clause) -> Clause:
    """A support that does not say of what, with the order before it: "A PAR - BUR, A MAR supports it", "パリ→ブルゴーニュ、マルセイユが支援".

    Without a word such as "it" only where no more than one order stands before it.
    """
    if clause.dest is not None or not before:
        return clause
    if not says_it(text, clause) and len(before) > 1:
        return clause
    last = before[-1]
    if last.form == "move":
        return replace(clause, form="support_move", target=last.unit, dest=last.dest)
    return replace(clause, form="support", target=last.unit) if last.form == "hold" else clause


def _spares(clause: Clause | None) -> bool:
    return clause is not None and clause.form == "all_hold" and clause.unit is not None


def with_all_spared(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """ "All hold except Rome and Venice", "ローマとヴェネツィア以外は待機": places alone beside the exception are exceptions too."""
    if not any(map(_spares, clauses)):
        return tuple(clauses)
    made: list[Clause] = []
    for clause in clauses:
        last = made[-1] if made else None
        if _spares(clause):
            spared: tuple[Unit, ...] = ()
            while made and made[-1].form == "hold_bare":
                before = made.pop()
                spared = (before.unit, *spared) if before.unit is not None else spared
            clause = replace(clause, others=(*spared, *clause.others))
        elif clause.form == "hold_bare" and clause.unit is not None and _spares(last):
            assert last is not None
            made[-1] = replace(last, others=(*last.others, clause.unit), end=clause.end)
            continue
        made.append(clause)
    return tuple(made)


def says_it(text: str, clause: Clause) -> bool:
    """Whether a clause has a word for the order before it: "A MAR supports it", "小樽はそれを支援"."""
    said = text[clause.start : clause.end + PRONOUN_REACH].replace(",", " ").replace(".", " ")
    return bool(PRONOUNS.intersection(said.split())) or any(one in said for one in PRONOUNS_JA)


def by_particles(text: str, clause: Clause) -> Clause:
    """ "パリをマルセイユが支援": を marks whom, が or は who does it, whichever stands first."""
    one, other = clause.unit, clause.target
    if one is None or other is None or clause.dest is not None:
        return clause
    if _particle(text, one) != "を" or _particle(text, other) not in ("が", "は"):
        return clause
    return replace(clause, unit=other, target=one)


def _particle(text: str, unit: Unit) -> str:
    """The character behind a unit's words."""
    ends = [unit.place.word.end, *(word.end for word in (unit.kind, unit.place.coast) if word is not None)]
    return text[max(ends) :].lstrip()[:1]


def goes_on(text: str, topic: Clause, rest: Clause) -> bool:
    """Whether a bare unit and the clause after a comma are one sentence, as in "小樽海軍、東京海軍の移動を支援"."""
    between = text[topic.end : rest.start]
    if rest.form in {"mutual_headless", "hold_headless"}:
        return True
    if rest.form == "move_headless" and {"MOVE", "TO"} <= rest.words:  # "A Paris, move to Burgundy"
        return True
    return (
        rest.form in {"support_headless", "convoy_headless", "move_headless"}
        and "、" in between
        and not text[rest.end - 1 : rest.end].isascii()
    )


def joined(topic: Clause, rest: Clause) -> Clause:
    """The unit named first is the one that acts."""
    form = {
        "convoy_headless": "convoy",
        "move_headless": "move",
        "mutual_headless": "mutual",
        "hold_headless": "hold",
    }.get(rest.form)
    if rest.form == "move_headless" and rest.dest is None and rest.unit is not None:
        rest = replace(rest, unit=None, dest=rest.unit.place)  # "満州、ソウルを攻撃"
    if form is None:
        form = "support" if rest.dest is None else "support_move"
    return Clause(
        form,
        topic.unit,
        rest.unit,
        rest.dest,
        rest.route,
        rest.words,
        riders=rest.riders,
        start=topic.start,
        end=rest.end,
    )
