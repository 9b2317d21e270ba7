"""The inbox on an IMAP server (RFC 3501, 6851 MOVE, 4315 UIDPLUS, 2177 IDLE).

A mail is known by UID and UIDVALIDITY. Handled mails get the keyword `$JudgeDone` where the server keeps keywords, and are
moved to the done folder where it can be had: either is enough to know them again. Every act may be repeated, so a connection
that was lost meanwhile is simply made anew.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from judge.errors import JudgeError, ServerError
from judge.mail.model import RawMail
from judge.mail.server import Server, one_line
from judge.points import point

T = TypeVar("T")

DONE = "$JudgeDone"
_BATCH_BYTES = 20_000_000
_FIRST_LOOK = 3.0  # seconds of waiting before the first look again
_IDLE_LONGEST = 540.0  # seconds; servers and routers drop what is silent for longer


class ImapInbox:
    """See `judge.mail.model.Inbox`. Connects on first use.

    done_folder  "" to leave handled mails where they are
    max_bytes    how much of one mail is fetched
    """

    def __init__(
        self,
        server: Server,
        folder: str = "INBOX",
        done_folder: str = "Processed",
        max_bytes: int = 2_000_000,
    ) -> None:
        self._server = server
        self._folder = folder
        self._done_folder = done_folder
        self._max_bytes = max_bytes
        self._connection: Any = None
        self._uidvalidity = 0
        self._keyword = False
        self._target: str | None = None

    def fetch(self, limit: int) -> Sequence[RawMail]:
        """See `Inbox.fetch`. Fewer than `limit` come when they are large; the rest comes with the next call."""
        return self._run(lambda client: self._fetch(client, limit))

    def done(self, handles: Iterable[str]) -> None:
        """See `Inbox.done`. Handles from before a change of UIDVALIDITY are passed over: those mails have new numbers now."""
        wanted = list(handles)
        if wanted:
            self._run(lambda client: self._mark(client, wanted))

    def wait(self, seconds: float) -> bool:
        """Wait until there may be something to fetch, at most `seconds`. False when the time is up. Raises ServerError."""
        return self._run(lambda client: self._wait(client, seconds))

    def keeps_done(self) -> str:
        """How handled mails are known again, for `judge check`: "folder", "keyword", or "seen" when the server offers neither."""
        return self._run(lambda _: "folder" if self._target else "keyword" if self._keyword else "seen")

    def folders(self) -> list[str]:
        """Names of the folders there are, for `judge check`."""
        return self._run(lambda client: [str(name) for _, _, name in client.list_folders()])

    def find(self, message_id: str) -> RawMail | None:
        """The mail with this Message-ID, for `judge check`; None when it is not (or not yet) there."""

        def look(client: Any) -> RawMail | None:
            client.noop()
            uids = client.search(["HEADER", "Message-ID", message_id.strip("<>")])
            return next(iter(self._read(client, sorted(uids)[-1:])), None)

        return self._run(look)

    def close(self) -> None:
        """See `Inbox.close`."""
        client, self._connection = self._connection, None
        if client is not None:
            with suppress(Exception):
                client.logout()

    def _fetch(self, client: Any, limit: int) -> list[RawMail]:
        return self._read(client, self._waiting(client)[:limit])

    def _read(self, client: Any, uids: Sequence[int]) -> list[RawMail]:
        if not uids:
            return []
        heads = client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"])
        batch: list[int] = []
        room = _BATCH_BYTES
        for uid in uids:
            if uid not in heads:
                continue  # somebody else deleted it meanwhile
            room -= min(heads[uid].get(b"RFC822.SIZE", 0), self._max_bytes)
            if room < 0 and batch:
                break
            batch.append(uid)
        if not batch:
            return []
        bodies = client.fetch(batch, [f"BODY.PEEK[]<0.{self._max_bytes}>"])
        mails = []
        for uid in batch:
            raw = next((v for k, v in bodies.get(uid, {}).items() if k.startswith(b"BODY[]")), None)
            if raw is None:
                continue
            size = max(heads[uid].get(b"RFC822.SIZE", 0), len(raw))
            handle = f"{self._uidvalidity}:{uid}"
            mails.append(RawMail(uid, self._uidvalidity, _received(heads[uid]), raw, size, handle))
        point("imap.fetched")
        return mails

    def _waiting(self, client: Any) -> list[int]:
        """UIDs of mails not marked done, oldest first. NOOP first: some servers tell of new mails only then."""
        client.noop()
        if self._keyword:
            criteria = ["UNDELETED", "UNKEYWORD", DONE]
        elif self._target:
            criteria = ["UNDELETED"]
        else:
            criteria = ["UNDELETED", "UNSEEN"]
        return sorted(client.search(criteria))

    def _mark(self, client: Any, handles: list[str]) -> None:
        uids = [
            int(uid)
            for validity, _, uid in (handle.partition(":") for handle in handles)
            if validity == str(self._uidvalidity)
        ]
        if not uids:
            return
        client.add_flags(uids, [rb"\Seen", DONE] if self._keyword else [rb"\Seen"], silent=True)
        point("imap.flagged")
        if not self._target:
            return
        self._try_move(client, uids, self._target)
        point("imap.moved")

    def _try_move(self, client: Any, uids: list[int], target: str) -> None:
        """Where there is a keyword it is enough: a full or lost done folder must not stop the judge."""
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

        try:
            self._move(client, uids, target)
        except IMAPClientAbortError:
            raise
        except IMAPClientError:
            if not self._keyword:
                raise

    def _move(self, client: Any, uids: list[int], target: str) -> None:
        if client.has_capability("MOVE"):
            client.move(uids, target)
            return
        there = client.search(["UID", ",".join(map(str, uids)), "UNDELETED"])
        if there:
            client.copy(there, target)
            client.add_flags(there, [rb"\Deleted"], silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(uids)

    def _wait(self, client: Any, seconds: float) -> bool:
        if self._waiting(client):
            return True
        if not client.has_capability("IDLE"):
            time.sleep(min(seconds, 60.0))
            return bool(self._waiting(client))
        end = time.monotonic() + min(seconds, _IDLE_LONGEST)
        self._idle(client, min(end, time.monotonic() + _FIRST_LOOK))
        if self._waiting(client):
            return True
        self._idle(client, end)
        return bool(self._waiting(client))

    def _idle(self, client: Any, end: float) -> None:
        """Let the server tell of new mail until this moment. What it tells together with its consent is not heard by `idle_check`,
        which listens only for what comes later; so whoever waits long has to look again soon."""
        if end <= time.monotonic():
            return
        client.idle()
        try:
            while (left := end - time.monotonic()) > 0:
                answers = client.idle_check(timeout=left)
                if not answers or any(b"EXISTS" in answer for answer in answers):
                    break  # what else comes is a server's "still here"
        finally:
            client.idle_done()

    def _run(self, act: Callable[[Any], T]) -> T:
        """Act on the server. A connection that had been open before and is lost now is made anew, once."""
        fresh = self._connection is None
        try:
            return self._attempt(act)
        except ConnectionError as lost:
            if fresh:
                raise ServerError(f"{self._name}: the connection was lost: {lost}") from None
        try:
            return self._attempt(act)
        except ConnectionError as lost:
            raise ServerError(f"{self._name}: the connection was lost: {lost}") from None

    def _attempt(self, act: Callable[[Any], T]) -> T:
        """Raises ServerError, or ConnectionError when the connection was lost."""
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

        try:
            if self._connection is None:
                self._connection = self._connect()
            return act(self._connection)
        except JudgeError:
            self._drop()
            raise
        except TimeoutError as error:
            self._drop()
            raise ServerError(f"{self._name}: {self._server.failure(error)}") from None
        except IMAPClientAbortError as error:
            self._drop()
            raise ConnectionError(_say(error)) from None
        except IMAPClientError as error:
            self._drop()
            raise ServerError(f"{self._name}: {_say(error)}") from None
        except OSError as error:
            opened = self._connection is not None
            self._drop()
            if opened:
                raise ConnectionError(self._server.failure(error)) from None
            raise ServerError(f"{self._name}: {self._server.failure(error)}") from None
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            self._drop()  # what the library does with answers that are no IMAP
            raise ServerError(f"{self._name}: an answer that cannot be read: {_say(error)}") from None

    def _drop(self) -> None:
        client, self._connection = self._connection, None
        if client is not None:
            with suppress(Exception):
                client.shutdown()

    @property
    def _name(self) -> str:
        return f"IMAP server {self._server.host}:{self._port}"

    @property
    def _port(self) -> int:
        return self._server.port or (993 if self._server.tls == "tls" else 143)

    def _connect(self) -> Any:
        from imapclient import IMAPClient
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

        server = self._server
        password = server.password()
        client: Any = IMAPClient(
            server.host,
            port=self._port,
            ssl=server.tls == "tls",
            ssl_context=server.context() if server.tls == "tls" else None,
            timeout=server.timeout,
        )
        try:
            client.normalise_times = False
            if server.tls == "starttls":
                client.starttls(server.context())
            self._login(client, password)
            self._open(client)
        except IMAPClientError as error:
            with suppress(Exception):
                client.shutdown()
            if isinstance(error, IMAPClientAbortError):
                raise
            raise ServerError(f"{self._name}: {_say(error).replace(password or chr(0), '***')}") from None
        except BaseException:
            with suppress(Exception):
                client.shutdown()
            raise
        return client

    def _login(self, client: Any, password: str) -> None:
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

        user = self._server.user
        try:
            if self._server.auth == "xoauth2":
                client.oauth2_login(user, password)
            elif password.isascii() and user.isascii():
                client.login(user, password)
            else:
                client.plain_login(user, password)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            words = _say(error).replace(password or "\0", "***")
            raise ServerError(f"{self._name}: login of {user} was refused: {words}") from None

    def _open(self, client: Any) -> None:
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

        try:
            answer = client.select_folder(self._folder)
        except IMAPClientAbortError:
            raise
        except IMAPClientError as error:
            raise ServerError(
                f"{self._name}: folder {self._folder} cannot be opened: {_say(error)}"
            ) from None
        self._uidvalidity = int(answer.get(b"UIDVALIDITY", 0))
        flags = answer.get(b"PERMANENTFLAGS", ())
        self._keyword = rb"\*" in flags or DONE.encode() in flags
        self._target = self._find_target(client) if self._done_folder else None
        if self._target and self._keyword:
            left = client.search(["KEYWORD", DONE, "UNDELETED"])
            if left:  # an earlier pass was cut off between marking and moving
                self._try_move(client, left, self._target)

    def _find_target(self, client: Any) -> str | None:
        """The done folder, made when missing; below the personal namespace where the server demands that. None: none can be had."""
        from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

        names = [self._done_folder]
        with suppress(IMAPClientError):
            if client.has_capability("NAMESPACE"):
                prefix = client.namespace().personal[0][0]
                if prefix and not self._done_folder.startswith(prefix):
                    names.append(prefix + self._done_folder)
        for name in names:
            if client.folder_exists(name):
                return name
        for name in names:
            try:
                client.create_folder(name)
            except IMAPClientAbortError:
                raise
            except IMAPClientError:
                continue
            return name
        return None


def _say(error: BaseException) -> str:
    """The server's words; the library hands some of them on as the repr of bytes."""
    words = str(error).replace("\\t", " ")
    found = re.search(r"""b(['"])(.*)\1$""", words, re.DOTALL)
    return one_line(words[: found.start()] + found[2] if found else words)


def _received(facts: Any) -> datetime:
    """INTERNALDATE in UTC; a server that gives none makes the mail new."""
    found = facts.get(b"INTERNALDATE")
    if isinstance(found, datetime):
        return found.astimezone(UTC)
    return datetime.now(UTC)
