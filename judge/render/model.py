"""What rendering needs to know of the site."""

from __future__ import annotations

from dataclasses import dataclass

from judge import __version__


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What every mail says of this judge.

    address          the one address players write to
    name             how the judge calls itself; version stands in the last line of every mail
    plus_addressing  whether judge+GAME@… reaches it too; links in mails then name the game
    """

    address: str
    name: str = "Judge"
    version: str = __version__
    plus_addressing: bool = True

    def address_for(self, game: str) -> str:
        """Where a player of this game should write: the plus-address when the site has them and the name can stand in one."""
        local, at, domain = self.address.partition("@")
        if not (self.plus_addressing and at and game.isascii() and game.replace("-", "").isalnum()):
            return self.address
        return f"{local}+{game}@{domain}"
