"""A finished game as plain web pages: no scripts, nothing from elsewhere, to be laid on any web server or opened from disk.

Each page is there in every language, and says nothing that the last mail of the game does not say; addresses are never shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from judge import __version__
from judge.paths import languages
from judge.render.blocks import Block, Paragraphs, Picture, Section
from judge.render.chronology import in_order
from judge.render.clean import cleaned
from judge.render.language import Group, html_environment, macros_of
from judge.render.model import SiteFacts
from judge.render.pages.common import Desk, positions_section, seats_section
from judge.render.pages.final import history_section
from judge.render.pages.settings import settings_section
from judge.render.pages.summary import centres_section, result_sections
from judge.render.sentences import Sentences
from judge.variants.model import Variant
from judge.workflow.letters import EventFacts, Letter, Notice, PhaseFacts, Recipient, Seat

View = Mapping[str, Any]


@dataclass(frozen=True)
class ArchivedPhase:
    """A closed phase: what it was, the public view before and after it, and what happened."""

    phase: PhaseFacts
    number: int
    before: View
    after: View
    events: Sequence[EventFacts]

    @property
    def file(self) -> str:
        """Name of its page and pictures, without ending. The number keeps it apart from a phase of the same id before a rollback."""
        safe = "".join(char for char in self.phase.id if char.isascii() and char.isalnum())
        return f"{self.number:03}-{safe}"


@dataclass(frozen=True)
class ArchivedGame:
    """All that the pages of a game are made from. seats: without addresses, without names where they are not to be shown."""

    game: str
    variant: Variant
    phases: Sequence[ArchivedPhase]
    seats: Sequence[Seat]
    settings: Mapping[str, Any]
    history: Mapping[str, Mapping[str, int]]
    outcome: Mapping[str, Any]
    seed: str = ""
    commitment: str = ""
    ended: str = ""

    @property
    def folder(self) -> str:
        """Its folder below the archive's."""
        return "".join(
            char if char.isascii() and (char.isalnum() or char in "-_") else "_" for char in self.game
        )


@dataclass(frozen=True)
class WebPage:
    """What the layout shows. links: [(address, name)] at the head; contents: the same in a list."""

    title: str
    lead: Sequence[str]
    sections: Sequence[Section] = ()
    links: Sequence[tuple[str, str]] = ()
    contents: Sequence[tuple[str, str]] = ()
    contents_title: str = ""


def index_files(games: Sequence[ArchivedGame]) -> Iterator[tuple[str, str]]:
    """The list of games, as (path, HTML), in every language, and the page on which a language is chosen."""
    for language in languages():
        entries = []
        for game in games:
            say = Sentences(game.variant, language)
            entries.append((f"{game.folder}/index.{language}.html", f"{game.game} — {_outcome(say, game)}"))
        words = _words(language)
        page = WebPage(
            words.archive_title(),
            [words.archive_count(len(games))],
            contents=entries,
            contents_title=words.archive_games(),
        )
        yield f"index.{language}.html", _html(page, language, "index")
    titles = [_words(language).archive_title() for language in languages()]
    yield "index.html", _html(WebPage(" / ".join(titles), ()), "", "index")


def game_files(game: ArchivedGame) -> Iterator[tuple[str, str]]:
    """Every file of one game as (path below the archive's folder, text): pages in every language and their pictures as SVG."""
    game = _safe(game)
    for language in languages():
        desk = _desk(game, language)
        yield f"{game.folder}/index.{language}.html", _html(_overview(desk, game), language, "index")
        for number in range(len(game.phases)):
            phase = game.phases[number]
            page = _phase_page(desk, game, number)
            yield f"{game.folder}/{phase.file}.{language}.html", _html(page, language, phase.file)
        yield from _pictures(game, language)


def _safe(game: ArchivedGame) -> ArchivedGame:
    """The game with everything that people wrote made safe to show."""
    return ArchivedGame(
        game=cleaned(game.game),
        variant=game.variant,
        phases=game.phases,
        seats=cleaned(tuple(game.seats)),
        settings=cleaned(dict(game.settings)),
        history=in_order(game.variant, game.history),
        outcome=game.outcome,
        seed=game.seed,
        commitment=game.commitment,
        ended=game.ended,
    )


def _desk(game: ArchivedGame, language: str) -> Desk:
    owners = {
        str(unit).lstrip("*"): power
        for phase in game.phases
        for view in (phase.before, phase.after)
        for power, units in (view.get("units") or {}).items()
        for unit in units
    }
    reader = Letter("", "notice", Recipient("", "stranger", language=language), Notice(""))
    return Desk(reader, Sentences(game.variant, language, owners=owners), SiteFacts(""))


def _outcome(say: Sentences, game: ArchivedGame) -> str:
    return say.outcome(game.outcome)


def _overview(desk: Desk, game: ArchivedGame) -> WebPage:
    words, language = desk.words, desk.say.language
    last = game.phases[-1] if game.phases else None
    pictures: list[Block] = [Picture(f"chart.{language}.svg", words.map_alt_chart(), 900)]
    sections = [
        *([Section(words.section_map(), pictures)] if len(game.history) > 1 else []),
        *history_section(desk, game.history),
        *seats_section(desk, game.seats),
        *(positions_section(desk, last.after) if last else ()),
        *settings_section(desk, game.settings),
    ]
    if game.seed:
        lines = [words.seed(game.seed)]
        if game.commitment:
            lines.append(words.start_commitment(game.commitment))
        sections.append(Section(words.section_chance(), [Paragraphs(lines)]))
    return WebPage(
        title=f"{game.game}: {desk.names.variant}",
        lead=[_outcome(desk.say, game), *([desk.say.when(game.ended)] if game.ended else [])],
        sections=sections,
        links=[(f"../index.{language}.html", words.archive_title())],
        contents=[(f"{phase.file}.{language}.html", desk.say.phase(phase.phase)) for phase in game.phases],
        contents_title=words.archive_phases(),
    )


def _phase_page(desk: Desk, game: ArchivedGame, number: int) -> WebPage:
    words, language = desk.words, desk.say.language
    phase = game.phases[number]
    title = desk.say.phase(phase.phase)
    pictures: list[Block] = [
        Picture(f"{phase.file}-orders.{language}.svg", words.map_alt_orders(title), 900),
        Picture(f"{phase.file}-after.{language}.svg", words.map_alt_after(title), 900),
    ]
    links = [(f"index.{language}.html", game.game)]
    if number:
        before = game.phases[number - 1]
        links.append((f"{before.file}.{language}.html", f"← {desk.say.phase(before.phase)}"))
    if number + 1 < len(game.phases):
        following = game.phases[number + 1]
        links.append((f"{following.file}.{language}.html", f"{desk.say.phase(following.phase)} →"))
    events = phase.events
    return WebPage(
        title=f"{game.game}: {title}",
        lead=[words.results_of(title)],
        sections=[
            Section(words.section_map(), pictures),
            *result_sections(desk, events, first=""),
            *centres_section(desk, phase.after.get("counts") or {}, events),
            *positions_section(desk, phase.after),
        ],
        links=links,
    )


def _pictures(game: ArchivedGame, language: str) -> Iterator[tuple[str, str]]:
    from judge.render.map.chart import chart
    from judge.render.map.draw import draw

    if len(game.history) > 1:
        yield f"{game.folder}/chart.{language}.svg", chart(game.variant, game.history, language)
    for phase in game.phases:
        events = tuple({"kind": event.kind, "facts": event.facts} for event in phase.events)
        stem = f"{game.folder}/{phase.file}"
        yield (
            f"{stem}-orders.{language}.svg",
            draw(game.variant, phase.before, events=events, language=language),
        )
        yield f"{stem}-after.{language}.svg", draw(game.variant, phase.after, language=language)


@lru_cache(maxsize=1)
def _layout() -> Any:
    return html_environment().get_template("shared/archive.html.j2")


def _html(page: WebPage, language: str, here: str) -> str:
    values = {
        "page": page,
        "language": language,
        "languages": languages(),
        "language_names": [(other, _words(other).language_name()) for other in languages()],
        "here": here,
        "footer": f"judge {__version__}",
    }
    return str(_layout().render(values))


def _words(language: str) -> Group:
    return Group(macros_of(language, "words"))
