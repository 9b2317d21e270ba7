"""A mail's own words as commands and order lines. The grammar is grammar/commands.lark, the verbs are in judge/text/verbs.py."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from judge.engine import Line
from judge.problems import Problem
from judge.text.kinds import KINDS
from judge.text.lines import MAX_LINE, MAX_LINES, content
from judge.text.names import KANJI, names_pattern
from judge.text.normalize import Normalized, compact, normalize
from judge.text.suggest import nearest_words
from judge.text.verbs import BLOCK_END, NOTHING, ORDER_WORDS, VERBS

if TYPE_CHECKING:
    from lark import Lark

_LIST_SIGNS = re.compile(r"[\s,、，→]+")


@dataclass(frozen=True, slots=True)
class Command:
    """One command as written.

    name         canonical verb, in capitals ("READY"); "" when it is none (see suggestions)
    args         the words after it, half width, commas removed
    line         number of its line in the mail; source: the whole line
    rest         what follows the verb as it stands, for passwords and sentences
    body         lines of its block (press), without the closing END
    suggestions  verbs that may have been meant
    denied       the line says that it is not meant
    """

    name: str
    args: tuple[str, ...] = ()
    line: int = 0
    source: str = ""
    rest: str = ""
    body: str = ""
    suggestions: tuple[str, ...] = ()
    denied: bool = False


@dataclass(frozen=True, slots=True)
class MailText:
    """commands: in the order written. orders: all other lines with content. problems: unknown commands, open blocks, too many lines.

    denied: commands that a line names only to say that they are not meant ("確定しない")
    """

    commands: tuple[Command, ...] = ()
    orders: tuple[Line, ...] = ()
    problems: tuple[Problem, ...] = ()
    denied: tuple[Command, ...] = ()


def split_mail(text: str, *, gm: bool = False, is_name: Callable[[str], bool] | None = None) -> MailText:
    """Split what somebody wrote into commands and order lines. Never raises.

    gm       also look for a game master's commands
    is_name  whether a folded word is a name of the game (a region or power): such a word is never taken for a misspelt command
    """
    commands: list[Command] = []
    orders: list[Line] = []
    problems: list[Problem] = []
    denied: list[Command] = []
    block: Command | None = None
    body: list[str] = []
    lines = text.splitlines()
    for number, line in enumerate(lines[:MAX_LINES], start=1):
        start, words = content(line[: MAX_LINE + 1], signs=True)
        if block is not None:
            if compact(normalize(words).text.strip(" .。")) in _BLOCK_ENDS:
                commands.append(_closed(block, body))
                block, body = None, []
            else:
                body.append(line)
            continue
        if not words.strip():
            continue
        folded = normalize(words)
        if compact(folded.text.strip(" .。!")) in _NOTHING:
            continue
        command = read_command(words, folded, number, line, gm=gm)
        if command is not None and command.denied:
            denied.append(command)
        elif command is not None and VERBS[command.name].block:
            block = command
        elif command is not None:
            commands.append(command)
        elif wrong := _wrong_count(folded, start, number, line, gm):
            commands.append(Command("", tuple(words.split()[1:]), number, line))
            problems.append(wrong)
        elif near := _misspelt(folded.text, gm, is_name):
            commands.append(Command("", tuple(words.split()[1:]), number, line, suggestions=near))
            word = words.split()[0]
            problems.append(
                Problem(
                    "unknown_command", KINDS["unknown_command"].severity, number, line.find(word) + 1, len(word), line,
                    suggestions=near, facts={"word": word},
                )
            )  # fmt: skip
        else:
            orders.append(Line(number, line))
            if (ready := _ready_at_end(words, folded)) is not None:
                commands.append(Command("READY", (), number, ready))
    if block is not None:
        commands.append(_closed(block, body))
        problems.append(
            Problem("open_press", "note", block.line, text=block.source, facts={"command": block.name})
        )
    if len(lines) > MAX_LINES:
        facts = {"limit": MAX_LINES, "lines": len(lines)}
        problems.append(
            Problem("too_many_lines", KINDS["too_many_lines"].severity, MAX_LINES + 1, facts=facts)
        )
    return MailText(tuple(commands), tuple(orders), tuple(problems), tuple(denied))


_BLOCK_ENDS = frozenset(compact(normalize(word).text) for word in BLOCK_END)
_IN_ORDERS = frozenset(
    {"h", "hold", "holds", "s", "supports", "c", "convoys", "stay", "stays", "moves", "to", "b", "d", "r"}
)
_SIGNS_OF_ORDERS = ("-", ">", "待機", "維持", "支援", "輸送", "移動", "撤退", "解散", "配置", "へ")
"""What a line of orders has in it."""
_ACTS = frozenset({"READY", "CLEAR", "DRAW", "PEACE", "CONCEDE", "RESIGN", "VOTE"})
_NOTHING = frozenset(compact(normalize(word).text) for word in NOTHING)


def _ready_at_end(words: str, folded: Normalized) -> str | None:
    """The word behind the last comma or full stop of a line of orders, if that is READY: "A LON H. READY", "ハバナ→メキシコ、確定"."""
    text = folded.text.rstrip(" .。!")
    start = max(text.rfind(sign) for sign in ",;、。.") + 1
    last = text[start:].strip()
    if not start or not last or _table(False)[0].get(compact(last)) != "READY":
        return None
    before = text[: start - 1]
    if not (
        _IN_ORDERS.intersection(before.replace(":", " ").split())
        or any(sign in before for sign in _SIGNS_OF_ORDERS)
    ):
        return None  # "Sorry for the delay, done."
    begin = start + len(text[start:]) - len(text[start:].lstrip())
    column, length = folded.span(begin, begin + len(last))
    return words[column - 1 : column - 1 + length]


def _closed(block: Command, body: list[str]) -> Command:
    text = "\n".join(body).strip("\n")
    return Command(block.name, block.args, block.line, block.source, block.rest, text)


def read_command(words: str, folded: Normalized, number: int, line: str, *, gm: bool) -> Command | None:
    """The command a line holds, None when it holds none. words: the line without list mark; folded: the same, folded."""
    from lark.exceptions import UnexpectedInput

    table, pattern = _table(gm)
    if pattern.match(folded.text.lstrip("/!@ ")) is None:
        return None
    try:
        tree = _parser(gm).parse(folded.text)
    except UnexpectedInput:
        return None
    verb = ""
    given: list[Any] = []
    children: list[Any] = tree.children
    for part in children:
        data = getattr(part, "data", "")
        if data == "words":
            given = [token for token in part.children if token.type == "WORD"]
        elif not data and part.type == "VERB":
            verb = table[compact(str(part))]
    if tree.data == "not_meant":
        return Command(verb, (), number, line, denied=True)
    if not VERBS[verb].least <= len(given) <= VERBS[verb].most:
        return None
    if not given:
        return Command(verb, (), number, line)
    if verb in _ACTS and (str(given[-1]).endswith("?") or folded.text.rstrip().endswith(":")):
        return None  # "講和？" talks about peace; nobody declares it with a question mark. "Final orders for Japan:" is a heading
    start, _ = folded.span(given[0].start_pos, given[0].end_pos)
    last, length = folded.span(given[-1].start_pos, given[-1].end_pos)
    rest = words[start - 1 : last - 1 + length]
    return Command(verb, _arguments(rest), number, line, rest)


def _arguments(rest: str) -> tuple[str, ...]:
    """The words after a verb: half width, without commas, arrows and the angle brackets of addresses."""
    parts = (unicodedata.normalize("NFKC", part).strip("<>") for part in _LIST_SIGNS.split(rest))
    return tuple(part for part in parts if part and part != "?")


@lru_cache(maxsize=2)
def _table(gm: bool) -> tuple[dict[str, str], re.Pattern[str]]:
    """Verb by compact spelling, and a pattern that matches any spelling at the start of a line."""
    spellings = [(word, verb) for verb, one in VERBS.items() if gm or not one.gm for word in one.words]
    table = {compact(normalize(word).text): verb for word, verb in spellings}
    return table, re.compile(_pattern(gm))


def _pattern(gm: bool) -> str:
    words = [word for one in VERBS.values() if gm or not one.gm for word in one.words]
    return f"(?:{names_pattern(normalize(word).text for word in words)})(?![{KANJI}])"


@lru_cache(maxsize=2)
def _parser(gm: bool) -> Lark:
    from judge.text.grammar import load_grammar

    return load_grammar("commands", {"_VERB": _pattern(gm)}, None)


def _wrong_count(folded: Normalized, start: int, number: int, line: str, gm: bool) -> Problem | None:
    """What a short line lacks, or has too much, that begins with a command which needs words."""
    parts = [part.strip(".:=,!。、>") for part in folded.text.split()]
    table, _ = _table(gm)
    verb = VERBS.get(table.get(compact(parts[0]), "")) if 1 <= len(parts) <= 3 else None
    if verb is None or not verb.least or verb.least <= len(parts) - 1 <= verb.most:
        return None
    facts = {"command": parts[0].upper()}
    at = folded.text.index(parts[0])
    if len(parts) > 1:
        facts["argument"] = " ".join(parts[1:])
        at = folded.text.index(parts[1], at + len(parts[0]))
        column, length = folded.span(at, len(folded.text.rstrip()))
    else:
        column, length = folded.span(at, at + len(parts[0]))
    return Problem(
        "bad_argument", KINDS["bad_argument"].severity, number, start + column, length, line, facts=facts
    )


def _misspelt(text: str, gm: bool, is_name: Callable[[str], bool] | None) -> tuple[str, ...]:
    """Verbs near to the first word of a short line that is neither a command nor begins with a name."""
    parts = text.split()
    if not 1 <= len(parts) <= 3:
        return ()
    word = parts[0].strip(".:!。、")
    if len(word) < (4 if word.isascii() else 3) or not word.isalpha():
        return ()
    if word in ORDER_WORDS or (is_name is not None and is_name(word)):
        return ()
    table, _ = _table(gm)
    if compact(word) in table:
        return ()
    near = nearest_words(word, table, at_most=1 if len(word) <= 5 else 2)
    return tuple(dict.fromkeys(table[one] for one in near))
