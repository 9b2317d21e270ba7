"""Which commands somebody may be looking for who wrote a sentence: "I quit", "When is the deadline?", "来週は旅行で不在です"."""

from __future__ import annotations

from judge.text.normalize import normalize

_HINTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("CLEAR", ("cancel", "delete", "erase"), ("取り消", "取消")),
    ("RESIGN", ("quit", "resign", "resigning"), ("やめ", "辞め", "辞退", "抜け")),
    ("DRAW", ("draw",), ("引き分け", "引分")),
    ("PEACE", ("peace",), ("講和",)),
    ("ABSENCE", ("holiday", "holidays", "vacation", "away", "absent"), ("不在", "休暇", "旅行", "休み")),
    ("ADDRESS", ("address", "e-mail", "email"), ("アドレス",)),
    ("LANGUAGE", ("english", "japanese"), ("英語", "日本語")),
    (
        "STATUS",
        ("deadline", "due", "status", "position", "when"),
        ("締切", "締め切り", "期限", "状況", "いつ"),
    ),
    ("MAP", ("map",), ("地図", "マップ")),
    ("RULES", ("rule", "rules"), ("規則", "ルール")),
    ("PRESS", ("tell", "message"), ("伝え", "伝言", "連絡")),
    ("HELP", ("how", "help", "what"), ("教えて", "どう", "方法", "書き方")),
)
"""Command, words of English sentences, pieces of Japanese ones."""
_MOST = 3


def commands_meant(text: str) -> tuple[str, ...]:
    """The commands, best first, at most three; () when nothing in the text points to one."""
    folded = normalize(text).text
    words = set("".join(char if char.isascii() and char.isalpha() else " " for char in folded).split())
    found = [
        verb
        for verb, english, japanese in _HINTS
        if words.intersection(english) or any(one in text for one in japanese)
    ]
    return tuple(found[:_MOST])
