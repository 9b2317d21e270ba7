"""Who is it: forged mails, stolen and guessed tokens, other players' seats, floods and robots (design part 5; facts part 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from judge.app.site import Site, open_site
from judge.app.tick import tick
from judge.mail.ids import message_id, read_token
from judge.store import games
from tests.crash.case import BEGIN, Case, new_case

FRANCE, GERMANY = "france@example.test", "germany@example.test"
TRUSTED = "mx.judge.test"


@dataclass
class Court:
    """A standard game on a judge that believes nobody without proof."""

    case: Case
    site: Site
    now: datetime = BEGIN
    count: int = 0
    seen: set[str] = field(default_factory=set)

    def send(self, sender: str, body: str, **headers: str) -> None:
        """A mail in the inbox; header names with _ for -."""
        self.count += 1
        self.now += timedelta(minutes=1)
        mail = EmailMessage()
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail["From"] = sender
        mail["To"] = "judge@judge.test"
        for name, value in (("Message-ID", f"<{self.count}@example.test>"), ("Subject", "orders")):
            if name not in mail:
                mail[name] = value
        mail.set_content(body)
        self.put(bytes(mail))

    def put(self, raw: bytes) -> None:
        """A mail in the inbox as it is."""
        path = self.case.folder / "mail" / "judge" / "new" / f"{self.count:05}.{len(self.seen)}"
        path.write_bytes(raw)
        stamp = self.now.timestamp()
        import os

        os.utime(path, (stamp, stamp))

    def go(self) -> list[tuple[str, str, str]]:
        """One pass; the letters it made: kind or notice, address, key."""
        self.now += timedelta(minutes=1)
        tick(self.site, self.now)
        rows = self.site.store.conn.execute("SELECT key, kind, address FROM letter ORDER BY id").fetchall()
        fresh = [row for row in rows if row[0] not in self.seen]
        self.seen |= {row[0] for row in rows}
        return [(row[0].split("/")[1] if row[1] == "notice" else row[1], row[2], row[0]) for row in fresh]

    def orders(self, power: str) -> list[str]:
        """What stands for a power."""
        record = games.load(self.site.store, "alpha")
        return [order.text for order in record.orders.get(power, ())]

    def token(self, address: str) -> str:
        """The Message-ID of the letter that started the game for this player."""
        return str(
            self.site.store.conn.execute(
                "SELECT message_id FROM letter WHERE address = ? AND kind = 'game_start'", (address,)
            ).fetchone()[0]
        )

    def statuses(self) -> list[tuple[str, str]]:
        """What became of each mail."""
        rows = self.site.store.conn.execute("SELECT status, reason FROM mail ORDER BY id")
        return [tuple(row) for row in rows]


@pytest.fixture
def court(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Court]:
    monkeypatch.setattr("judge.app.pictures.pictures_for", lambda *_: {})
    security: dict[str, Any] = {"trusted_servers": [TRUSTED], "answers_per_day": 10}
    case, _ = new_case(tmp_path / "judge", security=security)
    site = open_site(case.folder)
    opened = Court(case, site)
    opened.go()
    yield opened
    site.close()


def test_a_reply_to_a_mail_of_ours_needs_no_other_proof(court: Court) -> None:
    court.send(FRANCE, "A PAR - BUR\n", In_Reply_To=court.token(FRANCE))
    assert [letter[:2] for letter in court.go()] == [("acknowledgement", FRANCE)]
    assert court.orders("FRANCE") == ["A PAR - BUR"]


def test_what_the_own_server_vouches_for_is_believed(court: Court) -> None:
    court.send(
        FRANCE, "A PAR - BUR\n", Authentication_Results=f"{TRUSTED}; dmarc=pass header.from=example.test"
    )
    court.go()
    assert court.orders("FRANCE") == ["A PAR - BUR"]


FORGERIES: dict[str, Callable[[Court], dict[str, str]]] = {
    "no proof at all": lambda court: {},
    "a foreign server's word": lambda court: {
        "Authentication_Results": "mx.evil.test; dmarc=pass header.from=example.test"
    },
    "a name like the trusted one": lambda court: {
        "Authentication_Results": f"{TRUSTED}.evil.test; dmarc=pass header.from=example.test"
    },
    "proof for another domain": lambda court: {
        "Authentication_Results": f"{TRUSTED}; spf=pass smtp.mailfrom=evil.test; dkim=pass header.d=evil.test"
    },
    "another player's token": lambda court: {"In_Reply_To": court.token(GERMANY)},
    "a guessed token": lambda court: {
        "In_Reply_To": message_id(b"guess" * 10, "alpha/S1901M/x", FRANCE, "judge.test")
    },
    "a token that was changed": lambda court: {"References": court.token(FRANCE).replace("alpha.", "alphb.")},
    "the thread's public id": lambda court: {"In_Reply_To": "<alpha.thread@judge.test>"},
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_mail_changes_nothing_and_the_owner_is_asked(court: Court, forgery: str) -> None:
    court.send(FRANCE, "A PAR - PIC\n", **FORGERIES[forgery](court))
    assert [letter[:2] for letter in court.go()] == [("was_this_you", FRANCE)]
    assert court.orders("FRANCE") == []
    assert court.statuses()[-1][0] == "unconfirmed"


def test_the_owner_confirms_by_a_reply_and_the_mail_counts(court: Court) -> None:
    court.send(FRANCE, "A PAR - PIC\n")
    asked = court.go()[0][2]
    row = court.site.store.conn.execute("SELECT message_id FROM letter WHERE key = ?", (asked,)).fetchone()
    court.send(GERMANY, "yes\n", In_Reply_To=row[0])
    court.go()
    assert court.orders("FRANCE") == []
    court.send(FRANCE, "yes\n", In_Reply_To=row[0])
    court.go()
    assert court.orders("FRANCE") == ["A PAR - PIC"]


@pytest.mark.parametrize("no", ["No, that was not me!", "いいえ、私ではありません", "I never wrote this"])
def test_the_owner_says_no_in_any_words_and_the_mail_does_not_count(court: Court, no: str) -> None:
    court.send(FRANCE, "A PAR - PIC\n")
    asked = court.go()[0][2]
    row = court.site.store.conn.execute("SELECT message_id FROM letter WHERE key = ?", (asked,)).fetchone()
    court.send(FRANCE, f"{no}\n", In_Reply_To=row[0])
    assert [letter[:2] for letter in court.go()] == [("not_confirmed", FRANCE)]
    assert court.orders("FRANCE") == []
    court.send(FRANCE, "yes\n", In_Reply_To=row[0])
    court.go()
    assert court.orders("FRANCE") == ["A PAR - PIC"]


def test_a_player_with_a_token_orders_only_the_own_units(court: Court) -> None:
    court.send(GERMANY, "France: A PAR - PIC\nA PAR - PIC\nA MUN - RUH\n", In_Reply_To=court.token(GERMANY))
    court.go()
    assert court.orders("FRANCE") == []
    assert court.orders("GERMANY") == ["A MUN - RUH"]


def test_a_forwarded_mail_of_ours_gives_its_reader_nothing(court: Court) -> None:
    """Germany was sent France's mail on, and answers it from the own address: the token is not Germany's."""
    court.send(GERMANY, "A PAR - PIC\n", In_Reply_To=court.token(FRANCE), References=court.token(FRANCE))
    court.go()
    assert court.orders("FRANCE") == []
    assert court.statuses()[-1][0] == "unconfirmed"


def test_commands_of_the_game_master_are_refused_to_a_player(court: Court) -> None:
    before = games.load(court.site.store, "alpha")
    for command in (
        "ADJUDICATE",
        "EXTEND 7d",
        "PAUSE",
        "EJECT germany",
        "ROLLBACK S1901M",
        "DEADLINE 2026-03-02",
    ):
        court.send(FRANCE, command + "\n", In_Reply_To=court.token(FRANCE))
    court.go()
    after = games.load(court.site.store, "alpha")
    assert (after.phase_id, after.deadline, after.state, after.players) == (
        before.phase_id,
        before.deadline,
        before.state,
        before.players,
    )


def test_quoted_words_are_not_the_writers(court: Court) -> None:
    quoted = "Looks good!\n\nOn Sunday the judge wrote:\n> A PAR - PIC\n> CLEAR\n> RESIGN\n"
    court.send(FRANCE, quoted, In_Reply_To=court.token(FRANCE))
    court.go()
    assert court.orders("FRANCE") == []
    assert [player.status for player in games.load(court.site.store, "alpha").players] == ["playing"] * 7


def test_an_old_mail_sent_again_by_somebody_else_has_no_second_effect(court: Court) -> None:
    court.send(FRANCE, "A PAR - BUR\n", In_Reply_To=court.token(FRANCE), Message_ID="<first@example.test>")
    court.go()
    court.send(FRANCE, "A PAR - PIC\n", In_Reply_To=court.token(FRANCE))
    court.go()
    court.send(FRANCE, "A PAR - BUR\n", In_Reply_To=court.token(FRANCE), Message_ID="<first@example.test>")
    assert court.go() == []
    assert court.orders("FRANCE") == ["A PAR - PIC"]


def test_a_mail_of_a_phase_gone_by_is_not_applied_to_the_next(court: Court) -> None:
    old = court.token(FRANCE)
    deadline = datetime.fromisoformat(games.load(court.site.store, "alpha").deadline)
    court.now = deadline + timedelta(minutes=10)
    court.go()
    assert games.load(court.site.store, "alpha").phase_id == "F1901M"
    court.send(FRANCE, "A PAR - BUR\n", In_Reply_To=old)
    court.go()
    assert court.orders("FRANCE") == []


def test_forgers_cannot_flood_a_player_through_us_nor_use_up_what_the_player_may_send(court: Court) -> None:
    for number in range(50):
        court.send(FRANCE, f"A PAR - PIC {number}\n")
    asked = [letter for letter in court.go() if letter[0] == "was_this_you"]
    assert 1 <= len(asked) <= 3
    court.send(FRANCE, "A PAR - BUR\n", In_Reply_To=court.token(FRANCE))
    court.go()
    assert court.orders("FRANCE") == ["A PAR - BUR"]


def test_a_thousand_mails_get_a_few_answers_and_one_notice(court: Court) -> None:
    for number in range(1000):
        court.now -= timedelta(minutes=1)
        court.send(FRANCE, f"A PAR - {'BUR' if number % 2 else 'PIC'}\n", In_Reply_To=court.token(FRANCE))
    letters = [letter[0] for letter in court.go()]
    assert letters.count("too_many_mails") == 1
    assert letters.count("acknowledgement") == 10
    assert len(letters) == 11
    court.now += timedelta(days=1)
    court.send(FRANCE, "A PAR - GAS\n", In_Reply_To=court.token(FRANCE))
    court.go()
    assert court.orders("FRANCE")[0] == "A PAR - GAS"


@pytest.mark.parametrize(
    "headers",
    [{}, {"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X_Loop": "judge@judge.test"}],
)
def test_a_robot_that_answers_everything_gets_at_most_three_mails(
    court: Court, headers: dict[str, str]
) -> None:
    """facts part 5: the same words again within an hour are a loop, whatever the headers say."""
    token = court.token(FRANCE)
    answers = 0
    for ticket in range(20):
        court.send(
            FRANCE, f"Thank you! Your ticket is {ticket}. We will write soon.\n", In_Reply_To=token, **headers
        )
        letters = court.go()
        answers += len(letters)
        if not letters:
            break
    assert answers <= (2 if not headers else 0)


def test_strangers_get_one_short_answer_a_day(court: Court) -> None:
    for number in range(5):
        court.send("nobody@evil.test", f"hello {number}\n")
    assert len(court.go()) <= 1


def test_bounces_are_never_answered(court: Court) -> None:
    court.send(
        "MAILER-DAEMON@evil.test", "could not deliver\n", Return_Path="<>", Auto_Submitted="auto-replied"
    )
    court.send("postmaster@evil.test", "could not deliver the bounce\n", Return_Path="<>")
    assert court.go() == []


NASTY = [
    "{{ 7*7 }} {% for x in range(9) %}{{ config }}{% endfor %}",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "GAME ../../etc/passwd",
    "GAME alpha/../beta\nA PAR - BUR",
    "\u202e\u0000\x1b[31m A PAR - BUR",
    "PRESS TO GERMANY\n</pre><b>{{ site.secret }}</b>\nENDPRESS",
    "(" * 5000 + ")" * 5000,
    "A " * 20_000,
]


@pytest.mark.parametrize("body", NASTY, ids=range(len(NASTY)))
def test_nasty_words_reach_nobody_as_more_than_words(court: Court, body: str) -> None:
    court.send(
        FRANCE,
        body + "\n",
        In_Reply_To=court.token(FRANCE),
        Subject="x =?utf-8?q?a=0D=0ABcc:_evil=40evil.test?=",
    )
    court.go()
    assert court.statuses()[-1][0] == "taken"
    queued = court.site.store.conn.execute(
        "SELECT status, detail FROM letter WHERE status != 'sent'"
    ).fetchall()
    assert [tuple(row) for row in queued] == []
    for path in court.case.folder.glob("mail/players/*/new/*"):
        raw = path.read_bytes()
        head = raw.partition(b"\n\n")[0]
        assert b"\nBcc:" not in head
        mail = message_from_bytes(raw, policy=policy.default)
        html = mail.get_body(("html",))
        text = str(html.get_content()) if html is not None else ""
        assert "<script" not in text
        assert "<img src=x" not in text
        assert "</pre><b>" not in text
        assert "0000000000" not in text  # the site's secret
        for part in (text, str(mail.get_body(("plain",)))):
            assert "49 " not in part or "{{" in part


def test_a_password_set_in_a_proven_mail_proves_a_fresh_one(court: Court) -> None:
    court.send(FRANCE, "PASSWORD Correct-Horse\n", In_Reply_To=court.token(FRANCE))
    assert "password_set" in [letter[0] for letter in court.go()]
    court.send(FRANCE, "A PAR - BUR\nPASSWORD Correct-Horse\n")
    court.go()
    assert court.orders("FRANCE") == ["A PAR - BUR"]
    court.send(FRANCE, "A PAR - PIC\nパスワード wrong-horse\n")
    assert [letter[0] for letter in court.go()] == ["was_this_you"]
    assert court.orders("FRANCE") == ["A PAR - BUR"]


def test_a_password_cannot_be_set_without_proof_nor_changed_without_the_old_one(court: Court) -> None:
    court.send(FRANCE, "PASSWORD thiefs-own\n")
    court.send(FRANCE, "PASSWORD thiefs-own\nA PAR - PIC\n")
    court.go()
    assert court.orders("FRANCE") == []
    court.send(FRANCE, "PASSWORD first-word\n", In_Reply_To=court.token(FRANCE))
    court.send(FRANCE, "PASSWORD other-word\nstatus", In_Reply_To=court.token(FRANCE))
    court.send(FRANCE, "PASSWORD first-word second-word\nhelp", In_Reply_To=court.token(FRANCE))
    court.go()
    court.now += timedelta(days=1)  # the two forged mails are no longer counted
    for word, stands in (("other-word", []), ("first-word", []), ("second-word", ["A PAR - BUR"])):
        court.send(FRANCE, f"PASSWORD {word}\nA PAR - BUR\n")
        court.go()
        assert court.orders("FRANCE") == stands


def test_a_line_with_a_password_is_no_mistake_and_is_not_said(court: Court) -> None:
    """Every mail is answered by what stands; the line that proved it needs no look (design, mail contract)."""
    court.send(FRANCE, "PASSWORD Correct-Horse\nA PAR - BUR\n", In_Reply_To=court.token(FRANCE))
    court.go()
    found = [
        message_from_bytes(path.read_bytes(), policy=policy.default)
        for path in court.case.folder.glob("mail/players/france@*/new/*")
    ]
    [acknowledgement] = [one for one in found if " of 3 orders" in str(one["Subject"])]
    words = str(acknowledgement.get_body(("plain",)))
    assert "to check" not in str(acknowledgement["Subject"])
    assert "There is no command" not in words
    assert "Correct-Horse" not in words
    assert "PASSWORD (hidden)" in words


@pytest.mark.parametrize(
    ("line", "notice"),
    [
        ("PASSWORD abc", "password_kept"),
        ("PASSWORD two words", "password_kept"),
        ("PASSWORD (hidden)", ""),
        ("PASSWORD six-or-more", "password_set"),
    ],
)
def test_a_password_that_is_not_set_is_told(court: Court, line: str, notice: str) -> None:
    court.send(FRANCE, f"{line}\n", In_Reply_To=court.token(FRANCE))
    told = [letter[0] for letter in court.go()]
    assert [one for one in told if one.startswith("password")] == ([notice] if notice else [])


def test_a_password_is_changed_with_the_old_one_only(court: Court) -> None:
    for line, notice in (
        ("first-word", ["password_set"]),
        ("other-word", ["password_kept"]),
        ("first-word", []),
        ("wrong-word second-word", ["password_kept"]),
        ("first-word second-word", ["password_set"]),
    ):
        court.send(FRANCE, f"PASSWORD {line}\n", In_Reply_To=court.token(FRANCE))
        assert [one[0] for one in court.go() if one[0].startswith("password")] == notice


def test_passwords_cannot_be_tried_out_one_after_the_other(court: Court) -> None:
    court.send(FRANCE, "PASSWORD right-word\n", In_Reply_To=court.token(FRANCE))
    court.go()
    for number in range(5):
        court.send(FRANCE, f"PASSWORD wrong-word-{number}\nA PAR - PIC\n")
    court.send(FRANCE, "PASSWORD right-word\nA PAR - PIC\n")
    court.go()
    assert court.orders("FRANCE") == []  # the guess that would have been right came too late


def test_one_mail_is_one_guess_at_a_password(court: Court) -> None:
    court.send(FRANCE, "PASSWORD right-word\n", In_Reply_To=court.token(FRANCE))
    court.go()
    guesses = "".join(f"PASSWORD guess-{number}\n" for number in range(50))
    court.send(FRANCE, f"A PAR - PIC\n{guesses}PASSWORD right-word\n")
    assert [letter[0] for letter in court.go()] == ["was_this_you"]
    assert court.orders("FRANCE") == []


@pytest.mark.parametrize(
    ("lines", "most"),
    [
        (["STATUS"] * 300, 1),
        ([f"HISTORY {number}" for number in range(300)], 12),
        ([f"ADDRESS victim{number}@example.org" for number in range(300)], 2),
        (["HELP", "RULES", "STATUS", "LIST", "RECORD"] * 60, 5),
        ([f"PRESS TO ENGLAND\nword {number}\nEND" for number in range(100)], 12),
        (["RESIGN"] * 300, 12),
        (["PEACE", "NOPEACE", "DRAW", "OBSERVE alpha", "UNOBSERVE alpha"] * 60, 12 * 8),
    ],
)
def test_one_mail_does_not_make_us_write_a_thousand(court: Court, lines: list[str], most: int) -> None:
    """facts part 4: a judge that mails any address given is a relay for spam; part 5: backscatter."""
    court.send(FRANCE, "\n".join(lines) + "\n", In_Reply_To=court.token(FRANCE))
    letters = court.go()
    assert len([one for one in letters if one[0] != "acknowledgement"]) <= most
    assert [one[1] for one in letters if one[0] == "acknowledgement"] == [FRANCE]


def test_a_stranger_gets_a_few_letters_for_any_number_of_commands(court: Court) -> None:
    lines = "".join(f"JOIN alpha {number}\nOBSERVE alpha {number}\n" for number in range(200))
    court.send("stranger@example.org", f"GAME alpha\n{lines}")
    assert len(court.go()) <= 4


def test_no_token_survives_another_secret(court: Court) -> None:
    assert read_token(b"another" * 9, court.token(FRANCE)) is None
