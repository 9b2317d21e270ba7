"""Named places where a pass can be cut off by a crash, a kill or a power cut.

The program promises that nothing is lost or doubled wherever that happens (docs/operations.md). `point` does nothing, except
in the tests of that promise, which put their own function into `cut`.
"""

from __future__ import annotations

from collections.abc import Callable

POINTS = {
    "store.commit": "before a transaction is committed",
    "store.committed": "after it",
    "inbox.kept": "a batch of mails is stored, nothing is marked on the server",
    "maildir.moving": "before a handled mail is moved",
    "maildir.moved": "after it, before the folders are synced",
    "maildir.writing": "a letter is written into tmp/, not yet synced",
    "maildir.written": "it is synced, not yet in new/",
    "maildir.delivered": "it is in new/, not yet known to be sent",
    "imap.fetched": "mails are read, nothing is stored",
    "imap.flagged": "handled mails have their keyword, not yet moved",
    "imap.moved": "they are moved",
    "smtp.begin": "before a letter is offered to the server",
    "smtp.text": "its text is sent, the server has not answered",
    "smtp.accepted": "the server has taken it, not yet known to be sent",
    "copy.written": "a copy of the database is written under a temporary name (backup, upgrade), not yet synced",
    "copy.synced": "it is synced, not yet under its own name",
    "copy.named": "it is under its own name",
    "send.handed": "a letter is handed over, not yet marked as sent",
}

cut: Callable[[str], None] | None = None
"""Called with the name of each point that is passed; None in real life."""


def point(name: str) -> None:
    """The program is at this place."""
    if cut is not None:
        cut(name)
