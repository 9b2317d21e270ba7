"""Mails that no person wrote to us: never answered, never obeyed.

RFC 3834 (Auto-Submitted), RFC 2919 and 2369 (lists), and what mailing list and auto-reply programs set besides.
X-Auto-Response-Suppress is only a wish not to be answered: people's mails carry it too.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from judge.mail.headers import Fields

_BULK: Final = frozenset(("bulk", "junk", "list", "auto_reply", "auto-reply"))
_LIST: Final = ("list-id", "list-unsubscribe", "list-post", "mailing-list", "x-mailing-list", "x-ml-name")
_AUTO: Final = (
    "x-autoreply",
    "x-autorespond",
    "x-autoresponse",
    "x-auto-reply-from",
    "x-mail-autoreply",
    "x-vacation",
)
_ROBOT_NAMES: Final = re.compile(
    r"^(?:mailer[-_.]?daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|listserv|majordomo|.+-(?:bounces|request|owner)|owner-.+)$",
    re.IGNORECASE,
)
_OWN_ID: Final = re.compile(r"<[a-z0-9_-]+\.(?:[a-z2-7]{44}|thread)@([^<>@\s]+)>")
"""Shape of our Message-IDs (judge.mail.ids); players may have addresses in the same domain."""
_AUTO_SUBJECT: Final = re.compile(
    r"^\s*(?:Automatic reply|Auto(?:matic)?[- ]?(?:reply|response)|Out of (?:the )?Office(?: AutoReply)?|自動返信|自動応答|不在通知|【自動返信】|\[自動返信\]|不在応答)\s*(?:[:：】]|$)",
    re.IGNORECASE,
)


def robot_reason(
    fields: Fields,
    kind: str,
    sender: str,
    subject: str,
    message_id: str,
    *,
    own_addresses: Collection[str],
    own_domain: str,
) -> str:
    """Code of the reason to keep silent, "" for a person's mail. kind: content type of the whole mail.

    own_domain: the domain of our own Message-IDs; "" switches that test off.
    """
    own = {address.lower() for address in own_addresses}
    if is_own(fields, sender, message_id, own, own_domain):
        return "own mail"
    auto = fields.word("auto-submitted")
    if auto and auto != "no":
        return "auto-submitted"
    if fields.first("return-path").strip() == "<>":
        return "null sender"
    if kind == "multipart/report" or (
        kind.startswith("message/") and kind not in ("message/rfc822", "message/global")
    ):
        return "report"
    if any(fields.first(name) for name in _LIST):
        return "list"
    if fields.word("precedence") in _BULK:
        return "bulk"
    if any(fields.first(name).strip().lower() not in ("", "no") for name in _AUTO):
        return "auto-reply"
    if _ROBOT_NAMES.match(sender.rpartition("@")[0]):
        return "robot sender"
    return "auto-reply" if _AUTO_SUBJECT.match(subject) else ""


def is_own(fields: Fields, sender: str, message_id: str, own: Collection[str], own_domain: str) -> bool:
    """Whether we wrote this mail ourselves: our address as sender, our loop mark, or a Message-ID of our domain.

    A plus-address of ours ("judge+game@") is ours too.
    """
    local, _, domain = sender.lower().rpartition("@")
    if sender.lower() in own or f"{local.partition('+')[0]}@{domain}" in own:
        return True
    loops = {value.strip().lower() for value in fields.all("x-loop")}
    if loops & set(own) or (own_domain and own_domain.lower() in loops):
        return True
    shape = _OWN_ID.fullmatch(message_id.lower())
    return bool(own_domain) and shape is not None and shape.group(1) == own_domain.lower()
