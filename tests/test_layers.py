"""Dependencies point down only (docs/architecture.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "judge"

# Lower number = nearer the user. A module may import from its own layer's package and from higher numbers.
LAYERS = {
    "__main__": -1,
    "cli": 0,
    "app": 1,
    "render": 2,  # makes judge.mail.model.Rendered; mail knows nothing of it
    "store": 3,
    "mail": 3,
    "config": 3,
    "workflow": 4,
    "engines": 5,
    "diplomacy": 6,
    "korea": 6,
    "text": 7,
    "variants": 8,
    "engine": 9,
    "problems": 10,
    "chance": 10,
    "errors": 10,
    "points": 10,
    "paths": 10,
    "__init__": 10,
}
PURE_BELOW = 4
IMPURE = {
    "os", "socket", "subprocess", "random", "secrets", "time", "sqlite3", "smtplib", "imaplib", "urllib",
    "http", "tempfile", "shutil", "imapclient", "sqlite_utils", "uuid",
}  # fmt: skip
MODULES = sorted(ROOT.rglob("*.py"))


def layer_of(path: Path) -> str:
    """The layer's name: first folder or module below judge/."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Every module the file imports, at any depth."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            if node.module == "judge":
                found |= {f"judge.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            raise AssertionError(f"{path}: relative import")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_from_its_own_layer_or_below(path: Path) -> None:
    own = layer_of(path)
    for name in imports(path):
        if not name.startswith("judge."):
            continue
        other = name.split(".")[1]
        if other in LAYERS and other != own:
            assert LAYERS[own] < LAYERS[other], f"{own} must not import {other} ({name})"


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if LAYERS[layer_of(path)] >= PURE_BELOW],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_rules_and_workflow_are_pure(path: Path) -> None:
    forbidden = {name for name in imports(path) if name.split(".")[0] in IMPURE}
    assert not forbidden


def test_every_module_has_a_place() -> None:
    assert {layer_of(path) for path in MODULES} <= set(LAYERS)
