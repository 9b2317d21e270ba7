"""Misspelt verbs of order lines: "A PAR suport A MAR". Asked about like misspelt regions, never corrected by themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.text.suggest import nearest_words

_WORD = re.compile(r"(?<![a-z0-9])[a-z]{5,15}(?![a-z0-9])|(?<![一-鿿])[一-鿿]{2,3}(?![一-鿿])")


@dataclass(frozen=True, slots=True)
class Verbs:
    """Words of a game's orders. english: long ones only, for "told", "more" and "built" are no slips of the finger."""

    english: tuple[str, ...]
    japanese: tuple[str, ...]

    def misspelt(self, text: str, until: int) -> tuple[int, int, str] | None:
        """The first word of a folded line before `until` that is one slip away from one of these: its place, and that one."""
        for found in _WORD.finditer(text, 0, until):
            word = found.group()
            if word in self.english or word in self.japanese:
                continue
            if word.isascii():
                near = nearest_words(word, self.english, at_most=1)
            else:
                near = tuple(
                    one for one in self.japanese if len(one) == len(word) and _differ(one, word) == 1
                )
            if near:
                return found.start(), found.end(), near[0]
        return None


def _differ(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


DIPLOMACY = Verbs(
    ("supports", "support", "supporting", "convoys", "convoy", "attacks", "attack", "retreats", "retreat", "disbands", "disband"),
    ("支援", "輸送", "待機", "維持", "移動", "撤退", "解散", "生産", "配置", "撤去", "陸軍", "海軍"),
)  # fmt: skip
KOREA = Verbs(
    ("attack", "assault", "occupy", "defend", "redeploy", "reinforce", "communist", "counterattack", "spending", "return", "cancel"),
    ("攻撃", "総攻撃", "占領", "防御", "配置", "増援", "再配備", "再編成", "共産軍", "進出", "温存", "反撃", "撤収", "損害", "停止"),
)  # fmt: skip
