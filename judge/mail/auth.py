"""What our own receiving server says of the sender: Authentication-Results (RFC 8601).

Only a field written by a trusted server counts, and only the topmost field, with no foreign Received above it: what stands
lower came with the mail and can be forged. The trusted server must itself remove fields that pretend to be its own (RFC 8601, 5), and
sign every mail.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, Literal

from judge.mail.headers import Fields
from judge.mail.trace import bare, is_inner_hop, is_written_by, names_of

Auth = Literal["pass", "fail", "none"]
_RESULT: Final = re.compile(r"^\s*([\w-]+)\s*(?:/\s*\d+\s*)?=\s*([\w-]+)(.*)$", re.DOTALL)
_PROPERTY: Final = re.compile(r'([\w-]+)\s*\.\s*([\w-]+)\s*=\s*("[^"]*"|[^\s;]+)')


def sender_auth(fields: Fields, sender: str, trusted: Collection[str]) -> Auth:
    """pass: DMARC passed, or DKIM or SPF passed for the domain of From. fail: the server says it is forged. none: it says nothing,
    or nobody we trust does."""
    names = names_of(trusted)
    domain = sender.rpartition("@")[2].lower()
    if not names or not domain or len(fields.all("from")) != 1:
        return "none"
    stamp = _trusted_field(fields, names)
    return _judge(stamp, domain) if stamp else "none"


def _trusted_field(fields: Fields, names: Collection[str]) -> str:
    """The topmost Authentication-Results without its server name, "" unless a trusted server wrote it."""
    for name, value in fields.items:
        if name == "received":
            hop = bare(value)
            if not is_inner_hop(hop) and not is_written_by(hop, names):
                return ""
        elif name == "authentication-results":
            server, _, rest = bare(value).partition(";")
            words = server.split()
            return rest if words and words[0].lower().rstrip(".") in names else ""
    return ""


def _judge(stamp: str, domain: str) -> Auth:
    """Weigh the methods' results for the domain of From."""
    results: dict[str, set[str]] = {"dmarc": set(), "aligned": set()}
    for item in stamp.split(";"):
        hit = _RESULT.match(item)
        if hit is None:
            continue
        method, result = hit.group(1).lower(), hit.group(2).lower()
        values = {f"{a}.{b}".lower(): c.strip('"').lower() for a, b, c in _PROPERTY.findall(hit.group(3))}
        if method == "dmarc":
            if values.get("header.from", domain).rpartition("@")[2] == domain:
                results["dmarc"].add(result)
        elif method == "dkim":
            signer = values.get("header.d") or values.get("header.i", "").rpartition("@")[2]
            if _aligned(signer, domain):
                results["aligned"].add(result)
        elif method == "spf" and _aligned(values.get("smtp.mailfrom", "").rpartition("@")[2], domain):
            results["aligned"].add(result)
    if "fail" in results["dmarc"]:
        return "fail"
    if "pass" in results["dmarc"] or "pass" in results["aligned"]:
        return "pass"
    return "fail" if results["aligned"] & {"fail", "softfail"} else "none"


def _aligned(signer: str, domain: str) -> bool:
    """Whether a result for `signer` speaks for From's domain: the same, or a parent that is more than a top-level domain."""
    return bool(signer) and (signer == domain or ("." in signer and domain.endswith(f".{signer}")))
