"""What the IMAP and SMTP transports share: how to reach a server, and errors as one plain line."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from judge.errors import ConfigError

_LONGEST = 240


@dataclass(frozen=True, slots=True)
class Server:
    """A mail server and how to log in.

    port      0 for the usual one of the protocol and `tls`
    ca_file   certificates to trust instead of the system's; "" for the system's
    user      "" to send without logging in
    auth      "xoauth2": the password is an OAuth2 access token
    password  asked for only when a connection is made; kept out of repr
    timeout   seconds to wait for a connection and for each answer
    """

    host: str
    port: int = 0
    tls: Literal["tls", "starttls", "none"] = "tls"
    verify: bool = True
    ca_file: str = ""
    user: str = ""
    auth: Literal["password", "xoauth2"] = "password"
    password: Callable[[], str] = field(default=lambda: "", repr=False)
    timeout: float = 30.0

    def context(self) -> ssl.SSLContext:
        """The TLS settings. Raises ConfigError when ca_file cannot be used."""
        try:
            context = ssl.create_default_context(cafile=self.ca_file or None)
        except OSError as error:
            raise ConfigError(f"ca_file: {self.ca_file}: {error.strerror or error}") from None
        if not self.verify:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def failure(self, error: BaseException) -> str:
        """What went wrong on the way to the server, as words with a hint where we have one; never the password."""
        if isinstance(error, ssl.SSLCertVerificationError):
            return (
                f"its certificate is not trusted ({error.verify_message}); "
                "name its file as ca_file, or the right name as host"
            )
        if isinstance(error, ssl.SSLError) and "WRONG_VERSION_NUMBER" in str(error):
            return 'it does not speak TLS on this port; try tls = "starttls" or the other port'
        if isinstance(error, TimeoutError):
            return f"no answer within {self.timeout:g} seconds"
        if isinstance(error, socket.gaierror):
            return "no such host name (or no name server can be reached)"
        if isinstance(error, OSError) and error.strerror:
            return one_line(error.strerror)
        return one_line(str(error) or type(error).__name__)


def one_line(words: str | bytes) -> str:
    """A server's words as one short line that is safe to print and to mail."""
    if isinstance(words, bytes):
        words = words.decode("utf-8", "replace")
    words = re.sub(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", words).strip()
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
