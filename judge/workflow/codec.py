"""A game's record as JSON and back, without loss."""

from __future__ import annotations

import msgspec

from judge.errors import DataError
from judge.workflow.model import Record


def dump_record(record: Record) -> str:
    """The record as JSON text; the same record always gives the same text."""
    return msgspec.json.encode(record, order="deterministic").decode("utf-8")


def load_record(text: str) -> Record:
    """The opposite of `dump_record`. Raises DataError naming the game's fault."""
    try:
        return msgspec.json.decode(text.encode("utf-8"), type=Record)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise DataError(f"stored game does not read back: {error}") from None
