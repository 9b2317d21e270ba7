"""The verbs of mail commands in both languages: who may use them and how much may follow.

Which of them a game knows and what they do is the workflow's matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

MANY = 99


@dataclass(frozen=True, slots=True)
class Verb:
    """One command.

    words  ways to write it, folded: the first English and the first Japanese one are shown
    most   how many words may follow; a line with more is no command but somebody's prose
    gm     only looked for in a GM's mail
    block  its text goes on over the following lines up to END
    """

    words: tuple[str, ...]
    most: int = 0
    gm: bool = False
    block: bool = False
    least: int = 0


VERBS: Mapping[str, Verb] = MappingProxyType({
    # the mail itself
    "GAME": Verb(("game", "ゲーム", "卓"), 1, least=1),
    "PASSWORD": Verb(("password", "pass word", "パスワード", "合言葉"), 4, least=1),
    "CONFIRM": Verb(("confirm", "yes", "確認", "はい"), 2),
    "DECLINE": Verb(("decline", "no", "いいえ", "断る"), 1),
    # orders
    "CLEAR": Verb(("clear", "clear all", "clear orders", "clear all orders", "cancel orders", "cancel my orders", "cancel all orders", "cancel all my orders", "delete my orders", "reset orders", "取消", "取り消し", "取消し", "全取消", "全命令取消", "命令取消", "命令取り消し", "命令を取り消し", "命令を取り消す", "命令を取消", "命令をすべて取り消し", "クリア"), 3),
    "READY": Verb(("ready", "final", "done", "確定", "命令確定", "準備完了"), 3),
    "NOTREADY": Verb(("not ready", "notready", "not final", "unready", "未確定", "確定取消", "確定取り消し", "確定撤回"), 3),
    "WAIT": Verb(("wait", "set wait", "待って", "待った", "待つ", "ウェイト"), 3),
    "NOWAIT": Verb(("nowait", "no wait", "set nowait", "待たない", "待ち解除"), 3),
    # asking
    "HELP": Verb(("help", "ヘルプ", "へるぷ", "助け", "使い方"), 2),
    "STATUS": Verb(("status", "状況", "状態", "ステータス"), 2),
    "HISTORY": Verb(("history", "履歴", "経過"), 4),
    "LIST": Verb(("list", "list games", "一覧", "リスト"), 2),
    "RECORD": Verb(("record", "punctuality", "成績", "提出状況"), 1),
    "RULES": Verb(("rules", "rule", "規則", "ルール"), 2),
    "MAP": Verb(("map", "地図", "マップ"), 3),
    # the person
    "LANGUAGE": Verb(("language", "lang", "set language", "言語"), 1, least=1),
    "TIMEZONE": Verb(("timezone", "time zone", "tz", "set timezone", "時間帯", "タイムゾーン"), 2, least=1),
    "ADDRESS": Verb(("address", "set address", "アドレス", "メールアドレス", "アドレス変更"), 1, least=1),
    "DIGEST": Verb(("digest", "まとめ", "ダイジェスト"), 3),
    "NAME": Verb(("name", "名前", "表示名"), 4, least=1),
    # the seat
    "JOIN": Verb(("join", "sign up", "signup", "参加", "参加希望"), 4),
    "LEAVE": Verb(("leave", "withdraw application", "参加取消", "参加取り消し", "参加をやめる", "参加をやめます", "参加を取り消す", "参加を取り消し", "参加を取りやめ"), 3),
    "PREFER": Verb(("prefer", "preference", "preferences", "希望", "担当希望", "希望国"), MANY, least=1),
    "RESIGN": Verb(("resign", "quit game", "辞退", "辞任", "棄権"), 3),
    "ABSENCE": Verb(("absence", "vacation", "holiday", "away", "set absence", "set vacation", "休暇", "不在", "休み"), 5),
    "NOABSENCE": Verb(("noabsence", "no absence", "set noabsence", "cancel absence", "休暇取消", "不在取消"), 5),
    "OBSERVE": Verb(("observe", "watch", "観戦"), 2),
    "UNOBSERVE": Verb(("unobserve", "stop observing", "観戦終了", "観戦取消"), 2),
    "TAKE": Verb(("take over", "takeover", "交代", "引き継ぎ"), 3),
    # talk and votes
    "PRESS": Verb(("press", "message", "通信", "外交文書", "伝言"), MANY, block=True),
    "BROADCAST": Verb(("broadcast", "public press", "press all", "国際会議場", "公開通信", "新聞"), 3, block=True),
    "DRAW": Verb(("draw", "vote draw", "引き分け", "引分", "引き分け賛成", "引き分けに賛成", "引分に賛成", "引き分けに投票"), MANY),
    "PEACE": Verb(("peace", "講和", "講和賛成", "講和に賛成"), 4),
    "NOPEACE": Verb(("nopeace", "no peace", "peace withdraw", "withdraw peace", "講和撤回", "講和反対", "講和に反対", "講和には反対"), 3),
    "CONCEDE": Verb(("concede", "concession", "投了", "譲歩"), 3),
    "VOTE": Verb(("vote", "投票"), 5),
    # the game master
    "SEAT": Verb(("seat", "着席", "担当"), MANY, gm=True),
    "START": Verb(("start", "begin", "開始"), 2, gm=True),
    "DEADLINE": Verb(("deadline", "締切", "締め切り", "〆切", "期限"), 5, gm=True),
    "EXTEND": Verb(("extend", "延長"), 4, gm=True),
    "PAUSE": Verb(("pause", "中断", "休止"), 6, gm=True),
    "RESUME": Verb(("resume", "再開"), 4, gm=True),
    "PROCESS": Verb(("process", "adjudicate", "処理", "判定"), 4, gm=True),
    "PREVIEW": Verb(("preview", "試算", "プレビュー"), 2, gm=True),
    "ROLLBACK": Verb(("rollback", "roll back", "undo", "巻き戻し", "差し戻し"), 3, gm=True),
    "FORWARD": Verb(("forward", "roll forward", "rollforward", "早送り"), 3, gm=True),
    "SET": Verb(("set", "設定"), MANY, gm=True, least=1),
    "ORDER": Verb(("order", "orders for", "代理命令", "代理"), MANY, gm=True, least=1),
    "REPLACE": Verb(("replace", "交替", "差し替え"), 6, gm=True),
    "EJECT": Verb(("eject", "expel", "除名", "退席"), 4, gm=True),
    "INVITE": Verb(("invite", "招待"), MANY, gm=True),
    "APPROVE": Verb(("approve", "承認"), MANY, gm=True),
    "REFUSE": Verb(("refuse", "deny", "拒否"), MANY, gm=True),
    "ANNOUNCE": Verb(("announce", "announcement", "告知", "連絡", "お知らせ"), MANY, gm=True, block=True),
    "COGM": Verb(("gm", "co-gm", "second gm", "副マスター", "副gm"), 3, gm=True),
    "CORRECT": Verb(("correct", "訂正", "修正"), MANY, gm=True, least=1),
    "LOG": Verb(("log", "記録"), 3, gm=True),
    "REVEAL": Verb(("reveal", "公開"), 2, gm=True),
    "END": Verb(("end game", "endgame", "finish game", "ゲーム終了", "終了"), 3, gm=True),
})  # fmt: skip
"""Every verb by its canonical name."""

BLOCK_END = (
    "end",
    "end press",
    "endpress",
    "endbroadcast",
    "end of press",
    "終",
    "終わり",
    "終り",
    "以上",
    "通信終わり",
    "ここまで",
)
"""Lines that close a block."""

NOTHING = ("以上", "signoff", "sign off", "end", "終わり", "です")
"""Lines that close a mail: no order, no cause for complaint."""

ORDER_WORDS = frozenset(
    {
        "place",
        "land",
        "landing",
        "plan",
        "halt",
        "lose",
        "raid",
        "defend",
        "作戦取消",
        "作戦取り消し",
        "作戦確認",
        "常に停止",
    }
)
"""First words of orders (Korean War) that look like misspelt commands and are none."""
