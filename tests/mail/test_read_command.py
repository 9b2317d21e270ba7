"""`judge read` (contract: design part 4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli.main import cli

MAILS = Path(__file__).resolve().parents[1] / "mails"
DEMO = Path(__file__).resolve().parents[2] / "variants" / "colonial" / "demo"


def run(*arguments: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(cli, ["read", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


def test_orders_of_a_mail_come_out_in_canonical_text() -> None:
    (mail,) = run(str(DEMO / "turn1" / "03-japan.eml"), "--variant", "colonial", "--power", "日本")
    assert mail["verdict"] == "orders"
    assert mail["from"] == "japan@players.example"
    assert mail["orders"] == ["F OTA - SAK", "F TOK - OS", "F KYU - UP", "A KYO H"]
    assert mail["problems"] == []


def test_a_misspelt_region_is_a_problem_with_line_and_suggestion() -> None:
    (mail,) = run(str(DEMO / "turn1" / "05-holland.eml"), "--variant", "colonial", "--power", "HOLLAND")
    assert [(each["line"], each["kind"], each["suggestions"]) for each in mail["problems"]] == [
        (1, "unknown_region", ["SAR"])
    ]
    assert mail["orders"] == ["F JAVA - TS", "F SUM - EIO"]


@pytest.mark.parametrize(
    ("folder", "name", "orders"),
    [
        ("turn2-retreats", "01-china", ["A SEO R FUS"]),
        ("turn2-adjustments", "04-china", ["A MAC B", "A PEK B", "F SHA B", "WAIVE"]),
        ("turn2-adjustments", "02-france", ["A CAM D"]),
    ],
)
def test_retreats_and_builds_are_read_as_such(folder: str, name: str, orders: list[str]) -> None:
    (mail,) = run(str(DEMO / folder / f"{name}.eml"), "--variant", "colonial")
    assert mail["orders"] == orders


def test_a_mail_of_commands_only(tmp_path: Path) -> None:
    path = tmp_path / "help.eml"
    path.write_bytes(
        "From: a@players.example\nContent-Type: text/plain; charset=utf-8\n\nヘルプ\nREADY\n".encode()
    )
    (mail,) = run(str(path), "--variant", "colonial")
    assert mail["verdict"] == "commands"
    assert [each["name"] for each in mail["commands"]] == ["HELP", "READY"]


def test_every_verdict_of_the_contract_and_one_line_a_file() -> None:
    paths = sorted(MAILS.glob("*.eml"))
    mails = run(*map(str, paths))
    assert len(mails) == len(paths)
    assert {each["verdict"] for each in mails} >= {"orders", "empty", "robot", "bounce", "unreadable"}
    contract = {"file", "verdict", "from", "subject", "text", "orders", "commands", "problems"}
    assert all(contract <= each.keys() for each in mails)


def test_a_power_without_a_variant_is_wrong_usage() -> None:
    assert (
        CliRunner()
        .invoke(cli, ["read", str(MAILS / "0001-becky-iso-2022-jp.eml"), "--power", "CHINA"])
        .exit_code
        == 2
    )
