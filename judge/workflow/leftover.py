"""Words behind a command that it cannot take: "READY not yet", "RESIGN no", "JOIN game maybe".

They may turn its sense, so the command is not done and the writer is told. Commands that only ask for something take any words, and
those that check their words themselves (PREFER, LANGUAGE, DEADLINE, …) are not listed here.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.workflow.handling import Command, Result, refuse
from judge.workflow.names import NO_WORDS, folded, power_named
from judge.workflow.work import Work

POLITE = frozenset(
    {
        "please", "pls", "now", "thanks", "thank", "you", "thx", "the", "my", "this", "game", "for", "me", "us", "i", "we", "is", "it", "gm",
        "お願いします", "お願い", "いま", "今", "すぐ", "ください", "下さい", "の", "を", "で", "に", "は", "です", "このゲーム", "ゲーム",
        "お願いいたします", "よろしく", "よろしくお願いします",
    }
)  # fmt: skip
"""Words that change nothing about any command."""

_ORDERS = frozenset(
    {"all", "orders", "order", "moves", "everything", "命令", "全て", "すべて", "全部", "全命令"}
)
_TURN = frozenset({"on", "yes", "はい", "する", "希望", "daily"})
_OFF = NO_WORDS | {"いいえ", "しない", "不要"}
TAKES: Mapping[str, frozenset[str]] = {
    "CONFIRM": frozenset({"yes", "ok", "sure", "confirm", "join", "はい", "参加します", "引き受けます"}),
    "DECLINE": frozenset(
        {"no", "sorry", "すみません", "not", "was", "wasn't", "違います", "違う", "結構です", "参加しません"}
    ),
    "CLEAR": _ORDERS,
    "READY": _ORDERS,
    "NOTREADY": frozenset({"yet", "まだ"}),
    "WAIT": _ORDERS | {"deadline", "until", "締切", "まで"},
    "NOWAIT": frozenset(),
    "JOIN": frozenset({"as", "player", "again"}),
    "LEAVE": frozenset(),
    "RESIGN": frozenset({"as", "seat", "from"}),
    "NOABSENCE": frozenset({"all", "全部", "すべて"}),
    "OBSERVE": _TURN | _OFF,
    "UNOBSERVE": frozenset(),
    "TAKE": frozenset({"yes", "seat", "はい"}),
    "DIGEST": _TURN | _OFF,
    "NOPEACE": frozenset(),
    "START": frozenset({"now"}),
    "RESUME": frozenset(),
    "FORWARD": frozenset(),
    "REVEAL": frozenset({"names", "players", "all"}),
}
"""Words each of these commands may have behind it, folded. Verbs that are not here look at their words themselves."""

_OF_A_GAME = frozenset(
    {"JOIN", "LEAVE", "RESIGN", "OBSERVE", "UNOBSERVE", "TAKE", "CONFIRM", "DECLINE", "START", "REVEAL"}
)
_OF_A_POWER = frozenset({"JOIN", "RESIGN", "TAKE", "CONFIRM"})


def left_over(work: Work, command: Command) -> Result | None:
    """The refusal of a command with words that it cannot take; None when all is well."""
    takes = TAKES.get(command.verb)
    if takes is None or not command.args:
        return None
    known = takes | POLITE | ({folded(work.record.game)} if command.verb in _OF_A_GAME else frozenset())
    strange = [word for word in command.args if folded(word.strip("!.。！[]()")) not in known]
    if strange and command.verb in _OF_A_POWER and power_named(work, " ".join(strange)) is not None:
        return None
    return words_left(command, strange) if strange else None


def words_left(command: Command, strange: list[str]) -> Result:
    """What is said of a command that was not done because of these words."""
    return refuse("words_left", verb=_as_written(command), given=" ".join(strange))


def _as_written(command: Command) -> str:
    """The command's verb as the writer spelt it."""
    before, rest, _ = command.text.partition(command.written) if command.written else (command.text, "", "")
    return before.strip(" \u3000:：,、・-") if rest and before.strip() else command.verb
