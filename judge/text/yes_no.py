"""Whether a reply to "reply to confirm" may mean no. Any reply is a yes, so a no said in other words must not become one."""

from __future__ import annotations

import unicodedata

_NO = frozenset(
    {
        "no", "nope", "nah", "not", "never", "cannot", "stop", "cancel", "decline", "refuse", "unsubscribe", "wrong", "nobody",
        "mistake", "without",
    }
)  # fmt: skip
_NO_JA = (
    "いいえ", "いえ、", "しません", "ていません", "てません", "できません", "ありません", "要りません", "しない", "したくな", "でない", "ではな", "じゃな", "違い", "違う", "ちがい", "ちがう", "やめ", "止め",
    "辞退", "取消", "取り消", "断り", "断る", "お断", "知らな", "覚えがな", "覚えはな", "間違", "まちが", "不要", "結構です", "けっこうです",
)  # fmt: skip
_HARMLESS_JA = ("すみません", "すいません", "自信はありません", "自信がありません", "経験はありません", "経験がありません", "分かりません", "わかりません", "申し訳ありません", "かまいません", "構いません", "問題ありません", "違いありません", "間違いありません", "間違いない")  # fmt: skip
_LOOKED_AT = 1000
"""Characters of a reply in which a no is looked for."""


def may_mean_no(text: str) -> bool:
    """Whether a word of denial stands in the writer's own text, in English or Japanese, and no plain YES on a line of its own."""
    from judge.text.commands import split_mail

    if any(
        command.name == "CONFIRM" and not command.args for command in split_mail(text[:_LOOKED_AT]).commands
    ):
        return False
    plain = unicodedata.normalize("NFKC", text[:_LOOKED_AT]).casefold().replace("’", "'")
    if any(word.endswith("n't") or word in _NO for word in _words(plain)):
        return True
    for phrase in _HARMLESS_JA:
        plain = plain.replace(phrase, "")
    return any(phrase in plain for phrase in _NO_JA)


def _words(text: str) -> list[str]:
    return "".join(
        char if char.isascii() and (char.isalpha() or char == "'") else " " for char in text
    ).split()
