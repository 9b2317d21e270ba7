"""Entry point: runs the command line and turns every operator's error into one plain line and its exit status."""

from __future__ import annotations

import os
import sys

import click

from judge.cli.main import cli
from judge.errors import JudgeError


def main() -> None:
    """Run `judge` with the process's arguments and exit: 0 ok, 1 the judge found something wrong, 2 wrong usage or configuration."""
    try:
        result = cli.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        print(
            "judge: stopped (to be asked nothing, give flags and --yes where the command has it)",
            file=sys.stderr,
        )
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except JudgeError as error:
        print(f"judge: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:
        _report(error)
        sys.exit(1)
    sys.exit(result if isinstance(result, int) else 0)


def _report(error: Exception) -> None:
    """Trouble of the machine, or an error nobody foresaw: one line for the terminal, the whole of it for those who ask."""
    if os.environ.get("JUDGE_DEBUG"):
        import traceback

        traceback.print_exception(error)
    elif isinstance(error, _system_errors()):
        print(f"judge: {_words(error)}", file=sys.stderr)
    else:
        print(
            f"judge: a fault in the program ({type(error).__name__}: {error}); "
            "run it with JUDGE_DEBUG=1 to see where",
            file=sys.stderr,
        )


def _system_errors() -> tuple[type[Exception], ...]:
    """What the machine does to us: a full disk, a locked or damaged database. sqlite3 is not imported for this."""
    sqlite = sys.modules.get("sqlite3")
    return (OSError, sqlite.Error) if sqlite else (OSError,)


def _words(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
    return f"database: {error}; nothing is lost, see `judge check`"


if __name__ == "__main__":
    main()
