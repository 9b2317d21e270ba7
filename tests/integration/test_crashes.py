"""The crash matrix with real servers: killed at each point of the IMAP and SMTP transports, a pass loses and doubles nothing.

A letter may reach its mailbox twice, with one Message-ID (the server had taken it, the judge did not live to know).
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from judge import points
from tests.crash.case import BEGIN, LONG, MAILS, Case, new_case, raw_mail
from tests.integration.conftest import ACCOUNTS
from tests.integration.servers import DOMAIN, PASSWORD, MailServers

pytestmark = pytest.mark.servers

JUDGE = f"judge@{DOMAIN}"


def empty(servers: MailServers) -> None:
    """Every mailbox as on the first day, and the players' mails in the judge's, received when they should be."""
    for address in ACCOUNTS:
        client = servers.log_in(address)
        for folder in ("INBOX", "Processed"):
            if client.folder_exists(folder):
                client.select_folder(folder)
                client.delete_messages(client.search())
                client.expunge()
        if address == JUDGE:
            for number, (at, sender, body) in enumerate(MAILS):
                client.append("INBOX", raw_mail(number, sender, body).replace(b"\n", b"\r\n"), msg_time=at)
        client.logout()


def outcome(servers: MailServers, case: Case) -> dict[str, Any]:
    """As `Case.outcome`, with mailboxes in place of folders."""
    result = case.outcome()
    sent = [ident for _, status, ident in result["letters"] if status == "sent"]
    servers.wait_for_ids(ACCOUNTS, set(sent))
    result["delivered"] = sorted(servers.ids(ACCOUNTS))
    result["inbox"] = len(servers.mails(JUDGE))
    result["done"] = sorted(
        raw.split(b"Message-ID: ")[1].split()[0] for raw in servers.mails(JUDGE, "Processed")
    )
    return result


def test_a_pass_killed_in_a_transport_loses_and_doubles_nothing(
    servers: MailServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.app.pictures.pictures_for", lambda *_: {})
    login = {"host": "localhost", "ca_file": str(servers.certificate)}
    start, deadline = new_case(
        tmp_path / "start",
        site={"address": JUDGE, "gms": [f"gm@{DOMAIN}"]},
        inbox={**login, "kind": "imap", "port": servers.imaps, "user": JUDGE, "password": PASSWORD},
        outbox={**login, "kind": "smtp", "port": servers.smtps},
    )
    moments = (BEGIN, BEGIN + timedelta(hours=2), deadline + timedelta(minutes=10))
    empty(servers)
    passed: list[str] = []
    calm = start.copy(tmp_path / "calm")
    calm.play(moments, passed.append)
    expected = outcome(servers, calm)
    names = {name for name in points.POINTS if name.startswith(("imap", "smtp"))}
    assert names <= set(passed)
    assert expected["inbox"] == 0
    assert len(expected["done"]) == len(MAILS)
    for name in sorted(names):
        places = [number for number, other in enumerate(passed, 1) if other == name]
        for number in sorted({*(places[:: max(1, len(places) // 8)] if LONG else ()), places[0], places[-1]}):
            empty(servers)
            case = start.copy(tmp_path / "case")
            assert case.play_killed(moments, number), name
            case.play(moments)
            found = outcome(servers, case)
            for part, value in expected.items():
                assert found[part] == value, f"killed at point {number} ({name}): {part} differs"
