"""A small IMAP server that misbehaves on request: what real servers do only once in a while.

Faults, each told by the name of a command ("FETCH", "SEARCH", "LOGIN", …):

    drop     the connection is closed in the middle of the answer, so many times
    hang     no answer at all
    refuse   the command is answered NO
    garbage  the answer is no IMAP
"""

from __future__ import annotations

import re
import socket
import threading
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone


@dataclass
class Mail:
    uid: int
    raw: bytes
    flags: set[str] = field(default_factory=set)


@dataclass
class FakeImap:
    """Start with `with FakeImap(…) as server:`; state may be changed between commands."""

    mails: list[Mail] = field(default_factory=list)
    done: list[Mail] = field(default_factory=list)
    folders: set[str] = field(default_factory=lambda: {"INBOX"})
    capabilities: str = "IMAP4rev1 UIDPLUS MOVE IDLE"
    uidvalidity: int = 1
    keywords: bool = True
    may_create: bool = True
    drop: dict[str, int] = field(default_factory=dict)
    hang: set[str] = field(default_factory=set)
    refuse: dict[str, str] = field(default_factory=dict)
    garbage: set[str] = field(default_factory=set)
    commands: list[str] = field(default_factory=list)
    greeting: str = "* OK ready"
    login: bytes = b""
    late: list[bytes] = field(default_factory=list)
    """Mails that come at the moment of an IDLE: told in one go with the consent to it (RFC 2177)."""
    at: datetime = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)

    def add(self, *raws: bytes) -> None:
        for raw in raws:
            self.mails.append(Mail(1 + max((mail.uid for mail in self.mails + self.done), default=0), raw))

    def __enter__(self) -> FakeImap:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._over = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    @property
    def port(self) -> int:
        return int(self._listener.getsockname()[1])

    def cut(self) -> None:
        """Close every connection, as a server that restarts does."""
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self._open.clear()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self._open.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError, ValueError), connection, connection.makefile("rb") as lines:
            connection.sendall(self.greeting.encode() + b"\r\n")
            for line in lines:
                tag, _, rest = line.decode().strip().partition(" ")
                word = rest.removeprefix("UID ").split(" ")[0].upper()
                self.commands.append(word)
                if word in self.hang:
                    self._over.wait(20)
                    return
                if word == "AUTHENTICATE":
                    connection.sendall(b"+ \r\n")
                    self.login = b64decode(lines.readline())
                    connection.sendall(f"{tag} OK welcome\r\n".encode())
                    continue
                answer = self._answer(tag, word, rest)
                if self.drop.get(word, 0) > 0:
                    self.drop[word] -= 1
                    connection.sendall(answer[: len(answer) // 2])
                    return
                connection.sendall(answer)
                if word == "IDLE":
                    self._idle(connection, lines.readline, tag)
                if word == "LOGOUT":
                    return

    def _idle(self, connection: socket.socket, readline: object, tag: str) -> None:
        if self.mails and not self.late:
            connection.sendall(f"* {len(self.mails)} EXISTS\r\n".encode())
        self.late.clear()
        readline()  # type: ignore[operator]
        connection.sendall(f"{tag} OK done\r\n".encode())

    def _answer(self, tag: str, word: str, rest: str) -> bytes:
        if word in self.garbage:
            return b"* 1 FETCH (UID x BODY[]<0> {99999999999\r\n" + f"{tag} OK\r\n".encode()
        if word in self.refuse:
            return f"{tag} NO {self.refuse[word]}\r\n".encode()
        act = getattr(self, f"_do_{word.lower()}", None)
        if act is None:
            return f"{tag} BAD unknown command\r\n".encode()
        result = act(rest)
        if word == "IDLE":
            self.add(*self.late)
            return b"+ idling\r\n" + (f"* {len(self.mails)} EXISTS\r\n".encode() if self.late else b"")
        if result is None:
            return f"{tag} NO not possible\r\n".encode()
        return bytes(result) + f"{tag} OK done\r\n".encode()

    def _do_capability(self, rest: str) -> bytes:
        return f"* CAPABILITY {self.capabilities}\r\n".encode()

    def _do_login(self, rest: str) -> bytes:
        return b""

    def _do_noop(self, rest: str) -> bytes:
        return b""

    def _do_idle(self, rest: str) -> bytes:
        return b""

    def _do_logout(self, rest: str) -> bytes:
        return b"* BYE\r\n"

    def _do_list(self, rest: str) -> bytes:
        wanted = rest.rsplit(" ", maxsplit=1)[-1].strip('"')
        return b"".join(
            f'* LIST () "/" "{name}"\r\n'.encode() for name in sorted(self.folders) if wanted in (name, "*")
        )

    def _do_create(self, rest: str) -> bytes | None:
        if not self.may_create:
            return None
        self.folders.add(rest.rsplit(" ", maxsplit=1)[-1].strip('"'))
        return b""

    def _do_select(self, rest: str) -> bytes:
        permanent = r"\Seen \Deleted" + (r" \*" if self.keywords else "")
        return (
            f"* {len(self.mails)} EXISTS\r\n* OK [UIDVALIDITY {self.uidvalidity}] x\r\n"
            f"* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS ({permanent})] x\r\n"
        ).encode()

    def _do_search(self, rest: str) -> bytes:
        uids = self._uids(re.search(r"UID ([\d,]+)", rest.removeprefix("UID ")))
        found = [mail for mail in self.mails if uids is None or mail.uid in uids]
        header = re.search(r'HEADER "?Message-ID"? "?([^"]+)"?', rest)
        if header:
            found = [mail for mail in found if header[1].encode() in mail.raw]
        if " KEYWORD $JudgeDone" in rest:
            found = [mail for mail in found if "$JudgeDone" in mail.flags]
        for word, flag in (("UNDELETED", r"\Deleted"), ("UNSEEN", r"\Seen"), ("UNKEYWORD", "$JudgeDone")):
            if word in rest:
                found = [mail for mail in found if flag not in mail.flags]
        return f"* SEARCH {' '.join(str(mail.uid) for mail in reversed(found))}\r\n".encode()

    def _do_fetch(self, rest: str) -> bytes:
        uids = self._uids(re.search(r"FETCH ([\d,:]+)", rest))
        part = re.search(r"BODY.PEEK\[\]<0\.(\d+)>", rest)
        answer = b""
        for number, mail in enumerate(self.mails, 1):
            if uids is not None and mail.uid not in uids:
                continue
            if part:
                body = mail.raw[: int(part[1])]
                answer += f"* {number} FETCH (UID {mail.uid} BODY[]<0> {{{len(body)}}}\r\n".encode()
                answer += body + b")\r\n"
            else:
                answer += (
                    f"* {number} FETCH (UID {mail.uid} RFC822.SIZE {len(mail.raw)} "
                    f'INTERNALDATE "{self.at.astimezone(timezone(timedelta(hours=9))):%d-%b-%Y %H:%M:%S %z}")\r\n'
                ).encode()
        return answer

    def _do_store(self, rest: str) -> bytes:
        uids = self._uids(re.search(r"STORE ([\d,]+)", rest)) or set()
        flags = set(rest.partition("(")[2].rstrip(")").split())
        for mail in self.mails:
            if mail.uid in uids:
                mail.flags |= flags
        return b""

    def _do_copy(self, rest: str) -> bytes | None:
        uids = self._uids(re.search(r"(?:COPY|MOVE) ([\d,]+)", rest)) or set()
        if rest.rsplit(" ", maxsplit=1)[-1].strip('"') not in self.folders:
            return None
        self.done += [mail for mail in self.mails if mail.uid in uids]
        return b""

    def _do_move(self, rest: str) -> bytes | None:
        if "MOVE" not in self.capabilities or self._do_copy(rest) is None:
            return None
        self.mails = [mail for mail in self.mails if mail not in self.done]
        return b""

    def _do_expunge(self, rest: str) -> bytes:
        self.mails = [mail for mail in self.mails if r"\Deleted" not in mail.flags]
        return b""

    @staticmethod
    def _uids(found: re.Match[str] | None) -> set[int] | None:
        return {int(one) for one in found[1].split(",")} if found else None
