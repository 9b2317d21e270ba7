"""Writes the golden files anew: `make golden`, or `python -m tests.golden.make`. Read the diff before committing.

A part of the tests that wants golden files adds a function to `PARTS`; it gives the files by path below tests/golden/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent


def mails() -> Iterator[tuple[str, bytes]]:
    """Every kind of mail in every language."""
    from tests.render.samples import rendered

    for language, name, mail in rendered():
        stem = f"mails/{language}/{name}"
        yield f"{stem}.txt", f"Subject: {mail.subject}\n\n{mail.text}".encode()
        yield f"{stem}.html", mail.html.encode()
        for attachment in mail.attachments:
            if not attachment.cid:
                yield f"mails/{language}/attachments/{name}.{attachment.filename}", attachment.data


def phrases() -> Iterator[tuple[str, bytes]]:
    """Every phrase with a code, filled with sample facts: notices, results, problems, reasons."""
    from tests.render.test_phrases import spoken

    for language, group, text in spoken():
        yield f"phrases/{language}/{group}.txt", text.encode()


def readme() -> Iterator[tuple[str, bytes]]:
    """The answer that the README shows."""
    from tests.app.test_readme import renew

    yield "../../README.md", renew().encode()


PARTS: tuple[Callable[[], Iterator[tuple[str, bytes]]], ...] = (mails, phrases, readme)


def main() -> None:
    """Write all files; say which changed."""
    for part in PARTS:
        for name, data in part():
            path = GOLDEN / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != data:
                print(f"changed: {path.resolve().relative_to(GOLDEN.parent.parent)}")
                path.write_bytes(data)


if __name__ == "__main__":
    main()
