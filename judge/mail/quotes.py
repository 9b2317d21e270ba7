"""The sender's own words in the text of a mail: quotes, attribution lines, signatures and adverts cut away.

What stays is what a person would say the sender wrote: lines above, below and between quoted lines. What goes:

- lines quoted with ">", and the attribution over them ("On … wrote:", 「…のメール:」, wrapped or not);
- copies of an older mail without any mark: from an Outlook header block, "-----Original Message-----" or our own marker line on
  nothing shows where they end, so all of the rest goes, unless quoted lines follow at once;
- a signature after "-- " and a decorated one that holds an address, telephone number or link; phone and provider adverts.

Lines are only ever dropped whole, never changed, but for mbox's ">From ".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from judge.mail.marker import is_marker

_QUOTED: Final = re.compile(r"^\s{0,3}[>＞]")
_UNQUOTE: Final = re.compile(r"^\s{0,3}[>＞] ?")
_FROM_ESCAPE: Final = re.compile(r"^>+From ")
_DATE: Final = r"(?:\d{4}\s*[年/.\-]\s*\d{1,2}\s*[月/.\-]\s*\d{1,2}|\d{1,2}/\d{1,2}/\d{2}\b|\d{1,2}[./ ]\s*(?:\d{1,2}|[A-Za-z]{3,9})\.?[./ ,]+\s*\d{4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4})"
_TIME: Final = r"\d{1,2}[:：時]\s*\d{2}"
_WROTE: Final = re.compile(
    r"(?:\bwrote|\bwrites|\ba écrit|\bschrieb\b.*|\bescribió|\bha scritto|さん(?:は|が)?.{0,20}(?:書きました|書いた|書かれました)|書きました"
    r"|のメール|のメッセージ|の発言|^Quoting .{1,200})\s*(?:[:：]|-{2,})?\s*(?:$|[(（].{0,80}[)）]\s*$)",
    re.IGNORECASE,
)
_MAY_END: Final = re.compile(
    r"wr(?:ote|ites)|^\s*Quoting|crit|schrieb|書|発言|メ(?:ール|ッセージ)|[:：]\s*$", re.IGNORECASE
)
"""Every last line of an attribution has this: a quick look before the dear ones."""
_GMAIL_JA: Final = re.compile(rf"^{_DATE}.*{_TIME}.*[:：]\s*$")
_ADDRESS: Final = re.compile(r"[<＜(\[]?[^\s<>()@]+@[^\s<>()@]+\.[^\s<>()@]+")
_STARTS: Final = re.compile(
    rf"^\s*(?:On |At |Am |Le |El |Il |In message|{_DATE}|[(（]?{_DATE}|.{{0,40}}さん)", re.IGNORECASE
)
_ORIGINAL: Final = re.compile(
    r"^\s*-{2,}\s*(?:Original (?:Message|Mail|Appointment)|Ursprüngliche Nachricht|Message d'origine|元のメッセージ|元のメール"
    r"|オリジナル\s*メッセージ|引用元)[^-]{0,40}-{2,}\s*$|^\s*(?:-{4,})\s*Reply (?:Message|to message)\b.*",
    re.IGNORECASE,
)
_FORWARD: Final = re.compile(
    r"^\s*(?:-{2,}\s*)?(?:Begin forwarded message|Forwarded message|Forwarded by .{0,60}|Weitergeleitete Nachricht|転送(?:された)?(?:メッセージ|メール)|転送されたメッセージ)"
    r"\s*[:：]?\s*(?:-{2,})?\s*$",
    re.IGNORECASE,
)
_FIELD: Final = re.compile(
    r"^\s*[*＊]?(From|Sent|Date|To|Cc|Bcc|Subject|Reply-To|Importance|差出人|送信者|送信元|送信日時|送信日|日時|日付|宛先|受信者|ＣＣ|件名|題名|重要度|返信先)"
    r"[*＊]?\s*[:：][*＊]?(?:\s|$|[^\s])",
    re.IGNORECASE,
)
_CONTINUED: Final = re.compile(r"^\s|@|[,;]\s*$")
"""A line that goes on with the addresses of the field above."""
_FROM_FIELDS: Final = frozenset(("from", "差出人", "送信者", "送信元"))
_RULE: Final = re.compile(
    r"^\s*([-=*_+~～#─━＝－＊・:☆★◇◆∞<>]{1,2})(?:\s?\1){4,}\s*$|^\s*[-=*_+~～─━＝]{5,}\s*$|^\s*(?:[-=*_+~]\s?){10,}\s*$|^---$"
)
_CONTACT: Final = re.compile(
    r"[\w.+\-]+[@＠][\w\-]+\.[\w.\-]+|https?://|www\.|\b(?:TEL|FAX|Phone|Mobile|携帯|電話)\s*[:：.]?|〒\s*\d|\b0\d{1,4}-\d{1,4}-\d{3,4}\b|e-?mail\s*[:：]",
    re.IGNORECASE,
)
_ADVERT: Final = re.compile(
    r"^\s*(?:(?:私の|マイ|My )?(?:iPhone|iPad|iPod|Android|アンドロイド|スマートフォン|スマホ|携帯|Xperia|Galaxy|AQUOS|arrows|Pixel|Windows|Outlook|Gmail|Yahoo!?\s?メール|"
    r"docomo|ドコモ|au|ＡＵ|SoftBank|ソフトバンク|BlackBerry|Mail\.?ru|楽天モバイル|Y!mobile|Thunderbird|Spark|Becky!?)[\w\s!！.()（）/®™]{0,40}(?:から|より|で|を使って)\s*(?:送信|送りました|のメール).*"
    r"|(?:Sent|Envoyé|Gesendet|Enviado)\s+(?:from|with|via|using|by|on|de|von|depuis|mit|desde)\s+.{1,80}"
    r"|Get (?:the )?(?:Outlook|Yahoo|BlueMail|Gmail).{0,60}"
    r"|(?:Outlook for (?:iOS|Android|Mac)|Outlook).{0,30}(?:を入手|を取得).*"
    r"|(?:Androidアプリ|iOSアプリ|携帯アプリ).{0,30}送信.*"
    r"|This (?:e-?mail|message) (?:has been|was) (?:checked|scanned).{0,80}|Virus-free\.?.{0,60}"
    r"|この(?:E|e|電子)?メールは.{0,40}(?:アバスト|Avast|ウイルス|ウィルス).*"
    r"|.{0,40}(?:www\.avast\.com|ウイルス(?:チェック|フリー)).{0,60}"
    r"|Do You Yahoo!\?.*|Yahoo! ?(?:Mail|メール|JAPAN)?\s?[-–:].{0,80})\s*$",
    re.IGNORECASE,
)
_ADVERT_WORDS: Final = re.compile(
    r"Yahoo!|Hotmail|MSN|Avast|アバスト|無料|キャンペーン|mailing list|メーリングリスト|unsubscribe|Virus|ウイルス|advert|広告|\bPR\b|http",
    re.IGNORECASE,
)
_LONGEST: Final = 400
"""Lines longer than this are never an attribution, rule, header field or advert, so the patterns stay quick."""
_SIGNATURE: Final = re.compile(r"^\s{0,3}--\s?$")


_SPECIAL: Final = re.compile(
    r"[\d:：@＞]|^\s*[-=*_+~～#─━＝－＊・☆★◇◆∞<>(（]|^\s*(?:On|At|Am|Le|El|Il|In|Sent|Get|This|Do|Quoting|Begin|Forwarded|Weiter|Envoy|Gesendet|Enviado|Virus)\b"
    r"|wrote|writes|crit|schrieb|書|さん|発言|メール|メッセージ|転送|送信|取得|入手|アプリ|ウイルス|ウィルス|avast|Yahoo|Outlook|Write above|この線",
    re.IGNORECASE,
)
"""A line without any of this is the sender's own: most order lines need no closer look."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """What the sender wrote, and, when a forwarded mail is in the text, what that holds."""

    own: str
    forwarded: str = ""


def own_text(text: str) -> OwnText:
    """Cut everything that is not the sender's own. Linear in the length of the text; never raises."""
    lines = _clear_signed(text.split("\n"))
    kept: list[str] = []
    forwarded: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("> "):
            at += 1
            at += _wrapped_rest(lines, at)
            continue
        if not _SPECIAL.search(line, 0, _LONGEST):
            kept.append(line)
            at += 1
            continue
        if _is_quoted(lines, at):
            at += 1
            at += _wrapped_rest(lines, at)
            continue
        if is_marker(line):
            break
        if len(line) > _LONGEST:
            kept.append(line)
            at += 1
            continue
        if _FORWARD.match(line):
            block = lines[at + 1 :]
            if _quote_follows(lines, at + 1):
                block = [_UNQUOTE.sub("", each) for each in block]
            forwarded = block[_after_header(block, 0) :]
            break
        head = _old_mail(lines, at)
        end = head or _attribution(lines, at)
        if end:
            if not _quote_follows(lines, end):
                if head and not _ORIGINAL.match(line) and not any(map(str.strip, kept)):
                    forwarded = lines[end:]  # Outlook's forwarding, or a form to fill in
                break
            at = end
            continue
        if _SIGNATURE.match(line):
            at = _next_old(lines, at + 1)
            continue
        skip = _decorated(lines, at)
        if skip:
            at = skip
            continue
        if not _ADVERT.match(line):
            kept.append(line[1:] if _FROM_ESCAPE.match(line) else line)
        at += 1
    return OwnText(_trim(kept), _trim(forwarded))


def _clear_signed(lines: list[str]) -> list[str]:
    """Content of a text signed with PGP in place (RFC 9580, 7), the lines as they are for any other."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in lines[:50]:
        return lines
    start = lines.index("-----BEGIN PGP SIGNED MESSAGE-----")
    head = start + 1
    while head < len(lines) and lines[head].strip():
        head += 1
    end = next(
        (at for at in range(head, len(lines)) if lines[at] == "-----BEGIN PGP SIGNATURE-----"), len(lines)
    )
    return lines[:start] + [line.removeprefix("- ") for line in lines[head:end]]


def _is_quoted(lines: list[str], at: int) -> bool:
    """Whether the line is quoted. A lone ">From " is mbox's escape, not a quote."""
    line = lines[at]
    if not _QUOTED.match(line):
        return False
    if not _FROM_ESCAPE.match(line):
        return True
    around = lines[max(0, at - 1) : at] + lines[at + 1 : at + 2]
    return any(_QUOTED.match(each) and not _FROM_ESCAPE.match(each) for each in around)


def _wrapped_rest(lines: list[str], at: int) -> int:
    """1 when this unquoted line is only the tail of the long quoted line above it, wrapped by a mail program."""
    if at >= len(lines) - 1 or lines[at].startswith(">") or not lines[at].strip() or _QUOTED.match(lines[at]):
        return 0
    above, first = _width(lines[at - 1].rstrip()), lines[at].split()[0]
    full = above > 60 and above + _width(first) >= 70
    return int(full and _width(lines[at]) < 40 and bool(_QUOTED.match(lines[at + 1])))


def _width(text: str) -> int:
    """Columns on a terminal, East Asian wide characters counted double."""
    return sum(2 if char >= "\u1100" else 1 for char in text)


def _old_mail(lines: list[str], at: int) -> int:
    """Index after the head of an older mail that begins here (separator, header block), 0 if none does."""
    if len(lines[at]) > _LONGEST:
        return 0
    if _ORIGINAL.match(lines[at]):
        return _after_header(lines, at + 1)
    start = at
    if _RULE.match(lines[at]):
        start = _next_filled(lines, at + 1)
        if start > at + 3:
            return 0
    return _header_block(lines, start)


def _header_block(lines: list[str], at: int) -> int:
    """Index after a block of at least three header fields, one of them the sender; 0 if there is none here."""
    names: set[str] = set()
    end = at
    blanks = 0
    while end < len(lines) and end - at < 24:
        hit = _FIELD.match(lines[end])
        if hit:
            name = hit.group(1).lower()
            if name in names:
                break
            names.add(name)
            blanks = 0
        elif not lines[end].strip():
            blanks += 1
            if blanks > 1 or not (end + 1 < len(lines) and _FIELD.match(lines[end + 1])):
                break
        elif end == at or not lines[end - 1].strip() or not _CONTINUED.search(lines[end]):
            break
        end += 1
    first = _FIELD.match(lines[at]) if at < len(lines) else None
    return end if first and len(names) >= 3 and names & _FROM_FIELDS else 0


def _after_header(lines: list[str], at: int) -> int:
    """Index after blank lines, header fields and the blank line below them."""
    at = _next_filled(lines, at)
    end = at
    while end < len(lines) and (
        _FIELD.match(lines[end]) or (end > at and lines[end][:1] in (" ", "\t") and lines[end].strip())
    ):
        end += 1
    return end


def _next_old(lines: list[str], at: int) -> int:
    """Index of the next line that is not the sender's, the end if there is none."""
    while at < len(lines) and not _is_old(lines, at):
        at += 1
    return at


def _is_old(lines: list[str], at: int) -> bool:
    """Whether a quote or an older mail begins here."""
    return (
        bool(_QUOTED.match(lines[at]))
        or is_marker(lines[at])
        or bool(_old_mail(lines, at) or _attribution(lines, at))
    )


def _attribution(lines: list[str], at: int) -> int:
    """Index after an attribution of one to four lines that begins here, 0 if none does.

    A quote must follow, or the line must be one that only mail programs write (date and time or an address, and a colon).
    """
    if (
        not lines[at].strip()
        or len(lines[at]) > _LONGEST
        or not any(map(_MAY_END.search, lines[at : at + 4]))
    ):
        return 0
    joined = ""
    for count in range(1, 5):
        index = at + count - 1
        if index >= len(lines) or (count > 1 and not lines[index].strip()) or len(joined) > 400:
            return 0
        joined = f"{joined} {lines[index].strip()}".strip()
        if not (_WROTE.search(joined) or _GMAIL_JA.match(joined)):
            continue
        if (
            count > 1
            and not _by_program(lines[at])
            and (not _STARTS.match(lines[at]) or _attribution(lines, at + 1))
        ):
            return 0
        typical = joined.endswith((":", "：", "--")) and _by_program(joined)
        if not _WROTE.search(joined):  # Gmail's Japanese form says nothing but date, name and address
            typical = typical and bool(_ADDRESS.search(joined))
        return index + 1 if typical or _quote_follows(lines, index + 1) else 0
    return 0


def _by_program(text: str) -> bool:
    """Whether the text holds what a mail program puts into an attribution: a date with the time, or an address."""
    return bool(_ADDRESS.search(text) or (re.search(_DATE, text) and re.search(_TIME, text)))


def _quote_follows(lines: list[str], at: int) -> bool:
    """Whether the next line with anything on it is quoted."""
    at = _next_filled(lines, at)
    return at < len(lines) and bool(_QUOTED.match(lines[at]))


def _next_filled(lines: list[str], at: int) -> int:
    """Index of the next line that is not blank, the end if there is none."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at


def _decorated(lines: list[str], at: int) -> int:
    """Index after a decorated signature or an advert under a rule that begins here, 0 if there is none.

    It ends at a closing rule, a quote, or the end of the text, has at most ten lines, and says how to reach somebody or is an advert.
    """
    if not _RULE.match(lines[at]):
        return 0
    block: list[str] = []
    index = at + 1
    while index < len(lines) and len(block) <= 10:
        if _is_old(lines, index):
            break
        if _RULE.match(lines[index]) and block:
            index += 1
            break
        block.append(lines[index])
        index += 1
    if not block or len(block) > 10:
        return 0
    if not any(_CONTACT.search(line) or _ADVERT_WORDS.search(line) for line in block):
        return 0
    rest = _next_filled(lines, index)
    ends = rest >= len(lines) or _is_old(lines, rest)
    return index if ends else 0


def _trim(lines: list[str]) -> str:
    """Text without blank lines at its ends."""
    return "\n".join(map(str.rstrip, lines)).strip("\n")
