"""Subsets of BIZ UDPGothic for the map pictures: what is on a Japanese keyboard, Latin, and every character of the game data.

    npm pack @expo-google-fonts/biz-udpgothic@0.4.2 && tar xf expo-google-fonts-biz-udpgothic-0.4.2.tgz
    python -m tools.map_build.fonts package

The results (judge/render/map/fonts/) are committed with the licence, so this is needed only when new characters come in.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "judge" / "render" / "map" / "fonts"
_FACES = {
    "BIZUDPGothic-Regular.ttf": "400Regular/BIZUDPGothic_400Regular.ttf",
    "BIZUDPGothic-Bold.ttf": "700Bold/BIZUDPGothic_700Bold.ttf",
}
_TEXT = {".csv", ".toml", ".txt", ".json", ".yaml", ".j2", ".lark"}


def _jis(first_row: int, last_row: int) -> set[str]:
    """Characters of these rows of JIS X 0208 (1-8 signs, kana, Latin; 16-47 kanji of level 1)."""
    found = set()
    for row in range(first_row, last_row + 1):
        for cell in range(1, 95):
            found.add(bytes([0xA0 + row, 0xA0 + cell]).decode("euc_jp", errors="ignore"))
    return found - {""}


def wanted() -> set[str]:
    """Every character the pictures may need."""
    letters = {chr(code) for code in range(0x20, 0x180) if not 0x7F <= code < 0xA0}
    data = {
        character
        for folder in ("variants", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in _TEXT and path.name not in {"map.json", "geometry.yaml"}
        for character in path.read_text("utf-8", errors="ignore")
        if character.isprintable()
    }
    return letters | data | _jis(1, 8) | _jis(16, 47) | set("–—‘’“”…−×△▲●○★☆→←")


def make(package: Path) -> None:
    """Write the two subset fonts and the licence text."""
    options = subset.Options()
    options.hinting = False
    options.drop_tables += ["meta", "DSIG"]
    options.layout_features = []
    options.notdef_outline = True
    options.recalc_timestamp = False
    for target, source in _FACES.items():
        font = TTFont(package / source, recalcTimestamp=False)
        chosen = subset.Subsetter(options)
        chosen.populate(text="".join(sorted(wanted())))
        chosen.subset(font)
        font.save(TARGET / target)
    shutil.copyfile(package / "LICENSE_FONT", TARGET / "OFL.txt")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
