"""The shell commands of our pages are run as they stand: every block marked `sh`, in order, page by page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli.main import cli
from tests.docs import Block, blocks, commands, page

ANSWERS = "embedded\njudge@example.org\nyou@example.org\n\nen\nEurope/London\n"
NOT_OURS = ("pipx",)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home directory with nothing in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("JUDGE_DIR", raising=False)
    (tmp_path / ".judge-password").write_text("secret\n")
    (tmp_path / ".judge-password").chmod(0o600)
    return tmp_path


def run(home: Path, words: list[str]) -> str:
    """Run one command as a shell would; what it printed. Fails the test when it fails."""
    if words[0] in NOT_OURS:
        return ""
    assert words[0] == "judge", words
    words = [re.sub(r"^~", str(home), word) for word in words]
    given = ANSWERS if words[1] == "init" else None
    if "<" in words:
        given = (home / words[words.index("<") + 1]).read_text("utf-8")
        words = words[: words.index("<")]
    result = CliRunner().invoke(cli, words[1:], input=given)
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result.output


def run_page(home: Path, name: str, text: str = "") -> dict[str, str]:
    """Run every block marked `sh`; the output by command."""
    said = {}
    for block in blocks(text or page(name)):
        if block.kind == "sh":
            for words in commands(block.text):
                said[" ".join(words)] = run(home, words)
    assert said, name
    return said


def test_the_readme_sets_a_judge_up_and_opens_a_game(home: Path) -> None:
    said = run_page(home, "README.md")
    assert "FAIL" not in said["judge check --dir ~/judge"]
    assert "summer" in run(home, ["judge", "game", "list", "--dir", "~/judge"])


def test_the_game_masters_page(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(home, ["judge", "init", "site"])
    monkeypatch.setenv("JUDGE_DIR", str(home / "site"))
    said = run_page(home, "docs/gm.md")
    assert "S1870M" in said["judge game show col-1"]
    assert len(list((home / "site/mail/players").glob("*@example.org"))) >= 7


def test_the_page_of_who_runs_the_server(home: Path) -> None:
    run_page(home, "docs/operations.md")
    settings = (home / "judge2" / "judge.toml").read_text("utf-8")
    for line in ('host = "mail.example.org"', 'trusted_servers = ["mail.example.org"]', 'tls = "starttls"'):
        assert f"\n{line}\n" in settings
    assert (home / "judge" / "judge.before-restore.db").exists()


def test_the_page_on_running_by_itself(home: Path) -> None:
    run(home, ["judge", "init", "~/judge"])
    run_page(home, "cron/README.md")
    assert "--dir" in (home / "judge" / "cron" / "crontab").read_text("utf-8")


def test_the_example_of_the_rules_page_gives_what_it_shows(home: Path) -> None:
    given, shown = (b.text for b in blocks(page("docs/rules/standard.md")) if b.kind == "json")
    (home / "phase.jsonl").write_text(given, "utf-8")
    (output,) = run_page(home, "docs/rules/standard.md").values()
    answer = json.loads(output)
    assert answer["results"] == json.loads(shown)["results"]
    assert answer["next"]["name"] == "F1901M"  # nobody was dislodged


def test_every_page_that_marks_commands_is_run_by_a_test() -> None:
    run_here = {"README.md", "cron/README.md", "docs/gm.md", "docs/operations.md", "docs/rules/standard.md"}
    from tests.test_docs import PAGES

    marked = {name for name in PAGES if any(block.kind == "sh" for block in blocks(page(name)))}
    assert marked == {*run_here, "docs/variants.md"}  # that one: tests/variants/test_walkthrough.py


def test_a_failing_example_is_noticed(home: Path) -> None:
    assert isinstance(blocks("```sh\njudge tikc\n```\n")[0], Block)
    with pytest.raises(AssertionError, match="did you mean tick"):
        run_page(home, "", "```sh\njudge tikc\n```\n")
