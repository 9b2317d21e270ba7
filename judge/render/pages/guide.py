"""The page of help: how to write orders now, with the reader's own units, and the commands."""

from __future__ import annotations

from collections.abc import Sequence

from judge.render.blocks import Block, Paragraphs, Quoted, Section, Subhead
from judge.render.examples import examples
from judge.render.language import Group
from judge.render.pages.common import Desk
from judge.variants.model import Variant
from judge.workflow.letters import Notice


def guide_sections(desk: Desk, facts: Notice) -> list[Section]:
    """Help that fits the reader's game, power and phase; for the GM the GM's commands too."""
    guide = desk.say.guide
    units = _units(desk, facts)
    shown = examples(desk.variant, units)
    kind = facts.phase.kind if facts.phase else "forming"
    asked = bool(units) or desk.variant.engine == "korea"  # plans may be sent at any time
    sections = []
    orders = guide.say(kind, units, shown) if asked and guide.has(kind) else ""
    if orders and not facts.facts.get("gm"):
        sections += _section(guide, kind, orders)
    if orders and kind == "movement":
        sections += _section(guide, "special", _special(guide, desk.variant))
    sections += _section(guide, "commands", guide.commands())
    if facts.facts.get("gm"):
        sections += _section(guide, "gm", guide.gm())
    return sections


def _section(guide: Group, name: str, text: str) -> list[Section]:
    """Text in which lines that begin with "=" are headings, and lines that begin with "|" are examples."""
    if not text.strip():
        return []
    blocks: list[Block] = []
    for line in text.strip().split("\n"):
        mark, shown = line[:1], line.lstrip("=|").strip()
        last = blocks[-1] if blocks else None
        if mark == "=":
            blocks.append(Subhead(shown))
        elif mark == "|" and isinstance(last, Quoted):
            blocks[-1] = Quoted([*last.lines, shown])
        elif mark == "|":
            blocks.append(Quoted([shown]))
        elif isinstance(last, Paragraphs):
            blocks[-1] = Paragraphs([*last.lines, shown])
        else:
            blocks.append(Paragraphs([shown]))
    return [Section(guide.say(f"title_{name}"), blocks)]


def _special(guide: Group, variant: Variant) -> str:
    """What the game has besides the common rules: each special rule that this language has a word on."""
    kinds = [special.kind for special in variant.specials]
    coasts = any(province.coasts for province in variant.provinces)
    parts = [guide.coasts()] if coasts else []
    parts += [guide.say(kind) for kind in kinds if guide.has(kind)]
    return "\n".join(parts)


def _units(desk: Desk, facts: Notice) -> Sequence[str]:
    """The reader's units for examples: those of the letter, else those of the start."""
    given = [str(one.get("about") or "") for one in facts.facts.get("sheet") or ()]
    start = [
        f"{unit.kind} {unit.location}"
        for unit in desk.variant.start_units
        if unit.power == facts.power or not facts.power
    ]
    return [unit for unit in given if unit] or start
