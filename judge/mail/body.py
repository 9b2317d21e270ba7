"""Which parts of a mail hold its text, and that text: decoded, unflowed, HTML made readable.

Choice of parts: plain text before HTML, HTML when the plain part is blank or a stub, the root of a related part, the content of a
signed one; an attached text file counts as text too. Parts that hold a mail of their own are kept apart (a forwarded mail).
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, Final, TypeAlias

from judge.mail.decode import decode_text
from judge.mail.flowed import join_flowed
from judge.mail.headers import decode_header
from judge.mail.html import html_to_text
from judge.mail.marker import SHEET_BEGINS

Part: TypeAlias = "Message[Any, Any]"
MAX_TEXT: Final = 1_000_000
_STUB: Final = re.compile(
    r"HTML(?:形式|メール)|(?:view|read|displayed?|support).{0,60}HTML|HTML.{0,40}(?:view|support|capable|enabled)",
    re.IGNORECASE | re.DOTALL,
)
_TEXT_KINDS: Final = ("text/plain", "text/enriched", "text/x-plain")
_NO_TEXT_KINDS: Final = ("text/css", "text/calendar", "text/vcard", "text/x-vcard", "text/rfc822-headers")
_NOT_BASE64: Final = re.compile(rb"[^A-Za-z0-9+/]")
_UNREADABLE: Final = {
    "application/pkcs7-mime": "encrypted",
    "application/x-pkcs7-mime": "encrypted",
    "application/pgp-encrypted": "encrypted",
    "multipart/encrypted": "encrypted",
    "application/ms-tnef": "winmail.dat",
    "application/vnd.ms-tnef": "winmail.dat",
    "text/calendar": "calendar",
}


@dataclass(slots=True)
class Body:
    """What was found. texts: in order of the mail; forwarded: mails attached whole; hints: codes of parts that cannot be read.

    copies: the same texts with everything that is quoted in them. too_big: a text is longer than the cap.
    """

    texts: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    attached: list[str] = field(default_factory=list)
    forwarded: list[Part] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)
    too_big: bool = False


def find_body(message: Part) -> Body:
    """Collect the text of a mail. Never raises for a parsed message."""
    body = Body()
    _collect(message, body)
    return body


def leaves(message: Part, depth: int = 0) -> Iterator[Part]:
    """Every part that holds no other, in order; attached mails count as one."""
    children = _children(message) if depth < 100 else None
    if children is None:
        yield message
    for part in children or ():
        yield from leaves(part, depth + 1)


def _collect(part: Part, body: Body) -> None:
    """Add what this part holds to the body."""
    kind = part.get_content_type()
    if kind in _UNREADABLE:
        body.hints.append(_UNREADABLE[kind])
        return
    if kind in ("message/rfc822", "message/global"):
        body.forwarded += sub_parts(part)[:1]
        return
    children = _children(part)
    if children is None:
        _leaf(part, "text/plain" if kind.startswith("multipart/") else kind, body)
    elif kind == "multipart/alternative":
        _alternative(children, body)
    elif kind in ("multipart/signed", "multipart/related"):
        _collect(_root(part, children), body)
        if kind == "multipart/related":
            for child in children:
                if child is not _root(part, children) and _parameters(child)[0] == "attachment":
                    _collect(child, body)
    else:
        for child in children:
            _collect(child, body)


def _children(part: Part) -> list[Part] | None:
    """Parts of a multipart, None for a part that is none (also for one that only says so)."""
    return (sub_parts(part) or None) if part.get_content_maintype() == "multipart" else None


def sub_parts(part: Part) -> list[Part]:
    """What a part holds, empty for a leaf. Of a leaf's content the library's own reading may raise, so it is not asked for."""
    payload = part.get_payload() if part.is_multipart() else None
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _root(part: Part, children: list[Part]) -> Part:
    """Root of a related or signed part: the one `start` names, else the first."""
    start = _parameters(part)[1].get("start", "")
    return next(
        (child for child in children if start and str(child.get("Content-ID", "")).strip() == start),
        children[0],
    )


def _alternative(children: list[Part], body: Body) -> None:
    """One of several forms of the same text: the first plain one that says something, else the HTML one."""
    tries: list[tuple[bool, Body]] = []
    for child in children:
        found = Body()
        _collect(child, found)
        plain = any(leaf.get_content_type() == "text/plain" for leaf in leaves(child))
        tries.append((plain, found))
    filled = [
        (plain, found) for plain, found in tries if any(text.strip() for text in found.texts + found.attached)
    ]
    good = [found for plain, found in filled if plain and not _is_stub(found)]
    rich = [found for plain, found in filled if not plain]
    candidates = good + rich + [found for _, found in filled]
    if not candidates:
        for _, found in tries:
            _merge(body, found)
        return
    chosen = candidates[0]
    if not good and any(plain for plain, _ in tries):
        chosen.repairs.append("empty-text-part")
    _merge(body, chosen)


def _merge(body: Body, found: Body) -> None:
    """Add what another search found."""
    body.texts += found.texts
    body.copies += found.copies
    body.attached += found.attached
    body.forwarded += found.forwarded
    body.hints += found.hints
    body.repairs += found.repairs
    body.too_big = body.too_big or found.too_big


def _is_stub(body: Body) -> bool:
    """Whether a plain part only says that the mail is in HTML."""
    text = "\n".join(body.texts).strip()
    return len(text) < 200 and bool(_STUB.search(text))


def _leaf(part: Part, kind: str, body: Body) -> None:
    """Add a part that holds no other."""
    disposition, values = _parameters(part)
    name = decode_header(values.get("filename") or values.get("name", ""))
    ending = name.lower().rpartition(".")[2] if "." in name else ""
    attached = disposition == "attachment" or bool(name and disposition != "inline")
    if name.lower() == "winmail.dat":
        body.hints.append("winmail.dat")
    elif kind == "text/html":
        if not attached:
            _add(part, values, body, html=True, attached=False)
    elif kind in _TEXT_KINDS or (kind.startswith("text/") and not attached and kind not in _NO_TEXT_KINDS):
        if ending in ("", "txt", "text", "asc"):
            _add(part, values, body, html=False, attached=attached)
    elif ending == "txt" and kind.startswith(("application/", "text/")):
        _add(part, values, body, html=False, attached=True)
    elif kind.startswith(("image/", "audio/", "video/", "application/")):
        body.hints.append("no text")


def _parameters(part: Part) -> tuple[str, dict[str, str]]:
    """Disposition ("attachment", "inline", "") and the parameters of Content-Type and Content-Disposition, names in lower case."""
    found: dict[str, str] = {}
    disposition = ""
    for header in ("content-type", "content-disposition"):
        try:
            params = part.get_params([], header)
        except Exception:  # the parser of the standard library raises on some broken parameters
            continue
        for at, (name, value) in enumerate(params):
            if at == 0:
                disposition = str(name).strip().lower() if header == "content-disposition" else ""
                continue
            found.setdefault(str(name).lower(), _value(value))
    return disposition, found


def _value(value: object) -> str:
    """A parameter as text, also in the form of RFC 2231 (charset, language, text)."""
    if not isinstance(value, tuple):
        return str(value).strip()
    charset, _, text = value
    try:
        return str(text).encode("latin-1").decode(charset or "utf-8", "replace")
    except (LookupError, ValueError, TypeError):
        return str(text)


def _add(part: Part, values: dict[str, str], body: Body, *, html: bool, attached: bool) -> None:
    """Decode one text part and add it."""
    raw, whole = part_bytes(part)
    if len(raw) > MAX_TEXT:
        body.too_big = True
        return
    charset = values.get("charset", "")
    if html and not charset:
        meta = re.search(rb"charset=[\"']?([\w\-]{2,40})", raw[:2000], re.IGNORECASE)
        charset = meta.group(1).decode("ascii") if meta else ""
    text, repair = decode_text(raw, charset)
    if repair == "charset:damaged" and "\ufffd" not in text.rstrip("\ufffd"):
        text, repair, whole = text.rstrip("\ufffd"), "", False  # only the last character is broken: cut off
    if repair:
        body.repairs.append(repair)
    if not whole:
        body.repairs.append("cut short")
    copy = text = tidy(text)
    if html:
        copy = tidy(html_to_text(text, quotes=True)) if any(phrase in text for phrase in SHEET_BEGINS) else ""
        text = tidy(html_to_text(text))
        body.repairs.append("html-only")
    elif values.get("format", "").lower() == "flowed":
        copy = text = join_flowed(text, delsp=values.get("delsp", "").lower() == "yes")
    if attached:
        body.attached.append(text)
    else:
        body.texts.append(text)
        body.copies.append(copy)


def tidy(text: str) -> str:
    """One kind of line end, no control characters, lone surrogates or direction overrides."""
    text = text.replace("\r\n", "\n")
    return text.translate(_CONTROLS) if _UNTIDY.search(text) else text


_CONTROLS: Final[dict[int, str | None]] = {
    **dict.fromkeys(code for code in range(0xA0) if (code < 0x20 or code > 0x7E) and code not in (9, 10)),
    **dict.fromkeys((0x0C, 0x0D, 0x85, 0x2028, 0x2029), "\n"),
    **dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}
_UNTIDY: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def part_bytes(part: Part) -> tuple[bytes, bool]:
    """Content of a leaf with its transfer encoding undone, and whether nothing of it is missing."""
    encoding = str(part.get("Content-Transfer-Encoding", "")).split(";")[0].strip().strip("\"'").lower()
    if encoding in ("base64", "b"):
        return _base64(_ascii(part))
    done = part.get_payload(decode=True)
    if not isinstance(done, bytes):
        return b"", True
    cut = encoding == "quoted-printable" and _ascii(part).rstrip(b"\r\n").endswith(b"=")
    return done, not cut


def _ascii(part: Part) -> bytes:
    """Content of a leaf as it stands in the mail, without what is not ASCII; b"" when the library cannot give it."""
    try:
        payload = part.get_payload()
    except (
        ValueError,
        TypeError,
        LookupError,
    ):  # it decodes 8-bit text by the charset parameter, whatever that is
        return b""
    return payload.encode("ascii", "ignore") if isinstance(payload, str) else b""


def _base64(raw: bytes) -> tuple[bytes, bool]:
    """Base64 that may be cut short or hold foreign characters: all whole groups of it, and whether it ends as it should."""
    data, padding, _ = raw.partition(b"=")
    data = _NOT_BASE64.sub(b"", data)
    spare = len(data) % 4
    whole = bool(padding) or spare == 0
    if spare == 1:
        data = data[:-1]
    try:
        return b64decode(data + b"=" * (-len(data) % 4)), whole
    except (binascii.Error, ValueError):
        return b"", False
