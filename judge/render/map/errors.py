"""The one error of the map pictures."""

from __future__ import annotations

from judge.errors import JudgeError


class MapError(JudgeError):
    """A picture could not be made; the mail can go without it. The message says which and why."""
