"""From a letter in words to the bytes of a mail (RFC 5322, 2045–2047, 2387, 3834).

Built by hand from small pieces of the standard library: an EmailMessage costs a hundred times as much, and a tick after a
deadline builds hundreds. Everything is deterministic: a mail composed again, after a crash, has the same bytes.

    mixed ─┬─ alternative ─┬─ text/plain
           │               └─ related ─┬─ text/html
           │                           └─ pictures (Content-ID)
           └─ attachments

Layers with a single part are left out.
"""

from __future__ import annotations

import hashlib
import re
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Sequence
from datetime import datetime
from email.header import Header
from email.utils import encode_rfc2231, format_datetime
from typing import TYPE_CHECKING

from judge.mail.model import Attachment, Rendered

if TYPE_CHECKING:
    from judge.workflow.letters import Letter

_EOL = b"\r\n"
_NOT_ASCII = bytes(range(127, 256))
_MOST_REFERENCES = 12
_DOT_ATOM = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,240}>")
_CONTENT_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(; ?[\w-]+=[\w.-]+)*")


def compose(
    rendered: Rendered,
    *,
    letter: Letter,
    message_id: str,
    from_address: str,
    date: datetime,
    from_name: str = "",
    reply_to: str = "",
    thread: str = "",
) -> bytes:
    """The mail as it goes over the wire, with CRLF line ends and no line over 998 bytes.

    letter      whom it is for, what it answers, and its kind
    message_id  see `judge.mail.ids.message_id`; thread: see `thread_root`, "" outside games
    date        when the letter was queued, not when it is sent: a re-send must not differ
    reply_to    judge+GAME@…; "" for from_address
    """
    answers = letter.kind == "acknowledgement" or bool(letter.in_reply_to)
    headers = [
        ("From", _mailbox(from_name, from_address)),
        ("To", _mailbox(letter.to.name, letter.to.address)),
        ("Subject", _words("Subject", rendered.subject)),
        ("Date", format_datetime(date)),
        ("Message-ID", message_id),
        ("Reply-To", _mailbox(from_name, reply_to) if reply_to else ""),
        ("In-Reply-To", letter.in_reply_to if _MESSAGE_ID.fullmatch(letter.in_reply_to) else ""),
        ("References", _references(thread, letter)),
        ("Auto-Submitted", "auto-replied" if answers else "auto-generated"),
        ("Precedence", "bulk"),
        ("X-Auto-Response-Suppress", "All"),
        ("X-Loop", from_address),
        ("Content-Language", letter.to.language if letter.to.language.isascii() else ""),
        ("MIME-Version", "1.0"),
    ]
    head = b"".join(_header(name, value) for name, value in headers if value or name == "Subject")
    return head + _body(rendered, hashlib.sha256(message_id.encode()).hexdigest()[:24])


def addr_spec(address: str) -> str:
    """The address as headers and SMTP want it: an odd local part (`a..b.@docomo.ne.jp`) in quotes, a foreign domain in ASCII."""
    local, _, domain = one_line(address).rpartition("@")
    if not domain.isascii():
        try:
            domain = domain.encode("idna").decode()
        except UnicodeError:
            domain = domain.encode("ascii", "replace").decode()
    if not _DOT_ATOM.fullmatch(local) and not re.fullmatch(r'"([^"\\]|\\.)*"', local):
        local = '"' + re.sub(r'(["\\])', r"\\\1", local) + '"'
    return f"{local}@{domain}"


def one_line(text: str) -> str:
    """The text without anything that could end a header line; runs of such characters become one blank."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+", " ", text).strip()


def _header(name: str, value: str) -> bytes:
    """A header line. The value is ASCII by now, or holds an address outside it (RFC 6532)."""
    return f"{name}: {value}".encode("utf-8", "replace") + _EOL


def _words(name: str, text: str) -> str:
    """Free text of a header: as it is when short and plain, else encoded and folded (RFC 2047)."""
    text = one_line(text)
    if text.isascii() and len(name) + len(text) < 76 and "=?" not in text:
        return text
    charset = "utf-8" if not text.isascii() or "=?" in text else "us-ascii"
    return Header(text, charset, maxlinelen=75, header_name=name).encode(linesep="\r\n")


def _mailbox(name: str, address: str) -> str:
    spec = addr_spec(address)
    name = one_line(name)
    if not name:
        return spec
    if not name.isascii() or "=?" in name:
        return f"{Header(name, 'utf-8', maxlinelen=75).encode(linesep=chr(13) + chr(10))} <{spec}>"
    if not re.fullmatch(r"[\w !#$%&'*+/=?^`{|}~-]+", name):
        name = '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    return f"{name} <{spec}>"


def _references(thread: str, letter: Letter) -> str:
    """The game's thread first, then the nearest of what the letter answers; one a line, so that no line grows long."""
    nearest_last = [*reversed(letter.references), letter.in_reply_to]
    wanted = [one for one in dict.fromkeys(nearest_last) if one != thread and _MESSAGE_ID.fullmatch(one)]
    root = [thread] if thread else []
    return "\r\n ".join(root + wanted[-_MOST_REFERENCES:])


def _body(rendered: Rendered, mark: str) -> bytes:
    pictures = [one for one in rendered.attachments if one.cid and rendered.html]
    files = [one for one in rendered.attachments if not (one.cid and rendered.html)]
    body = _text_part("plain", rendered.text)
    if rendered.html:
        html = _text_part("html", rendered.html)
        if pictures:
            html = _multipart("related", f"{mark}r", [html, *(_file_part(one) for one in pictures)])
        body = _multipart("alternative", f"{mark}a", [body, html])
    if files:
        body = _multipart("mixed", f"{mark}m", [body, *(_file_part(one) for one in files)])
    return body


def _multipart(kind: str, mark: str, parts: Sequence[bytes]) -> bytes:
    """The mark comes from the unguessable Message-ID, so no text of a player can hold the boundary."""
    boundary = f"=_{mark}"
    extra = '; type="text/html"' if kind == "related" else ""
    head = f'Content-Type: multipart/{kind}{extra};\r\n boundary="{boundary}"\r\n\r\n'.encode()
    line = f"--{boundary}".encode()
    pieces: Iterable[bytes] = (line + _EOL + part + _EOL for part in parts)
    return head + b"".join(pieces) + line + b"--" + _EOL


def _text_part(kind: str, text: str) -> bytes:
    """Plain ASCII with short lines goes as it is, mostly ASCII as quoted-printable, the rest as base64."""
    text = re.sub(r"\r\n?", "\n", text)
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", " ", text).rstrip("\n") + "\n"
    data = text.encode("utf-8", "replace")
    lines = data.split(b"\n")
    if text.isascii() and all(len(line) <= 78 and not line.startswith(b"From ") for line in lines):
        encoding, body = "7bit", data
    elif (len(data) - len(data.translate(None, _NOT_ASCII))) * 6 > len(data):
        encoding, body = "base64", encodebytes(data)
    else:
        encoding = "quoted-printable"
        body = re.sub(rb"(?m)^From ", b"=46rom ", b2a_qp(data, istext=True))
    head = f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n'
    return head.encode() + body.replace(b"\n", _EOL)


def _file_part(file: Attachment) -> bytes:
    kind = file.content_type if _CONTENT_TYPE.fullmatch(file.content_type) else "application/octet-stream"
    head = [f"Content-Type: {kind}", "Content-Transfer-Encoding: base64"]
    if file.cid:
        head.append(f"Content-ID: <{re.sub(r'[^!-;=?-~]', '', file.cid)}>")
    where = "inline" if file.cid else "attachment"
    head.append(f"Content-Disposition: {where};\r\n {_filename(file.filename)}")
    return "\r\n".join(head).encode() + _EOL + _EOL + encodebytes(file.data).replace(b"\n", _EOL)


def _filename(name: str) -> str:
    name = one_line(name).replace("/", "_").replace("\\", "_")[:100] or "file"
    if name.isascii():
        return 'filename="' + name.replace('"', "'") + '"'
    return f"filename*={encode_rfc2231(name, 'utf-8')}"
