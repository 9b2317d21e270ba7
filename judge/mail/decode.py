"""Bytes of a mail to text, whatever their label says.

The standard library's Japanese codecs are strict and know neither NEC's characters (①㈱髙) nor half-width kana in
ISO-2022-JP, and the label is often missing or wrong. The order here: the label when it fits the bytes, else what the bytes
look like, else the label with the unreadable bytes replaced. Never raises.

Row formula from JIS to Shift_JIS and the escape sequences: ISO/IEC 2022 registrations as used by RFC 1468; row 13 and the
extension rows as in code page 932.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

_SJIS: Final = frozenset((
    "shift_jis", "shift-jis", "shiftjis", "sjis", "x-sjis", "x-sjis-jp", "ms_kanji", "windows-31j", "windows-932",
    "cp932", "ms932", "x-ms-cp932", "csshiftjis",
))  # fmt: skip
_JIS: Final = frozenset((
    "iso-2022-jp", "iso2022-jp", "iso2022jp", "iso-2022-jp-1", "iso-2022-jp-2", "iso-2022-jp-3", "iso-2022-jp-2004",
    "iso-2022-jp-ms", "cp50220", "cp50221", "cp50222", "jis", "csiso2022jp",
))  # fmt: skip
_EUC: Final = frozenset((
    "euc-jp", "euc_jp", "eucjp", "x-euc-jp", "x-euc", "cp51932", "eucjp-ms", "euc-jp-ms", "ujis",
))  # fmt: skip
_LATIN: Final = frozenset((
    "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "iso-8859-15",
))  # fmt: skip
_NO_LABEL: Final = frozenset((
    "us-ascii", "ascii", "ansi_x3.4-1968", "unknown-8bit", "x-unknown", "unknown", "default", "8bit", "binary", "none",
))  # fmt: skip
_NOT_CHARSETS: Final = frozenset((
    "idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem",
))  # fmt: skip
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPES: Final = re.compile(rb"\x1b(?:\$[@B]|\$\([ADOPQ]|\([BJIH]|\$A|&@\x1b\$B)|[\x0e\x0f]")
_GETA: Final = "〓"


def decode_text(raw: bytes, label: str | None) -> tuple[str, str]:
    """Return the text and a repair code: "" when the label was right, "charset:NAME" when the bytes were read as NAME instead,
    "charset:damaged" when some bytes could not be read."""
    for bom, name in _BOMS:
        if raw.startswith(bom):
            text = raw[len(bom) :].decode(name, "replace")
            return text, "" if name == "utf-8" else f"charset:{name[:6]}"
    name = (label or "").strip().strip("\"'").lower()
    if b"\x1b" in raw and _ESCAPES.search(raw) and not name.startswith(("iso-2022-kr", "iso-2022-cn")):
        return decode_jis(raw), "" if name in _JIS else "charset:iso-2022-jp"
    if raw.isascii() and not name.startswith(("utf-7", "utf-16", "utf-32", "utf7", "hz", "iso-2022-kr")):
        return raw.decode("ascii"), ""
    labelled = _by_label(raw, name)
    if labelled is not None:
        return labelled, ""
    guessed = guess(raw)
    if guessed is not None:
        return guessed[0], f"charset:{guessed[1]}"
    return _damaged(raw, name), "charset:damaged"


def guess(raw: bytes) -> tuple[str, str] | None:
    """Text and charset that the bytes look like: UTF-8, Shift_JIS (code page 932) or EUC-JP; None when none fits."""
    if b"\x1b" in raw and _ESCAPES.search(raw):
        return decode_jis(raw), "iso-2022-jp"
    text = _strict(raw, "utf-8")
    if text is not None:
        return text, "utf-8"
    found = [
        (_japanese_share(text), name, text)
        for name, text in (("cp932", _strict(raw, "cp932")), ("euc-jp", decode_euc(raw)))
        if text is not None
    ]
    share, name, text = max(found, default=(0.0, "", ""))
    return (text, name) if share >= 0.8 else None


def decode_jis(raw: bytes) -> str:
    """ISO-2022-JP as it is really sent: NEC and IBM characters, half-width kana by escape or shift, missing last escape."""
    plain = None if b"\x0e" in raw else _strict(raw, "iso2022_jp")
    if plain is not None:
        return plain
    out: list[str] = []
    mode = b"B"
    shifted = False
    at = 0
    while at < len(raw):
        hit = _ESCAPES.search(raw, at)
        end = hit.start() if hit else len(raw)
        if end > at:
            out.append(_jis_run(raw[at:end], b"I" if shifted else mode))
        if hit is None:
            break
        mark = hit.group()
        if mark == b"\x0e":
            shifted = True
        elif mark == b"\x0f":
            shifted = False
        else:
            mode = _mode_of(mark)
        at = hit.end()
    return "".join(out)


def _mode_of(mark: bytes) -> bytes:
    """Short name of the character set an escape sequence switches to."""
    if mark.startswith(b"\x1b$("):
        return b"+" + mark[-1:]
    if mark.startswith((b"\x1b$", b"\x1b&")):
        return b"A" if mark == b"\x1b$A" else b"$"
    return mark[-1:]


def _jis_run(run: bytes, mode: bytes) -> str:
    """One run between escapes. Line ends inside a two-byte run end it, as RFC 1468 asks of every line."""
    if mode in (b"B", b"J", b"H"):
        if run.isascii():
            return run.decode("ascii")
        found = guess(run)
        return found[0] if found else run.decode("ascii", "replace")
    first, *rest = run.split(b"\n")
    out = [_jis_pairs(first, mode)]
    for line in rest:
        still = mode != b"I" and b" " not in line and len(line.strip()) % 2 == 0
        out.append(_jis_pairs(line, mode) if still else line.decode("ascii", "replace"))
    return "\n".join(out)


def _jis_pairs(run: bytes, mode: bytes) -> str:
    """Characters of a run in a set other than ASCII."""
    if mode == b"I":
        return bytes(byte | 0x80 if 0x21 <= byte <= 0x5F else byte for byte in run).decode("cp932", "replace")
    if mode[:1] == b"+" or mode == b"A":
        escape = b"\x1b$A" if mode == b"A" else b"\x1b$(" + mode[1:]
        for codec in ("iso2022_jp_2004", "iso2022_jp_3", "iso2022_jp_2"):
            text = _strict(escape + run + b"\x1b(B", codec)
            if text is not None:
                return text
        return _GETA * (len(run) // 2)
    out: list[str] = []
    at = 0
    while at < len(run):
        first = run[at] & 0x7F
        if first < 0x21 or at + 1 >= len(run):
            out.append(chr(first) if first < 0x21 else "")
            at += 1
            continue
        out.append(_strict(_to_sjis(first, run[at + 1] & 0x7F), "cp932") or _GETA)
        at += 2
    return "".join(out)


def _to_sjis(row: int, cell: int) -> bytes:
    """Shift_JIS bytes of a JIS X 0208 code (both bytes 0x21 to 0x7E)."""
    if not 0x21 <= cell <= 0x7E:
        return b"\x81\xac"  # geta mark: the pair is broken
    lead = (row + 1) // 2 + (0x70 if row <= 0x5E else 0xB0)
    if row % 2:
        trail = cell + (0x1F if cell < 0x60 else 0x20)
    else:
        trail = cell + 0x7E
    return bytes((lead, trail))


def decode_euc(raw: bytes) -> str | None:
    """EUC-JP with code page 932's extra rows (as Windows and Unix programs send it); None when the bytes cannot be that."""
    text = _strict(raw, "euc_jp")
    if text is not None:
        return text
    out: list[str] = []
    at = 0
    while at < len(raw):
        byte = raw[at]
        if byte < 0x80:
            out.append(chr(byte))
            at += 1
            continue
        width = 3 if byte == 0x8F else 2
        piece = raw[at : at + width]
        if len(piece) < width or any(value < 0xA1 for value in piece[1:]):
            return None
        if width == 3 or byte == 0x8E:
            out.append(_strict(piece, "euc_jp") or _GETA)
        elif 0xA1 <= byte <= 0xFE and piece[1] <= 0xFE:
            out.append(_jis_pairs(piece, b"$"))
        else:
            return None
        at += width
    return "".join(out)


def _by_label(raw: bytes, name: str) -> str | None:
    """Text by the label, None when it does not fit or says nothing."""
    if not name or name in _NO_LABEL or name in _JIS:
        return None
    if name in _SJIS:
        return _strict(raw, "cp932")
    if name in _EUC:
        return decode_euc(raw)
    if name in _LATIN:
        found = guess(raw)
        return None if found else _strict(raw, "cp1252") or raw.decode("latin-1")
    return _strict(raw, "gb18030" if name in ("gb2312", "gbk") else name)


def _strict(raw: bytes, name: str) -> str | None:
    """Text if every byte fits this charset; None otherwise, also for names that are no charset."""
    try:
        info = codecs.lookup(name)
        if info.name.replace("-", "_") in _NOT_CHARSETS:
            return None
        return raw.decode(name)
    except (LookupError, ValueError, TypeError):
        return None


def _damaged(raw: bytes, name: str) -> str:
    """Best text of bytes that fit nothing whole (cut short, mixed): by the label, else UTF-8, else the better of the two."""
    codec = (
        "cp932" if name in _SJIS else "euc_jp" if name in _EUC else "cp1252" if name in _LATIN else "utf-8"
    )
    if name and codec == "utf-8":
        return raw.decode("utf-8", "replace")
    texts = [raw.decode(each, "replace") for each in (codec, "utf-8", "cp932")]
    return min(texts, key=lambda text: text.count("\ufffd"))


def _japanese_share(text: str) -> float:
    """Share of the non-ASCII characters that ordinary Japanese is made of, 0 when fewer than two are.

    Kana, full-width forms, punctuation and first-level kanji count; wrongly read Latin or EUC bytes give half-width kana and
    rare kanji instead.
    """
    wide = [char for char in text if char > "\x7f"]
    good = sum(_usual(char) for char in wide)
    return good / len(wide) if good >= 2 else 0.0


def _usual(char: str) -> bool:
    """Whether ordinary Japanese text uses this character."""
    if (
        "\u3000" <= char <= "\u30ff"
        or "\uff01" <= char <= "\uff5e"
        or char in "→⇒←↑↓①②③④⑤⑥⑦⑧⑨⑩○●◎□■△▲▽▼☆★◇◆※─━│—―−…‥×㈱髙"
    ):
        return True
    if not "\u4e00" <= char <= "\u9fff":
        return False
    try:
        return char.encode("cp932")[0] < 0x98
    except UnicodeEncodeError:
        return False
