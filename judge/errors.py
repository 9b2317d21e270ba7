"""Errors of the operator's side: each class carries its exit status and prints as one plain line.

A player's mistake is never an exception: it is a `judge.problems.Problem` in a list.
"""

from __future__ import annotations


class JudgeError(Exception):
    """Something is wrong with the game, the store or a server. Exit status 1."""

    exit_code = 1


class UsageError(JudgeError):
    """The command line or a setting is wrong. Exit status 2."""

    exit_code = 2


class ConfigError(UsageError):
    """A setting is missing or not allowed; the message names file, key and what is allowed."""


class VariantError(UsageError):
    """A variant folder is faulty; the message names file and line."""


class BrokenVariantError(VariantError):
    """The variant that a game is played by is missing or has become faulty: the game waits until it is mended."""


class ServerError(JudgeError):
    """A mail server could not be reached or refused us; nothing is lost, the next tick tries again."""


class DataError(JudgeError):
    """Stored data does not read back as it should; the message names the game and the place."""
