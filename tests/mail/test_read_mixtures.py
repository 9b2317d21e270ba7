"""Mails mixed from the parts that programs put together: whatever the mixture, the player's own lines are what is left.

Sources of the parts: facts/mail-judge-conventions.md part 7 (quoting, signatures, charsets), RFC 3676 (flowed), RFC 2045 (encodings).
"""

from __future__ import annotations

import quopri
from base64 import encodebytes
from datetime import UTC, datetime
from html import escape

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.mail.marker import MARKER_LINE
from judge.mail.read import read_mail

NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)
ORDERS = (
    "A MAC - SEO", "F OTA S Japan F TOK - OS", "A MAC S A PEK - MON, A PEK - MON", "陸軍 満州 → ソウル", "海軍 小樽 支援 海軍 東京 → オホーツク海",
    "Ａ　ＶＬＡ　－　ＴＳＲ　－　ＭＯＳ", "1. A DEL - KAM", "・陸軍 北京 待機", "(オランダ)", "-----CUT HERE-----", "Par-Lon", "Build A VIE", "+ A ANG", "HELP",
    "F EGY S Turkey F MED - RS (SC Turkey F MED - RS)", "○1901年秋 イギリス", "Dear judge, here are my orders:", "よろしくお願いします。", "A VIE-GAL; A BUD H",
    "全軍維持", "北海→スカゲラク", "PRESS TO ENGLAND", "LANGUAGE ja", "陸軍 ソウル 撤退 釜山", "WAIVE 2",
)  # fmt: skip
QUOTED = (
    "A MAC ____",
    "陸軍 満州 ____",
    "",
    "A PEK - MON",
    "Deadline: Tue 12 Mar 15:00 GMT",
    "締切 3/12(火) 24:00 JST",
    "RESIGN",
    "PASSWORD secret",
)
ATTRIBUTIONS = (
    "2024年5月3日(金) 20:00 審判 <judge@judge.example>:", "2024年5月3日(金) 20:00 審判 <judge+a.long.game@judge.example\n>:",
    "2024/05/03 20:00、審判 <judge@judge.example>のメール:", "On Fri, May 3, 2024 at 8:00 PM Judge <judge@judge.example> wrote:",
    "On Fri, May 3, 2024 at 8:00 PM The Judge of the Game\n<judge@judge.example> wrote:", "On 2024/05/03 20:00, 審判 wrote:",
    "On Fri, 03 May 2024 20:00:00 +0900\n審判 <judge@judge.example> wrote:", "審判 さんは 2024年5月3日 に書きました:",
    "Am 03.05.24 um 20:00 schrieb Judge:",
)  # fmt: skip
BARE_HEADS = (
    "-----Original Message-----\nFrom: Judge\nSent: Friday\nTo: A\nSubject: x\n", "-----元のメッセージ-----\n差出人: 審判\n件名: x\n",
    "差出人: 審判 <judge@judge.example>\n送信日時: 2024年5月3日 20:00\n宛先: 佐藤\n件名: x\n", MARKER_LINE,
    "________________________________\nFrom: Judge <judge@judge.example>\nSent: Friday, May 3, 2024 8:00:00 PM\nTo: A\nSubject: x\n",
    "2024年5月3日(金) 20:00 審判 <judge@judge.example>:",
)  # fmt: skip
TAILS = (
    "", "-- \n佐藤 健\nA PAR - BUR", "--\nSato", "iPhoneから送信", "Sent from my iPhone", "Outlook for iOS を入手",
    "*******************\n佐藤 sato@players.example\n*******************", "━━━━━━━━\nTEL 03-1234-5678\n━━━━━━━━",
)  # fmt: skip
CHARSETS = ("utf-8", "cp932", "iso-2022-jp", "euc-jp")

lines = st.lists(st.sampled_from(ORDERS), min_size=1, max_size=6)
quotes = st.lists(st.sampled_from(QUOTED), min_size=1, max_size=8)


def as_quote(quote: list[str]) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in quote)


def as_mail(text: str, charset: str, encoding: str, kind: str = "plain") -> bytes:
    raw = text.encode(charset, "replace")
    label = {"cp932": "Shift_JIS"}.get(charset, charset)
    if encoding == "base64":
        raw = encodebytes(raw)
    elif encoding == "quoted-printable":
        raw = quopri.encodestring(raw)
    head = f"From: a@players.example\nContent-Type: text/{kind}; charset={label}\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode() + raw


def seen(raw: bytes) -> list[str]:
    return [" ".join(line.split()) for line in read_mail(raw, received=NOW).body.split("\n") if line.strip()]


def meant(own: list[str], charset: str) -> list[str]:
    """The lines as this charset can hold them."""
    text = [line.encode(charset, "replace").decode(charset).replace("\u2212", "－") for line in own]
    return [" ".join(line.split()) for line in text]


def same(got: list[str], own: list[str], charset: str) -> bool:
    return [line.replace("\u2212", "－") for line in got] == meant(own, charset)


encodings = st.sampled_from(("8bit", "base64", "quoted-printable"))


@settings(max_examples=250, deadline=None)
@given(
    lines, quotes, st.sampled_from(ATTRIBUTIONS), st.sampled_from(TAILS), st.sampled_from(CHARSETS), encodings
)
def test_lines_above_a_quote(
    own: list[str], quote: list[str], attribution: str, tail: str, charset: str, encoding: str
) -> None:
    text = "\n".join([*own, "", tail, "", attribution, as_quote(quote)])
    assert same(seen(as_mail(text, charset, encoding)), own, charset)


@settings(max_examples=250, deadline=None)
@given(
    lines, quotes, st.sampled_from(ATTRIBUTIONS), st.sampled_from(TAILS), st.sampled_from(CHARSETS), encodings
)
def test_lines_below_a_quote(
    own: list[str], quote: list[str], attribution: str, tail: str, charset: str, encoding: str
) -> None:
    text = "\n".join([attribution, as_quote(quote), *own, "", tail])
    assert same(seen(as_mail(text, charset, encoding)), own, charset)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(QUOTED), st.sampled_from(ORDERS)), min_size=1, max_size=8),
    st.sampled_from(ATTRIBUTIONS),
)
def test_lines_between_quoted_lines(pairs: list[tuple[str, str]], attribution: str) -> None:
    text = attribution + "\n" + "".join(f"> {quote}\n{own}\n" for quote, own in pairs)
    assert same(seen(as_mail(text, "utf-8", "8bit")), [own for _, own in pairs], "utf-8")


@settings(max_examples=250, deadline=None)
@given(
    lines, quotes, st.sampled_from(BARE_HEADS), st.sampled_from(TAILS), st.sampled_from(CHARSETS), encodings
)
def test_lines_above_a_copy_without_quote_marks(
    own: list[str], quote: list[str], head: str, tail: str, charset: str, encoding: str
) -> None:
    text = "\n".join([*own, "", tail, "", head, "", *quote])
    assert same(seen(as_mail(text, charset, encoding)), own, charset)


@settings(max_examples=150, deadline=None)
@given(lines, quotes, st.sampled_from(ATTRIBUTIONS), st.sampled_from(("div", "p", "li", "td")))
def test_lines_in_html_above_a_quote(own: list[str], quote: list[str], attribution: str, tag: str) -> None:
    wrap = {"li": ("<ul>", "</ul>"), "td": ("<table>", "</table>")}.get(tag, ("", ""))
    cells = "".join(
        f"<tr><td>{escape(line)}</td></tr>" if tag == "td" else f"<{tag}>{escape(line)}</{tag}>"
        for line in own
    )
    said = escape(attribution).replace("\n", " ")
    old = "<br>".join(map(escape, quote))
    text = f'<html><body>{wrap[0]}{cells}{wrap[1]}<div>{said}</div><blockquote type="cite">{old}</blockquote></body></html>'
    got = [
        line.removeprefix("* ") if tag == "li" else line
        for line in seen(as_mail(text, "utf-8", "base64", "html"))
    ]
    assert got == [" ".join(line.split()) for line in own]


@settings(max_examples=100, deadline=None)
@given(lines, st.booleans(), st.data())
def test_flowed_lines_come_together_again(own: list[str], delsp: bool, data: st.DataObject) -> None:
    out = []
    for line in own:
        cut = data.draw(st.integers(0, len(line)))
        first, rest = line[:cut], line[cut:]
        soft = first + " " if delsp else first if first.endswith(" ") else ""
        whole = soft == "-- "  # RFC 3676, 4.3: that line opens a signature, no program breaks there
        parts = [soft, rest] if soft.strip() and rest.strip() and not whole else [line]
        out += [" " + part if part.startswith((" ", ">", "From ")) else part for part in parts]
    head = f"From: a@players.example\nContent-Type: text/plain; charset=utf-8; format=flowed; delsp={'yes' if delsp else 'no'}\n\n"
    raw = head.encode() + "\n".join(out).encode()
    assert seen(raw) == [" ".join(line.split()) for line in own]
