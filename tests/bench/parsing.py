"""A full order line against Lark's bare LALR parse of the same line (wanted: at most 1.6), and loading the cached grammar.

Loading is wanted at most 3 times the bare grammar's. That holds against Lark given the same rules with the names as terminals, not
against the twelve English rules: ours has both languages and ten times the rules.

Full: list mark, folding, parse by our grammar in both languages, names, board, order object and canonical text. Bare: a grammar of
the twelve English rules that any judge has, one terminal for all regions, tree only. All in one process, paired round by round.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from lark import Lark

from judge.chance import NoChance
from judge.diplomacy.engine import DiplomacyEngine
from judge.diplomacy.sentence import transformer
from judge.engine import Line
from judge.text.grammar import grammar_text, keep_grammars, load_grammar
from judge.text.names import POWER_SIGN, REGION_SIGN, build_names, names_pattern
from judge.variants.load import load_variant
from judge.variants.model import Variant

ROUNDS = 60
LINES = (
    "F TOK - OS", "F OTA S Japan F TOK - OS", "A KYO H", "F KYU - YS", "A MAC - SEO", "A PEK S China A MAC - SEO",
    "F JAVA - JS", "F EGY C England A DEL - BOM", "A VLA - IRK", "F ADEN - RS", "A Delhi - Punjab", "F Hong Kong - South China Sea",
)  # fmt: skip
BARE = r"""
start: order
order: unit | unit HOLD | unit TO place | unit TO place TO place | unit SUP unit | unit SUP unit TO place | unit SUP unit HOLD
     | unit CON unit TO place | unit RET place | unit DISB | unit BUILD | WAIVE
unit: POWER? KIND? place
place: REGION COAST?
KIND: /[AF]\b/i
HOLD: /H(OLDS?)?\b/i
TO: "->" | "-"
SUP: /S(UPPORTS?)?\b/i
CON: /C(ONVOYS?)?\b/i
RET: /R(ETREATS?)?\b/i
DISB: /D(ISBANDS?)?\b/i
BUILD: /B(UILDS?)?\b/i
WAIVE: /WAIVE\b/i
COAST: /[\/(][nsew]c\)?/i
%ignore " "
"""


def bare_grammar(variant: Variant) -> str:
    """The bare grammar with the English names of a variant, longest first, in one terminal each."""
    regions = {name for p in variant.provinces for name in (p.id, *p.aliases, *p.names["en"])}
    powers = {name for p in variant.powers for name in (p.id, *p.aliases, *p.names["en"]) if name.isascii()}

    def pattern(names: set[str]) -> str:
        return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name.isascii())

    return f"{BARE}\nREGION.2: /(?:{pattern(regions)})\\b/i\nPOWER.1: /(?:{pattern(powers)})\\b/i\n"


def seconds(call: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    began = time.process_time()
    call()
    return time.process_time() - began


def line_ratio() -> tuple[float, float, float]:
    """Median ratio of full to bare, and the microseconds a line of each."""
    variant = load_variant("colonial")
    engine = DiplomacyEngine(variant, {})
    position = engine.start(NoChance()).position
    bare = Lark(bare_grammar(variant), parser="lalr", lexer="contextual")
    lines = [Line(number, text) for number, text in enumerate(LINES, start=1)]

    def read() -> None:
        engine.parse(position, None, lines)

    def parse() -> None:
        for text in LINES:
            bare.parse(text)

    def times(call: Callable[[], None]) -> float:
        return seconds(lambda: [call() for _ in range(3)]) / 3 / len(LINES)

    read()
    parse()
    pairs = [(times(read), times(parse)) for _ in range(ROUNDS)]
    return (
        median(a / b for a, b in pairs),
        median(a for a, _ in pairs) * 1e6,
        median(b for _, b in pairs) * 1e6,
    )


def same_rules(variant: Variant) -> str:
    """Our own rules with the names of the variant as one terminal each in the grammar: what Lark alone would be given."""
    names = build_names(variant)
    text = grammar_text("orders")
    for terminal, sign, spellings in (
        ("REGION.8", REGION_SIGN, names.region_spellings), ("POWER.7", POWER_SIGN, names.power_spellings)
    ):  # fmt: skip
        old = f'{terminal}: "\\u{ord(sign):04x}"'
        assert old in text
        text = text.replace(old, f"{terminal}: /{names_pattern(spellings)}/")
    return text


def load_ratio() -> tuple[float, float, float, float]:
    """Median ratio of loading our grammar and the bare one from a cache, the milliseconds of each, and of our rules with names in them."""
    variant = load_variant("colonial")
    small, whole = bare_grammar(variant), same_rules(variant)
    with tempfile.TemporaryDirectory() as folder:
        keep_grammars(Path(folder))

        def full() -> object:
            return load_grammar("orders", {}, transformer())

        def bare() -> object:
            return Lark(small, parser="lalr", lexer="contextual", cache=str(Path(folder) / "bare"))

        def same() -> object:
            return Lark(whole, parser="lalr", lexer="contextual", cache=str(Path(folder) / "same"))

        full()
        bare()
        same()
        times = [(seconds(full), seconds(bare), seconds(same)) for _ in range(ROUNDS // 2)]
        keep_grammars(None)
    ours, theirs, alike = ([row[i] for row in times] for i in range(3))
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
    return ratio, median(ours) * 1e3, median(theirs) * 1e3, median(alike) * 1e3


def main() -> None:
    """Print both ratios."""
    ratio, full, bare = line_ratio()
    print(f"order line, full / bare parse: median {ratio:.2f} ({full:.0f} µs / {bare:.0f} µs)")
    ratio, full, bare, same = load_ratio()
    print(
        f"grammar from the cache, ours / bare: median {ratio:.1f} ({full:.1f} ms / {bare:.1f} ms);"
        f" our rules with the names as terminals: {full / same:.2f} ({same:.1f} ms)"
    )


if __name__ == "__main__":
    main()
