"""Values of the mail layer: a raw mail from an inbox, a mail as read, and the two transports' interfaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

MailVerdict = Literal["text", "empty", "robot", "bounce", "unreadable"]


@dataclass(frozen=True, slots=True)
class RawMail:
    """A mail as it lies in the inbox.

    uid, uidvalidity  identify it in its folder (Maildir: a stable number made from the file name, and 0)
    received          when it reached our side: IMAP INTERNALDATE or the file's time; aware, UTC
    raw               its bytes, cut at the transport's cap; size is the whole size on the server
    handle            what the transport needs to mark it done (file name, UID)
    """

    uid: int
    uidvalidity: int
    received: datetime
    raw: bytes
    size: int
    handle: str


@dataclass(frozen=True, slots=True)
class Bounce:
    """A failed delivery as reported by a mail server: addresses that failed for good or for now, and our Message-ID if found."""

    permanent: tuple[str, ...]
    temporary: tuple[str, ...]
    original_id: str = ""


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail as the judge understands it. Made by judge.mail.read.read_mail, which never raises.

    verdict    text: has text of its own. empty: nothing but quotes and signature. robot: never answer, never obey.
               bounce: a failed delivery. unreadable: no text could be got from it (answered: send plain text)
    why        code of the reason for a verdict other than text ("auto-submitted", "list", "own mail", "encrypted", "too big", …)
    sender     address from From, lower-case domain, "" if none; sender_name its display name
    recipients every address it was sent to (Delivered-To, X-Original-To, To, Cc), for plus-addressing
    references Message-IDs from In-Reply-To and References, nearest first, with angle brackets
    received   receipt time: the topmost Received of our own server, else RawMail.received; never Date:
    body       the sender's own words: quotes, attribution lines, signature and adverts removed; "\\n" line ends, NFC, at most 1 MB
    auth       what the trusted receiving server says of the sender: pass, fail or none
    repairs    codes of what had to be mended ("charset:cp932", "html-only", "attachment"), for the GM and `judge read`
    """

    verdict: MailVerdict
    why: str
    sender: str
    sender_name: str
    recipients: tuple[str, ...]
    subject: str
    message_id: str
    references: tuple[str, ...]
    received: datetime
    body: str
    auth: Literal["pass", "fail", "none"] = "none"
    bounce: Bounce | None = None
    repairs: tuple[str, ...] = ()


class Inbox(Protocol):
    """Where mails come in. A mail stays in the inbox until it is marked done, so a crash loses nothing."""

    def fetch(self, limit: int) -> Sequence[RawMail]:
        """Up to `limit` mails not marked done, oldest UID first. Raises judge.errors.ServerError."""
        ...

    def done(self, handles: Iterable[str]) -> None:
        """Mark mails as handled (flag and move), only after their effects are committed. Safe to repeat."""
        ...

    def close(self) -> None:
        """Leave the server; never raises."""
        ...


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a mail. cid: Content-ID (without angle brackets) under which the HTML shows it as
    `<img src="cid:…">`; "" for a file of its own such as an .ics. content_type: "image/png", "text/calendar; method=PUBLISH", …"""

    filename: str
    content_type: str
    data: bytes
    cid: str = ""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A letter put into words: what judge.render makes and judge.mail.compose turns into a mail. html "" for text only."""

    subject: str
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of one mail we handed over.

    detail  the server's words on one line, for the GM
    down    the server itself cannot be used now (with "deferred"): no other mail will get through either
    """

    status: Literal["sent", "deferred", "refused"]
    detail: str = ""
    down: bool = False


class Outbox(Protocol):
    """Where mails go out."""

    def send(self, envelope_from: str, recipient: str, message: bytes) -> Delivery:
        """Hand over one mail. Never raises: a server that is down is `deferred`."""
        ...

    def close(self) -> None:
        """Leave the server; never raises."""
        ...
