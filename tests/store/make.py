"""Keeps the database as this version writes it, for the test of later upgrades: python -m tests.store.make

Run it before adding a migration, and until the first release also when records change their form; after a release never again
for a version that was released.
"""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

from judge.store.schema import VERSION
from tests.app.conftest import World

SCHEMAS = Path(__file__).parent / "schemas"


def make() -> None:
    """A small game with orders, a mail that was answered, one that was not, and a letter in the queue."""
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "site")
        world.start("old")
        world.deliver("japan@example.test", "A KYO - KYU", subject="[old] orders")
        world.tick()
        path = world.site.store.path
        world.site.close()
        with sqlite3.connect(path) as db:
            newest = db.execute("SELECT max(id) FROM letter").fetchone()[0]
            db.execute(
                "DELETE FROM letter WHERE id NOT IN (SELECT id FROM letter ORDER BY id LIMIT 2) AND id != ?",
                (newest,),
            )
            db.execute("UPDATE letter SET status = 'queued', sent = '' WHERE id = ?", (newest,))
            db.execute("DELETE FROM picture")
            text = "\n".join(db.iterdump())
        version = f"\nPRAGMA user_version = {VERSION};\n"
        (SCHEMAS / f"{VERSION:03}.sql").write_text(text + version, "utf-8")


if __name__ == "__main__":
    make()
