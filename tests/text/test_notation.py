"""The reader of orders as a whole: canonical text reads as itself, nothing raises, one bad line never hides the others."""

from __future__ import annotations

from functools import cache
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.chance import NoChance
from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.notation import notation_for, parse_orders
from judge.diplomacy.position import Position
from judge.engine import Line, Parsed
from judge.render.sentences import order_text
from judge.text.kinds import KINDS
from judge.text.lines import MAX_LINE, MAX_LINES
from judge.variants.load import list_variants, load_variant

DIPLOMACY = [name for name in list_variants() if load_variant(name).engine == "diplomacy"]


@cache
def engine(variant: str) -> DiplomacyEngine:
    return DiplomacyEngine(load_variant(variant), {})


@cache
def start(variant: str) -> Position:
    return engine(variant).start(NoChance()).position


def read(text: str, variant: str = "colonial", power: str | None = None, *, strict: bool = False) -> Parsed:
    """A mail's text read at the start of a game."""
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    return engine(variant).parse(start(variant), power, lines, strict=strict)


def orders(parsed: Parsed) -> list[str]:
    return [order.text for order in parsed.orders]


def kinds(parsed: Parsed) -> list[str]:
    return [problem.kind for problem in parsed.problems]


@pytest.mark.parametrize("variant", DIPLOMACY)
def test_every_legal_order_of_the_start_reads_as_itself(variant: str) -> None:
    made = engine(variant)
    for power in made.powers:
        for texts in made.legal(start(variant), power).by_key.values():
            for text in texts:
                parsed = made.parse(start(variant), power, [Line(1, text)])
                assert orders(parsed) == [text]
                assert not [p for p in parsed.problems if p.severity != "warning"], text


STANDARD_RETREAT = {
    "name": "F1901R",
    "units": {"ENGLAND": ["*F STP/SC", "*A BOH", "A LON"], "FRANCE": ["*F SPA/NC", "A BUR"]},
    "centers": {},
    "retreats": {
        "ENGLAND": {"F STP/SC": ["BOT", "FIN"], "A BOH": ["GAL"]},
        "FRANCE": {"F SPA/NC": ["GAS", "POR"]},
    },
}
STANDARD_ADJUSTMENT = {
    "name": "W1901A",
    "units": {"RUSSIA": ["A WAR"], "FRANCE": ["A PAR", "F BRE", "A BUR"]},
    "centers": {"RUSSIA": ["STP", "MOS", "SEV", "WAR"], "FRANCE": ["PAR", "BRE"]},
}


@pytest.mark.parametrize("data", [STANDARD_RETREAT, STANDARD_ADJUSTMENT], ids=["retreat", "adjustment"])
def test_every_legal_order_of_the_other_phases_reads_as_itself(data: dict[str, object]) -> None:
    made = engine("standard")
    position = made.load(data)
    seen = 0
    for power in made.powers:
        choices = made.legal(position, power)
        for key, texts in choices.by_key.items():
            for text in texts:
                parsed = made.parse(position, power, [Line(1, text)])
                assert orders(parsed) == [text]
                assert [order.key for order in parsed.orders] == [key]
                seen += 1
    assert seen >= 6


def test_one_bad_line_does_not_hide_the_others() -> None:
    parsed = read("F TOK - OS\nF OTA - ソウノレ\nA KYO 待機\n?!?!\nF KYU - YS", power="JAPAN")
    assert orders(parsed) == ["F TOK - OS", "A KYO H", "F KYU - YS"]
    assert kinds(parsed) == ["unknown_region"]


def test_a_misspelt_region_is_pointed_at_in_the_players_own_line() -> None:
    line = "　①Ｆ小樽　Ｓ　Ｆ東京→オホーック海"
    (problem,) = read(line, power="JAPAN").problems
    assert problem.kind == "unknown_region"
    assert line[problem.column - 1 : problem.column - 1 + problem.length] == "オホーック海"
    assert problem.suggestions[0] == "OS"


def test_the_bad_order_of_a_line_does_not_hide_its_good_one() -> None:
    parsed = read("F OTA S Japan F TOX - OS, F TOK - OS", power="JAPAN")
    assert orders(parsed) == ["F TOK - OS"]
    assert parsed.problems[0].suggestions[0] == "TOK"


def test_the_last_order_of_a_unit_stands_and_the_earlier_line_is_told() -> None:
    parsed = read("F TOK - OS\nF TOK - UP", power="JAPAN")
    assert orders(parsed) == ["F TOK - UP"]
    (problem,) = parsed.problems
    assert (problem.kind, problem.line, problem.facts) == ("superseded", 1, {"unit": "F TOK", "by_line": 2})


def test_all_hold_leaves_the_units_that_are_ordered_otherwise() -> None:
    parsed = read("F TOK - OS\n残り維持", power="JAPAN")
    assert sorted(orders(parsed)) == ["A KYO H", "F KYU H", "F OTA H", "F TOK - OS"]


@pytest.mark.parametrize(
    "text",
    [
        "F TOK - OS\n\n田中太郎\nhttps://example.org\n090-1234-5678",
        "お世話になります。田中です。\nF TOK - OS\n以上、よろしくお願いいたします。",
    ],
)
def test_greetings_and_signatures_beside_orders_are_no_mistakes(text: str) -> None:
    parsed = read(text, power="JAPAN")
    assert orders(parsed) == ["F TOK - OS"]
    assert kinds(parsed) == []


def test_a_mail_without_any_order_gets_one_answer_not_thirty() -> None:
    parsed = read(
        "Dear all\nI was away last week\nand my cat was ill\nso I did not write\nSorry about that\nYours",
        power="JAPAN",
    )
    assert orders(parsed) == []
    assert kinds(parsed) == ["too_many_unknown"]


def test_english_prose_full_of_codes_is_no_order() -> None:
    parsed = read(
        "I can do it for you, as per my promise in the sun", power="JAPAN"
    )  # CAN, FOR, AS, PER, SUN are codes
    assert orders(parsed) == []


@pytest.mark.parametrize("variant", DIPLOMACY)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_order_in_our_own_words_reads_as_that_order(variant: str, language: str) -> None:
    """Alone, and in brackets after its canonical text, as acknowledgements print it: players copy what they see."""
    made = engine(variant)
    loaded = load_variant(variant)
    for power in made.powers[:3]:
        for texts in made.legal(start(variant), power).by_key.values():
            for text in texts[:12]:
                words = order_text(text, loaded, language)
                for line in (words, f"{text} ({words})"):
                    assert orders(made.parse(start(variant), power, [Line(1, line)])) == [text], line


def test_another_powers_heading_is_told() -> None:
    assert kinds(read("(ロシア)\nF TOK - OS", power="JAPAN")) == ["other_heading"]


def test_a_missing_letter_comes_from_the_board() -> None:
    assert orders(read("TOK - OS\n京都 待機", power="JAPAN")) == ["F TOK - OS", "A KYO H"]


def test_two_readings_are_shown_with_what_to_write_for_each() -> None:
    made = engine("colonial")
    position = made.load({"name": "S1870M", "units": {"JAPAN": ["F FUS"]}, "centers": {}})
    (problem,) = made.parse(position, "JAPAN", [Line(1, "F FUS - SEO")]).problems
    assert (problem.kind, problem.severity) == ("coast_needed", "question")
    assert problem.suggestions == ("F FUS - SEO/EC", "F FUS - SEO/WC")


@pytest.mark.parametrize("text", ["KYO OTA", "KYO OTA TOK"])
def test_places_side_by_side_that_are_a_move_or_holds_are_asked_back(text: str) -> None:
    parsed = read(text, power="JAPAN")
    assert orders(parsed) == []
    assert [(p.kind, p.severity, len(p.suggestions)) for p in parsed.problems] == [
        ("ambiguous_order", "question", 2)
    ]


def test_what_is_void_already_is_accepted_with_a_warning_or_refused_in_strict_games() -> None:
    bluff = read("F TOK - VLA", power="JAPAN")
    assert orders(bluff) == ["F TOK - VLA"]
    assert [(p.kind, p.severity) for p in bluff.problems] == [("unreachable", "warning")]
    strict = read("F TOK - VLA", power="JAPAN", strict=True)
    assert orders(strict) == []
    assert [(p.kind, p.severity) for p in strict.problems] == [("unreachable", "error")]


@pytest.mark.parametrize(
    ("text", "power", "kind"),
    [
        ("A MAC - SEO", "JAPAN", "foreign_unit"),
        ("A SAK - OTA", "JAPAN", "no_unit"),
        ("F TOK - PEK", "JAPAN", "wrong_terrain"),
        ("A KYO - OS", "JAPAN", "wrong_terrain"),
        ("A KYO - SEO", "JAPAN", "convoy_no_route"),
        ("A KYO - KYO", "JAPAN", "same_place"),
        ("A KYO S A KYO", "JAPAN", "support_self"),
        ("F OTA S F KYU - YS", "JAPAN", "support_out_of_reach"),
        ("F OTA S F SAK", "JAPAN", "support_no_unit"),
        ("F KYU C A KYO - FUS", "JAPAN", "convoy_not_at_sea"),
        ("A KYO - TSR - MOS", "JAPAN", "railway_not_yours"),
        ("A VLA - TSR - MAC", "RUSSIA", "railway_off_line"),
        ("A VLA - TSR - KRA, A MOS - TSR - PERM", "RUSSIA", "railway_twice"),
        ("A VLA S A MOS - TSR - IRK", "RUSSIA", "support_railway"),
        ("F CON H (SC F MED - RS)", "TURKEY", "canal_not_garrison"),
    ],
)  # fmt: skip
def test_what_the_board_says_at_once(text: str, power: str, kind: str) -> None:
    assert kind in kinds(read(text, power=power))


def test_a_permission_on_its_own_line_belongs_to_the_order_of_the_unit_at_the_canal() -> None:
    """001 chapter 13: the unit in Egypt gives leave, whatever else it does."""
    made = engine("colonial")
    data = {"name": "S1870M", "units": {"ENGLAND": ["A EGY", "F MED"], "TURKEY": ["F RS"]}, "centers": {}}

    def parsed(text: str) -> Parsed:
        lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
        return made.parse(made.load(data), "ENGLAND", lines)

    for text in (
        "F MED - RS\nA EGY H\n(SC F MED - RS)",
        "(スエズ F MED - RS)\nF MED - RS\nA EGY H",
        "F MED - RS\n全軍維持\n(SC England F MED - RS)",
    ):
        assert set(orders(parsed(text))) == {"F MED - RS", "A EGY H (SC F MED - RS)"}, text
        assert kinds(parsed(text)) == ["canal_joined"]
    alone = parsed("F MED - RS\n(SC F MED - RS)")
    assert orders(alone) == ["F MED - RS"]
    assert alone.problems[0].kind == "canal_loose"
    assert alone.problems[0].suggestions == ("A EGY H (SC F MED - RS)",)
    assert kinds(parsed("A EGY H (SC F MED - RS)\n(SC F RS - MED)")) == ["canal_joined", "canal_twice"]


def test_a_permission_of_another_unit_does_not_count_and_says_who_could_give_one() -> None:
    made = engine("colonial")
    position = made.load({"name": "S1870M", "units": {"FRANCE": ["F ANN", "A EGY"]}, "centers": {}})
    for strict in (False, True):
        parsed = made.parse(position, "FRANCE", [Line(1, "F ANN H (SC F MED - RS)")], strict=strict)
        assert orders(parsed) == ["F ANN H"]
        (problem,) = parsed.problems
        assert (problem.kind, problem.severity) == ("canal_not_garrison", "warning")
        assert problem.suggestions == ("A EGY H (SC F MED - RS)",)


def test_an_order_for_a_place_without_a_unit_shows_who_could_make_that_move() -> None:
    (problem,) = read("A AKI - OS", power="JAPAN").problems
    assert problem.kind == "no_unit"
    assert problem.suggestions == ("F OTA - OS", "F TOK - OS")


def test_support_against_an_own_unit_that_stays_is_told() -> None:
    parsed = read("F OTA S F TOK - AKI\nF TOK - AKI", power="JAPAN")
    assert kinds(parsed) == []
    data = {"name": "S1870M", "units": {"JAPAN": ["F OTA", "A AKI"], "RUSSIA": ["F SOJ"]}, "centers": {}}
    made = engine("colonial")
    position = made.load(data)
    lines = [Line(1, "F OTA S F SOJ - AKI"), Line(2, "A AKI H")]
    assert kinds(made.parse(position, "JAPAN", lines)) == ["support_own_dislodge"]
    assert kinds(made.parse(position, "JAPAN", [lines[0], Line(2, "A AKI - TOK")])) == []


def test_an_own_fleet_needs_the_own_garrisons_written_leave() -> None:
    """facts/colonial-rules.md S-4 and point S-b: told on receipt."""
    made = engine("colonial")
    data = {"name": "S1870M", "units": {"TURKEY": ["F EGY", "F MED"]}, "centers": {}}
    position = made.load(data)
    (problem,) = made.parse(position, "TURKEY", [Line(1, "F EGY H, F MED - RS")]).problems
    assert problem.kind == "canal_no_permission"
    assert problem.facts["rider"] == "(SC F MED - RS)"
    assert not made.parse(position, "TURKEY", [Line(1, "F EGY H (SC F MED - RS), F MED - RS")]).problems


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A BER B", "build_not_home"), ("F WAR B", "build_occupied"), ("A SEV B\nA MOS B\nF STP/SC B\nA STP B", "superseded"),
        ("F MOS B", "build_fleet_inland"), ("F STP B", "coast_needed"), ("A WAR D", "no_disbands_due"),
        ("A MOS B\nA SEV B\nA STP B\nWAIVE", "builds_too_many"),
    ],
)  # fmt: skip
def test_builds_that_cannot_be_are_told(text: str, kind: str) -> None:
    made = engine("standard")
    lines = [Line(number, line) for number, line in enumerate(text.splitlines(), start=1)]
    assert kind in kinds(made.parse(made.load(STANDARD_ADJUSTMENT), "RUSSIA", lines))


def test_the_judge_adjusts_by_itself_in_cold_war_games() -> None:
    made = engine("coldwar")
    data = {"name": "W1951A", "units": {"FRA": ["A PAR"]}, "centers": {"FRA": ["PAR", "LON"]}}
    position = made.load(data)
    assert kinds(made.parse(position, "FRA", [Line(1, "A LON B")])) == ["automatic_adjustment"]


def test_a_retreat_that_is_closed_is_refused_with_what_is_open() -> None:
    made = engine("standard")
    parsed = made.parse(made.load(STANDARD_RETREAT), "ENGLAND", [Line(1, "A BOH R VIE")])
    assert orders(parsed) == []
    assert parsed.problems[0].suggestions == ("A BOH R GAL", "A BOH D")


def test_long_lines_and_long_mails_are_cut_and_told() -> None:
    parsed = read("A KYO - " + "Z" * MAX_LINE + "\n" + "F TOK - OS\n" * (MAX_LINES + 10), power="JAPAN")
    assert orders(parsed) == ["F TOK - OS"]
    assert {"line_too_long", "too_many_lines"} <= set(kinds(parsed))


@pytest.mark.parametrize(
    "pattern",
    ["A MAC - SEO ", "ソウノレ東京海軍", "PAR ", "S ", "(", "A - ", "東京、", "x y ", "(SC F MED - RS)"],
)
def test_hostile_lines_cost_no_more_than_their_number(pattern: str) -> None:
    """Five times the lines, at most about five times the time: nothing in a mail makes reading quadratic."""
    line = (pattern * 200)[:MAX_LINE]

    def seconds(count: int) -> float:
        lines = [Line(number, line) for number in range(1, count + 1)]
        began = process_time()
        engine("colonial").parse(start("colonial"), "JAPAN", lines)
        return process_time() - began

    seconds(1)
    few, many = max(seconds(100), 0.02), seconds(500)
    assert many < 12 * few


WORDS = st.sampled_from(
    [
        "A",
        "F",
        "PAR",
        "MAC",
        "SEO",
        "ソウル",
        "満州",
        "東京",
        "海軍",
        "陸軍",
        "小樽",
        "OS",
        "S",
        "C",
        "H",
        "R",
        "D",
        "B",
        "-",
        "→",
        ">",
        "ー",
        "へ",
        "に",
        "の",
        "を",
        "は",
        "移動",
        "支援",
        "維持支援",
        "相互支援",
        "輸送",
        "撤退",
        "解散",
        "生産",
        "via",
        "TSR",
        "シベリア鉄道",
        "(",
        ")",
        "(SC",
        "(EC)",
        "/ec",
        "東岸",
        ",",
        "、",
        "。",
        ";",
        ":",
        "+",
        "全軍",
        "維持",
        "hold",
        "support",
        "convoy",
        "Japan",
        "日本",
        "Trukey",
        "1870年春",
        "WAIVE",
        "2",
        "xyz",
        "ソウノレ",
        "大樽",
        "の'",
        "#",
        "//",
        "①",
        "・",
        "命令書",
        "the",
        "to",
        "and",
    ]
)


@given(st.lists(WORDS, max_size=14).map(" ".join), st.sampled_from(["movement", "retreat", "adjustment"]))
@settings(max_examples=300, deadline=None)
def test_no_row_of_words_raises(text: str, phase: str) -> None:
    made = engine("colonial")
    parsed = parse_orders(notation_for(made.variant, made.board), phase, None, [Line(1, text)])
    for problem in parsed.problems:
        assert problem.kind in KINDS
        facts = {name.removesuffix("?") for name in KINDS[problem.kind].facts}
        assert set(problem.facts) <= facts
        assert 0 <= problem.column <= len(text) + 1
    for order in parsed.orders:
        again = parse_orders(notation_for(made.variant, made.board), phase, None, [Line(1, order.text)])
        assert [one.text for one in again.orders] == [order.text]


@given(st.text(st.characters(), max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_text_raises(text: str) -> None:
    read(text, power="JAPAN")


@given(st.text(alphabet="ASFCH -→、,()（）ソウル満州海軍移動支援の#/①.ー", max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_text_of_order_characters_raises(text: str) -> None:
    read(text, power="JAPAN")
