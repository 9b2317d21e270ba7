"""Lines that the grammar takes only after a small repair: remarks in brackets, and words without a blank between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.diplomacy.resolve import Lookup
from judge.diplomacy.sentence import Clause
from judge.text.grammar import Failure, Piece, Reader
from judge.text.names import REGION_SIGN, Encoded, Names

ORDER_WORDS = frozenset(
    {
        "REGION", "KINDL", "KINDW", "TO", "SUP", "HSUP", "CON", "HOLD", "MOVE", "RET", "DISB", "BUILD", "WAIVE", "POWER", "RAIL",
        "COAST",
    }
)  # fmt: skip
"""Types of words that orders are made of."""
_NO_REMARK = ("coast", "岸", "if ", "unless", "when ", "provided", "なら", "場合", "もし", "たら", "れば")
_VERBS = frozenset({"HOLD", "MOVE", "RET", "DISB", "BUILD"})
_GLUED = frozenset({"a", "f", "nc", "sc", "ec", "wc"})


def without_remarks(
    reader: Reader, look: Lookup, folded: Encoded, pieces: list[Piece | Failure]
) -> list[Piece | Failure]:
    """Read a line again without the brackets after an order that name no place ("(as agreed)"), if that makes it readable.

    Brackets before an order stay: lines of our own mails begin with them, and must not become orders when they come back.
    """
    text = folded.text
    remarks = [
        (start, end)
        for start, end in _brackets(text)
        if REGION_SIGN in text[:start] and _is_remark(reader, text[start:end])
    ]
    for start, end in remarks:
        text = text[:start] + " " * (end - start) + text[end:]
    again = reader.read(text)
    if not remarks or any(isinstance(piece, Failure) for piece in again):
        return pieces
    for start, end in remarks:
        look.add("remark_ignored", start, end, remark=look.raw(start, end))
    return again


def support_in_brackets(reader: Reader, folded: Encoded) -> list[Piece | Failure] | None:
    """The pieces of "A PAR - BUR (A MAR S)", where who supports the order stands in brackets behind it; None for others."""
    text, opening = folded.text, last_bracket(folded.text)
    if opening < 0:
        return None
    closing = text.rindex(")")
    pieces = reader.read(f"{text[:opening]};{text[opening + 1 : closing]} {text[closing + 1 :]}")
    clauses = [clause for piece in pieces if isinstance(piece, Piece) for clause in piece.value.clauses]
    forms = [clause.form for clause in clauses]
    if any(isinstance(piece, Failure) for piece in pieces) or len(forms) != 2 or clauses[1].dest is not None:
        return None
    return pieces if forms[0] in {"move", "hold"} and forms[1] == "support_headless" else None


def verb_in_brackets(reader: Reader, folded: Encoded) -> list[Piece | Failure] | None:
    """The pieces of "F JS > BOR (撤退)", where what the unit does stands in brackets at the end; None for others."""
    text, opening = folded.text, last_bracket(folded.text)
    if opening < 0 or REGION_SIGN not in text[:opening]:
        return None
    words = reader.words(text[opening:])
    if not set(words) - {"LPAR", "RPAR"} or not set(words) <= {"LPAR", "RPAR", *_VERBS}:
        return None
    closing = text.rindex(")")
    pieces = reader.read(text[:opening] + " " + text[opening + 1 : closing] + " " + text[closing + 1 :])
    return None if any(isinstance(piece, Failure) or piece.cut for piece in pieces) else pieces


def parted(reader: Reader, text: str) -> list[Piece | Failure] | None:
    """The pieces of a line whose orders stand between slashes, or whose places stand behind colons; None for others.

    "A PAR - BUR / A MAR S A PAR - BUR", "PAR: BUR MAR: SPA". Each of them must say what a unit does: "A PAR / BUR" may mean anything.
    """
    slashed = "".join(
        ";" if char == "/" and reader.words(text[place:])[:1] != ["COAST"] else char
        for place, char in enumerate(text)
    )
    for other in dict.fromkeys((slashed, _with_arrows(slashed), _with_arrows(text))):
        pieces = reader.read(other) if other != text else []
        if pieces and not any(isinstance(piece, Failure) or _unsaid(piece) for piece in pieces):
            return pieces
    return None


def _with_arrows(text: str) -> str:
    """The line with an arrow for each colon between two places, and a blank for each other colon."""
    signs = []
    for place, char in enumerate(text):
        between = text[:place].rstrip()[-1:] + text[place + 1 :].lstrip()[:1]
        signs.append(char if char != ":" else ">" if between == REGION_SIGN * 2 else " ")
    return "".join(signs)


def _unsaid(piece: Piece) -> bool:
    """Whether a unit stands in it alone."""
    return any(clause.form == "hold_bare" for clause in piece.value.clauses)


def _is_remark(reader: Reader, text: str) -> bool:
    """Whether what stands in brackets is neither part of an order nor a condition for it."""
    words = set(reader.words(text))
    return not words & (ORDER_WORDS - {"POWER"}) and not any(word in text for word in _NO_REMARK)


def with_blanks(names: Names, look: Lookup, folded: Encoded, cuts: list[int]) -> Encoded:
    """The line with blanks where two words were run together, which is noted. cuts: places in the folded line."""
    base = folded.base
    text, origin = base.text, list(base.origin or range(len(base.text)))
    for cut in sorted(cuts, reverse=True):
        first, last = _word_start(text, cut), _word_end(text, cut)
        column, length = base.span(first, last)
        left = base.span(first, cut)[1]
        look.add_at(
            "run_together", column, length,
            word=look.at(column, length), left=look.at(column, left), right=look.at(column + left, length - left),
        )  # fmt: skip
        text = text[:cut] + " " + text[cut:]
        origin.insert(cut, origin[cut])
    return names.encode(replace(base, text=text, origin=tuple(origin)))


def last_bracket(text: str) -> int:
    """Where the bracket opens that closes at the end of the line, others within it counted; -1 when there is none."""
    depth = 0
    if not text.rstrip().endswith(")"):
        return -1
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] == ")") - (text[place] == "(")
        if depth == 0 and text[place] == "(":
            return place
    return -1


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Where each pair of round brackets without others in it begins and ends."""
    start = -1
    for place, char in enumerate(text):
        if char == "(":
            start = place
        elif char == ")" and start >= 0:
            yield start, place + 1
            start = -1


def _word_start(text: str, at: int) -> int:
    while at > 0 and text[at - 1].isalnum():
        at -= 1
    return at


def _word_end(text: str, at: int) -> int:
    while at < len(text) and text[at].isalnum():
        at += 1
    return at


_GLUED = frozenset({"a", "f", "nc", "sc", "ec", "wc"})


def glued(names: Names, pieces: list[Piece | Failure], line: Encoded) -> list[int] | None:
    """Where in the folded line two words were run together ("BORA CEY - ARA", "VLARussia"): a region's code and a unit letter or
    a power's name. None when nothing of the kind is found."""
    cuts = []
    for piece in pieces:
        if isinstance(piece, Failure):
            continue
        for place in piece.value.places():
            if place.known:
                continue
            word, start = place.word.text, line.folded(place.word.start)
            if not word.isascii() or not word.isalnum() or names.region(word):
                continue
            for cut in range(len(word) - 1, 1, -1):
                left, right = word[:cut], word[cut:]
                if left in names.regions and (right in _GLUED or right in names.powers):
                    cuts.append(start + cut)
                    break
    return cuts or None


def is_lonely(clause: Clause) -> bool:
    """Whether it is one place without a word of what stands there and what is to be done."""
    return clause.form == "hold_bare" and clause.unit is not None and clause.unit.kind is None


def ends_with_coast_letter(clause: Clause) -> bool:
    """Whether nothing but a letter for a coast stands behind its destination."""
    return clause.dest is not None and clause.dest.coast is not None and len(clause.dest.coast.text) == 1


def all_lonely(piece: Piece | Failure) -> bool:
    """Whether a stretch is nothing but places."""
    return isinstance(piece, Piece) and all(is_lonely(clause) for clause in piece.value.clauses)


def is_bare_hold(piece: Piece | Failure) -> bool:
    """Whether a stretch is nothing but units."""
    return isinstance(piece, Piece) and all(clause.form == "hold_bare" for clause in piece.value.clauses)
