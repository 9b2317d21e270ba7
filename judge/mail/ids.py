"""Message-IDs and addresses that the judge makes, and reads again when they come back.

A Message-ID is `<GAME.TOKEN@domain>`. GAME is readable; TOKEN is 44 base32 letters over

    10 bytes  which letter    HMAC of the letter's key: the same letter always gets the same id, so a re-send is recognisable
     5 bytes  which recipient HMAC of the address: a reply can be held against its sender
     2 bytes  which day       days since 2020-01-01, 0 for unknown: the site may let tokens expire
    10 bytes  proof           HMAC of all that and of GAME

with keys derived from the site's secret. Without the secret nobody can make one, nor learn anything from it but the game's
name. Only letters and digits that survive folding and changes of case are used (RFC 5322, 3.6.4).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import b32decode, b32encode
from dataclasses import dataclass
from datetime import date, timedelta

_DAY_ZERO = date(2020, 1, 1)
_TOKEN_LETTERS = 44
_BOUNCE = "bounce"
_LOCAL_PART_LIMIT = 64  # RFC 5321, 4.5.3.1.1


@dataclass(frozen=True, slots=True)
class Token:
    """What a Message-ID of ours proves when somebody replies to it.

    game          the game's name as in the letter's key, lower-case; "" for a letter outside any game
    address_hash  of the recipient: compare with `address_hash(secret, sender)`
    issued        the day it was made, or None
    """

    game: str
    address_hash: bytes
    issued: date | None = None

    def is_for(self, secret: bytes, address: str) -> bool:
        """Whether the letter went to this address."""
        return hmac.compare_digest(self.address_hash, address_hash(secret, address))


def address_hash(secret: bytes, address: str) -> bytes:
    """What stands for an address in a token. Case and blanks around it do not matter."""
    return _mac(secret, "address", address.strip().lower().encode())[:5]


def message_id(secret: bytes, key: str, address: str, domain: str, *, issued: date | None = None) -> str:
    """The Message-ID, with angle brackets, of the letter `key` ("game/phase/kind/recipient/revision") to `address`.

    secret is the site's; the same arguments always give the same id.
    """
    game = _write_name(key.partition("/")[0])
    day = max(0, min((issued - _DAY_ZERO).days, 0xFFFF)) if issued else 0
    body = (
        _mac(secret, "letter", key.encode(), address.strip().lower().encode())[:10]
        + address_hash(secret, address)
        + day.to_bytes(2, "big")
    )
    return f"<{game}.{_letters(body + _proof(secret, game, body))}@{domain}>"


def read_token(secret: bytes, message_id: str) -> Token | None:
    """What one Message-ID proves, or None when it is not one of ours. Brackets, folding and case do not matter."""
    bare = re.sub(r"\s+", "", message_id).strip("<>").lower()
    found = re.fullmatch(rf"([a-z0-9_-]+)\.([a-z2-7]{{{_TOKEN_LETTERS}}})@[^@]+", bare)
    if not found:
        return None
    game, letters = found.groups()
    data = b32decode(letters.upper() + "====")
    if _letters(data) != letters:
        return None
    body, proof = data[:17], data[17:]
    if not hmac.compare_digest(proof, _proof(secret, game, body)):
        return None
    name = _read_name(game)
    if name is None:
        return None
    day = int.from_bytes(body[15:17], "big")
    return Token(name, body[10:15], _DAY_ZERO + timedelta(days=day) if day else None)


def thread_root(game: str, domain: str) -> str:
    """The id that stands first in the References of every letter of a game, so that mail programs show one thread. Proves nothing."""
    return f"<{_write_name(game)}.thread@{domain}>"


def plus_address(address: str, tag: str) -> str:
    """judge@host, "alpha" → judge+alpha@host (RFC 5233). An empty tag gives the address itself."""
    local, _, host = address.rpartition("@")
    return f"{local}+{_write_name(tag)}@{host}" if tag else address


def bounce_address(address: str, recipient: str) -> str:
    """The envelope sender for a mail to `recipient`: judge+bounce=user=host@… names it when the delivery fails.

    Letters that would need quoting are written =XX. An address too long for a local part gives judge+bounce@….
    """
    local, _, host = address.rpartition("@")
    user, _, domain = recipient.rpartition("@")
    written = "".join(
        char
        if char.isascii() and (char.isalnum() or char in "-_" or (char == "." and _inner_dot(user, place)))
        else "".join(f"={byte:02X}" for byte in char.encode())
        for place, char in enumerate(user)
    )
    long = f"{local}+{_BOUNCE}={written}={domain}"
    if len(long) > _LOCAL_PART_LIMIT or not domain.isascii():
        return f"{local}+{_BOUNCE}@{host}"
    return f"{long}@{host}"


def bounced_recipient(address: str, envelope: str) -> str | None:
    """Whose mail failed, from the address the failure came to; "" when it came to judge+bounce@…, None when to another address."""
    local, _, host = address.rpartition("@")
    came, _, came_host = envelope.strip().strip("<>").rpartition("@")
    came = came.removeprefix('"').removesuffix('"')
    prefix = f"{local}+{_BOUNCE}".lower()
    if came_host.lower() != host.lower() or not came.lower().startswith(prefix):
        return None
    rest = came[len(prefix) :]
    if not rest:
        return ""
    user, _, domain = rest.removeprefix("=").rpartition("=")
    if not rest.startswith("=") or not user or not domain:
        return None
    data = re.sub(rb"=([0-9A-Fa-f]{2})", lambda hit: bytes([int(hit[1], 16)]), user.encode())
    return f"{data.decode('utf-8', 'replace')}@{domain}"


def _letters(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=").lower()


def _inner_dot(user: str, place: int) -> bool:
    """A dot that a dot-atom may have: not first, not last, not after another."""
    return 0 < place < len(user) - 1 and user[place - 1] != "."


def _mac(secret: bytes, purpose: str, *parts: bytes) -> bytes:
    text = b"".join(len(part).to_bytes(4, "big") + part for part in (purpose.encode(), *parts))
    return hmac.new(secret, text, hashlib.sha256).digest()


def _proof(secret: bytes, game: str, body: bytes) -> bytes:
    return _mac(secret, "proof", game.encode(), body)[:10]


def _write_name(name: str) -> str:
    """A game's name in lower-case letters that need no quoting; others as _XX. The empty name is "_"."""
    return (
        "".join(
            char
            if char.isascii() and (char.isalnum() or char == "-")
            else "".join(f"_{b:02x}" for b in char.encode())
            for char in name.lower()
        )
        or "_"
    )


def _read_name(written: str) -> str | None:
    if written == "_":
        return ""
    try:
        return re.sub(rb"_([0-9a-f]{2})", lambda hit: bytes([int(hit[1], 16)]), written.encode()).decode()
    except UnicodeDecodeError:
        return None
