"""Labels: nothing lies over anything, and every character can be drawn."""

from __future__ import annotations

from itertools import combinations

import pytest
from fontTools.ttLib import TTFont

from judge.render.map.board import Board, board_of
from judge.render.map.labels import SIZES, Box, label_box, label_text
from judge.render.map.legend import SIGNS
from judge.render.map.lettering import letter
from judge.render.map.text import BOLD, REGULAR, breaks, lines
from judge.render.map.tokens import SLOT
from judge.render.map.words import phase_title, words
from judge.variants.load import list_variants, load_variant
from judge.variants.model import Variant

LANGUAGES = ("en", "ja")
DRAWN = [name for name in list_variants() if (load_variant(name).folder / "map.json").is_file()]


def boxes(variant: Variant, board: Board, language: str) -> dict[str, Box]:
    return {
        province.id: label_box(
            label_text(province, language, board.labels), SIZES[language], board.label_place(province.id, language), province.centre
        )
        for province in variant.provinces
    }  # fmt: skip


def covered(a: Box, b: Box) -> float:
    """Area in px² that two boxes share."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DRAWN)
def test_no_label_lies_under_a_unit_wherever_units_stand(name: str, language: str) -> None:
    variant = load_variant(name)
    board = board_of(variant)
    bad = [
        (label, location, round(area))
        for label, box in boxes(variant, board, language).items()
        for location, (x, y) in board.units.items()
        if (area := covered(box, (x + SLOT[0], y + SLOT[1], x + SLOT[2], y + SLOT[3]))) > 12
    ]
    assert bad == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DRAWN)
def test_no_label_lies_over_another(name: str, language: str) -> None:
    variant = load_variant(name)
    found = boxes(variant, board_of(variant), language)
    assert [(a, b) for a, b in combinations(found, 2) if covered(found[a], found[b]) > 6] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DRAWN)
def test_every_label_is_inside_the_frame(name: str, language: str) -> None:
    variant = load_variant(name)
    board = board_of(variant)
    width, height = board.frame
    for label, (left, top, right, bottom) in boxes(variant, board, language).items():
        assert min(left, top) >= 0, label
        assert right <= width, label
        assert bottom <= height, label


@pytest.mark.parametrize("name", DRAWN)
def test_no_two_units_cover_each_other(name: str) -> None:
    board = board_of(load_variant(name))
    slots = {key: (x + SLOT[0], y + SLOT[1], x + SLOT[2], y + SLOT[3]) for key, (x, y) in board.units.items()}
    clashes = [
        (a, b)
        for a, b in combinations(slots, 2)
        if a.split("/")[0] != b.split("/")[0] and covered(slots[a], slots[b]) > 60
    ]
    assert clashes == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list_variants())
def test_every_character_of_the_pictures_is_in_the_fonts(name: str, language: str) -> None:
    variant = load_variant(name)
    texts = [
        label_text(province, language, style) for province in variant.provinces for style in ("code", "both")
    ]
    texts += [power.names[language][0] for power in variant.powers]
    texts += [power.mark[language] for power in variant.powers]
    texts += [
        phase_title(variant, f"{season.code}{variant.calendar.start_year}M", language)
        for season in variant.calendar.seasons
    ]
    texts += [word for table in words(language).values() for word in table.values()]
    texts.append("0123456789+−←→")
    for font in (REGULAR, BOLD):
        known = TTFont(font).getBestCmap()
        missing = {character for text in texts for character in text if ord(character) not in known}
        assert missing == set(), font.name


@pytest.mark.parametrize("name", list_variants())
def test_marks_on_units_tell_the_powers_apart_without_colour(name: str) -> None:
    powers = load_variant(name).powers
    for language in LANGUAGES:
        assert len({power.mark[language] for power in powers}) == len(powers)


def test_every_sign_of_the_key_has_a_word_in_each_language() -> None:
    for language in LANGUAGES:
        assert set(words(language)["key"]) == SIGNS
    assert set(words("en")["title"]) == set(words("ja")["title"])


def test_long_japanese_names_break_where_a_line_may_begin() -> None:
    name = "コンスタンティノープル"
    for at in breaks(name):
        first, second = lines(name, at)
        assert first + second == name
        assert second[0] not in "ァィゥェォャュョッーン"
    assert breaks("東京") == ()
    assert lines("Mexico City", 6) == ("Mexico", "City")


def test_japanese_names_have_their_codes_beside_them_where_there_is_room() -> None:
    variant = load_variant("colonial")
    japanese = letter(variant, board_of(variant), "ja").svg
    shown = [province.id for province in variant.provinces if f">{province.id}<" in japanese]
    assert len(shown) > 100, "of 119"
    assert ">アフガニスタン<" in japanese
    english = letter(variant, board_of(variant), "en").svg
    assert all(f">{province.id}<" in english for province in variant.provinces)
    assert "アフガニスタン" not in english
