"""Another language is another folder of templates and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge import paths
from judge.render import language, mails
from judge.render.mails import SiteFacts, render
from judge.variants.load import load_variant
from tests.render import samples

CACHES = (
    paths.languages, language.phrase_environment, language.text_environment, language.html_environment,
    mails._text_layout, mails._html_layout,
)  # fmt: skip


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A third folder, in which only a greeting is translated yet."""
    folder = tmp_path / "templates"
    shutil.copytree(paths.data_dir("templates"), folder)
    shutil.copytree(folder / "en", folder / "fr")
    words = folder / "fr" / "words.j2"
    words.write_text(words.read_text("utf-8").replace("Dear {{ name }},", "Bonjour {{ name }},"), "utf-8")
    real = paths.data_dir
    for module in (paths, language):
        monkeypatch.setattr(module, "data_dir", lambda name: folder if name == "templates" else real(name))
    for cache in CACHES:
        cache.cache_clear()
    yield
    monkeypatch.undo()
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.usefixtures("french")
def test_its_readers_get_mails_in_it() -> None:
    assert paths.languages() == ("en", "fr", "ja")
    letter = samples.letters("en")["turn_summary"]
    letter = replace(letter, to=replace(letter.to, language="fr-CA"))
    mail = render(letter, variant=load_variant("colonial"), site=SiteFacts("judge@example.org"))
    assert "Bonjour Ann," in mail.text
    assert "Vladivostok" in mail.text  # the map has no French names: English ones are shown
    assert 'lang="fr"' in mail.html
