"""The words of a language: templates/<language>/ as functions.

A language is a folder of phrase files, one a group, each a row of Jinja macros that give plain text. The layout of mails is
in templates/shared/ and has no words of its own, so a new language is a new folder and nothing else.
Phrases are always plain text: the HTML layout escapes them like everything else that comes from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Macro

from judge.paths import data_dir, languages

SHARED = "shared"
FALLBACK = "en"


def language_or_fallback(language: str) -> str:
    """The language if there is a folder for it ("ja-JP" counts as "ja"), else English."""
    for code in (language, language.partition("-")[0]):
        if code in languages():
            return code
    return FALLBACK


def _environment(*, layout: bool, autoescape: bool) -> Environment:
    """In a layout a tag on a line of its own leaves no line; in phrases every line end counts."""
    return Environment(
        loader=FileSystemLoader(data_dir("templates")),
        undefined=StrictUndefined,
        autoescape=autoescape,
        trim_blocks=layout,
        lstrip_blocks=layout,
        keep_trailing_newline=True,
    )


@lru_cache(maxsize=1)
def phrase_environment() -> Environment:
    """For phrases, which are plain text."""
    return _environment(layout=False, autoescape=False)


@lru_cache(maxsize=1)
def text_environment() -> Environment:
    """For the layout of plain text."""
    return _environment(layout=True, autoescape=False)


@lru_cache(maxsize=1)
def html_environment() -> Environment:
    """For HTML: everything is escaped unless the layout itself says otherwise."""
    return _environment(layout=True, autoescape=True)


class Group:
    """The phrases of one file: `group.name(…)` gives the phrase as plain text.

    A macro is never handed to a layout itself: called from HTML it would declare its text to be safe, a player's words included.
    """

    def __init__(self, macros: Mapping[str, Macro]) -> None:
        self._macros = macros

    def __getattr__(self, name: str) -> Callable[..., str]:
        try:
            macro = self._macros[name]
        except KeyError:
            raise AttributeError(name) from None
        return lambda *values, **named: str(macro(*values, **named)).strip()

    def __contains__(self, name: object) -> bool:
        return name in self._macros

    def has(self, code: str) -> bool:
        """Whether there is a phrase for this code."""
        return macro_name(code) in self._macros

    def say(self, code: str, *values: object) -> str:
        """The phrase for a code of a closed set; for one without a phrase, `other` with the code first."""
        name = macro_name(code)
        if name in self._macros:
            return str(self._macros[name](*values)).strip()
        return str(self._macros["other"](code, *values)).strip()


def macro_name(code: str) -> str:
    """Codes may have hyphens, spaces and capitals; macro names have not."""
    return code.replace("-", "_").replace(" ", "_").replace(".", "_").lower()


def macros_of(language: str, group: str, values: Mapping[str, Any] | None = None) -> dict[str, Macro]:
    """The macros of one phrase file; `values` are what its phrases may use besides their arguments."""
    template = phrase_environment().get_template(f"{language}/{group}.j2")
    module = template.make_module(dict(values or {}))
    return {
        name: macro
        for name, macro in vars(module).items()
        if isinstance(macro, Macro) and not name.startswith("_")
    }
