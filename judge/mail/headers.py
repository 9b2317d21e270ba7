"""Header fields of a mail, read so that nothing a header holds can raise.

The standard library's modern policy raises on some Message-IDs and takes seconds over long address lists, its classic one
leaves Japanese subjects undecoded; so fields are taken raw and decoded here. Values are as RFC 5322 and RFC 2047 say, with
what real programs get wrong: encoded words cut inside a character, raw 8-bit text, dots that need quotes in docomo addresses.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import Message
from typing import Any, Final

from judge.mail.decode import decode_text

MAX_FIELD: Final = 10_000
_ENCODED: Final = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\n]*)\?=")
_GAP: Final = re.compile(r"(?<=\?=)\s+(?==\?)")
_ANGLE: Final = re.compile(r"<\s*([^<>]{1,320}@[^<>@\s]{1,255})\s*>")
_BARE: Final = re.compile(
    r'("[^"@\n]{1,64}"|(?<![^\s<>,;:()"])[^\s<>,;:()"@]{1,64})@([^\s<>,;:()"@]{1,255})(?![^\s<>,;:()"])'
)
_ROUTE: Final = re.compile(r"^\s*@[^:]{1,255}:")
_COMMENT: Final = re.compile(r"\([^()]*\)")
_MESSAGE_ID: Final = re.compile(r"<[^<>\s\x00-\x1f\x7f]{1,250}>")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_BLANKS: Final = re.compile("  +")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fields:
    """The header of a mail: (lower-case name, raw value) in the order they stand in, values as bytes-in-str of the parser."""

    items: tuple[tuple[str, str], ...]
    by_name: dict[str, list[str]]

    @classmethod
    def of(cls, message: Message[Any, Any]) -> Fields:
        """Every field of a message, raw."""
        items = tuple((str(name).lower(), str(value)) for name, value in message.raw_items())
        by_name: dict[str, list[str]] = {}
        for name, value in items:
            by_name.setdefault(name, []).append(value)
        return cls(items, by_name)

    def all(self, name: str) -> list[str]:
        """Raw values of every field of this name, topmost first."""
        return self.by_name.get(name, [])

    def first(self, name: str) -> str:
        """Raw value of the topmost field of this name, "" if there is none."""
        values = self.by_name.get(name)
        return values[0] if values else ""

    def text(self, name: str) -> str:
        """Decoded value of the topmost field of this name on one line, at most 1,000 characters."""
        return decode_header(self.first(name))

    def word(self, name: str) -> str:
        """First token of the field in lower case, without comments and parameters: "auto-replied" of Auto-Submitted."""
        value = self.first(name)
        return _COMMENT.sub(" ", value[:MAX_FIELD]).split(";")[0].strip().lower() if value else ""


def decode_header(raw: str) -> str:
    """Readable text of a raw field: RFC 2047 words, 8-bit text of any charset, control characters removed; never raises."""
    if not raw:
        return ""
    if raw.isascii() and "=?" not in raw:
        return clean_line(raw[:MAX_FIELD])
    value = _GAP.sub("", raw[:MAX_FIELD])
    out: list[str] = []
    at = 0
    words: list[tuple[str, bytes]] = []
    for hit in _ENCODED.finditer(value):
        if hit.start() > at:
            out.append(_flush(words))
            out.append(_plain(value[at : hit.start()]))
        charset = hit.group(1).split("*")[0].lower()
        data = _word_bytes(hit.group(2), hit.group(3))
        if words and words[-1][0] == charset:
            words[-1] = (charset, words[-1][1] + data)
        else:
            words.append((charset, data))
        at = hit.end()
    out.append(_flush(words))
    out.append(_plain(value[at:]))
    return clean_line("".join(out))


def clean_line(text: str) -> str:
    """One line without control characters, lone surrogates or direction overrides, at most 1,000 characters."""
    if text.isascii() and text.isprintable():
        return text.strip()[:1000]
    return _BLANKS.sub(" ", _CONTROL.sub(" ", _SURROGATE.sub("\ufffd", text))).strip()[:1000]


def mailboxes(raw: str) -> list[tuple[str, str]]:
    """(display name, address) of every mailbox in an address field, in order; what is no address is left out."""
    value = raw[: MAX_FIELD * 4]
    found: list[tuple[str, str]] = []
    for piece in _split_list(value):
        angle = _ANGLE.search(piece)
        if angle:
            found.append((_display(piece[: angle.start()]), tidy_address(angle.group(1))))
            continue
        bare = _BARE.search(_COMMENT.sub(" ", piece))
        if bare:
            comment = _COMMENT.search(piece)
            found.append((_display(comment.group()[1:-1]) if comment else "", tidy_address(bare.group())))
    return found


def tidy_address(address: str) -> str:
    """Address in the form we compare: domain in lower case, needless quotes and spaces off. "" when it is none."""
    local, at, domain = _ROUTE.sub("", address).strip().rpartition("@")
    if len(local) >= 2 and local[0] == local[-1] == '"':
        bare = re.sub(r"\\(.)", r"\1", local[1:-1])
        if re.fullmatch(r"[^\s\"(),:;<>@\[\]\\]+", bare):
            local = bare
    if local.startswith('"') and " " in local:
        return ""  # a blank that belongs to the address: without it, it would be somebody else's
    if not at or not local or not domain or "\ufffd" in address or _SURROGATE.search(address):
        return ""
    return clean_line(f"{local}@{domain.lower()}").replace(" ", "")


def message_ids(raw: str) -> list[str]:
    """Every Message-ID in a field, with angle brackets, in order."""
    return _MESSAGE_ID.findall(_plain(raw[: MAX_FIELD * 4]))


def references(fields: Fields) -> tuple[str, ...]:
    """Message-IDs that this mail answers, nearest first: In-Reply-To, then References from its end; at most 50."""
    found = message_ids(fields.first("in-reply-to")) + message_ids(fields.first("references"))[::-1]
    return tuple(dict.fromkeys(found))[:50]


def recipients(fields: Fields) -> tuple[str, ...]:
    """Every address the mail was sent to, the receiving server's own fields first; at most 200."""
    found: list[str] = []
    for name in ("delivered-to", "x-original-to", "envelope-to", "to", "cc"):
        for value in fields.all(name)[:10]:
            found += [address for _, address in mailboxes(value) if address]
    return tuple(dict.fromkeys(found))[:200]


def too_long(fields: Fields, names: Iterable[str]) -> bool:
    """Whether a field that we read is longer than the cap."""
    return any(len(value) > MAX_FIELD for name in names for value in fields.all(name))


def _display(raw: str) -> str:
    """Display name without its quotes."""
    name = decode_header(raw).strip()
    if len(name) >= 2 and name[0] == name[-1] == '"':
        name = re.sub(r"\\(.)", r"\1", name[1:-1])
    return name.strip(" ,;")[:200]


def _split_list(value: str) -> list[str]:
    """Split an address list at the commas and semicolons that stand outside quotes, comments and angle brackets."""
    if "," not in value and ";" not in value:
        return [value]
    pieces: list[str] = []
    start, depth, quoted, escaped = 0, 0, False, False
    for at, char in enumerate(value):
        if escaped:
            escaped = False
        elif char == "\\" and (quoted or depth):
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif not quoted and char in "(<":
            depth += 1
        elif not quoted and char in ")>":
            depth = max(0, depth - 1)
        elif not quoted and not depth and char in ",;":
            pieces.append(value[start:at])
            start = at + 1
    pieces.append(value[start:])
    return pieces


def _word_bytes(kind: str, data: str) -> bytes:
    """Bytes of one encoded word; what cannot be decoded is kept as it is."""
    raw = data.encode("ascii", "ignore")
    if kind in "qQ":
        return binascii.a2b_qp(raw, header=True)
    try:
        return base64.b64decode(raw + b"=" * (-len(raw) % 4))
    except (binascii.Error, ValueError):
        return b""


def _flush(words: list[tuple[str, bytes]]) -> str:
    """Text of the encoded words gathered so far."""
    text = "".join(decode_text(data, charset)[0] for charset, data in words)
    words.clear()
    return text


def _plain(value: str) -> str:
    """Text of the part of a field that is not encoded; raw 8-bit bytes are decoded by their look."""
    if value.isascii():
        return value.replace("\r", "").replace("\n", "") if "\n" in value else value
    raw = value.encode("utf-8", "surrogateescape") if _SURROGATE.search(value) else value.encode("utf-8")
    return decode_text(raw, None)[0].replace("\r", "").replace("\n", "")
