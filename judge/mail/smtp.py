"""The outbox on an SMTP server (RFC 5321, 3207 STARTTLS, 4954 AUTH): one connection for many mails.

    4xx at any step, silence, or a lost connection   deferred: the tick tries again later
    5xx for this recipient or this mail              refused: final, for the GM
    5xx for us (greeting, login, sender)             deferred: a wrong setting must not lose anybody's mail

A connection lost after the mail's last byte and before the server's answer counts as deferred too: the mail may then arrive
twice, with one Message-ID.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from judge.errors import JudgeError
from judge.mail.compose import addr_spec
from judge.mail.model import Delivery
from judge.mail.server import Server, one_line
from judge.points import point

if TYPE_CHECKING:
    import smtplib

_TOO_BIG = 552


class SmtpOutbox:
    """See `judge.mail.model.Outbox`. Connects on first use. A server that cannot be used, or that fell silent, is not tried
    again by this outbox: hundreds of mails must not wait for hundreds of time-outs.

    hello: the name this machine gives itself; "" for what the system says (which may ask a name server).
    """

    def __init__(self, server: Server, hello: str = "") -> None:
        self._server = server
        self._hello = hello
        self._connection: smtplib.SMTP | None = None
        self._down = ""

    def send(self, envelope_from: str, recipient: str, message: bytes) -> Delivery:
        """See `Outbox.send`. A connection that the server had closed between two mails is made anew, once."""
        import smtplib

        for attempt in (1, 2):
            if self._down:
                return Delivery("deferred", self._down, down=True)
            reused = self._connection is not None
            try:
                client = self._connection = self._connection or self._connect()
            except (OSError, smtplib.SMTPException, ValueError, JudgeError) as error:
                self._down = f"{self._name}: {_words(self._server, error)}"
                return Delivery("deferred", self._down, down=True)
            try:
                delivery = self._hand_over(client, envelope_from, recipient, message)
            except _LostEarlyError as lost:
                self._drop()
                if not reused or attempt == 2:
                    return Delivery("deferred", f"{self._name}: {lost}")
                continue
            except (OSError, smtplib.SMTPException) as error:
                self._drop()
                detail = f"{self._name}: {_words(self._server, error)}"
                self._down = detail if _silent(error) else ""
                return Delivery("deferred", detail, down=bool(self._down))
            except ValueError as error:  # an address that no server can be given
                return Delivery("refused", one_line(str(error)))
            return delivery
        raise AssertionError("unreachable: the second attempt returns")

    def close(self) -> None:
        """See `Outbox.close`."""
        client, self._connection = self._connection, None
        if client is not None:
            with suppress(Exception):
                client.quit()
            with suppress(Exception):
                client.close()

    def greet(self) -> str:
        """Connect and log in, for `judge check`. "" when that works, else what is wrong."""
        delivery = None
        if self._connection is None:
            import smtplib

            try:
                self._connection = self._connect()
            except (OSError, smtplib.SMTPException, ValueError, JudgeError) as error:
                delivery = f"{self._name}: {_words(self._server, error)}"
        return delivery or ""

    @property
    def _name(self) -> str:
        return f"SMTP server {self._server.host}:{self._port}"

    @property
    def _port(self) -> int:
        usual = {"tls": 465, "starttls": 587, "none": 25}
        return self._server.port or usual[self._server.tls]

    def _connect(self) -> smtplib.SMTP:
        import smtplib

        server = self._server
        hello = self._hello or None
        client: smtplib.SMTP
        if server.tls == "tls":
            client = smtplib.SMTP_SSL(
                server.host, self._port, hello, timeout=server.timeout, context=server.context()
            )
        else:
            client = smtplib.SMTP(server.host, self._port, hello, timeout=server.timeout)
        try:
            if server.tls == "starttls":
                client.starttls(context=server.context())
            client.ehlo_or_helo_if_needed()
            if server.user:
                self._login(client)
        except BaseException:
            client.close()
            raise
        return client

    def _login(self, client: smtplib.SMTP) -> None:
        user, password = self._server.user, self._server.password()
        if self._server.auth == "xoauth2":
            _authenticate(client, "XOAUTH2", f"user={user}\x01auth=Bearer {password}\x01\x01")
        elif (user + password).isascii():
            client.login(user, password)
        else:  # the library's own ways know ASCII only (RFC 4616 wants UTF-8)
            _authenticate(client, "PLAIN", f"\0{user}\0{password}")

    def _hand_over(
        self, client: smtplib.SMTP, envelope_from: str, recipient: str, message: bytes
    ) -> Delivery:
        """One transaction. Raises _LostEarlyError when the server left before the mail's text was sent."""
        point("smtp.begin")
        sender, target = addr_spec(envelope_from) if envelope_from else "", addr_spec(recipient)
        message = re.sub(rb"\r\n|\r|\n", b"\r\n", message)
        options = [f"SIZE={len(message)}"] if client.has_extn("size") else []
        if not (sender + target).isascii():
            if not client.has_extn("smtputf8"):
                return Delivery("refused", "the server takes no addresses outside ASCII")
            options.append("SMTPUTF8")
            client.command_encoding = "utf-8"
        try:
            code, words = self._early(client, f"MAIL FROM:<{sender}>", options)
            if code != 250:
                status = "refused" if code == _TOO_BIG else "deferred"
                return self._answered(client, status, "MAIL FROM", code, words)
            code, words = self._early(client, f"RCPT TO:<{target}>", [])
            if code not in (250, 251):
                return self._answered(client, _final(code), "RCPT TO", code, words)
        finally:
            client.command_encoding = "ascii"
        code, words = self._early(client, "DATA", [])
        if code != 354:
            return self._answered(client, _final(code), "DATA", code, words)
        text = re.sub(rb"(?m)^\.", b"..", message)
        client.send(text + (b"" if text.endswith(b"\r\n") else b"\r\n") + b".\r\n")
        point("smtp.text")
        code, words = client.getreply()
        if code == 250:
            point("smtp.accepted")
            return Delivery("sent", one_line(words))
        return self._answered(client, _final(code), "end of mail", code, words)

    def _early(self, client: smtplib.SMTP, command: str, options: list[str]) -> tuple[int, bytes]:
        """A command before the mail's text: being thrown out here means that nothing was handed over."""
        import smtplib

        try:
            code, words = client.docmd(" ".join([command, *options]))
        except (OSError, smtplib.SMTPServerDisconnected) as error:
            if _silent(error):
                raise
            raise _LostEarlyError(_words(self._server, error)) from None
        if code in (421, -1):
            raise _LostEarlyError(f"{command.partition(':')[0]}: {code} {one_line(words)}")
        return code, words

    def _answered(self, client: smtplib.SMTP, status: str, step: str, code: int, words: bytes) -> Delivery:
        """A refusal; the connection is made ready for the next mail."""
        import smtplib

        if code == 421:
            self._drop()
        else:
            try:
                client.rset()
            except (OSError, smtplib.SMTPException):
                self._drop()
        detail = f"{step}: {code} {one_line(words)}"
        return Delivery("refused" if status == "refused" else "deferred", detail)

    def _drop(self) -> None:
        client, self._connection = self._connection, None
        if client is not None:
            client.close()


class _LostEarlyError(Exception):
    """The server closed the connection before it was given the mail."""


def _authenticate(client: smtplib.SMTP, mechanism: str, words: str) -> None:
    """AUTH with everything in one line. Raises SMTPAuthenticationError."""
    import smtplib
    from base64 import b64encode

    code, answer = client.docmd("AUTH", f"{mechanism} {b64encode(words.encode()).decode()}")
    if code == 334:  # the reason of a refusal, which has to be answered before the refusal itself comes
        code, answer = client.docmd("")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, answer)


def _final(code: int) -> str:
    return "refused" if 500 <= code < 600 else "deferred"


def _silent(error: Exception) -> bool:
    """Whether the time ran out: smtplib tells of it as of a closed connection."""
    return isinstance(error, TimeoutError) or "timed out" in str(error)


def _words(server: Server, error: Exception) -> str:
    import smtplib

    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"login of {server.user} was refused: {error.smtp_code} {one_line(error.smtp_error)}"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {one_line(error.smtp_error)}"
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return server.failure(TimeoutError()) if _silent(error) else "the connection was closed"
    if isinstance(error, smtplib.SMTPNotSupportedError) and "STARTTLS" in str(error):
        return 'it offers no STARTTLS; try tls = "tls" with port 465'
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "it offers no login here, and user is set"
    if isinstance(error, JudgeError):
        return str(error)
    return server.failure(error)
