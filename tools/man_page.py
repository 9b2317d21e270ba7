"""Writes docs/judge.1, the manual page, out of docs/commands.md: python -m tools.man_page

The page knows the Markdown that is used there: headings, paragraphs, tables of two columns, blocks of code, links, `code` and *stress*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from judge import __version__
from judge.cli.main import cli
from tools.commands_doc import DOC

MAN = DOC.with_name("judge.1")
TITLES = {"Reference": "COMMANDS"}
_TOKEN = re.compile(r"`([^`]+)`|\[([^]]+)\]\([^)]+\)|\*(\S[^*]*)\*")
_LETTERS = {"\\": r"\e", "~": r"\(ti", "^": r"\(ha", "`": r"\(ga"}
_CODE_LETTERS = {**_LETTERS, "-": r"\-", "'": r"\(aq", '"': r"\(dq"}


def man_page(markdown: str) -> str:
    """The manual page as roff: what the program is, then all of the page on its commands."""
    summary = (cli.help or "").strip().rstrip(".")
    head = [
        '.\\" Made from docs/commands.md by tools/man_page.py (make docs): change that, not this.',
        f'.TH JUDGE 1 "" "judge {__version__}" "User Commands"',
        ".SH NAME",
        f"judge \\- {_text(summary[0].lower() + summary[1:])}",
        ".SH SYNOPSIS",
        r"\fBjudge\fP \fICOMMAND\fP [\fIOPTIONS\fP] [\fIARGUMENTS\fP]",
        ".br",
        r"\fBjudge\fP [\fICOMMAND\fP] \fB\-\-help\fP",
        ".br",
        r"\fBjudge \-\-version\fP",
        ".SH DESCRIPTION",
    ]
    tail = [".SH SEE ALSO", r"\fBcrontab\fP(5), \fBsystemd.service\fP(5), \fBsystemd.timer\fP(5)"]
    return "\n".join([*head, *_body(markdown), *tail]) + "\n"


def _body(markdown: str) -> Iterator[str]:
    text = re.sub(r"<!--.*?-->\n?", "", markdown)
    for block in re.findall(r"^```(?:.*\n)+?```$|(?:^(?!```).+\n?)+", text, flags=re.M):
        lines = block.strip().splitlines()
        if lines[0].startswith("```"):
            yield from (".PP", ".RS 4", ".EX", *(_line(_escaped(line, _CODE_LETTERS)) for line in lines[1:-1]), ".EE", ".RE")  # fmt: skip
        elif lines[0].startswith("|"):
            yield from _table(lines[2:])
        elif lines[0].startswith("## "):
            title = lines[0][3:]
            yield f".SH {TITLES.get(title, title.upper())}"
        elif lines[0].startswith("### "):
            yield f".SS {_plain(lines[0][4:])}"
            yield from _paragraph(lines[1:])
        elif not lines[0].startswith("# "):
            yield from _paragraph(lines)


def _paragraph(lines: list[str]) -> Iterator[str]:
    if lines:
        yield ".PP"
        yield from _filled(_text(" ".join(lines)))


def _table(rows: list[str]) -> Iterator[str]:
    for row in rows:
        term, meaning = (cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1])
        yield ".TP"
        yield _line(_term(term))
        yield from _filled(_text(meaning))


def _term(text: str) -> str:
    """A term: words of code are bold, what stands for something else is slanted."""
    parts = re.split(r"(`[^`]+`|\w+(?:[=.-]\w+)*)", text)
    return "".join(
        _text(part)
        if part.startswith("`")
        else rf"\fI{_escaped(part, _CODE_LETTERS)}\fP"
        if re.match(r"\w", part)
        else part
        for part in parts
    )


def _text(text: str) -> str:
    """Markdown inside a line."""
    shown, at = "", 0
    for found in _TOKEN.finditer(text):
        shown += _escaped(text[at : found.start()], _LETTERS)
        code, link, stress = found.groups()
        if code:
            shown += rf"\fB{_escaped(code, _CODE_LETTERS)}\fP"
        else:
            shown += rf"\fI{_escaped(link or stress, _LETTERS)}\fP"
        at = found.end()
    return shown + _escaped(text[at:], _LETTERS)


def _plain(text: str) -> str:
    return _escaped(text.strip("`"), _CODE_LETTERS)


def _escaped(text: str, letters: dict[str, str]) -> str:
    return "".join(letters.get(char, char) for char in text)


def _filled(text: str) -> Iterator[str]:
    for line in wrap(text, 78, break_long_words=False, break_on_hyphens=False):
        yield _line(line)


def _line(text: str) -> str:
    """A line of text that roff does not take for a request."""
    return rf"\&{text}" if text.startswith((".", "'")) else text


def write(path: Path = MAN) -> None:
    """Make the page anew."""
    path.write_text(man_page(DOC.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    write()
