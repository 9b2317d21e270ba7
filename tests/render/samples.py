"""One letter of each kind, as the workflow makes them, from the Colonial game (source 001, chapters 5, 9 and 12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.mail.model import Rendered
from judge.render.mails import SiteFacts, render
from judge.variants.load import load_variant
from judge.workflow.letters import (
    Acknowledgement,
    DeadlineReport,
    DeliveryNote,
    EventFacts,
    FinalReport,
    GameStart,
    Letter,
    MailNote,
    Notice,
    OwedFacts,
    PhaseFacts,
    ProblemFacts,
    Recipient,
    Reminder,
    ReportRow,
    Seat,
    StandingOrder,
    TranscriptLine,
    TurnSummary,
)
from judge.workflow.settings import complete, shown

GAME = "demo"
POWERS = ("ENGLAND", "FRANCE", "HOLLAND", "CHINA", "JAPAN", "RUSSIA", "TURKEY")
START = {
    "ENGLAND": ["A DEL", "A BOM", "A MAD", "F ADEN", "F HK", "F SIN"],
    "FRANCE": ["A TON", "A COC", "F ANN"],
    "HOLLAND": ["A BOR", "F JAVA", "F SUM"],
    "CHINA": ["A MAC", "A PEK", "A SHA", "A CAN", "A SIK"],
    "JAPAN": ["A KYO", "F OTA", "F TOK", "F KYU"],
    "RUSSIA": ["A VLA", "A OMSK", "A MOS", "F ODE", "F P.ART"],
    "TURKEY": ["A ANG", "F BAG", "F CON"],
}
SPRING = PhaseFacts(
    "S1870M",
    "movement",
    1,
    {"season": "spring", "year": 1870, "turn": 1},
    True,
    "2026-12-06T11:00:00+00:00",
    "2026-12-07T11:00:00+00:00",
)
FALL = PhaseFacts(
    "F1870M", "movement", 2, {"season": "fall", "year": 1870, "turn": 2}, True, "2026-12-20T11:00:00+00:00"
)
FALL_RETREATS = PhaseFacts(
    "F1870R", "retreat", 2, {"season": "fall", "year": 1870, "turn": 2}, False, "2026-12-22T11:00:00+00:00"
)
WINTER = PhaseFacts(
    "W1870A", "adjustment", 2, {"season": "fall", "year": 1870, "turn": 2}, False, "2026-12-24T11:00:00+00:00"
)

PEOPLE = {
    "ja": Recipient("sato@example.jp", "player", "JAPAN", "佐藤", "ja", "Asia/Tokyo"),
    "en": Recipient("ann@example.org", "player", "JAPAN", "Ann", "en", "America/New_York"),
}
GMS = {
    "ja": Recipient("gm@example.jp", "gm", "", "", "ja", "Asia/Tokyo"),
    "en": Recipient("gm@example.org", "gm", "", "", "en", "Europe/London"),
}


def letter(kind: str, to: Recipient, facts: Any) -> Letter:
    """The letter with a key as the workflow makes it."""
    return Letter(f"{GAME}/{kind}/{to.address}/1", kind, to, facts)


def view(units: dict[str, list[str]]) -> dict[str, Any]:
    """A public view of a position with these units, and home centres for centres."""
    return {
        "phase": "S1870M",
        "units": units,
        "centers": {power: [unit.split()[1] for unit in START[power]] for power in POWERS},
        "retreats": {},
        "counts": {
            power: {"centres": len(START[power]), "units": len(units.get(power, [])), "due": 0}
            for power in POWERS
        },
    }


def acknowledgement() -> Acknowledgement:
    """Japan's first mail: two good orders, one misspelt region, one order for a foreign unit, a word of thanks."""
    return Acknowledgement(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        phase=SPRING,
        transcript=(
            TranscriptLine(
                1, "海軍 小樽 支援 日本 海軍 東京 → オホーツク海", "order", ("F OTA S F TOK - OS",)
            ),
            TranscriptLine(2, "F TOK - OS", "order", ("F TOK - OS",)),
            TranscriptLine(
                3,
                "陸軍 京都 → ソウノレ",
                "refused",
                (),
                (
                    ProblemFacts(
                        "unknown_region",
                        "error",
                        3,
                        9,
                        4,
                        "陸軍 京都 → ソウノレ",
                        (),
                        ("SEO",),
                        {"name": "ソウノレ"},
                    ),
                ),
            ),
            TranscriptLine(
                4,
                "A URU - KAG",
                "refused",
                (),
                (
                    ProblemFacts(
                        "foreign_unit",
                        "error",
                        4,
                        1,
                        5,
                        "A URU - KAG",
                        (),
                        (),
                        {"unit": "A URU", "power": "CHINA"},
                    ),
                ),
            ),
            TranscriptLine(5, "よろしくお願いします。", "ignored"),
        ),
        standing=(
            StandingOrder("A KYO", "A KYO H", True),
            StandingOrder("F OTA", "F OTA S F TOK - OS"),
            StandingOrder("F TOK", "F TOK - OS"),
            StandingOrder("F KYU", "F KYU H", True),
        ),
        missing=("A KYO", "F KYU"),
        owed=(OwedFacts("JAPAN", "orders", 4, ("A KYO", "F OTA", "F TOK", "F KYU"), True, False, 2),),
        subject="1ターン目の命令",
    )


def order_result(power: str, order: str, verdict: str = "succeeds", **more: Any) -> EventFacts:
    """An event as the diplomacy engine makes it."""
    facts = {
        "power": power,
        "unit": " ".join(order.split()[:2]),
        "order": order,
        "verdict": verdict,
        "reason": more.get("reason", ""),
        "by": list(more.get("by", ())),
        "strengths": dict(more.get("strengths", {})),
        "kind": "movement",
    }
    return EventFacts("order_result", facts)


def turn_summary() -> TurnSummary:
    """Case 3 of chapter 9 (China's army is driven out of KAG), a bounce, a void order, and a silent Turkey."""
    before = view(
        {
            **START,
            "RUSSIA": ["A TAS", "A VLA"],
            "ENGLAND": ["A KAM", "F HK"],
            "CHINA": ["A KAG", "A URU"],
            "JAPAN": ["F OS", "A KYO", "F KYU"],
        }
    )
    after = view(
        {
            **START,
            "RUSSIA": ["A KAG", "A VLA"],
            "ENGLAND": ["A KAM", "F HK"],
            "CHINA": ["*A KAG", "A URU"],
            "JAPAN": ["F OS", "A KYO", "F FUS"],
        }
    )
    after["counts"]["RUSSIA"]["centres"] = 6
    return TurnSummary(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        closed=FALL,
        phase=FALL_RETREATS,
        events=(
            order_result("RUSSIA", "A TAS - KAG"),
            order_result("RUSSIA", "A VLA H"),
            order_result("ENGLAND", "A KAM S A TAS - KAG"),
            order_result("ENGLAND", "F HK - SEO", "void", reason="not_adjacent"),
            order_result(
                "CHINA",
                "A KAG - KAM",
                "fails",
                reason="bounced",
                by=["A KAM"],
                strengths={"attack": 1, "against": 1},
            ),
            order_result(
                "CHINA",
                "A URU - KAG",
                "fails",
                reason="bounced",
                by=["A TAS"],
                strengths={"attack": 1, "against": 2},
            ),
            order_result(
                "JAPAN",
                "F OS - VLA",
                "fails",
                reason="bounced",
                by=["A VLA"],
                strengths={"attack": 1, "against": 1},
            ),
            order_result("JAPAN", "A KYO S F OS - VLA", "void", reason="support_out_of_reach"),
            order_result("JAPAN", "F KYU - FUS"),
            order_result("TURKEY", "A ANG H", reason="no_order"),
            EventFacts(
                "dislodged",
                {
                    "power": "CHINA",
                    "unit": "A KAG",
                    "by": "A TAS",
                    "by_power": "RUSSIA",
                    "options": ["SIK", "TIB"],
                    "disbanded": False,
                },
            ),
            EventFacts("standoff", {"province": "SEO", "movers": ["F HK", "F KYU"]}),
        ),
        before=before,
        view=after,
        owed=(OwedFacts("CHINA", "retreats", 1, ("A KAG",), True),),
        sheet=(),
        nmr=("TURKEY",),
    )


def final_summary() -> TurnSummary:
    """The last turn: centres change hands, Russia wins."""
    return TurnSummary(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        closed=WINTER,
        phase=PhaseFacts("END", "end", 3, {"season": "fall", "year": 1870, "turn": 2}),
        events=(
            EventFacts("built", {"power": "RUSSIA", "unit": "A MOS"}),
            EventFacts("civil_disorder", {"power": "TURKEY", "unit": "F CON"}),
            EventFacts("ownership", {"province": "SEO", "before": "", "after": "JAPAN"}),
            EventFacts("ownership", {"province": "TOK", "before": "JAPAN", "after": "RUSSIA"}),
            EventFacts("victory", {"kind": "solo", "winners": ["RUSSIA"], "centres": 30}),
        ),
        before=view(START),
        view=view(START),
        owed=(),
        sheet=(),
        outcome={"kind": "solo", "winners": ["RUSSIA"]},
        history={"F1870M": {"RUSSIA": 6, "JAPAN": 4}, "F1871M": {"RUSSIA": 30, "JAPAN": 4}},
        seed="00ff" * 8,
    )


def game_start() -> GameStart:
    """Source 001, chapter 5: the start."""
    colonial = load_variant("colonial")
    return GameStart(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        phase=SPRING,
        seats=tuple(
            Seat(power, f"Player {n}", f"p{n}@example.org") for n, power in enumerate(POWERS, start=1)
        ),
        view=view(START),
        sheet=tuple(StandingOrder(unit, f"{unit} H", True) for unit in START["JAPAN"]),
        settings=shown(complete({"timezone": "Asia/Tokyo"}, colonial.defaults), colonial),
        winning={
            "by": "centres",
            "needed": 30,
            "of": 58,
            "home_points": 1,
            "last_year": None,
            "peace": False,
            "draw": True,
            "concession": True,
        },
        gm="Master Mori",
        commitment="ab" * 32,
    )


def reminder() -> Reminder:
    """A day before the deadline two units have no order."""
    return Reminder(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        phase=SPRING,
        owed=(OwedFacts("JAPAN", "orders", 4, ("A KYO", "F OTA", "F TOK", "F KYU"), True, False, 2),),
        missing=("A KYO", "F KYU"),
        sheet=(
            StandingOrder("A KYO", "A KYO H", True),
            StandingOrder("F OTA", "F OTA S F TOK - OS"),
            StandingOrder("F TOK", "F TOK - OS"),
            StandingOrder("F KYU", "F KYU H", True),
        ),
    )


def deadline_report() -> DeadlineReport:
    """One power late, one silent, one unreadable mail, one failed delivery."""
    rows = tuple(
        ReportRow(
            power,
            f"Player {n}",
            f"p{n}@example.org",
            True,
            "" if power == "TURKEY" else f"2026-12-0{n}T09:30:00+00:00",
            0 if power == "TURKEY" else 1,
            0 if power == "TURKEY" else len(START[power]),
            len(START[power]) if power == "TURKEY" else 0,
            2 if power == "JAPAN" else 0,
            power == "RUSSIA",
            power == "TURKEY",
            2 if power == "TURKEY" else 0,
        )
        for n, power in enumerate(POWERS, start=1)
    )
    return DeadlineReport(
        game=GAME,
        variant="colonial",
        closed=SPRING,
        phase=FALL,
        early=False,
        rows=rows,
        mails=(
            MailNote(17, "2026-12-05T01:02:03+00:00", "p7@example.org", "命令書", "unreadable"),
            MailNote(19, "2026-12-05T04:02:03+00:00", "x@example.net", "hello", "unknown_sender"),
        ),
        deliveries=(DeliveryNote("p2@example.org", "[demo] …", "550 no such user", True),),
        owed=tuple(OwedFacts(power, "orders", len(START[power]), (), True) for power in POWERS),
    )


def adjustment_sheet() -> Reminder:
    """Builds: any of the places will do, so the sheet has blanks and a list."""
    choices = ("A KYO B", "F TOK B", "A TOK B", "WAIVE")
    return Reminder(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        phase=WINTER,
        owed=(OwedFacts("JAPAN", "builds", 2, ("KYO", "TOK"), True, False, 2),),
        missing=(),
        sheet=(StandingOrder("", "", True, choices), StandingOrder("", "", True, choices)),
        overdue=True,
    )


def final_report() -> FinalReport:
    """Russia has won."""
    return FinalReport(
        game=GAME,
        variant="colonial",
        power="JAPAN",
        phase=PhaseFacts("END", "end", 4, {"season": "fall", "year": 1871, "turn": 4}),
        outcome={"kind": "solo", "winners": ["RUSSIA"], "at": "2027-01-10T11:00:00+00:00"},
        seats=tuple(Seat(power, f"Player {n}", "") for n, power in enumerate(POWERS, start=1)),
        history={
            "W1870A": {power: len(START[power]) for power in POWERS},
            "W1871A": {power: 30 if power == "RUSSIA" else 4 for power in POWERS},
        },
        orders={
            "S1870M": {
                "JAPAN": [["F OTA S F TOK - OS", "succeeds", ""], ["F TOK - OS", "succeeds", ""]],
                "RUSSIA": [["F ODE - KAR", "void", "not_adjacent"], ["A VLA H", "succeeds", "no_order"]],
            },
            "W1871A": {"RUSSIA": [["A MOS B", "succeeds", ""]]},
        },
        view=view(START),
        seed="00ff" * 8,
        commitment="ab" * 32,
    )


def letters(language: str) -> dict[str, Letter]:
    """Every sample by name, for a reader of this language."""
    player, gm = PEOPLE[language], GMS[language]
    return {
        "acknowledgement": letter("acknowledgement", player, acknowledgement()),
        "turn_summary": letter("turn_summary", player, turn_summary()),
        "turn_summary_end": letter("turn_summary", player, final_summary()),
        "game_start": letter("game_start", player, game_start()),
        "reminder": letter("reminder", player, reminder()),
        "reminder_builds": letter("reminder", player, adjustment_sheet()),
        "deadline_report": letter("deadline_report", gm, deadline_report()),
        "final_report": letter("final_report", player, final_report()),
        "notice": letter(
            "notice",
            player,
            Notice(
                "was_this_you",
                GAME,
                "colonial",
                "JAPAN",
                SPRING,
                {"subject": "orders", "sender": player.address, "lines": ["A KYO H", "F TOK - OS"]},
            ),
        ),
    }


def rendered() -> Iterator[tuple[str, str, Rendered]]:
    """Language, name and mail of every sample."""
    variant = load_variant("colonial")
    site = SiteFacts("judge@example.org", version="1.0")
    for language in PEOPLE:
        for name, sample in letters(language).items():
            yield language, name, render(sample, variant=variant, site=site)
