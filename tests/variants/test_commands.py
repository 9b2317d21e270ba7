"""`judge variant new, check, test, draw` on a folder of one's own, and what an unknown command is answered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.app.variants import faults
from judge.cli.main import cli
from judge.errors import UsageError, VariantError
from judge.paths import data_dir
from judge.variants.load import list_variants

CASE = """
case 1 The guard holds
  Austria  A VIE - TYR  => bounces
  Italy    A VEN - TYR  => bounces
  after Austria: A VIE; Italy: A VEN
"""


def judge(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["variant", *map(str, words)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the standard game."""
    made = tmp_path / "mine"
    assert judge("new", made, "--from", "standard").exit_code == 0
    return made


def cases(folder: Path, text: str) -> None:
    """Give the folder this file of cases."""
    (folder / "cases").mkdir()
    (folder / "cases" / "own.txt").write_text(text, "utf-8")


def test_a_new_variant_is_sound_and_its_map_is_the_copied_ones(folder: Path) -> None:
    checked = judge("check", folder)
    assert (checked.exit_code, checked.output) == (0, "mine: no faults\n")
    tested = judge("test", folder)
    assert (tested.exit_code, tested.output) == (0, "mine: 0 cases, 3 games of chance: all is well\n")


def test_new_takes_no_name_of_a_variant_that_comes_with_the_program(tmp_path: Path) -> None:
    result = judge("new", tmp_path / "colonial")
    assert isinstance(result.exception, UsageError)
    assert "name another" in str(result.exception)


def test_a_case_that_comes_out_as_it_says_is_counted(folder: Path) -> None:
    cases(folder, CASE)
    result = judge("test", folder, "--games", "0")
    assert (result.exit_code, result.output) == (0, "mine: 1 case, 0 games of chance: all is well\n")


def test_a_case_that_comes_out_otherwise_is_named_with_file_and_line(folder: Path) -> None:
    cases(folder, CASE.replace("A VEN - TYR  => bounces", "A VEN - TYR  => moves"))
    result = judge("test", folder)
    assert result.exit_code == 1
    assert f"{folder}/cases/own.txt:4: ITALY A VEN - TYR: moves expected, got fails bounced" in result.output


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("Austria  A VIE", "Ostria  A VIE", "own.txt:3: no power OSTRIA"),
        ("A VIE - TYR", "A WIE - TYR", "own.txt:2: no such place: WIE"),
        ("=> bounces", "=> bounced", "unknown result 'bounced': write one of"),
        ("case 1 The guard holds", "", "own.txt:3: before the first case"),
        ("  after", "  rules retreat\n  after", "own.txt:5: rules retreat: write NAME=VALUE"),
    ],
)
def test_a_case_that_cannot_be_read_is_one_line(folder: Path, old: str, new: str, complaint: str) -> None:
    cases(folder, CASE.replace(old, new, 1))
    result = judge("test", folder)
    assert isinstance(result.exception, VariantError), result.output
    assert complaint in str(result.exception)


def test_a_drawn_map_that_lacks_a_province_is_a_fault(folder: Path) -> None:
    text = (folder / "provinces.csv").read_text("utf-8")
    (folder / "provinces.csv").write_text(text + "SWI,Switzerland,スイス,inland,,,\n", "utf-8")
    borders = folder / "borders.csv"
    borders.write_text(borders.read_text("utf-8") + "MUN,SWI,army,\n", "utf-8")
    result = judge("check", folder)
    assert result.exit_code == 1
    assert "map.json: has no place for SWI" in result.output
    (folder / "map.json").unlink()
    assert judge("check", folder).exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "where", "words"),
    [
        ('"lakes": [],', '"lakes": [,', '"lakes"', "is not valid JSON: Expecting value (column 11)"),
        ('"AEG": [898.4,994.9],', '"AEG": [898.4,994.9]', '"ALB": [', "is not valid JSON: Expecting ',' delimiter"),
        ("[1400, 1200]", '[1400, "x"]', '"frame"', "Expected `int`, got `str`"),
        ('"AEG": [898.4,994.9]', '"AEG": [898.4]', '"AEG": [898.4', "Expected `array` of length 2, got 1"),
        ('"bridges": []', '"bridges": [{"between": ["APU", "ALB"],\n "line": 3}]', '"line": 3', "Expected `array`, got `int`"),
        ('"units": {', '"unist": {', "{", "missing required field `units`"),
    ],
)  # fmt: skip
def test_a_broken_drawn_map_is_named_with_its_line(
    folder: Path, old: str, new: str, where: str, words: str
) -> None:
    path = folder / "map.json"
    assert old in path.read_text("utf-8")
    text = path.read_text("utf-8").replace(old, new, 1)
    path.write_text(text, "utf-8")
    line = text[: text.index(where)].count("\n") + 1
    result = judge("check", folder)
    assert result.exit_code == 1
    (said, count) = result.output.splitlines()
    assert said.startswith(f"{folder}/map.json:{line}: ")
    assert words in said
    assert count == "mine: 1 fault"


def test_an_outline_that_is_none_is_named_with_its_line(folder: Path) -> None:
    path = folder / "map.json"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.lstrip().startswith('"YOR": "M'))
    lines[at] = lines[at].replace('"M', '"MX', 1)
    path.write_text("".join(lines), "utf-8")
    result = judge("check", folder)
    assert f"{folder}/map.json:{at + 1}: the outline of YOR cannot be read" in result.output


def test_a_drawn_map_in_another_encoding_is_named_with_its_line(folder: Path) -> None:
    path = folder / "map.json"
    path.write_bytes(
        path.read_bytes().replace(b'"source": "made', '"source":\n "日本 made'.encode("cp932"), 1)
    )
    assert f"{folder}/map.json:3: is not UTF-8" in judge("check", folder).output


@pytest.mark.pictures
def test_draw_writes_a_picture_named_after_the_variant(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    result = judge("draw", folder, "--lang", "ja", "-o", "start.svg")
    assert result.exit_code == 0, result.output
    assert "ミュンヘン" in Path("start.svg").read_text("utf-8")
    assert judge("draw", folder).exit_code == 0
    assert Path("mine.png").read_bytes().startswith(b"\x89PNG")


def test_every_variant_passes_its_own_cases() -> None:
    result = judge("test", "--games", "0")
    assert result.exit_code == 0, result.output
    for game in list_variants():
        assert f"{game}: 0 cases" not in result.output


def test_the_korean_war_is_drawn_on_its_hexes(tmp_path: Path) -> None:
    assert judge("draw", "korea", "--lang", "ja", "-o", tmp_path / "start.svg").exit_code == 0
    assert "釜山" in (tmp_path / "start.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["tikc"], "No such command 'tikc': did you mean tick?"),
        (["variant", "chekc"], "No such command 'chekc': did you mean check?"),
        (["game", "strat"], "No such command 'strat': did you mean start?"),
        (["zzzz"], "No such command 'zzzz': there are adjudicate, "),
    ],
)
def test_an_unknown_command_is_answered_with_the_nearest(words: list[str], answer: str) -> None:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 2
    assert answer in result.output


@pytest.mark.parametrize(
    ("setting", "line"),
    [('engine = "chess"', 2), ('railway = "sideways"', 97)],
    ids=["engine", "rule option"],
)
def test_what_an_engine_refuses_is_named_with_its_line(tmp_path: Path, setting: str, line: int) -> None:
    """Issue 2, point 2: `judge variant check` names file and line of any fault."""
    folder = tmp_path / "mine"
    shutil.copytree(data_dir("variants") / "colonial", folder)
    path = folder / "variant.toml"
    lines = path.read_text("utf-8").splitlines()
    lines[line - 1] = setting
    path.write_text("\n".join(lines) + "\n", "utf-8")
    [fault] = faults(folder)
    assert fault.startswith(f"variant.toml:{line}: ")
