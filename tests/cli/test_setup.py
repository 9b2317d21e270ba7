"""`judge init` and `judge check`: a set-up that works is found good, each broken one is named with its mending."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from judge.app import owner
from judge.app.setup import PRESETS, assignment, make_site, merge, settings_text
from judge.app.site import Busy, lock_folder
from judge.cli.main import cli
from judge.config import load_config, parse_config, settings_table
from judge.errors import ConfigError, UsageError
from judge.paths import data_dir
from tests.mail.fake_imap import FakeImap
from tests.mail.fake_smtp import FakeSmtp, Script

PLAIN = ["--yes", "--address", "judge@example.test", "--gm", "gm@example.test"]


def run(*words: str, **options: Any) -> Result:
    return CliRunner().invoke(cli, list(words), **options)


def complaint(*words: str) -> str:
    result = run(*words)
    assert isinstance(result.exception, UsageError)
    return str(result.exception)


def test_init_makes_a_judge_that_check_finds_good(tmp_path: Path) -> None:
    folder = tmp_path / "judge"
    made = run("init", str(folder), *PLAIN)
    assert made.exit_code == 0, made.output
    assert "judge check" in made.output
    checked = run("check", "--dir", str(folder))
    assert checked.exit_code == 0, checked.output
    assert "FAIL" not in checked.output
    assert "ok    database" in checked.output


def test_nobody_else_can_read_secret_settings_and_database(tmp_path: Path) -> None:
    folder = tmp_path / "judge"
    run("init", str(folder), *PLAIN)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("judge.secret", "judge.toml", "judge.db"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600, name
    assert len((folder / "judge.secret").read_text("utf-8").strip()) == 64


def test_init_asks_for_what_is_not_given_and_hides_the_password(tmp_path: Path) -> None:
    answers = (
        "server\njudge@example.test\ngm@example.test\n\nja\nAsia/Tokyo\nmail.example.test\n\n\nhunter2\n"
    )
    made = run("init", str(tmp_path / "j"), input=answers)
    assert made.exit_code == 0, made.output
    assert "hunter2" not in made.output
    config = load_config(tmp_path / "j")
    assert (config.inbox.host, config.outbox.host) == ("mail.example.test", "mail.example.test")
    assert config.inbox.user == "judge@example.test"
    assert config.outbox.secret(config.folder) == "hunter2"
    assert (config.site.language, config.site.timezone) == ("ja", "Asia/Tokyo")
    assert "hunter2" not in (tmp_path / "j" / "judge.toml").read_text("utf-8")
    assert stat.S_IMODE((tmp_path / "j" / "password").stat().st_mode) == 0o600


def test_a_wrong_answer_is_asked_again_and_the_others_are_not_lost(tmp_path: Path) -> None:
    answers = "embedded\njudge\njudge@example.test\nme\ngm@example.test\n\nfr\nen\nBerlin\nEurope/Berlin\n"
    made = run("init", str(tmp_path / "j"), input=answers)
    assert made.exit_code == 0, made.output
    assert made.output.count("it must be a mail address") == 2
    assert (
        made.output.count("it must be a language") == made.output.count("it must be an IANA time zone") == 1
    )
    site = load_config(tmp_path / "j").site
    assert (site.address, site.gms) == ("judge@example.test", ("gm@example.test",))
    assert (site.language, site.timezone) == ("en", "Europe/Berlin")


def test_servers_of_this_machine_know_the_account_by_name_and_take_mail_without_a_login(
    tmp_path: Path,
) -> None:
    answers = "local\njudge@example.test\ngm@example.test\n\n\n\n\nhunter2\n"
    made = run("init", str(tmp_path / "j"), input=answers)
    assert made.exit_code == 0, made.output
    config = load_config(tmp_path / "j")
    assert (config.inbox.user, config.inbox.secret(config.folder)) == ("judge", "hunter2")
    assert (config.outbox.user, config.outbox.password_file) == ("", "")


def test_init_does_not_touch_a_judge_that_is_there(tmp_path: Path) -> None:
    run("init", str(tmp_path), *PLAIN)
    before = (tmp_path / "judge.secret").read_text("utf-8")
    assert "already" in complaint("init", str(tmp_path), *PLAIN)
    assert (tmp_path / "judge.secret").read_text("utf-8") == before


def test_a_secret_that_got_out_is_made_anew(tmp_path: Path) -> None:
    run("init", str(tmp_path), *PLAIN)
    before = load_config(tmp_path).site_secret()
    made = run("init", str(tmp_path), "--new-secret")
    assert made.exit_code == 0, made.output
    assert load_config(tmp_path).site_secret() != before
    assert stat.S_IMODE((tmp_path / "judge.secret").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--yes"], "--address is missing"),
        ([*PLAIN, "--preset", "gmial"], "must be one of embedded"),
        ([*PLAIN, "--preset", "server"], "--imap-host is missing"),
        ([*PLAIN, "--preset", "gmail"], "--password-file, --password-env or --password-command is missing"),
        ([*PLAIN, "--preset", "outlook"], "--password-command is missing"),
        ([*PLAIN, "--preset", "gmail", "--password-env", "A", "--password-file", "b"], "only one of"),
        ([*PLAIN, "--preset", "gmail", "--password-env", "A", "--imap-host", "x"], "--preset server"),
        ([*PLAIN, "--set", "inbox.prot=1"], "'prot'; did you mean 'port'"),
        ([*PLAIN, "--set", "nonsense"], "SECTION.NAME=VALUE"),
        ([*PLAIN, "--timezone", "Asia/Tokio"], "timezone = 'Asia/Tokio': must be an IANA"),
        (["--yes", "--address", "judge"], "address = 'judge': must be a mail address"),
    ],
)
def test_a_wrong_answer_is_named_and_nothing_is_made(tmp_path: Path, flags: list[str], words: str) -> None:
    folder = tmp_path / "judge"
    assert words in complaint("init", str(folder), *flags)
    assert not folder.exists()


def test_a_judge_with_a_mail_account_reports_weekly_unless_told_otherwise(tmp_path: Path) -> None:
    account = [*PLAIN, "--preset", "gmail", "--password-env", "PW"]
    never = ["--set", "site.heartbeat_mail=never"]
    for number, (flags, wanted) in enumerate(
        [(PLAIN, "never"), (account, "weekly"), ([*account, *never], "never")]
    ):
        run("init", str(tmp_path / str(number)), *flags)
        assert load_config(tmp_path / str(number)).site.heartbeat_mail == wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_gives_settings_that_are_allowed(tmp_path: Path, preset: str) -> None:
    flags = [*PLAIN, "--preset", preset]
    if preset == "server":
        flags += ["--imap-host", "mail.example.test"]
    if PRESETS[preset].password:
        flags += ["--password-command", "pass show 'my judge'"]
    if preset == "maildir":
        flags += ["--set", f"inbox.path={tmp_path}/Maildir"]
    made = run("init", str(tmp_path / "judge"), *flags)
    assert made.exit_code == 0, made.exception
    config = load_config(tmp_path / "judge")
    if PRESETS[preset].password:
        assert config.inbox.password_command == ("pass", "show", "my judge")
    assert PRESETS[preset].title in run("init", "x", "--list-presets").output


def test_the_file_holds_every_setting_and_reads_back_as_written(tmp_path: Path) -> None:
    values = merge(
        {"site": {"address": "judge@example.test", "name": '審判 "x" \\ y'}}, assignment("inbox.port=1143")
    )
    text = settings_text(values)
    config = parse_config(tmp_path, text)
    assert config.site.name == '審判 "x" \\ y'
    assert config.inbox.port == 1143
    for row in settings_table():
        assert f"\n{row.name} = " in text or f"\n# {row.name} = " in text
    uncommented = text.replace("# gms = []", 'gms = ["gm@example.test"]')
    assert parse_config(tmp_path, uncommented).site.gms == ("gm@example.test",)


class Loop(Script):
    """Delivers what it takes into the inbox of the fake IMAP server; plus-addresses only when `plus`."""

    def __init__(self, imap: FakeImap, **steps: list[str]) -> None:
        super().__init__(**steps)
        self.imap, self.plus = imap, True

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        answer = await super().handle_DATA(server, session, envelope)
        if answer.startswith("250") and (self.plus or "+" not in envelope.rcpt_tos[0]):
            self.imap.add(b"Authentication-Results: mx.example.test; spf=pass\r\n" + bytes(envelope.content))
        return answer


@dataclass
class Place:
    """A judge with two servers that work, to be broken."""

    folder: Path
    imap: FakeImap
    script: Loop
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)

    def change(self, **sections: dict[str, Any]) -> None:
        self.settings = merge(self.settings, sections)
        (self.folder / "judge.toml").write_text(settings_text(self.settings), "utf-8")
        (self.folder / "judge.toml").chmod(0o600)

    def check(self) -> Result:
        return run("check", "--dir", str(self.folder), "--wait", "0.5")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with FakeImap(at=datetime.now(UTC)) as imap:
        script = Loop(imap)
        with FakeSmtp(script) as smtp:
            common = {"host": "127.0.0.1", "tls": "none", "timeout": 20}
            settings: dict[str, dict[str, Any]] = {
                "site": {
                    "address": "judge@example.test",
                    "gms": ["gm@example.test"],
                    "domain": "example.test",
                },
                "inbox": {**common, "kind": "imap", "port": imap.port, "user": "judge"},
                "outbox": {**common, "kind": "smtp", "port": smtp.port, "hello": "judge.test"},
                "security": {"trusted_servers": ["mx.example.test"]},
            }
            folder = tmp_path / "judge"
            settings["inbox"]["password_file"] = "password"
            folder.mkdir()
            (folder / "password").write_text("hunter2\n", "utf-8")
            (folder / "password").chmod(0o600)
            make_site(folder, settings)
            yield Place(folder, imap, script, settings)


def test_a_good_set_up_passes_every_step(place: Place) -> None:
    place.imap.add(b"Subject: a player's mail\r\n\r\nA PAR - BUR\r\n")
    result = place.check()
    assert result.exit_code == 0, result.output
    assert [line.split(":")[0] for line in result.output.splitlines()] == [
        f"ok    {step}"
        for step in (
            "settings", "secrets", "room", "database", "templates", "fonts", "variants", "inbox", "outbox",
            "round trip", "clock", "sender proof", "plus-address",
        )
    ]  # fmt: skip
    assert [mail.flags for mail in place.imap.mails] == [set()]  # the player's mail was not touched
    assert len(place.imap.done) == 2


def _others_can_read(place: Place) -> None:
    (place.folder / "judge.secret").chmod(0o644)


def _no_secret(place: Place) -> None:
    (place.folder / "judge.secret").unlink()


def _no_database(place: Place) -> None:
    (place.folder / "judge.db").unlink()


def _damaged_database(place: Place) -> None:
    path = place.folder / "judge.db"
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    database.close()
    path.write_bytes(path.read_bytes()[:5000] + b"\xff" * 20_000)


def _imap_down(place: Place) -> None:
    place.change(inbox={"port": 1})


def _imap_password(place: Place) -> None:
    place.imap.refuse["LOGIN"] = "wrong"


def _imap_folder(place: Place) -> None:
    place.imap.refuse["SELECT"] = "no such mailbox"


def _imap_tls(place: Place) -> None:
    place.change(inbox={"tls": "tls"})


def _smtp_down(place: Place) -> None:
    place.change(outbox={"port": 1})


def _imap_whole_address(place: Place) -> None:
    place.imap.refuse["LOGIN"] = "wrong"
    place.change(inbox={"user": "judge@example.test"})


def _smtp_without_login(place: Place) -> None:
    place.change(outbox={"user": "judge", "password_file": "password"})


def _smtp_without_starttls(place: Place) -> None:
    place.change(outbox={"tls": "starttls"})


def _imap_unknown_host(place: Place) -> None:
    place.change(inbox={"host": "mail.invalid"})


def _smtp_refuses_sender(place: Place) -> None:
    place.script.steps["mail"] = ["553 not your address"]


def _mail_lost(place: Place) -> None:
    place.script.steps["end"] = ["250 taken and forgotten"]
    place.imap.add = lambda *raws: None  # type: ignore[method-assign]


def _no_plus(place: Place) -> None:
    place.script.plus = False


def _password_file(place: Place) -> None:
    (place.folder / "password").unlink()


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (_others_can_read, ["FAIL  secrets", "can be read by others", "chmod 600"]),
        (_no_secret, ["FAIL  secrets", "judge.secret cannot be read", "judge init"]),
        (_no_database, ["FAIL  database", "is missing", "restore"]),
        (_damaged_database, ["FAIL  database", "restore"]),
        (_imap_down, ["FAIL  inbox", "Connection refused", "is Dovecot running", "[inbox]"]),
        (_imap_unknown_host, ["FAIL  inbox", "no such host name", "host"]),
        (_imap_password, ["FAIL  inbox", "login of judge was refused", "the password is wrong"]),
        (_imap_whole_address, ["FAIL  inbox", "was refused", 'try user = "judge": accounts of this machine']),
        (_imap_folder, ["FAIL  inbox", "folder INBOX cannot be opened", "for most it is INBOX"]),
        (_imap_tls, ["FAIL  inbox", "starttls"]),
        (_smtp_down, ["FAIL  outbox", "Connection refused", "is Postfix running"]),
        (_smtp_without_login, ["FAIL  outbox", "it offers no login here", 'user = "" and no password']),
        (_smtp_without_starttls, ["FAIL  outbox", "it offers no STARTTLS"]),
        (_smtp_refuses_sender, ["FAIL  round trip", "553 not your address", "verp = false"]),
        (_mail_lost, ["FAIL  round trip", "did not come back", "spam folder"]),
        (_no_plus, ["FAIL  plus-address", "plus_addressing = false"]),
        (_password_file, ["FAIL  secrets", "password_file"]),
    ],
    ids=lambda value: value.__name__.strip("_") if callable(value) else "",
)
def test_each_broken_set_up_is_named_with_its_mending(
    place: Place, break_it: Callable[[Place], None], words: list[str]
) -> None:
    break_it(place)
    result = place.check()
    assert result.exit_code == 1, result.output
    for word in words:
        assert word in result.output
    assert "hunter2" not in result.output
    assert "Traceback" not in result.output


def test_no_pass_takes_the_mails_of_the_check_away(place: Place, monkeypatch: Any) -> None:
    add, seen = place.imap.add, []

    def add_and_try(raw: bytes) -> None:
        add(raw)
        with pytest.raises(Busy), lock_folder(place.folder):
            pass
        seen.append(raw)

    monkeypatch.setattr(place.imap, "add", add_and_try)
    assert place.check().exit_code == 0
    assert len(seen) == 2
    with lock_folder(place.folder):
        pass


def test_clocks_that_differ_are_a_warning(place: Place) -> None:
    place.imap.at -= timedelta(hours=1)
    result = place.check()
    assert result.exit_code == 0
    assert "WARN  clock: the mail server's clock and this machine's differ by 36" in result.output


def test_a_server_that_signs_no_mail_is_said_to_be_no_harm(place: Place, monkeypatch: Any) -> None:
    add = place.imap.add
    monkeypatch.setattr(place.imap, "add", lambda raw: add(raw.partition(b"\r\n")[2]))
    place.change(security={"trusted_servers": []})
    result = place.check()
    assert result.exit_code == 0
    assert "ok    sender proof: this mail came without Authentication-Results" in result.output


def test_what_is_merely_unwise_is_a_warning(place: Place) -> None:
    place.change(security={"trusted_servers": []})
    result = place.check()
    assert result.exit_code == 0
    assert 'mend: [security] trusted_servers = ["mx.example.test"]' in result.output


def own_variant(folder: Path, name: str = "mine") -> Path:
    """A variant of the judge's own, without faults."""
    return Path(shutil.copytree(data_dir("variants") / "standard", folder / "variants" / name))


def spoilt(path: Path, old: str, new: str) -> int:
    """Replace what stands once in a file; the line on which it stood."""
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, new), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_own_variants_without_faults_are_named(tmp_path: Path) -> None:
    run("init", str(tmp_path), *PLAIN)
    assert (
        f"ok    variants: the judge has none of its own in {tmp_path}/variants"
        in run("check", "--dir", str(tmp_path)).output
    )
    own_variant(tmp_path)
    own_variant(tmp_path, "yours")
    checked = run("check", "--dir", str(tmp_path))
    assert checked.exit_code == 0
    assert f"ok    variants: mine, yours of {tmp_path}/variants: no faults" in checked.output


def test_each_fault_of_an_own_variant_is_named_with_file_line_and_mending(tmp_path: Path) -> None:
    run("init", str(tmp_path), *PLAIN)
    mine = own_variant(tmp_path)
    unused = run("check", "--dir", str(tmp_path))
    first = spoilt(mine / "borders.csv", "MOS,STP,army", "MOS,STQ,army")
    second = spoilt(mine / "start.txt", "A PAR", "A PAX")
    said = [
        f"WARN  variants: {mine}/borders.csv:{first}: no province 'STQ'",
        f"WARN  variants: {mine}/start.txt:{second}: no province 'PAX'",
        f"      mend: correct it there, then `judge variant check {mine}`",
    ]
    checked = run("check", "--dir", str(tmp_path))
    assert (unused.exit_code, checked.exit_code) == (0, 0)  # nobody plays by it
    for line in said:
        assert line in checked.output


def test_a_fault_of_a_variant_that_a_game_is_played_by_is_a_failure(tmp_path: Path) -> None:
    run("init", str(tmp_path), *PLAIN)
    mine = own_variant(tmp_path)
    assert run("game", "new", "alpha", "--variant", "mine", "--dir", str(tmp_path)).exit_code == 0
    line = spoilt(mine / "borders.csv", "MOS,STP,army", "MOS,STQ,army")
    checked = run("check", "--dir", str(tmp_path))
    assert checked.exit_code == 1
    assert f"FAIL  variants: {mine}/borders.csv:{line}: no province 'STQ'" in checked.output
    assert "(game alpha)" in checked.output
    shutil.rmtree(mine)
    gone = run("check", "--dir", str(tmp_path))
    assert gone.exit_code == 1
    assert f"FAIL  variants: {mine} is missing (game alpha)" in gone.output


def test_the_check_as_json_says_the_same(tmp_path: Path) -> None:
    run("init", str(tmp_path), *PLAIN)
    good = run("check", "--dir", str(tmp_path), "--json")
    report = json.loads(good.output)
    assert (good.exit_code, report["failed"]) == (0, 0)
    assert {
        "step": "settings",
        "status": "ok",
        "words": f"{tmp_path}/judge.toml is read",
        "mend": "",
    } in report["findings"]
    (tmp_path / "judge.db").unlink()
    bad = run("check", "--dir", str(tmp_path), "--json")
    report = json.loads(bad.output)
    assert (bad.exit_code, report["failed"]) == (1, 1)
    (failure,) = (one for one in report["findings"] if one["status"] == "fail")
    assert failure["step"] == "database"
    assert "judge restore" in failure["mend"]
    assert report["warned"] == sum(one["status"] == "warn" for one in report["findings"])


def test_whoever_is_not_the_owner_is_told_to_run_it_as_the_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", str(tmp_path), *PLAIN)
    me = owner.owner_of(tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 4_000_000)
    words = f"run it as {me}, to whom {tmp_path} belongs, not as 4000000"
    checked = run("check", "--dir", str(tmp_path))
    assert "WARN  room: files that are made now cannot be written" in checked.output
    assert f"      mend: {words}" in checked.output


def test_a_secret_that_may_not_be_read_is_not_to_be_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new one would take their proof from all mails sent before."""
    run("init", str(tmp_path), *PLAIN)
    config = load_config(tmp_path)

    def locked(self: Path, *args: object, **named: object) -> str:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", locked)
        with pytest.raises(ConfigError, match=r"Permission denied$"):
            config.site_secret()
    (tmp_path / "judge.secret").unlink()
    with pytest.raises(ConfigError, match="--new-secret"):
        config.site_secret()
