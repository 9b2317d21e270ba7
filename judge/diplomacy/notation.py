"""Players' own wording of orders, in English and Japanese, to canonical order text; and what to tell them about it.

The words are in grammar/orders*.lark. A line is folded, read by the grammar into clauses (`sentence`), its words are looked up on
the board (`resolve`), and each clause becomes an order (`interpret`). One bad line never hides the others. Nothing is guessed:
two readings are asked back, slips in redundant words are noted, a slip in a region is refused with suggestions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.diplomacy.advice import Adviser
from judge.diplomacy.board import Board, board_for
from judge.diplomacy.calendar import KIND_NAMES
from judge.diplomacy.mail_reader import MailReader
from judge.diplomacy.position import Position
from judge.diplomacy.resolve import Scene, scene_of, scene_of_start
from judge.diplomacy.sentence import Sentence, transformer
from judge.engine import Line, Parsed
from judge.text.grammar import Reader, load_grammar
from judge.text.names import Names, build_names
from judge.variants.model import Variant

if TYPE_CHECKING:
    from judge.diplomacy.engine import DiplomacyEngine

_STARTERS = frozenset({"KINDL", "KINDW", "POWER", "REGION"})
_VERBS = frozenset({"HOLD", "SUP", "HSUP", "CON", "RET", "DISB", "BUILD"})


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
        return MailReader(self.board, self.names, self.reader, scene, power, adviser).read(lines)


def _may_cut(sentence: Sentence) -> bool:
    if not sentence.clauses:
        return False
    last = sentence.clauses[-1]
    return not last.bare and last.form != "support_last"  # "A PAR H A MAR S" A PAR


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
