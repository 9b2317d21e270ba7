"""docs/gm.md and docs/players.*.md name every setting and every command."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from judge.text.verbs import VERBS
from judge.workflow import commands, gm
from judge.workflow.codes import NOTICE_CODES, RESULT_CODES
from judge.workflow.reading import FOR_THE_MAIL_LAYER, read_body
from judge.workflow.settings import TABLE
from judge.workflow.settings_page import markdown_table
from tests.workflow.fake import VARIANT

ROOT = Path(__file__).resolve().parents[2]
GM_PAGE = (ROOT / "docs/gm.md").read_text("utf-8")
PAGES = {language: (ROOT / f"docs/players.{language}.md").read_text("utf-8") for language in ("en", "ja")}
SHELL_ONLY = {"OUTAGE"}


def test_the_table_of_settings_is_up_to_date() -> None:
    between = GM_PAGE.partition("<!-- settings: begin -->\n")[2].partition("\n<!-- settings: end -->")[0]
    assert between == markdown_table()
    assert all(setting.help for setting in TABLE)


@pytest.mark.parametrize("verb", sorted(gm.HANDLERS))
def test_every_command_of_the_gm_is_explained(verb: str) -> None:
    word = VERBS[verb].words[0] if verb in VERBS else verb
    assert verb in GM_PAGE or word.upper() in GM_PAGE


@pytest.mark.parametrize("verb", sorted(set(gm.HANDLERS) & set(VERBS)))
def test_every_command_of_the_gm_is_named_in_japanese_too(verb: str) -> None:
    assert any(f"`{word}`" in GM_PAGE for word in VERBS[verb].words if not word.isascii())


@pytest.mark.parametrize("verb", sorted(set(VERBS) - set(gm.HANDLERS)))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_command_of_players_is_explained_in_both_languages(language: str, verb: str) -> None:
    words = [word for word in VERBS[verb].words if word.isascii() is (language == "en")]
    assert any(word.upper() in PAGES[language].upper() for word in words), words


def test_every_verb_mails_can_hold_is_known_here() -> None:
    known = {*commands.HANDLERS, *gm.HANDLERS, *FOR_THE_MAIL_LAYER}
    assert set(VERBS) - known == set()
    assert known - set(VERBS) == SHELL_ONLY


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_examples_of_the_players_page_are_commands_or_orders(language: str) -> None:
    blocks = PAGES[language].split("```")[1::2]
    assert len(blocks) >= 5
    for block in blocks[1:]:
        assert read_body(block, VARIANT, gm=False).commands, block


def test_codes_are_named_in_one_way() -> None:
    for code in (*NOTICE_CODES, *RESULT_CODES):
        assert code.isidentifier()
        assert code == unicodedata.normalize("NFKC", code).lower()
