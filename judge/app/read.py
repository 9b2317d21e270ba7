"""What the judge understands of one mail, for `judge read`. Looks, changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from judge.errors import UsageError
from judge.mail.model import IncomingMail
from judge.mail.read import MAX_RAW, read_mail

Json = dict[str, Any]


def read_file(path: Path) -> tuple[IncomingMail, Json]:
    """Read the mail in a file; the JSON has the keys of the contract, orders and commands still empty.

    Raises UsageError when the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_RAW)
        stat = path.stat()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    mail = read_mail(raw, received=datetime.fromtimestamp(stat.st_mtime, UTC), size=stat.st_size)
    return mail, {
        "file": str(path),
        "verdict": "orders" if mail.verdict == "text" else mail.verdict,
        "from": mail.sender,
        "subject": mail.subject,
        "text": mail.body,
        "orders": [],
        "commands": [],
        "problems": [],
        "why": mail.why,
        "repairs": list(mail.repairs),
    }
