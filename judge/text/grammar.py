"""Lark grammars from grammar/*.lark, completed with a variant's names, and a reader that survives what it cannot read.

The reader takes a folded line. A line that fits the grammar costs one parse. Where it does not, the line is read piece by piece:
two orders without a separator are cut apart before the word that cannot continue the first, and what cannot be read at all is
reported with its place and what could have stood there, up to the next separator. Everything is bounded by the line's length.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from judge.paths import data_dir

if TYPE_CHECKING:
    from lark import Lark, Transformer

SEPARATORS = ",;、。"
MAX_PIECES = 40


@lru_cache(maxsize=16)
def grammar_text(name: str) -> str:
    """The text of grammar/<name>.lark with the word lists of every language (grammar/<name>.<language>.lark) after it."""
    folder = data_dir("grammar")
    parts = [(folder / f"{name}.lark").read_text("utf-8")]
    parts.extend(path.read_text("utf-8") for path in sorted(folder.glob(f"{name}.*.lark")))
    return "\n".join(parts)


def load_grammar(
    name: str,
    terminals: Mapping[str, str],
    transformer: Transformer[Any, Any] | None,
    cache: str | None = None,
) -> Lark:
    """The parser for grammar/<name>.lark.

    terminals    regular expressions of the terminals that come from the variant, by name
    cache        file in which Lark keeps the built tables and from which it takes them when nothing has changed; None: no cache
    """
    from lark import Lark

    text = grammar_text(name) + "".join(
        f"\n{terminal}: /{pattern.replace('/', chr(92) + '/')}/\n" for terminal, pattern in terminals.items()
    )
    options: dict[str, Any] = {"cache": cache} if cache else {}
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
    """One stretch of a line that could be read: the grammar's value, and where it starts and ends in the folded line."""

    value: Any
    start: int
    end: int


class Reader:
    """Reads folded lines with a Lark parser whose transformer gives values.

    may_cut   whether the line may be cut after this value when no separator follows it
    starters  types of the words before which it may be cut
    """

    def __init__(self, parser: Lark, may_cut: Callable[[Any], bool], starters: frozenset[str]) -> None:
        self._parser = parser
        self._may_cut = may_cut
        self._starters = starters

    def read(self, text: str) -> list[Piece | Failure]:
        """The pieces of a line, in order. Never raises for what the line holds."""
        from lark.exceptions import UnexpectedInput

        try:
            return [Piece(self._parser.parse(text), 0, len(text))]
        except UnexpectedInput:
            return self._piecewise(text)

    def words(self, text: str) -> list[str]:
        """The types of the words of a line, looked at one by one; characters that begin none are left out."""
        from lark.exceptions import UnexpectedInput

        found: list[str] = []
        parser: Any = self._parser
        try:
            found.extend(token.type for token in parser.lex(text))
        except UnexpectedInput:
            found.append("")
        return found

    def _piecewise(self, text: str) -> list[Piece | Failure]:
        pieces: list[Piece | Failure] = []
        start = 0
        while start < len(text) and len(pieces) < MAX_PIECES:
            rest = text[start:]
            if not rest.strip(" " + SEPARATORS):
                break
            piece = self._longest(rest, start)
            pieces.append(piece)
            start = piece.stop if isinstance(piece, Failure) else piece.end
        return pieces

    def _longest(self, text: str, offset: int) -> Piece | Failure:
        """The longest beginning of `text` that the grammar takes and that may be cut there, or what is wrong with it."""
        from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

        interactive: Any = self._parser.parse_interactive(text)
        complete: Piece | None = None
        last_end = 0
        try:
            for token in interactive.lexer_thread.lex(interactive.parser_state):
                if complete_here := self._complete(interactive):
                    value = complete_here[0]
                    if token.type == "SEP" or (token.type in self._starters and self._may_cut(value)):
                        complete = Piece(value, offset, offset + (token.start_pos or 0))
                interactive.feed_token(token)
                last_end = token.end_pos or 0
            if complete_here := self._complete(interactive):
                return Piece(complete_here[0], offset, offset + len(text))
        except UnexpectedInput as error:
            if isinstance(error, UnexpectedToken) and error.token.type != "$END":
                at, end = error.token.start_pos or 0, error.token.end_pos or 0
                expected = error.accepts or error.expected
                here = self._complete(interactive) if error.token.type in self._starters else None
                if here is not None and self._may_cut(here[0]):
                    complete = Piece(here[0], offset, offset + at)
            else:
                at = error.pos_in_stream or 0
                end = at + 1
                expected = error.allowed if isinstance(error, UnexpectedCharacters) else set()
            if complete is not None and complete.end > offset:
                return complete
            return Failure(
                "word",
                offset + at,
                offset + end,
                offset + _next_stop(text, end),
                tuple(sorted(expected or ())),
            )
        if complete is not None and complete.end > offset:
            return complete
        return Failure(
            "end",
            offset + last_end,
            offset + last_end,
            offset + len(text),
            tuple(sorted(interactive.accepts())),
        )

    @staticmethod
    def _complete(interactive: Any) -> tuple[Any] | None:
        """The value if the line could end here, in a tuple; None if it could not."""
        from lark.exceptions import UnexpectedInput

        try:
            return (interactive.copy(deepcopy_values=False).feed_eof(),)
        except UnexpectedInput:
            return None


def _next_stop(text: str, start: int) -> int:
    """Where the next separator from `start` on is, or the end."""
    places = [place for place in (text.find(char, start) for char in SEPARATORS) if place >= 0]
    return min(places, default=len(text))
