"""IMAP in, against a server that misbehaves (RFC 3501, 6851, 4315, 2177; facts part 7: mails seen twice, moved, renumbered)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.errors import ConfigError, ServerError
from judge.mail.imap import DONE, ImapInbox
from judge.mail.server import Server
from tests.mail.fake_imap import FakeImap


@pytest.fixture
def server() -> Iterator[FakeImap]:
    with FakeImap() as fake:
        fake.add(b"Subject: one\r\n\r\nA PAR - BUR\r\n", b"Subject: two\r\n\r\nA MAR H\r\n")
        yield fake


def account(fake: FakeImap, **changes: object) -> Server:
    settings = {
        "port": fake.port,
        "tls": "none",
        "user": "judge",
        "password": lambda: "hunter2",
        "timeout": 20.0,
    }
    return Server("127.0.0.1", **{**settings, **changes})  # type: ignore[arg-type]


def inbox(fake: FakeImap, **options: object) -> ImapInbox:
    return ImapInbox(account(fake), **options)  # type: ignore[arg-type]


def test_mails_come_oldest_first_with_their_receipt_time(server: FakeImap) -> None:
    mails = inbox(server).fetch(10)
    assert [(mail.uid, mail.uidvalidity) for mail in mails] == [(1, 1), (2, 1)]
    assert mails[0].raw == b"Subject: one\r\n\r\nA PAR - BUR\r\n"
    assert mails[0].received == datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
    assert mails[0].size == len(mails[0].raw)
    assert [mail.uid for mail in inbox(server).fetch(1)] == [1]


def test_an_empty_inbox_costs_no_fetch(server: FakeImap) -> None:
    server.mails.clear()
    assert inbox(server).fetch(10) == []
    assert "FETCH" not in server.commands


def test_fetching_marks_nothing(server: FakeImap) -> None:
    inbox(server).fetch(10)
    assert [mail.flags for mail in server.mails] == [set(), set()]


def test_done_flags_and_moves_and_may_be_repeated(server: FakeImap) -> None:
    box = inbox(server)
    handles = [mail.handle for mail in box.fetch(10)]
    box.done(handles[:1])
    box.done(handles[:1])
    assert [mail.uid for mail in box.fetch(10)] == [2]
    assert [mail.uid for mail in server.done] == [1]
    assert server.done[0].flags == {r"\Seen", DONE}


@pytest.mark.parametrize("capabilities", ["IMAP4rev1 UIDPLUS", "IMAP4rev1"])
def test_a_server_without_move_gets_a_copy_and_a_deletion(server: FakeImap, capabilities: str) -> None:
    server.capabilities = capabilities
    box = inbox(server)
    handles = [mail.handle for mail in box.fetch(10)]
    box.done(handles[:1])
    box.done(handles[:1])
    assert [mail.uid for mail in server.done] == [1]
    assert [mail.uid for mail in box.fetch(10)] == [2]
    assert ("EXPUNGE" in server.commands) == (
        "UIDPLUS" in capabilities
    )  # a plain EXPUNGE would hit others' mails


@pytest.mark.parametrize(("keywords", "may_create"), [(True, False), (False, True), (False, False)])
def test_mails_are_known_again_without_keywords_or_without_a_folder(
    server: FakeImap, keywords: bool, may_create: bool
) -> None:
    server.keywords, server.may_create = keywords, may_create
    box = inbox(server)
    box.done([box.fetch(1)[0].handle])
    assert [mail.uid for mail in box.fetch(10)] == [2]
    assert [mail.uid for mail in inbox(server).fetch(10)] == [2]


def test_a_full_done_folder_does_not_stop_the_judge(server: FakeImap) -> None:
    server.refuse["MOVE"] = "[OVERQUOTA] full"
    box = inbox(server)
    box.done([box.fetch(1)[0].handle])
    assert [mail.uid for mail in box.fetch(10)] == [2]


def test_mails_that_an_earlier_pass_marked_but_did_not_move_are_moved(server: FakeImap) -> None:
    server.mails[0].flags |= {r"\Seen", DONE}
    assert [mail.uid for mail in inbox(server).fetch(10)] == [2]
    assert [mail.uid for mail in server.done] == [1]


def test_the_done_folder_goes_below_the_personal_namespace_where_it_must(server: FakeImap) -> None:
    server.refuse["CREATE"] = "Invalid mailbox name"
    server.capabilities += " NAMESPACE"
    server.__dict__["_do_namespace"] = lambda rest: b'* NAMESPACE (("INBOX." ".")) NIL NIL\r\n'
    server.folders.add("INBOX.Processed")
    box = inbox(server)
    box.done([box.fetch(1)[0].handle])
    assert [mail.uid for mail in server.done] == [1]


def test_a_huge_mail_is_cut_and_its_size_told(server: FakeImap) -> None:
    server.mails[0].raw = b"x" * 50_000
    mail = inbox(server, max_bytes=10_000).fetch(1)[0]
    assert (len(mail.raw), mail.size) == (10_000, 50_000)


def test_large_mails_come_in_several_calls(server: FakeImap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.mail.imap._BATCH_BYTES", 60_000)
    for mail in server.mails:
        mail.raw = b"x" * 50_000
    box = inbox(server)
    first = box.fetch(10)
    assert [mail.uid for mail in first] == [1]
    box.done([first[0].handle])
    assert [mail.uid for mail in box.fetch(10)] == [2]


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "SEARCH", "FETCH"])
def test_a_connection_lost_in_an_answer_is_one_line_and_loses_nothing(server: FakeImap, command: str) -> None:
    server.drop[command] = 1
    box = inbox(server)
    with pytest.raises(ServerError, match=r"IMAP server 127\.0\.0\.1:\d+: ") as caught:
        box.fetch(10)
    assert "\n" not in str(caught.value)
    assert [mail.uid for mail in box.fetch(10)] == [1, 2]


@pytest.mark.parametrize("command", ["STORE", "MOVE"])
def test_a_connection_lost_while_marking_is_made_anew(server: FakeImap, command: str) -> None:
    box = inbox(server)
    handles = [mail.handle for mail in box.fetch(10)]
    server.drop[command] = 1
    box.done(handles)
    assert box.fetch(10) == []
    assert {mail.uid for mail in server.done} == {1, 2}


def test_a_connection_that_the_server_closed_between_two_calls_is_made_anew(server: FakeImap) -> None:
    box = inbox(server)
    handles = [mail.handle for mail in box.fetch(10)]
    server.cut()
    box.done(handles)
    assert server.mails == []


def test_a_server_that_always_drops_is_given_up(server: FakeImap) -> None:
    box = inbox(server)
    box.fetch(1)
    server.drop["SEARCH"] = 10
    with pytest.raises(ServerError, match="the connection was lost"):
        box.fetch(10)
    assert server.drop["SEARCH"] == 8  # the open connection, and one new one


@pytest.mark.parametrize("command", ["LOGIN", "SELECT", "FETCH", "MOVE"])
def test_a_server_that_hangs_is_given_up_after_the_time_out(server: FakeImap, command: str) -> None:
    server.hang.add(command)
    box = ImapInbox(account(server, timeout=0.2))
    with pytest.raises(ServerError, match=r"no answer within 0\.2 seconds"):
        box.done([mail.handle for mail in box.fetch(10)])


def test_a_new_uidvalidity_renumbers_mails_and_old_handles_touch_none(server: FakeImap) -> None:
    box = inbox(server)
    old = [mail.handle for mail in box.fetch(10)]
    box.close()
    server.uidvalidity = 2
    box.done(old)
    assert [(mail.uid, mail.uidvalidity) for mail in box.fetch(10)] == [(1, 2), (2, 2)]
    assert not server.done


def test_a_refused_login_names_the_user_and_hides_the_password(server: FakeImap) -> None:
    server.refuse["LOGIN"] = "[AUTHENTICATIONFAILED] hunter2 is wrong\tfor you"
    with pytest.raises(ServerError, match=r"login of judge was refused: .* is wrong for you") as caught:
        inbox(server).fetch(1)
    assert "hunter2" not in str(caught.value)


def test_an_access_token_is_handed_over_as_xoauth2(server: FakeImap) -> None:
    server.capabilities += " AUTH=XOAUTH2"
    box = ImapInbox(account(server, auth="xoauth2", password=lambda: "ya29.token"))
    assert len(box.fetch(10)) == 2
    assert server.login == b"user=judge\x01auth=Bearer ya29.token\x01\x01"


def test_a_password_outside_ascii_is_handed_over_as_sasl_plain(server: FakeImap) -> None:
    server.capabilities += " AUTH=PLAIN"
    assert len(ImapInbox(account(server, password=lambda: "合言葉")).fetch(10)) == 2
    assert server.login == "\0judge\0合言葉".encode()


def test_a_missing_folder_is_named(server: FakeImap) -> None:
    server.refuse["SELECT"] = "no such mailbox"
    with pytest.raises(ServerError, match=r"folder Games cannot be opened: .*no such mailbox"):
        inbox(server, folder="Games").fetch(1)


def test_a_server_that_sends_us_away_is_one_line() -> None:
    with (
        FakeImap(greeting="* BYE too many connections") as fake,
        pytest.raises(ServerError, match="too many"),
    ):
        inbox(fake).fetch(1)


@pytest.mark.parametrize("command", ["SELECT", "SEARCH", "FETCH", "STORE"])
def test_answers_that_are_no_imap_are_one_line(server: FakeImap, command: str) -> None:
    server.garbage.add(command)
    box = ImapInbox(account(server, timeout=0.3))
    with pytest.raises(ServerError) as caught:
        box.done([mail.handle for mail in box.fetch(10)])
    assert "\n" not in str(caught.value)


def test_a_server_that_is_down_is_one_line() -> None:
    with FakeImap() as fake:
        down = account(fake)
    with pytest.raises(ServerError, match="Connection refused"):
        ImapInbox(down).fetch(1)


def test_tls_against_a_server_without_it_gives_a_hint(server: FakeImap) -> None:
    with pytest.raises(ServerError, match="starttls"):
        ImapInbox(account(server, tls="tls")).fetch(1)


def test_starttls_that_is_not_offered_is_an_error_and_sends_no_password(server: FakeImap) -> None:
    with pytest.raises(ServerError, match=r"STARTTLS"):
        ImapInbox(account(server, tls="starttls")).fetch(1)
    assert "LOGIN" not in server.commands


def test_a_missing_certificate_file_is_a_wrong_setting(server: FakeImap, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"ca_file: .*No such file"):
        ImapInbox(account(server, tls="tls", ca_file=str(tmp_path / "none.pem"))).fetch(1)


def test_waiting_ends_when_a_mail_is_there_or_the_time_is_up(server: FakeImap) -> None:
    box = inbox(server)
    assert box.wait(5.0) is True
    server.mails.clear()
    assert box.wait(0.1) is False
    server.hang.add("IDLE")
    with pytest.raises(ServerError, match="no answer"):
        ImapInbox(account(server, timeout=0.2)).wait(0.1)


def test_a_mail_told_of_together_with_the_consent_to_wait_is_seen_soon(server: FakeImap) -> None:
    """RFC 2177: the server may tell at once. Such words are read with the consent, and nothing else comes to wake us."""
    server.mails.clear()
    server.late.append(b"Subject: one\r\n\r\none\r\n")
    started = time.monotonic()
    assert inbox(server).wait(60.0) is True
    assert time.monotonic() - started < 20.0


def test_closing_never_raises(server: FakeImap) -> None:
    box = inbox(server)
    box.close()
    box.fetch(1)
    server.cut()
    box.close()
