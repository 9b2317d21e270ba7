"""The small judge of tests/app, here too."""

from tests.app.conftest import _no_pictures, world

__all__ = ["_no_pictures", "world"]
