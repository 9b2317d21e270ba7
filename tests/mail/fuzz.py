"""Mutated mails through the reader: every one must end normally, within its time and memory.

    python -m tests.mail.fuzz 100000 [SEED]

Prints how many of each verdict came out, the slowest mail and the peak of memory. Exit status 1 when a mail broke the reader (verdict
"unreadable", why "broken") or took longer than the limit; the mail is then kept in the temporary folder.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from judge.mail.read import read_mail

CORPUS = Path(__file__).resolve().parent.parent / "mails"
NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)
SECONDS = 5.0
MEGABYTES = 200
TOKENS = (
    b"\r\n\r\n", b"\n\n", b"\n--", b"--\n", b"\x1b$B", b"\x1b(B", b"\x1b(I", b"\x1b$(D", b"\x0e", b"\x00", b"\xff\xfe", b"=", b"=3D", b"=\n", b"=?",
    b"=?iso-2022-jp?B?", b"?=", b"=?utf-8?Q?=", b"Content-Type: multipart/mixed; boundary=x\n\n--x\n", b"Content-Type: message/rfc822\n\n",
    b"Content-Type: text/html\n\n", b"charset=x-unknown", b"charset=utf-16", b"charset=idna", b"charset*0*=", b"boundary=\"\"",
    b"Content-Transfer-Encoding: base64\n", b"Content-Transfer-Encoding: x-uuencode\n", b"begin 644 x\n", b"<blockquote>", b"</div>", b"<table>", b"<!--",
    b"<div id=appendonsend>", b"> ", b"-- \n", b"From: ", b"From: <[a]@x>\n", b"Message-ID: <[x]@y>\n", b"\xe2\x80\xae", b"\xed\xa0\x80", b"On Mon wrote:\n",
    "2024年5月3日 20:00 審判:\n".encode(), b"-----Original Message-----\n", b"Action: failed\n", b"Return-Path: <>\n", b"Date: Mon, 99 Foo 99999 99:99\n",
    b"Received: by x; Fri, 31 Feb 99999 25:61:61 +9999\n", b"(((((", b"<<<<<", b",,,,,", b"\"\"\"\"", b";;;;",
)  # fmt: skip


def mutants(mails: list[bytes], count: int, seed: int) -> Iterator[bytes]:
    """`count` mails made from the given ones by cutting, repeating, exchanging, splicing; the same for the same seed."""
    dice = random.Random(seed)
    for _ in range(count):
        raw = bytearray(dice.choice(mails))
        for _ in range(dice.randint(1, 8)):
            mutate(raw, mails, dice)
        yield bytes(raw)


def mutate(raw: bytearray, mails: list[bytes], dice: random.Random) -> None:
    """One change in place."""
    here, there = sorted((dice.randint(0, len(raw)), dice.randint(0, len(raw))))
    match dice.randrange(8):
        case 0:
            raw[here : here + dice.randint(1, 40)] = b""
        case 1:
            raw[here:here] = dice.choice(TOKENS) * dice.choice((1, 1, 1, 3, 200))
        case 2:
            raw[here:here] = dice.randbytes(dice.randint(1, 30))
        case 3 if here < len(raw):
            raw[here] ^= 1 << dice.randrange(8)
        case 4 if len(raw) < 200_000:
            raw[here:here] = raw[here:there] * dice.choice((1, 2, 5))
        case 5:
            other = dice.choice(mails)
            at = dice.randint(0, len(other))
            raw[here:there] = other[at : at + there - here]
        case 6:
            del raw[dice.choice((here, there)) :]
        case _:
            raw[here:there] = raw[here:there].replace(b"\n", dice.choice((b"\r\n", b"\r", b"", b"\n\n")))


def corpus() -> list[bytes]:
    """The mails of the collection."""
    return [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]


def main(arguments: list[str]) -> int:
    """Run as a command; exit status as in the module's text."""
    count = int(arguments[0]) if arguments else 2000
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    verdicts: Counter[str] = Counter()
    slowest, bad = 0.0, 0
    for number, raw in enumerate(mutants(corpus(), count, seed)):
        start = time.perf_counter()
        mail = read_mail(
            raw, received=NOW, trusted_servers=("mx.judge.example",), own_addresses=("judge@judge.example",)
        )
        taken = time.perf_counter() - start
        verdicts[f"{mail.verdict} ({mail.why})" if mail.why else mail.verdict] += 1
        slowest = max(slowest, taken)
        if mail.why == "broken" or taken > SECONDS:
            bad += 1
            kept = Path(tempfile.gettempdir()) / f"judge-fuzz-{seed}-{number}.eml"
            kept.write_bytes(raw)
            print(f"{kept}: {mail.verdict} {mail.why}, {taken:.2f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    for verdict, times in verdicts.most_common():
        print(f"{times:8d} {verdict}")
    print(f"slowest {slowest:.3f} s, peak memory {peak} MB, {bad} bad")
    return int(bad > 0 or peak > MEGABYTES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
