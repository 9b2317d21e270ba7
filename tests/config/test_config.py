"""judge.toml: issue "Bad input": a wrong setting stops `judge` with one line naming file, key and what is allowed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.config import FILE_NAME, find_dir, load_config, settings_table
from judge.errors import ConfigError

GOOD = """
[site]
address = "judge@Example.TEST"
timezone = "Asia/Tokyo"
gms = ["gm@example.test", "taro..t.@docomo.ne.jp"]
"""
IMAP = '[inbox]\nkind = "imap"\nhost = "mx.example.test"\nuser = "judge"\n'


def site(folder: Path, text: str) -> Path:
    (folder / FILE_NAME).write_text(text, "utf-8")
    return folder


def complaint(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(site(folder, text))
    message = str(caught.value)
    assert "\n" not in message
    assert str(folder / FILE_NAME) in message
    return message


def test_a_short_file_gets_the_defaults(tmp_path: Path) -> None:
    config = load_config(site(tmp_path, GOOD))
    assert config.site.address == "judge@example.test"
    assert config.domain == "example.test"
    assert config.operator == "gm@example.test"
    assert config.site.gms[1] == "taro..t.@docomo.ne.jp"
    assert (config.inbox.kind, config.outbox.kind) == ("maildir", "maildir")
    assert config.path(config.files.database) == tmp_path / "judge.db"


def test_a_file_saved_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load_config(tmp_path).site.timezone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[site]\n", ["[site] address", "is missing", "a mail address"]),
        ('[site]\naddress = "judge"\n', ["[site] address = 'judge'", "a mail address"]),
        ('[site]\naddress = "a@b.c\\nBcc: x@y.z"\n', ["[site] address", "a mail address"]),
        (GOOD + "langauge = 'en'\n", ["[site]", "'langauge'", "'language'"]),
        (GOOD + "[inbx]\n", ["[inbx]", "'inbox'"]),
        (GOOD + "[inbox]\nport = 99999\n", ["[inbox] port = 99999", "0 to 65535"]),
        (GOOD + "[inbox]\nport = true\n", ["[inbox] port = True", "whole number"]),
        (GOOD + '[inbox]\nkind = "pop3"\n', ["[inbox] kind = 'pop3'", '"maildir"', '"imap"']),
        (GOOD.replace("Asia/Tokyo", "Asia/Tokio"), ["[site] timezone = 'Asia/Tokio'", "IANA"]),
        (GOOD.replace("Asia/Tokyo", "../../../etc/passwd"), ["[site] timezone", "IANA"]),
        (GOOD + 'language = "fr"\n', ["[site] language = 'fr'", '"en" or "ja"']),
        (GOOD + '[inbox]\nkind = "imap"\n', ["[inbox] host is missing"]),
        (GOOD + IMAP, ["[inbox] password_file is missing"]),
        (GOOD + IMAP + "password = 'x'\npassword_env = 'Y'\n", ["password and password_env", "only one"]),
        (GOOD + '[outbox]\nkind = "smtp"\n', ["[outbox] host is missing"]),
        ("site = 3\n", ["[site]"]),
        ("[site\n", ["is not TOML", "line 1"]),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(tmp_path: Path, text: str, words: list[str]) -> None:
    message = complaint(tmp_path, text)
    for word in words:
        assert word in message


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes('[site]\nname = "審判"\n'.encode("cp932"))
    with pytest.raises(ConfigError, match="UTF-8"):
        load_config(tmp_path)


def test_a_password_is_in_no_repr_and_no_complaint(tmp_path: Path) -> None:
    config = load_config(site(tmp_path, GOOD + IMAP + 'password = "hunter2"\n'))
    assert config.inbox.secret(tmp_path) == "hunter2"
    assert "hunter2" not in repr(config)
    assert "hunter2" not in complaint(tmp_path, GOOD + IMAP + 'password = ["hunter2"]\n')


def test_the_password_comes_from_a_file_the_environment_or_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pw").write_text("from file\nsecond line\n", "utf-8")
    monkeypatch.setenv("JUDGE_TEST_PASSWORD", "from environment")
    for line, expected in [
        ('password_file = "pw"', "from file"),
        ('password_env = "JUDGE_TEST_PASSWORD"', "from environment"),
        (f'password_command = ["{sys.executable}", "-c", "print(\'from command\')"]', "from command"),
    ]:
        assert load_config(site(tmp_path, GOOD + IMAP + line)).inbox.secret(tmp_path) == expected


@pytest.mark.parametrize(
    "line",
    [
        'password_file = "nowhere"',
        'password_env = "JUDGE_TEST_NOT_SET"',
        'password_command = ["false"]',
        'password_command = ["no-such-program-anywhere"]',
    ],
)
def test_a_password_that_cannot_be_had_is_a_wrong_setting(tmp_path: Path, line: str) -> None:
    config = load_config(site(tmp_path, GOOD + IMAP + line))
    with pytest.raises(ConfigError, match=rf"judge\.toml: \[inbox\] {line.split(' ', 1)[0]}"):
        config.inbox.secret(tmp_path)


def test_the_sites_secret_must_be_long(tmp_path: Path) -> None:
    config = load_config(site(tmp_path, GOOD))
    with pytest.raises(ConfigError, match=r"judge\.secret"):
        config.site_secret()
    (tmp_path / "judge.secret").write_text("short\n", "utf-8")
    with pytest.raises(ConfigError, match="too short"):
        config.site_secret()
    (tmp_path / "judge.secret").write_text("0123456789abcdef" * 4 + "\n", "utf-8")
    assert config.site_secret() == b"0123456789abcdef" * 4


def test_the_directory_is_the_option_else_the_environment_else_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {name: tmp_path / name for name in ("option", "variable", "here", "data/judge", "empty")}
    for name, folder in folders.items():
        folder.mkdir(parents=True)
        if name != "empty":
            site(folder, GOOD)
    environ = {"JUDGE_DIR": str(folders["variable"]), "XDG_DATA_HOME": str(tmp_path / "data")}
    monkeypatch.chdir(folders["here"])
    assert find_dir(folders["option"], environ) == folders["option"]
    assert find_dir(None, environ) == folders["variable"]
    del environ["JUDGE_DIR"]
    assert find_dir(None, environ) == folders["here"]
    monkeypatch.chdir(folders["empty"])
    assert find_dir(None, environ) == folders["data/judge"]
    with pytest.raises(ConfigError, match="judge init"):
        find_dir(None, {"XDG_DATA_HOME": str(tmp_path)})
    with pytest.raises(ConfigError, match=r"has no judge\.toml"):
        find_dir(folders["empty"], environ)


def test_every_setting_has_help_and_says_what_is_allowed() -> None:
    rows = list(settings_table())
    assert len({(row.section, row.name) for row in rows}) == len(rows) > 40
    for row in rows:
        assert row.help
        assert row.allowed


def test_an_idle_tick_loads_nothing_heavy_for_its_settings(tmp_path: Path) -> None:
    """facts of start-up cost: msgspec, imapclient, jinja2, lark and email are paid for only when there is something to do."""
    site(tmp_path, GOOD)
    code = (
        "import sys, pathlib; from judge.config import load_config; load_config(pathlib.Path(sys.argv[1]));"
        "print(*sorted({m.split('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    heavy = {"msgspec", "imapclient", "jinja2", "lark", "email", "sqlite_utils", "smtplib", "difflib", "ssl"}
    assert not heavy & set(done.stdout.split())
