"""What every command promises the program or shell that calls it: exit status, one line of error, clean JSON (docs/commands.md)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PHASE = '{"name":"S1901M","state":{"units":{"FRANCE":["A PAR"]},"centers":{}},"orders":{}}\n'
JUDGE = f"{sys.executable} -m judge"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line for the shell, run from another directory than the program's."""
    return subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "foo",
        "adjudicate",
        "adjudicate standard --bad",
        "parse standard --phase Z",
        "read /nowhere.eml",
        "tick --now never",
        "game show",
        "variant test --games many",
    ],
)
def test_wrong_usage_is_one_line_that_names_the_help(arguments: str) -> None:
    done = shell(f"{JUDGE} {arguments} </dev/null")
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert line.startswith("judge: ")
    assert "--help`)" in line


@pytest.mark.parametrize("arguments", ["adjudicate standard", "parse standard", "variant list"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_nothing_to_read_and_nowhere_to_write(arguments: str, closed: str) -> None:
    done = shell(f"{JUDGE} {arguments} {closed}", JUDGE_DEBUG="1")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", ["adjudicate standard", "parse standard"])
def test_a_reader_that_has_enough_is_no_trouble(arguments: str) -> None:
    done = shell(f"yes '{PHASE.strip()}' | {JUDGE} {arguments} | head -1 >/dev/null; echo ${{PIPESTATUS[1]}}")
    assert (done.stdout, done.stderr) == (b"0\n", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full here")
@pytest.mark.parametrize("arguments", ["adjudicate standard", "parse standard", "variant list", "--help"])
def test_output_that_cannot_be_written_is_one_line_and_status_1(arguments: str) -> None:
    done = shell(f"{JUDGE} {arguments} <<< '{PHASE.strip()}' >/dev/full")
    assert done.returncode == 1
    assert done.stderr == b"judge: No space left on device\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp932:strict", "utf-16"])
def test_json_is_utf_8_whatever_the_terminal_writes(encoding: str, tmp_path: Path) -> None:
    """RFC 8259, section 8.1."""
    mail = tmp_path / "m.eml"
    mail.write_text(
        "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\nパリ → ブルゴーニュ é 😀\n", "utf-8"
    )
    done = shell(f"{JUDGE} read {mail}", PYTHONIOENCODING=encoding, LC_ALL="C")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["text"] == "パリ → ブルゴーニュ é 😀"


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252:strict"])
def test_letters_the_terminal_has_not_are_escaped(encoding: str) -> None:
    done = shell(f"{JUDGE} variant list", PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert b"\\u30c7" in done.stdout


def test_a_byte_order_mark_is_no_part_of_the_first_order() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "judge", "parse", "standard"],
        input=b"\xef\xbb\xbfA PAR - BUR\r\nA MAR H\r\n",
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    assert [json.loads(line)["line"] for line in done.stdout.splitlines()] == ["A PAR - BUR", "A MAR H"]
