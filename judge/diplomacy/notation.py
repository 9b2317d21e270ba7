"""Players' own wording of orders, in English and Japanese, to canonical order text; and what to tell them about it.

The words are in grammar/orders*.lark. A line is folded, read by the grammar into clauses (`sentence`), its words are looked up on
the board (`resolve`), and each clause becomes an order (`interpret`). One bad line never hides the others. Nothing is guessed:
two readings are asked back, slips in redundant words are noted, a slip in a region is refused with suggestions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.diplomacy.advice import Adviser
from judge.diplomacy.board import Board, board_for
from judge.diplomacy.calendar import KIND_NAMES
from judge.diplomacy.interpret import Interpreter, Read
from judge.diplomacy.orders import HOLD, MOVE, read_order, write_order
from judge.diplomacy.position import Position
from judge.diplomacy.reasons import Reason
from judge.diplomacy.resolve import Lookup, Scene, scene_of, scene_of_start
from judge.diplomacy.sentence import Clause, Sentence, transformer
from judge.engine import Line, Parsed, ParsedOrder
from judge.problems import Problem
from judge.text.grammar import Failure, Piece, Reader, load_grammar
from judge.text.kinds import KINDS
from judge.text.lines import MAX_LINE, MAX_LINES, content
from judge.text.names import REGION_SIGN, Encoded, Names, build_names
from judge.text.normalize import normalize
from judge.variants.model import Variant

if TYPE_CHECKING:
    from judge.diplomacy.engine import DiplomacyEngine

MANY_UNKNOWN = 5
MANY_TROUBLES = 50
"""After so many lines with mistakes the rest is read without searching them for parts that can be saved."""
_STARTERS = frozenset({"KINDL", "KINDW", "POWER", "REGION"})
_CONDITIONS = ("if ", "unless", "when ", "provided", "なら", "場合", "もし", "たら", "れば")
_VERBS = frozenset({"HOLD", "SUP", "HSUP", "CON", "RET", "DISB", "BUILD"})
_EXPECTED = {
    "REGION": "region", "UNKNOWN": "region", "KINDL": "unit", "KINDW": "unit", "POWER": "unit", "TO": "-", "SUP": "S", "CON": "C",
    "HOLD": "H", "RET": "R", "DISB": "D", "BUILD": "B", "COAST": "coast", "SEP": ",", "RAIL": "TSR",
}  # fmt: skip


class Notation:
    """The reader for one variant. Building the grammar is put off until a line is read."""

    def __init__(self, variant: Variant, board: Board | None = None) -> None:
        self.variant = variant
        self.board = board or board_for(variant)
        self.names: Names = build_names(variant)
        self._reader: Reader | None = None

    @property
    def reader(self) -> Reader:
        """The grammar's reader, built on first use."""
        if self._reader is None:
            parser = load_grammar("orders", {}, transformer())
            self._reader = Reader(parser, _may_cut, _STARTERS, Sentence.shift, _VERBS)
        return self._reader

    def parse(
        self, scene: Scene, power: int | None, lines: Sequence[Line], adviser: Adviser | None = None
    ) -> Parsed:
        """Read the lines of a mail. Never raises. adviser: what looks at each order as the board stands."""
        return _Mail(self, scene, power, adviser).read(lines)


def _may_cut(sentence: Sentence) -> bool:
    return bool(sentence.clauses) and not sentence.clauses[-1].bare


_NOTATIONS: list[Notation] = []


def notation_for(variant: Variant, board: Board) -> Notation:
    """The reader of a variant; the same objects give the same reader."""
    for known in _NOTATIONS:
        if known.variant is variant and known.board is board:
            return known
    made = Notation(variant, board)
    _NOTATIONS.append(made)
    del _NOTATIONS[:-8]
    return made


def parse_orders(notation: Notation, phase: str, power: int | None, lines: Sequence[Line]) -> Parsed:
    """Read orders without knowing the board: unit letters come from terrain and the variant's start. Never raises."""
    scene = scene_of_start(notation.board, notation.variant, phase)
    return notation.parse(scene, power, lines)


def parse(
    engine: DiplomacyEngine,
    position: Position,
    power: str | None,
    lines: Sequence[Line],
    *,
    strict: bool = False,
) -> Parsed:
    """Read a mail's lines for the engine: see `judge.engine.Engine.parse`."""
    notation = notation_for(engine.variant, engine.board)
    number = engine.board.power_of_id[power] if power is not None else None
    phase = KIND_NAMES[position.kind]
    adviser = Adviser(engine.board, engine.rules, position, number, phase, strict=strict)
    return notation.parse(scene_of(engine.board, position, phase), number, lines, adviser)


class _Mail:
    """One mail's lines on their way to orders."""

    def __init__(self, notation: Notation, scene: Scene, power: int | None, adviser: Adviser | None) -> None:
        self.notation = notation
        self.board = notation.board
        self.scene = scene
        self.power = power
        self.adviser = adviser
        self.problems: list[Problem] = []
        self.found: list[tuple[Read, str, int, str]] = []
        self.prose: list[Line] = []
        self.ignored: list[int] = []
        self.last = ""
        self.trouble = 0

    def read(self, lines: Sequence[Line]) -> Parsed:
        signs = self.scene.phase != "adjustment"
        for line in lines[:MAX_LINES]:
            if len(line.text) > MAX_LINE:
                self._complain("line_too_long", line.number, line.text[:MAX_LINE], limit=MAX_LINE)
                continue
            start, text = content(line.text, signs=signs)
            if not text:
                self.ignored.append(line.number)
                continue
            self._line(line, start, text)
        if len(lines) > MAX_LINES:
            number = lines[MAX_LINES].number
            self._complain("too_many_lines", number, "", limit=MAX_LINES, lines=len(lines))
        self._prose()
        orders = self._standing()
        if self.adviser is not None:
            read = ((read_order(self.board, order.text), order.line, order.source) for order in orders)
            whole = [(order, line, source) for order, line, source in read if not isinstance(order, Reason)]
            self.problems.extend(self.adviser.together(whole))
        return Parsed(tuple(orders), tuple(self.problems), tuple(sorted(self.ignored)))

    def _complain(self, kind: str, number: int, shown: str, **facts: object) -> None:
        self.problems.append(Problem(kind, KINDS[kind].severity, number, text=shown, facts=facts))

    # --- one line

    def _line(self, line: Line, start: int, text: str) -> None:
        folded = self.notation.names.encode(normalize(text))
        pieces = self.notation.reader.read(folded.text, whole=self.trouble > MANY_TROUBLES)
        look = self._lookup(line, start, folded)
        if any(isinstance(piece, Failure) for piece in pieces) and "(" in folded.text:
            pieces = self._without_remarks(look, folded, pieces)
        repaired = _split_glued(self.notation.names, pieces, folded)
        if repaired is not None:
            folded, pieces = self._repair(look, folded, repaired)
            look_again = self._lookup(line, start, folded)
            look_again.problems.extend(
                p for p in look.problems if p.kind in {"run_together", "remark_ignored"}
            )
            look = look_again
        reader = Interpreter(look, folded.text)
        reader.last = self.last if self.scene.phase == "adjustment" else ""
        reads: list[Read] = []
        heading = False
        all_bare = len(pieces) > 2 and all(_is_bare_hold(piece) for piece in pieces)
        unsure: list[Read] = []
        for piece in pieces:
            before = len(look.problems)
            found: list[Read] = []
            if isinstance(piece, Failure):
                self._failure(look, folded, piece)
            else:
                sentence: Sentence = piece.value
                heading = heading or sentence.heading
                reader.last = sentence.verb or reader.last
                self._heading(look, sentence, folded)
                found = reader.clauses(sentence.clauses)
                if unsure and sentence.clauses and not all_bare:
                    asked = self._unclear(look, sentence.clauses[0], unsure, found)
                    unsure, found = ([], []) if asked else (unsure, found)
            if not any(problem.kind in _UNREAD for problem in look.problems[before:]):
                reads.extend(unsure)  # what follows without a separator makes sense: so the cut was right
            unsure = []
            if isinstance(piece, Piece) and piece.cut:
                unsure = found
            else:
                reads.extend(found)
        reads.extend(unsure)
        self.last = reader.last
        self.trouble += bool(look.problems) or len(pieces) > 1
        if not reads and folded.text.rstrip().endswith(":") and REGION_SIGN not in folded.text:
            self.ignored.append(line.number)  # "Here are my moves:"
            return
        if not reads and look.problems and self._is_prose(folded.text, look.problems):
            self.prose.append(line)
            return
        if (not reads and not look.problems and not heading) or (heading and not reads and not look.problems):
            self.ignored.append(line.number)
        for read in reads:
            if self.adviser is not None and not self.adviser.accepts(read, look):
                continue
            source = look.raw(read.start, read.end) if read.start >= 0 else line.text.strip()
            self.found.append((read, write_order(self.board, read.order), line.number, source))
        self.problems.extend(look.problems)

    def _unclear(self, look: Lookup, clause: Clause, before: list[Read], found: list[Read]) -> bool:
        """Whether it cannot be told what two orders without a separator were to be; asks back if so.

        "KYO OTA TOK": where one order ends and the next begins. "A MAR F BRE - GAS": a hold beside a move, or a lost S.
        """
        first = ", ".join(write_order(self.board, read.order) for read in before)
        rest = [write_order(self.board, read.order) for read in found]
        lonely = clause.form == "hold_bare" and clause.unit is not None and clause.unit.kind is None
        readings: list[str] = []
        if clause.bare and look.problems and look.problems[-1].kind == "ambiguous_order":
            readings = [f"{first}, {reading}" for reading in look.problems.pop().suggestions]
        elif (clause.bare or lonely) and rest:
            holds = ", ".join(" ".join(text.split()[:2]) + " H" for text in rest)
            readings = list(dict.fromkeys((f"{first}, {', '.join(rest)}", f"{first}, {holds}")))
        elif before[-1].bare and found and found[0].order.kind in {HOLD, MOVE}:
            unit = " ".join(first.split()[:2])
            readings = [f"{first}, {', '.join(rest)}", f"{unit} S {rest[0].removesuffix(' H')}"]
        if readings:
            look.add("ambiguous_order", before[0].start, clause.end, suggestions=readings, readings=readings)
        return bool(readings)

    def _lookup(self, line: Line, start: int, folded: Encoded) -> Lookup:
        return Lookup(
            self.board, self.notation.names, self.scene, self.power, line.number, line.text, start, folded
        )

    def _without_remarks(
        self, look: Lookup, folded: Encoded, pieces: list[Piece | Failure]
    ) -> list[Piece | Failure]:
        """Read a line again without the brackets after an order that name no place ("(as agreed)"), if that makes it readable.

        Brackets before an order stay: lines of our own mails begin with them, and must not become orders when they come back.
        """
        text = folded.text
        remarks = [
            (start, end)
            for start, end in _brackets(text)
            if REGION_SIGN in text[:start] and self._is_remark(text[start:end])
        ]
        for start, end in remarks:
            text = text[:start] + " " * (end - start) + text[end:]
        again = self.notation.reader.read(text)
        if not remarks or any(isinstance(piece, Failure) for piece in again):
            return pieces
        for start, end in remarks:
            look.add("remark_ignored", start, end, remark=look.raw(start, end))
        return again

    def _is_remark(self, text: str) -> bool:
        """Whether what stands in brackets is neither part of an order nor a condition for it."""
        words = set(self.notation.reader.words(text))
        return not words & (_MARKS - {"POWER"}) and not any(word in text for word in _CONDITIONS)

    def _repair(
        self, look: Lookup, folded: Encoded, cuts: list[int]
    ) -> tuple[Encoded, list[Piece | Failure]]:
        """Read a line again with blanks where two words were run together. cuts: places in the folded line."""
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
        mended = self.notation.names.encode(replace(base, text=text, origin=tuple(origin)))
        return mended, self.notation.reader.read(mended.text)

    def _heading(self, look: Lookup, sentence: Sentence, folded: Encoded) -> None:
        if self.power is None or not sentence.powers:
            return
        own = self.board.powers[self.power]
        for word in sentence.powers:
            ids = folded.meaning(word.start)
            if own not in ids:
                look.add_word("other_heading", word, power=ids[0])

    def _failure(self, look: Lookup, folded: Encoded, failure: Failure) -> None:
        expected = sorted({_EXPECTED[name] for name in failure.expected if name in _EXPECTED})
        if failure.kind == "end":
            after = folded.text[: failure.start].split(" ")[-1]
            start = max(0, failure.start - max(1, len(after)))
            look.add(
                "incomplete", start, failure.start, after=look.raw(start, failure.start), expected=expected
            )
            return
        word = look.raw(failure.start, failure.end)
        near = self.notation.names.near_regions.nearest(word) if len(word) >= 3 else ()
        look.add(
            "not_understood", failure.start, failure.end,
            word=word, expected=expected, suggestions=near,
        )  # fmt: skip

    # --- prose

    def _is_prose(self, text: str, problems: list[Problem]) -> bool:
        """Whether a line that gave no order is no attempt at one: several words that mean nothing here."""
        if any(problem.severity == "question" or problem.kind in _ATTEMPTS for problem in problems):
            return False
        unknown = known = 0
        for kind in self.notation.reader.words(text):
            if kind == "UNKNOWN":
                unknown += 1
            elif kind in _MARKS:
                known += 1
        if unknown >= 3 and unknown > 2 * known:
            return True
        return known == 0 and not any(problem.suggestions for problem in problems)

    def _prose(self) -> None:
        """Lines that mean nothing are no matter beside orders; without any order they are all there is to answer."""
        lines = self.prose
        if self.found or any(problem.kind in _ATTEMPTS for problem in self.problems):
            self.ignored.extend(line.number for line in lines)
        elif len(lines) >= MANY_UNKNOWN:
            numbers = [line.number for line in lines]
            self._complain("too_many_unknown", numbers[0], lines[0].text, lines=numbers, count=len(numbers))
        else:
            for line in lines:
                self._complain("no_order", line.number, line.text, text=line.text.strip())

    # --- the whole

    def _standing(self) -> list[ParsedOrder]:
        """Which orders stand: the last for each unit; "all hold" only where nothing else is ordered."""
        ordered = [found for found in self.found if not found[0].default]
        last: dict[str, int] = {}
        for index, (read, _, _, _) in enumerate(ordered):
            last[read.key] = index
        orders: list[ParsedOrder] = []
        waives = 0
        for index, (read, text, number, source) in enumerate(ordered):
            if read.key == "waive":
                waives += 1
                orders.append(ParsedOrder(f"waive {waives}", text, number, source))
            elif last[read.key] == index:
                orders.append(ParsedOrder(read.key, text, number, source))
            elif text != ordered[last[read.key]][1]:
                by_line = ordered[last[read.key]][2]
                unit = " ".join(text.split()[:2])
                self._complain("superseded", number, source, unit=unit, by_line=by_line)
        for read, text, number, source in self.found:
            if read.default and read.key not in last:
                last[read.key] = -1
                orders.append(ParsedOrder(read.key, text, number, source))
        return orders


_UNREAD = frozenset({"not_understood", "incomplete", "unknown_word"})
_ATTEMPTS = frozenset(
    {
        "wrong_phase",
        "foreign_unit",
        "no_unit",
        "coast_needed",
        "kind_unknown",
        "ambiguous_region",
        "ambiguous_order",
    }
)
_MARKS = frozenset(
    {
        "REGION",
        "KINDL",
        "KINDW",
        "TO",
        "SUP",
        "HSUP",
        "CON",
        "HOLD",
        "MOVE",
        "RET",
        "DISB",
        "BUILD",
        "WAIVE",
        "POWER",
        "RAIL",
        "COAST",
    }
)


def _is_bare_hold(piece: Piece | Failure) -> bool:
    """Whether a stretch is nothing but units."""
    return isinstance(piece, Piece) and all(clause.form == "hold_bare" for clause in piece.value.clauses)


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


def _split_glued(names: Names, pieces: list[Piece | Failure], line: Encoded) -> list[int] | None:
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
