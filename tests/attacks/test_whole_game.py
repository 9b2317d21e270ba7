"""A whole simulated game by mail: no order before its time, no token, seed or secret in anybody else's mail, in the log or in a picture."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.app.secrecy import holds_order, told_too_early
from judge.app.simulate import simulate
from judge.app.site import Site, open_site
from judge.store import games

ROOT = Path(__file__).parents[2]
GAME = "sim"


class _Kept(logging.Handler):
    """All that is logged, on any level."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@dataclass
class Played:
    """A finished game's folder, the story of the simulation, and what was logged."""

    folder: Path
    story: list[str]
    log: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("secrets") / "sim"
    root, kept = logging.getLogger(), _Kept()
    level = root.level
    root.addHandler(kept)
    root.setLevel(logging.DEBUG)
    try:
        story = list(simulate("coldwar", folder, seed=3, turns=4))
    finally:
        root.removeHandler(kept)
        root.setLevel(level)
    return Played(folder, story, "\n".join(kept.lines))


@pytest.fixture
def site(played: Played) -> Site:
    return open_site(played.folder)


def confirmed(site: Site) -> list[tuple[str, str, str]]:
    """Message-ID, address and an order of each acknowledgement that confirms one, oldest first."""
    rows = site.store.conn.execute(
        "SELECT message_id, address, data FROM letter WHERE kind = 'acknowledgement' ORDER BY id"
    ).fetchall()
    found = []
    for ident, address, data in rows:
        orders = [one["order"] for one in json.loads(data)["facts"]["standing"] if not one["default"]]
        found += [(ident.strip("<>"), address, order) for order in orders[:1]]
    return found


def test_nobody_learns_anything_too_early(played: Played, site: Site) -> None:
    assert not [line for line in played.story if line.startswith("BROKEN")]
    assert len(confirmed(site)) > 20
    assert list(told_too_early(site, GAME)) == []


def test_a_leak_would_be_found(site: Site) -> None:
    """The same look finds an order, the seed, the secret and a token that are written into somebody else's mail."""
    (ident, owner, order), (other, reader, _) = (
        confirmed(site)[0],
        next(one for one in confirmed(site) if one[1] != confirmed(site)[0][1]),
    )
    path = next(
        path
        for path in site.config.path(site.config.outbox.path).rglob("*/new/*")
        if f"<{other}>".encode() in path.read_bytes().partition(b"\n\n")[0].partition(b"In-Reply-To")[0]
    )
    before = path.read_bytes()
    seed = games.load(site.store, GAME).seed
    secret = site.secret.decode()
    hidden = {order: order, seed: "seed", secret.strip(): "secret", ident: f"token of {owner}"}
    try:
        for words, expected in hidden.items():
            head, _, rest = before.partition(b"\n")
            path.write_bytes(b"\n".join((head, b"X-Leak: (" + words.encode() + b")", rest)))
            found = list(told_too_early(site, GAME))
            assert found, expected
            assert all(reader in line and expected in line for line in found)
    finally:
        path.write_bytes(before)


def test_an_order_is_not_taken_for_another() -> None:
    assert holds_order("you wrote: A PAR - BUR, thanks", "A PAR - BUR")
    assert not holds_order("A MAR S A PAR - BUR", "A PAR - BUR")
    assert not holds_order("A MOS - TSR - VLA", "A MOS - TSR")
    assert not holds_order("F SPA/SC - MAO", "F SPA")


def test_the_log_holds_neither_orders_nor_tokens_nor_secrets(played: Played, site: Site) -> None:
    hidden = {games.load(site.store, GAME).seed, site.secret.decode().strip()}
    hidden |= {order for _, _, order in confirmed(site)} | {ident for ident, _, _ in confirmed(site)}
    assert not [words for words in hidden if words in played.log]


def test_an_export_shows_other_programs_only_phases_that_are_over(tmp_path: Path, site: Site) -> None:
    """The layout for other programs; the log beside it is for another judge and is secret (docs/operations.md)."""
    done = subprocess.run(
        [sys.executable, "-m", "judge", "export", GAME, "--dir", str(site.config.path("."))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    phases = json.loads(done.stdout)["phases"]
    assert [phase["name"] for phase in phases] == [phase.phase_id for phase in games.phases(site.store, GAME)]
    assert games.load(site.store, GAME).seed not in json.dumps(phases)
