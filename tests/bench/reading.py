"""A 3 kB order mail to orders, against the bare parts it is made of (wanted: at most 2.0).

Parts: the standard library's compat32 parse of the same bytes, and Lark's bare LALR parse of the order lines by the bare grammar of
`parsing`, without looking anything up. Both ways are timed in turn, and the ratio of each round counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes, policy
from statistics import median

from lark import Lark

from judge.chance import NoChance
from judge.engines import engine_for
from judge.mail.read import read_mail
from judge.text.commands import split_mail
from judge.text.normalize import normalize
from judge.variants.load import load_variant
from tests.bench.parsing import bare_grammar

ROUNDS = 40
ORDERS = (
    "A DEL - PUN", "A BOM S A MAD - HYD", "A MAD - HYD", "F ADEN - RS", "F HK - SCS", "F SIN H", "A Delhi - Punjab", "F Aden - Red Sea",
    "F Hong Kong - South China Sea", "A Bombay S A Madras - Hyderabad",
)  # fmt: skip
NOW = datetime(2024, 5, 3, 12, 0, tzinfo=UTC)


def mail(lines: tuple[str, ...]) -> bytes:
    """A reply of 3 kB: five Received, a DKIM signature, the orders, the quoted sheet."""
    received = "".join(
        f"Received: from out{i}.players.example (out{i}.players.example [192.0.2.{i}])\r\n\tby mx{i}.judge.example (Postfix) with ESMTPS id"
        f" 4F1{i}\r\n\tfor <judge@judge.example>; Fri, 3 May 2024 11:31:0{i} +0000 (UTC)\r\n"
        for i in range(5)
    )
    head = (
        f"{received}DKIM-Signature: v=1; a=rsa-sha256; d=players.example; s=x;\r\n\tb={'A' * 340}\r\nFrom: Sato <sato@players.example>\r\n"
        "To: judge+demo@judge.example\r\nSubject: Re: [demo] turn 3\r\nDate: Fri, 03 May 2024 20:31:07 +0900\r\nMessage-ID: <1@players.example>\r\n"
        "In-Reply-To: <a@judge.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    )
    quote = "\r\n".join(f"> line {n} of the mail that is answered, with words" for n in range(14))
    own = "\r\n".join(lines)
    return f"{head}{own}\r\n\r\nOn Fri, May 3, 2024 at 8:00 PM Judge <judge@judge.example> wrote:\r\n{quote}\r\n".encode()


def timed(call: Callable[[], object], times: int = 10) -> float:
    """CPU seconds of one call, the mean of a few."""
    began = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - began) / times


def main() -> None:
    """Print the size and the median ratio."""
    variant = load_variant("colonial")
    engine = engine_for(variant)
    position = engine.start(NoChance()).position
    raw = mail(ORDERS)
    bare = Lark(bare_grammar(variant), parser="lalr", lexer="contextual")
    folded = [normalize(line).text for line in ORDERS]

    def whole() -> int:
        read = read_mail(
            raw, received=NOW, trusted_servers=("mx0.judge.example",), own_addresses=("judge@judge.example",)
        )
        return len(engine.parse(position, "ENGLAND", split_mail(read.body).orders).orders)

    def parts() -> None:
        message_from_bytes(raw, policy=policy.compat32)
        for line in folded:
            bare.parse(line)

    assert whole() == 6, "the mail orders six units"
    parts()
    ratios = [timed(whole) / timed(parts) for _ in range(ROUNDS)]
    print(
        f"{len(raw)} bytes, {len(ORDERS)} lines: median {median(ratios):.2f} (min {min(ratios):.2f}, max {max(ratios):.2f});"
        f" read_mail alone {timed(lambda: read_mail(raw, received=NOW)) * 1e6:.0f} µs of {timed(whole) * 1e6:.0f} µs"
    )


if __name__ == "__main__":
    main()
