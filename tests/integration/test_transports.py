"""The transports against Dovecot and Postfix."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from judge.app.transports import open_inbox, open_outbox
from judge.config import load_config
from judge.errors import ServerError
from judge.mail.compose import compose
from judge.mail.ids import bounce_address, bounced_recipient, message_id, read_token
from judge.mail.imap import ImapInbox
from judge.mail.model import RawMail, Rendered
from judge.mail.server import Server
from judge.mail.smtp import SmtpOutbox
from judge.workflow.letters import Letter, Notice, Recipient
from tests.integration.servers import DOMAIN, PASSWORD, MailServers

pytestmark = pytest.mark.servers

JUDGE = f"judge@{DOMAIN}"
SECRET = b"0123456789abcdef" * 4


@pytest.fixture
def inbox(servers: MailServers, tmp_path: Path) -> Iterator[ImapInbox]:
    config = load_config(servers.write_settings(tmp_path / "site", JUDGE))
    box = open_inbox(config)
    assert isinstance(box, ImapInbox)
    empty(box)
    yield box
    box.close()


@pytest.fixture
def outbox(servers: MailServers, tmp_path: Path) -> Iterator[SmtpOutbox]:
    config = load_config(servers.write_settings(tmp_path / "site", JUDGE))
    box = open_outbox(config)
    assert isinstance(box, SmtpOutbox)
    yield box
    box.close()


def empty(box: ImapInbox) -> None:
    while found := box.fetch(100):
        box.done([mail.handle for mail in found])


def wait(box: ImapInbox, count: int, seconds: float = 20.0) -> list[RawMail]:
    end = time.monotonic() + seconds
    while len(found := list(box.fetch(100))) < count:
        assert time.monotonic() < end, f"{len(found)} mails, not {count}"
        box.wait(1.0)
    return found


def mail(to: str, key: str = "alpha/x", text: str = "陸軍 パリ → ブルゴーニュ\n") -> tuple[str, bytes]:
    ident = message_id(SECRET, key, to, DOMAIN)
    letter = Letter(key, "notice", Recipient(to, "player", name="前田"), Notice("help"))
    rendered = Rendered("[alpha] 命令", text, f"<p>{text}</p>")
    return ident, compose(
        rendered,
        letter=letter,
        message_id=ident,
        from_address=JUDGE,
        from_name="審判",
        date=datetime.now(UTC),
        reply_to=f"judge+alpha@{DOMAIN}",
    )


def test_a_mail_goes_out_by_smtps_and_its_reply_comes_in_by_imaps_with_the_token(
    servers: MailServers, inbox: ImapInbox, outbox: SmtpOutbox
) -> None:
    player = f"maeda@{DOMAIN}"
    before = len(servers.mails(player))
    ident, raw = mail(player, "alpha/S1870M/there-and-back")
    assert outbox.send(bounce_address(JUDGE, player), player, raw).status == "sent"
    got = message_from_bytes(servers.wait_for(player, before + 1)[-1])
    assert got["Message-ID"] == ident
    assert got["Return-Path"] == f"<judge+bounce=maeda={DOMAIN}@{DOMAIN}>"
    reply = f"From: {player}\r\nIn-Reply-To: {got['Message-ID']}\r\nSubject: Re: x\r\n\r\nA PAR - BUR\r\n"
    servers.send(player, "judge+alpha@" + DOMAIN, reply.encode())
    (came,) = wait(inbox, 1)
    headers = message_from_bytes(came.raw)
    assert headers["Delivered-To"].startswith("judge+alpha@")
    token = read_token(SECRET, headers["In-Reply-To"])
    assert token is not None
    assert token.game == "alpha"
    assert token.is_for(SECRET, player)
    assert abs(came.received - datetime.now(UTC)) < timedelta(minutes=1)


def test_done_mails_are_in_the_done_folder_and_come_no_more(servers: MailServers, inbox: ImapInbox) -> None:
    before = len(servers.mails(JUDGE, "Processed")) if "Processed" in inbox.folders() else 0
    for number in range(5):
        servers.send("x@elsewhere.test", JUDGE, f"Subject: {number}\r\n\r\nx\r\n".encode())
    found = wait(inbox, 5)
    assert [one.uid for one in found] == sorted(one.uid for one in found)
    inbox.done([one.handle for one in found[:2]])
    inbox.done([one.handle for one in found[:2]])
    assert [one.uid for one in inbox.fetch(100)] == [one.uid for one in found[2:]]
    assert len(servers.mails(JUDGE, "Processed")) == before + 2


def test_the_receipt_time_is_the_servers(servers: MailServers, inbox: ImapInbox) -> None:
    client = servers.log_in(JUDGE)
    at = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
    client.append("INBOX", b"Date: Thu, 1 Jan 1970 00:00:00 +0000\r\n\r\nx\r\n", msg_time=at)
    client.logout()
    assert wait(inbox, 1)[0].received == at


def test_a_large_mail_is_cut(servers: MailServers, inbox: ImapInbox, tmp_path: Path) -> None:
    servers.send("x@elsewhere.test", JUDGE, b"Subject: big\r\n\r\n" + b"x" * 70 + b"\r\n" * 200_000)
    (whole,) = wait(inbox, 1)
    config = load_config(servers.write_settings(tmp_path / "other", JUDGE))
    cut = ImapInbox(
        Server(
            "localhost", servers.imaps, ca_file=config.inbox.ca_file, user=JUDGE, password=lambda: PASSWORD
        ),
        max_bytes=10_000,
    )
    (part,) = cut.fetch(1)
    cut.close()
    assert len(part.raw) == 10_000
    assert part.size == whole.size > 400_000
    assert whole.raw.startswith(part.raw)


@pytest.mark.parametrize("tls", ["starttls", "none"])
def test_imap_and_smtp_with_starttls_and_without_tls(servers: MailServers, tls: str) -> None:
    options = {"tls": tls, "ca_file": str(servers.certificate), "timeout": 20.0}
    imap = ImapInbox(Server("localhost", servers.imap, user=JUDGE, password=lambda: PASSWORD, **options))  # type: ignore[arg-type]
    empty(imap)
    smtp = SmtpOutbox(Server("localhost", servers.smtp, **options), hello="judge.test")  # type: ignore[arg-type]
    assert smtp.send(JUDGE, JUDGE, mail(JUDGE, f"alpha/{tls}")[1]).status == "sent"
    (came,) = wait(imap, 1)
    way = " ".join(message_from_bytes(came.raw).get_all("Received", []))
    assert ("with ESMTPS" in way) == (tls == "starttls")
    imap.done([came.handle])
    imap.close()
    smtp.close()


def test_a_certificate_that_nobody_vouches_for_is_refused_unless_the_site_says_so(
    servers: MailServers,
) -> None:
    account = {"user": JUDGE, "password": lambda: PASSWORD, "timeout": 20.0}
    with pytest.raises(ServerError, match=r"certificate is not trusted .*ca_file"):
        ImapInbox(Server("localhost", servers.imaps, **account)).fetch(1)  # type: ignore[arg-type]
    delivery = SmtpOutbox(Server("localhost", servers.smtps, timeout=20.0)).send(JUDGE, JUDGE, b"x")
    assert (delivery.status, delivery.down) == ("deferred", True)
    assert "certificate is not trusted" in delivery.detail
    unchecked = ImapInbox(Server("localhost", servers.imaps, verify=False, **account))  # type: ignore[arg-type]
    assert "INBOX" in unchecked.folders()
    unchecked.close()


def test_a_wrong_password_is_one_line(servers: MailServers) -> None:
    server = Server(
        "localhost", servers.imaps, ca_file=str(servers.certificate), user=JUDGE, password=lambda: "wrong"
    )
    with pytest.raises(ServerError, match=f"login of {JUDGE} was refused") as caught:
        ImapInbox(server).fetch(1)
    assert "\n" not in str(caught.value)


def test_a_mail_to_nobody_bounces_to_the_envelope_sender_that_names_the_address(
    servers: MailServers, inbox: ImapInbox, outbox: SmtpOutbox
) -> None:
    nobody = f"nobody@{DOMAIN}"
    assert outbox.send(bounce_address(JUDGE, nobody), nobody, mail(nobody)[1]).status == "sent"
    (dsn,) = wait(inbox, 1)
    headers = message_from_bytes(dsn.raw)
    assert headers.get_content_type() == "multipart/report"
    assert bounced_recipient(JUDGE, headers["Delivered-To"]) == nobody


def test_a_mail_to_another_domain_is_refused_and_the_next_goes_out(
    servers: MailServers, outbox: SmtpOutbox
) -> None:
    refused = outbox.send(JUDGE, "x@elsewhere.test", mail("x@elsewhere.test")[1])
    assert refused.status == "refused"
    assert "no outside mail in tests" in refused.detail
    grey = outbox.send(JUDGE, f"grey@{DOMAIN}", mail(f"grey@{DOMAIN}")[1])
    assert grey.status == "deferred"
    assert "450 4.2.0" in grey.detail
    assert outbox.send(JUDGE, f"maeda@{DOMAIN}", mail(f"maeda@{DOMAIN}")[1]).status == "sent"


def test_a_docomo_address_gets_its_mail(servers: MailServers, outbox: SmtpOutbox) -> None:
    address = f"a..b.@{DOMAIN}"
    delivery = outbox.send(bounce_address(JUDGE, address), address, mail(address)[1])
    assert delivery.status == "sent"
    got = message_from_bytes(servers.wait_for(address, 1)[-1])
    assert got["To"].endswith(f'<"a..b."@{DOMAIN}>')


def test_idle_wakes_when_a_mail_comes(servers: MailServers, inbox: ImapInbox) -> None:
    assert inbox.wait(0.3) is False
    servers.send("x@elsewhere.test", JUDGE, b"Subject: wake\r\n\r\nx\r\n")
    started = time.monotonic()
    assert inbox.wait(15.0) is True
    assert time.monotonic() - started < 10
    assert len(inbox.fetch(10)) == 1


def test_nothing_is_lost_while_the_mailbox_server_is_away(
    servers: MailServers, inbox: ImapInbox, outbox: SmtpOutbox
) -> None:
    inbox.close()
    servers.stop_dovecot()
    try:
        assert outbox.send(JUDGE, JUDGE, mail(JUDGE, "alpha/outage")[1]).status == "sent"
        with pytest.raises(ServerError, match="IMAP server localhost"):
            inbox.fetch(10)
    finally:
        servers.start_dovecot()
    (came,) = wait(inbox, 1, 40.0)
    assert b"alpha." in came.raw
