"""Writes the table of settings into docs/operations.md, between its two marks: python -m tools.settings_doc"""

from __future__ import annotations

import json
from pathlib import Path

from judge.config import SECTIONS, settings_table

DOC = Path(__file__).resolve().parent.parent / "docs" / "operations.md"
BEGIN, END = "<!-- settings: begin -->", "<!-- settings: end -->"


def table() -> str:
    """The table as Markdown, one heading a section."""
    lines: list[str] = []
    section = ""
    for row in settings_table():
        if row.section != section:
            section = row.section
            title = str(SECTIONS[section].__doc__).split("\n", maxsplit=1)[0].rstrip(".")
            lines += [
                "",
                f"### {title}",
                "",
                "| setting | default | meaning | allowed |",
                "|---|---|---|---|",
            ]
        default = "needed" if row.required else f"`{json.dumps(row.default, ensure_ascii=False)}`"
        lines.append(f"| `{row.name}` | {default} | {row.help} | {row.allowed} |")
    return "\n".join(lines).strip() + "\n"


def with_table(text: str) -> str:
    """The page with the table as it should be. Raises ValueError when a mark is missing."""
    before, _, rest = text.partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise ValueError(f"{DOC.name} lacks {BEGIN} or {END}")
    return f"{before}{BEGIN}\n{table()}{END}{after}"


if __name__ == "__main__":
    DOC.write_text(with_table(DOC.read_text("utf-8")), "utf-8")
