"""The settings of a game: one table with name, type, default, help and check. Docs and the GM's help are made from it.

A variant's `[defaults]` and the GM's own values come over the defaults of this table. Rule options of the engine travel as
`rule.NAME`. Values are plain JSON: text, whole numbers, true and false.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from judge.engines import phase_kinds
from judge.errors import ConfigError
from judge.paths import languages
from judge.variants.model import Variant
from judge.workflow.clock import WEEKDAYS, parse_hour, parse_length, phase_length_text

Type = Literal[
    "text",
    "flag",
    "number",
    "length",
    "lengths",
    "hour",
    "weekdays",
    "zone",
    "language",
    "choice",
    "holidays",
]
LANGUAGES = languages()
YES = frozenset({"true", "yes", "on", "1", "はい", "する"})
NO = frozenset({"false", "no", "off", "0", "いいえ", "しない", "なし"})


class SettingError(ValueError):
    """A value that is not allowed. `allowed` says in short what is ("en, ja"), for any message around it."""

    def __init__(self, name: str, value: object, allowed: str) -> None:
        super().__init__(f"{name}: {value!r} is not allowed ({allowed})")
        self.name = name
        self.value = value
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. choices: for "choice". least, most: for "number". shown: players are told in the mail that starts the game."""

    name: str
    type: Type
    default: str | int | bool
    help: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1000
    shown: bool = False


TABLE: tuple[Setting, ...] = (
    Setting("title", "text", "", "Name of the game as shown to people; empty: its id."),
    Setting("language", "language", "en", "Language of mails to people who have not chosen one."),
    Setting(
        "timezone", "zone", "UTC", "Time zone in which hours, weekdays and holidays are meant.", shown=True
    ),
    Setting("length.movement", "length", "7d", "Shortest length of a movement phase.", shown=True),
    Setting(
        "length.first",
        "length",
        "14d",
        "Shortest length of the first phase; 0: as every movement phase.",
        shown=True,
    ),
    Setting("length.retreat", "length", "2d", "Shortest length of a retreat phase.", shown=True),
    Setting("length.adjustment", "length", "2d", "Shortest length of an adjustment phase.", shown=True),
    Setting(
        "hour",
        "hour",
        "",
        'Fixed hour of every deadline ("21:00", "24:00"); empty: the hour falls as it may.',
        shown=True,
    ),
    Setting(
        "start_hour",
        "hour",
        "",
        "Hour at which every phase starts; from the deadline until then there is no press (Cold War: 20:00).",
        shown=True,
    ),
    Setting(
        "weekdays",
        "weekdays",
        "",
        'Days on which a deadline may fall ("mon tue wed thu fri"); empty: any.',
        shown=True,
    ),
    Setting(
        "holidays",
        "holidays",
        "auto",
        'Country code whose holidays have no deadline ("JP"), "none", or "auto" (JP on Tokyo time).',
        shown=True,
    ),
    Setting(
        "deadline_counts",
        "flag",
        True,
        "A mail received at the very second of the deadline is in time.",
    ),
    Setting(
        "grace", "length", "1d", "Extra time after the deadline while somebody still owes orders.", shown=True
    ),
    Setting(
        "reminders", "lengths", "24h 3h", "How long before the deadline those who still owe are reminded."
    ),
    Setting(
        "early_close",
        "choice",
        "in",
        "When a phase closes before its deadline: off: never. in: when all orders are in and nobody asked to wait. "
        "ready: when everybody who owes has said READY.",
        choices=("off", "in", "ready"),
        shown=True,
    ),
    Setting(
        "review",
        "choice",
        "off",
        "off: results go out at once. gm: to a GM who does not play first, who may CORRECT them and lets them out with PROCESS.",
        choices=("off", "gm"),
    ),
    Setting(
        "nmr_limit",
        "number",
        2,
        "After so many silent phases in a row a seat is open to others; 0: never.",
        shown=True,
    ),
    Setting(
        "strict_orders",
        "flag",
        False,
        "Orders that cannot work as the board stands are refused instead of kept.",
    ),
    Setting(
        "seats",
        "choice",
        "wishes",
        "How seats are given: wishes: by ranked wishes and lots. gm: by the GM.",
        choices=("wishes", "gm"),
    ),
    Setting(
        "join",
        "choice",
        "open",
        "Who may join: everybody, those the GM approves, those invited.",
        choices=("open", "approve", "invited"),
    ),
    Setting("minimum", "number", 0, "Players needed to start; 0: one for every power."),
    Setting("wish_time", "length", "7d", "How long players have to send their wishes once the game is full."),
    Setting("ready_check", "flag", False, "The game starts only when every player has said READY."),
    Setting(
        "standby_time",
        "length",
        "3d",
        "How long an offered seat waits for an answer before the next is asked.",
    ),
    Setting(
        "absence_max", "number", 15, "Longest absence in days that moves a deadline; 0: absences never do."
    ),
    Setting("absence_total", "number", 30, "Days of absence one player may have in a game."),
    Setting(
        "press",
        "choice",
        "white",
        "white: press names its sender. grey: unsigned press is allowed too. none: the judge passes on no press.",
        choices=("white", "grey", "none"),
        shown=True,
    ),
    Setting(
        "press_gap",
        "choice",
        "refuse",
        "Press in silent hours: refuse, or hold until the next phase starts.",
        choices=("refuse", "hold"),
    ),
    Setting("press_read_by_gm", "flag", False, "The GM gets a copy of all press.", shown=True),
    Setting("anonymous", "flag", False, "Players do not learn who plays what until the end.", shown=True),
    Setting(
        "draw",
        "choice",
        "survivors",
        "Draw by vote of all survivors, or not at all.",
        choices=("survivors", "none"),
        shown=True,
    ),
    Setting(
        "peace",
        "flag",
        False,
        "Peace by public declaration of all survivors within one turn (Cold War).",
        shown=True,
    ),
    Setting(
        "concession",
        "flag",
        True,
        "All other survivors may concede the game to one power by vote.",
        shown=True,
    ),
    Setting("gm_may_play", "flag", True, "The GM may hold a seat."),
)
BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in TABLE}
LENGTH_PREFIX = "length."
SHORTEST = timedelta(minutes=5)
"""No phase is shorter."""
RULE_PREFIX = "rule."


def _flag(setting: Setting, raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    word = str(raw).strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise SettingError(setting.name, raw, "yes, no")


def _number(setting: Setting, raw: object) -> int:
    allowed = f"{setting.least} to {setting.most}"
    try:
        number = int(str(raw).strip())
    except ValueError:
        raise SettingError(setting.name, raw, allowed) from None
    if isinstance(raw, bool) or not setting.least <= number <= setting.most:
        raise SettingError(setting.name, raw, allowed)
    return number


def zone_name(raw: str) -> str | None:
    """The IANA name as the time zone tables spell it, or None if there is no such zone."""
    name = raw.strip()
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return name


def _holidays(setting: Setting, text: str) -> str:
    if text in {"", "none", "auto"}:
        return text or "none"
    import holidays

    code = text.upper()
    if code not in holidays.list_supported_countries():
        raise ValueError(text)
    return code


def _length(setting: Setting, text: str) -> str:
    length = parse_length(text)
    of_phase = setting.name.startswith(LENGTH_PREFIX) and setting.name != "length.first"
    if of_phase and not length.days and length.time < SHORTEST:
        raise SettingError(setting.name, text, "at least 5m")
    return text


def _lengths(setting: Setting, text: str) -> str:
    words = text.replace(",", " ").split()
    if any(parse_length(word).zero for word in words):
        raise ValueError(text)
    return " ".join(words)


def _hour(setting: Setting, text: str) -> str:
    if text in {"", "none", "any"}:
        return ""
    minutes = parse_hour(text)
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _zone(setting: Setting, text: str) -> str:
    zone = zone_name(text)
    if zone is None:
        raise ValueError(text)
    return zone


def _weekdays(setting: Setting, text: str) -> str:
    if text in {"", "any", "all"}:
        return ""
    words = [word[:3] for word in text.replace(",", " ").split()]
    if not set(words) <= set(WEEKDAYS):
        raise ValueError(text)
    return " ".join(day for day in WEEKDAYS if day in words)


_READERS: Mapping[str, tuple[Callable[[Setting, str], str], str]] = {
    "length": (_length, "a length such as 7d, 52h or 1d 12h"),
    "lengths": (_lengths, "lengths such as 24h 3h"),
    "hour": (_hour, "an hour such as 21:00 or 24:00, or none"),
    "zone": (_zone, "an IANA name such as Asia/Tokyo"),
    "weekdays": (_weekdays, " ".join(WEEKDAYS)),
    "holidays": (_holidays, "auto, none, or a country code such as JP"),
}
"""How each type is read, and what to say is allowed."""


def _checked(setting: Setting, raw: object) -> str | int | bool:
    """The value in its plain form; SettingError if it is not allowed."""
    if setting.type == "flag":
        return _flag(setting, raw)
    if setting.type == "number":
        return _number(setting, raw)
    text = str(raw).strip()
    if setting.type in _READERS:
        read, allowed = _READERS[setting.type]
        try:
            return read(setting, text if setting.type == "zone" else text.lower())
        except SettingError:
            raise
        except ValueError:
            raise SettingError(setting.name, raw, allowed) from None
    choices = LANGUAGES if setting.type == "language" else setting.choices
    if choices and text.lower() not in choices:
        raise SettingError(setting.name, raw, ", ".join(choices))
    return text.lower() if choices else text


def check(name: str, raw: object) -> str | int | bool:
    """The value of this setting in its plain form. Raises SettingError for an unknown name or a value that is not allowed.

    `length.KIND` is allowed for any phase kind, `rule.NAME` for any name (the engine checks it).
    """
    setting = BY_NAME.get(name)
    if setting is not None:
        return _checked(setting, raw)
    if name.startswith(LENGTH_PREFIX):
        return _checked(Setting(name, "length", "", ""), raw)
    if name.startswith(RULE_PREFIX):
        return _rule_value(raw)
    raise SettingError(name, raw, "no setting of this name")


def _rule_value(raw: object) -> str | int | bool:
    if isinstance(raw, bool | int):
        return raw
    text = str(raw).strip()
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else text


def complete(
    given: Mapping[str, Any], variant_defaults: Mapping[str, Any] | None = None
) -> dict[str, str | int | bool]:
    """All settings of a new game: this table's defaults, over them the variant's, over them those given.

    Raises ConfigError (one line: name, value, what is allowed) for what is not allowed.
    """
    values: dict[str, str | int | bool] = {setting.name: setting.default for setting in TABLE}
    for where, layer in (("variant [defaults]", variant_defaults or {}), ("game settings", given)):
        for name, raw in _flat(layer):
            try:
                values[name] = check(name, raw)
            except SettingError as error:
                raise ConfigError(f"{where}: {error}") from None
    return values


def _flat(layer: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """TOML tables as dotted names; lists as words."""
    found: list[tuple[str, Any]] = []
    for key, value in layer.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            found += _flat(value, f"{name}.")
        elif isinstance(value, list | tuple):
            found.append((name, " ".join(str(item) for item in value)))
        else:
            found.append((name, value))
    return found


def rule_options(settings: Mapping[str, Any]) -> dict[str, bool | int | str]:
    """The engine's rule options among the settings, by their own names."""
    return {
        name.removeprefix(RULE_PREFIX): value
        for name, value in settings.items()
        if name.startswith(RULE_PREFIX)
    }


def shown(settings: Mapping[str, Any], variant: Variant) -> dict[str, str | int | bool]:
    """The settings players are told about when the game starts: of lengths those of every kind of phase that it has by its rules."""
    found: dict[str, str | int | bool] = {}
    for setting in TABLE:
        if setting.name == "length.movement":
            found |= _lengths_of_phases(settings, variant)
        elif setting.shown and setting.name in settings and not setting.name.startswith(LENGTH_PREFIX):
            found[setting.name] = settings[setting.name]
    return found


def _lengths_of_phases(settings: Mapping[str, Any], variant: Variant) -> dict[str, str | int | bool]:
    rules = {**variant.rules, **rule_options(settings)}
    absent = {
        "retreat": rules.get("retreat") == "never",
        "adjustment": rules.get("builds") == "automatic",
    }
    first = settings.get("length.first", "")
    found = {"length.first": first} if first and not parse_length(str(first)).zero else {}
    for kind in phase_kinds(variant):
        if not absent.get(kind):
            found[f"{LENGTH_PREFIX}{kind}"] = phase_length_text(kind, settings)
    return found
