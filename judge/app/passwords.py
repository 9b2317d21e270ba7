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

HIDDEN = "(hidden)"
"""Stands where a password stood. It is a word that the reader of commands sees, so that the line stays a command."""
_SIGNS = ("pass", "ｐａｓｓ", "パス", "合言葉")
_LEAST = 6
_WORK = {"n": 1 << 14, "r": 8, "p": 1, "maxmem": 64 << 20}


def take_out(mail: IncomingMail) -> tuple[IncomingMail, tuple[tuple[str, ...], ...]]:
    """The mail with its passwords hidden, and the words of its first PASSWORD line: a mail is one guess, not three hundred."""
    if not any(sign in mail.body.lower() for sign in _SIGNS):
        return mail, ()
    from judge.text.commands import split_mail

    found = [one for one in split_mail(mail.body).commands if one.name == "PASSWORD" and one.rest != HIDDEN]
    if not found:
        return mail, ()
    lines = mail.body.splitlines()
    for one in found:
        lines[one.line - 1] = f"PASSWORD {HIDDEN}"
    return replace(mail, body="\n".join(lines)), tuple(tuple(one.rest.split()) for one in found[:1])


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


def take_in_all(site: Site, address: str, lines: tuple[tuple[str, ...], ...]) -> tuple[str, str]:
    """Set or change the password of an address whose mail is proven: the notice to send, and why nothing was changed.

    "password_set"; "password_kept" because it is "short", the "old" one is missing or wrong, or its "form" is none; "" when the line
    only proves what is proven already.
    """
    found = [_take_in(site, address, words) for words in lines]
    if "set" in found:
        return "password_set", ""
    refused = [why for why in found if why]
    return ("password_kept", refused[0]) if refused else ("", "")


def _take_in(site: Site, address: str, words: tuple[str, ...]) -> str:
    """ "set", "" when the word is the password already, or why it is not set."""
    stored = site.store.get(_key(address))
    if stored and len(words) == 1 and _same(stored, words[0]):
        return ""
    if len(words) != (2 if stored else 1):
        return "old" if stored and len(words) == 1 else "form"
    if stored and not _same(stored, words[0]):
        return "old"
    if len(words[-1]) < _LEAST:
        return "short"
    salt = os.urandom(16)
    site.store.put(_key(address), f"{salt.hex()}${_scrypt(words[-1], salt).hex()}")
    return "set"


def _same(stored: str, word: str) -> bool:
    salt, _, digest = stored.partition("$")
    return hmac.compare_digest(_scrypt(word, bytes.fromhex(salt)), bytes.fromhex(digest))


def _scrypt(word: str, salt: bytes) -> bytes:
    return hashlib.scrypt(word.encode(), salt=salt, dklen=32, **_WORK)


def _key(address: str) -> str:
    return f"password/{address.strip().lower()}"
