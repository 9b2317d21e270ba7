"""`judge watch`: answers at once instead of once a minute."""

from __future__ import annotations

import click

from judge.cli.common import directory_option


@click.command()
@directory_option
def watch(directory: str | None) -> None:
    """Run passes for ever, each as soon as a mail comes (IMAP IDLE). Stop with Ctrl-C or SIGTERM.

    Trouble goes to standard error once when it begins and once when it is over.
    """
    from judge.app.site import open_site
    from judge.app.watch import watch as run

    site = open_site(directory)
    try:
        run(site, lambda words: click.echo(f"judge: {words}", err=True))
    finally:
        site.close()
