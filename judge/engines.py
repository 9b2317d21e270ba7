"""The table of engines: a new game family is one line here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from judge.errors import VariantError

if TYPE_CHECKING:
    from judge.engine import Engine
    from judge.variants.model import Variant

_ENGINES = {
    "diplomacy": "judge.diplomacy.engine:DiplomacyEngine",
    "korea": "judge.korea.engine:KoreaEngine",
}

_PHASE_KINDS = {"korea": ("action", "interrupt", "reaction", "withdrawal")}


def phase_kinds(variant: Variant) -> tuple[str, ...]:
    """The kinds of phases in which somebody of a game may owe something, in the order in which they come."""
    return _PHASE_KINDS.get(variant.engine, ("movement", "retreat", "adjustment"))


def engine_for(variant: Variant, rules: Mapping[str, bool | int | str] | None = None) -> Engine:
    """The engine that plays this variant, with these rule options over the variant's own.

    Raises VariantError when the variant names an engine that is not there, or an option is unknown or has a value that is not allowed.
    """
    try:
        module, _, name = _ENGINES[variant.engine].partition(":")
    except KeyError:
        known = ", ".join(sorted(_ENGINES))
        raise VariantError(
            f"variant {variant.id}: no engine {variant.engine!r} (there are: {known})"
        ) from None
    made: Engine = getattr(import_module(module), name)(variant, rules or {})
    return made
