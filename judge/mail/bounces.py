"""Failed deliveries: whose address failed, for good or for now, and which mail of ours it was.

Recognising the hundred forms of bounces is flufl.bounce's work; here is what it leaves: the Message-ID of the mail that came
back, and the address in our own envelope sender ("judge+bounce=user=host@…").
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from email.message import Message
from typing import Any, Final

from judge.mail.body import part_bytes, sub_parts
from judge.mail.headers import Fields, message_ids, recipients, tidy_address
from judge.mail.ids import bounced_recipient
from judge.mail.model import Bounce

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)
"""Its detectors log a traceback for every broken report."""
_ORIGINAL_ID: Final = re.compile(
    r"^\s*Message-ID:\s*(<[^<>\s\x00-\x1f\x7f]{1,250}>)", re.IGNORECASE | re.MULTILINE
)


def read_bounce(message: Message[Any, Any], fields: Fields, raw: bytes) -> Bounce | None:
    """The failures a mail reports, None when it reports none (a receipt, an auto-reply). Never raises."""
    actions = _actions(message)
    if actions and not actions & {"failed", "delayed"}:
        return None
    temporary, permanent = _failures(message)
    permanent -= temporary if actions == {"delayed"} else set()
    temporary -= permanent
    if not temporary and not permanent:
        address = _verp(fields)
        if not address or (not actions and message.get_content_type() != "multipart/report"):
            return None
        (temporary if actions == {"delayed"} else permanent).add(address)
    return Bounce(tuple(sorted(permanent)), tuple(sorted(temporary)), _original_id(message, raw))


def _failures(message: Message[Any, Any]) -> tuple[set[str], set[str]]:
    """(temporary, permanent) addresses by flufl.bounce."""
    try:
        from flufl.bounce import all_failures

        temporary, permanent = all_failures(message)
        return _addresses(temporary), _addresses(permanent)
    except Exception:  # a detector that stumbles over a broken report must not stop the tick
        return set(), set()


def _addresses(found: Iterable[bytes]) -> set[str]:
    """Addresses as text in the form we compare."""
    texts = {each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each) for each in found}
    return {address for address in map(tidy_address, texts) if address}


def _verp(fields: Fields) -> str:
    """The failed address from our envelope sender that came back as the recipient."""
    for address in recipients(fields):
        local, _, host = address.rpartition("@")
        base, plus, _ = local.partition("+")
        failed = bounced_recipient(f"{base}@{host}", address) if plus else None
        if failed:
            return tidy_address(failed)
    return ""


def _actions(message: Message[Any, Any]) -> set[str]:
    """What the delivery-status parts say was done, in lower case: "failed", "delayed", "delivered", … (RFC 3464, 2.3.3)."""
    found: set[str] = set()
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            found |= {Fields.of(block).word("action") for block in sub_parts(part)[:200]}
    return found - {""}


def _original_id(message: Message[Any, Any], raw: bytes) -> str:
    """Message-ID of the mail that came back: from the returned part, else from what In-Reply-To says, else the last one in the text."""
    for part in message.walk():
        if part.get_content_type() == "text/rfc822-headers":
            hit = _ORIGINAL_ID.search(part_bytes(part)[0].decode("latin-1"))
            if hit:
                return hit.group(1)
        if part is not message and part.get_content_type() not in (
            "message/delivery-status",
            "message/rfc822",
        ):
            ids = message_ids(Fields.of(part).first("message-id"))
            if ids:
                return ids[0]
    fields = Fields.of(message)
    answered = message_ids(fields.first("in-reply-to"))
    if answered:
        return answered[0]
    own = set(message_ids(fields.first("message-id")))
    found = [each for each in _ORIGINAL_ID.findall(raw.decode("latin-1")) if each not in own]
    return found[-1] if found else ""
