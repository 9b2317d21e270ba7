"""The site's settings: `judge.toml` in the data directory.

Loaded by every tick: nothing heavier than tomllib may be imported here.
"""

from judge.config.load import DIR_VARIABLE, find_dir, load_config, parse_config
from judge.config.settings import (
    FILE_NAME,
    SECTIONS,
    Config,
    Files,
    InboxSettings,
    Login,
    OutboxSettings,
    Row,
    Security,
    Site,
    Tick,
    setting_check,
    settings_table,
)

__all__ = [
    "Config",
    "find_dir",
    "load_config",
    "parse_config",
    "Site",
    "InboxSettings",
    "OutboxSettings",
    "Login",
    "Security",
    "Tick",
    "Files",
    "setting_check",
    "settings_table",
    "Row",
    "SECTIONS",
    "FILE_NAME",
    "DIR_VARIABLE",
]
