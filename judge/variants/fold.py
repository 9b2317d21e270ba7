"""When two spellings are the same name: NFKC (full-width letters, half-width kana), capitals, blanks and dots do not count."""

from __future__ import annotations

import unicodedata

_DROPPED = str.maketrans("", "", " .\u3000'’・=＝-‐–—")


def folded(form: str) -> str:
    """The spelling as it is compared. Two names of a variant must not fold to the same."""
    return unicodedata.normalize("NFKC", form).casefold().translate(_DROPPED)
