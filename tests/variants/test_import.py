"""`judge variant import`: boards in the `.map` layout. Our own boards, written in that layout by the test, come back the same."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import cli
from judge.errors import UsageError, VariantError
from judge.variants.check import check_variant
from judge.variants.load import load_variant
from judge.variants.map_import import import_map
from judge.variants.map_text import read_map
from judge.variants.model import Variant

Links = set[tuple[str, str, str]]

ISLES = """
# A board of our own that uses every kind of line.
BEGIN SPRING 1850 MOVEMENT
VICTORY 3
REDLAND (REDDISH) RED
F RED/EC
NEW-BLUE (BLUE:U) BLU
A BLU
UNOWNED ISL COP

Red Town (east coast) = red/ec rd/ec
Red Town (west coast) = red/wc
Red Town     = red rd red+city
Blue Burgh   = blu
Port Isle    = isl isles bay?
Copper       = cop
Sound        = sou
Peaks        = pks

WATER SOU ABUTS RED/EC BLU ISL
COAST RED/EC ABUTS SOU BLU
COAST RED/WC ABUTS SOU
COAST red ABUTS BLU PKS
COAST BLU ABUTS SOU RED/EC RED COP Isl PKS
PORT  ISL ABUTS SOU Blu
LAND  COP ABUTS BLU
SHUT  PKS ABUTS RED BLU
AMEND SOU ABUTS RED/WC
"""


def judge(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["variant", *map(str, words)])


def links(variant: Variant) -> Links:
    """Every way, by kind of unit, in one direction."""
    found: Links = set()
    for border in variant.borders:
        a, b = sorted((border.a, border.b))
        found |= {(kind, a, b) for kind, goes in (("A", border.army), ("F", border.fleet)) if goes}
    return found


def as_map(variant: Variant) -> str:
    """A variant in the `.map` layout: army ways in small letters, fleet ways with a capital, both in capitals."""
    lines = [f"BEGIN SPRING {variant.calendar.start_year} MOVEMENT", f"VICTORY {variant.victory}"]
    for power in variant.powers:
        lines.append(f"{power.id} ({power.aliases[0]}) {' '.join(power.homes)}")
        lines += [f"{unit.kind} {unit.location}" for unit in variant.start_units if unit.power == power.id]
        lines.append(f"CENTERS {' '.join(variant.start_centres[power.id])}")
    lines.append(f"UNOWNED {' '.join(p.id for p in variant.provinces if p.centre)}")
    near: dict[str, set[str]] = defaultdict(set)
    for kind, a, b in links(variant):
        for here, there in ((a, b), (b, a)):
            near[here].add(there.lower() if kind == "A" else there[0] + there[1:].lower())
    words = {"sea": "WATER", "inland": "LAND", "coastal": "COAST"}
    for province in variant.provinces:
        lines.append(f"{province.names['en'][0]} = {province.id.lower()}")
        for coast in province.coasts:
            place = f"{province.id}/{coast}"
            lines.append(f"COAST {place} ABUTS {' '.join(sorted(near[place]))}")
        whole = province.id.lower() if province.coasts else province.id
        lines.append(f"{words[province.kind]} {whole} ABUTS {' '.join(sorted(near[province.id]))}")
    return "\n".join(lines) + "\n"


def imported(folder: Path, text: str, name: str = "isles") -> tuple[Variant, str]:
    """The variant that this text makes, and what the command said."""
    (folder / f"{name}.map").write_text(text, "utf-8")
    result = judge("import", folder / f"{name}.map", folder / name)
    assert result.exception is None, result.output
    return load_variant(folder / name), result.output


@pytest.mark.parametrize("name", ["standard", "colonial"])
def test_a_board_written_as_a_map_comes_back_the_same(name: str, tmp_path: Path) -> None:
    original = load_variant(name)
    copy, said = imported(tmp_path, as_map(original), f"my_{name}")
    assert "no faults" in said

    def board(variant: Variant) -> list[tuple[object, ...]]:
        return sorted((p.id, p.names["en"][0], p.kind, p.centre, sorted(p.coasts)) for p in variant.provinces)

    assert board(copy) == board(original)
    assert links(copy) == links(original)
    assert set(copy.start_units) == set(original.start_units)
    assert {p.id: sorted(p.homes) for p in copy.powers} == {p.id: sorted(p.homes) for p in original.powers}
    assert {k: sorted(v) for k, v in copy.start_centres.items()} == {
        k: sorted(v) for k, v in original.start_centres.items()
    }
    assert (copy.victory, copy.calendar.start_year) == (original.victory, original.calendar.start_year)


def test_every_kind_of_line_is_understood(tmp_path: Path) -> None:
    made, said = imported(tmp_path, ISLES)
    assert {(p.id, p.kind, p.centre, p.coasts) for p in made.provinces} == {
        ("BLU", "coastal", True, ()), ("COP", "inland", True, ()), ("ISL", "coastal", True, ()),
        ("RED", "coastal", True, ("EC", "WC")), ("SOU", "sea", False, ()),
    }  # fmt: skip
    assert links(made) == {
        ("F", "RED/EC", "SOU"), ("F", "RED/WC", "SOU"), ("F", "BLU", "SOU"), ("F", "ISL", "SOU"),
        ("F", "BLU", "RED/EC"), ("F", "BLU", "ISL"), ("A", "BLU", "RED"), ("A", "BLU", "COP"),
    }  # fmt: skip
    assert made.province("RED").aliases == ("rd", "red city")
    assert [(p.id, p.names["en"], p.aliases, p.mark["en"]) for p in made.powers] == [
        ("REDLAND", ("Redland",), ("Reddish",), "R"), ("NEW_BLUE", ("New Blue",), ("Blue",), "U"),
    ]  # fmt: skip
    assert (made.victory, made.calendar.start_year, made.names["en"]) == (3, 1850, ("Isles",))
    assert [(s.kind, s.values["province"]) for s in made.specials] == [("island_passage", "ISL")]
    assert "Closed to every unit and left out: PKS." in said
    assert "unclear are left out; put them under [ambiguous]: bay" in said
    assert said.count("note:") == (tmp_path / "isles" / "SOURCES.md").read_text("utf-8").count("\n- ")


def test_a_map_that_builds_on_another_changes_only_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "isles.map").write_text(ISLES, "utf-8")
    more = "MAP isles\nUNPLAYED REDLAND\nGREEN (GREENISH) COP ISL\nA COP\nF ISL\nRULE BUILD_ANY NO_PRESS\nDROP red\n"
    made, said = imported(tmp_path, more, "more")
    assert [p.id for p in made.powers] == ["NEW_BLUE", "GREEN"]
    assert "RED" not in {p.id for p in made.provinces}
    assert {(u.power, u.kind, u.location) for u in made.start_units} == {
        ("NEW_BLUE", "A", "BLU"), ("GREEN", "A", "COP"), ("GREEN", "F", "ISL"),
    }  # fmt: skip
    assert made.rules["build_places"] == "any"
    assert "The file's rule NO_PRESS has no counterpart here." in said


def test_fleets_on_a_river_are_noted_and_a_coast_without_water_is_inland(tmp_path: Path) -> None:
    text = ISLES + "COAST UPR ABUTS BLU\nAMEND BLU ABUTS UPR\nCOAST DRY ABUTS cop\nAMEND COP ABUTS DRY\n"
    made, said = imported(tmp_path, text)
    assert ("F", "BLU", "UPR") in links(made)
    assert "Fleets go from land to land without a common sea: BLU-UPR; noted as river." in said
    assert made.province("DRY").kind == "inland"


def test_two_things_of_one_name_are_told_apart(tmp_path: Path) -> None:
    made, said = imported(tmp_path, ISLES.replace("Copper  ", "Redland ").replace("isl isles", "isl blu"))
    assert made.province("COP").names["en"] == ("Redland province",)
    assert "the province COP is called “Redland province”" in said
    assert "The spelling “blu” of ISL is left out: BLU has it." in said


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("VICTORY 3", "VICTORY three", "isles.map:4: VICTORY needs a number of centres"),
        ("REDLAND (REDDISH) RED\n", "", "isles.map:5: a unit belongs to a power"),
        ("PORT  ISL ABUTS", "PORT  ISL TOUCHES", "isles.map:25: write “PORT ISL ABUTS …”"),
        ("SHUT  PKS ABUTS RED BLU", "UNPLAYED GREEN", "isles.map:27: no power GREEN so far"),
        ("VICTORY 3", "MAP nowhere", "nowhere.map: No such file"),
        ("VICTORY 3", "MAP isles", "isles.map: names itself again"),
    ],
)
def test_a_line_that_is_not_readable_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    (tmp_path / "isles.map").write_text(ISLES.replace(old, new), "utf-8")
    result = judge("import", tmp_path / "isles.map", tmp_path / "made")
    assert isinstance(result.exception, VariantError), result.output
    assert complaint in str(result.exception)
    assert not (tmp_path / "made").exists()


def test_something_else_than_a_map_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.map").write_text("FRANCE (FRENCH) PAR\n", "utf-8")
    result = judge("import", tmp_path / "notes.map", tmp_path / "made")
    assert "this is no .map file" in str(result.exception)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    imported(tmp_path, ISLES)
    again = judge("import", tmp_path / "isles.map", tmp_path / "isles")
    assert isinstance(again.exception, UsageError)


def test_an_imported_board_is_played_by_chance(tmp_path: Path) -> None:
    imported(tmp_path, ISLES)
    result = judge("test", tmp_path / "isles")
    assert result.exit_code == 0, result.output


def spoilt(rng: Random) -> str:
    """The map with lines cut, doubled, shuffled, or with a word too many."""
    words = (
        "COAST",
        "AMEND",
        "=",
        "ABUTS",
        "->",
        "(",
        "RED",
        "/",
        "-",
        "A",
        "F",
        "UNPLAYED",
        "ALL",
        "OWNS",
        "é",
        "SHUT",
        "?",
    )
    lines = ISLES.splitlines()
    for _ in range(rng.randint(1, 5)):
        at, what = rng.randrange(len(lines)), rng.randrange(4)
        if what == 0:
            lines.pop(at)
        elif what == 1:
            lines.insert(at, rng.choice(lines))
        elif what == 2:
            part = lines[at : at + 6]
            rng.shuffle(part)
            lines[at : at + 6] = part
        else:
            line = lines[at].split()
            line.insert(rng.randint(0, len(line)), rng.choice(words))
            lines[at] = " ".join(line)
    return "\n".join(lines)


def test_no_file_whatever_breaks_the_import(tmp_path: Path) -> None:
    """A folder comes out, whose faults can be named, or one line that says what is wrong."""
    rng = Random(1)
    path, folder = tmp_path / "broken.map", tmp_path / "broken"
    folder.mkdir()
    refused = []
    for _ in range(300):
        path.write_text(spoilt(rng), "utf-8")
        try:
            made = import_map(read_map(path), "broken", "broken.map")
        except VariantError as error:
            refused.append(str(error))
            continue
        for name, text in made.files.items():
            (folder / name).write_text(text, "utf-8")
        check_variant(folder)
    assert 20 < len(refused) < 280
    assert all("broken.map" in line for line in refused)
