"""Whole order mails as newcomers write them, for every kind of phase, in both languages (tests/text/letters/*.txt)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.chance import NoChance
from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.position import Position
from judge.text.commands import split_mail
from judge.variants.load import load_variant

LETTERS = Path(__file__).parent / "letters"


class Mail(NamedTuple):
    """A mail with its game and what must come of it."""

    settings: tuple[tuple[str, str], ...]
    body: str
    orders: tuple[str, ...]
    problems: tuple[str, ...]


def read_letters(path: Path) -> list[tuple[str, Mail]]:
    """The mails of a file by name."""
    settings: dict[str, str] = {}
    found: list[tuple[str, Mail]] = []
    for block in ("\n" + path.read_text("utf-8")).split("\n=== "):
        name, _, rest = block.partition("\n")
        body, _, wanted = rest.partition("\n---\n")
        lines = (wanted if found or "\n---\n" in rest else block).splitlines()
        orders = tuple(line for line in lines if line.split(" ")[0] in {"A", "F", "WAIVE"})
        problems = tuple(sorted(line[1:] for line in lines if line.startswith("!")))
        if "\n---\n" in rest:
            mail = Mail(tuple(sorted(settings.items())), body, orders, problems)
            found.append((f"{path.stem}: {name}", mail))
        for line in lines:
            word, _, value = line.partition(" ")
            if word in {"variant", "phase", "power", "state"}:
                settings[word] = value
    return found


@cache
def engine(variant: str) -> DiplomacyEngine:
    return DiplomacyEngine(load_variant(variant), {})


def position(variant: str, phase: str, state: str) -> Position:
    """The start, or "FRANCE: A PAR, *A BUR > GAS RUH; …; centers FRANCE: PAR BRE"."""
    made = engine(variant)
    if state == "start":
        return made.start(NoChance()).position
    units: dict[str, list[str]] = {}
    centers: dict[str, list[str]] = {}
    retreats: dict[str, dict[str, list[str]]] = {}
    for group in state.split(";"):
        head, _, rest = group.strip().partition(":")
        if head.startswith("centers "):
            centers[head.removeprefix("centers ")] = rest.split()
            continue
        for text in rest.split(","):
            unit, _, options = text.strip().partition(" > ")
            units.setdefault(head, []).append(unit)
            if unit.startswith("*"):
                retreats.setdefault(head, {})[unit[1:]] = options.split()
    calendar = load_variant(variant).calendar
    code = "W" if phase == "A" else calendar.seasons[-1].code
    name = f"{code}{calendar.start_year}{phase}"
    return made.load({"name": name, "units": units, "centers": centers, "retreats": retreats})


MAILS = [mail for path in sorted(LETTERS.glob("*.txt")) for mail in read_letters(path)]


@pytest.mark.parametrize("mail", [mail for _, mail in MAILS], ids=[name for name, _ in MAILS])
def test_a_newcomers_mail_is_understood(mail: Mail) -> None:
    settings = dict(mail.settings)
    where = position(settings["variant"], settings["phase"], settings["state"])
    text = split_mail(mail.body)
    assert text.commands == ()
    parsed = engine(settings["variant"]).parse(where, settings["power"], text.orders)
    assert sorted(order.text for order in parsed.orders) == sorted(mail.orders)
    assert tuple(sorted(problem.kind for problem in parsed.problems)) == mail.problems
