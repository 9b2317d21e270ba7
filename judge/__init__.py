"""A play-by-mail judge for games of the Diplomacy family, in English and Japanese."""

__version__ = "0.1.0"
