"""Misspelt verbs of order lines: "A PAR suport A MAR". Asked about like misspelt regions, never corrected by themselves."""

from __future__ import annotations

import re

from judge.text.suggest import nearest_words

_ENGLISH = (
    "supports", "support", "convoys", "convoy", "attacks", "attack", "retreats", "retreat", "disbands", "disband", "supporting",
)  # fmt: skip
"""Long words only: "told", "more" and "built" are no slips of the finger."""
_JAPANESE = ("支援", "輸送", "待機", "維持", "移動", "撤退", "解散", "生産", "配置", "撤去", "陸軍", "海軍")
_WORD = re.compile(r"(?<![a-z0-9])[a-z]{5,11}(?![a-z0-9])|(?<![一-鿿])[一-鿿]{2}(?![一-鿿])")


def misspelt_verb(text: str, until: int) -> tuple[int, int, tuple[str, ...]] | None:
    """The first word of a folded line before `until` that is nearly a word of orders: where it stands, and the words it is near to."""
    for found in _WORD.finditer(text, 0, until):
        word = found.group()
        if word.isascii():
            near = nearest_words(word, _ENGLISH, at_most=1)
        else:
            near = tuple(one for one in _JAPANESE if sum(a != b for a, b in zip(one, word, strict=True)) == 1)
        if near and word not in _ENGLISH and word not in _JAPANESE:
            return found.start(), found.end(), near[:1]
    return None
