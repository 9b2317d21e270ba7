"""docs/languages.md, done with French in a copy of the program: words, names, orders in it, and what is missing is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from email import message_from_bytes, policy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SKIPPED = shutil.ignore_patterns("__pycache__", "demo", "fonts")

pytestmark = pytest.mark.packaging


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with a French folder of words, in which only a few are translated yet, and some French names."""
    home = tmp_path_factory.mktemp("program")
    for folder in ("judge", "grammar", "templates", "variants"):
        shutil.copytree(ROOT / folder, home / folder, ignore=SKIPPED)
    shutil.copytree(home / "templates" / "en", home / "templates" / "fr")
    words = home / "templates" / "fr" / "words.j2"
    text = words.read_text("utf-8").replace("Dear {{ name }},", "Cher {{ name }},")
    words.write_text(text.replace("language_name() %}English", "language_name() %}Français"), "utf-8")
    standard = home / "variants" / "standard"
    table = (standard / "provinces.csv").read_text("utf-8").splitlines()
    french = {"BUR": "Bourgogne;la Bourgogne", "MAR": "Marseille la belle"}
    rows = [f"{table[0]},fr", *(f"{row},{french.get(row.split(',')[0], '')}" for row in table[1:])]
    (standard / "provinces.csv").write_text("\n".join(rows) + "\n", "utf-8")
    settings = (standard / "variant.toml").read_text("utf-8")
    settings = settings.replace('ja = "春"', 'ja = "春"\nfr = "Printemps"')
    settings = settings.replace('id = "FRANCE"', 'id = "FRANCE"\nfr = ["la France"]')
    (standard / "variant.toml").write_text(settings, "utf-8")
    return home


def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of the copy."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(program), "LANG": "C.UTF-8", "HOME": str(program)}
    command = [sys.executable, "-P", "-m", *words]
    return subprocess.run(command, cwd=program, env=env, capture_output=True, text=True, check=False)


def judge(program: Path, *words: str) -> str:
    done = run(program, "judge", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def mails_of(program: Path, address: str) -> list[str]:
    """The texts of a player's mails."""
    found = []
    for path in (program / "site/mail/players" / address / "new").iterdir():
        body = message_from_bytes(path.read_bytes(), policy=policy.default).get_body(("plain",))
        assert body is not None
        found.append(str(body.get_content()))
    return found


def test_a_reader_of_the_new_language_gets_its_words_and_names_and_may_write_them(program: Path) -> None:
    assert "no faults" in judge(program, "variant", "check", "standard")
    judge(
        program, "init", "site", "--yes", "--address", "judge@example.org", "--gm", "gm@example.org",
        "--set", "security.addresses_are_enough=true",
    )  # fmt: skip
    where = ("--dir", "site")
    judge(
        program,
        "game",
        "new",
        "g",
        "--variant",
        "standard",
        "--set",
        "seats=gm",
        "--set",
        "minimum=1",
        *where,
    )
    powers = ("Austria", "England", "Germany", "Italy", "Russia", "Turkey")
    for power in powers:
        judge(program, "game", "seat", "g", power, f"{power.lower()}@example.org", *where)
    judge(
        program,
        "game",
        "seat",
        "g",
        "la France",
        "fleur@example.org",
        "--player",
        "Fleur",
        "--language",
        "fr",
        *where,
    )
    judge(program, "game", "start", "g", *where)
    judge(program, "tick", *where)
    (start,) = mails_of(program, "fleur@example.org")
    assert "Cher Fleur," in start
    assert "Printemps" in start
    (program / "site/mail/judge/new/1.mail").write_text(
        "From: fleur@example.org\nTo: judge@example.org\nSubject: [g] ordres\n\nA Marseille la belle - la Bourgogne\n",
        "utf-8",
    )
    judge(program, "tick", *where)
    answer = next(text for text in mails_of(program, "fleur@example.org") if text != start)
    assert "A MAR - BUR" in answer
    assert "Bourgogne" in answer


def test_a_phrase_that_the_new_language_lacks_is_named(program: Path) -> None:
    shutil.copy(ROOT / "tests" / "render" / "test_phrases.py", program)
    arguments = (
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "fr-subjects or fr-titles",
        "test_phrases.py",
    )
    assert run(program, *arguments).returncode == 0
    subjects = program / "templates" / "fr" / "subjects.j2"
    subjects.write_text(subjects.read_text("utf-8").replace("macro reminder(", "macro remindre("), "utf-8")
    failed = run(program, *arguments)
    assert failed.returncode == 1
    assert "templates/fr/subjects.j2 has no reminder" in failed.stdout
