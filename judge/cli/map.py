"""judge map: a picture of a position."""

from __future__ import annotations

from pathlib import Path

import click

from judge.paths import languages


@click.command("map")
@click.argument("variant")
@click.option(
    "--state", type=click.Path(path_type=Path), help="Position as JSON, in the layout of `judge adjudicate` (Korean War: of `judge export`); its orders and results are drawn. Default: the start position.",
)  # fmt: skip
@click.option(
    "--lang",
    type=click.Choice(languages()),
    default="en",
    show_default=True,
    help="Language of names, title and key.",
)
@click.option(
    "--order",
    "orders",
    multiple=True,
    metavar="TEXT",
    help='An order to draw over it, as "A PAR - BUR". May be repeated.',
)
@click.option(
    "--width",
    type=click.IntRange(200, 6000),
    default=1600,
    show_default=True,
    help="Width of a PNG in pixels.",
)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="File to write; .svg or .png says how.",
)
def map(
    variant: str, state: Path | None, lang: str, orders: tuple[str, ...], width: int, output: Path
) -> None:
    """Draw the map of VARIANT (a name or a folder) with a position and orders."""
    from judge.app.map import write_map

    write_map(variant, state, lang, orders, output, width)
