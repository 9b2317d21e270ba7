"""What a GM does from the shell: open games, seat players, start, look. The same inputs as by mail."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from judge.app.site import VARIANTS, Site
from judge.app.take import engine_of, queue, take
from judge.errors import BrokenVariantError, UsageError
from judge.store import games
from judge.workflow.letters import Letter, Notice, Recipient, TranscriptLine
from judge.workflow.model import CommandInput, Player, Record, Step
from judge.workflow.settings import shown

if TYPE_CHECKING:
    from judge.variants.model import Variant

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")


def new_game(
    site: Site,
    name: str,
    variant: str,
    *,
    gm: str,
    settings: Mapping[str, str],
    now: datetime,
    seed: str = "",
) -> Record:
    """Open a game, forming. gm: address, "" for the site's first GM. A variant's folder is copied into the judge's own ones.
    seed: of the game's chance in hexadecimal, for demonstrations only; "": a fresh secret one.

    Raises UsageError for a bad name, variant or setting.
    """
    from judge.app.variants import keep_own
    from judge.variants.load import find_folder, load_variant
    from judge.workflow.record import new_record

    if not NAME.fullmatch(name):
        raise UsageError(
            f"game name {name!r}: use small letters, digits and -, starting with a letter or digit, at most 31 (like colonial-7)"
        )
    if name in games.names(site.store):
        raise UsageError(f"there is a game {name!r} already")
    address = gm or (site.config.site.gms[0] if site.config.site.gms else "")
    if not address:
        raise UsageError("no game master: give --gm ADDRESS or set [site] gms in judge.toml")
    loaded = load_variant(keep_own(find_folder(variant), site.config.path(VARIANTS)))
    master = Player(
        power="",
        address=address,
        language=site.config.site.language,
        timezone=site.config.site.timezone,
    )
    usual = {"timezone": site.config.site.timezone, "language": site.config.site.language}
    record = new_record(
        name,
        loaded,
        settings={
            **{name: value for name, value in usual.items() if name not in loaded.defaults},
            **settings,
        },
        gms=(master,),
        seed=seed or secrets.token_hex(32),
    )
    engine_of(record)
    with site.store.transaction():
        games.create(site.store, record, now=now.isoformat())
        queue(site, [_created(record, master, loaded)], game=name, now=now)
    return record


def _created(record: Record, master: Player, variant: Variant) -> Letter:
    """The GM's first mail of the game: what to tell players, and what comes by itself."""
    to = Recipient(master.address, "gm", "", master.name, master.language, master.timezone)
    facts = {
        "seats": record.settings["seats"],
        "join": record.settings["join"],
        "settings": shown(record.settings, variant),
    }
    notice = Notice("game_created", record.game, record.variant, facts=facts)
    return Letter(f"{record.game}/forming/notice-game_created/{master.address}/0", "notice", to, notice)


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a list. trouble: why it cannot go on, "" when it can."""

    name: str
    variant: str
    state: str
    phase: str
    deadline: str
    seats: str
    trouble: str = ""


def summaries(site: Site) -> Sequence[Summary]:
    """All games, by name."""
    rows = []
    for name in games.names(site.store):
        record = games.load(site.store, name)
        taken = sum(1 for player in record.players if player.address and player.status != "left")
        trouble = ""
        try:
            seats = str(len(engine_of(record)[1].powers))
        except BrokenVariantError as error:
            seats, trouble = "?", str(error)
        rows.append(
            Summary(
                name,
                record.variant,
                record.state,
                record.phase_id,
                record.deadline,
                f"{taken}/{seats}",
                trouble,
            )
        )
    return rows


def power_named(record: Record, text: str) -> str:
    """The id of the power a GM means: id or any of its names. Raises UsageError with the list."""
    variant, engine = engine_of(record)
    wanted = text.casefold()
    for power in variant.powers:
        every = {power.id, *power.aliases, *(name for names in power.names.values() for name in names)}
        if wanted in {name.casefold() for name in every}:
            return power.id
    raise UsageError(f"no power {text!r} in {record.variant}: {', '.join(engine.powers)}")


def act(site: Site, game: str, verb: str, args: Sequence[str], *, now: datetime) -> Record:
    """One GM command; the record afterwards. Raises UsageError when the game refuses it."""
    record = games.load(site.store, game)
    who = record.gms[0].address if record.gms else ""
    result = command(site, game, verb, tuple(args), who=who, now=now)
    for line in result.results:
        if line.outcome == "refused":
            raise UsageError(f"{verb}: {refusal(engine_of(record)[0], line)}")
    return result.record


def refusal(variant: Variant, line: TranscriptLine) -> str:
    """Why a command was refused, in words."""
    from judge.render.sentences import Facts, Sentences

    return str(Sentences(variant, "en").results.say(line.result, Facts(line.facts)))


def command(site: Site, game: str, verb: str, args: tuple[str, ...], *, who: str, now: datetime) -> Step:
    """The GM's act from the shell: the same input as by mail, logged the same way."""
    with site.store.transaction():
        return take(site, games.load(site.store, game), CommandInput(now, verb, args, who), now=now)
