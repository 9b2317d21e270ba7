"""`judge variant`: the variants there are, and what is wrong with a folder."""

from __future__ import annotations

from pathlib import Path

import click


@click.group()
def variant() -> None:
    """The games as data: list them, check a folder, begin a new one."""


@variant.command("list")
def list_() -> None:
    """Name every variant that comes with the program."""
    from judge.variants.load import list_variants, load_variant

    for name in list_variants():
        loaded = load_variant(name)
        centres = sum(province.centre for province in loaded.provinces)
        board = f", {len(loaded.provinces)} provinces, {centres} centres" if loaded.provinces else ""
        titles = " / ".join(names[0] for names in loaded.names.values())
        click.echo(f"{name:12} {titles}: {len(loaded.powers)} powers{board}")


@variant.command()
@click.argument("folders", metavar="[NAME|DIR]...", nargs=-1)
def check(folders: tuple[str, ...]) -> None:
    """Name every fault of a variant folder with file and line. Without a name: of every variant there is."""
    from judge.variants.load import list_variants

    faults = 0
    for folder in folders or list_variants():
        faults += _check_one(folder)
    if faults:
        raise SystemExit(1)


def _check_one(name_or_folder: str) -> int:
    """Print what is wrong with one folder; how many faults."""
    from judge.engines import engine_for
    from judge.errors import VariantError
    from judge.variants.check import check_variant
    from judge.variants.load import find_folder, load_variant

    folder = find_folder(name_or_folder)
    faults = [str(fault) for fault in check_variant(folder)]
    if not faults:
        try:
            engine_for(load_variant(folder))
        except VariantError as error:
            faults = [f"variant.toml: {error}"]
    for fault in faults:
        click.echo(f"{folder / fault}")
    click.echo(f"{folder.name}: {'no faults' if not faults else f'{len(faults)} faults'}")
    return len(faults)


@variant.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--like", default="standard", show_default=True, help="Variant to begin from.")
def new(folder: Path, like: str) -> None:
    """Begin a new variant in DIR as a copy of another one, to be changed file by file."""
    from judge.errors import UsageError
    from judge.variants.load import find_folder

    source = find_folder(like)
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is there already and not empty: name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("variant.toml", "provinces.csv", "borders.csv", "start.txt"):
        if (source / name).is_file():
            (folder / name).write_bytes((source / name).read_bytes())
    (folder / "SOURCES.md").write_text(
        f"# Where the facts of `{folder.name}` are from\n\nBegun as a copy of `{source.name}`.\n", "utf-8"
    )
    click.echo(
        f"{folder}: copied from {source.name}. Change the files, then run: judge variant check {folder}"
    )
