"""SMTP out, against a server that misbehaves at each step (RFC 5321 part 4.2.1: 4yz try again, 5yz final)."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest

from judge.mail.server import Server
from judge.mail.smtp import SmtpOutbox
from tests.mail.fake_smtp import FakeSmtp, Script

MAIL = b"Message-ID: <alpha.x@judge.test>\r\nSubject: hi\r\n\r\nline\r\n.\r\n..dots\r\n"


def account(server: FakeSmtp, **changes: object) -> Server:
    settings = {"port": server.port, "tls": "none", "timeout": 20.0}
    return Server("127.0.0.1", **{**settings, **changes})  # type: ignore[arg-type]


def outbox(server: FakeSmtp, **changes: object) -> SmtpOutbox:
    return SmtpOutbox(account(server, **changes), hello="judge.test")


def send(box: SmtpOutbox, to: str = "fra@example.test", mail: bytes = MAIL) -> tuple[str, str]:
    delivery = box.send("judge+bounce=fra=example.test@judge.test", to, mail)
    assert "\n" not in delivery.detail
    return delivery.status, delivery.detail


def test_many_mails_go_over_one_connection_as_they_are() -> None:
    script = Script()
    with FakeSmtp(script) as server:
        box = outbox(server)
        assert [send(box, f"p{number}@example.test")[0] for number in range(5)] == ["sent"] * 5
        box.close()
    assert script.connections == 1
    assert script.mails[0].content == MAIL
    assert script.mails[0].sender == "judge+bounce=fra=example.test@judge.test"
    assert [mail.recipient for mail in script.mails] == [f"p{number}@example.test" for number in range(5)]


def test_bare_line_ends_become_those_of_the_wire() -> None:
    script = Script()
    with FakeSmtp(script) as server:
        assert send(outbox(server), mail=b"Subject: x\n\n.a\rb\n")[0] == "sent"
    assert script.mails[0].content == b"Subject: x\r\n\r\n.a\r\nb\r\n"


@pytest.mark.parametrize("step", ["mail", "rcpt", "end"])
def test_4xx_defers_this_mail_and_the_next_goes_out(step: str) -> None:
    script = Script(**{step: ["451 4.3.0 try again"]})
    with FakeSmtp(script) as server:
        box = outbox(server)
        status, detail = send(box)
        assert status == "deferred"
        assert "451 4.3.0 try again" in detail
        assert send(box)[0] == "sent"
    assert script.connections == 1


@pytest.mark.parametrize(
    ("step", "answer"), [("rcpt", "550 5.1.1 no such user"), ("end", "554 5.7.1 looks like spam")]
)
def test_5xx_for_recipient_or_text_refuses_this_mail_and_the_next_goes_out(step: str, answer: str) -> None:
    with FakeSmtp(Script(**{step: [answer]})) as server:
        box = outbox(server)
        status, detail = send(box)
        assert status == "refused"
        assert answer in detail
        assert send(box)[0] == "sent"


def test_5xx_for_our_own_address_defers_since_no_player_is_at_fault() -> None:
    with FakeSmtp(Script(mail=["553 5.7.1 not your address"])) as server:
        status, detail = send(outbox(server))
    assert status == "deferred"
    assert "MAIL FROM: 553 5.7.1 not your address" in detail


def test_a_mail_too_big_for_the_server_is_refused() -> None:
    with FakeSmtp(Script(mail=["552 5.3.4 too big"])) as server:
        assert send(outbox(server))[0] == "refused"


def test_a_connection_lost_after_the_text_defers_though_it_may_have_arrived() -> None:
    script = Script(end=["drop"])
    with FakeSmtp(script) as server:
        box = outbox(server)
        assert send(box) == ("deferred", f"SMTP server 127.0.0.1:{server.port}: the connection was closed")
        assert send(box)[0] == "sent"
    assert [mail.content for mail in script.mails] == [
        MAIL,
        MAIL,
    ]  # one Message-ID: the reader sees it is one mail


@pytest.mark.parametrize("answer", ["drop", "421 4.3.2 closing"])
@pytest.mark.parametrize("step", ["mail", "rcpt"])
def test_a_connection_closed_between_mails_is_made_anew(step: str, answer: str) -> None:
    script = Script(**{step: ["ok", answer]})
    with FakeSmtp(script) as server:
        box = outbox(server)
        assert send(box)[0] == "sent"
        assert send(box)[0] == "sent"
    assert script.connections == 2
    assert len(script.mails) == 2


@pytest.mark.parametrize("step", ["mail", "rcpt"])
def test_a_server_that_always_drops_defers(step: str) -> None:
    with FakeSmtp(Script(**{step: ["drop"] * 10})) as server:
        assert send(outbox(server))[0] == "deferred"


@pytest.mark.parametrize("step", ["mail", "rcpt", "end"])
def test_a_server_that_hangs_defers_after_the_time_out(step: str) -> None:
    with FakeSmtp(Script(**{step: ["hang"]})) as server:
        box = outbox(server, timeout=0.3)
        deliveries = [box.send("j@judge.test", "fra@example.test", MAIL) for _ in range(3)]
    assert {(one.status, one.down) for one in deliveries} == {("deferred", True)}
    assert "no answer within 0.3 seconds" in deliveries[0].detail


def test_a_server_that_is_down_is_asked_once_for_all_mails() -> None:
    with FakeSmtp(Script()) as server:
        down = account(server)
    box = SmtpOutbox(down)
    deliveries = [box.send("j@judge.test", "fra@example.test", MAIL) for _ in range(3)]
    assert {(one.status, one.down) for one in deliveries} == {("deferred", True)}
    assert "Connection refused" in deliveries[0].detail
    assert box.greet() != ""


@pytest.mark.parametrize(
    "greeting", [b"554 5.3.2 no service\r\n", b"421 busy\r\n", b"HTTP/1.1 400 Bad Request\r\n", b""]
)
def test_a_server_that_does_not_want_us_defers(greeting: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):
                for _ in range(2):
                    connection, _ = listener.accept()
                    connection.sendall(greeting)
                    connection.close()

        threading.Thread(target=serve, daemon=True).start()
        box = SmtpOutbox(
            Server("127.0.0.1", listener.getsockname()[1], "none", timeout=20.0), hello="judge.test"
        )
        delivery = box.send("j@judge.test", "fra@example.test", MAIL)
    assert (delivery.status, delivery.down) == ("deferred", True)
    assert "\n" not in delivery.detail


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_login_works_and_a_wrong_password_defers_and_is_not_shown() -> None:
    with FakeSmtp(Script(), password="hunter2") as server:
        assert send(outbox(server, user="judge", password=lambda: "hunter2"))[0] == "sent"
        box = outbox(server, user="judge", password=lambda: "wrong-one")
        status, detail = send(box)
        assert status == "deferred"
        assert "login of judge was refused: 535" in detail
        assert "wrong-one" not in detail + repr(account(server, password=lambda: "wrong-one"))


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_an_access_token_is_handed_over_as_xoauth2() -> None:
    script = Script()
    with FakeSmtp(script, password="unused") as server:
        good = outbox(server, user="judge@judge.test", auth="xoauth2", password=lambda: "good")
        assert send(good)[0] == "sent"
        assert script.login == b"user=judge@judge.test\x01auth=Bearer good\x01\x01"
        status, detail = send(
            outbox(server, user="judge@judge.test", auth="xoauth2", password=lambda: "stale")
        )
    assert status == "deferred"
    assert "login of judge@judge.test was refused" in detail
    assert "stale" not in detail


@pytest.mark.filterwarnings("ignore:Requiring AUTH")
def test_a_password_outside_ascii_is_handed_over() -> None:
    with FakeSmtp(Script(), password="合言葉") as server:
        assert send(outbox(server, user="judge", password=lambda: "合言葉"))[0] == "sent"


def test_starttls_that_is_not_offered_defers_and_sends_nothing_in_the_clear() -> None:
    script = Script()
    with FakeSmtp(script) as server:
        status, detail = send(outbox(server, tls="starttls", user="judge", password=lambda: "hunter2"))
    assert (status, script.mails) == ("deferred", [])
    assert 'tls = "tls"' in detail


def test_docomo_addresses_are_quoted_on_the_wire() -> None:
    script = Script()
    with FakeSmtp(script) as server:
        assert send(outbox(server), "a..b.@docomo.ne.jp")[0] == "sent"
    assert script.wire == ['TO:<"a..b."@docomo.ne.jp>']


@pytest.mark.parametrize(
    "address", ["é@example.test", "x\r\nRCPT TO:<evil@x.test>@example.test", "", "@", "a@b\r\nDATA"]
)
def test_odd_addresses_never_raise_and_never_add_commands(address: str) -> None:
    script = Script()
    with FakeSmtp(script) as server:
        box = outbox(server)
        status, _ = send(box, address)
        assert status in ("refused", "deferred", "sent")
        assert send(box)[0] == "sent"
    assert "evil@x.test" not in [mail.recipient for mail in script.mails]


def test_closing_never_raises() -> None:
    with FakeSmtp(Script()) as server:
        box = outbox(server)
        box.close()
        send(box)
    box.close()
