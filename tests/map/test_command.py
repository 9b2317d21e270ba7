"""judge map as a user types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.chance import SeededChance
from judge.cli.main import cli
from judge.engines import engine_for
from judge.errors import UsageError
from judge.variants.load import load_variant

STATE = {
    "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A MUN"]},
    "centers": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN"]},
}
RESULT = {
    "name": "S1901M",
    "state": STATE,
    "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    "results": {
        "A PAR": {"verdict": "succeeds", "reason": "", "by": []},
        "A MAR": {"verdict": "succeeds", "reason": "", "by": []},
        "A MUN": {"verdict": "fails", "reason": "bounced", "by": ["A PAR"]},
    },
    "next": {"name": "S1901R", "state": {"units": {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["*A MUN"]}}},
}


def run(*words: str) -> None:
    """Run the command; its own errors come out as exceptions, which __main__ prints as one line."""
    CliRunner().invoke(cli, ["map", *words], catch_exceptions=False, standalone_mode=False)


def test_the_start_position_is_the_default(tmp_path: Path) -> None:
    out = tmp_path / "start.svg"
    run("standard", "-o", str(out))
    svg = out.read_text("utf-8")
    assert svg.startswith("<svg")
    assert svg.count('href="#army"') + svg.count('href="#fleet"') == 22 + 2  # 22 units, two in the key


def test_the_name_of_the_file_chooses_png(tmp_path: Path) -> None:
    out = tmp_path / "start.png"
    run("coldwar", "--lang", "ja", "--width", "400", "-o", str(out))
    assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("data", [STATE, {"name": "S1901M", "state": STATE}, RESULT])
def test_a_state_is_read_in_each_layout_of_the_contract(tmp_path: Path, data: dict[str, object]) -> None:
    state, out = tmp_path / "state.json", tmp_path / "out.svg"
    state.write_text(json.dumps(data), "utf-8")
    run("standard", "--state", str(state), "-o", str(out))
    svg = out.read_text("utf-8")
    assert (">bounced<" in svg) == ("results" in data)
    assert (">dislodged<" in svg) == ("next" in data)


def test_orders_are_drawn_over_the_position(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    run("standard", "--order", "A PAR - BUR", "--order", "A MUN - BUR", "-o", str(out))
    assert ">move<" in out.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "x.gif"], "must end in .svg or .png"),
        (["--order", "A XXX - BUR", "-o", "x.svg"], "no unit at XXX"),
        (["--order", "go north", "-o", "x.svg"], "not an order like"),
        (["--state", "missing.json", "-o", "x.svg"], "missing.json"),
        (["-o", "no-such-folder/x.svg"], "no-such-folder"),
    ],
)
def test_what_is_wrong_is_said_in_one_plain_line(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run("standard", *words)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "truncated"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `units`"),
        ('{"units": ["A PAR"]}', r"Expected `object`, got `array` - at `\$.units`"),
        ('{"state": {"units": {}}, "orders": {"FRANCE": 7}}', r"at `\$.orders"),
        ('{"units": {"MARS": []}}', "no power 'MARS'"),
        ('{"units": {"FRANCE": ["A XXX"]}}', "'A XXX' is no unit"),
        ('{"units": {"FRANCE": ["PAR"]}}', "'PAR' is no unit"),
    ],
)
def test_a_faulty_state_is_named(tmp_path: Path, text: str, message: str) -> None:
    state = tmp_path / "state.json"
    state.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=message):
        run("standard", "--state", str(state), "-o", str(tmp_path / "x.svg"))


def test_a_position_of_the_korean_war_is_drawn_as_it_is_exported(tmp_path: Path) -> None:
    """Contract: `judge map VARIANT [--state FILE]`, for every game."""
    engine = engine_for(load_variant("korea"))
    chance = SeededChance(b"map")
    position = engine.start(chance).position
    for _ in range(6):
        (owed, *_) = engine.phase(position).owed
        order = next(iter(engine.legal(position, owed.power).by_key.values()))[0]
        position = engine.adjudicate(position, {owed.power: [order]}, chance).position
    state = tmp_path / "phase.json"
    pictures = []
    for data in (engine.dump(position), {"name": "T1-7", "state": engine.dump(position)}):
        state.write_text(json.dumps(data), "utf-8-sig")
        run("korea", "--state", str(state), "-o", str(tmp_path / "x.svg"))
        pictures.append((tmp_path / "x.svg").read_text("utf-8"))
    run("korea", "-o", str(tmp_path / "x.svg"))
    assert pictures[0] == pictures[1] != (tmp_path / "x.svg").read_text("utf-8")


@pytest.mark.parametrize("text", [b"", b"{", b"{}", b"[]", b"\xff", b'{"state": 5}', b"[" * 200_000])
@pytest.mark.parametrize("variant", ["standard", "korea"])
def test_a_file_that_is_no_state_is_one_plain_line(tmp_path: Path, text: bytes, variant: str) -> None:
    state = tmp_path / "state.json"
    state.write_bytes(text)
    with pytest.raises(UsageError) as refused:
        run(variant, "--state", str(state), "-o", str(tmp_path / "x.svg"))
    assert len(str(refused.value).splitlines()) == 1


def test_a_state_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text('{"units": {"FRANCE": ["A PAR"]}}', "utf-8-sig")
    run("standard", "--state", str(state), "-o", str(tmp_path / "x.svg"))
