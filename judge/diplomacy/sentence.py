"""What the grammar makes of one line: clauses that name units, places and verbs by where they stand in the folded line.

Nothing is looked up here: whether a word is a region of the map and whose unit stands there is for `notation.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from lark import Token, Transformer


class Word(NamedTuple):
    """A word and where it stands in the folded line."""

    text: str
    start: int
    end: int


@dataclass(slots=True)
class Place:
    """A region as written. known: it matched a name of the map. coast: as written, None for none."""

    word: Word
    known: bool
    coast: Word | None = None


@dataclass(slots=True)
class Unit:
    """A unit as written: its letter or word, its owner, its place. owner_known: the owner matched a power's name."""

    place: Place
    kind: Word | None = None
    owner: Word | None = None
    owner_known: bool = True

    @property
    def letter(self) -> str:
        """ "A", "F", or "" when it was not written."""
        return "" if self.kind is None else letter_of(self.kind.text)


@dataclass(slots=True)
class Rider:
    """A canal permission."""

    unit: Unit
    dest: Place
    start: int
    end: int


@dataclass(slots=True)
class Clause:
    """One order as written. form: the alias in grammar/orders.lark. end: -1 until known."""

    form: str
    unit: Unit | None = None
    target: Unit | None = None
    dest: Place | None = None
    route: tuple[Place, ...] = ()
    words: frozenset[str] = frozenset()
    number: int = 0
    riders: tuple[Rider, ...] = ()
    start: int = -1
    end: int = -1
    others: tuple[Unit, ...] = ()
    """Further units named, which do not matter for the order."""
    bare: bool = False
    """A move of two places side by side, nothing between or after them."""
    sign: str = ""


@dataclass(slots=True)
class Sentence:
    """What a line holds: the powers its heading names, and its clauses. verb: the heading is "builds" or "disbands"."""

    powers: tuple[Word, ...] = ()
    clauses: tuple[Clause, ...] = ()
    heading: bool = False
    verb: str = ""

    def places(self) -> Iterator[Place]:
        """Every place that the clauses name."""
        for clause in self.clauses:
            units = [clause.unit, clause.target, *clause.others, *(rider.unit for rider in clause.riders)]
            yield from (unit.place for unit in units if unit is not None)
            if clause.dest is not None:
                yield clause.dest
            yield from clause.route
            yield from (rider.dest for rider in clause.riders)

    def shift(self, by: int) -> None:
        """Count every position from `by` characters earlier in the line."""
        self.powers = tuple(_moved(word, by) for word in self.powers)
        for place in self.places():
            place.word = _moved(place.word, by)
            place.coast = place.coast and _moved(place.coast, by)
        for clause in self.clauses:
            clause.start += by
            clause.end += by
            for unit in (
                clause.unit,
                clause.target,
                *clause.others,
                *(rider.unit for rider in clause.riders),
            ):
                if unit is not None:
                    unit.kind = unit.kind and _moved(unit.kind, by)
                    unit.owner = unit.owner and _moved(unit.owner, by)


def _moved(word: Word, by: int) -> Word:
    return Word(word.text, word.start + by, word.end + by)


_ARMY_WORDS = ("a", "army", "armies", "cannon", "陸軍", "陸上部隊", "陸")


def letter_of(word: str) -> str:
    """The unit letter that a folded word for a kind of unit stands for."""
    return "A" if word.strip(" .・") in _ARMY_WORDS else "F"


def transformer() -> Transformer[Any, Any]:
    """The Lark transformer for grammar/orders.lark: a tree becomes a `Sentence`. Methods take the children of their rule."""
    from lark import Transformer

    methods: dict[str, Any] = {form: _clause_maker(form) for form in _FORMS}
    methods |= {
        "place": _place, "dest": _place, "unit": _unit, "owner": _owner, "tail": _tail, "hold_between": _hold_between,
        "build": _build, "build_elided": _build_elided, "verb_heading": _verb_heading, "support": _support, "support_tail": _support_tail, "mutual": _mutual, "rider": _rider,
        "with_rider": _with_rider, "rider_alone": _rider_alone, "head_power": _head_power, "heading": _heading, "heading_end": _heading,
        "orders": _orders, "headed": _headed, "start": _start,
    }  # fmt: skip
    made = type(
        "OrderTransformer", (Transformer,), {name: staticmethod(method) for name, method in methods.items()}
    )
    return cast("Transformer[Any, Any]", made())


_FORMS = (
    "hold_bare", "hold", "hold_first", "all_hold", "move", "move_route", "move_headless", "hold_headless", "move_supported", "hold_supported", "rail", "support_move", "support_rail",
    "support_busy", "support_headless", "support_last", "permit", "permits", "mutual_headless", "convoy", "convoy_short", "convoy_headless", "retreat",
    "retreat_short", "disband", "waive",
)  # fmt: skip


def _word(token: Token) -> Word:
    return Word(str.__str__(token), token.start_pos or 0, token.end_pos or 0)


def _place(parts: list[Token]) -> Place:
    if len(parts) == 1:
        name = parts[0]
        return Place(_word(name), name.type == "REGION")
    coast = next((part for part in parts if part.type in _COASTS), None)
    name = next(part for part in parts if part.type in _NAMES)
    return Place(_word(name), name.type == "REGION", _word(coast) if coast is not None else None)


_COASTS = ("COAST", "COASTL")
_NAMES = ("REGION", "UNKNOWN")
_KINDS = ("KINDL", "KINDW", "KINDP")


def _unit(parts: list[Any]) -> Unit:
    if len(parts) == 1:
        return Unit(parts[0])
    place: Place | None = None
    kind: Word | None = None
    owner: Word | None = None
    strange: Token | None = None
    for part in parts:
        if isinstance(part, Place):
            place = part
        elif isinstance(part, Word):
            owner = part
        elif part.type in _KINDS:
            kind = _word(part)
        elif part.type == "POWER":
            owner = _word(part)
        elif part.type == "UNKNOWN":
            strange = part
    if place is None:
        assert strange is not None
        return Unit(Place(_word(strange), False), kind)
    if strange is not None:
        return Unit(place, kind, _word(strange), False)
    return Unit(place, kind, owner)


def _owner(parts: list[Token]) -> Word:
    return _word(next(part for part in parts if part.type == "POWER"))


def _tail(parts: list[Any]) -> frozenset[str]:
    return frozenset(part.type for part in parts if not isinstance(part, Place))


_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6,
}  # fmt: skip


def _clause_maker(form: str) -> Callable[[list[Any]], Clause]:
    def make(parts: list[Any]) -> Clause:
        units: list[Unit] = []
        places: list[Place] = []
        words: set[str] = set()
        clause = Clause(form)
        start, end = 1 << 30, 0
        for part in parts:
            if isinstance(part, Unit):
                units.append(part)
                first, last = _extent(part)
            elif isinstance(part, Place):
                places.append(part)
                first, last = part.word.start, (part.coast or part.word).end
            elif isinstance(part, frozenset):
                words |= part
                continue
            else:
                words.add(part.type)
                first, last = part.start_pos, part.end_pos
                if part.type == "NUMBER":
                    clause.number = _NUMBERS.get(str(part)) or int(part)
                elif part.type == "TO" and not clause.sign:
                    clause.sign = str(part)
            start, end = min(start, first), max(end, last)
        clause.start, clause.end = start, end
        clause.words = frozenset(words)
        if units:
            clause.unit = units[0]
            if len(units) > 1:
                clause.target = units[1]
                clause.others = tuple(units[2:])
        if places:
            clause.dest = places[-1]
            clause.route = tuple(places[:-1])
        clause.bare = form == "move" and not words
        return clause

    return make


_make_build, _make_support_move = _clause_maker("build"), _clause_maker("support_move")
_make_support, _make_mutual = _clause_maker("support"), _clause_maker("mutual")


def _hold_between(parts: list[Any]) -> Clause:
    kind, place = parts[0], parts[-1]
    unit = Unit(place, _word(kind))
    return Clause("hold", unit, start=kind.start_pos or 0, end=(place.coast or place.word).end)


def _build(parts: list[Any]) -> Clause:
    made = _make_build(parts)
    if made.unit is None and made.dest is not None:  # "ウィーンに陸軍を生産"
        kind = next((p for p in parts if not isinstance(p, Place) and p.type in _KINDS), None)
        made.unit, made.dest = Unit(made.dest, _word(kind) if kind is not None else None), None
    return made


def _build_elided(parts: list[Any]) -> Clause:
    made = _build(parts)
    made.form = "hold_bare"
    return made


def _verb_heading(parts: list[Token]) -> Sentence:
    return Sentence(heading=True, verb={"BUILD": "build", "DISB": "disband"}.get(parts[0].type, ""))


def _support_tail(parts: list[Any]) -> Clause:
    made = _make_support_move(parts)
    made.unit, made.target = made.target, made.unit
    return made


def _support(parts: list[Any]) -> Clause:
    return _place_as_target(_make_support(parts))


def _mutual(parts: list[Any]) -> Clause:
    return _place_as_target(_make_mutual(parts))


def _place_as_target(made: Clause) -> Clause:
    """ "ルーマニア-ブルガリアの維持支援": the second place is a unit's."""
    if made.target is None and made.dest is not None:
        made.target, made.dest = Unit(made.dest), None
    return made


def _rider(parts: list[Any]) -> Rider:
    opening = parts[0]
    unit = next(part for part in parts if isinstance(part, Unit))
    place = next(part for part in parts if isinstance(part, Place))
    last = parts[-1]
    end = (place.coast or place.word).end if last is place else last.end_pos
    return Rider(unit, place, opening.start_pos or 0, end)


def _with_rider(parts: list[Any]) -> Clause:
    clause, rider = parts
    clause.riders = (*clause.riders, rider)
    clause.end = max(clause.end, rider.end)
    return cast(Clause, clause)


def _rider_alone(parts: list[Rider]) -> Clause:
    return Clause("rider_alone", riders=(parts[0],), start=parts[0].start, end=parts[0].end)


def _head_power(parts: list[Token]) -> Token:
    return parts[1]


def _heading(parts: list[Token]) -> Sentence:
    return Sentence(tuple(_word(part) for part in parts if part.type == "POWER"), heading=True)


def _orders(parts: list[Any]) -> Sentence:
    return Sentence(clauses=tuple(part for part in parts if isinstance(part, Clause)))


def _headed(parts: list[Sentence]) -> Sentence:
    return Sentence(parts[0].powers, parts[1].clauses if len(parts) > 1 else (), heading=True)


def _start(parts: list[Sentence]) -> Sentence:
    return parts[0]


def _extent(unit: Unit) -> tuple[int, int]:
    place = unit.place
    start, end = place.word.start, (place.coast or place.word).end
    for word in (unit.kind, unit.owner):
        if word is not None:
            start, end = min(start, word.start), max(end, word.end)
    return start, end
