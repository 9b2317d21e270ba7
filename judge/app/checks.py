"""`judge check`: tries each part of a set-up against the real servers, and says how to mend what fails."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, cast

from judge.app.findings import Finding
from judge.app.heartbeat import LEAST_ROOM
from judge.app.own_variants import check_own_variants
from judge.app.owner import run_as
from judge.app.server_advice import server_advice
from judge.app.site import PATIENCE, Busy, lock_folder
from judge.app.transports import envelope_from, open_inbox, open_outbox, strays
from judge.config import FILE_NAME, SECTIONS, Config
from judge.errors import JudgeError
from judge.mail.ids import message_id, plus_address
from judge.mail.model import Inbox

if TYPE_CHECKING:
    from judge.mail.model import Outbox, RawMail

_MOST_DRIFT = 60.0


class _SearchableInbox(Inbox, Protocol):
    """Both transports can look for one mail."""

    def find(self, message_id: str) -> RawMail | None: ...


def check_site(config: Config, *, mail: bool = True, wait: float = 60.0) -> Iterator[Finding]:
    """Every step in turn; a step that breaks does not hide the next.

    mail  also send a mail to the judge itself and read it back, which takes up to `wait` seconds twice
    """
    steps: list[Callable[[Config], Iterator[Finding]]] = [
        _settings,
        _secrets,
        _room,
        _database,
        _templates,
        _fonts,
        _variants,
        _inbox,
        _outbox,
    ]
    failed = False
    for step in steps:
        for finding in _guarded(step, config):
            failed = failed or (finding.status == "fail" and finding.step in ("inbox", "outbox", "secrets"))
            yield finding
    if not mail:
        return
    if config.inbox.kind == config.outbox.kind == "maildir":
        yield Finding("round trip", "ok", "mails stay in folders of this machine: nothing to send")
    elif failed:
        yield Finding(
            "round trip",
            "warn",
            "not tried: the steps above come first",
            "mend them and run `judge check` again",
        )
    else:
        with _no_pass(config):
            yield from _round_trip(config, wait)


def _no_pass(config: Config) -> ExitStack:
    """Keeps passes away, which would take our mails out of the inbox before we have found them; without, where that cannot be had."""
    stack = ExitStack()
    with suppress(Busy, OSError):
        stack.enter_context(lock_folder(config.folder, PATIENCE))
    return stack


def _guarded(step: Callable[[Config], Iterator[Finding]], config: Config) -> Iterator[Finding]:
    name = step.__name__.strip("_")
    try:
        yield from step(config)
    except JudgeError as error:
        yield Finding(name, "fail", str(error), _mend(name, config, str(error)))
    except Exception as error:  # a check must come to its end whatever is broken
        yield Finding(
            name,
            "fail",
            f"{type(error).__name__}: {error}",
            "the program itself seems broken: install it again",
        )


def _mend(step: str, config: Config, words: str) -> str:
    """What to do about a part of the set-up that refuses to work. words: what it said."""
    settings = config.folder / FILE_NAME
    if not os.access(config.folder, os.R_OK | os.W_OK | os.X_OK) and run_as(config.folder):
        return run_as(config.folder)
    if step == "secrets":
        return "put what is missing there, for you alone to read (chmod 600), or name where it is in " + str(
            settings
        )
    if step == "inbox" and config.inbox.kind == "maildir":
        box = config.path(config.inbox.path)
        return f"a Maildir belongs there: `mkdir -p {box}/cur {box}/new {box}/tmp`; or correct [inbox] path"
    if step in ("inbox", "outbox"):
        return server_advice(config, step, words)
    return f"see [{step}] in {settings}" if step in SECTIONS else f"see {settings}"


def _settings(config: Config) -> Iterator[Finding]:
    yield Finding("settings", "ok", f"{config.folder / FILE_NAME} is read")
    if not config.site.gms:
        yield Finding("settings", "warn", "no game master is named", '[site] gms = ["you@example.org"]')
    for section in (config.inbox, config.outbox):
        local = section.host in ("localhost", "127.0.0.1", "::1")
        if section.kind in ("imap", "smtp") and section.tls == "none" and not local:
            yield Finding(
                "settings",
                "warn",
                f"[{section.SECTION}] sends the password and all orders to {section.host} in the clear",
                'tls = "tls" or tls = "starttls"',
            )
        elif section.kind in ("imap", "smtp") and not section.verify and not local:
            yield Finding(
                "settings",
                "warn",
                f"[{section.SECTION}] does not check who {section.host} is",
                "verify = true, and ca_file for a certificate of your own",
            )
    if not config.security.trusted_servers and not config.security.addresses_are_enough:
        yield Finding(
            "settings",
            "warn",
            "no server is trusted to say who wrote a mail: mails that are no replies must be confirmed each time",
            '[security] trusted_servers, if "sender proof" below shows a name; without one this is how it is, and does no harm',
        )


def _secrets(config: Config) -> Iterator[Finding]:
    config.site_secret()
    for section in (config.inbox, config.outbox):
        if section.user:
            section.secret(config.folder)
    names = {config.files.secret, config.inbox.password_file, config.outbox.password_file}
    if config.inbox.password or config.outbox.password:
        names.add(FILE_NAME)
    for path in sorted(config.path(name) for name in names if name):
        if stat.S_IMODE(os.stat(path).st_mode) & 0o077:
            yield Finding(
                "secrets", "fail", f"{path} can be read by others on this machine", f"chmod 600 {path}"
            )
            return
    yield Finding(
        "secrets", "ok", "the site's secret and the passwords are there, and nobody else may read their files"
    )


def _room(config: Config) -> Iterator[Finding]:
    free = shutil.disk_usage(config.folder).free
    if os.access(config.folder, os.W_OK) and run_as(config.folder):
        yield Finding(
            "room",
            "warn",
            "files that are made now cannot be written by the passes of another account",
            run_as(config.folder),
        )
    if not os.access(config.folder, os.W_OK):
        mend = run_as(config.folder) or f"chmod u+rwx {config.folder}"
        yield Finding("room", "fail", f"{config.folder} cannot be written", mend)
    elif free < LEAST_ROOM:
        yield Finding(
            "room", "fail", f"only {free // 1_000_000} MB are free", "make room: the judge keeps every mail"
        )
    else:
        yield Finding("room", "ok", f"{free // 1_000_000} MB are free")


def _database(config: Config) -> Iterator[Finding]:
    path = config.path(config.files.database)
    if not path.exists():
        yield Finding(
            "database",
            "fail",
            f"{path} is missing",
            "`judge restore` puts a backup there; `judge init` makes a new judge in another directory",
        )
        return
    try:
        with sqlite3.connect(path, timeout=10, isolation_level=None) as database:
            words = database.execute("PRAGMA quick_check").fetchone()[0]
            database.execute("BEGIN IMMEDIATE")
            version = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute(
                f"PRAGMA user_version = {version + 1}"
            )  # only a real write finds a file without rights
            database.execute("ROLLBACK")
        database.close()
    except sqlite3.Error as error:
        yield Finding(
            "database",
            "fail",
            f"{path}: {error}",
            run_as(config.folder) or "owner and rights of the file, or restore a backup",
        )
        return
    if words != "ok":
        yield Finding(
            "database", "fail", f"{path} is damaged: {words}", "restore the last backup (docs/operations.md)"
        )
    else:
        yield Finding("database", "ok", f"{path} is whole and can be written")


def _templates(config: Config) -> Iterator[Finding]:
    """Every file of words is compiled, and a letter is put into words in each language."""
    from judge.paths import languages
    from judge.render.language import text_environment
    from judge.render.mails import SiteFacts, render
    from judge.workflow.letters import Letter, Notice, Recipient

    known = languages()
    files = [name for name in text_environment().list_templates() if name.split("/")[0] in known]
    for name in files:
        text_environment().get_template(name)
    for language in known:
        reader = Recipient(config.site.address, "player", language=language, timezone=config.site.timezone)
        letter = Letter("/check/templates", "notice", reader, Notice("help"))
        render(letter, variant=None, site=SiteFacts(config.site.address, config.site.name))
    yield Finding("templates", "ok", f"{len(files)} files of words ({', '.join(known)}) are read")


def _fonts(config: Config) -> Iterator[Finding]:
    from judge.render.map.png import to_png

    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><text x="2" y="15" font-size="14">Ab東京</text></svg>'
    if len(set(_pixels(to_png(svg, width=60)))) < 2:
        yield Finding(
            "fonts", "fail", "letters on maps stay blank", "install the program again: its fonts are missing"
        )
    else:
        yield Finding("fonts", "ok", "maps can be drawn with their letters")


def _variants(config: Config) -> Iterator[Finding]:
    yield from check_own_variants(config)


def _pixels(png: bytes) -> bytes:
    import io

    from PIL import Image

    return Image.open(io.BytesIO(png)).convert("L").tobytes()


def _inbox(config: Config) -> Iterator[Finding]:
    inbox = open_inbox(config)
    try:
        inbox.fetch(0)
        words = f"{config.inbox.host or config.path(config.inbox.path)} lets us in"
        keeps = getattr(inbox, "keeps_done", lambda: "folder")()
        found = strays(inbox)
    finally:
        inbox.close()
    if config.inbox.kind == "maildir" and not os.access(config.path(config.inbox.path) / "cur", os.W_OK):
        yield Finding(
            "inbox",
            "fail",
            f"{config.path(config.inbox.path)} cannot be written",
            run_as(config.path(config.inbox.path)) or "chmod -R u+rwX, to that folder",
        )
    elif keeps == "seen":
        yield Finding(
            "inbox",
            "warn",
            "the server offers neither a folder nor a mark for handled mails: they are known by being read",
            "never open the judge's mails in another program",
        )
    else:
        yield Finding("inbox", "ok", words)
    for stray in found:
        yield Finding("inbox", "warn", f"{stray} is no mail and is passed over", "take it out")


def _outbox(config: Config) -> Iterator[Finding]:
    outbox = open_outbox(config)
    try:
        trouble = getattr(outbox, "greet", lambda: "")()
    finally:
        outbox.close()
    if trouble:
        yield Finding("outbox", "fail", trouble, _mend("outbox", config, trouble))
    else:
        yield Finding("outbox", "ok", f"{config.outbox.host or config.path(config.outbox.path)} lets us in")


def _round_trip(config: Config, wait: float) -> Iterator[Finding]:
    """A mail to the judge itself, then one to a plus-address; what came tells of clock and sender proof."""
    inbox, outbox = cast(_SearchableInbox, open_inbox(config)), open_outbox(config)
    try:
        address = config.site.address
        came = yield from _send_and_find(config, inbox, outbox, address, "round trip", wait)
        if came is None:
            return
        yield from _clock(came)
        yield from _sender_proof(config, came)
        if config.site.plus_addressing:
            yield from _send_and_find(
                config, inbox, outbox, plus_address(address, "check"), "plus-address", wait,
                mend="[site] plus_addressing = false (mails are then told apart by their subject)",
            )  # fmt: skip
    except JudgeError as error:
        yield Finding("round trip", "fail", str(error), f"see {config.folder / FILE_NAME}")
    finally:
        inbox.close()
        outbox.close()


def _send_and_find(
    config: Config,
    inbox: _SearchableInbox,
    outbox: Outbox,
    address: str,
    step: str,
    wait: float,
    mend: str = "",
) -> Generator[Finding, None, RawMail | None]:
    from judge.mail.compose import compose
    from judge.mail.model import Rendered
    from judge.workflow.letters import Letter, Notice, Recipient

    key = f"/check/{secrets.token_hex(8)}"
    ident = message_id(config.site_secret(), key, address, config.domain)
    raw = compose(
        Rendered("judge check", "judge check\n"),
        letter=Letter(key, "notice", Recipient(address, "stranger"), Notice("check")),
        message_id=ident,
        from_address=config.site.address,
        from_name=config.site.name,
        date=datetime.now(UTC),
    )
    started = time.monotonic()
    delivery = outbox.send(envelope_from(config, config.site.address), address, raw)
    if delivery.status != "sent":
        hint = "[outbox] verp = false, if the server takes mail from the account's own address only"
        yield Finding(step, "fail", f"a mail to {address} was not taken: {delivery.detail}", mend or hint)
        return None
    while (came := inbox.find(ident)) is None:
        if time.monotonic() - started > wait:
            yield Finding(
                step,
                "fail",
                f"a mail to {address} was sent but did not come back within {wait:.0f} seconds",
                mend
                or "look into the account's spam folder and other folders; is [site] address this account's?",
            )
            return None
        time.sleep(1.0)
    inbox.done([came.handle])
    yield Finding(step, "ok", f"a mail to {address} came back after {time.monotonic() - started:.0f} seconds")
    return came


def _clock(came: RawMail) -> Iterator[Finding]:
    drift = (datetime.now(UTC) - came.received).total_seconds()
    if abs(drift) > _MOST_DRIFT:
        yield Finding(
            "clock",
            "warn",
            f"the mail server's clock and this machine's differ by {abs(drift):.0f} seconds; deadlines go by the server's",
            "set this machine's clock by NTP (timedatectl set-ntp true)",
        )
    else:
        yield Finding("clock", "ok", "the mail server's clock and this machine's agree")


def _sender_proof(config: Config, came: RawMail) -> Iterator[Finding]:
    from email.parser import BytesHeaderParser

    headers = BytesHeaderParser().parsebytes(came.raw)
    found = str(headers.get("Authentication-Results", "")).split(";")[0].split()
    if not found:
        yield Finding(
            "sender proof",
            "ok",
            "this mail came without Authentication-Results: replies prove their writer, other mails are confirmed by one",
        )
    elif found[0].lower() in (name.lower() for name in config.security.trusted_servers):
        yield Finding("sender proof", "ok", f"{found[0]} says of mails who wrote them, and is trusted")
    else:
        yield Finding(
            "sender proof",
            "warn",
            f"{found[0]} says of mails who wrote them, but is not trusted",
            f'[security] trusted_servers = ["{found[0]}"], if that is your own receiving server',
        )
