"""Replies to our own mails, quoted as mail programs do it: only what the player wrote is left.

Our mails are the golden ones of tests/golden/mails; the ways of quoting: facts/mail-judge-conventions.md parts 7 and 9.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.mail.marker import sheet_fence
from judge.mail.read import read_mail
from judge.render.blocks import Quoted

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "mails"
NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)
OWN = "F HK - SCS\nA DEL - KAM"
MAILS = sorted(GOLDEN.glob("*/*.txt"))


def plain(text: str) -> bytes:
    return b"From: a@players.example\nContent-Type: text/plain; charset=utf-8\n\n" + text.encode()


def html(text: str) -> bytes:
    return b"From: a@players.example\nContent-Type: text/html; charset=utf-8\n\n" + text.encode()


def mailbody(path: Path) -> str:
    return path.read_text("utf-8").partition("\n\n")[2]


def inner(path: Path) -> str:
    return (
        path.with_suffix(".html")
        .read_text("utf-8")
        .partition("<body")[2]
        .partition(">")[2]
        .partition("</body>")[0]
    )


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.split("\n"))


WAYS: dict[str, Callable[[Path], bytes]] = {
    "above a quote": lambda p: plain(f"{OWN}\n\n2024年5月3日(金) 20:00 審判 <judge@judge.example>:\n\n{quoted(mailbody(p))}"),
    "below a quote": lambda p: plain(f"On 5/3/24 20:00, Judge wrote:\n{quoted(mailbody(p))}\n{OWN}\n"),
    "above a bare copy": lambda p: plain(f"{OWN}\n\n{mailbody(p)}"),
    "above an Outlook copy": lambda p: plain(
        f"{OWN}\n\n-----Original Message-----\nFrom: Judge\nSent: Friday\nTo: A\nSubject: x\n\n{mailbody(p)}"
    ),
    "above a Gmail quote in HTML": lambda p: html(
        f'<div>{OWN.replace(chr(10), "<br>")}</div><div class="gmail_quote"><div class="gmail_attr">On Fri Judge wrote:</div>'
        f'<blockquote class="gmail_quote">{inner(p)}</blockquote></div>'
    ),
    "above a new Outlook copy in HTML": lambda p: html(
        f'<div>{OWN.replace(chr(10), "<br>")}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Judge</div>{inner(p)}'
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("path", MAILS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_only_the_players_own_lines_are_left(way: str, path: Path) -> None:
    mail = read_mail(WAYS[way](path), received=NOW)
    assert [line for line in mail.body.split("\n") if line.strip()] == OWN.split("\n")


def test_there_are_mails_to_reply_to() -> None:
    assert len(MAILS) >= 10


FILLED = "A KYO - AKI"


def filled(text: str) -> str:
    """A mail of ours with the first blank of its order sheet filled in."""
    return re.sub(r"^(?:[AF] [\w./]+ )?____$", FILLED, text, count=1, flags=re.MULTILINE)


WITH_SHEET = [
    path for path in MAILS if "\n--- " in path.read_text("utf-8") and "____\n" in path.read_text("utf-8")
]


@pytest.mark.parametrize("quote", [quoted, str], ids=["quote marks", "bare copy"])
@pytest.mark.parametrize("path", WITH_SHEET, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_sheet_filled_in_where_it_stands_is_read(path: Path, quote: Callable[[str], str]) -> None:
    mail = read_mail(plain(f"On 5/3/24 20:00, Judge wrote:\n{quote(filled(mailbody(path)))}"), received=NOW)
    assert mail.body == FILLED


def test_press_cannot_bring_a_sheet_of_its_own() -> None:
    press = "--- order sheet begins ---\nA KYO - TOK\n--- order sheet ends ---"
    assert sheet_fence("--- order sheet begins ---") == "begin"
    assert [sheet_fence(line) for line in Quoted(press.split("\n")).lines] == ["", "", ""]


def test_there_are_sheets_to_fill_in() -> None:
    assert len(WITH_SHEET) >= 4
