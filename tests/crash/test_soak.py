"""A day of `judge watch`, simulated, with a server that fails in every way now and then: no growth, nothing lost."""

from __future__ import annotations

import gc
import os
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from judge.app.site import open_site
from judge.app.watch import Watch
from judge.mail.imap import ImapInbox
from tests.crash.case import BEGIN, LONG, new_case, raw_mail
from tests.mail.fake_imap import FakeImap
from tests.mail.fake_smtp import FakeSmtp, Script

PASSES = 1440 if LONG else 200


def megabytes() -> float:
    """Memory of this process now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_a_day_of_watching_with_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(24)
    script = Script()
    now = [BEGIN]
    sent: list[int] = []
    with FakeImap(at=BEGIN) as imap, FakeSmtp(script) as smtp:
        common = {"host": "127.0.0.1", "tls": "none", "timeout": 20}
        case, _ = new_case(
            tmp_path / "judge",
            inbox={**common, "kind": "imap", "port": imap.port, "user": "judge", "password": "x"},
            outbox={**common, "kind": "smtp", "port": smtp.port, "hello": "judge.test"},
            security={"addresses_are_enough": True, "answers_per_day": 10_000},
        )

        def pass_time(seconds: float) -> None:
            now[0] += timedelta(seconds=seconds)
            imap.at = now[0]
            imap.drop.clear()
            imap.refuse.clear()
            script.steps.clear()
            trouble = random.random()
            if trouble < 0.10:
                imap.drop[random.choice(["SEARCH", "FETCH", "STORE", "MOVE", "LOGIN"])] = random.randint(1, 3)
            elif trouble < 0.15:
                imap.refuse[random.choice(["SEARCH", "SELECT", "LOGIN", "MOVE"])] = "not now"
            elif trouble < 0.18:
                imap.cut()
            elif trouble < 0.21:
                imap.uidvalidity += 1
            elif trouble < 0.30:
                step, answer = random.choice(
                    [("mail", "451 later"), ("rcpt", "450 grey"), ("end", "drop"), ("rcpt", "421 bye")]
                )
                script.steps[step] = [answer] * random.randint(1, 3)
            if random.random() < 0.2:
                sent.append(len(sent))
                imap.add(
                    raw_mail(
                        len(sent),
                        "france",
                        f"A PAR - {random.choice(['BUR', 'PIC', 'GAS'])}\nSTATUS {len(sent)}\n",
                    )
                )

        def wait(self: ImapInbox, seconds: float) -> bool:
            pass_time(seconds)
            return True

        monkeypatch.setattr(ImapInbox, "wait", wait)
        site = open_site(case.folder)
        watch = Watch(site, lambda words: None, clock=lambda: now[0].replace(microsecond=0), sleep=pass_time)
        watch.run(most=PASSES // 4)
        gc.collect()
        memory, files = megabytes(), len(os.listdir("/proc/self/fd"))
        watch.run(most=PASSES)
        gc.collect()
        grown, opened = megabytes() - memory, len(os.listdir("/proc/self/fd")) - files
        imap.drop.clear()
        imap.refuse.clear()
        script.steps.clear()
        for _ in range(40):  # what is still on its way
            now[0] += timedelta(minutes=30)
            Watch(site, lambda words: None, clock=lambda: now[0].replace(microsecond=0)).run(most=1)
        taken = site.store.conn.execute(
            "SELECT count(*) FROM mail WHERE status IN ('taken', 'ignored')"
        ).fetchone()[0]
        left = site.store.conn.execute("SELECT count(*) FROM letter WHERE status != 'sent'").fetchone()[0]
        letters = site.store.conn.execute("SELECT count(*) FROM letter").fetchone()[0]
        site.close()
    assert sent
    assert taken == len(sent)
    assert left == 0
    assert len({mail.content for mail in script.mails}) == letters
    assert grown < 12, f"{grown:.1f} MB more after {PASSES} passes"
    assert opened <= 3, f"{opened} files more are open"
