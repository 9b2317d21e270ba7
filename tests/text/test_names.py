"""Names of regions and powers in both languages, and suggestions for those that are not known."""

from __future__ import annotations

import pytest

from judge.text.names import POWER_SIGN, REGION_SIGN, Names, build_names, coast_code
from judge.text.normalize import fold, normalize
from judge.variants.load import list_variants, load_variant


@pytest.fixture(scope="module")
def colonial() -> Names:
    return build_names(load_variant("colonial"))


@pytest.mark.parametrize(
    ("written", "region"),
    [
        ("P.ART", "P.ART"), ("PART", "P.ART"), ("p. art", "P.ART"), ("Port Arthur", "P.ART"), ("旅順", "P.ART"),
        ("SUL.S", "SUL.S"), ("Sulu Sea", "SUL.S"), ("スル海", "SUL.S"), ("hong-kong", "HK"), ("香港", "HK"),
        ("京城", "SEO"), ("漢城", "SEO"), ("ソウル", "SEO"), ("そうる", "SEO"), ("ｿｳﾙ", "SEO"),
        ("イスタンブール", "CON"), ("コンスタンチノープル", "CON"), ("コンスタンティノープル", "CON"),
        ("Vladi", "VLA"), ("ウラジオ", "VLA"),
    ],
)  # fmt: skip
def test_a_region_is_known_by_any_name_in_either_language(colonial: Names, written: str, region: str) -> None:
    assert colonial.region(fold(written)) == (region,)


def test_a_short_form_of_several_regions_gives_them_all(colonial: Names) -> None:
    assert set(colonial.region("man")) == {
        "MAC",
        "MAY",
        "MNA",
        "GOM",
    }  # colonial map, ambiguous_abbreviations


@pytest.mark.parametrize("written", ["Endland", "Eng", "英", "イギリス"])
def test_the_spellings_that_the_source_prints_are_known(colonial: Names, written: str) -> None:
    assert colonial.power(written) == ("ENGLAND",)


def found(names: Names, line: str) -> list[tuple[str, tuple[str, ...]]]:
    """The names that are found in a line: the line with signs, and what each sign means."""
    encoded = names.encode(normalize(line))
    places = [place for place, char in enumerate(encoded.text) if char in {REGION_SIGN, POWER_SIGN}]
    return [(encoded.text, encoded.meaning(place)) for place in places]


@pytest.mark.parametrize("variant", list_variants())
def test_every_name_of_every_variant_is_found_whole(variant: str) -> None:
    loaded = load_variant(variant)
    names = build_names(loaded)
    for province in loaded.provinces:
        for name in (province.id, *province.aliases, *province.names["en"], *province.names["ja"]):
            ((text, ids),) = found(names, name)
            assert len(text) == 1, name
            assert province.id in ids


@pytest.mark.parametrize("written", ["東京海軍", "Tokyo's", "TOK-OT", "とうきょうの", "F東京"])
def test_a_name_ends_where_its_word_ends(colonial: Names, written: str) -> None:
    assert [ids for _, ids in found(colonial, written)] == [("TOK",)]


@pytest.mark.parametrize("written", ["asx", "xas", "ソウルノ", "ノソウル", "しすん"])
def test_a_name_within_a_longer_word_is_none(colonial: Names, written: str) -> None:
    assert found(colonial, written) == []


def test_signs_that_come_in_a_mail_mean_nothing(colonial: Names) -> None:
    assert found(colonial, REGION_SIGN + POWER_SIGN) == []


def test_the_way_back_to_the_players_columns_goes_through_names(colonial: Names) -> None:
    line = "Ｆ東京→オホーツク海 へ ソウノレ"
    encoded = colonial.encode(normalize(line))
    start = encoded.text.index("ソ")
    column, length = encoded.span(start, start + 4)
    assert line[column - 1 : column - 1 + length] == "ソウノレ"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ソウノレ", "SEO"),
        ("小榑", "OTA"),
        ("Angra", "ANG"),
        ("アフガニスタム", "AFG"),
        ("Vladivostock", "VLA"),
    ],
)
def test_a_slip_in_a_region_gives_the_right_suggestion_first(
    colonial: Names, written: str, meant: str
) -> None:
    assert colonial.near_regions.nearest(written)[0] == meant


def test_nothing_near_no_suggestion(colonial: Names) -> None:
    assert colonial.near_regions.nearest("xyzzyxyzzy") == ()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("(East Coast)", "EC"),
        ("/ec", "EC"),
        ("東岸", "EC"),
        ("(北岸)", "NC"),
        ("南海岸", "SC"),
        ("west", "WC"),
        ("?", ""),
    ],
)
def test_coasts_in_all_spellings(written: str, code: str) -> None:
    assert coast_code(fold(written)) == code
