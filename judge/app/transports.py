"""From the settings to the inbox and the outbox. Nothing is connected or imported before it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from judge.config import Config, InboxSettings, OutboxSettings
from judge.mail.ids import bounce_address, plus_address
from judge.mail.maildir import MaildirInbox, MaildirOutbox
from judge.mail.model import Inbox, Outbox

if TYPE_CHECKING:
    from judge.mail.server import Server


def open_inbox(config: Config) -> Inbox:
    """Where the site's mails come in."""
    settings = config.inbox
    if settings.kind == "maildir":
        return MaildirInbox(config.path(settings.path), settings.done_folder, settings.max_bytes)
    from judge.mail.imap import ImapInbox

    return ImapInbox(server(config, settings), settings.folder, settings.done_folder, settings.max_bytes)


def strays(inbox: Inbox) -> list[str]:
    """What lies in the inbox and is no mail; a server has none."""
    return inbox.strays() if isinstance(inbox, MaildirInbox) else []


def open_outbox(config: Config) -> Outbox:
    """Where the site's mails go out."""
    settings = config.outbox
    if settings.kind == "maildir":
        return MaildirOutbox(config.path(settings.path))
    from judge.mail.smtp import SmtpOutbox

    return SmtpOutbox(server(config, settings), hello=settings.hello or config.domain)


def server(config: Config, settings: InboxSettings | OutboxSettings) -> Server:
    """How to reach the server of a section; its password is asked for when a connection is made."""
    from judge.mail.server import Server

    return Server(
        host=settings.host,
        port=settings.port,
        tls=cast(Literal["tls", "starttls", "none"], settings.tls),
        verify=settings.verify,
        ca_file=str(config.path(settings.ca_file)) if settings.ca_file else "",
        user=settings.user,
        auth=cast(Literal["password", "xoauth2"], settings.auth),
        password=lambda: settings.secret(config.folder) if settings.user else "",
        timeout=float(settings.timeout),
    )


def envelope_from(config: Config, recipient: str) -> str:
    """The envelope sender of a mail: one that names the recipient where the site can receive that."""
    if config.outbox.verp and config.site.plus_addressing:
        return bounce_address(config.site.address, recipient)
    return config.site.address


def reply_to(config: Config, game: str) -> str:
    """Where answers to a game's mails go: judge+GAME@… where the site can receive that, else the judge's address."""
    return plus_address(config.site.address, game if config.site.plus_addressing else "")
