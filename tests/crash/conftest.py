"""Pictures cost most of a pass and have no part in what is tested here."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters without maps."""
    monkeypatch.setattr("judge.app.pictures.pictures_for", lambda *_: {})
