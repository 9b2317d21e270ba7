"""One mail's order lines: each line to orders or problems, then which orders stand, then what is to be said of the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from judge.diplomacy import permissions
from judge.diplomacy.advice import Adviser
from judge.diplomacy.affixes import whole_names
from judge.diplomacy.board import Board
from judge.diplomacy.clauses import Loose, Read
from judge.diplomacy.interpret import Interpreter
from judge.diplomacy.mending import (
    all_lonely,
    ends_with_coast_letter,
    glued,
    is_bare_hold,
    is_lonely,
    last_bracket,
    parted,
    support_in_brackets,
    verb_in_brackets,
    with_blanks,
    without_remarks,
)
from judge.diplomacy.orders import HOLD, MOVE, Order, read_order, write_order
from judge.diplomacy.phrases import condition, whole_phrases
from judge.diplomacy.prose import ATTEMPTS, UNREAD, Prose
from judge.diplomacy.reasons import Reason
from judge.diplomacy.resolve import Lookup, Scene
from judge.diplomacy.sentence import Clause, Sentence
from judge.engine import Line, Parsed, ParsedOrder
from judge.problems import Problem
from judge.text.grammar import Failure, Piece, Reader
from judge.text.kinds import KINDS
from judge.text.lines import MAX_LINE, MAX_LINES, content
from judge.text.names import REGION_SIGN, Encoded, Names
from judge.text.normalize import normalize
from judge.text.slips import DIPLOMACY

MANY_UNKNOWN = 5
"""From so many lines on that mean nothing, they are not listed one by one."""
MANY_TROUBLES = 50
"""After so many lines with mistakes, lines that are not wholly right count as prose."""
_EXPECTED = {
    "REGION": "region", "UNKNOWN": "region", "KINDL": "unit", "KINDW": "unit", "POWER": "unit", "TO": "-", "SUP": "S", "CON": "C",
    "HOLD": "H", "RET": "R", "DISB": "D", "BUILD": "B", "COAST": "coast", "SEP": ",", "RAIL": "TSR",
}  # fmt: skip


class MailReader:
    """Reads the lines of one mail. power None: ownership is not checked. adviser: looks at each order as the board stands."""

    def __init__(
        self,
        board: Board,
        names: Names,
        reader: Reader,
        scene: Scene,
        power: int | None,
        adviser: Adviser | None,
    ) -> None:
        self.board = board
        self.names = names
        self.reader = reader
        self.scene = scene
        self.power = power
        self.adviser = adviser
        self.problems: list[Problem] = []
        self.found: list[permissions.Found] = []
        self.loose: list[Loose] = []
        self.previous: Order | None = None
        self.moves: dict[int, Order] = {}
        self.prose: list[Line] = []
        self.ignored: list[int] = []
        self.last = ""
        self.trouble = 0

    @cached_property
    def talk(self) -> Prose:
        """What tells orders from what people write beside them; needed for few lines."""
        return Prose(self.board, self.names, self.reader, self.scene, self.power)

    def read(self, lines: Sequence[Line]) -> Parsed:
        """The orders of the lines and what there is to say about them. Never raises."""
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
        if self.loose:
            self._permissions()
        self._prose()
        orders = self._standing()
        if self.adviser is not None:
            read = ((read_order(self.board, order.text), order.line, order.source) for order in orders)
            whole = [(order, line, source) for order, line, source in read if not isinstance(order, Reason)]
            together = self.adviser.together(whole)
            said = {one.line for one in together if one.kind == "help_unlike_order"}
            self.problems = [
                one for one in self.problems if one.kind != "support_out_of_reach" or one.line not in said
            ]
            self.problems.extend(together)
        return Parsed(tuple(orders), tuple(self.problems), tuple(sorted(self.ignored)))

    def _complain(self, kind: str, number: int, shown: str, **facts: object) -> None:
        self.problems.append(Problem(kind, KINDS[kind].severity, number, text=shown, facts=facts))

    # --- one line

    def _line(self, line: Line, start: int, text: str) -> None:
        folded = self.names.encode(normalize(text))
        pieces = self.reader.read(folded.text, whole=self.trouble > MANY_TROUBLES)
        if self.trouble > MANY_TROUBLES and (len(pieces) != 1 or isinstance(pieces[0], Failure)):
            self.prose.append(line)
            return
        look = self._lookup(line, start, folded)
        if any(isinstance(piece, Failure) for piece in pieces) and "(" in folded.text:
            pieces = (
                self._said_twice(line, start, folded)
                or verb_in_brackets(self.reader, folded)
                or support_in_brackets(self.reader, folded)
                or without_remarks(self.reader, look, folded, pieces)
            )
        if any(isinstance(piece, Failure) for piece in pieces):
            pieces = parted(self.reader, folded.text) or pieces
        cuts = glued(self.names, pieces, folded)
        if cuts is not None:
            folded = with_blanks(self.names, look, folded, cuts)
            pieces = self.reader.read(folded.text)
            noted = look.problems
            look = self._lookup(line, start, folded)
            look.problems.extend(noted)
        reader = Interpreter(look, folded.text)
        reader.previous, reader.moves = self.previous, self.moves
        reader.last = self.last if self.scene.phase == "adjustment" else ""
        reads: list[Read] = []
        heading = False
        all_bare = len(pieces) > 2 and all(is_bare_hold(piece) for piece in pieces)
        unsure: list[Read] = []
        letter = False
        after_cut = False
        failed = False
        failing = any(isinstance(piece, Failure) for piece in pieces)
        for piece in pieces:
            before = len(look.problems)
            found: list[Read] = []
            if isinstance(piece, Failure):
                self._failure(look, folded, piece)
                failed = True
            else:
                sentence: Sentence = piece.value
                heading = heading or sentence.heading
                reader.last = sentence.verb or reader.last
                self._heading(look, sentence, folded)
                found = reader.clauses(sentence.clauses)
                if unsure and sentence.clauses and not all_bare:
                    asked = self._unclear(look, sentence.clauses[0], unsure, found, failing, letter=letter)
                    unsure, found = ([], []) if asked else (unsure, found)
                elif (after_cut or failed) and is_bare_hold(piece) and (after_cut or all_lonely(piece)):
                    found = []  # what stood before it was refused, and this is what was left of it
            reads.extend(self._sure(unsure, look.problems[before:]))
            unsure = []
            after_cut = isinstance(piece, Piece) and piece.cut
            if after_cut and isinstance(piece, Piece):
                letter = ends_with_coast_letter(piece.value.clauses[-1])
                last = max((clause.start for clause in piece.value.clauses), default=0)
                unsure = [read for read in found if read.start >= last]  # what is cut is the last order
                reads.extend(read for read in found if read.start < last)
            else:
                reads.extend(found)
        reads.extend(unsure)
        self.last = reader.last
        if reader.loose:
            self.loose.extend(reader.loose)
        if look.problems and self.trouble <= MANY_TROUBLES:
            look.problems = whole_names(look.problems, folded, start)
            look.problems = whole_phrases(self.names, look.problems, self._unknown_in(line, start))
        depends = condition(look.problems) if look.problems else None
        if depends is not None and (reads or REGION_SIGN in folded.text):
            look.problems, reads = [depends], []
        self.trouble += bool(look.problems) or len(pieces) > 1
        if self.trouble > MANY_TROUBLES and look.problems and not reads:
            self.prose.append(line)
            return
        if not reads and REGION_SIGN not in folded.text and self._heads(folded.text):
            self.ignored.append(line.number)
            self.problems.extend(one for one in look.problems if one.kind == "other_heading")
            return
        if not reads and look.problems and self.talk.talk(folded, look.problems, self.last):
            self.prose.append(line)
            return
        if not reads and not look.problems and not reader.loose:
            self.ignored.append(line.number)
        if reads:
            look.problems = [one for one in look.problems if not self.talk.phrase_of_talk(one)]
        self.previous = reads[-1].order if reads and not reads[-1].default else None
        for read in reads:
            if self.adviser is not None and not self.adviser.accepts(read, look):
                continue
            source = look.raw(read.start, read.end) if read.start >= 0 else line.text.strip()
            if read.order.kind == MOVE:
                self.moves[read.order.place] = read.order
            self.found.append((read, write_order(self.board, read.order), line.number, source))
        self.problems.extend(look.problems)

    def _heads(self, text: str) -> bool:
        """Whether a line is a heading; one that says "builds" or "disbands" holds for the lines below it."""
        verb, heading = self.talk.heading(text)
        self.last = verb or self.last
        return heading

    def _sure(self, unsure: list[Read], after: list[Problem]) -> list[Read]:
        """What of the orders before a cut can be kept, seeing what is wrong with what follows: a cut is right if that makes sense."""
        if any(problem.kind in UNREAD for problem in after):
            return []
        if any(problem.severity in {"error", "question"} for problem in after):
            return [read for read in unsure if not read.bare]
        return unsure

    def _unknown_in(self, line: Line, start: int) -> Callable[[str], list[Problem]]:
        """What reads the same line with a name put right, and gives the names in it that are still not known."""

        def unknown(text: str) -> list[Problem]:
            folded = self.names.encode(normalize(text[start:]))
            look = self._lookup(Line(line.number, text), start, folded)
            reader = Interpreter(look, folded.text)
            for piece in self.reader.read(folded.text):
                if isinstance(piece, Failure):
                    self._failure(look, folded, piece)
                else:
                    reader.clauses(piece.value.clauses)
            found = whole_phrases(self.names, look.problems, lambda _: [])
            return [replace(one, text=line.text) for one in found if one.kind == "unknown_region"]

        return unknown

    def _said_twice(self, line: Line, start: int, folded: Encoded) -> list[Piece | Failure] | None:
        """The pieces of "A KYO - KYU (陸軍 京都 → 九州)", an order with its words in brackets as our mails print it; None for others."""
        opening = last_bracket(folded.text)
        if opening < 0:
            return None
        before, inside = folded.text[:opening], folded.text[opening + 1 :].rstrip()
        pieces = self.reader.read(f"{before};{inside[:-1]} ")
        if any(isinstance(piece, Failure) or piece.cut for piece in pieces):
            return None
        look = self._lookup(line, start, folded)
        reader = Interpreter(look, folded.text)
        reads = [reader.clauses(piece.value.clauses) for piece in pieces if isinstance(piece, Piece)]
        orders = [read.order for found in reads for read in found]
        same = len(orders) == 2 and orders[0] == orders[1] and not look.problems
        return pieces if same else None

    def _unclear(
        self,
        look: Lookup,
        clause: Clause,
        before: list[Read],
        found: list[Read],
        failing: bool,
        *,
        letter: bool,
    ) -> bool:
        """Whether it cannot be told what two orders without a separator were to be; asks back if so.

        letter: the order before ends with a letter for a coast, which may be an S for support: "A PAR - BUR S A MAR"
        "KYO OTA TOK": where one order ends and the next begins. "A MAR F BRE - GAS": a hold beside a move, or a lost S.
        """
        first = ", ".join(write_order(self.board, read.order) for read in before)
        rest = [write_order(self.board, read.order) for read in found]
        if rest and all(text == first for text in rest):
            return False  # "A PAR stays in Paris"
        lonely = is_lonely(clause)
        readings: list[str] = []
        if clause.bare and look.problems and look.problems[-1].kind == "ambiguous_order":
            readings = [f"{first}, {reading}" for reading in look.problems.pop().suggestions]
        elif letter and rest and clause.form == "hold_bare":
            unit = " ".join(rest[0].split()[:2])
            readings = [f"{first}, {unit} S {first}", f"{first}, {', '.join(rest)}"]
        elif (clause.bare or lonely) and rest:
            holds = ", ".join(" ".join(text.split()[:2]) + " H" for text in rest)
            readings = list(dict.fromkeys((f"{first}, {', '.join(rest)}", f"{first}, {holds}")))
            if failing and len(readings) == 1:
                return True  # what cannot be read is told, and there are no two ways to read the rest
        elif before[-1].bare and found and found[0].order.kind in {HOLD, MOVE}:
            unit = " ".join(first.split()[:2])
            readings = [f"{first}, {', '.join(rest)}", f"{unit} S {rest[0].removesuffix(' H')}"]
        if readings:
            look.add("ambiguous_order", before[0].start, clause.end, suggestions=readings, readings=readings)
        return bool(readings)

    def _lookup(self, line: Line, start: int, folded: Encoded) -> Lookup:
        return Lookup(self.board, self.names, self.scene, self.power, line.number, line.text, start, folded)

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
        slip = DIPLOMACY.misspelt(folded.text, failure.end)
        if slip is not None:
            start, end, verb = slip
            look.add("unknown_word", start, end, word=look.raw(start, end), suggestions=(verb,))
            return
        if failure.kind == "end":
            after = folded.text[: failure.start].split(" ")[-1]
            start = max(0, failure.start - max(1, len(after)))
            look.add(
                "incomplete", start, failure.start, after=look.raw(start, failure.start), expected=expected
            )
            return
        word = look.raw(failure.start, failure.end)
        known: object = self.names.region(word)
        known = known or "UNKNOWN" not in self.reader.words(
            normalize(word).text
        )  # a word of orders is no misspelt name
        near = self.names.near_regions.nearest(word) if len(word) >= 3 and not known else ()
        look.add("not_understood", failure.start, failure.end, word=word, expected=expected, suggestions=near)

    # --- the whole

    def _prose(self) -> None:
        """Lines that mean nothing are no matter beside orders; without any order they are all there is to answer."""
        lines = self.prose
        if self.found or any(problem.kind in ATTEMPTS for problem in self.problems):
            self.ignored.extend(line.number for line in lines)
        elif len(lines) >= MANY_UNKNOWN:
            numbers = [line.number for line in lines]
            self._complain("too_many_unknown", numbers[0], lines[0].text, lines=numbers, count=len(numbers))
        else:
            for line in lines:
                self._complain("no_order", line.number, line.text, text=line.text.strip())

    def _permissions(self) -> None:
        """Canal permissions on lines of their own, or behind an order of a unit that cannot give one."""
        said = {id(one.look): (one.look, len(one.look.problems)) for one in self.loose}
        check = self.adviser.permissions if self.adviser is not None else lambda order: []
        permissions.settle(self.board, self.scene, self.power, self.loose, self.found, check)
        for look, before in said.values():
            self.problems.extend(look.problems[before:])

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
