"""Maildir in and out (cr.yp.to/proto/maildir; facts parts 5 and 7: mails seen twice, renamed, re-sent)."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.errors import ServerError
from judge.mail.maildir import MaildirInbox, MaildirOutbox, make_maildir, safe_name

MAIL = b"Message-ID: <alpha.x@judge.test>\r\nSubject: hi\r\n\r\nline\r\n"


@pytest.fixture
def box(tmp_path: Path) -> Path:
    return make_maildir(tmp_path / "box")


def deliver(box: Path, name: str, time: int, body: bytes = b"A PAR - BUR\n", part: str = "new") -> None:
    path = box / part / name
    path.write_bytes(b"From: fra@example.test\n\n" + body)
    os.utime(path, (time, time))


def test_mails_come_in_order_of_arrival_from_new_and_cur(box: Path) -> None:
    deliver(box, "9.a", 300)
    deliver(box, "5.b:2,R", 100, part="cur")
    deliver(box, "1.d", 200)
    deliver(box, "1.c", 200)
    mails = MaildirInbox(box).fetch(10)
    assert [mail.handle for mail in mails] == ["5.b", "1.c", "1.d", "9.a"]
    assert mails[0].received == datetime(1970, 1, 1, 0, 1, 40, tzinfo=UTC)
    assert mails[0].raw.endswith(b"A PAR - BUR\n")
    assert [mail.handle for mail in MaildirInbox(box).fetch(2)] == ["5.b", "1.c"]


def test_a_uid_stays_when_the_mail_is_renamed(box: Path) -> None:
    deliver(box, "1.a", 100)
    before = MaildirInbox(box).fetch(1)[0]
    os.rename(box / "new" / "1.a", box / "cur" / "1.a:2,RS")
    after = MaildirInbox(box).fetch(1)[0]
    assert (before.uid, before.handle, before.received) == (after.uid, after.handle, after.received)
    assert 0 < after.uid < 2**63


def test_done_moves_mails_and_may_be_repeated(box: Path) -> None:
    deliver(box, "1.a", 100)
    deliver(box, "2.b", 200)
    inbox = MaildirInbox(box)
    inbox.fetch(10)
    os.rename(box / "new" / "1.a", box / "cur" / "1.a:2,F")  # a mail program touched it meanwhile
    inbox.done(["1.a"])
    inbox.done(["1.a", "never seen"])
    assert [mail.handle for mail in inbox.fetch(10)] == ["2.b"]
    assert [path.name for path in (box / ".Processed" / "cur").iterdir()] == ["1.a:2,FS"]


def test_without_a_done_folder_mails_are_marked_as_seen(box: Path) -> None:
    deliver(box, "1.a", 100)
    inbox = MaildirInbox(box, done_folder="")
    inbox.done(["1.a"])
    assert inbox.fetch(10) == []
    assert (box / "cur" / "1.a:2,S").is_file()


def test_a_huge_mail_is_cut_and_its_size_told(box: Path) -> None:
    deliver(box, "1.a", 100, body=b"x" * 5000)
    mail = MaildirInbox(box, max_bytes=1000).fetch(1)[0]
    assert len(mail.raw) == 1000
    assert mail.size == 5000 + len(b"From: fra@example.test\n\n")


def test_a_missing_inbox_is_one_plain_line(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"the inbox .*nowhere cannot be read: No such file") as caught:
        MaildirInbox(tmp_path / "nowhere").fetch(1)
    assert "\n" not in str(caught.value)


def strew(box: Path) -> list[str]:
    """Put into new/ and cur/ what is no mail; what `strays` says of it."""
    (box / "new" / "sub").mkdir()
    os.mkfifo(box / "cur" / "pipe")
    (box / "new" / "gone").symlink_to(box / "nowhere")
    return [
        f"{box}/cur/pipe (no file but a pipe, socket or device)",
        f"{box}/new/gone (a link that leads to no file)",
        f"{box}/new/sub (a folder)",
    ]


def test_hidden_files_and_what_is_no_file_are_no_mails(box: Path) -> None:
    strew(box)
    deliver(box, ".nfs0001", 100)
    assert MaildirInbox(box).fetch(10) == []


def test_what_is_no_mail_is_named_for_the_operator(box: Path) -> None:
    said = strew(box)
    deliver(box, ".nfs0001", 100)
    deliver(box, "1.a", 100)
    assert MaildirInbox(box).strays() == said
    MaildirInbox(box).done(["1.a"])
    assert MaildirInbox(box).strays() == said
    assert MaildirInbox(box / "nowhere").strays() == []


def test_one_unreadable_file_does_not_hide_the_others(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deliver(box, "1.a", 100)
    os.symlink(box, box / "new" / "loop")
    deliver(box, "2.b", 200)
    inbox = MaildirInbox(box)
    real = MaildirInbox._read

    def read(self: MaildirInbox, time_ns: int, name: str, path: str) -> object:
        if name == "1.a":
            raise PermissionError(13, "Permission denied")
        return real(self, time_ns, name, path)

    monkeypatch.setattr(MaildirInbox, "_read", read)
    assert [mail.handle for mail in inbox.fetch(10)] == ["2.b"]
    inbox.done(["2.b"])
    with pytest.raises(ServerError, match=r"1\.a cannot be read: Permission denied"):
        inbox.fetch(10)


def test_a_mail_sent_twice_lies_there_once_even_when_it_was_read(tmp_path: Path) -> None:
    outbox = MaildirOutbox(tmp_path)
    assert outbox.send("judge+bounce@judge.test", "fra@example.test", MAIL).status == "sent"
    assert outbox.send("judge+bounce@judge.test", "FRA@example.test", MAIL).status == "sent"
    box = outbox.mailbox("fra@example.test")
    (only,) = (box / "new").iterdir()
    assert only.read_bytes() == (
        b"Return-Path: <judge+bounce@judge.test>\nDelivered-To: fra@example.test\n"
        b"Message-ID: <alpha.x@judge.test>\nSubject: hi\n\nline\n"
    )
    only.rename(box / "cur" / f"{only.name}:2,S")
    assert outbox.send("judge+bounce@judge.test", "fra@example.test", MAIL).status == "sent"
    assert list((box / "new").iterdir()) == []


def test_a_half_written_mail_of_a_crash_is_written_again(tmp_path: Path) -> None:
    outbox = MaildirOutbox(tmp_path)
    box = make_maildir(outbox.mailbox("fra@example.test"))
    (box / "tmp" / "alpha.x@judge.test").write_bytes(b"Message")
    assert outbox.send("j@judge.test", "fra@example.test", MAIL).status == "sent"
    assert (box / "new" / "alpha.x@judge.test").read_bytes().endswith(b"line\n")
    assert list((box / "tmp").iterdir()) == []


def test_a_full_disk_defers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    delivery = MaildirOutbox(tmp_path).send("j@judge.test", "fra@example.test", MAIL)
    assert delivery.status == "deferred"
    assert delivery.detail == f"the outbox {tmp_path} cannot be written: No space left on device"
    assert list(MaildirOutbox(tmp_path).mailbox("fra@example.test").glob("new/*")) == []


@pytest.mark.parametrize(
    "address",
    ["../../etc/passwd", "..@x", "a/b@c", ".hidden@x", "a..b.@docomo.ne.jp", "\0@x", "", "é@x", "x" * 500],
)
def test_no_address_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    outbox = MaildirOutbox(tmp_path / "out")
    assert outbox.send("j@judge.test", address, MAIL).status == "sent"
    assert outbox.mailbox(address).parent == tmp_path / "out"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert (outbox.mailbox(address) / "new" / "alpha.x@judge.test").is_file()


def test_different_addresses_have_different_folders() -> None:
    assert len({safe_name(text) for text in ("a/b", "a%2Fb", "a_b", "a b", "x" * 500, "x" * 501)}) == 6


def test_an_idle_look_loads_nothing_heavy(box: Path) -> None:
    code = (
        "import sys, pathlib; from judge.mail.maildir import MaildirInbox;"
        "assert MaildirInbox(pathlib.Path(sys.argv[1])).fetch(50) == []; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(box)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert not {"mailbox", "email", "hashlib", "imapclient", "smtplib"} & set(done.stdout.split())
