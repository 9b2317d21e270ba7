"""`judge variant check` names file and line of every fault of a folder and says what to do."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from judge.cli.variant import variant as command
from judge.errors import VariantError
from judge.paths import data_dir
from judge.variants.check import check_variant
from judge.variants.draft import Fault
from judge.variants.load import list_variants, load_variant

TOML, LANDS, LINKS, START = "variant.toml", "provinces.csv", "borders.csv", "start.txt"


def line_of(text: str, part: str) -> int:
    """The 1-based line on which `part` begins."""
    return text[: text.index(part)].count("\n") + 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sound copy of standard Diplomacy that a test may spoil."""
    return Path(shutil.copytree(data_dir("variants") / "standard", tmp_path / "mine"))


def spoil(folder: Path, file: str, old: str, new: str) -> str:
    """Replace one piece of a file; its new text."""
    text = (folder / file).read_text("utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {file}"
    text = text.replace(old, new, 1)
    (folder / file).write_text(text, "utf-8")
    return text


def with_words(faults: tuple[Fault, ...], words: str) -> list[Fault]:
    """The faults whose message has these words."""
    return [fault for fault in faults if words in fault.message]


@pytest.mark.parametrize("name", list_variants())
def test_every_variant_of_the_program_is_sound(name: str) -> None:
    assert check_variant(name) == ()


# what is spoilt, in which file: old text, new text, where the fault must be shown (None: at the new text), words of the message
BROKEN: dict[str, tuple[str, str, str, str | None, str]] = {
    "unknown province in a border": (LINKS, "ADR,ALB,fleet", "ADR,ALX,fleet", None, "no province 'ALX': did you mean ALB?"),
    "army at sea": (LINKS, "ADR,ALB,fleet", "ADR,ALB,both", None, "ADR is a sea, no army goes there"),
    "fleet inland": (LINKS, "BOH,GAL,army", "BOH,GAL,both", None, "BOH is inland, no fleet goes there"),
    "coast that is not there": (LINKS, "BAR,STP/NC,fleet", "BAR,STP/EC,fleet", None, "STP has no coast 'EC', its coasts are NC, SC"),
    "fleet border without the coast": (LINKS, "BAR,STP/NC,fleet", "BAR,STP,fleet", None, "a fleet needs to know the coast: write STP/NC"),
    "army border with a coast": (LINKS, "MOS,STP,army", "MOS,STP/NC,army", None, "armies have no coast"),
    "row of commas between the others": (LINKS, "MOS,STP,army,\n", "MOS,STP,army,\n,,,\n", ",,,\n", "is a row of empty cells: take it out"),
    "row of commas at the end": (LANDS, "YOR,", ",,,,,,\nYOR,", ",,,,,,\n", "is a row of empty cells"),
    "border with itself": (LINKS, "MOS,STP,army", "MOS,MOS,army", None, "borders on itself"),
    "unknown unit in a border": (LINKS, "MOS,STP,army", "MOS,STP,train", None, "by 'train' is unknown: write army, fleet or both"),
    "border twice": (LINKS, "ADR,ALB,fleet,\n", "ADR,ALB,fleet,\nADR,ALB,fleet,again\n", "ADR,ALB,fleet,again", "stands in line 2 already"),
    "border twice the other way round": (LINKS, "ADR,ALB,fleet,\n", "ADR,ALB,fleet,\nALB,ADR,fleet,\n", "ALB,ADR,fleet", "a row holds both ways, keep one"),
    "one-way border": (LINKS, "ADR,TRI,fleet,\n", "ADR,TRI,fleet,\nTRI,ALB,army,\n", "ALB,TRI,both", "one way only: ALB to TRI goes by both"),
    "fleet over land": (LINKS, "ANK,SMY,army", "ANK,SMY,both", None, "a fleet can't go from ANK to SMY: they touch no common sea"),
    "too few cells": (LINKS, "ADR,ALB,fleet,\n", "ADR,ALB\n", "ADR,ALB\n", "has 2 cells, the heading has 4"),
    "kind unknown": (LANDS, "GAL,Galicia;Galacia,ガリシア;ガリツィア,inland", "GAL,Galicia;Galacia,ガリシア;ガリツィア,land", None, "kind 'land' is unknown: write inland, coastal or sea"),
    "centre unknown": (LANDS, "BOH,Bohemia,ボヘミア;ベーメン,inland,,", "BOH,Bohemia,ボヘミア;ベーメン,inland,perhaps,", None, "centre 'perhaps' is unknown"),
    "no English name": (LANDS, "PAR,Paris,", "PAR,,", None, "PAR has no English name"),
    "province twice": (LANDS, "PAR,Paris,パリ,inland,yes,,\n", "PAR,Paris,パリ,inland,yes,,\nPAR,Lutetia,ルテティア,inland,yes,,\n", "PAR,Lutetia", "already: keep one of the two"),
    "one spelling for two provinces": (LANDS, "SPA,Spain,", "SPA,Spain;ＰＯＲＴ,", None, "'ＰＯＲＴ' stands for POR already" ),
    "spelling twice in other letters": (LANDS, "SPA,Spain,", "SPA,Spain;pArIs,", None, "'pArIs' stands for PAR already"),
    "small letters in an id": (LANDS, "PAR,Paris,", "Par,Paris,", None, "id 'Par': write capital letters"),
    "one coast only": (LANDS, "coastal,yes,NC;SC,SPN", "coastal,yes,NC,SPN", "SPA,", "SPA has one coast only"),
    "coasts inland": (LANDS, "RUH,Ruhr;The Ruhr,ルール;ルール地方,inland,,,", "RUH,Ruhr;The Ruhr,ルール;ルール地方,inland,,NC;SC,", None, "RUH has coasts but is inland"),
    "centre at sea": (LANDS, "BAL,Baltic Sea;Baltic,バルト海,sea,,,", "BAL,Baltic Sea;Baltic,バルト海,sea,yes,,", None, "BAL is a sea and a supply centre"),
    "no such column": (LANDS, "id,en,ja,kind", "id,en,ja,type", "id,en", "has no column kind: the heading is id,en,ja,kind,centre,coasts,aliases"),
    "land nobody reaches": (LANDS, "YOR,Yorkshire", "ATL,Atlantis,アトランティス,coastal,,,\nYOR,Yorkshire", "ATL,", "nobody reaches ATL: add its borders"),
    "coast nobody reaches": (LANDS, "coastal,yes,NC;SC,SPN", "coastal,yes,NC;SC;EC,SPN", "SPA,", "nobody reaches the coast SPA/EC"),
    "fleet starts inland": (START, "A VIE", "F VIE", None, "F VIE: a fleet can't stand inland"),
    "army starts at sea": (START, "A VIE", "A NTH", None, "A NTH: an army can't stand at sea"),
    "coast missing at the start": (START, "F STP/SC", "F STP", None, "on which coast? Write F STP/NC or F STP/SC"),
    "needless coast at the start": (START, "A VIE", "A VIE/NC", None, "no coast is needed here: write A VIE"),
    "two units in one place": (START, "A VIE", "A BUD", None, "line 1 has a unit in BUD already"),
    "unknown place at the start": (START, "A VIE", "A VIENNA", None, "no province 'VIENNA'"),
    "unknown power at the start": (START, "ITALY:", "ITALIA:", None, "no power 'ITALIA': did you mean ITALY?"),
    "no unit at all": (START, "A VIE", "VIE", None, "'VIE' is no unit: write “A PAR”"),
    "no start line": (START, "ITALY:", "ITALY", None, "is not a start line: write “POWER: A PAR, F BRE”"),
    "a start line without a power": (START, "ITALY:", ":", ": F NAP", "is not a start line: write “POWER: A PAR, F BRE”"),
    "owns what is no centre": (START, "ITALY:", "ITALY owns: TUS\nITALY:", "ITALY owns", "TUS is no supply centre"),
    "homes that are no list": (TOML, 'homes = ["ANK", "CON", "SMY"]', "homes = 3", None, "homes must be a list of texts"),
    "names that are no text": (TOML, 'en = ["France"]', "en = 3", None, "en must be a list of texts"),
    "no TOML": (TOML, "victory = 18", "victory = = 18", None, "is not valid TOML"),
    "victory by no text": (TOML, "victory = 18", 'victory = "18"', None, "victory must be a whole number"),
    "more to win than there is": (TOML, "victory = 18", "victory = 35", None, "victory = 35, but there are 34 supply centres"),
    "two could win": (TOML, "victory = 18", "victory = 17", None, "so two powers could reach it: write 18 or more"),
    "misspelt key": (TOML, "victory = 18", "victory = 18\nambigous = {}", "ambigous", "unknown key 'ambigous': did you mean ambiguous?"),
    "misspelt key of a power": (TOML, 'homes = ["BRE"', 'home = ["BRE"', None, "unknown key 'home' of a power: did you mean homes?"),
    "unknown home": (TOML, '"MAR", "PAR"]', '"MAR", "PARIS"]', 'id = "FRANCE"', "no province 'PARIS'"),
    "home that is no centre": (TOML, '"MAR", "PAR"]', '"MAR", "GAS"]', 'id = "FRANCE"', "home GAS of FRANCE is no supply centre"),
    "home of two powers": (TOML, '"MAR", "PAR"]', '"MAR", "LON"]', 'id = "FRANCE"', "home 'LON' of FRANCE belongs to ENGLAND already"),
    "same mark twice": (TOML, '{ en = "F", ja = "仏" }', '{ en = "E", ja = "仏" }', 'id = "FRANCE"', "mark.en 'E' of FRANCE belongs to ENGLAND already"),
    "colour in words": (TOML, '"#5B84DE"', '"blue"', 'id = "FRANCE"', "colour 'blue' of FRANCE: write it as #5b84de"),
    "a power's name is a province's": (TOML, '"French", "Fra"', '"French", "Par"', 'id = "FRANCE"', "'Par' stands for PAR already"),
    "ambiguous and a name": (TOML, 'LIV = ["LVN", "LVP"]', 'LVP = ["LVN", "LVP"]', None, "ambiguous 'LVP' is also a name of LVP"),
    "ambiguous for an unknown one": (TOML, 'LIV = ["LVN", "LVP"]', 'LIV = ["LVN", "LVQ"]', None, "no province 'LVQ'"),
    "ambiguous for one": (TOML, 'LIV = ["LVN", "LVP"]', 'LIV = ["LVN"]', None, "stands for one province only"),
    "season with the adjustments' letter": (TOML, 'code = "F"', 'code = "W"', None, "season code 'W'"),
    "two seasons with one letter": (TOML, 'code = "F"', 'code = "S"', 'code = "S"', "two seasons have the code 'S'"),
    "no ownership": (TOML, "ownership = true", "ownership = false", "[[calendar.seasons]]", "centres would never change hands"),
    "years backwards": (TOML, "start_year = 1901", "start_year = 1901\nlast_year = 1900", "last_year", "last_year is before start_year"),
    "unknown special": (TOML, "[rules]", '[[special]]\nkind = "cannal"\n\n[rules]', 'kind = "cannal"', "no special rule 'cannal': did you mean canal?"),
    "special without its values": (TOML, "[rules]", '[[special]]\nkind = "canal"\nvia = "CON"\n\n[rules]', 'kind = "canal"', "special canal needs between = a list in [ ]"),
    "canal between strangers": (TOML, "[rules]", '[[special]]\nkind = "canal"\nvia = "CON"\nbetween = ["BLA", "EAS"]\n\n[rules]', 'kind = "canal"', "CON and EAS are not neighbours"),
    "based on nothing": (TOML, 'engine = "diplomacy"', 'based_on = "chess"', None, "based_on: no variant 'chess'"),
    "based on itself": (TOML, 'engine = "diplomacy"', 'based_on = "mine"', None, "based_on goes round in a circle"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN)
def test_a_fault_is_named_with_file_line_and_remedy(
    folder: Path, case: tuple[str, str, str, str | None, str]
) -> None:
    file, old, new, where, words = case
    text = spoil(folder, file, old, new)
    found = with_words(check_variant(folder), words)
    assert found, [str(fault) for fault in check_variant(folder)]
    assert (found[0].file, found[0].line) == (file, line_of(text, new if where is None else where))


@pytest.mark.parametrize("file", [TOML, LANDS, LINKS, START])
def test_a_file_in_another_encoding_is_named_with_the_way_to_save_it(folder: Path, file: str) -> None:
    path = folder / file
    number = path.read_text("utf-8").count("\n") + 1
    path.write_bytes(path.read_bytes() + "# 日本\n".encode("cp932"))
    (fault,) = with_words(check_variant(folder), "is not UTF-8: save it again as “UTF-8”")
    assert (fault.file, fault.line) == (file, number)


def test_a_table_may_have_blank_lines_and_remarks(folder: Path) -> None:
    for file in (LANDS, LINKS):
        text = (folder / file).read_text("utf-8")
        (folder / file).write_text(f"# mine,,,\n\n{text}\n   \n\n# end", "utf-8")
    assert check_variant(folder) == ()


def test_a_byte_order_mark_is_no_fault(folder: Path) -> None:
    for file in (LANDS, LINKS, START):
        (folder / file).write_bytes(b"\xef\xbb\xbf" + (folder / file).read_bytes())
    assert check_variant(folder) == ()


@pytest.mark.parametrize("file", [LANDS, LINKS, START])
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert [fault.file for fault in with_words(check_variant(folder), "is missing")] == [file]


def test_a_piece_cut_off_from_the_board_is_named(folder: Path) -> None:
    text = spoil(folder, LANDS, "YOR,Yorkshire", "OOO,Ooo,,coastal,,,\nPPP,Ppp,,sea,,,\nYOR,Yorkshire")
    spoil(folder, LINKS, "ADR,ALB,fleet,\n", "ADR,ALB,fleet,\nOOO,PPP,fleet,\n")
    (fault,) = with_words(check_variant(folder), "OOO, PPP: cut off from the rest of the board")
    assert fault.line == line_of(text, "OOO,")


def test_a_variant_based_on_another_needs_only_what_differs(tmp_path: Path) -> None:
    folder = tmp_path / "short"
    folder.mkdir()
    (folder / TOML).write_text(
        'based_on = "standard"\nvictory = 20\n\n[names]\nen = ["Long game"]\n', "utf-8"
    )
    assert check_variant(folder) == ()
    short, standard = load_variant(folder), load_variant("standard")
    assert (short.id, short.victory, short.names["en"]) == ("short", 20, ("Long game",))
    assert (short.provinces, short.borders, short.start_units) == (
        standard.provinces, standard.borders, standard.start_units,
    )  # fmt: skip
    assert short.map_folder == standard.folder


def test_loading_a_faulty_folder_names_the_first_fault(folder: Path) -> None:
    spoil(folder, LINKS, "MOS,STP,army", "MOS,STP,train")
    with pytest.raises(VariantError, match=r"borders\.csv:\d+: by 'train' is unknown"):
        load_variant(folder)


def test_an_unknown_variant_is_answered_with_those_there_are() -> None:
    with pytest.raises(VariantError, match=r"there are .*coldwar, colonial.*standard"):
        load_variant("no such thing")


def test_the_command_exits_1_and_prints_the_path_with_the_line(folder: Path) -> None:
    spoil(folder, START, "A VIE", "F VIE")
    result = CliRunner().invoke(command, ["check", str(folder)])
    assert result.exit_code == 1
    assert f"{folder}/start.txt:1: F VIE: a fleet can't stand inland" in result.output


def test_the_command_checks_rule_options_too(folder: Path) -> None:
    spoil(folder, TOML, "[rules]", '[rules]\nretreat = "sideways"')
    result = CliRunner().invoke(command, ["check", str(folder)])
    assert result.exit_code == 1
    assert "rule option retreat cannot be 'sideways'" in result.output


def test_all_variants_pass_the_command_and_are_listed() -> None:
    assert CliRunner().invoke(command, ["check"]).exit_code == 0
    listed = CliRunner().invoke(command, ["list"]).output
    assert "Colonial Diplomacy / コロニアル・ディプロマシー: 7 powers, 119 provinces, 58 centres" in listed


def test_a_new_variant_begins_as_a_sound_copy_and_never_overwrites(tmp_path: Path) -> None:
    folder = tmp_path / "fresh"
    assert CliRunner().invoke(command, ["new", str(folder), "--like", "coldwar"]).exit_code == 0
    assert check_variant(folder) == ()
    assert CliRunner().invoke(command, ["new", str(folder)]).exit_code != 0


def test_a_variant_of_another_engine_may_have_keys_of_its_own_and_no_board(tmp_path: Path) -> None:
    folder = tmp_path / "hexes"
    folder.mkdir()
    (folder / TOML).write_text(
        'engine = "korea"\nhexes = 300\n\n[names]\nen = ["Hexes"]\n\n[calendar]\nstart_year = 1950\n\n'
        '[[powers]]\nid = "EAST"\nen = ["East"]\ncolour = "#aa0000"\n',
        "utf-8",
    )
    assert check_variant(folder) == ()
    assert load_variant(folder).powers[0].id == "EAST"


def test_no_folder_whatever_breaks_the_check(folder: Path) -> None:
    """Pieces cut, put in, and lines exchanged: there may be faults to name, never an error of the program."""
    rng = Random(7)
    sound = {name: (folder / name).read_text("utf-8") for name in (TOML, LANDS, LINKS, START)}
    faulty = 0
    for _ in range(200):
        name = rng.choice(list(sound))
        text = sound[name]
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            cut = rng.choice((0, 0, rng.randint(1, 30)))
            put = rng.choice(
                ("", '"', ",", ";", "[", "]", "=", "0", "-1", "\n", "true", "[[powers]]\n", "{", "é")
            )
            text = text[:at] + put + text[at + cut :]
        (folder / name).write_text(text, "utf-8")
        faulty += bool(check_variant(folder))
        (folder / name).write_text(sound[name], "utf-8")
    assert faulty > 100
