"""Mail in folders of this machine (Maildir): the judge's inbox without a mail server, and an outbox for trying out and the demo.

A Maildir delivers by writing into `tmp/` and renaming into `new/`, so a half-written mail is never seen; a program that reads
mail renames it into `cur/` with its flags behind `:2,`. What comes before the colon names the mail for good.

The standard `mailbox` module is not used: its import alone costs more than a whole idle tick.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from judge.errors import ServerError
from judge.mail.model import Delivery, RawMail
from judge.points import point

_PARTS = ("tmp", "new", "cur")
_NAME_LIMIT = 200
_BATCH_BYTES = 20_000_000
"""Once so much is read, the rest waits for the next call: memory must not grow with what waits."""


def make_maildir(folder: Path) -> Path:
    """Make the three folders of a Maildir where they are missing. Raises OSError."""
    for part in _PARTS:
        (folder / part).mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def mail_name(file_name: str) -> str:
    """The part of a file's name that stays when flags change."""
    return file_name.partition(":2,")[0]


class MaildirInbox:
    """Reads `new/` and `cur/`; handled mails go to the subfolder `.DONE` (Maildir++), or without one are marked as seen.

    Order is by the files' times, then by name. A uid is a number made from the mail's name. Raises ServerError in one line.
    """

    def __init__(self, folder: Path, done_folder: str = "Processed", max_bytes: int = 2_000_000) -> None:
        self._folder = folder
        self._done = folder / f".{safe_name(done_folder)}" if done_folder else None
        self._max_bytes = max_bytes

    def fetch(self, limit: int) -> Sequence[RawMail]:
        """See `Inbox.fetch`. Fewer than `limit` come when they are large. A file that cannot be read waits while others can be."""
        try:
            found = sorted(self._waiting())
        except OSError as error:
            raise ServerError(f"the inbox {self._folder} cannot be read: {error.strerror}") from None
        mails: list[RawMail] = []
        trouble, room = "", _BATCH_BYTES
        for time_ns, name, path in found:
            if len(mails) >= limit or room <= 0:
                break
            try:
                mails.append(self._read(time_ns, name, path))
                room -= len(mails[-1].raw)
            except FileNotFoundError:
                continue  # a mail program renamed it just now: the next tick sees it
            except OSError as error:
                trouble = f"the mail {path} cannot be read: {error.strerror}"
        if trouble and not mails:
            raise ServerError(trouble)
        return mails

    def done(self, handles: Iterable[str]) -> None:
        """See `Inbox.done`. The files are moved, never deleted; the folders are synced so that a power cut forgets none of it."""
        names = set(handles)
        if not names:
            return
        try:
            target = make_maildir(self._done) / "cur" if self._done else self._folder / "cur"
            for part in ("new", "cur"):
                for entry in _files(self._folder / part):
                    name = mail_name(entry.name)
                    if name in names:
                        point("maildir.moving")
                        with suppress(FileNotFoundError):
                            os.rename(entry.path, target / _seen(entry.name))
                        point("maildir.moved")
            for folder in {target, self._folder / "new", self._folder / "cur"}:
                _sync_folder(folder)
        except OSError as error:
            raise ServerError(
                f"handled mails in {self._folder} cannot be moved: {error.strerror or error}"
            ) from None

    def find(self, message_id: str) -> RawMail | None:
        """The waiting mail with this Message-ID, for `judge check`; None when it is not there."""
        wanted = message_id.encode()
        return next((mail for mail in reversed(self.fetch(100_000)) if wanted in mail.raw[:20_000]), None)

    def strays(self) -> list[str]:
        """What lies among the mails and is none (a folder, a pipe, a link to nothing), for the operator: it is passed over."""
        found = []
        for part in ("new", "cur"):
            with suppress(OSError), os.scandir(self._folder / part) as entries:
                found += [
                    f"{self._folder / part / entry.name} ({_kind(entry)})"
                    for entry in entries
                    if not entry.name.startswith(".") and not entry.is_file()
                ]
        return sorted(found)

    def close(self) -> None:
        """Nothing to leave."""

    def _waiting(self) -> Iterator[tuple[int, str, str]]:
        for part in ("new", "cur"):
            for entry in _files(self._folder / part):
                if self._done is None and part == "cur" and "S" in entry.name.partition(":2,")[2]:
                    continue
                with suppress(FileNotFoundError):
                    yield entry.stat().st_mtime_ns, mail_name(entry.name), entry.path

    def _read(self, time_ns: int, name: str, path: str) -> RawMail:
        from hashlib import sha256

        with open(path, "rb") as file:
            raw = file.read(self._max_bytes)
            size = os.fstat(file.fileno()).st_size
        uid = int.from_bytes(sha256(name.encode("utf-8", "surrogateescape")).digest()[:7], "big")
        received = datetime.fromtimestamp(time_ns // 1_000_000_000, UTC)
        return RawMail(uid, 0, received, raw, size, name)


class MaildirOutbox:
    """Puts each mail into a Maildir named after its recipient, below one folder.

    The file's name is made from the Message-ID: sending a mail again, after a crash, leaves one file.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, envelope_from: str, recipient: str, message: bytes) -> Delivery:
        """See `Outbox.send`."""
        try:
            self._write(envelope_from, recipient, message)
        except OSError as error:
            return Delivery(
                "deferred", f"the outbox {self._folder} cannot be written: {error.strerror or error}"
            )
        return Delivery("sent")

    def greet(self) -> str:
        """What keeps mails from being put here, in one line; "" when nothing does."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return f"the outbox {self._folder} cannot be made: {error.strerror or error}"
        if not os.access(self._folder, os.W_OK | os.X_OK):
            return f"the outbox {self._folder} cannot be written"
        return ""

    def close(self) -> None:
        """Nothing to leave."""

    def mailbox(self, recipient: str) -> Path:
        """The Maildir of a recipient, whether it is there yet or not."""
        return self._folder / safe_name(recipient.lower())

    def _write(self, envelope_from: str, recipient: str, message: bytes) -> None:
        box = make_maildir(self.mailbox(recipient))
        name = safe_name(_message_id(message))
        if any(mail_name(entry.name) == name for part in ("new", "cur") for entry in _files(box / part)):
            return
        head = f"Return-Path: <{envelope_from}>\nDelivered-To: {recipient}\n".encode()
        tmp = box / "tmp" / name
        with open(tmp, "wb") as file:
            file.write(head + message.replace(b"\r\n", b"\n"))
            file.flush()
            point("maildir.writing")
            os.fsync(file.fileno())
        point("maildir.written")
        os.rename(tmp, box / "new" / name)
        _sync_folder(box / "new")
        point("maildir.delivered")


def safe_name(text: str) -> str:
    """A file name for an address, an id or a folder: letters that could lead elsewhere are written %XX, long names are shortened."""
    plain = "".join(
        char
        if char.isascii() and (char.isalnum() or char in "@+=_-" or (char == "." and place))
        else "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
        for place, char in enumerate(text)
    )
    if 0 < len(plain) <= _NAME_LIMIT:
        return plain
    from hashlib import sha256

    return f"{plain[:100]}-{sha256(plain.encode()).hexdigest()[:32]}"


def _message_id(message: bytes) -> str:
    """The mail's Message-ID without brackets; without one, a name made from its bytes."""
    for line in message.splitlines():
        if not line:
            break
        label, _, value = line.partition(b":")
        if label.strip().lower() == b"message-id":
            return value.strip().strip(b"<>").decode("ascii", "replace")
    from hashlib import sha256

    return sha256(message).hexdigest()


def _seen(file_name: str) -> str:
    name, _, flags = file_name.partition(":2,")
    return f"{name}:2,{''.join(sorted({*flags, 'S'}))}"


def _files(folder: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.startswith(".") and entry.is_file():
                yield entry


def _kind(entry: os.DirEntry[str]) -> str:
    if entry.is_dir():
        return "a folder"
    if entry.is_symlink():
        return "a link that leads to no file"
    return "no file but a pipe, socket or device"


def _sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power cut."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
