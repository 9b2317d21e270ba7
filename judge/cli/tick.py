"""`judge tick`: one pass, for cron. `judge status`: how things stand."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from judge.cli.common import directory_option, now_option, write_utf8

if TYPE_CHECKING:
    from judge.app.tick import Report


@click.command()
@directory_option
@now_option
@click.option("--verbose", "-v", is_flag=True, help="Say what was done even when all is well.")
@click.option("--once", is_flag=True, help="Say the same trouble once, and when it is over (for cron).")
@click.option(
    "--dry-run", is_flag=True, help="Only say what would be done: nothing is stored, sent or moved."
)
def tick(directory: str | None, now: datetime | None, verbose: bool, once: bool, dry_run: bool) -> None:
    """One pass: fetch mails, answer them, close what is due, send. Quiet when all is well (for cron)."""
    from judge.app.idle import nothing_to_do

    moment = now or datetime.now(UTC).replace(microsecond=0)
    folder = directory or os.environ.get("JUDGE_DIR") or "."
    if dry_run:
        _dry_run(directory, moment)
        return
    if not verbose and nothing_to_do(folder, moment):
        return
    from judge.app.site import Busy, open_site
    from judge.app.tick import tick as run

    site = open_site(directory)
    try:
        report = run(site, moment)
        problems = report.problems
        if once:
            from judge.app.trouble import worth_saying

            problems = worth_saying(site, problems)
    except Busy as busy:
        if verbose:
            click.echo(f"judge: {busy}")
        return
    finally:
        site.close()
    for problem in problems:
        click.echo(f"judge: {problem}", err=True)
    if verbose:
        click.echo(_counts(report))
    if report.problems:
        sys.exit(1)


def _dry_run(directory: str | None, moment: datetime) -> None:
    """Tell what a pass would do."""
    from judge.app.rehearsal import rehearse
    from judge.app.site import open_site

    site = open_site(directory)
    try:
        report, lines = rehearse(site, moment)
    finally:
        site.close()
    for line in (*lines, f"would be: {_counts(report)}"):
        click.echo(line)
    for problem in report.problems:
        click.echo(f"judge: {problem}", err=True)
    if report.problems:
        sys.exit(1)


def _counts(report: Report) -> str:
    handled = ", ".join(f"{count} {status}" for status, count in sorted(report.handled.items())) or "none"
    return (
        f"fetched {report.fetched}; handled: {handled}; "
        f"sent {report.sent}, deferred {report.deferred}, failed {report.failed}"
    )


@click.command()
@directory_option
@click.option("--json", "as_json", is_flag=True, help="As JSON, for monitoring.")
def status(directory: str | None, as_json: bool) -> None:
    """How the judge is: last pass, waiting mails, queue, games and their deadlines, trouble. Exit 1 when something is wrong."""
    from judge.app.now import clock
    from judge.app.site import open_site
    from judge.app.status import status_of

    site = open_site(directory)
    try:
        state = status_of(site, clock())
    finally:
        site.close()
    if as_json:
        import json

        write_utf8()
        click.echo(json.dumps(state.as_json(), ensure_ascii=False))
    else:
        click.echo("\n".join(state.lines()))
    if state.troubles:
        sys.exit(1)
