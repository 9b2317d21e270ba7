"""What the grammar makes of one line: clauses that name units, places and verbs by where they stand in the folded line.

Nothing is looked up here: whether a word is a region of the map and whose unit stands there is for `notation.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Transformer


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
    riders: list[Rider] = field(default_factory=list)
    start: int = -1
    end: int = -1
    bare: bool = False
    """A move of two places side by side, nothing between or after them."""
    sign: str = ""


@dataclass(slots=True)
class Sentence:
    """What a line holds: the powers its heading names, and its clauses."""

    powers: tuple[Word, ...] = ()
    clauses: tuple[Clause, ...] = ()
    heading: bool = False

    def places(self) -> Iterator[Place]:
        """Every place that the clauses name."""
        for clause in self.clauses:
            units = [clause.unit, clause.target, *(rider.unit for rider in clause.riders)]
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
            for unit in (clause.unit, clause.target, *(rider.unit for rider in clause.riders)):
                if unit is not None:
                    unit.kind = unit.kind and _moved(unit.kind, by)
                    unit.owner = unit.owner and _moved(unit.owner, by)


def _moved(word: Word, by: int) -> Word:
    return Word(word.text, word.start + by, word.end + by)


_ARMY_WORDS = ("a", "army", "armies", "cannon", "陸軍", "陸上部隊", "陸")


def letter_of(word: str) -> str:
    """The unit letter that a folded word for a kind of unit stands for."""
    return "A" if word.rstrip(".") in _ARMY_WORDS else "F"


def transformer() -> Transformer[Any, Any]:
    """The Lark transformer for grammar/orders.lark: a tree becomes a `Sentence`."""
    from lark import Token, Transformer, v_args

    def word(token: Token) -> Word:
        return Word(str(token), token.start_pos or 0, token.end_pos or 0)

    def place(*parts: Any) -> Place:
        name = next(part for part in parts if part.type in {"REGION", "UNKNOWN"})
        coast = parts[-1] if parts[-1].type in {"COAST", "COASTL"} else None
        return Place(word(name), name.type == "REGION", word(coast) if coast is not None else None)

    def unit(*parts: Any) -> Unit:
        made: Place | None = None
        kind: Word | None = None
        owner: Word | None = None
        known = True
        first: Token | None = None
        for part in parts:
            if isinstance(part, Place):
                made = part
            elif isinstance(part, Word):
                owner = part
            elif part.type in {"KINDL", "KINDW"}:
                kind = word(part)
            elif part.type == "POWER":
                owner = word(part)
            elif part.type == "UNKNOWN":
                first = part
        if made is None and first is not None:
            return Unit(Place(word(first), False), kind)
        if first is not None:
            owner, known = word(first), False
        assert made is not None
        return Unit(made, kind, owner, known)

    def owner(*parts: Any) -> Word:
        return word(next(part for part in parts if part.type == "POWER"))

    def clause(form: str) -> Callable[..., Clause]:
        def make(*parts: Any) -> Clause:
            units: list[Unit] = []
            places: list[Place] = []
            words: set[str] = set()
            number = 0
            sign = ""
            start, end = -1, -1
            moved = False
            for part in parts:
                if isinstance(part, Unit):
                    units.append(part)
                elif isinstance(part, Place):
                    places.append(part)
                elif isinstance(part, frozenset):
                    words |= part
                else:
                    kind = part.type
                    words.add(kind)
                    moved = moved or kind in {"TO", "MOVE"}
                    if kind == "NUMBER":
                        number = int(part)
                    elif kind == "TO" and not sign:
                        sign = str(part)
                    if start < 0:
                        start = part.start_pos or 0
                    end = max(end, part.end_pos or 0)
            for one in units:
                first, last = _extent(one)
                start = first if start < 0 else min(start, first)
                end = max(end, last)
            for spot in places:
                start = spot.word.start if start < 0 else min(start, spot.word.start)
                end = max(end, (spot.coast or spot.word).end)
            made = Clause(form, words=frozenset(words), number=number, start=start, end=end, sign=sign)
            made.unit = units[0] if units else None
            made.target = units[1] if len(units) > 1 else None
            made.dest = places[-1] if places else None
            made.route = tuple(places[:-1])
            made.bare = form == "move" and not words
            return made

        return make

    def tail(*parts: Any) -> frozenset[str]:
        return frozenset(part.type for part in parts if isinstance(part, Token))

    def hold_between(*parts: Any) -> Clause:
        kind = next(part for part in parts if not isinstance(part, Place) and part.type in {"KINDL", "KINDW"})
        spot = parts[-1]
        return Clause(
            "hold", Unit(spot, word(kind)), start=kind.start_pos or 0, end=(spot.coast or spot.word).end
        )

    def build(*parts: Any) -> Clause:
        made = clause("build")(*parts)
        if made.unit is None and made.dest is not None:  # "ウィーンに陸軍を生産"
            kind = next((p for p in parts if isinstance(p, Token) and p.type in {"KINDL", "KINDW"}), None)
            made.unit, made.dest = Unit(made.dest, word(kind) if kind is not None else None), None
        return made

    def support_tail(*parts: Any) -> Clause:
        made = clause("support_move")(*parts)
        made.unit, made.target = made.target, made.unit
        return made

    def support(*parts: Any) -> Clause:
        made = clause("support")(*parts)
        if made.target is None and made.dest is not None:  # "ルーマニア-ブルガリアの維持支援"
            made.target, made.dest = Unit(made.dest), None
        return made

    def mutual(*parts: Any) -> Clause:
        made = clause("mutual")(*parts)
        if made.target is None and made.dest is not None:
            made.target, made.dest = Unit(made.dest), None
        return made

    def rider(*parts: Any) -> Rider:
        one = next(part for part in parts if isinstance(part, Unit))
        spot = next(part for part in parts if isinstance(part, Place))
        tokens = [part for part in parts if isinstance(part, Token)]
        ends = [(spot.coast or spot.word).end, *(token.end_pos or 0 for token in tokens)]
        return Rider(one, spot, tokens[0].start_pos or 0, max(ends))

    def with_rider(core: Clause, *riders: Rider) -> Clause:
        core.riders = list(riders)
        core.end = max(core.end, riders[-1].end)
        return core

    def head_power(*parts: Any) -> Token:
        token: Token = parts[1]
        return token

    def heading(*parts: Any) -> Sentence:
        return Sentence(tuple(word(part) for part in parts if part.type == "POWER"), heading=True)

    def orders(*parts: Any) -> Sentence:
        return Sentence(clauses=tuple(part for part in parts if isinstance(part, Clause)))

    def headed(head: Sentence, rest: Sentence | None = None) -> Sentence:
        return Sentence(head.powers, rest.clauses if rest is not None else (), heading=True)

    def start(line: Any) -> Sentence:
        made: Sentence = line
        return made

    forms = [
        "hold_bare",
        "hold",
        "hold_first",
        "all_hold",
        "move",
        "move_route",
        "rail",
        "support_move",
        "support_rail",
        "support_busy",
        "support_headless",
        "move_headless",
        "mutual_headless",
        "convoy",
        "convoy_short",
        "convoy_headless",
        "retreat",
        "retreat_short",
        "disband",
        "waive",
    ]
    methods: dict[str, Any] = {form: clause(form) for form in forms}
    methods |= {
        "place": place, "dest": place, "unit": unit, "owner": owner, "tail": tail, "hold_between": hold_between,
        "build": build, "support": support, "support_tail": support_tail, "mutual": mutual, "rider": rider,
        "with_rider": with_rider, "head_power": head_power, "heading": heading, "heading_end": heading,
        "orders": orders, "headed": headed, "start": start,
    }  # fmt: skip
    made = type(
        "OrderTransformer", (Transformer,), {name: staticmethod(method) for name, method in methods.items()}
    )
    wrapped: Transformer[Any, Any] = v_args(inline=True)(made)()
    return wrapped


def _extent(unit: Unit) -> tuple[int, int]:
    words = [unit.place.word, *(w for w in (unit.place.coast, unit.kind, unit.owner) if w is not None)]
    return min(w.start for w in words), max(w.end for w in words)
