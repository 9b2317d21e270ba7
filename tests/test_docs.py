"""The pages and the program say the same: commands, options, rules, tables, files and links named in docs/ are those there are."""

from __future__ import annotations

import re
import shlex
import shutil
import sqlite3
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge import __version__
from judge.cli.main import cli
from judge.diplomacy.rules import OPTIONS, Option
from judge.engines import engine_for
from judge.korea.rules import OPTIONS as KOREAN_OPTIONS
from judge.store.store import Store
from judge.variants.load import list_variants, load_variant
from tests.docs import ROOT, blocks, commands, page
from tools.commands_doc import DOC, arguments, options, with_reference
from tools.commands_doc import commands as all_commands
from tools.man_page import MAN, man_page

PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("cron/*.md"))
)
COMMANDS_BY_NAME = dict(all_commands())
RULES = "\n".join(page(name) for name in PAGES if name.startswith("docs/rules/"))


def test_the_reference_of_commands_is_the_programs() -> None:
    text = DOC.read_text("utf-8")
    assert with_reference(text) == text, "run: python -m tools.commands_doc"


def test_the_manual_page_is_made_from_the_page_on_commands() -> None:
    assert man_page(DOC.read_text("utf-8")) == MAN.read_text("utf-8"), "run: python -m tools.man_page"


def test_the_manual_page_has_every_command_with_each_of_its_options() -> None:
    parts = dict(re.findall(r"^\.SS (.*)\n((?:(?!\.S[HS]).*\n)+)", MAN.read_text("utf-8"), flags=re.M))
    for name, command in COMMANDS_BY_NAME.items():
        text = parts[" ".join((name, *arguments(command))).replace("-", r"\-")].replace(r"\-", "-")
        for option in options(command):
            assert option.opts[0] in text, (name, option.opts)


@pytest.mark.parametrize(
    ("markdown", "roff"),
    [
        ("`judge --json` [page](x.md) *mails*\n", ".PP\n\\fBjudge \\-\\-json\\fP \\fIpage\\fP \\fImails\\fP\n"),
        (".not a request\n", ".PP\n\\&.not a request\n"),
        ("| a | b |\n|---|---|\n| `-o` FILE | a\\|b |\n", ".TP\n\\fB\\-o\\fP \\fIFILE\\fP\na|b\n"),
        ("```\n'x' ~\n\n.y\n```\n", ".EX\n\\(aqx\\(aq \\(ti\n\n\\&.y\n.EE\n"),
    ],
)  # fmt: skip
def test_the_manual_page_shows_the_page_as_it_is(markdown: str, roff: str) -> None:
    assert roff in man_page(markdown)


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_manual_page_is_roff_without_faults() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", MAN], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


@pytest.mark.parametrize("name", COMMANDS_BY_NAME)
def test_help_says_what_a_command_and_each_of_its_options_do(name: str) -> None:
    command = COMMANDS_BY_NAME[name]
    assert re.search(r"[.!)]$", (command.help or "").strip()), name
    for option in options(command):
        assert option.help, (name, option.opts)
        assert option.help.strip().endswith((".", ")")), (name, option.help)
    for argument in arguments(command):
        word = argument.strip("[].").split("|", maxsplit=1)[0].split(".", maxsplit=1)[0]
        assert word.lower() in (command.help or "").lower(), (name, f"says nothing of {argument}")


@pytest.mark.parametrize("words", [[], ["game"], ["variant"]], ids=lambda words: "-".join(words) or "judge")
def test_the_list_of_commands_cuts_no_sentence_off(words: list[str]) -> None:
    listed = CliRunner().invoke(cli, [*words, "--help"]).output.partition("Commands:\n")[2]
    assert listed
    assert not re.search(r"\.\.\.$", listed, flags=re.M)
    for name in COMMANDS_BY_NAME:
        if name.split()[1:-1] == words:
            assert f"  {name.split()[-1]} " in listed


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_rule_option_stands_in_the_rules_with_all_its_values(option: Option) -> None:
    (row, *more) = [line for line in RULES.splitlines() if line.startswith(f"| `{option.name}` |")]
    assert not more
    for value in option.values:
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        assert f"`{shown}`" in row, (option.name, shown)


@pytest.mark.parametrize("name", KOREAN_OPTIONS)
def test_every_rule_option_of_the_korean_war_stands_in_its_rules(name: str) -> None:
    assert f"`{name}`" in page("docs/rules/korea.md")


def test_every_event_of_every_engine_stands_in_the_page_on_the_program() -> None:
    text = page("docs/architecture.md")
    kinds = {kind for name in list_variants() for kind in engine_for(load_variant(name)).event_kinds}
    assert sorted(kind for kind in kinds if f"`{kind}`" not in text) == []


def test_every_table_of_the_database_stands_in_the_page_on_the_program(tmp_path: Path) -> None:
    Store.open(tmp_path / "judge.db", create=True).close()
    text = page("docs/architecture.md")
    with sqlite3.connect(tmp_path / "judge.db") as db:
        names = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    own = {name for name in names if not name.startswith(("_", "sqlite_"))}
    assert len(own) > 5
    assert sorted(name for name in own if f"`{name}`" not in text) == []


def test_every_package_and_layer_stands_in_the_page_on_the_program() -> None:
    text = page("docs/architecture.md")
    parts = {
        path.name for path in (ROOT / "judge").iterdir() if path.is_dir() and (path / "__init__.py").exists()
    }
    assert sorted(name for name in parts if f"judge/{name}/" not in text) == []


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page(name)):
        if "://" not in target:
            assert (ROOT / name).parent.joinpath(target).exists(), target


@pytest.mark.parametrize("name", PAGES)
def test_files_that_a_page_names_are_there(name: str) -> None:
    for target in re.findall(
        r"`((?:judge|tests|tools|templates|variants|docs|grammar|cron)/[\w./-]+)`", page(name)
    ):
        if not re.search(r"[A-Z]{4}", target) or "README" in target or "SOURCES" in target:  # NNNN, NAME: any
            assert (ROOT / target).exists(), target


@pytest.mark.parametrize("name", PAGES)
def test_no_page_installs_the_program_of_that_name_from_the_public_index(name: str) -> None:
    """It is somebody else's: only a path, or the file of a wheel, is ours."""
    for block in blocks(page(name)):
        for line in block.text.splitlines():
            for _, target in re.findall(r"\b(pipx?) (?:install|upgrade)((?: [^\s#&|]+)*)", line):
                assert "judge" not in target.split(), line


def test_the_changelog_has_this_version() -> None:
    assert f"\n## {__version__} " in page("CHANGELOG.md")


def spoken(name: str) -> list[list[str]]:
    """Every `judge …` of a page: lines of its blocks, and spans of code."""
    text = page(name)
    found = [words for block in blocks(text) if block.kind in ("", "sh") for words in _lines(block.text)]
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    for span in re.findall(r"`([^`\n]+)`", outside):
        found += _lines(span)
    return found


def _lines(text: str) -> list[list[str]]:
    try:
        return [words for words in commands(text) if words[0] == "judge"]
    except ValueError:
        return [
            shlex.split(line, comments=True)
            for line in text.splitlines()
            if re.match(r"judge [^'\"]*$", line)
        ]


@pytest.mark.parametrize("name", PAGES)
def test_commands_and_options_that_a_page_names_are_there(name: str) -> None:
    for words in spoken(name):
        command: click.Command = cli
        known = {"--help", "--version"}
        for word in words[1:]:
            if (
                isinstance(command, click.Group)
                and re.fullmatch(r"[a-z-]+", word)
                and not word.startswith("-")
            ):
                found = command.get_command(click.Context(command), word)
                assert found is not None, words
                command = found
                known |= {
                    opt for option in options(command) for opt in (*option.opts, *option.secondary_opts)
                }
            elif word.startswith("--"):
                assert word.partition("=")[0].strip("[].…,;") in known, (word, words)


def test_a_command_that_is_not_there_is_noticed() -> None:
    """The test above can fail: what it looks for is found in a page."""
    assert ["judge", "variant", "check", "[NAME|DIR]…"] in [words[:4] for words in spoken("docs/variants.md")]
