"""Names of regions and powers in both languages: the tables a variant's names become, and the patterns the grammar gets.

A name a player wrote is looked up by its compact key (lower case, half width, no blanks, dots or hyphens). A key that stands for
several things gives all of them: the caller asks back. A beginning of a name counts as the name when it is long enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from judge.text.normalize import Normalized, compact, fold, hiragana
from judge.text.suggest import Index
from judge.variants.model import Variant

KANJI = "一-鿿々〆"
KATAKANA = "ァ-ヺ"
KANA = "ぁ-ヺー"
_LATIN_END = "(?![a-z0-9]| ?coast)"
_KATAKANA_END = f"(?![{KATAKANA}])"

COAST_WORDS: Mapping[str, tuple[str, ...]] = {
    "NC": ("nc", "north coast", "north", "n coast", "n", "北岸", "北海岸", "北"),
    "SC": ("sc", "south coast", "south", "s coast", "s", "南岸", "南海岸", "南"),
    "EC": ("ec", "east coast", "east", "e coast", "e", "東岸", "東海岸", "東"),
    "WC": ("wc", "west coast", "west", "w coast", "w", "西岸", "西海岸", "西"),
}
"""How each coast may be written, folded."""

_COASTS = {compact(word): code for code, words in COAST_WORDS.items() for word in words}


def coast_code(written: str) -> str:
    """The code of a coast as written ("(East Coast)", "/ec", "東岸"), "" when it is none."""
    return _COASTS.get(compact(written.strip("/()- ").replace("の", "")), "")


_ENGLISH = frozenset({"and", "as", "can", "for", "low", "may", "new", "per", "up"})
"""Codes of regions that are little words of English sentences: names only where an order has one."""
_ARTICLES = frozenset({"the"})
"""Beginnings of names ("The Netherlands") that are words of any sentence."""
_BEFORE_NAME = frozenset({"a", "f", "s", "c", "h", "b", "d", "r", "supports", "support"})
_AFTER_NAME = frozenset(
    {"h", "s", "c", "d", "r", "b", "to", "hold", "holds", "support", "supports", "move", "moves", "convoy", "convoys", "via"}
)  # fmt: skip

REGION_SIGN = "\ue000"
POWER_SIGN = "\uf000"
"""What stands for a name in a line given to the grammar. They cannot come from a mail: folding makes them blanks."""


class Encoded:
    """A folded line in which each name is one sign, with what the signs mean and the way back to the player's columns.

    Lines that differ only in names are the same text, so that the grammar has to read each form of sentence but once.
    """

    __slots__ = ("_marks", "_meanings", "base", "text")

    def __init__(
        self,
        text: str,
        base: Normalized,
        marks: Sequence[tuple[int, int]],
        meanings: Mapping[int, tuple[str, ...]],
    ) -> None:
        self.text = text
        self.base = base
        self._marks = marks
        self._meanings = meanings

    def meaning(self, place: int) -> tuple[str, ...]:
        """Ids of what the sign at `place` may mean."""
        return self._meanings[place]

    def folded(self, place: int) -> int:
        """The index in the folded line of the character at `place`."""
        return place + sum(size - 1 for at, size in self._marks if at < place)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Column (from 1) and length in the player's line of text[start:end]."""
        return self.base.span(self.folded(start), self.folded(end))


@dataclass(frozen=True)
class Names:
    """Every way to write the variant's regions and powers. Values are ids; more than one means: ask back."""

    regions: Mapping[str, tuple[str, ...]]
    powers: Mapping[str, tuple[str, ...]]
    region_spellings: tuple[str, ...]
    power_spellings: tuple[str, ...]

    def region(self, written: str) -> tuple[str, ...]:
        """Ids of the regions that a word or phrase may mean; () for none."""
        key = compact(fold(written))
        return self.regions.get(key) or self._begins(key, self.regions)

    def power(self, written: str) -> tuple[str, ...]:
        """Ids of the powers that a word or phrase may mean; () for none."""
        key = compact(fold(written))
        return self.powers.get(key) or self._begins(key, self.powers)

    def _begins(self, key: str, table: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """What the key is the beginning of, when it is at least 3 letters or kana. Kanji are words of their own."""
        if len(key) < 3 or key in _ARTICLES or re.search(f"[{KANJI}]", key):
            return ()
        found = {thing for name, ids in table.items() if name.startswith(key) for thing in ids}
        return tuple(sorted(found))

    # --- names in a line

    def encode(self, line: Normalized) -> Encoded:
        """The line with a sign for each name in it: the longest that begins and ends where a word does."""
        folded = line.text
        parts: list[str] = []
        marks: list[tuple[int, int]] = []
        meanings: dict[int, tuple[str, ...]] = {}
        known = self._known
        done = at = 0
        for match in self._finder.finditer(folded):
            found = match[0]
            meant = known.get(found) or self._meant(found, region=match.lastindex == 1)
            start, end = match.span()
            if found in _COASTS and folded[:start].rstrip()[-1:] in {"(", "/"}:
                continue
            if found in _ENGLISH and not _in_an_order(folded, start, end):
                continue
            at += start - done
            marks.append((at, end - start))
            meanings[at] = meant[1]
            at += 1
            parts.append(folded[done:start])
            parts.append(meant[0])
            done = end
        parts.append(folded[done:])
        return Encoded("".join(parts), line, marks, meanings)

    def _meant(self, found: str, *, region: bool) -> tuple[str, tuple[str, ...]]:
        """The sign and the meaning of a spelling that is seen for the first time."""
        meant = (
            (REGION_SIGN, self.regions[compact(found)])
            if region
            else (POWER_SIGN, self.powers[compact(found)])
        )
        if len(self._known) < 4000:
            self._known[found] = meant
        return meant

    @cached_property
    def _known(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        return {}

    @cached_property
    def _finder(self) -> re.Pattern[str]:
        """Finds every name: regions in group 1, powers in group 2."""
        return re.compile(f"({_anywhere(self.region_spellings)})|({self._power_pattern()})")

    def _power_pattern(self) -> str:
        """Names of powers. One-kanji names count only where no longer word can be meant."""
        single = [n for n in self.power_spellings if re.fullmatch(f"[{KANJI}]", n)]
        longer = _anywhere(n for n in self.power_spellings if n not in single)
        if not single:
            return longer
        begins = "".join(sorted({n[0] for n in self.region_spellings if re.match(f"[{KANJI}]", n)}))
        return f"{longer}|(?<![{KANJI}])[{''.join(single)}](?=[^{KANJI}]|$|陸軍|海軍|艦隊|軍|[{begins}])"

    @cached_property
    def near_regions(self) -> Index:
        """Where suggestions for regions come from."""
        return Index(self.regions)

    @cached_property
    def near_powers(self) -> Index:
        """Where suggestions for powers come from."""
        return Index(self.powers)


def _in_an_order(folded: str, start: int, end: int) -> bool:
    """Whether a word that is also English stands where an order has a name: beside a sign or a word of an order, or nearly alone."""
    before, after = folded[:start].rstrip(), folded[end:].lstrip()
    if before[-1:] in {"-", ">", "=", "(", "+", ":"} or after[:1] in {"-", ">", "=", "/", "("}:
        return True
    words = folded.split()
    if len(words) <= 2:
        return True
    last, following = before.split(" ")[-1], after.split(" ")[0]
    if last in {"in", "at", "from", "army", "fleet"}:
        return not following or following in _AFTER_NAME
    if following in {"army", "fleet", "unit", "armies", "fleets"}:
        return False  # "a new fleet"
    return last in _BEFORE_NAME or (following in _AFTER_NAME and len(words) <= 8 and not before)


def build_names(variant: Variant) -> Names:
    """The tables of a variant."""
    regions: dict[str, set[str]] = {}
    region_spellings: set[str] = set()
    for province in variant.provinces:
        written = [province.id, *province.aliases]
        for names in province.names.values():
            written.extend(names)
        _enter(regions, region_spellings, written, province.id)
    for short, ids in variant.ambiguous.items():
        for province_id in ids:
            _enter(regions, region_spellings, [short], province_id)
    powers: dict[str, set[str]] = {}
    power_spellings: set[str] = set()
    for power in variant.powers:
        written = [power.id, *power.aliases]
        for names in power.names.values():
            written.extend(names)
        _enter(powers, power_spellings, written, power.id)
    _enter_short_directions(variant, regions, powers, region_spellings)
    # A power's name that is also a region's is a region's: there the region cannot be left out.
    power_spellings = {name for name in power_spellings if compact(name) not in regions}
    return Names(
        {key: tuple(sorted(ids)) for key, ids in regions.items()},
        {key: tuple(sorted(ids)) for key, ids in powers.items()},
        tuple(sorted(region_spellings)),
        tuple(sorted(power_spellings)),
    )


_DIRECTIONS = frozenset({"north", "south", "east", "west", "northern", "southern", "eastern", "western"})


def _enter_short_directions(
    variant: Variant, regions: dict[str, set[str]], powers: Mapping[str, set[str]], spellings: set[str]
) -> None:
    """ "S. China Sea", "N Africa": the letter for a direction before a name, unless what follows it names something else alone."""
    for province in variant.provinces:
        for name in (*province.aliases, *province.names.get("en", ())):
            first, _, rest = fold(name).replace("-", " ").partition(" ")
            key = compact(rest)
            alone = len(regions.get(key, ())) == 1 or key in powers
            if first in _DIRECTIONS and rest and not alone:
                _enter(regions, spellings, [f"{first[0]}. {rest}", f"{first[0]} {rest}"], province.id)


def _enter(table: dict[str, set[str]], spellings: set[str], written: Iterable[str], thing: str) -> None:
    for name in written:
        folded = fold(name)
        for spelling in {folded, hiragana(folded) if re.match(f"[{KATAKANA}]", folded) else folded}:
            if not compact(spelling):
                continue
            spellings.add(spelling)
            table.setdefault(compact(spelling), set()).add(thing)


def _anywhere(spellings: Iterable[str]) -> str:
    """A pattern for these names where a word begins: not within a word of letters, of katakana or of hiragana."""
    latin: list[str] = []
    katakana: list[str] = []
    hiragana_: list[str] = []
    kanji: list[str] = []
    for name in spellings:
        first = name[0]
        kind = (
            latin
            if first.isascii()
            else katakana
            if "ァ" <= first <= "ヺ"
            else hiragana_
            if first < "ァ"
            else kanji
        )
        kind.append(name)
    branches = [
        (latin, "(?<![a-z0-9])"),
        (katakana, f"(?<![{KATAKANA}ー])"),
        (hiragana_, "(?:(?<![ぁ-ゖ])|(?<=[のをはがへにでと]))"),
        (kanji, ""),
    ]
    return "|".join(before + names_pattern(names) for names, before in branches if names)


def names_pattern(spellings: Iterable[str]) -> str:
    """A regular expression for any of these folded spellings, built as a tree so that it costs the same for 3 or 300 names.

    Blanks and hyphens within a name may be left out or exchanged, dots may be left out. The longest name that ends at a
    word's end wins. Empty when there are no spellings.
    """
    tree: dict[str, Any] = {}
    spellings = tuple(spellings)
    ends = {_end(spelling) for spelling in spellings}
    shared = ends.pop() if len(ends) == 1 else ""
    for spelling in spellings:
        node: dict[str, Any] = tree
        for element in _elements(spelling):
            node = node.setdefault(element, {})
        node[""] = "" if shared else _end(spelling)
    return f"(?:{_tree_pattern(tree)}){shared}" if tree else ""


def _elements(spelling: str) -> list[str]:
    """The spelling's characters as pieces of a regular expression."""
    pieces: list[str] = []
    words = re.split(r"([ .\-・]+)", spelling)
    for i, word in enumerate(words):
        if i % 2 == 0:
            pieces.extend(re.escape(char) for char in word)
        elif (i == len(words) - 2 and not words[-1]) or (word == "." and len(words[i + 1]) == 1):
            pieces.append(r"\.?")
        elif word == ".":
            pieces.append(r"(?:\.? ?)")
        else:
            pieces.append("[ .・-]{0,2}")
    return pieces


def _end(spelling: str) -> str:
    last = spelling[-1]
    if last.isascii():
        return _LATIN_END
    if last in "海陸":
        return "(?!軍)"  # "日本海軍" is the navy of 日本
    return _KATAKANA_END if re.match(f"[{KATAKANA}ー]", last) else ""


def _tree_pattern(node: Mapping[str, Any]) -> str:
    branches = []
    for element, child in sorted(node.items(), reverse=True):
        if element == "":
            branches.append(str(child))
        else:
            branches.append(element + _tree_pattern(child))
    # "" sorts last in reverse order: the longer name is tried first.
    if len(branches) == 1:
        return branches[0]
    return "(?:" + "|".join(branches) + ")"
