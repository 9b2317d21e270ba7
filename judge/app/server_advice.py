"""How to mend what a mail server says: `judge check` prints it below the failure."""

from __future__ import annotations

from judge.config import FILE_NAME, Config
from judge.config.settings import InboxSettings, OutboxSettings

_HERE = ("localhost", "127.0.0.1", "::1")
_PROGRAM = {"imap": "Dovecot", "smtp": "Postfix"}
_PORTS = {
    "imap": "993 for tls, 143 for starttls and none",
    "smtp": "465 for tls, 587 for starttls, 25 for none",
}


def server_advice(config: Config, section: str, words: str) -> str:
    """The settings to look at, and what usually helps. words: the failure, as the transports put it."""
    server: InboxSettings | OutboxSettings = config.inbox if section == "inbox" else config.outbox
    place = f"[{section}] in {config.folder / FILE_NAME}"
    if server.kind == "maildir":
        return f"see {place}"
    here = server.host in _HERE
    if " was refused" in words and "login of" in words:
        return f"{place}: {_login_advice(server, here)}"
    if "offers no login" in words:
        less = (
            'user = "" and no password: a server on this machine usually takes mail without; ' if here else ""
        )
        return (
            f'{place}: {less}{"else " if less else ""}tls = "starttls" (port 587) or tls = "tls" (port 465)'
        )
    if "Connection refused" in words or "no answer within" in words:
        program = _PROGRAM[server.kind]
        running = f"is {program} running (`systemctl status {program.lower()}`)? " if here else ""
        return f"{running}Else host, port and tls of {place}; usual ports: {_PORTS[server.kind]}"
    if "no such host name" in words:
        return f"{place}: host"
    if "certificate" in words and here:
        return f'{place}: tls = "none" will do on one machine; or ca_file, or the name in the certificate as host'
    if "certificate" in words:
        return f"{place}: the name in the certificate as host; ca_file, if you made the certificate yourself"
    if "cannot be opened" in words:
        return f"{place}: folder must be one of the account's; for most it is INBOX"
    return f"see {place}"


def _login_advice(server: InboxSettings | OutboxSettings, here: bool) -> str:
    name, at, _ = server.user.rpartition("@")
    other = f'user = "{name}"' if at else "the whole address as user"
    if here and at:
        return f"try {other}: accounts of this machine log in by their name alone; else the password is wrong"
    if server.auth == "xoauth2":
        return "the token from password_command has run out, or is not for this user"
    return f"the password is wrong (providers often want an app password), or try {other}"
