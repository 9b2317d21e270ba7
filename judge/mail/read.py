"""Bytes of a mail to what the judge understands of it. The one way in; never raises, whatever the bytes.

Order of work: caps on size and structure (before parsing, so that a mail made to hurt costs nothing) → the header, who and
when → robots and bounces → the text parts → the sender's own words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email import message_from_bytes, policy
from email.message import Message
from typing import Any, Final

from judge.mail.auth import sender_auth
from judge.mail.body import Body, find_body, leaves
from judge.mail.headers import Fields, mailboxes, message_ids, recipients, references, too_long
from judge.mail.model import IncomingMail, MailVerdict
from judge.mail.quotes import own_text
from judge.mail.robots import robot_reason
from judge.mail.sheet import filled_sheet
from judge.mail.trace import receipt_time

MAX_RAW: Final = 4_000_000
MAX_LINES: Final = 100_000
MAX_HEADER: Final = 200_000
MAX_PARTS: Final = 100
MAX_CONTAINERS: Final = 40
MAX_BODY: Final = 1_000_000
_CONTAINER: Final = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.IGNORECASE | re.MULTILINE)
_BLANK: Final = re.compile(rb"\r?\n\r?\n|\r\r")
_READ: Final = (
    "from",
    "to",
    "cc",
    "subject",
    "message-id",
    "references",
    "in-reply-to",
    "delivered-to",
    "x-original-to",
    "content-type",
)


@dataclass(frozen=True, slots=True)
class _Site:
    """What the reader knows of the judge's own side."""

    trusted: tuple[str, ...]
    addresses: tuple[str, ...]
    domain: str


def read_mail(
    raw: bytes,
    *,
    received: datetime,
    size: int | None = None,
    trusted_servers: Sequence[str] = (),
    own_addresses: Sequence[str] = (),
    own_domain: str = "",
) -> IncomingMail:
    """Read a mail.

    received         when it reached our side (aware); used unless a trusted server's Received says better
    size             its whole size on the server when `raw` was cut; None: `raw` is whole
    trusted_servers  names under which our receiving server signs Received and Authentication-Results
    own_addresses    the judge's addresses; own_domain: the domain of our Message-IDs, "" when they cannot be told by it
    """
    site = _Site(tuple(trusted_servers), tuple(own_addresses), own_domain)
    blank = IncomingMail("unreadable", "", "", "", (), "", "", (), received, "")
    try:
        return _read(raw, size, blank, site)
    except Exception:  # the last line of defence: a mail that breaks the reader is answered, not lost
        return replace(blank, why="broken")


def _read(raw: bytes, size: int | None, blank: IncomingMail, site: _Site) -> IncomingMail:
    """As read_mail; may raise."""
    cut = (size is not None and size > len(raw)) or len(raw) > MAX_RAW
    raw = raw[:MAX_RAW]
    refusal = _over_cap(raw)
    if refusal:
        message = message_from_bytes(_head(raw), policy=policy.compat32)
        return replace(_envelope(Fields.of(message), blank, site), why=refusal)
    message = message_from_bytes(raw, policy=policy.compat32)
    fields = Fields.of(message)
    mail = _envelope(fields, blank, site)
    if too_long(fields, _READ):
        return replace(mail, why="too long header")
    mail = _without_person(message, fields, raw, mail, site)
    if mail.verdict in ("robot", "bounce"):
        return mail
    parts = list(leaves(message))
    if len(parts) > MAX_PARTS:
        return replace(mail, why="too many parts")
    if cut and parts[-1].get_content_maintype() == "text":
        return replace(mail, why="too big")
    return _with_text(find_body(message), mail, site)


def _head(raw: bytes) -> bytes:
    """The header's bytes, as far as the cap goes."""
    end = _BLANK.search(raw, 0, MAX_HEADER)
    return raw[: end.end() if end else MAX_HEADER]


def _over_cap(raw: bytes) -> str:
    """Why the mail is not parsed at all, "" when it may be."""
    if len(raw) > MAX_HEADER and _BLANK.search(raw, 0, MAX_HEADER) is None:
        return "too long header"
    if raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n") > MAX_LINES:
        return "too big"
    few = raw.lower().count(b"content-type:") <= MAX_CONTAINERS
    return "" if few or len(_CONTAINER.findall(raw)) <= MAX_CONTAINERS else "too many parts"


def _envelope(fields: Fields, blank: IncomingMail, site: _Site) -> IncomingMail:
    """Everything the header says of who, to whom, when and in answer to what."""
    name, sender = (mailboxes(fields.first("from")) or [("", "")])[0]
    return replace(
        blank,
        sender=sender,
        sender_name=name,
        recipients=recipients(fields),
        subject=fields.text("subject"),
        message_id=(message_ids(fields.first("message-id")) or [fields.text("message-id")[:250]])[0],
        references=references(fields),
        received=receipt_time(fields, blank.received, site.trusted),
        auth=sender_auth(fields, sender, site.trusted),
    )


def _without_person(
    message: Message[Any, Any], fields: Fields, raw: bytes, mail: IncomingMail, site: _Site
) -> IncomingMail:
    """The mail as a robot's or a bounce, if it is one."""
    kind = message.get_content_type()
    reason = robot_reason(
        fields,
        kind,
        mail.sender,
        mail.subject,
        mail.message_id,
        own_addresses=site.addresses,
        own_domain=site.domain,
    )
    if not reason:
        return mail
    if reason in ("null sender", "report", "robot sender", "auto-submitted"):
        from judge.mail.bounces import read_bounce

        bounce = read_bounce(message, fields, raw)
        if bounce is not None:
            return replace(mail, verdict="bounce", why="failed delivery", bounce=bounce)
    return replace(mail, verdict="robot", why=reason)


def _with_text(body: Body, mail: IncomingMail, site: _Site) -> IncomingMail:
    """The mail with the sender's own words, or with the reason why there are none."""
    if body.too_big:
        return replace(mail, why="too big")
    repairs = list(body.repairs)
    cuts = [own_text(text) for text in body.texts]
    own = [cut.own for cut in cuts if cut.own.strip()]
    attached = [text for text in (own_text(each).own for each in body.attached) if text.strip()]
    if attached:
        repairs.append("attachment")
    sheets = [sheet for sheet in map(filled_sheet, body.copies) if sheet][:1]
    if sheets:
        repairs.append("quoted sheet")
    words = sheets + own + attached  # what stands outside the sheet comes later, and so counts
    if not words:
        words = [cut.forwarded for cut in cuts if own_text(cut.forwarded).own.strip()][:1]
        words = [own_text(each).own for each in words] or _forwarded(body, mail, site)
        if words:
            repairs.append("forwarded")
    text = unicodedata.normalize("NFC", "\n\n".join(words))
    repairs = list(dict.fromkeys(repairs))
    if len(text) > MAX_BODY:
        return replace(mail, why="too big", repairs=tuple(repairs))
    if text.strip():
        return replace(mail, verdict="text", why="", body=text, repairs=tuple(repairs))
    verdict, why = _why_empty(body)
    return replace(mail, verdict=verdict, why=why, repairs=tuple(repairs))


def _forwarded(body: Body, mail: IncomingMail, site: _Site) -> list[str]:
    """Words of the first mail that was attached whole; a mail of our own has none for us."""
    for inner in body.forwarded[:3]:
        fields = Fields.of(inner)
        _, sender = (mailboxes(fields.first("from")) or [("", "")])[0]
        if sender.lower() in {address.lower() for address in site.addresses}:
            continue
        found = find_body(inner)
        words = [own_text(text).own for text in found.texts + found.attached]
        words = [text for text in words if text.strip()]
        if words and not found.too_big:
            return words
    return []


def _why_empty(body: Body) -> tuple[MailVerdict, str]:
    """What to say of a mail without words: something we cannot read, or nothing at all."""
    seen = any(text.strip() for text in body.texts + body.attached)
    for hint in ("encrypted", "winmail.dat", "calendar"):
        if hint in body.hints and not seen:
            return "unreadable", hint
    if body.hints and not seen:
        return "unreadable", "no text"
    return "empty", "only quotes" if seen else "no text"
