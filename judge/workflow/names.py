"""Reading the small things people write as arguments: powers, dates."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta

from judge.workflow.reading import names_of
from judge.workflow.work import Work

ANY_WORDS = frozenset({"any", "*", "どこでも", "任意", "なんでも", "おまかせ"})
ALL_WORDS = frozenset(
    {"all", "everybody", "everyone", "public", "hall", "全員", "全体", "公開", "国際会議場", "会議場"}
)
NO_WORDS = frozenset(
    {"no", "off", "none", "cancel", "withdraw", "not", "取消", "取り消し", "撤回", "反対", "やめる", "なし"}
)
GM_WORDS = frozenset({"gm", "master", "judge", "マスター", "管理人", "審判"})


def folded(text: str) -> str:
    """One spelling for comparing names: width, case and spaces do not matter."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def power_named(work: Work, word: str) -> str | None:
    """The power meant by an id, name, adjective or short form in any language; None if there is none or several."""
    found = names_of(work.variant).power(word)
    if len(found) == 1:
        return found[0]
    upper = folded(word).upper()
    return upper if upper in work.engine.powers else None


def split_words(args: Sequence[str]) -> list[str]:
    """Arguments apart at spaces and commas of either script."""
    text = unicodedata.normalize("NFKC", " ".join(args))
    for mark in ",、;・>":
        text = text.replace(mark, " ")
    return text.split()


def powers_named(work: Work, args: Sequence[str]) -> tuple[list[str], list[str]]:
    """(powers, words that are none) of a list as people write it. Names of several words are tried longest first."""
    words = [word for word in split_words(args) if word.lower() not in {"and", "to", "と", "宛"}]
    powers: list[str] = []
    strange: list[str] = []
    index = 0
    while index < len(words):
        for length in range(min(4, len(words) - index), 0, -1):
            name = power_named(work, " ".join(words[index : index + length]))
            if name is not None:
                if name not in powers:
                    powers.append(name)
                index += length
                break
        else:
            strange.append(words[index])
            index += 1
    return powers, strange


def numbers_in(text: str) -> list[int]:
    """The whole numbers in a text, in order."""
    plain = unicodedata.normalize("NFKC", text)
    return [
        int(part)
        for part in "".join(c if c.isascii() and c.isdigit() else " " for c in plain).split()
        if len(part) < 6
    ]


def date_range(text: str, today: date) -> tuple[date, date] | None:
    """The days meant by "5/1-5/8", "2026-05-01 2026-05-08", "5月1日から5月8日", "5/1". A day without a year is the next one to come."""
    numbers = numbers_in(text)
    days: list[date] = []
    year: int | None = None
    try:
        while numbers and len(days) < 2:
            if numbers[0] >= 1000:
                year = numbers.pop(0)
            month, day = numbers[0], numbers[1]
            numbers = numbers[2:]
            if year is not None:
                days.append(date(year, month, day))
                continue
            base = days[0] if days else today - timedelta(days=1)
            this = date(base.year, month, day)
            days.append(this if this >= base else date(base.year + 1, month, day))
    except (ValueError, IndexError):
        return None
    if not days or numbers or days[-1] < days[0]:
        return None
    return days[0], days[-1]
