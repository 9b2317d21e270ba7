"""Reading our own pages: their fenced blocks, and running the shell commands in them without a shell."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner, Result

from judge.cli.main import cli

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    """A fenced block. named: the file that the line before it names, as in `strait/start.txt`:"""

    kind: str
    text: str
    named: str


def page(name: str) -> str:
    """The text of a page, by its path from the root."""
    return (ROOT / name).read_text("utf-8")


def blocks(text: str) -> list[Block]:
    """Every fenced block of a page, in order."""
    found = []
    for match in _BLOCK.finditer(text):
        before = text[: match.start()].rstrip().rsplit("\n", 1)[-1]
        names = re.findall(r"`([\w/.-]+\.\w+)`:$", before)
        found.append(Block(match[1], match[2], names[-1] if names else ""))
    return found


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next one of its level."""
    level = heading.partition(" ")[0]
    _, found, rest = text.partition(f"\n{heading}\n")
    assert found, heading
    return re.split(rf"^{level} ", rest, maxsplit=1, flags=re.M)[0]


def commands(text: str) -> list[list[str]]:
    """The commands of a block as words: lines ending in a backslash joined, remarks and the prompt taken off."""
    joined = re.sub(r"\\\n\s*", " ", text)
    lines = (line.strip().removeprefix("$ ") for line in joined.splitlines())
    return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def judge(words: list[str], **options: str) -> Result:
    """Run `judge …`, or the file commands that our pages use; fails the test with the output when it fails."""
    if words[0] == "rm":
        Path(words[1]).unlink()
        return CliRunner().invoke(cli, ["--version"])
    assert words[0] == "judge", words
    result = CliRunner().invoke(cli, words[1:], **options)  # type: ignore[arg-type]
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result
