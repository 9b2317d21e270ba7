"""What of a mail is no order: greetings, headings, talk about the game, a word of thanks behind an order."""

from __future__ import annotations

from judge.diplomacy.board import Board
from judge.diplomacy.mending import ORDER_WORDS
from judge.diplomacy.phrases import phrase_around
from judge.diplomacy.resolve import Scene
from judge.problems import Problem
from judge.text.grammar import Reader
from judge.text.names import REGION_SIGN, Encoded, Names
from judge.text.normalize import normalize

_HEADING_WORDS = frozenset(
    {"KINDW", "LPAR", "RPAR", "COLON", "POWER", "HEADWORD", "YEAR", "SEASON", "TURN", "BUILD", "DISB", "RET", "SEP"}
)  # fmt: skip
_VERB_WORDS = frozenset(
    {"SUP", "HSUP", "CON", "HOLD", "MOVE", "RET", "DISB", "BUILD", "WAIVE", "MUTUAL", "RAIL"}
)
UNREAD = frozenset({"not_understood", "incomplete", "unknown_word"})
ATTEMPTS = frozenset(
    {
        "wrong_phase",
        "foreign_unit",
        "no_unit",
        "coast_needed",
        "kind_unknown",
        "ambiguous_region",
        "ambiguous_order",
    }
)
"""Kinds of problems that only an attempt at an order has."""


class Prose:
    """Tells orders from what people write beside them."""

    def __init__(self, board: Board, names: Names, reader: Reader, scene: Scene, power: int | None) -> None:
        self.board = board
        self.names = names
        self.reader = reader
        self.scene = scene
        self.power = power

    def heading(self, text: str) -> tuple[str, bool]:
        """Whether a line without a place only says what follows: "Here are my moves:", "【陸軍】", "【日本】増産"; before it the build or
        disband that it says, "" for none."""
        verb = ""
        kinds = set(self.reader.words(text))
        verbs = kinds & {"BUILD", "DISB"}
        if len(verbs) == 1 and not kinds & {"UNKNOWN", "NUMBER", "WAIVE"}:
            verb = "build" if "BUILD" in verbs else "disband"
        if text.rstrip().endswith(":"):
            return verb, True
        known = bool(kinds) and kinds <= _HEADING_WORDS
        return verb, known and (not kinds <= {"BUILD", "DISB", "RET"} or ")" in text)

    def talk(self, folded: Encoded, problems: list[Problem], last: str) -> bool:
        """Whether a line that gave no order is no attempt at one: greetings, headings, talk about the game. last: see `heading`."""
        kinds = self.reader.words(folded.text)
        tried = ATTEMPTS if "REGION" in kinds else ATTEMPTS - {"wrong_phase"}
        if any(problem.severity == "question" or problem.kind in tried for problem in problems):
            return False
        unknown = kinds.count("UNKNOWN")
        known = sum(kind in ORDER_WORDS for kind in kinds)
        if unknown >= 3 and unknown > 2 * known:
            return True
        near = any(problem.suggestions and len(str(problem.facts.get("name") or problem.facts.get("word"))) > 3 for problem in problems)  # fmt: skip
        if known == kinds.count("POWER"):
            listed = (
                self.scene.phase == "adjustment"
            )  # there a name alone may be an order, elsewhere two names
            return not near or unknown != (1 if listed else 2) or (listed and not last)
        verbs = _VERB_WORDS.intersection(kinds)
        if (
            kinds[0] in {"KINDL", "KINDW"}
            and len(kinds) > 1
            and (near or verbs or {"REGION", "TO"} & set(kinds))
        ):
            return False
        if "REGION" not in kinds:
            return "HEADWORD" in kinds or not (near or (verbs and unknown == 0))
        if (
            not self.scene.certain
            or self.power is None
            or self.scene.phase == "adjustment"
            or {"TO", "PTO"} & set(kinds)
        ):
            return False
        if not self._own_unit_in(folded):
            return not near and unknown + kinds.count("POWER") > 0
        return not verbs and not near and unknown >= 2

    def phrase_of_talk(self, problem: Problem) -> bool:
        """Whether what could not be read in a line with orders is a phrase of its own that holds nothing of an order ("Thank you!")."""
        word = str(problem.facts.get("name") or problem.facts.get("word") or "")
        if problem.kind not in UNREAD | {"unknown_region"} or (problem.suggestions and len(word) > 3):
            return False
        start, end = phrase_around(problem.text, problem.column - 1)
        kinds = self.reader.words(self.names.encode(normalize(problem.text[start:end])).text)
        return (start > 0 or end < len(problem.text)) and not (ORDER_WORDS - {"POWER"} | {"ALL"}) & set(kinds)

    def _own_unit_in(self, folded: Encoded) -> bool:
        """Whether a line names a place where a unit of the player stands."""
        province_of_id = self.board.province_of_id
        for place, sign in enumerate(folded.text):
            if sign != REGION_SIGN:
                continue
            units = (self.scene.at(province_of_id[one]) for one in folded.meaning(place))
            if any(unit is not None and unit.power == self.power for unit in units):
                return True
        return False
