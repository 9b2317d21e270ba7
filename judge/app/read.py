"""What the judge understands of one mail, for `judge read`. Looks, changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.engine import Parsed
from judge.errors import UsageError
from judge.mail.model import IncomingMail
from judge.mail.read import MAX_RAW, read_mail

if TYPE_CHECKING:
    from judge.text.commands import MailText
    from judge.variants.model import Variant

Json = dict[str, Any]
Reader = Callable[["MailText"], tuple[list[str], list[Json]]]
"""The lines of a mail to canonical orders and problems, those of its commands included."""


def read_file(path: Path, reader: Reader | None = None) -> tuple[IncomingMail, Json]:
    """Read the mail in a file; the JSON has the keys of the contract, and why and repairs besides.

    reader  reads the lines that are no commands; without it orders and problems stay empty
    Raises UsageError when the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_RAW)
        stat = path.stat()
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    from judge.text.commands import split_mail

    mail = read_mail(raw, received=datetime.fromtimestamp(stat.st_mtime, UTC), size=stat.st_size)
    orders: list[str] = []
    commands: list[Json] = []
    problems: list[Json] = []
    verdict: str = mail.verdict
    if mail.verdict == "text":
        text = split_mail(mail.body)
        commands = [
            {"name": each.name, "args": list(each.args), "line": each.line}
            for each in text.commands
            if each.name
        ]
        if reader is not None:
            orders, problems = reader(text)
        verdict = (
            "commands" if commands and not orders and (reader is not None or not text.orders) else "orders"
        )
    return mail, {
        "file": str(path),
        "verdict": verdict,
        "from": mail.sender,
        "subject": mail.subject,
        "text": mail.body,
        "orders": orders,
        "commands": commands,
        "problems": problems,
        "why": mail.why,
        "repairs": list(mail.repairs),
    }


def order_reader(variant_name: str, power: str | None, language: str = "en") -> Reader:
    """Reads order lines of a variant without a position: as orders of the phase in which most of them make sense.

    Raises UsageError for a variant or power that does not exist.
    """
    from judge.app.parse import shown_problem
    from judge.diplomacy.board import board_for
    from judge.diplomacy.notation import Notation, parse_orders
    from judge.variants.load import load_variant

    variant = load_variant(variant_name)
    if variant.engine != "diplomacy":
        return _reader_of_engine(variant, power, language)
    board = board_for(variant)
    notation = Notation(variant, board)
    number = None
    if power is not None:
        ids = notation.names.power(power)
        if len(ids) != 1:
            raise UsageError(
                f"--power: no power {power!r} in {variant.id} (there are: {', '.join(board.powers)})"
            )
        number = board.power_of_id[ids[0]]

    def read(text: MailText) -> tuple[list[str], list[Json]]:
        tries = [
            parse_orders(notation, phase, number, text.orders)
            for phase in ("movement", "retreat", "adjustment")
        ]
        best = max(tries, key=_sense)
        found = sorted((*text.problems, *best.problems), key=lambda problem: problem.line)
        return [order.text for order in best.orders], [
            {"line": each.line, "text": each.text, **shown_problem(each, variant, language)} for each in found
        ]

    return read


def _reader_of_engine(variant: Variant, power: str | None, language: str) -> Reader:
    """Reads order lines as the game's own engine does, at the first position in which this power (or any) owes something."""
    from judge.app.parse import engine_lines, power_of, shown_problem

    power_id = power_of(variant, power)

    def read(text: MailText) -> tuple[list[str], list[Json]]:
        parsed = engine_lines(variant, power_id, text.orders)
        found = sorted((*text.problems, *parsed.problems), key=lambda problem: problem.line)
        return [order.text for order in parsed.orders], [
            {"line": each.line, "text": each.text, **shown_problem(each, variant, language)} for each in found
        ]

    return read


def _sense(parsed: Parsed) -> int:
    """How much sense a reading makes: orders less what could not be read."""
    return len(parsed.orders) - 2 * sum(
        problem.severity in ("error", "question") for problem in parsed.problems
    )
