"""Phases gone by, inside a record: kept as the JSON they are stored as, and read only when somebody asks.

A game of 150 phases has half a megabyte of them. Each mail loads, compares and saves the record; none of this should grow
with what was played before.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.workflow.model import Json


class _Id(msgspec.Struct):
    id: str


_ID = msgspec.json.Decoder(_Id)


def seal(entry: Json) -> msgspec.Raw:
    """The entry as it is stored; the same facts always give the same bytes."""
    return msgspec.Raw(msgspec.json.encode(entry, order="deterministic"))


def unsealed(entry: msgspec.Raw) -> Json:
    """The facts of an entry, each time as a value of its own."""
    facts: Json = msgspec.json.decode(entry)
    return facts


def phase_ids(entries: Iterable[msgspec.Raw]) -> list[str]:
    """The phases' ids in the order of the entries."""
    return [_ID.decode(entry).id for entry in entries]
