"""docs/variants.md, followed to the letter: a game of five provinces and three powers, made and played by mail."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli.main import cli
from tests.docs import blocks, commands, judge, page, section

STEPS = section(page("docs/variants.md"), "## A small game, step by step")


def texts_to(address: str) -> list[str]:
    """Every mail that a player has, as text, in no order."""
    found = []
    for path in Path("games/mail/players", address, "new").iterdir():
        body = message_from_bytes(path.read_bytes(), policy=policy.default).get_body(("plain",))
        found.append(str(body.get_content()))
    return found


@pytest.mark.pictures
def test_the_page_makes_a_game_that_is_played_by_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = ""
    mails = 0
    for block in blocks(STEPS):
        if block.named:
            Path(block.named).parent.mkdir(exist_ok=True)
            Path(block.named).write_text(block.text, "utf-8")
        elif block.kind == "sh":
            said += "".join(judge(words).output for words in commands(block.text))
        else:
            assert block.kind == "mail"
            mails += 1
            Path("games/mail/judge/new", f"{mails}.mail").write_text(block.text, "utf-8")
    assert "strait: no faults\n" in said
    assert "strait: 1 case, 3 games of chance: all is well\n" in said
    assert Path("strait.png").read_bytes().startswith(b"\x89PNG")
    assert mails == 3
    assert "F1400M" in said
    assert "STR" in said
    for address, word in (("ann@example.org", "bounced"), ("chie@example.org", "ムーア")):
        everything = texts_to(address)
        assert len(everything) == 3  # the start, the answer, the results
        assert any(word in text for text in everything), everything


@pytest.fixture
def strait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's variant, and a judge."""
    monkeypatch.chdir(tmp_path)
    for block in blocks(STEPS):
        if block.named:
            Path(block.named).parent.mkdir(exist_ok=True)
            Path(block.named).write_text(block.text, "utf-8")
    judge(["judge", "init", "games", "--yes", "--address", "judge@example.org", "--gm", "gm@example.org"])
    return tmp_path / "strait"


def new_game(name: str, variant: str) -> str:
    """What `judge game new` complains of; "" when it is content."""
    result = CliRunner().invoke(cli, ["game", "new", name, "--variant", variant, "--dir", "games"])
    return str(result.exception or "")


def test_a_game_keeps_its_own_copy_of_the_folder(strait: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert new_game("first", "strait") == ""
    (strait / "provinces.csv").unlink()
    monkeypatch.chdir("/")
    shown = CliRunner().invoke(cli, ["game", "show", "first", "--dir", str(strait.parent / "games")])
    assert shown.exit_code == 0, shown.output
    assert "strait" in shown.output


def test_a_second_game_of_it_is_opened_by_its_name(strait: Path) -> None:
    assert new_game("first", str(strait)) == ""
    strait.rename(strait.parent / "elsewhere")
    assert new_game("second", "strait") == ""
    listed = CliRunner().invoke(cli, ["variant", "list", "--dir", "games"]).output
    assert "strait       The Strait / 海峡戦争: 3 powers, 5 provinces, 4 centres" in listed
    assert "standard, strait, or name a folder" in new_game("third", "straight")


def test_a_changed_folder_under_the_same_name_is_refused(strait: Path) -> None:
    assert new_game("first", "strait") == ""
    with (strait / "start.txt").open("a") as file:
        file.write("# changed\n")
    assert "is another variant of this name" in new_game("second", str(strait))


def test_a_faulty_folder_is_refused_with_its_first_fault(strait: Path) -> None:
    (strait / "start.txt").write_text("ASH: A HAV\nBIRCH: F MIL\nCEDAR: F MOO\n", "utf-8")
    assert "start.txt:3: F MOO: a fleet can't stand inland" in new_game("first", "strait")
    assert not Path("games/variants/strait").exists()


def test_a_variant_based_on_another_of_ones_own_brings_that_along(strait: Path) -> None:
    longer = strait.parent / "longer"
    longer.mkdir()
    (longer / "variant.toml").write_text(
        'based_on = "strait"\nvictory = 4\n[names]\nen = ["Longer"]\n', "utf-8"
    )
    assert new_game("first", "longer") == ""
    longer.rename(strait.parent / "gone")
    strait.rename(strait.parent / "gone too")
    shown = CliRunner().invoke(cli, ["game", "show", "first", "--dir", "games"])
    assert shown.exit_code == 0, shown.exception
