"""The program as others get it: the source package builds the wheel, and the wheel, installed elsewhere, plays. Needs no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from judge import __version__
from judge.app.variants import run_cases

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "dist", "demo-game", "simulated-game", "*.pyc")

pytestmark = pytest.mark.packaging


def run(*words: str | Path, cwd: Path, **environment: str) -> str:
    """What the command prints; fails with all of it when the command fails."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(cwd),
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        **environment,
    }
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source package, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("build")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT)
    shutil.copy(ROOT / ".gitignore", folder / "source")
    out = folder / "dist"
    run(
        sys.executable, "-m", "build", "--no-isolation", "--outdir", out, folder / "source",
        cwd=folder, PYTHONPATH="",
    )  # fmt: skip
    (source,) = out.glob("*.tar.gz")
    (wheel,) = out.glob("*.whl")
    return source, wheel


@pytest.fixture(scope="module")
def installed(packages: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment that holds the wheel; what it depends on is lent by the environment of the tests."""
    home = tmp_path_factory.mktemp("elsewhere")
    venv.create(home / "venv", with_pip=False, symlinks=True)
    python = home / "venv" / "bin" / "python"
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", packages[1], cwd=home,
    )  # fmt: skip
    own = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    # Folders named in a .pth file are not searched for .pth files, so an editable install there is not lent.
    lent = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    (own / "lent.pth").write_text("\n".join(lent) + "\n")
    assert str(own) in run(python, "-c", "import judge; print(judge.__file__)", cwd=home)
    return python.parent


def test_the_packages_hold_all_that_the_program_reads(packages: tuple[Path, Path]) -> None:
    source, wheel = packages
    with zipfile.ZipFile(wheel) as zipped:
        in_wheel = set(zipped.namelist())
    with tarfile.open(source) as tar:
        in_source = {name.partition("/")[2] for name in tar.getnames()}
    for folder in ("cron", "grammar", "templates", "variants"):
        for path in (ROOT / folder).rglob("*"):
            name = str(path.relative_to(ROOT))
            if path.is_file() and "__pycache__" not in name:
                assert f"judge/data/{name}" in in_wheel
                assert name in in_source
    for path in (ROOT / "judge").rglob("*"):
        name = str(path.relative_to(ROOT))
        if path.is_file() and "__pycache__" not in name:
            assert name in in_wheel
    assert {"README.md", "CHANGELOG.md", "Makefile", "docs/operations.md", "cron/README.md"} <= in_source
    assert not [name for name in in_wheel if name.startswith(("tests/", "tools/"))]


def test_it_tells_its_version_and_its_games(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "judge", "--version", cwd=tmp_path).strip() == f"judge, version {__version__}"
    manual = installed.parent / "share" / "man" / "man1" / "judge.1"
    assert manual.read_text("utf-8") == (ROOT / "docs" / "judge.1").read_text("utf-8")
    listed = run(installed / "judge", "variant", "list", cwd=tmp_path)
    for game in ("coldwar", "colonial", "standard"):
        assert game in listed
    assert "no faults" in run(installed / "judge", "variant", "check", cwd=tmp_path)
    cases = sum(1 for _ in run_cases(ROOT / "variants" / "colonial"))
    tested = run(installed / "judge", "variant", "test", "colonial", "--games", "1", cwd=tmp_path)
    assert f"colonial: {cases} cases, 1 game of chance: all is well" in tested


def test_it_sets_a_judge_up_and_finds_it_good(installed: Path, tmp_path: Path) -> None:
    run(
        installed / "judge", "init", "site", "--yes", "--address", "judge@example.test", "--gm", "gm@example.test", cwd=tmp_path,
    )  # fmt: skip
    assert "FAIL" not in run(installed / "judge", "check", "--dir", "site", cwd=tmp_path)
    printed = run(installed / "judge", "cron", "--dir", "site", cwd=tmp_path)
    assert f"* * * * * {installed / 'judge'} tick --once --dir {tmp_path / 'site'}\n" in printed
    run(installed / "judge", "cron", "--dir", "site", "--write", "units", cwd=tmp_path)
    unit = (tmp_path / "units" / "judge-watch.service").read_text("utf-8")
    assert f"ExecStart={installed / 'judge'} watch\n" in unit
    run(installed / "judge", "game", "new", "one", "--dir", "site", cwd=tmp_path)
    assert run(installed / "judge", "tick", "--dir", "site", cwd=tmp_path) == ""


@pytest.mark.pictures
def test_it_plays_the_demonstration_with_maps(installed: Path, tmp_path: Path) -> None:
    story = run(installed / "judge", "demo", "--game", "coldwar", "--dir", "demo", cwd=tmp_path)
    assert "All mails, as they would be read" in story
    assert list((tmp_path / "demo" / "maps").glob("*.png"))
    assert list((tmp_path / "demo" / "readable").iterdir())


def test_the_shell_completes_its_commands(installed: Path, tmp_path: Path) -> None:
    """docs/commands.md, Completion in the shell: the script of each shell, and what it asks of the program."""
    for shell in ("bash", "zsh", "fish"):
        script = run(installed / "judge", cwd=tmp_path, _JUDGE_COMPLETE=f"{shell}_source")
        assert "_JUDGE_COMPLETE" in script
    asked = run(
        installed / "judge", cwd=tmp_path, _JUDGE_COMPLETE="bash_complete", COMP_WORDS="judge variant ", COMP_CWORD="2",
    )  # fmt: skip
    assert {line.partition(",")[2] for line in asked.split()} >= {"new", "check", "import"}
