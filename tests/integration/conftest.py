"""One pair of real servers for all integration tests of a run."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.servers import DOMAIN, MailServers, missing

POWERS = ("england", "france", "holland", "russia", "japan", "china", "turkey")
STANDARD = ("austria", "germany", "italy")
ACCOUNTS = [f"{name}@{DOMAIN}" for name in ("judge", "gm", "maeda", "stranger", *POWERS, *STANDARD)] + [
    f"a..b.@{DOMAIN}"
]


@pytest.fixture(scope="session")
def servers() -> Iterator[MailServers]:
    """Dovecot and Postfix; skips with the names of the packages where they are not installed (JUDGE_NEED_SERVERS=1: fails)."""
    why = missing()
    if why:
        assert not os.environ.get("JUDGE_NEED_SERVERS"), why
        pytest.skip(why)
    base = Path(tempfile.mkdtemp(prefix="judge-servers-"))
    try:
        with MailServers(base, ACCOUNTS) as running:
            yield running
    finally:
        shutil.rmtree(base, ignore_errors=True)
