"""Faults of a variant's board: provinces.csv and borders.csv taken together."""

from __future__ import annotations

from collections import defaultdict

from judge.variants.draft import BORDERS, PROVINCES, Draft, Row
from judge.variants.hint import did_you_mean
from judge.variants.load import LINKS
from judge.variants.model import Province, Variant

RIVER = "river"
"""Note of a border on which fleets go from land to land without a common sea."""


def check_board(draft: Draft, variant: Variant) -> None:
    """Add a fault for each province and border that can't be right."""
    by_id = {province.id: province for province in variant.provinces}
    lines: dict[str, int] = {}
    for row in draft.provinces:
        first = lines.setdefault(row.cells["id"], row.line)
        if first != row.line:
            draft.fault(
                PROVINCES, row.line, f"{row.cells['id']} stands in line {first} already: keep one of the two"
            )
    _check_coasts(draft, variant, lines)
    links = [row for row in draft.borders if row.cells["by"] in LINKS and _ends_fine(draft, row, by_id)]
    _check_twice(draft, links)
    _check_shores(draft, links, by_id)
    _check_reach(draft, variant, links, lines)


def _check_coasts(draft: Draft, variant: Variant, lines: dict[str, int]) -> None:
    for province in variant.provinces:
        line = lines.get(province.id, 0)
        if province.coasts and province.kind != "coastal":
            draft.fault(
                PROVINCES,
                line,
                f"{province.id} has coasts but is {province.kind}: write coastal, or no coasts",
            )
        if len(province.coasts) == 1:
            draft.fault(PROVINCES, line, f"{province.id} has one coast only: leave the column coasts empty")
        if len(set(province.coasts)) != len(province.coasts):
            draft.fault(PROVINCES, line, f"{province.id} has a coast twice: name each once")
        if province.centre and province.kind == "sea":
            draft.fault(PROVINCES, line, f"{province.id} is a sea and a supply centre: centres stand on land")


def _ends_fine(draft: Draft, row: Row, by_id: dict[str, Province]) -> bool:
    """Whether both ends exist and the units that are to travel can stand there."""
    army, fleet = LINKS[row.cells["by"]]
    fine = True

    def fault(message: str) -> None:
        nonlocal fine
        fine = False
        draft.fault(BORDERS, row.line, message)

    for location in (row.cells["a"], row.cells["b"]):
        province_id, _, coast = location.partition("/")
        province = by_id.get(province_id)
        if province is None:
            fault(
                f"no province {province_id!r}{did_you_mean(province_id, by_id)}; correct it or add it to {PROVINCES}"
            )
            continue
        if coast and coast not in province.coasts:
            there = f"its coasts are {', '.join(province.coasts)}" if province.coasts else "it has no coasts"
            fault(f"{location}: {province_id} has no coast {coast!r}, {there}")
        elif army and coast:
            fault(f"{location}: armies have no coast: write {province_id} for the army in a row of its own")
        elif fleet and province.coasts and not coast:
            fault(
                f"{location}: a fleet needs to know the coast: write {province_id}/{province.coasts[0]} in a row for the fleet"
            )
        if army and province.kind == "sea":
            fault(f"{province_id} is a sea, no army goes there: write fleet")
        if fleet and province.kind == "inland":
            fault(
                f"{province_id} is inland, no fleet goes there: write army, or make it coastal in {PROVINCES}"
            )
    if row.cells["a"].partition("/")[0] == row.cells["b"].partition("/")[0]:
        fault(f"{row.cells['a']} borders on itself: take the row out")
    return fine


def _check_twice(draft: Draft, links: list[Row]) -> None:
    """Each border stands once; a row the other way round must not say something else."""
    ways: dict[tuple[str, str], Row] = {}
    for row in links:
        a, b, by = row.cells["a"], row.cells["b"], row.cells["by"]
        back, same = ways.get((b, a)), ways.get((a, b))
        ways.setdefault((a, b), row)
        if same is not None and any(x and y for x, y in zip(LINKS[by], LINKS[same.cells["by"]], strict=True)):
            draft.fault(BORDERS, row.line, f"{a},{b} stands in line {same.line} already: keep one row")
        elif back is not None and back.cells["by"] == by:
            draft.fault(
                BORDERS,
                row.line,
                f"{a},{b} stands in line {back.line} already as {b},{a}: a row holds both ways, keep one",
            )
        elif back is not None:
            draft.fault(
                BORDERS,
                row.line,
                f"one way only: {a} to {b} goes by {by}, but line {back.line} says {b} to {a} by {back.cells['by']}: "
                "a border holds both ways, keep the right row",
            )


def _check_shores(draft: Draft, links: list[Row], by_id: dict[str, Province]) -> None:
    """A fleet goes from land to land only along a sea that both touch, or on a river."""
    seas: dict[str, set[str]] = defaultdict(set)
    for row in links:
        a, b = row.cells["a"], row.cells["b"]
        for here, there in ((a, b), (b, a)):
            if by_id[there.partition("/")[0]].kind == "sea":
                seas[here].add(there)
    for row in links:
        a, b = row.cells["a"], row.cells["b"]
        both_land = all(by_id[end.partition("/")[0]].kind != "sea" for end in (a, b))
        river = row.cells.get("note") == RIVER
        if LINKS[row.cells["by"]][1] and both_land and not river and not seas[a] & seas[b]:
            draft.fault(
                BORDERS,
                row.line,
                f"a fleet can't go from {a} to {b}: they touch no common sea; write army, add the sea's border, or write {RIVER} in the column note",
            )


def _check_reach(draft: Draft, variant: Variant, links: list[Row], lines: dict[str, int]) -> None:
    """Everything on the board can be reached."""
    touched = {row.cells[end] for row in links for end in ("a", "b")}
    by_fleet = {row.cells[end] for row in links for end in ("a", "b") if LINKS[row.cells["by"]][1]}
    provinces = {location.partition("/")[0] for location in touched}
    fleets = bool(by_fleet)
    for province in variant.provinces:
        line = lines.get(province.id, 0)
        for coast in province.coasts:
            if f"{province.id}/{coast}" not in by_fleet:
                draft.fault(
                    PROVINCES,
                    line,
                    f"nobody reaches the coast {province.id}/{coast}: add its fleet borders to {BORDERS}",
                )
        if province.id not in provinces:
            draft.fault(PROVINCES, line, f"nobody reaches {province.id}: add its borders to {BORDERS}")
        elif fleets and province.kind == "coastal" and not province.coasts and province.id not in by_fleet:
            draft.fault(
                PROVINCES,
                line,
                f"{province.id} is coastal, but no fleet reaches it: add a fleet border, or write inland",
            )
    _check_whole(draft, links, provinces, lines)


def _check_whole(draft: Draft, links: list[Row], provinces: set[str], lines: dict[str, int]) -> None:
    """The board is one piece."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for row in links:
        a, b = (row.cells[end].partition("/")[0] for end in ("a", "b"))
        neighbours[a].add(b)
        neighbours[b].add(a)
    pieces: list[set[str]] = []
    left = set(provinces)
    while left:
        piece, edge = set(), {min(left)}
        while edge:
            piece |= edge
            edge = {there for here in edge for there in neighbours[here]} - piece
        left -= piece
        pieces.append(piece)
    for piece in sorted(pieces, key=len)[:-1]:
        first = min(piece, key=lambda province_id: lines.get(province_id, 0))
        draft.fault(
            PROVINCES,
            lines.get(first, 0),
            f"{', '.join(sorted(piece))}: cut off from the rest of the board: add a border to {BORDERS}",
        )
