"""An SMTP server that behaves as told: a list of answers for each step, used up one by one, then all is well."""

from __future__ import annotations

import asyncio
import socket
from base64 import b64decode
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


@dataclass
class Received:
    sender: str
    recipient: str
    content: bytes


class Script:
    """Handler for aiosmtpd. An answer "drop" closes the connection, "hang" never answers, "ok" lets one pass."""

    def __init__(self, **steps: list[str]) -> None:
        self.steps = steps
        self.mails: list[Received] = []
        self.connections = 0
        self.rsets = 0
        self.wire: list[str] = []
        self.login = b""

    async def _next(self, step: str, server: SMTP) -> str | None:
        answers = self.steps.get(step, [])
        answer = answers.pop(0) if answers else "ok"
        if answer == "hang":
            await asyncio.sleep(30)
        if answer == "drop":
            assert server.transport is not None
            server.transport.abort()
            return "250 never heard"
        if answer.startswith("421"):
            asyncio.get_running_loop().call_later(0.02, lambda: server.transport and server.transport.close())
        return None if answer == "ok" else answer

    async def handle_EHLO(
        self, server: SMTP, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        refusal = await self._next("ehlo", server)
        return [refusal] if refusal else responses

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:
        self.login = b64decode(args[1])
        if b"Bearer good" in self.login:
            return AuthResult(success=True)
        await server.push(
            "334 eyJzdGF0dXMiOiI0MDEifQ=="
        )  # {"status":"401"}: the client has to answer before it is refused
        await server._reader.readline()
        return AuthResult(success=False, handled=False)

    async def handle_MAIL(self, server: SMTP, session: Any, envelope: Any, address: str, options: Any) -> str:
        refusal = await self._next("mail", server)
        if refusal:
            return refusal
        envelope.mail_from = address
        return "250 sender ok"

    async def handle_RCPT(self, server: SMTP, session: Any, envelope: Any, address: str, options: Any) -> str:
        refusal = await self._next("rcpt", server)
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 recipient ok"

    async def handle_RSET(self, server: SMTP, session: Any, envelope: Any) -> str:
        self.rsets += 1
        return "250 forgotten"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:
        self.mails.append(Received(envelope.mail_from, envelope.rcpt_tos[0], envelope.content))
        return await self._next("end", server) or "250 queued"


class _RecordingSmtp(SMTP):
    """Keeps what stood on the wire: the library takes quotes off addresses."""

    async def smtp_RCPT(self, arg: str) -> None:
        self.event_handler.wire.append(arg)
        await super().smtp_RCPT(arg)


class _Recording(Controller):
    def factory(self) -> SMTP:
        return _RecordingSmtp(self.handler, **self.SMTP_kwargs)


@dataclass
class FakeSmtp:
    """`with FakeSmtp(Script(rcpt=["450 4.2.0 later"])) as server:`"""

    script: Script
    password: str = ""
    port: int = 0

    def __enter__(self) -> FakeSmtp:
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = int(free.getsockname()[1])
        options: dict[str, Any] = {}
        if self.password:
            options = {"authenticator": self._check, "auth_require_tls": False, "auth_required": True}
        self._controller = _Recording(self.script, hostname="127.0.0.1", port=self.port, **options)
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):
            self._controller.stop()

    def _check(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data.password == self.password.encode()
        return AuthResult(success=good, handled=False)
