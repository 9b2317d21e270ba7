"""Every mail of tests/mails against what a person would say its sender meant (the .expected.json beside it, written by hand).

Only keys that stand in the file are checked. "lax": blank lines and runs of blanks do not matter (layout of HTML).
Traps: facts/mail-judge-conventions.md parts 5 to 9.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from judge.mail.model import IncomingMail
from judge.mail.read import read_mail

MAILS = Path(__file__).resolve().parent.parent / "mails"
NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)


def read(path: Path) -> IncomingMail:
    return read_mail(
        path.read_bytes(),
        received=NOW,
        trusted_servers=("mx.judge.example",),
        own_addresses=("judge@judge.example",),
        own_domain="judge.example",
    )


def seen(mail: IncomingMail, expected: dict[str, Any]) -> dict[str, Any]:
    """The expected keys as the reader sees them."""
    values: dict[str, Any] = {
        "verdict": mail.verdict,
        "why": mail.why,
        "body": lines(mail.body, lax=bool(expected.get("lax"))),
        "from": mail.sender,
        "name": mail.sender_name,
        "subject": mail.subject,
        "message_id": mail.message_id,
        "received": mail.received.isoformat(),
        "recipients": list(mail.recipients),
        "references": list(mail.references),
        "auth": mail.auth,
        "repairs": list(mail.repairs),
        "lax": expected.get("lax"),
        "starts": mail.body.split("\n")[0],
        "subject_has": expected.get("subject_has")
        if expected.get("subject_has", "") in mail.subject
        else mail.subject,
    }
    if mail.bounce:
        values["bounce"] = {
            "permanent": list(mail.bounce.permanent),
            "temporary": list(mail.bounce.temporary),
            "original_id": mail.bounce.original_id,
        }
    return {key: values.get(key) for key in expected}


def lines(text: str, *, lax: bool) -> list[str]:
    if not lax:
        return text.split("\n") if text else []
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("path", sorted(MAILS.glob("*.eml")), ids=lambda path: path.stem)
def test_a_mail_is_read_as_its_sender_meant_it(path: Path) -> None:
    expected = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    if expected.get("lax"):
        expected["body"] = [line for line in expected["body"] if line.strip()]
    assert seen(read(path), expected) == expected


def test_no_mail_without_an_expectation() -> None:
    mails = {path.stem for path in MAILS.glob("*.eml")}
    assert mails == {path.name.removesuffix(".expected.json") for path in MAILS.glob("*.expected.json")}
    assert len(mails) >= 80


def test_every_code_is_in_the_documentation() -> None:
    text = (MAILS.parents[1] / "docs" / "mails.md").read_text("utf-8")
    for path in sorted(MAILS.glob("*.eml")):
        mail = read(path)
        for code in (mail.why, *mail.repairs):
            named = "charset:NAME" if code.startswith("charset:") and code != "charset:damaged" else code
            assert not code or f"`{named}`" in text, code
