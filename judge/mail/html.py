"""HTML mails to text: quoted elements out, layout kept, so that tables and lists of orders come out line by line.

Each quoted element leaves one line "> " behind: the cutting of replies (judge.mail.quotes) then works as on plain text, and
answers written between quoted parts stay. Programs that quote without any element (Outlook) put their old text after a
known element; a separator line is put there.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

MAX_HTML: Final = 1_000_000
MAX_DEPTH: Final = 150
MAX_TAGS: Final = 40_000
_DROP: Final = "script, style, head, title, template, object, svg, noscript, .gmail_signature, [data-smartmail=gmail_signature], .moz-signature, #Signature, #ms-outlook-mobile-signature, rt, rp, s, strike, del, [style*=line-through]"
_QUOTES: Final = "blockquote, .gmail_attr, .moz-cite-prefix, .protonmail_quote, .yahoo_quoted, [id^=yahoo_quoted], [class*=yahoo_quoted], .zmail_extra, .quoteheader"
_REST: Final = "#appendonsend, #divRplyFwdMsg, #mail-editor-reference-message-container, #OLK_SRC_BODY_SECTION, .x_divRplyFwdMsg"
_MARKS: Final = {"\ue000": ">", "\ue001": "-----Original Message-----", "\ue002": ""}
"""Characters that stand in the tree for a line of their own; private ones, so that no layout touches them."""
_OLD: Final = re.compile(
    r"<blockquote\b|<[a-z]+\b[^<>]{0,400}\b(?:id|class)=[\"']?(?:appendonsend|divRplyFwdMsg|gmail_quote|yahoo_quoted|protonmail_quote)",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)\b[^<>]{0,4000}?(/?)>")
_CODE: Final = re.compile(r"<(/?)(script|style|head)\b[^<>]{0,4000}>", re.IGNORECASE)
_NOT_NESTING: Final = frozenset((
    "li", "col", "dt", "meta", "option", "td", "source", "dd", "img", "track", "br", "area", "input", "base", "hr",
    "thead", "p", "param", "th", "embed", "tr", "link", "wbr", "tbody",
))  # fmt: skip


def html_to_text(html: str, *, quotes: bool = False) -> str:
    """Text of an HTML mail, one line ">" for each quoted part; "" when there is none. Never raises; reads at most 1 MB.

    quotes: the quoted parts stay, without any mark
    """
    html = html[:MAX_HTML].replace("\x00", "")
    for mark in _MARKS:
        html = html.replace(mark, "")
    try:
        tangled = html.count("<") > MAX_TAGS or _depth(html) > MAX_DEPTH
        text = _plain(html) if tangled else _with_layout(_tidied(html, quotes))
    except Exception:  # a library that stumbles over a broken mail must not stop the tick
        text = _plain(html)
    for mark, line in _MARKS.items():
        text = text.replace(mark, f"\n{line}\n")
    return "\n".join(line.strip(" \t\xa0") for line in text.split("\n"))


def _tidied(html: str, quotes: bool) -> str:
    """HTML with quoted elements replaced by marks (unless they stay), signatures and struck-out text dropped."""
    from selectolax.lexbor import LexborHTMLParser

    quote, rest, line = _MARKS
    tree = LexborHTMLParser(html)
    for node in reversed(
        tree.css(_DROP)
    ):  # inner ones first: nothing below a removed element may be touched again
        node.decompose()
    for node in () if quotes else reversed(tree.css(_REST)):
        node.insert_before(rest)
    for node in () if quotes else reversed(tree.css(_QUOTES)):
        if not _is_indent(node.tag or "", node.attributes):
            node.insert_before(quote)
            node.decompose()
    for node in tree.css("hr, center, dt, dd"):
        node.insert_before(line)
        node.insert_after(line)
    return tree.html or ""


def _is_indent(tag: str, attributes: dict[str, str | None]) -> bool:
    """Whether a blockquote is only the sender's own indented text: no cite, and a style that switches the border off."""
    style = (attributes.get("style") or "").replace(" ", "").lower()
    return (
        tag == "blockquote"
        and attributes.get("type") != "cite"
        and ("border:none" in style or "border:0" in style)
    )


def _with_layout(html: str) -> str:
    """Text with the layout of tables and lists."""
    from inscriptis import get_text

    text: str = get_text(html)
    return text


def _plain(html: str) -> str:
    """Text of broken or very deep HTML: tags out, blocks on lines of their own, everything from the first quoted part on left out."""
    old = _OLD.search(html)
    text = html[: old.start()] if old else html
    text = _without_code(text)
    text = re.sub(r"(?i)<(?:br|/p|/div|/tr|/li|/h\d)\b[^<>]{0,400}>", "\n", text)
    return unescape(re.sub(r"<[^<>]{0,4000}>", " ", text))


def _without_code(html: str) -> str:
    """HTML without its style sheets and scripts; one that is never closed stays. One pass."""
    out: list[str] = []
    name, start, at = "", 0, 0
    for hit in _CODE.finditer(html):
        tag = hit.group(2).lower()
        if not name and not hit.group(1):
            name, start = tag, hit.start()
        elif name == tag and hit.group(1):
            out.append(html[at:start])
            name, at = "", hit.end()
    out.append(html[at:])
    return " ".join(out)


def _depth(html: str) -> int:
    """Deepest nesting of elements, roughly: tags that are never closed count as open."""
    depth = deepest = 0
    for hit in _TAG.finditer(html):
        if hit.group(2).lower() in _NOT_NESTING or hit.group(3):
            continue
        depth = max(0, depth + (-1 if hit.group(1) else 1))
        deepest = max(deepest, depth)
    return deepest
