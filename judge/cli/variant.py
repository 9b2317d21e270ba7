"""`judge variant`: the variants there are, what is wrong with a folder, and ways to make one."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import SuggestingGroup, directory_option
from judge.paths import languages


@click.group(cls=SuggestingGroup)
def variant() -> None:
    """The games as data: list them, check, test and draw a folder, begin a new one, import a map."""


@variant.command("list")
@directory_option
def list_(directory: str | None) -> None:
    """Name every variant that comes with the program, and with --dir the judge's own ones too."""
    from judge.variants.load import list_variants, load_variant, own_variants

    if directory:
        from judge.app.site import VARIANTS
        from judge.config import find_dir
        from judge.variants.load import use_variants_of

        use_variants_of(find_dir(directory) / VARIANTS)
    for name in (*list_variants(), *(own_variants() if directory else ())):
        loaded = load_variant(name)
        centres = sum(province.centre for province in loaded.provinces)
        board = f", {len(loaded.provinces)} provinces, {centres} centres" if loaded.provinces else ""
        titles = " / ".join(names[0] for names in loaded.names.values())
        click.echo(f"{name:12} {titles}: {len(loaded.powers)} powers{board}")


@variant.command()
@click.argument("folders", metavar="[NAME|DIR]...", nargs=-1)
def check(folders: tuple[str, ...]) -> None:
    """Name every fault of a variant folder with file and line. Without a name: of every variant there is.

    Exit status 1 when there is a fault.
    """
    from judge.app.variants import faults
    from judge.variants.load import find_folder, list_variants

    total = 0
    for name in folders or list_variants():
        folder = find_folder(name)
        found = faults(folder)
        for fault in found:
            click.echo(f"{folder / fault}")
        click.echo(f"{folder.name}: {_count(len(found), 'fault') if found else 'no faults'}")
        total += len(found)
    if total:
        raise SystemExit(1)


@variant.command()
@click.argument("folders", metavar="[NAME|DIR]...", nargs=-1)
@click.option(
    "--games", default=3, show_default=True, help="Games of chance to play after the cases; 0: none."
)
def test(folders: tuple[str, ...], games: int) -> None:
    """Run the cases in a variant's folder cases/, then play it with orders of chance.

    Names every case that comes out otherwise than it says, with file and line. Exit status 1 when there is one.
    Without a name: every variant there is.
    """
    from judge.app import variants as app
    from judge.variants.load import find_folder, list_variants

    total = 0
    for name in folders or list_variants():
        folder = find_folder(name)
        wrong = [f"{folder / fault}" for fault in app.faults(folder)]
        ran = 0
        if not wrong:
            for _, differences in app.run_cases(folder):
                ran += 1
                wrong += [f"{folder / app.CASES}/{each}" for each in differences]
            for game in range(1, games + 1):
                wrong += [f"{folder.name}: {each}" for each in app.play_at_random(folder, str(game))]
        for each in wrong:
            click.echo(each)
        result = "all is well" if not wrong else f"{len(wrong)} wrong"
        click.echo(f"{folder.name}: {_count(ran, 'case')}, {_count(games, 'game')} of chance: {result}")
        total += len(wrong)
    if total:
        raise SystemExit(1)


@variant.command()
@click.argument("folder", metavar="NAME|DIR")
@click.option(
    "--lang", type=click.Choice(languages()), default="en", show_default=True, help="Language of the names."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="File to write; .svg or .png says how. Default: NAME.png here.",
)
def draw(folder: str, lang: str, output: Path | None) -> None:
    """Draw the start of a variant, named or in DIR: from its map.json, or laid out from its borders alone."""
    from judge.app.map import write_map
    from judge.variants.load import find_folder

    target = output or Path(f"{find_folder(folder).name}.png")
    write_map(folder, None, lang, (), target, 1600)
    click.echo(f"{target}: drawn")


@variant.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--from", "--like", "source", metavar="NAME|DIR", default="standard", show_default=True, help="Variant to begin from.",
)  # fmt: skip
def new(folder: Path, source: str) -> None:
    """Begin a new variant in DIR as a copy of another one, to be changed file by file."""
    from judge.app.variants import new_folder

    copied = new_folder(folder, source)
    click.echo(
        f"{folder}: copied from {copied.name}. Change the files, then run: judge variant check {folder}"
    )


@variant.command("import")
@click.argument("file", metavar="FILE.map", type=click.Path(path_type=Path))
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
def import_(file: Path, folder: Path | None) -> None:
    """Make a variant in DIR out of a FILE.map, the layout of the `diplomacy` package family. DIR: by default named after the file, here.

    Prints what does not fit, then every fault as `judge variant check` would; exit status 1 when there is one.
    """
    from judge.app.variants import faults, import_folder

    target = folder or Path(file.stem)
    notes = import_folder(file, target)
    for note in notes:
        click.echo(f"note: {note}")
    found = faults(target.resolve())
    for fault in found:
        click.echo(f"{target / fault}")
    click.echo(
        f"{target}: {_count(len(found), 'fault') if found else 'no faults'}; notes are in {target / 'SOURCES.md'}"
    )
    if found:
        raise SystemExit(1)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
