"""The workflow with the real games: standard, Colonial, Cold War."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from judge.engines import engine_for
from judge.variants.load import load_variant
from judge.workflow.clock import moment
from judge.workflow.codec import dump_record, load_record
from judge.workflow.letters import Letter
from judge.workflow.model import CommandInput, MailInput, Player, Record, Step, TimeInput
from judge.workflow.record import new_record
from judge.workflow.settings import rule_options
from judge.workflow.step import step
from tests.workflow.fake import GM, T0


class Game:
    """A real game in hand."""

    def __init__(self, variant_id: str, **settings: Any) -> None:
        self.variant = load_variant(variant_id)
        powers = [power.id for power in self.variant.powers]
        players = [Player(power, f"{power.lower()}@example.org", power.capitalize()) for power in powers]
        merged = {name.replace("__", "."): value for name, value in settings.items()}
        self.record: Record = new_record(
            "g", self.variant, settings=merged, gms=[GM], seed="5a" * 32, players=players
        )
        self.engine = engine_for(self.variant, rule_options(self.record.settings))
        self.letters: list[Letter] = []
        self.do(CommandInput(T0, "START"))

    def do(self, event: Any) -> Step:
        result = step(self.engine, self.variant, self.record, event)
        self.record = result.record
        self.letters += result.letters
        return result

    def mail(self, power: str, body: str, at: datetime | None = None) -> Any:
        when = at or moment(self.record.opened) + timedelta(hours=1)
        result = self.do(MailInput(when, f"{power.lower()}@example.org", "player", power, body))
        return next(letter.facts for letter in result.letters if letter.kind == "acknowledgement")

    def close(self) -> None:
        self.do(TimeInput(moment(self.record.grace_end or self.record.deadline)))

    def last(self, kind: str, power: str) -> Any:
        return [one.facts for one in self.letters if one.kind == kind and one.to.power == power][-1]


def test_orders_in_japanese_and_with_a_slip_are_answered_line_by_line() -> None:
    game = Game("colonial", grace="0")
    ack = game.mail("JAPAN", "陸軍 京都 待機\nF OTA S Japan F TOK - OS\nF TOK - OS\nF KYU - ソウノレ")
    assert [line.outcome for line in ack.transcript] == ["order", "order", "order", "refused"]
    assert ack.missing == ("F KYU",)
    assert {(line.about, line.order, line.default) for line in ack.standing} == {
        ("A KYO", "A KYO H", False),
        ("F OTA", "F OTA S F TOK - OS", False),
        ("F TOK", "F TOK - OS", False),
        ("F KYU", "F KYU H", True),
    }


def test_a_retreat_and_adjustments_come_in_their_own_phases() -> None:
    game = Game("standard", grace="0", early_close="off", nmr_limit=0)
    game.mail("AUSTRIA", "A VIE - TRI\nA BUD - SER\nF TRI - ALB")
    game.mail("ITALY", "A VEN H\nA ROM H\nF NAP - ION")
    game.close()
    assert game.record.phase_id == "F1901M"  # nobody was dislodged: no retreats
    game.mail("ITALY", "A VEN - TRI\nA ROM - VEN\nF ION - TUN")
    game.mail("AUSTRIA", "A TRI - BUD\nF ALB S A SER - GRE\nA SER - GRE")
    game.close()
    assert game.record.phase_id == "W1901A"
    summary = game.last("turn_summary", "ITALY")
    assert [(one.what, one.count) for one in summary.owed if one.power == "ITALY"] == [("builds", 2)]
    assert len(summary.sheet) == 2
    assert "F NAP B" in summary.sheet[0].choices
    ack = game.mail("ITALY", "Build F NAP")
    assert ack.owed[0].left == 1
    assert not ack.complete
    ack = game.mail("ITALY", "WAIVE")
    assert ack.complete
    game.close()
    assert game.record.phase_id == "S1902M"
    assert "F NAP" in game.record.position["units"]["ITALY"]  # type: ignore[index]


def test_only_the_owner_of_a_dislodged_unit_owes_a_retreat() -> None:
    game = Game("standard", grace="0", early_close="in", nmr_limit=0)
    for lines in ("A MUN - TYR\nA BER - MUN", "A TYR - VEN"):
        game.mail("GERMANY", lines)
        game.mail("AUSTRIA", "A VIE - BOH\nF TRI S A TYR - VEN" if "VEN" in lines else "A VIE H\nF TRI H")
        game.close()
    assert game.record.phase_id == "F1901R"
    assert {one.power for one in game.last("turn_summary", "ITALY").owed} == {"ITALY"}
    assert "A VEN R APU" in game.last("turn_summary", "ITALY").sheet[0].choices
    game.mail("ITALY", "A VEN R APU")  # all retreats are in: the phase closes
    assert game.record.phase_id == "W1901A"
    assert "A APU" in game.record.position["units"]["ITALY"]  # type: ignore[index]


def random_orders(game: Game, power: str, chance: random.Random) -> str:
    """A legal order mail, now and then incomplete or with a slip."""
    choices = game.engine.legal(game.engine.load(game.record.position or {}), power)
    lines = [chance.choice(texts) for texts in choices.by_key.values() if texts and chance.random() < 0.95]
    if choices.at_most is not None:
        lines = lines[: choices.at_most]
    if chance.random() < 0.1:
        lines.append("A XYZ - ???")
    return "\n".join(lines)


@pytest.mark.parametrize(("variant", "phases"), [("standard", 14), ("colonial", 10), ("coldwar", 6)])
def test_random_games_by_mail_keep_their_promises(variant: str, phases: int) -> None:
    game = Game(variant, early_close="in", nmr_limit=0)
    chance = random.Random(f"workflow {variant}")
    keys: set[str] = set()
    for _ in range(phases):
        if game.record.state != "running":
            break
        before = game.record
        at = moment(before.opened)
        for power in game.engine.powers:
            if game.record.phase_no != before.phase_no or chance.random() < 0.1:
                continue
            at += timedelta(minutes=chance.randrange(1, 90))
            ack = game.mail(power, random_orders(game, power, chance), at)
            assert ack.game == "g"
        while game.record.phase_no == before.phase_no:
            game.close()
        for letter in game.letters:
            if letter.kind == "reminder":
                assert any(one.left for one in letter.facts.owed)
            assert letter.key not in keys
            keys.add(letter.key)
        game.letters.clear()
        assert load_record(dump_record(game.record)) == game.record
    assert len(game.record.past) >= min(phases, 6)


def test_the_cold_war_ends_with_1956() -> None:
    game = Game("coldwar", nmr_limit=0)
    for year in range(1951, 1957):
        assert game.record.phase_id == f"Y{year}M"
        game.mail("FRANCE", "READY")
        game.close()
    assert game.record.state == "finished"
    assert game.record.outcome is not None
    assert game.record.outcome["kind"] == "truce"
    assert set(game.record.outcome["winners"]) == set(game.engine.powers)


def test_the_gm_corrects_a_position() -> None:
    game = Game("standard")
    done = game.do(CommandInput(T0, "CORRECT", ("PLACE", "France", "A", "BUR")))
    assert done.results[0].result == "corrected"
    assert "A BUR" in game.record.position["units"]["FRANCE"]  # type: ignore[index]
    assert game.mail("FRANCE", "A BUR H").standing
    done = game.do(CommandInput(T0, "CORRECT", ("REMOVE", "A", "BUR")))
    assert "A BUR" not in game.record.position["units"]["FRANCE"]  # type: ignore[index]
    assert game.record.orders["FRANCE"] == ()
    done = game.do(CommandInput(T0, "CORRECT", ("OWN", "BEL", "France")))
    assert "BEL" in game.record.position["centers"]["FRANCE"]  # type: ignore[index]
    for words in (
        ("PLACE", "France", "A", "ATLANTIS"),
        ("REMOVE", "A", "BUR"),
        ("OWN", "XXX", "France"),
        ("DANCE",),
    ):
        refused = game.do(CommandInput(T0, "CORRECT", words))
        assert refused.results[0].outcome == "refused"


def test_rule_options_can_be_set_before_the_start_only() -> None:
    game = Game("standard")
    assert game.do(CommandInput(T0, "SET", ("rule.victory_centres", "20"))).results[0].result == "not_now"
