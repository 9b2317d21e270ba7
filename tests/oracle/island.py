"""A made-up map of eight provinces: three seas that all touch, four coasts around them, one inland. Dense with convoys."""

from __future__ import annotations

from pathlib import Path

from judge.variants.model import Border, Calendar, Power, Province, Season, Variant

SEAS = ("XXX", "YYY", "ZZZ")
COASTS = ("AAA", "BBB", "CCC", "DDD")
LINKS = {
    "both": ("AAA-BBB", "CCC-DDD"),
    "army": ("AAA-III", "CCC-III", "BBB-CCC"),
    "fleet": ("XXX-YYY", "YYY-ZZZ", "XXX-ZZZ", "AAA-XXX", "BBB-XXX", "BBB-YYY", "CCC-YYY", "CCC-ZZZ", "DDD-ZZZ", "AAA-ZZZ", "DDD-YYY"),
}  # fmt: skip


def _province(province_id: str) -> Province:
    kind = "sea" if province_id in SEAS else "coastal" if province_id in COASTS else "inland"
    return Province(province_id, {"en": (province_id,)}, (), kind, kind != "sea", ())  # type: ignore[arg-type]


def island() -> Variant:
    """The map as a variant with three powers."""
    borders = tuple(
        Border(*pair.split("-"), army=by != "fleet", fleet=by != "army")
        for by, pairs in LINKS.items()
        for pair in pairs
    )
    homes = {"RED": ("AAA",), "GREEN": ("BBB",), "BLUE": ("CCC",)}
    return Variant(
        id="island",
        names={"en": ("Island",)},
        engine="diplomacy",
        powers=tuple(
            Power(power, {"en": (power.title(),)}, (), {"en": power[0]}, f"#{i}0{i}0{i}0", homes[power])
            for i, power in enumerate(homes, 3)
        ),
        provinces=tuple(_province(p) for p in (*COASTS, "III", *SEAS)),
        borders=borders,
        start_units=(),
        start_centres=homes,
        calendar=Calendar(
            1,
            (Season("S", "spring", {"en": ("Spring",)}, False), Season("F", "fall", {"en": ("Fall",)}, True)),
        ),
        victory=3,
        rules={},
        specials=(),
        defaults={},
        folder=Path("island"),
    )
