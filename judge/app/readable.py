"""Sent mails as files that a browser or an editor opens: for the demo and for looking at one's own templates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from judge.app.site import Site


@dataclass(frozen=True, slots=True)
class ReadableLetter:
    """A sent mail: where it lies, and its text and page beside each other under readable/."""

    address: str
    subject: str
    mail: Path
    text: Path


def write_readable(site: Site, folder: Path, seen: set[Path]) -> Iterator[ReadableLetter]:
    """Write every mail of an embedded outbox that is not in `seen` as readable/NNN-address.txt and .html, with its pictures."""
    target = folder / "readable"
    target.mkdir(exist_ok=True)
    outbox = site.config.path(site.config.outbox.path)
    fresh = sorted(
        (path for path in outbox.glob("*/new/*") if path not in seen),
        key=lambda path: (path.stat().st_mtime_ns, path.name),
    )
    for path in fresh:
        seen.add(path)
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        if not isinstance(message, EmailMessage):
            continue
        number = sum(1 for done in seen if done.parent.name == "new")
        address = str(message["To"].addresses[0].addr_spec) if message["To"] else path.parent.parent.name
        stem = target / f"{number:03d}-{re.sub(r'[^a-z0-9]+', '-', address.lower()).strip('-')}"
        text = stem.with_suffix(".txt")
        _write(message, text)
        yield ReadableLetter(address, str(message["Subject"]), path, text)


def _write(message: EmailMessage, text: Path) -> None:
    head = "\n".join(
        f"{name}: {message[name]}" for name in ("From", "To", "Subject", "Date") if message[name]
    )
    plain = message.get_body(("plain",))
    text.write_text(f"{head}\n\n{plain.get_content() if plain else ''}", "utf-8")
    page = message.get_body(("html",))
    if page is None:
        return
    html = str(page.get_content())
    for part in message.walk():
        cid = (part["Content-ID"] or "").strip("<> ")
        if cid and part.get_content_maintype() == "image":
            picture = text.with_name(
                f"{text.stem}-{re.sub(r'[^a-zA-Z0-9]+', '-', cid.partition('@')[0])}.png"
            )
            data = part.get_payload(decode=True)
            picture.write_bytes(data if isinstance(data, bytes) else b"")
            html = html.replace(f"cid:{cid}", picture.name)
    text.with_suffix(".html").write_text(html, "utf-8")
