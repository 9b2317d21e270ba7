"""Players' passwords: a PASSWORD line proves a mail that nothing else proves. Kept as scrypt, never echoed, never stored as written.

PASSWORD word        in a proven mail: sets the first password; in another mail: proves it
PASSWORD old new     changes it
"""

from __future__ import annotations

import hashlib
import hmac
import os
from dataclasses import replace

from judge.app.site import Site
from judge.mail.model import IncomingMail

HIDDEN = "********"
_SIGNS = ("pass", "ｐａｓｓ", "パス", "合言葉")
_LEAST = 6
_WORK = {"n": 1 << 14, "r": 8, "p": 1, "maxmem": 64 << 20}


def take_out(mail: IncomingMail) -> tuple[IncomingMail, tuple[tuple[str, ...], ...]]:
    """The mail with its passwords hidden, and the words of each PASSWORD line."""
    if not any(sign in mail.body.lower() for sign in _SIGNS):
        return mail, ()
    from judge.text.commands import split_mail

    found = [one for one in split_mail(mail.body).commands if one.name == "PASSWORD"]
    if not found:
        return mail, ()
    lines = mail.body.splitlines()
    for one in found:
        lines[one.line - 1] = f"PASSWORD {HIDDEN}"
    return replace(mail, body="\n".join(lines)), tuple(tuple(one.rest.split()) for one in found)


def without_passwords(raw: bytes, mail: IncomingMail) -> bytes:
    """The mail as it is kept: its headers, and its words with the passwords hidden."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    kept = []
    skipping = False
    for line in head.split(b"\n"):
        if line[:1] not in (b" ", b"\t"):
            skipping = line.lower().startswith((b"content-", b"mime-version"))
        if not skipping:
            kept.append(line)
    kept += [
        b"MIME-Version: 1.0",
        b"Content-Type: text/plain; charset=utf-8",
        b"Content-Transfer-Encoding: 8bit",
    ]
    return b"\n".join(kept) + b"\n\n" + mail.body.encode("utf-8", "replace") + b"\n"


def proves(site: Site, address: str, words: tuple[str, ...]) -> bool:
    """Whether the first word is the address's password."""
    stored = site.store.get(_key(address))
    return bool(stored and words) and _same(stored, words[0])


def take_in(site: Site, address: str, words: tuple[str, ...]) -> bool:
    """Set or change the password of an address whose mail is proven; whether it is a new one now."""
    stored = site.store.get(_key(address))
    if stored and not (len(words) == 2 and _same(stored, words[0])):
        return False
    if not words or len(words[-1]) < _LEAST:
        return False
    salt = os.urandom(16)
    site.store.put(_key(address), f"{salt.hex()}${_scrypt(words[-1], salt).hex()}")
    return True


def _same(stored: str, word: str) -> bool:
    salt, _, digest = stored.partition("$")
    return hmac.compare_digest(_scrypt(word, bytes.fromhex(salt)), bytes.fromhex(digest))


def _scrypt(word: str, salt: bytes) -> bytes:
    return hashlib.scrypt(word.encode(), salt=salt, dklen=32, **_WORK)


def _key(address: str) -> str:
    return f"password/{address.strip().lower()}"
