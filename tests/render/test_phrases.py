"""Everything the judge can have to say has words in every language; a missing one is found here, not by a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from judge.diplomacy.calendar import KIND_NAMES
from judge.diplomacy.mail_reader import _EXPECTED
from judge.diplomacy.reasons import Reason
from judge.diplomacy.rules import OPTIONS
from judge.engines import engine_for
from judge.paths import data_dir, languages
from judge.problems import Problem
from judge.render.language import FALLBACK, macros_of
from judge.render.sentences import Facts, Sentences
from judge.text.kinds import KINDS
from judge.text.verbs import VERBS
from judge.variants.load import load_variant
from judge.workflow.codes import NOTICE_CODES, RESULT_CODES
from judge.workflow.letters import LETTER_KINDS, EventFacts, OwedFacts, PhaseFacts
from judge.workflow.settings import TABLE

VARIANTS = sorted(path.parent.name for path in data_dir("variants").glob("*/variant.toml"))
GROUPS = sorted(path.stem for path in (data_dir("templates") / FALLBACK).glob("*.j2"))
OWED = ("orders", "retreats", "builds", "disbands")
OUTCOMES = ("solo", "domination", "draw", "truce", "peace", "concession")

SAMPLES: dict[str, Any] = {
    # places and units of the Colonial game, in the forms that judge/text/kinds.py and the letters promise
    "province": "SEO", "location": "SEO/EC", "unit": "A KYO", "target": "A VLA", "garrison": "A EGY", "blocker": "A MON",
    "power": "JAPAN", "owner": "CHINA", "choices": ["SEO", "FUS"], "coasts": ["SEO/EC", "SEO/WC"], "line": ["MOS", "VLA"],
    "units": ["A MOS", "A VLA"], "count": 3, "due": 2, "limit": 20, "lines": ["A KYO H"], "by_line": 4, "phase": "S1870M",
    "rider": "(SC F MED - RS)", "readings": ["A KYO H", "A KYO - KYU"], "order": "A KYO - KYU",
    # letters
    "games": ["one", "two"], "until": "2026-12-06T11:00:00+00:00", "deadline": "2026-12-06T11:00:00+00:00",
    "before": "2026-12-05T11:00:00+00:00", "at": "2026-12-05T11:00:00+00:00", "players": 5, "needed": 7, "place": 2,
    "powers": ["JAPAN", "CHINA"], "known": ["JAPAN", "CHINA"], "to": ["CHINA"], "from": "JAPAN", "public": False,
    "orders": ["A KYO H"], "wishes": ["JAPAN", ["CHINA", "RUSSIA"]], "missing": ["A KYO"], "forward": False,
    "winners": ["JAPAN"], "kind": "solo", "next": "S1870R", "changes": ["JAPAN: + A SEO", "JAPAN: - F TOK", "SEO = JAPAN", "OTA = -"], "refused": [], "on": True,
    "permanent": True, "outage": False, "withdrawn": False, "grey": False, "mail": 7, "why": "phase", "vote": "draw",
    "most": 15, "total": 30, "used": 3, "minimum": 5, "suggestions": ["STATUS"], "state": "running",
    # events
    "by": "A VLA", "by_power": "RUSSIA", "options": ["SEO"], "disbanded": False, "movers": ["A KYO"], "after": "JAPAN",
    "centres": 4, "verdict": "fails", "strengths": {"attack": 1, "against": 1},
}  # fmt: skip

SPECIAL: dict[str, dict[str, Any]] = {
    "peace_declared": {"needed": ["JAPAN", "CHINA"]},
    "heartbeat": {
        "every": "weekly", "since": "2026-11-29T23:00:00+00:00", "pass": "2026-12-06T11:00:00+00:00", "received": 12,
        "sent": 84, "mails": 1, "letters": 2, "free": 12_345, "backup": "2026-12-05T11:00:00+00:00", "problems": [],
    },
}  # fmt: skip
"""Facts whose name means something else in one code."""


def sample(name: str) -> Any:
    """A value for a fact of this name."""
    return SAMPLES.get(name, f"<{name}>")


@pytest.fixture(params=languages())
def say(request: pytest.FixtureRequest) -> Sentences:
    """Sentences about the Colonial game in each language."""
    return Sentences(load_variant("colonial"), request.param)


def check(group: Any, codes: Iterable[str]) -> None:
    """Each code has a phrase of its own."""
    missing = [code for code in codes if not group.has(code)]
    assert not missing, f"no words for {missing}"


def test_there_are_english_and_japanese() -> None:
    assert set(languages()) >= {"en", "ja"}


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("language", languages())
def test_a_language_has_all_phrases_that_english_has_with_the_same_arguments(
    language: str, group: str
) -> None:
    """Private helpers of one language are allowed: phrases that English does not have."""
    english, own = macros_of(FALLBACK, group, _names()), macros_of(language, group, _names())
    helpers = {
        "support_words",
        "who",
        "be",
        "ratio",
        "than",
        "places",
        "reach",
        "kind",
        "phase_word",
        "place",
    }
    for name, macro in english.items():
        if name in helpers:
            continue
        assert name in own, f"templates/{language}/{group}.j2 has no {name}"
        assert macro.arguments == own[name].arguments, f"{language}/{group}: {name}"


def _names() -> dict[str, Any]:
    return dict.fromkeys(("n", "w", "order", "when", "short_when", "phase"), None)


def test_reasons(say: Sentences) -> None:
    check(say.reasons, [reason.value for reason in Reason if reason.value])
    for reason in Reason:
        for by in ([], ["A VLA"], ["A VLA", "F OS"]):
            for strengths in ({}, {"attack": 1, "against": 2}):
                facts = {
                    "reason": reason.value, "order": "A KYO - SEO", "verdict": "fails", "by": by, "strengths": strengths,
                }  # fmt: skip
                assert bool(say.reason(facts)) == bool(reason.value)


def test_problem_kinds(say: Sentences) -> None:
    check(say.problems, KINDS)
    for name, kind in KINDS.items():
        full = {fact.rstrip("?"): sample(fact.rstrip("?")) for fact in kind.facts}
        least = {fact: sample(fact) for fact in kind.facts if not fact.endswith("?")}
        for facts in (full, least):
            text = say.problem(Problem(name, kind.severity, 1, text="x", facts=facts))
            assert text
            assert "\n" not in text


def test_notices_have_subject_and_text(say: Sentences) -> None:
    check(say.notices, NOTICE_CODES)
    check(say.notices, [f"{code}_subject" for code in NOTICE_CODES])
    for code, names in NOTICE_CODES.items():
        full = Facts({name: sample(name) for name in names} | SPECIAL.get(code, {}) | {"game": "demo"})
        for facts in (full, Facts(game="demo") if code != "joined" else full):
            assert say.notices.say(code, facts)
            subject = say.notices.say(f"{code}_subject", facts)
            assert subject
            assert "\n" not in subject


def test_results_of_commands(say: Sentences) -> None:
    check(say.results, RESULT_CODES)
    for code, names in RESULT_CODES.items():
        text = say.results.say(code, Facts({name: sample(name) for name in names}))
        assert text
        assert "\n" not in text


def test_why_press_was_refused_is_said(say: Sentences) -> None:
    """The reasons named beside press_refused in RESULT_CODES."""
    said = {
        why: say.results.say("press_refused", Facts(why=why, until="", text=""))
        for why in ("phase", "silent_hours", "none", "grey", "nobody", "empty", "?")
    }
    assert len(set(said.values())) == len(said)


@pytest.mark.parametrize("variant_id", VARIANTS)
@pytest.mark.parametrize("language", languages())
def test_every_event_of_every_engine_has_a_sentence(variant_id: str, language: str) -> None:
    variant = load_variant(variant_id)
    say = Sentences(variant, language)
    check(say.events, engine_for(variant).event_kinds)


def test_events_are_told_with_their_facts(say: Sentences) -> None:
    """The facts of docs/architecture.md."""
    facts = {
        name: sample(name)
        for name in (
            "power", "unit", "by", "by_power", "options", "disbanded", "province", "movers", "after", "centres", "units",
            "due", "count", "kind", "winners", "order", "verdict",
        )
    } | {"before": "CHINA"}  # fmt: skip
    for kind in engine_for(load_variant("colonial")).event_kinds:
        assert say.event(EventFacts(kind, facts))


def test_what_is_owed(say: Sentences) -> None:
    check(say.owed_words, OWED)
    for what in OWED:
        one = say.owed_words.say(what, OwedFacts("JAPAN", what, 1, ("A KYO",), True))
        two = say.owed_words.say(what, OwedFacts("JAPAN", what, 2, (), True))
        assert one != two


def test_phases_have_titles(say: Sentences) -> None:
    check(say.titles, [*KIND_NAMES.values(), "forming"])
    titles = {
        say.phase(PhaseFacts("S1870M", kind, 1, {"season": "spring", "year": 1870, "turn": 1}))
        for kind in KIND_NAMES.values()
    }
    assert len(titles) == len(KIND_NAMES)
    assert all("1870" in title for title in titles)


def test_a_phase_of_which_only_the_id_is_known_has_the_same_title(say: Sentences) -> None:
    label = {"season": "fall", "year": 1870, "turn": 2}
    assert say.phase_named("F1870R") == say.phase(PhaseFacts("F1870R", "retreat", 2, label))
    assert say.phase_named("W1870A") == say.phase(PhaseFacts("W1870A", "adjustment", 2, label))
    assert say.phase_named("forming") == "forming"


def test_letters_have_subjects(say: Sentences) -> None:
    check(say.subjects, [kind for kind in LETTER_KINDS if kind != "notice"])


def test_outcomes_are_told_apart(say: Sentences) -> None:
    said = {kind: say.words.outcome(kind, "X") for kind in OUTCOMES if kind != "domination"}
    assert len(set(said.values())) == len(said)
    assert say.words.outcome("domination", "X") == said["solo"]


def test_settings_have_names(say: Sentences) -> None:
    for setting in TABLE:
        assert say.words.setting(setting.name) != setting.name, setting.name
        assert say.words.setting_value(setting.name, str(setting.default) or "x")


def test_rule_options_have_names(say: Sentences) -> None:
    for option in OPTIONS:
        assert say.words.rule(option.name) != option.name, option.name


def test_parts_of_orders_that_could_have_stood_there_have_words(say: Sentences) -> None:
    for code in {*_EXPECTED.values(), "destination", "unit"}:
        assert say.words.part(code) != code, code


def test_the_page_of_help_names_every_command_in_its_language(say: Sentences) -> None:
    page = say.guide.commands() + say.guide.gm()
    for name, verb in VERBS.items():
        english = verb.words[0].upper()
        assert english in page or name in page, name
        if say.language == "ja":
            assert any(word in page for word in verb.words if not word.isascii()), name


def spoken() -> Iterator[tuple[str, str, str]]:
    """Language, group and text of every phrase with a code, for the golden files."""
    for language in languages():
        say = Sentences(load_variant("colonial"), language, owners={"A VLA": "RUSSIA", "A MON": "CHINA"})
        lines = []
        for code, names in NOTICE_CODES.items():
            facts = Facts({name: sample(name) for name in names} | SPECIAL.get(code, {}) | {"game": "demo"})
            facts.setdefault("power", "JAPAN")
            lines.append(
                f"{code}: {say.notices.say(f'{code}_subject', facts)}\n{say.notices.say(code, facts)}\n"
            )
        yield language, "notices", "\n".join(lines)
        lines = []
        for code, names in RESULT_CODES.items():
            facts = Facts({name: sample(name) for name in names})
            lines.append(f"{code}: {say.results.say(code, facts)}\n")
        yield language, "results", "".join(lines)
        lines = []
        for name, kind in KINDS.items():
            full = {fact.rstrip("?"): sample(fact.rstrip("?")) for fact in kind.facts}
            lines.append(f"{name}: {say.problem(Problem(name, kind.severity, 1, text='x', facts=full))}\n")
        yield language, "problems", "".join(lines)
        lines = []
        for reason in Reason:
            found = {
                "reason": reason.value, "order": "A KYO - SEO", "verdict": "fails", "by": ["A VLA"],
                "strengths": {"attack": 1, "against": 1},
            }  # fmt: skip
            lines.append(f"{reason.value}: {say.reason(found)}\n")
        yield language, "reasons", "".join(lines)
