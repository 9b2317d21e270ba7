"""The page for operators names every setting, preset and file of cron/."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.app.setup import PRESETS
from tools.settings_doc import DOC, with_table

ROOT = Path(__file__).parents[2]


def test_the_table_of_settings_is_the_programs() -> None:
    text = DOC.read_text("utf-8")
    assert with_table(text) == text, "run: python -m tools.settings_doc"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_described(preset: str) -> None:
    assert f"`{preset}`" in DOC.read_text("utf-8")


@pytest.mark.parametrize(
    "name", sorted(path.name for path in (ROOT / "cron").iterdir() if path.name != "README.md")
)
def test_every_file_of_cron_is_described(name: str) -> None:
    assert f"`{name}`" in (ROOT / "cron" / "README.md").read_text("utf-8")
