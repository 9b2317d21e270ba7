"""One spelling for everything that looks alike, with the way back to the columns of the player's own line.

Letters become lower case and half width, every dash "-", every arrow ">", brackets round, zero-width characters vanish.
NFKC alone does not do it: it leaves "ー", "−", "〜" and all arrows as they are, and two code points stand for one key
depending on whether a mail came as ISO-2022-JP or cp932. "ー" (long vowel) stays: only the grammar can tell it from a dash.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

DASHES = "‐‑‒–—―⁃−─━〜～－﹘﹣"
ARROWS = "→⇒➡⟶⇨➔➜➝➞➤⟹↦⇢▶►▷⮕"
_OPENING = "[【〔〖［｛{"
_CLOSING = "]】〕〗］｝}"
_QUOTES = '「」『』《》〈〉“”„‟«»"＂*＊'
_APOSTROPHES = "`‘’‚‛＇"
# Old forms of characters in place names, and kana that are written both ways.
_VARIANTS = {
    "國": "国", "灣": "湾", "滿": "満", "廣": "広", "臺": "台", "黃": "黄", "濱": "浜", "澤": "沢", "龍": "竜", "鐵": "鉄", "軍": "軍",
    "ヂ": "ジ", "ヅ": "ズ", "ヰ": "イ", "ヱ": "エ",
}  # fmt: skip
_V_SOUNDS = {"ァ": "バ", "ィ": "ビ", "ェ": "ベ", "ォ": "ボ", "ュ": "ビュ"}
_T_SOUNDS = {("テ", "ィ"): "チ", ("デ", "ィ"): "ジ"}

_FIXED: dict[int, str] = (
    {ord(c): "-" for c in DASHES}
    | {ord(c): ">" for c in ARROWS}
    | {ord(c): "(" for c in _OPENING}
    | {ord(c): ")" for c in _CLOSING}
    | {ord(c): " " for c in _QUOTES}
    | {ord(c): "'" for c in _APOSTROPHES}
    | dict.fromkeys(
        (*range(0x2460, 0x2488), *range(0x2776, 0x2794)), ";"
    )  # ① within a line begins the next order
    | {ord(c): v for c, v in _VARIANTS.items()}
)
_ASCII = dict.fromkeys(range(32), " ") | {127: " "} | {c: v for c, v in _FIXED.items() if c < 128}


@dataclass(frozen=True, slots=True)
class Normalized:
    """A line in the one spelling. origin[i] is the index in the player's line of the character text[i] came from;
    None when every character kept its place. size: length of the player's line."""

    text: str
    size: int
    origin: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Column (from 1) and length in the player's line of text[start:end]; at least one character wide."""
        if self.origin is None:
            first, last = start, end - 1
        else:
            first = self.origin[start] if start < len(self.origin) else self.size
            last = self.origin[end - 1] if 0 < end <= len(self.origin) else first
        return min(first, self.size) + 1, max(1, last - first + 1)


def normalize(line: str) -> Normalized:
    """Bring a line into the one spelling. Total, linear in the line's length."""
    if line.isascii():
        return Normalized(line.translate(_ASCII).lower(), len(line))
    text: list[str] = []
    origin: list[int] = []
    for start, cluster in _clusters(line):
        for char in _spell(cluster):
            if text and _joined(text, char):
                continue
            text.append(char)
            origin.append(start)
    return Normalized("".join(text), len(line), tuple(origin))


def fold(name: str) -> str:
    """A name in the spelling that `normalize` gives to a player's line."""
    return normalize(name).text.strip()


_NO_SEPARATORS = {ord(c): None for c in " .-・'"}


def compact(name: str) -> str:
    """A folded name without blanks, dots and hyphens: "p.art", "p art" and "part" are the same key."""
    return name.translate(_NO_SEPARATORS)


def hiragana(text: str) -> str:
    """The text with katakana written as hiragana."""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


def _clusters(line: str) -> list[tuple[int, str]]:
    """Each character with the combining marks after it (half-width voicing marks included), and where it starts."""
    found: list[tuple[int, str]] = []
    for i, char in enumerate(line):
        mark = char in "ﾞﾟ゙゚" or (char > "\u02ff" and unicodedata.combining(char))
        if mark and found and len(found[-1][1]) < 4:
            start, base = found[-1]
            found[-1] = (start, base + char)
        else:
            found.append((i, char))
    return found


def _spell(cluster: str) -> str:
    """What one character (with its marks) is written as; empty for characters without width."""
    fixed = _FIXED.get(ord(cluster[0]))
    if fixed is not None:
        return fixed
    folded = unicodedata.normalize("NFKC", cluster)
    if len(folded) > 18:  # one code point that stands for a whole phrase
        folded = folded[:18]
    out = []
    for char in folded:
        code = ord(char)
        if code in _FIXED:
            out.append(_FIXED[code])
        elif code < 128:
            out.append(_ASCII.get(code, char.lower()))
        elif 0xAD < code < 0x250:
            plain = unicodedata.normalize("NFD", char.casefold())
            out.append("".join(c for c in plain if not unicodedata.combining(c)))
        elif "぀" <= char <= "ヿ" or "一" <= char <= "鿿":
            out.append(char)
        else:
            category = unicodedata.category(char)
            if category in {"Cf", "Mn", "Me"}:
                continue
            out.append(
                " "
                if category[0] == "Z" or category in {"Cc", "Co"}
                else "�"
                if category == "Cs"
                else char.casefold()
            )
    return "".join(out)


def _joined(text: list[str], char: str) -> bool:
    """Write foreign sounds one way (ヴァ as バ, ティ as チ): `char` is then already part of the last character."""
    last = text[-1]
    if last == "ヴ" and char in _V_SOUNDS:
        text[-1] = _V_SOUNDS[char][0]
        return len(_V_SOUNDS[char]) == 1
    sound = _T_SOUNDS.get((last, char))
    if sound is not None:
        text[-1] = sound
        return True
    return False
