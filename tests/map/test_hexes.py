"""The board of the Korean War as a picture: the start and a busy turn, in both languages."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.chance import SeededChance
from judge.engines import engine_for
from judge.render.map.hexes import draw_hexes
from judge.variants.load import load_variant

GOLDEN = Path(__file__).parent / "golden_hexes.json"
VARIANT = load_variant("korea")
BOARD = [
    *(["0103", chit, "EAST"] for chit in ("NK1", "NK2", "NK3", "NK4", "NK5")),
    ["0204", "DS1", "EAST"],
    ["0205", "UN2", "WEST"],
    ["0304", "UN5", "WEST"],
    ["0407", "DS3", "WEST"],
]
BUSY: dict[str, Any] = {
    "board": BOARD,
    "hands": {"EAST": ["CC1", "CC2"], "WEST": []},
    "bases": {"EAST": ["0103", "0204"], "WEST": ["0205", "0304"]},
    "cup": ["UN3", "UN4", "EV"],
    "aside": ["DS2"],
    "gone": ["CA1"],
    "turn": 2,
    "events": 2,
    "supply_out": True,
}


def view(name: str) -> dict[str, Any]:
    """The start of a game, or the busy turn."""
    engine = engine_for(VARIANT)
    start = dict(engine.view(engine.start(SeededChance(b"start")).position, None))
    return start if name == "start" else start | BUSY


def picture(name: str, language: str) -> str:
    return draw_hexes(VARIANT, view(name), language=language, title=f"{name} & more")


def digests() -> dict[str, str]:
    """SHA-256 of every picture; `python -m tests.map.golden` writes them after the pictures were looked at."""
    pictures = {
        f"{name}.{language}": picture(name, language)
        for name in ("start", "busy")
        for language in ("en", "ja")
    }
    return {key: hashlib.sha256(svg.encode()).hexdigest()[:16] for key, svg in pictures.items()}


def test_a_picture_is_the_one_that_was_looked_at() -> None:
    assert digests() == json.loads(GOLDEN.read_text("utf-8")), "look at it, then python -m tests.map.golden"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_chit_and_hex_is_there(language: str) -> None:
    root = ElementTree.fromstring(picture("busy", language))
    written = [(element.text or "") for element in root.iter() if element.tag.endswith("text")]
    for _, chit, _ in BOARD:
        assert written.count(chit) == 1
    for province in VARIANT.provinces:
        assert province.names[language][0] in written
    aside = "\n".join(written)
    for chit in ("CC1", "CC2", "UN3", "DS2", "CA1"):
        assert chit in aside


def test_a_chit_that_is_cut_off_is_marked() -> None:
    """Pusan has no base in the busy turn: the edge of its chit is dashed; without bases known, none is."""
    assert (
        picture("busy", "en").count("stroke-dasharray")
        == picture("start", "en").count("stroke-dasharray") + 1
    )
