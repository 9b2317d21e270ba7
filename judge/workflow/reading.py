"""A mail's own words as commands and order lines."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from judge.engine import Line
from judge.workflow.handling import Command

WORDS = {
    "ABSENCE": ("absence", "vacation", "holiday", "休暇", "不在"), "ADDRESS": ("address", "アドレス"),
    "BROADCAST": ("broadcast",), "CLEAR": ("clear", "取消", "取り消し", "取消し"), "CONCEDE": ("concede", "投了"),
    "DIGEST": ("digest", "まとめ"), "DRAW": ("draw", "引き分け", "引分"), "HELP": ("help", "ヘルプ"),
    "HISTORY": ("history", "履歴"), "JOIN": ("join", "参加"), "LANGUAGE": ("language", "言語"), "LIST": ("list", "一覧"),
    "NAME": ("name", "名前"), "NO": ("no", "いいえ", "decline"), "OBSERVE": ("observe", "watch", "観戦"),
    "PEACE": ("peace", "講和"), "PREFER": ("prefer", "preference", "希望"), "PRESS": ("press", "通信"),
    "READY": ("ready", "final", "確定"), "RECORD": ("record", "成績"), "RESIGN": ("resign", "withdraw", "辞退"),
    "RULES": ("rules", "規則"), "STATUS": ("status", "状況"), "TIMEZONE": ("timezone", "時間帯"), "VOTE": ("vote", "投票"),
    "WAIT": ("wait", "待って"), "YES": ("yes", "accept", "はい", "承諾"),
}  # fmt: skip
GM_VERBS = (
    "SEAT", "START", "PROCESS", "EXTEND", "DEADLINE", "PAUSE", "RESUME", "SET", "PREVIEW", "ROLLBACK", "FORWARD", "ORDER",
    "REPLACE", "EJECT", "INVITE", "APPROVE", "ANNOUNCE", "GM", "CORRECT", "END", "LOG",
)  # fmt: skip
BLOCKS = frozenset({"PRESS", "BROADCAST", "ANNOUNCE", "ORDER"})
END_WORDS = frozenset({"end", "endpress", "終わり", "終り", "以上"})
_VERB_OF = {word: verb for verb, words in WORDS.items() for word in words}


@dataclass(frozen=True, slots=True)
class MailText:
    """commands and order lines, each with its line number in the mail."""

    commands: tuple[Command, ...]
    orders: tuple[Line, ...]


def read_body(body: str, *, gm: bool) -> MailText:
    """Split what somebody wrote. A GM's commands are only looked for in a GM's mail.

    PRESS, ANNOUNCE and a GM's ORDER without orders on their own line take the lines up to END (or the end of the mail).
    """
    commands: list[Command] = []
    orders: list[Line] = []
    words = {**_VERB_OF, **({verb.lower(): verb for verb in GM_VERBS} if gm else {})}
    lines = list(enumerate(body.splitlines(), start=1))
    while lines:
        number, text = lines.pop(0)
        parts = unicodedata.normalize("NFKC", text).split()
        if not parts:
            continue
        verb = words.get(parts[0].lower().rstrip(":"))
        if verb is None:
            orders.append(Line(number, text))
            continue
        block = ""
        if verb in BLOCKS and (verb in {"PRESS", "BROADCAST"} or len(parts) < (3 if verb == "ORDER" else 2)):
            taken = []
            while lines:
                _, inner = lines.pop(0)
                if inner.strip().lower() in END_WORDS:
                    break
                taken.append(inner)
            block = "\n".join(taken)
        commands.append(Command(verb, tuple(parts[1:]), number, text, block))
    return MailText(tuple(commands), tuple(orders))
