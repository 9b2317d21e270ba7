"""docs/rules/korea.md and docs/chance.md say what the program does."""

from __future__ import annotations

import hashlib
import hmac
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from judge.chance import SeededChance
from judge.engines import engine_for
from judge.errors import VariantError
from judge.korea.data import read_data
from judge.korea.rules import OPTIONS
from judge.variants.load import load_variant
from tests.korea.table import ENGINE

ROOT = Path(__file__).resolve().parents[2]
RULES = (ROOT / "docs" / "rules" / "korea.md").read_text("utf-8")
CHANCE = (ROOT / "docs" / "chance.md").read_text("utf-8")


def test_every_rule_option_is_in_the_docs() -> None:
    assert set(OPTIONS) <= set(re.findall(r"`(\w+)`", RULES))


def test_an_option_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(VariantError, match="no rule option 'suez'"):
        engine_for(load_variant("korea"), {"suez": True})


@pytest.mark.parametrize(("label", "sides", "outcome"), [("T1-1/die/1", 6, 3), ("start/draw/1", 19, 10)])
def test_the_one_liner_for_sceptics_gives_what_the_judge_rolled(label: str, sides: int, outcome: int) -> None:
    """The command of docs/chance.md, run as it stands there, with the seed of the demonstration game."""
    story = tomllib.loads((ROOT / "variants" / "korea" / "demo" / "story.toml").read_text("utf-8"))
    (script,) = re.findall(r'^python3 -c "(.*)" \$SEED', CHANCE, re.M)
    done = subprocess.run(
        [sys.executable, "-c", script, story["seed"], label, str(sides)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == outcome
    assert SeededChance(bytes.fromhex(story["seed"])).below(label, sides) == outcome
    assert f"{label} {sides}" in CHANCE


def test_the_openssl_line_is_the_same_hmac() -> None:
    (label,) = re.findall(r"printf %s '(\S+)' \| openssl", CHANCE)
    seed = re.findall(r"^SEED=(\w+)", CHANCE, re.M)[0]
    digest = hmac.new(bytes.fromhex(seed), label.encode(), hashlib.sha256).digest()
    assert int.from_bytes(digest, "big") % 6 == SeededChance(bytes.fromhex(seed)).below(
        label.removesuffix("/0"), 6
    )


def test_labels_are_never_used_twice_in_a_game() -> None:
    chance = SeededChance(b"labels")
    position = ENGINE.start(chance).position
    while ENGINE.outcome(position) is None:
        position = ENGINE.adjudicate(position, {}, chance).position
    labels = [draw.label for draw in chance.log]
    assert len(labels) == len(set(labels)) > 10


def test_another_map_is_a_folder_without_code(tmp_path: Path) -> None:
    """Only what differs: the East has to take Pusan itself, and the Taebaek range can be crossed."""
    folder = tmp_path / "pusan"
    folder.mkdir()
    (folder / "variant.toml").write_text(
        'based_on = "korea"\n[korea.victory.EAST]\nall_of = ["0407"]\nany_of = []\n'
        '[korea.map]\nforbidden = [["0104", "0205"], ["0203", "0302"]]\n',
        "utf-8",
    )
    data = read_data(load_variant(folder))
    assert data.goals["EAST"].all_of == ("0407",)
    assert "0405" in data.near["0305"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("[korea.map]\nsouth = []", "in no zone"),
        ('[korea.map]\nforbidden = [["0102", "0407"]]', "two hexes that touch"),
        ('[korea.entries]\ncommunist = ["9999"]', "no hex '9999'"),
        ("[korea.chits]\nsupply = []", "at least one chit"),
        ("[korea]\nturns = 0", "from 1 to 100"),
    ],
)
def test_a_faulty_map_is_named(tmp_path: Path, line: str, says: str) -> None:
    folder = tmp_path / "faulty"
    folder.mkdir()
    (folder / "variant.toml").write_text(f'based_on = "korea"\n{line}\n', "utf-8")
    with pytest.raises(VariantError, match=re.escape(says)):
        read_data(load_variant(folder))


def test_the_demonstration_plays_a_full_turn_and_is_verified(tmp_path: Path) -> None:
    from judge.app.demo import play
    from judge.app.replay import verify
    from judge.app.site import open_site

    story = "\n".join(play("korea", tmp_path / "demo"))
    assert "turn 2 begins" in story
    assert list((tmp_path / "demo" / "maps").glob("*-after-ja.png"))
    site = open_site(tmp_path / "demo")
    try:
        assert list(verify(site, "demo")) == []
    finally:
        site.close()
    mails = "\n".join(path.read_text("utf-8") for path in (tmp_path / "demo" / "readable").glob("*.txt"))
    assert "DS2 attacks Seoul (0205) (by plan): needs 4" in mails


def test_simulation_gives_the_same_table_for_the_same_seed_and_planners_need_few_exchanges() -> None:
    from judge.app.odds import frequencies, play

    variant = load_variant("korea")
    assert list(frequencies("korea", games=5)) == list(frequencies("korea", games=5))
    random = [play(variant, ENGINE, f"t/{n}", ("random", "random")).exchanges for n in range(6)]
    planned = [play(variant, ENGINE, f"t/{n}", ("planning", "planning")).exchanges for n in range(6)]
    assert max(planned) < 20 < sum(random) / len(random)


def test_simulation_of_another_family_counts_outcomes() -> None:
    from judge.app.odds import frequencies

    lines = list(frequencies("coldwar", games=2, players=("random",)))
    assert "2 games" in lines[0]
    assert lines[-1].startswith("exchanges a game")
