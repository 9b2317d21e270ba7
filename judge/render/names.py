"""Names of powers, places and units of a variant in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from judge.text.verbs import VERBS
from judge.variants.model import Variant


class Names:
    """Looks up what things are called. Codes that are not of the variant come back as they are, so nothing here raises.

    word gives the words of the language ("army", "fleet", "coast" …); owners: power by unit ("A PAR") for "China's A URU".
    """

    def __init__(
        self,
        variant: Variant,
        language: str,
        word: Callable[..., str],
        owners: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language
        self._word = word
        self._owners = dict(owners or {})
        self._powers = {power.id: self._first(power.names, power.id) for power in variant.powers}
        self._places = {place.id: self._first(place.names, place.id) for place in variant.provinces}
        self._seasons = {
            season.id: self._first(season.names, season.id) for season in variant.calendar.seasons
        }
        self._order = {power.id: number for number, power in enumerate(variant.powers)}
        self.variant = self._first(variant.names, variant.id)

    def _first(self, names: Mapping[str, tuple[str, ...]], otherwise: str) -> str:
        for language in (self.language, "en"):
            if names.get(language):
                return names[language][0]
        return otherwise

    def power(self, power: str) -> str:
        """A power's name."""
        return self._powers.get(power, power)

    def powers(self, powers: Iterable[str]) -> str:
        """Several powers' names in a list."""
        return self._word("listed", [self.power(power) for power in powers])

    def season(self, season: str) -> str:
        """A season's name, "" for one the variant does not have."""
        return self._seasons.get(season, "")

    def rank(self, power: str) -> int:
        """The power's place in the variant's order, for sorting."""
        return self._order.get(power, len(self._order))

    def place(self, location: str) -> str:
        """A place's name with its coast: "Seoul (east coast)"."""
        province, _, coast = location.partition("/")
        name = self._places.get(province, province)
        return self._word("on_coast", name, coast) if coast else name

    def code_place(self, location: str) -> str:
        """A place's name with its code, for readers who are to write the code: "Seoul (SEO)"."""
        name = self.place(location)
        return name if name == location else self._word("with_code", name, location)

    def suggestion(self, code: str) -> str:
        """A suggested code as a reader can write it: a place with its name, a power's name; anything else, such as an order, as it is."""
        if code in self._powers:
            return self.power(code)
        if code in VERBS and self.language == "ja":
            return self._word(
                "with_code", next(word for word in VERBS[code].words if not word.isascii()), code
            )
        return self.code_place(code) if code.partition("/")[0] in self._places else code

    def unit(self, unit: str) -> str:
        """A unit in words: "A SEO" → "army Seoul". Something that is no unit code comes back as a place."""
        kind, _, location = unit.lstrip("*").partition(" ")
        if kind not in ("A", "F") or not location:
            return self.place(unit)
        return self._word("unit", kind, self.place(location))

    def owned(self, unit: str) -> str:
        """A unit's code with its owner where known: "China's A URU"."""
        owner = self._owners.get(unit) or self._owners.get(unit.partition("/")[0], "")
        return self._word("owned", self.power(owner), unit) if owner else unit

    def all_owned(self, units: Iterable[str]) -> str:
        """Several units with their owners in a list."""
        return self._word("listed", [self.owned(unit) for unit in units])

    def listed(self, items: Iterable[str]) -> str:
        """Things in a list as the language writes it."""
        return self._word("listed", list(items))
