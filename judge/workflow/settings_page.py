"""The table of settings as docs/gm.md shows it."""

from __future__ import annotations

from judge.workflow.settings import LANGUAGES, TABLE, Setting


def markdown_table() -> str:
    """The table for docs/gm.md; a test compares."""
    rows = ["| setting | default | meaning | allowed |", "|---|---|---|---|"]
    for setting in TABLE:
        default = str(setting.default) or "–"
        if setting.type == "flag":
            default = "yes" if setting.default else "no"
        rows.append(f"| `{setting.name}` | {default} | {setting.help} | {_allowed(setting)} |")
    return "\n".join(rows)


def _allowed(setting: Setting) -> str:
    if setting.choices:
        return ", ".join(setting.choices)
    if setting.type == "number":
        return f"{setting.least} to {setting.most}"
    return {
        "flag": "yes, no", "language": ", ".join(LANGUAGES), "zone": "an IANA name (Asia/Tokyo)", "hour": "21:00, 24:00, none",
        "length": "7d, 52h, 1d 12h, 0", "lengths": "24h 3h", "weekdays": "mon … sun", "holidays": "auto, none, JP …",
    }.get(setting.type, "any text")  # fmt: skip
