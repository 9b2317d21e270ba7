"""`judge adjudicate`: a rules engine for other programs, as a filter."""

from __future__ import annotations

import gc
import sys

import click

from judge.paths import languages


@click.command()
@click.argument("variant")
@click.option(
    "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="Set a rule option; may be repeated."
)
@click.option("--explain", is_flag=True, help="Print for people instead of JSON.")
@click.option("--lang", type=click.Choice(languages()), default="en", help="Language of --explain.")
@click.option("--list-rules", is_flag=True, help="List the rule options with their values for VARIANT.")
def adjudicate(variant: str, rules: tuple[str, ...], explain: bool, lang: str, list_rules: bool) -> int:
    """Adjudicate phases of VARIANT (a name or a folder): JSON Lines on standard input, one phase a line; the same with results and the next position on
    standard output. A line that is not valid gives {"error": …}, the run goes on, and the exit status is 1."""
    from judge.app import adjudicate as app
    from judge.diplomacy.engine import DiplomacyEngine
    from judge.diplomacy.rules import OPTIONS
    from judge.errors import UsageError
    from judge.variants.load import load_variant

    chosen: dict[str, bool | int | str] = {}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not equals:
            raise UsageError(f"--rule needs NAME=VALUE, not {rule!r}")
        chosen[name.strip()] = value.strip()
    loaded = load_variant(variant)
    if loaded.engine != "diplomacy":
        raise UsageError(f"judge adjudicate plays games of the Diplomacy family, not {loaded.id}")
    engine = DiplomacyEngine(loaded, chosen)
    if list_rules:
        for option in OPTIONS:
            allowed = "|".join(str(v).lower() if isinstance(v, bool) else str(v) for v in option.values)
            now = engine.rules[option.name]
            shown = str(now).lower() if isinstance(now, bool) else now
            click.echo(f"{option.name} = {shown}  ({allowed or 'whole number'})\n    {option.help}")
        return 0
    gc.freeze()
    all_valid = True
    output = sys.stdout.buffer
    say = app.teller(engine, lang) if explain else None
    for answer, valid in app.adjudicate_lines(engine, sys.stdin.buffer, say):
        all_valid &= valid
        output.write(answer)
        output.flush()
    return 0 if all_valid else 1
