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

Part: TypeAlias = "Message[Any, Any]"
MAX_TEXT: Final = 1_000_000
_STUB: Final = re.compile(
    r"HTML(?:形式|メール)|(?:view|read|displayed?|support).{0,60}HTML|HTML.{0,40}(?:view|support|capable|enabled)",
    re.IGNORECASE | re.DOTALL,
)
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

    too_big: a text is longer than the cap or was cut by the transport. last: the text part that stands last in the mail.
    """

    texts: list[str] = field(default_factory=list)
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
                if child is not _root(part, children) and _is_attached_text(child):
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
    start = _parameter(part, "start")
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
    name = decode_header(_parameter(part, "filename", "Content-Disposition") or _parameter(part, "name"))
    disposition = str(part.get("Content-Disposition", "")).split(";")[0].strip().lower()
    attached = disposition == "attachment" or bool(name and disposition != "inline")
    if name.lower() == "winmail.dat":
        body.hints.append("winmail.dat")
    elif kind == "text/html" and not (attached and not name.lower().endswith((".htm", ".html", ""))):
        _add(part, body, html=True, attached=attached)
    elif kind in ("text/plain", "text/enriched", "text/x-plain") or (
        kind.startswith("text/")
        and not attached
        and kind not in ("text/css", "text/calendar", "text/vcard", "text/x-vcard", "text/rfc822-headers")
    ):
        if not name or name.lower().endswith((".txt", ".text", ".asc")) or "." not in name:
            _add(part, body, html=False, attached=attached)
    elif _is_attached_text(part):
        _add(part, body, html=False, attached=True)
    elif kind.startswith(("image/", "audio/", "video/", "application/")):
        body.hints.append("no text")


def _is_attached_text(part: Part) -> bool:
    """Whether this is a text file, whatever type the sending program gave it."""
    name = decode_header(_parameter(part, "filename", "Content-Disposition") or _parameter(part, "name"))
    return name.lower().endswith(".txt") and part.get_content_maintype() in ("application", "text")


def _add(part: Part, body: Body, *, html: bool, attached: bool) -> None:
    """Decode one text part and add it."""
    raw, whole = part_bytes(part)
    if len(raw) > MAX_TEXT:
        body.too_big = True
        return
    charset = _parameter(part, "charset")
    if html and not charset:
        meta = re.search(rb"charset=[\"']?([\w\-]{2,40})", raw[:2000], re.IGNORECASE)
        charset = meta.group(1).decode("ascii") if meta else ""
    text, repair = decode_text(raw, charset)
    if repair == "charset:damaged" and "\ufffd" not in text.rstrip(
        "\ufffd"
    ):  # only the last character is broken: cut off
        text, repair, whole = text.rstrip("\ufffd"), "", False
    text = tidy(text)
    if repair:
        body.repairs.append(repair)
    if not whole:
        body.repairs.append("cut short")
    if html:
        text = html_to_text(text)
        body.repairs.append("html-only")
    elif _parameter(part, "format").lower() == "flowed":
        text = join_flowed(text, delsp=_parameter(part, "delsp").lower() == "yes")
    if attached:
        body.attached.append(text)
    else:
        body.texts.append(text)


def tidy(text: str) -> str:
    """One kind of line end, no control characters, lone surrogates or direction overrides."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return text.translate(_CONTROLS)


_CONTROLS: Final = {
    **{code: None for code in range(32) if code not in (9, 10, 12)},
    12: "\n",
    0x85: "\n",
    **{code: None for code in range(0x7F, 0xA0) if code != 0x85},
    **dict.fromkeys((8206, 8207, *range(8234, 8239), *range(8294, 8298))),
    **dict.fromkeys(range(55296, 57344), "�"),
}


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


def _parameter(part: Part, name: str, header: str = "content-type") -> str:
    """A parameter of a header field as text, "" if it is missing or broken."""
    try:
        value = part.get_param(name, "", header)
    except Exception:  # the parser of the standard library raises on some broken parameters
        return ""
    if isinstance(value, tuple):
        charset, _, text = value
        try:
            return text.encode("latin-1").decode(charset or "utf-8", "replace")
        except (LookupError, UnicodeError):
            return text
    return str(value).strip()
