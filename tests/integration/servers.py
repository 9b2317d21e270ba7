"""Real mail servers for tests: Dovecot and Postfix as children of the test, on free loopback ports, below one fresh folder.

    Postfix (SMTP, STARTTLS, SMTPS) ──LMTP──▶ Dovecot ──IMAP, STARTTLS, IMAPS──▶ the judge

Accounts are a list of addresses in one domain, all with one password. Mail to an unknown user there is a real bounce; mail to
another domain is refused; `judge+anything@` reaches `judge@`; `grey@` is told to try again.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import socket
import ssl
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.config import FILE_NAME

DOMAIN = "example.test"
PASSWORD = "secret-of-the-test"
PACKAGES = "dovecot-imapd dovecot-lmtpd postfix"


def missing() -> str:
    """Why the servers cannot run here, as words with what to install; "" when they can."""
    sbin = "/usr/sbin:/usr/lib/dovecot:/usr/lib/postfix/sbin:" + os.environ.get("PATH", "")
    needed = {"dovecot": "dovecot-imapd", "lmtp": "dovecot-lmtpd", "postfix": "postfix", "openssl": "openssl"}
    packages = [package for program, package in needed.items() if not shutil.which(program, path=sbin)]
    if packages:
        return f"real mail servers are missing: apt-get install --no-install-recommends {' '.join(packages)}"
    if os.geteuid() != 0:
        return f"real mail servers ({PACKAGES}) need root to change to their own users"
    return ""


def free_ports(count: int) -> list[int]:
    """Ports of the loopback interface that nobody uses now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


@dataclass
class MailServers:
    """`with MailServers(base, ["judge@example.test", …]) as servers:`; base is an empty folder whose parents all may enter."""

    base: Path
    accounts: Iterable[str]
    imap: int = field(init=False, default=0)
    imaps: int = field(init=False, default=0)
    lmtp: int = field(init=False, default=0)
    smtp: int = field(init=False, default=0)
    smtps: int = field(init=False, default=0)
    _children: dict[str, subprocess.Popen[bytes]] = field(init=False, default_factory=dict)

    def __enter__(self) -> MailServers:
        self.imap, self.imaps, self.lmtp, self.smtp, self.smtps = free_ports(5)
        self._lay_out()
        try:
            self.start_dovecot()
            self._start("postfix", ["postfix", "-c", str(self.base / "conf"), "start-fg"], self.smtp)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop_dovecot()
        postfix = self._children.pop("postfix", None)
        if postfix is not None:
            subprocess.run(
                ["postfix", "-c", self.base / "conf", "stop"], env=_env(), check=False, capture_output=True
            )
            _wait_for_end(postfix)

    @property
    def certificate(self) -> Path:
        """The self-signed certificate of both servers (for localhost and 127.0.0.1)."""
        return self.base / "cert.pem"

    def start_dovecot(self) -> None:
        """Start the IMAP server (again)."""
        self._start("dovecot", ["dovecot", "-F", "-c", str(self.base / "dovecot.conf")], self.imap)

    def stop_dovecot(self) -> None:
        """Stop the IMAP server: mails wait in Postfix's queue."""
        child = self._children.pop("dovecot", None)
        if child is not None:
            subprocess.run(
                ["doveadm", "-c", self.base / "dovecot.conf", "stop"],
                env=_env(),
                check=False,
                capture_output=True,
            )
            _wait_for_end(child)

    def write_settings(self, folder: Path, address: str, more: str = "") -> Path:
        """A judge.toml that uses these servers with TLS from the first byte; returns the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "password").write_text(PASSWORD + "\n", "utf-8")
        (folder / "password").chmod(0o600)
        login = f'host = "localhost"\nca_file = "{self.certificate}"\nuser = "{address}"\npassword_file = "password"\n'
        text = (
            f'[site]\naddress = "{address}"\n{more}\n'
            f'[inbox]\nkind = "imap"\nport = {self.imaps}\n{login}'
            f'[outbox]\nkind = "smtp"\nport = {self.smtps}\nhost = "localhost"\nca_file = "{self.certificate}"\n'
        )
        (folder / FILE_NAME).write_text(text, "utf-8")
        return folder

    def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hand a mail to Postfix as a mail program does."""
        with smtplib.SMTP("127.0.0.1", self.smtp, "client.test", timeout=20) as client:
            client.sendmail(sender, [recipient], message)

    def log_in(self, address: str) -> Any:
        """An IMAP connection (imapclient, TLS) to somebody's mailbox."""
        from imapclient import IMAPClient

        context = ssl.create_default_context(cafile=str(self.certificate))
        client = IMAPClient("localhost", self.imaps, ssl_context=context, timeout=20)
        client.login(address, PASSWORD)
        return client

    def mails(self, address: str, folder: str = "INBOX") -> list[bytes]:
        """All mails of an account, oldest first."""
        client = self.log_in(address)
        try:
            client.select_folder(folder, readonly=True)
            uids = client.search()
            return (
                [one[b"BODY[]"] for _, one in sorted(client.fetch(uids, ["BODY.PEEK[]"]).items())]
                if uids
                else []
            )
        finally:
            client.logout()

    def wait_for(self, address: str, count: int, seconds: float = 20.0) -> list[bytes]:
        """The mails of an account as soon as there are `count`; fails when they do not come."""
        end = time.monotonic() + seconds
        while len(found := self.mails(address)) < count:
            assert time.monotonic() < end, f"{address} has {len(found)} mails, not {count}:\n{self.log()}"
            time.sleep(0.1)
        return found

    def ids(self, addresses: Iterable[str]) -> set[str]:
        """Message-IDs of all mails in these accounts' inboxes."""
        found = set()
        for address in addresses:
            client = self.log_in(address)
            client.select_folder("INBOX", readonly=True)
            uids = client.search()
            heads = client.fetch(uids, ["BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)]"]) if uids else {}
            for head in heads.values():
                text = b"".join(value for value in head.values() if isinstance(value, bytes)).decode()
                found.add(text.partition(":")[2].strip())
            client.logout()
        return found

    def wait_for_ids(self, addresses: Iterable[str], wanted: set[str], seconds: float = 20.0) -> None:
        """Wait until all these mails have arrived; fails when one does not."""
        end = time.monotonic() + seconds
        while missing_ids := wanted - self.ids(addresses):
            assert time.monotonic() < end, f"{len(missing_ids)} mails did not arrive:\n{self.log()}"
            time.sleep(0.2)

    def log(self) -> str:
        """The end of both servers' logs."""
        ends = []
        for name in ("dovecot.log", "postfix.log"):
            path = self.base / name
            ends += path.read_text("utf-8", "replace").splitlines()[-15:] if path.exists() else []
        return "\n".join(ends)

    def _start(self, name: str, command: list[str], port: int) -> None:
        child = subprocess.Popen(command, env=_env(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._children[name] = child
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                assert child.poll() is None, f"{name} ended with status {child.returncode}:\n{self.log()}"
                time.sleep(0.05)
        raise AssertionError(f"{name} does not answer:\n{self.log()}")

    def _lay_out(self) -> None:
        base = self.base
        base.chmod(0o755)
        for name in ("run", "state", "mail", "conf", "spool", "data"):
            (base / name).mkdir()
        shutil.chown(base / "mail", "mail", "mail")
        shutil.chown(base / "data", "postfix")
        (base / "users").write_text("".join(f"{one}:{{PLAIN}}{PASSWORD}\n" for one in self.accounts), "utf-8")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", base / "key.pem", "-out", base / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        values = {
            "BASE": base, "IMAP": self.imap, "IMAPS": self.imaps, "LMTP": self.lmtp, "SMTP": self.smtp,
            "SMTPS": self.smtps, "DOMAIN": DOMAIN,
        }  # fmt: skip
        for source, target in (
            ("dovecot.conf", base / "dovecot.conf"),
            ("main.cf", base / "conf" / "main.cf"),
            ("master.cf", base / "conf" / "master.cf"),
        ):
            text = (Path(__file__).parent / source).read_text("utf-8")
            for key, value in sorted(values.items(), key=lambda item: -len(item[0])):
                text = text.replace(f"${key}", str(value))
            target.write_text(text, "utf-8")


def _env() -> dict[str, str]:
    return {**os.environ, "PATH": "/usr/sbin:/sbin:" + os.environ.get("PATH", "/usr/bin:/bin")}


def _wait_for_end(child: subprocess.Popen[bytes]) -> None:
    try:
        child.wait(20)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
