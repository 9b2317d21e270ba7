"""Games: their records, who sits where, every input, every closed phase."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from judge.errors import DataError, UsageError
from judge.store.store import Store
from judge.workflow.codec import dump_record, load_record
from judge.workflow.model import CommandInput, Input, MailInput, NoteInput, PhaseClosed, Record, TimeInput

_INPUT_KINDS: dict[str, type[Input]] = {
    "mail": MailInput,
    "command": CommandInput,
    "note": NoteInput,
    "time": TimeInput,
}
_KIND_OF = {cls: kind for kind, cls in _INPUT_KINDS.items()}


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who an address is in a game: role "player", "gm" or "observer"; power "" unless a player."""

    game: str
    address: str
    role: str
    power: str


def names(store: Store) -> list[str]:
    """Names of all games, in alphabetical order."""
    return [row[0] for row in store.conn.execute("SELECT name FROM game ORDER BY name")]


def load(store: Store, game: str) -> Record:
    """The record of a game. Raises UsageError when there is none, DataError when it does not read back."""
    row = store.conn.execute("SELECT record FROM game WHERE name = ?", (game,)).fetchone()
    if row is None:
        raise UsageError(f"no game {game!r}; there are: {', '.join(names(store)) or 'none yet'}")
    try:
        return load_record(row[0])
    except DataError as error:
        raise DataError(f"game {game}: {error}") from None


def save(store: Store, record: Record, *, next_due: str, now: str) -> None:
    """Write a record and the tables made from it."""
    closes_at = (record.grace_end or record.deadline) if record.state == "running" else ""
    store.conn.execute(
        "INSERT OR REPLACE INTO game (name, variant, state, record, next_due, closes_at, updated)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            record.game,
            record.variant,
            record.state,
            dump_record(record),
            next_due,
            closes_at,
            now,
        ),
    )
    store.conn.execute("DELETE FROM seat WHERE game = ?", (record.game,))
    store.conn.executemany("INSERT OR IGNORE INTO seat VALUES (?, ?, ?, ?)", _seats(record))


def _seats(record: Record) -> Iterable[tuple[str, str, str, str]]:
    for gm in record.gms:
        yield (record.game, gm.address.lower(), "gm", "")
    for player in record.players:
        if player.address and player.status not in ("resigned", "ejected"):
            yield (record.game, player.address.lower(), "player", player.power)
    for person in (*record.standbys, *record.observers):
        yield (record.game, person.address.lower(), "observer", "")


def seats_of(store: Store, address: str) -> list[SeatRow]:
    """Everything this address is, in all games; players' seats before the GM's."""
    rows = store.conn.execute(
        "SELECT game, address, role, power FROM seat WHERE address = ? ORDER BY game, role DESC, power",
        (address.lower(),),
    )
    return [SeatRow(*row) for row in rows]


def due(store: Store, now: str) -> list[str]:
    """Games for which time matters by now, the longest due first."""
    return [
        row[0]
        for row in store.conn.execute(
            "SELECT name FROM game WHERE next_due != '' AND next_due <= ? ORDER BY next_due, name", (now,)
        )
    ]


def set_due(store: Store, game: str, next_due: str) -> None:
    """Time matters again at `next_due`."""
    store.conn.execute(
        "UPDATE game SET next_due = ? WHERE name = ? AND next_due != ?", (next_due, game, next_due)
    )


def closing(store: Store, game: str) -> str:
    """When the game's phase closes at the latest (ISO, UTC), "" when it does not."""
    row = store.conn.execute("SELECT closes_at FROM game WHERE name = ?", (game,)).fetchone()
    return str(row[0]) if row else ""


def add_input(store: Store, game: str, taken: Input, mail: int | None = None) -> None:
    """Log an input: with the record's start these make the whole game again (`judge verify`)."""
    store.conn.execute(
        "INSERT INTO input (game, sequence, at, kind, data, mail) VALUES"
        " (?1, (SELECT ifnull(max(sequence), 0) + 1 FROM input WHERE game = ?1), ?2, ?3, ?4, ?5)",
        (
            game,
            taken.at.isoformat(),
            _KIND_OF[type(taken)],
            msgspec.json.encode(taken).decode(),
            mail,
        ),
    )


def inputs(store: Store, game: str) -> list[Input]:
    """All inputs of a game in order. Raises DataError naming the one that does not read back."""
    rows = store.conn.execute(
        "SELECT sequence, kind, data FROM input WHERE game = ? AND kind != 'record' ORDER BY sequence",
        (game,),
    )
    found = []
    for sequence, kind, data in rows:
        try:
            found.append(msgspec.json.decode(data, type=_INPUT_KINDS[kind]))
        except (msgspec.MsgspecError, KeyError) as error:
            raise DataError(f"game {game}: input {sequence} of its log cannot be read ({error})") from error
    return found


def add_phase(store: Store, game: str, closed: PhaseClosed) -> None:
    """Keep a closed phase for the history."""
    store.conn.execute(
        "INSERT OR REPLACE INTO phase (game, phase_no, revision, phase_id, at, data) VALUES (?, ?, ?, ?, ?, ?)",
        (
            game,
            closed.phase_no,
            closed.revision,
            closed.phase_id,
            closed.at,
            msgspec.json.encode(closed).decode(),
        ),
    )


def phases(store: Store, game: str) -> list[PhaseClosed]:
    """Closed phases of a game in order, the valid revision of each; without those a rollback has taken back."""
    rows = store.conn.execute(
        "SELECT data, max(revision) FROM phase WHERE game = ? AND phase_no < ? GROUP BY phase_no ORDER BY phase_no",
        (game, load(store, game).phase_no),
    )
    return [msgspec.json.decode(data, type=PhaseClosed) for data, _ in rows]


def create(store: Store, record: Record, *, now: str) -> None:
    """Write a new game, and its first record as the start of its log."""
    save(store, record, next_due="", now=now)
    store.conn.execute(
        "INSERT INTO input (game, sequence, at, kind, data, mail) VALUES (?, 0, ?, 'record', ?, NULL)",
        (record.game, now, dump_record(record)),
    )


def first_record(store: Store, game: str) -> Record:
    """The record a game began with. Raises DataError when it is not there."""
    row = store.conn.execute("SELECT data FROM input WHERE game = ? AND kind = 'record'", (game,)).fetchone()
    if row is None:
        raise DataError(f"game {game}: the beginning of its log is missing")
    return load_record(row[0])


def all_phases(store: Store, game: str) -> list[PhaseClosed]:
    """Every closed phase of a game with every revision, in order. Raises DataError when one does not read back."""
    found = []
    for row in store.conn.execute(
        "SELECT phase_id, data FROM phase WHERE game = ? ORDER BY phase_no, revision", (game,)
    ):
        try:
            found.append(msgspec.json.decode(row[1], type=PhaseClosed))
        except msgspec.MsgspecError as error:
            raise DataError(f"game {game}: phase {row[0]} cannot be read ({error})") from error
    return found
