"""`judge adjudicate` as a filter: every line is answered, whatever it holds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli.adjudicate import adjudicate

GOOD = '{"name":"S1901M","state":{"units":{"FRANCE":["A PAR"]}},"orders":{"FRANCE":["A PAR - BUR"]}}'


def answers(*lines: bytes | str) -> tuple[int, list[Any]]:
    """Exit status and the answers, one a line."""
    data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    result = CliRunner().invoke(adjudicate, ["standard"], input=data, standalone_mode=False)
    assert result.exception is None, result.exception
    return int(result.return_value or 0), [json.loads(line) for line in result.output.splitlines()]


def test_a_phase_comes_back_with_results_and_the_next_position() -> None:
    status, (answer,) = answers(GOOD)
    assert status == 0
    assert answer["results"]["A PAR"]["verdict"] == "succeeds"
    assert answer["next"]["name"] == "F1901M"
    assert answer["next"]["state"]["units"]["FRANCE"] == ["A BUR"]


@pytest.mark.parametrize(
    "bad",
    [
        b"nonsense",
        b"\xff\xfe",
        b"[1, 2]",
        b'"text"',
        b'{"name":"S1901M"}',
        b'{"name":"X","state":{"units":{}}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":[1]}}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":["F PAR"]}}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":["A PAR","A PAR"]}}}',
        b'{"name":"S1901M","state":{"units":{"NOBODY":["A PAR"]}}}',
        b'{"name":"S1901M","state":{"centers":{"FRANCE":["GAS"]}}}',
        b'{"name":"S1901M","state":{"units":{"FRANCE":["A PAR"]}},"orders":{"FRANCE":["A PAR \\ud800"]}}',
        b'{"name":"S1901M","state":{"units":{}},"orders":{"FRANCE":"A PAR H"}}',
        b'{"name":NaN,"state":{"units":{}}}',
        b"[" * 100_000,
        b'{"a":' * 5000,
    ],
    ids=range(16),
)
def test_a_bad_line_is_reported_with_its_number_and_passed_over(bad: bytes) -> None:
    status, (first, error, last) = answers(GOOD, bad, GOOD)
    assert status == 1
    assert error["error"].startswith("line 2: ")
    assert first == last


def test_blank_lines_and_a_byte_order_mark_are_no_faults() -> None:
    status, found = answers(b"\xef\xbb\xbf" + GOOD.encode(), "", "   ", GOOD)
    assert status == 0
    assert found[0] == found[1]


def test_what_else_a_line_holds_is_handed_back() -> None:
    _, (answer,) = answers(
        GOOD.replace('"name"', '"note":{"big":123456789012345678901234567890,"日本":[]},"name"')
    )
    assert answer["note"] == {"big": 123456789012345678901234567890, "日本": []}
