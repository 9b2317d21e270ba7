"""`judge adjudicate`: the contract for other programs, line by line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def run(text: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command with this standard input."""
    return subprocess.run(
        [sys.executable, "-m", "judge", "adjudicate", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )


def answers(*phases: dict[str, Any], variant: str = "standard", rules: tuple[str, ...] = ()) -> list[Any]:
    """The answers to these phases."""
    text = "".join(json.dumps(phase, ensure_ascii=False) + "\n" for phase in phases)
    done = run(text, variant, *(f"--rule={rule}" for rule in rules))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_movement_phase_comes_back_with_results_and_what_follows() -> None:
    phase = {
        "name": "S1901M",
        "state": {
            "units": {"FRANCE": ["A PAR", "A MUN"], "ITALY": ["A BUR"]},
            "centers": {"FRANCE": ["PAR"], "ITALY": ["ROM"]},
        },
        "orders": {"FRANCE": ["A PAR - BUR", "A MUN S A PAR - BUR"]},
    }
    [answer] = answers(phase)
    assert {key: answer[key] for key in phase} == phase
    results = answer["results"]
    assert (results["A PAR"]["verdict"], results["A PAR"]["reason"]) == ("succeeds", "")
    assert results["A MUN"]["verdict"] == "succeeds"
    assert results["A BUR"] == {"order": "A BUR H", "verdict": "succeeds", "reason": "no_order", "by": []}
    following = answer["next"]
    assert following["name"] == "S1901R"
    assert following["state"]["units"]["ITALY"] == ["*A BUR"]
    assert following["state"]["units"]["FRANCE"] == ["A BUR", "A MUN"]
    assert following["state"]["retreats"] == {"ITALY": {"A BUR": ["BEL", "GAS", "MAR", "PIC", "RUH"]}}


def test_the_answer_is_the_next_question() -> None:
    """A whole year, each state fed back: movement, retreat, empty fall, adjustments, spring."""
    state: dict[str, Any] = {
        "units": {"FRANCE": ["A PAR", "A MUN"], "ITALY": ["A BUR"]},
        "centers": {"FRANCE": ["PAR", "MUN"], "ITALY": ["ROM"]},
    }
    names = []
    line: dict[str, Any] = {
        "name": "S1901M", "state": state, "orders": {"FRANCE": ["A PAR - BUR", "A MUN S A PAR - BUR"]}
    }  # fmt: skip
    orders: dict[str, Any] = {
        "S1901R": {"ITALY": ["A BUR R BEL"]},
        "W1901A": {"ITALY": ["A ROM B"], "FRANCE": ["WAIVE"]},
    }
    for _ in range(4):
        [answer] = answers(line)
        line = dict(answer["next"])
        names.append(line["name"])
        line["orders"] = orders.get(line["name"], {})
    assert names == ["S1901R", "F1901M", "W1901A", "S1902M"]
    assert line["state"]["units"]["ITALY"] == ["A BEL", "A ROM"]
    assert line["state"]["centers"]["ITALY"] == ["BEL", "ROM"]


def test_too_few_disbands_follow_civil_disorder() -> None:
    """DATC 6.J.4."""
    phase = {
        "name": "W1901A",
        "state": {"units": {"RUSSIA": ["A LVN", "A UKR"]}, "centers": {"RUSSIA": ["MOS"]}},
        "orders": {},
    }
    [answer] = answers(phase)
    assert answer["next"]["state"]["units"]["RUSSIA"] == ["A UKR"]
    assert answer["civil_disorder"] == [{"power": "RUSSIA", "unit": "A LVN"}]


def test_bad_lines_are_reported_and_passed_over() -> None:
    good = json.dumps({"name": "S1901M", "state": {"units": {"FRANCE": ["A PAR"]}}})
    bad = [
        b"nonsense",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"name":"S1901M"}',
        b'{"name":"X1901M","state":{}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":["A ENG"]}}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":["A PAR","A PAR"]}}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":["F STP"]}}}',
        b'{"name":"S1901M","state":{"units":{"PRUSSIA":["A BER"]}}}',
        b'{"name":"S1901M","state":{"units":{}},"orders":{"FRANCE":"A PAR - BUR"}}',
        b"[" * 100_000,
    ]
    done = run(b"\n".join([*bad, good.encode(), b""]), "standard")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert done.stderr == b""
    assert [set(line) for line in lines[:-1]] == [{"error"}] * len(bad)
    assert lines[-1]["results"]["A PAR"]["verdict"] == "succeeds"


def test_any_order_text_is_a_result_never_a_crash() -> None:
    orders = [
        "",
        "A",
        "A PAR",
        "A PAR - ",
        "A PAR S",
        "A PAR S A PAR S",
        "A PAR - BUR VIA VIA",
        "(",
        "WAIVE",
        "A PAR H (SC F",
        "ソウル",
    ]
    phase = {"name": "S1901M", "state": {"units": {"FRANCE": ["A PAR"]}}, "orders": {"FRANCE": orders}}
    [answer] = answers(phase)
    assert answer["results"]["A PAR"]["verdict"] == "void"
    assert answer["next"]["state"]["units"]["FRANCE"] == ["A PAR"]


def test_rules_are_options() -> None:
    phase = {
        "name": "S1870M",
        "state": {"units": {"TURKEY": ["A EGY", "F MED"]}},
        "orders": {"TURKEY": ["F MED - RS"]},
    }
    [explicit] = answers(phase, variant="colonial")
    [implied] = answers(phase, variant="colonial", rules=("suez=implied",))
    assert explicit["results"]["F MED"]["reason"] == "canal_no_permission"
    assert implied["results"]["F MED"]["verdict"] == "succeeds"


def test_wrong_usage_is_one_line_and_status_2() -> None:
    for arguments in (("standard", "--rule", "suez"), ("standard", "--rule", "suez=maybe"), ("marsian",)):
        done = run("", *arguments)
        assert done.returncode == 2
        assert done.stdout == b""
        assert len(done.stderr.splitlines()) == 1


def test_the_example_of_the_documentation_is_what_comes_out() -> None:
    text = (ROOT / "docs" / "rules" / "standard.md").read_text("utf-8")
    given, expected = (json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", text, re.S))
    [answer] = answers(given)
    assert answer["results"] == expected["results"]


def test_explain_is_for_people_in_both_languages() -> None:
    phase = {
        "name": "S1901M",
        "state": {"units": {"FRANCE": ["A PAR"], "ITALY": ["A MUN"]}},
        "orders": {"FRANCE": ["A PAR - BUR"], "ITALY": ["A MUN - BUR"]},
    }
    english = run(json.dumps(phase) + "\nnonsense\n", "standard", "--explain")
    assert english.returncode == 1
    lines = english.stdout.decode().splitlines()
    assert lines[0] == "S1901M"
    assert any("Paris" in line and "(1 to 1)" in line for line in lines)
    assert lines[-1].startswith("error: line 2:")
    japanese = run(json.dumps(phase), "standard", "--explain", "--lang", "ja").stdout.decode()
    assert "パリ" in japanese
    assert "1 対 1" in japanese


@pytest.mark.parametrize("variant", ["standard", "colonial", "coldwar"])
def test_the_next_state_has_all_three_parts_in_every_phase(variant: str) -> None:
    """The contract's layout: units, retreats, centers; a program need not ask which of them are there."""
    name = {"standard": "S1901M", "colonial": "S1870M", "coldwar": "Y1951M"}[variant]
    line: dict[str, Any] = {"name": name, "state": {"units": {}}}
    for _ in range(4):
        [answer] = answers(line, variant=variant)
        line = answer["next"]
        assert {"units", "retreats", "centers"} <= line["state"].keys()
        assert line["state"]["retreats"] == {}


@pytest.mark.parametrize(
    ("rule", "orders", "after"),
    [
        ("none", ["A BUR R GAS", "A BUR R RUH"], []),
        ("first", ["A BUR R GAS", "A BUR R RUH"], ["A GAS"]),
        ("last", ["A BUR R GAS", "A BUR R RUH"], ["A RUH"]),
        ("none", ["A BUR R GAS", "A BUR D"], []),
        ("first", ["A BUR R GAS", "A BUR D"], ["A GAS"]),
        ("none", ["A BUR R GAS", "A BUR - GAS"], ["A GAS"]),
        ("none", ["A BUR R GAS", "A BUR R PAR"], ["A GAS"]),
        ("last", ["A BUR R GAS", "A BUR R LON", "A BUR H"], ["A GAS"]),
    ],
)
def test_several_retreats_of_one_unit_follow_the_option_as_moves_do(
    rule: str, orders: list[str], after: list[str]
) -> None:
    """DATC 4.D.3: illegal orders never clash with a legal one; of several legal ones none, the first or the last counts."""
    phase = {
        "name": "S1901R",
        "state": {"units": {"FRANCE": ["*A BUR"]}, "retreats": {"FRANCE": {"A BUR": ["GAS", "RUH"]}}},
        "orders": {"FRANCE": orders},
    }
    [answer] = answers(phase, rules=(f"conflicting_orders={rule}",))
    assert answer["next"]["state"]["units"]["FRANCE"] == after
