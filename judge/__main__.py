"""Entry point: runs the command line and turns every operator's error into one plain line and its exit status."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

import click

from judge.cli.main import cli
from judge.errors import JudgeError


def main() -> None:
    """Run `judge` with the process's arguments and exit: 0 ok, 1 the judge found something wrong, 2 wrong usage or configuration."""
    _open_streams()
    code = _run()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()  # the reader had enough
    except OSError as error:
        if not code:  # else it has been told
            print(f"judge: standard output: {error.strerror}", file=sys.stderr)
            code = 1
        _forget_output()
    sys.exit(code)


def _run() -> int:
    """The command's exit status."""
    output = sys.stdout
    try:
        result = cli.main(prog_name="judge", standalone_mode=False)
    except SystemExit as stop:
        if sys.stdout is not output:  # click met a broken pipe
            return _broken_pipe(output)
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        print(
            "judge: stopped (to be asked nothing, give flags and --yes where the command has it)",
            file=sys.stderr,
        )
        return 1
    except click.exceptions.NoArgsIsHelpError as nothing:
        nothing.show()
        return 2
    except click.ClickException as error:
        print(f"judge: {_usage(error)}", file=sys.stderr)
        return 2
    except JudgeError as error:
        print(f"judge: {error}", file=sys.stderr)
        return error.exit_code
    except Exception as error:
        _report(error)
        return 1
    return result if isinstance(result, int) else 0


def _usage(error: click.ClickException) -> str:
    """What is wrong with the command line, and where to read on, in one line."""
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    if context is None:
        return message
    return f"{message.rstrip('.')} (see `{context.command_path} --help`)"


def _broken_pipe(output: TextIO) -> int:
    """A reader of our output that had enough (`| head`) is no trouble; a server that hung up is."""
    sys.stdout, sys.stderr = output, sys.__stderr__ or sys.stderr
    if _nobody_reads(output):
        _forget_output()
        return 0
    print("judge: a connection was closed by the other side", file=sys.stderr)
    return 1


def _nobody_reads(output: TextIO) -> bool:
    asked = select.poll()
    asked.register(output.fileno(), select.POLLOUT)
    return any(found & (select.POLLERR | select.POLLHUP) for _, found in asked.poll(0))


def _open_streams() -> None:
    """Standard streams that were closed become the null device, so that no file of ours gets their numbers; what the terminal's
    encoding has no letter for is escaped."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """What is still to be written goes nowhere: or else the interpreter would try again at its end and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
