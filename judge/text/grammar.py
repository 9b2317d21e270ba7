"""Lark grammars from grammar/*.lark, completed with a variant's names, and a reader that survives what it cannot read.

The reader takes a folded line. A line that fits the grammar costs one parse. Where it does not, the line is read piece by piece:
two orders without a separator are cut apart before the word that cannot continue the first, and what cannot be read at all is
reported with its place and what could have stood there, up to the next separator. Everything is bounded by the line's length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from judge.paths import data_dir

if TYPE_CHECKING:
    from lark import Lark, Transformer

SEPARATORS = ",;、。"
MAX_PIECES = 24
MANY_SEEN = 2000
"""So many forms of lines are remembered."""


@lru_cache(maxsize=16)
def grammar_text(name: str) -> str:
    """The text of grammar/<name>.lark with the word lists of every language (grammar/<name>.<language>.lark) after it."""
    folder = data_dir("grammar")
    parts = [(folder / f"{name}.lark").read_text("utf-8")]
    parts.extend(path.read_text("utf-8") for path in sorted(folder.glob(f"{name}.*.lark")))
    return "\n".join(parts)


_shelf: list[Path] = []


def keep_grammars(folder: Path | None) -> None:
    """From now on keep built grammars in this folder, and take them from there while the grammar files have not changed.

    None: build them anew in each process (50 ms instead of 6).
    """
    _shelf[:] = [folder] if folder is not None else []


def load_grammar(name: str, terminals: Mapping[str, str], transformer: Transformer[Any, Any] | None) -> Lark:
    """The parser for grammar/<name>.lark. terminals: regular expressions of those that are made at run time, by name."""
    from lark import Lark

    text = grammar_text(name) + "".join(
        f"\n{terminal}: /{pattern.replace('/', chr(92) + '/')}/\n" for terminal, pattern in terminals.items()
    )
    options: dict[str, Any] = {}
    if _shelf:
        options["cache"] = str(_shelf[0] / f".{name}-{crc32(text.encode()):08x}.grammar")
    return Lark(
        text, parser="lalr", lexer="contextual", transformer=transformer, maybe_placeholders=False, **options
    )


@dataclass(frozen=True, slots=True)
class Failure:
    """A part of a line that could not be read: text[start:end] is the word that did not fit, `stop` where reading goes on.

    kind      "word" a word that cannot stand there, "end" the line stops too early
    expected  names of terminals that could have stood there
    """

    kind: str
    start: int
    end: int
    stop: int
    expected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of a line that could be read: the grammar's value, and where it starts and ends in the folded line.

    cut: another follows without a separator between, so that it stands or falls with what comes after it.
    """

    value: Any
    start: int
    end: int
    cut: bool = False


class Reader:
    """Reads folded lines with a Lark parser whose transformer gives values.

    may_cut   whether the line may be cut after this value when no separator follows it
    starters  types of the words before which it may be cut
    shift     moves the positions in a value by so many characters
    verbs     types of the words that say what a unit does
    """

    def __init__(
        self,
        parser: Lark,
        may_cut: Callable[[Any], bool],
        starters: frozenset[str],
        shift: Callable[[Any, int], None],
        verbs: frozenset[str],
    ) -> None:
        self._parser = parser
        self._may_cut = may_cut
        self._starters = starters
        self._shift = shift
        self._verbs = verbs
        self._seen: dict[str, list[Piece | Failure]] = {}
        self._seen_whole: dict[str, list[Piece | Failure]] = {}

    def read(self, text: str, *, whole: bool = False) -> list[Piece | Failure]:
        """The pieces of a line, in order; positions are counted from its start. The values are shared: they must not be changed.

        Never raises for what the line holds. whole: do not try to save parts of a line that does not fit.
        """
        seen = self._seen_whole if whole else self._seen
        pieces = seen.get(text)
        if pieces is None:
            pieces = self._seen.get(text) or self._read(text, whole=whole)
            if len(seen) >= MANY_SEEN:
                seen.clear()
            seen[text] = pieces
        return pieces

    def _read(self, text: str, *, whole: bool = False) -> list[Piece | Failure]:
        from lark.exceptions import UnexpectedInput

        try:
            return [Piece(self._parser.parse(text), 0, len(text))]
        except UnexpectedInput as error:
            if whole:
                at = min(error.pos_in_stream or 0, len(text))
                return [Failure("word", at, at + 1, len(text))]
            for other in self._without_signs(text):
                try:
                    return [Piece(self._parser.parse(other), 0, len(text))]
                except UnexpectedInput:
                    continue
            return self._piecewise(text)

    def _without_signs(self, text: str) -> Iterator[str]:
        """The line without a sign that only parts a unit from its order: "A KYO: hold", "京都 → 待機".

        After an arrow or dash a verb must follow, or stand at the end, so that no lost destination makes a hold of a move.
        """
        if ":" in text:
            yield text.replace(":", " ")
        start = min((place for place in (text.find(sign) for sign in "->") if place > 0), default=0)
        end = start
        while end < len(text) and text[end] in "->":
            end += 1
        before = text[:start].rstrip()[-1:]
        if end == start or (before.isascii() and before.isalnum()):
            return
        words = self.words(text[end:])
        if self._verbs.intersection(self.words(text[:start])):
            return
        if words and (words[0] in self._verbs or words[-1] in {"SUP", "HSUP", "CON"}):
            yield text[:start] + " " * (end - start) + text[end:]

    def words(self, text: str) -> list[str]:
        """The types of the words of a line, looked at one by one; characters that begin none are left out."""
        from lark.exceptions import UnexpectedInput

        found: list[str] = []
        parser: Any = self._parser
        start = 0
        for _ in range(MAX_PIECES):
            try:
                found.extend(token.type for token in parser.lex(text[start:]))
                break
            except UnexpectedInput as error:
                found.append("")
                start += (error.pos_in_stream or 0) + 1
        return found

    def _piecewise(self, text: str) -> list[Piece | Failure]:
        pieces: list[Piece | Failure] = []
        start = 0
        while start < len(text):
            rest = text[start:]
            if not rest.strip(" " + SEPARATORS):
                break
            if len(pieces) >= MAX_PIECES:
                pieces.append(Failure("word", start, start + 1, len(text)))
                break
            piece = self._longest(rest, start)
            if isinstance(piece, Piece) and start:
                self._shift(piece.value, start)
            pieces.append(piece)
            start = piece.stop if isinstance(piece, Failure) else piece.end
        return pieces

    def _longest(self, text: str, offset: int) -> Piece | Failure:
        """The longest beginning of `text` that the grammar takes and that may be cut there, or what is wrong with it."""
        from lark.exceptions import UnexpectedInput, UnexpectedToken

        interactive: Any = self._parser.parse_interactive(text)
        cuts: list[tuple[int, bool]] = []
        failure: Failure | None = None
        last_end = 0
        try:
            for token in interactive.lexer_thread.lex(interactive.parser_state):
                at = token.start_pos
                if at and (token.type == "SEP" or token.type in self._starters) and _could_end(interactive):
                    cuts.append((at, token.type == "SEP"))
                interactive.feed_token(token)
                last_end = token.end_pos
            if _could_end(interactive):
                cuts.append((len(text), True))
            else:
                expected = tuple(sorted(interactive.accepts()))
                failure = Failure("end", offset + last_end, offset + last_end, offset + len(text), expected)
        except UnexpectedInput as error:
            at, end = error.pos_in_stream or 0, (error.pos_in_stream or 0) + 1
            wanted = getattr(error, "allowed", None) or set()
            if isinstance(error, UnexpectedToken):
                at, end = error.token.start_pos or 0, error.token.end_pos or 0
                wanted = error.accepts or error.expected
                if at and error.token.type in self._starters and _could_end(interactive):
                    cuts.append((at, False))
            failure = Failure(
                "word", offset + at, offset + end, offset + _next_stop(text, end), tuple(sorted(wanted))
            )
        for cut, separated in reversed(cuts):
            try:
                value = self._parser.parse(text[:cut])
            except UnexpectedInput:  # a word that only ended there because of what followed
                continue
            if separated or self._may_cut(value):
                return Piece(value, offset, offset + cut, cut=not separated)
        if failure is None:
            failure = Failure("word", offset, offset + 1, offset + _next_stop(text, 1))
        return failure


def _could_end(interactive: Any) -> bool:
    """Whether the line could end where the parser is now. Tried on a copy that makes no values."""
    from lark.exceptions import UnexpectedInput

    trial = interactive.copy(deepcopy_values=False)
    trial.parser_state.parse_conf = copy(trial.parser_state.parse_conf)
    trial.parser_state.parse_conf.callbacks = {}
    try:
        trial.feed_eof()
    except UnexpectedInput:
        return False
    return True


def _next_stop(text: str, start: int) -> int:
    """Where the next separator from `start` on is, or the end."""
    places = [place for place in (text.find(char, start) for char in SEPARATORS) if place >= 0]
    return min(places, default=len(text))
