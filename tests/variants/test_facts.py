"""The shipped maps have as many of everything as their sources say (variants/*/SOURCES.md)."""

from __future__ import annotations

from judge.variants.load import list_variants, load_variant
from judge.variants.model import Variant


def pairs(variant: Variant) -> set[frozenset[str]]:
    """Neighbouring provinces, whatever travels between them."""
    return {frozenset(end.partition("/")[0] for end in (border.a, border.b)) for border in variant.borders}


def test_colonial_has_the_provinces_and_centres_of_its_sources() -> None:
    colonial = load_variant("colonial")
    kinds = [province.kind for province in colonial.provinces]
    assert (len(kinds), kinds.count("inland"), kinds.count("coastal"), kinds.count("sea")) == (
        119,
        32,
        60,
        27,
    )
    assert sum(province.centre for province in colonial.provinces) == 58
    assert colonial.victory == 30
    assert {p.id: p.coasts for p in colonial.provinces if p.coasts} == {
        "ARA": ("NC", "SC"),
        "BAN": ("EC", "WC"),
        "SEO": ("EC", "WC"),
    }


def test_colonial_has_319_borders_and_eight_bridges_two_links_are_disputed() -> None:
    colonial = load_variant("colonial")
    bridges = {frozenset((b.a, b.b)) for b in colonial.borders if b.note == "bridge"}
    assert len(pairs(colonial)) == 319 + 8
    assert bridges == {
        frozenset(pair.split("-"))
        for pair in ["SAK-OTA", "OTA-AKI", "KYO-KYU", "MNA-CEBU", "CEBU-DAV", "CAN-HK", "MAL-SIN", "CON-ANG"]
    }
    assert all(b.army and b.fleet for b in colonial.borders if b.note == "bridge")
    disputed = [(b.a, b.b, b.army, b.fleet) for b in colonial.borders if b.note == "disputed"]
    assert disputed == [("ANN", "CAM", False, True), ("MAC", "SEO/WC", False, True)]


def test_colonial_starts_with_29_units_in_the_home_centres_and_an_army_in_bombay() -> None:
    colonial = load_variant("colonial")
    assert len(colonial.start_units) == 29
    assert sum(len(power.homes) for power in colonial.powers) == 29
    assert {unit.location for unit in colonial.start_units} == {h for p in colonial.powers for h in p.homes}
    assert [unit.kind for unit in colonial.start_units if unit.location == "BOM"] == ["A"]
    assert colonial.start_centres["CHINA"] == ("MAC", "PEK", "SHA", "CAN", "SIK")


def test_colonial_has_no_sea_border_through_suez() -> None:
    assert frozenset(("MED", "RS")) not in pairs(load_variant("colonial"))


def test_standard_has_75_provinces_34_centres_and_206_borders() -> None:
    standard = load_variant("standard")
    kinds = [province.kind for province in standard.provinces]
    assert (len(kinds), kinds.count("inland"), kinds.count("coastal"), kinds.count("sea")) == (75, 14, 42, 19)
    assert sum(province.centre for province in standard.provinces) == 34
    assert standard.victory == 18
    assert len(pairs(standard)) == 206
    assert len(standard.start_units) == 22


def test_variants_are_found_by_name_and_by_folder_and_read_once() -> None:
    colonial = load_variant("colonial")
    assert load_variant(colonial.folder) is colonial
    assert {"colonial", "standard"} <= set(list_variants())


def test_cold_war_has_17_centres_32_sea_links_and_14_land_links_all_walked_by_armies() -> None:
    coldwar = load_variant("coldwar")
    notes = [border.note for border in coldwar.borders]
    assert len(coldwar.provinces) == sum(province.centre for province in coldwar.provinces) == 17
    assert (notes.count("sea"), notes.count("land"), len(pairs(coldwar))) == (32, 14, 46)
    assert all(border.army and not border.fleet for border in coldwar.borders)


def test_cold_war_has_one_phase_a_year_up_to_1956_and_an_army_in_each_of_nine_homes() -> None:
    coldwar = load_variant("coldwar")
    assert [(s.code, s.ownership) for s in coldwar.calendar.seasons] == [("Y", True)]
    assert (coldwar.calendar.start_year, coldwar.calendar.last_year, coldwar.victory) == (1951, 1956, 7)
    assert [(u.power, u.kind, u.location) for u in coldwar.start_units] == [
        (power.id, "A", power.homes[0]) for power in coldwar.powers
    ]
    assert len(coldwar.powers) == 9


def test_cold_war_links_make_the_balance_table_of_its_facts() -> None:
    coldwar = load_variant("coldwar")
    links = {
        power.id: sum(power.homes[0] in (border.a, border.b) for border in coldwar.borders)
        for power in coldwar.powers
    }
    assert links == {
        "USA": 9, "SOV": 8, "JPN": 6, "TUR": 5, "CHI": 5, "IND": 5, "FRA": 6, "GBR": 5, "CUB": 4,
    }  # fmt: skip
