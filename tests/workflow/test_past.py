"""Phases gone by inside a record: nothing is lost, and a year's game loads as fast as a young one."""

from __future__ import annotations

import json
from time import perf_counter

import msgspec

from judge.workflow.codec import dump_record, load_record
from judge.workflow.model import Json, Record
from judge.workflow.past import phase_ids, seal, unsealed


def entry(number: int) -> Json:
    """A phase as large as one of seven players with eight units each."""
    orders = {f"POWER{power}": [f"A P{unit} - Q{unit}" for unit in range(8)] for power in range(7)}
    results = {power: [[order, "succeeds", ""] for order in texts] for power, texts in orders.items()}
    return {"id": f"S{number}M", "no": number, "label": {"ja": "春"}, "orders": orders, "results": results}


def record(phases: int) -> Record:
    """A record with so many phases behind it."""
    past = tuple(seal(entry(number)) for number in range(phases))
    return Record("alpha", "standard", "running", {}, (), (), "00", past=past)


def test_a_record_with_its_past_comes_back_as_it_was() -> None:
    text = dump_record(record(3))
    assert load_record(text) == record(3)
    assert dump_record(load_record(text)) == text
    assert [unsealed(one) for one in load_record(text).past] == [entry(number) for number in range(3)]
    assert phase_ids(load_record(text).past) == ["S0M", "S1M", "S2M"]


def test_the_past_stands_in_the_stored_record_as_plain_json() -> None:
    """So that records of earlier versions read back, and exports can be read by others."""
    assert json.loads(dump_record(record(2)))["past"] == [entry(0), entry(1)]


def test_a_long_past_is_not_read_with_each_mail() -> None:
    """150 phases: loading the record takes a small part of what reading all of it takes, in the same run."""
    text = dump_record(record(150))
    loading, reading = [], []
    for _ in range(9):
        start = perf_counter()
        load_record(text)
        middle = perf_counter()
        msgspec.json.decode(text)
        loading.append(middle - start)
        reading.append(perf_counter() - middle)
    assert min(loading) < min(reading) / 2
