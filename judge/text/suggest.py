"""Names near to one that is not known. Suggestions only: nothing is ever corrected by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.text.normalize import compact, fold, hiragana

_LOOKALIKES = {"ノレ": "ル", "イ七": "化", "シレ": "ル"}
LIMIT = 3


class Index:
    """Names to search in: a table of compact keys and the ids they stand for, kept apart by script."""

    def __init__(self, table: Mapping[str, tuple[str, ...]]) -> None:
        self._latin = {name: ids for name, ids in table.items() if name.isascii()}
        self._kana = {hiragana(name): ids for name, ids in table.items() if not name.isascii()}

    def nearest(self, written: str, limit: int = LIMIT, prefer: Iterable[str] = ()) -> tuple[str, ...]:
        """Ids of the things whose names, in the script used, are nearest to what was written.

        Best first; ids in `prefer` come before others at the same distance. Empty when nothing is near.
        """
        from rapidfuzz import process
        from rapidfuzz.distance import OSA, JaroWinkler

        key = hiragana(compact(fold(written[:40])))
        if not key:
            return ()
        for look, real in _LOOKALIKES.items():
            key = key.replace(hiragana(look), hiragana(real))
        names = self._latin if key.isascii() else self._kana
        allowed = 1 if len(key) <= 3 else 2 if len(key) <= 7 else 3
        scored = [
            (int(distance), -JaroWinkler.similarity(key, name), name)
            for name, distance, _ in process.extract(
                key, names.keys(), scorer=OSA.distance, limit=None, score_cutoff=allowed
            )
            if distance < len(key)
        ]
        if not scored:
            likely = process.extract(
                key,
                names.keys(),
                scorer=JaroWinkler.normalized_similarity,
                limit=limit * 2,
                score_cutoff=0.86,
            )
            scored = [(allowed + 1, -likeness, name) for name, likeness, _ in likely]
        preferred = set(prefer)
        found: dict[str, tuple[int, bool, float]] = {}
        for distance, likeness, name in scored:
            for thing in names[name]:
                rank = (distance, thing not in preferred, likeness)
                if thing not in found or rank < found[thing]:
                    found[thing] = rank
        return tuple(sorted(found, key=lambda thing: (found[thing], thing))[:limit])

    def nearest_phrase(self, written: str) -> tuple[int, tuple[str, ...]] | None:
        """How many slips away the nearest names are and the ids they stand for; None when nothing is near enough.

        For several words together: they must be long enough that so many slips cannot make a name of anything.
        """
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        key = compact(fold(written[:40]))
        if len(key) < 7 or not key.isascii():
            return None
        found = process.extract(
            key, self._latin.keys(), scorer=OSA.distance, limit=LIMIT, score_cutoff=2 if len(key) < 14 else 3
        )
        near = [(int(distance), name) for name, distance, _ in found if len(name) >= 7]
        if not near or near[0][0] == 0:
            return None
        ids = (thing for distance, name in near if distance == near[0][0] for thing in self._latin[name])
        return near[0][0], tuple(dict.fromkeys(ids))


def nearest_words(written: str, words: Iterable[str], at_most: int = 2) -> tuple[str, ...]:
    """Of plain words (compact keys), those at most so many slips of the finger away, nearest first."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extract(
        compact(fold(written)), list(words), scorer=OSA.distance, limit=LIMIT, score_cutoff=at_most
    )
    return tuple(word for word, _, _ in found)
