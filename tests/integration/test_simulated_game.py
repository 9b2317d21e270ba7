"""A whole game by mail alone over real mail servers: joining, wishes, orders, a rollback, the end (issue 5)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from judge.app.setup import make_database
from judge.app.simulate import Servers, simulate
from judge.app.site import open_site
from judge.config import load_config
from tests.integration.conftest import POWERS, STANDARD
from tests.integration.servers import DOMAIN, MailServers

pytestmark = pytest.mark.servers

JUDGE, GM = f"judge@{DOMAIN}", f"gm@{DOMAIN}"
PEOPLE = [f"{name}@{DOMAIN}" for name in (*POWERS, *STANDARD, "maeda")]


def _empty(servers: MailServers, address: str) -> None:
    client = servers.log_in(address)
    client.select_folder("INBOX")
    client.delete_messages(client.search())
    client.expunge()
    client.logout()


def test_a_game_from_joining_to_peace_over_dovecot_and_postfix(servers: MailServers, tmp_path: Path) -> None:
    for address in (JUDGE, GM, *PEOPLE):
        _empty(servers, address)
    folder = servers.write_settings(
        tmp_path / "judge",
        JUDGE,
        f'gms = ["{GM}"]\ntimezone = "Europe/Berlin"\n[security]\naddresses_are_enough = true\n',
    )
    (folder / "judge.secret").write_bytes(b"s" * 64)
    make_database(load_config(folder))

    def send(sender: str, recipient: str, raw: bytes) -> None:
        servers.send(sender, recipient, raw)
        end = time.monotonic() + 20
        while not servers.ids([recipient]):
            assert time.monotonic() < end, servers.log()
            time.sleep(0.02)

    over = Servers(folder, JUDGE, GM, PEOPLE, send)
    story = list(simulate("coldwar", tmp_path, seed=3, turns=2, ending="peace", servers=over))
    assert not [line for line in story if line.startswith("BROKEN")], story
    assert any("rolled back and run again: the same position" in line for line in story)
    assert any(line.startswith("the game is finished: peace") for line in story), story
    site = open_site(folder)
    try:
        rows = site.store.conn.execute("SELECT address, message_id FROM letter").fetchall()
    finally:
        site.close()
    assert len(rows) > 150
    for address in (GM, *PEOPLE):
        servers.wait_for_ids([address], {row[1] for row in rows if row[0] == address})
