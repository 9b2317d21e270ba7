"""What a setting may be: for each kind the words after "must be", and the function that reads TOML's value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """What a setting may be. allowed: the words after "must be"; read turns TOML's value into ours or raises ValueError."""

    allowed: str
    read: Callable[[Any], Any]


def _text(value: Any) -> str:
    if not isinstance(value, str) or any(ord(char) < 32 for char in value):
        raise ValueError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _address(value: Any) -> str:
    """A mail address; odd local parts such as `a..b.` are allowed on purpose (docomo and au give them out)."""
    local, at, domain = _text(value).rpartition("@")
    if not at or not local or not re.fullmatch(r"[\w-]+(\.[\w-]+)*", domain) or re.search(r"[\s<>,;]", value):
        raise ValueError
    return f"{local}@{domain.lower()}"


def _optional(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: "" if value == "" else read(value)


def _domain(value: Any) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*", _text(value)):
        raise ValueError
    return str(value).lower()


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read_list(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError
        return tuple(read(item) for item in value)

    return read_list


def _zone(value: Any) -> str:
    name = _text(value)
    if name == "UTC" or (
        re.fullmatch(r"\w[\w+-]*(/\w[\w+-]*)*", name) and (Path("/usr/share/zoneinfo") / name).is_file()
    ):
        return name
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name).key
    except Exception:  # zoneinfo raises a different class for each way in which a name is wrong
        raise ValueError from None


def _language(value: Any) -> str:
    from judge.paths import languages

    if (
        not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)?", _text(value))
        or value.partition("-")[0] not in languages()
    ):
        raise ValueError
    return str(value)


def number(low: int, high: int) -> Check:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return Check(f"a whole number from {low} to {high}", read)


def one_of(*choices: str) -> Check:
    def read(value: Any) -> str:
        if value not in choices:
            raise ValueError
        return str(value)

    return Check("one of " + ", ".join(f'"{choice}"' for choice in choices), read)


TEXT = Check("text on one line", _text)
FLAG = Check("true or false", _flag)
ADDRESS = Check('a mail address such as "judge@example.org"', _address)
OPTIONAL_ADDRESS = Check('a mail address such as "you@example.org", or ""', _optional(_address))
ADDRESSES = Check('a list of mail addresses such as ["you@example.org"]', _list_of(_address))
NAMES = Check('a list of texts such as ["mx.example.org"]', _list_of(_text))
DOMAIN = Check('a domain name such as "example.org", or ""', _optional(_domain))
ZONE = Check('an IANA time zone such as "Europe/London" or "Asia/Tokyo"', _zone)
LANGUAGE = Check('a language that templates/ has words in, such as "en" or "ja"', _language)
COMMAND = Check(
    'a list of texts, the program and its arguments, such as ["pass", "show", "judge"]', _list_of(_text)
)
