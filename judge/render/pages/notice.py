"""Short mails of one purpose."""

from __future__ import annotations

from judge.render.blocks import Block, Page, Quoted, Section
from judge.render.pages.common import Desk
from judge.render.sentences import Facts
from judge.workflow.letters import Notice


def page(desk: Desk, facts: Notice) -> Page:
    """The sentences of the notice's code; what somebody else wrote is quoted below them."""
    said = Facts(facts.facts)
    said.update(game=facts.game, power=facts.power, variant=facts.variant)
    said["phase"] = desk.say.phase(facts.phase) if facts.phase else ""
    said["deadline"] = desk.say.when(facts.phase.deadline) if facts.phase else ""
    text = desk.say.notices.say(facts.what, said)
    paragraphs = [part.strip() for part in text.split("\n\n") if part.strip()]
    sections = []
    quoted = facts.facts.get("lines")
    if isinstance(quoted, list | tuple) and quoted:
        blocks: list[Block] = [Quoted([str(line) for line in quoted])]
        sections.append(Section(desk.words.section_quoted(), blocks))
    subject = f"{facts.what}_subject"
    said_subject = (
        desk.say.notices.say(subject, said)
        if desk.say.notices.has(subject)
        else desk.say.notices.other_subject(facts.what, said)
    )
    return Page(
        subject=said_subject,
        facts=desk.facts_line(facts.game, facts.power, desk.letter.to.role),
        greeting=desk.words.greeting(desk.letter.to.name),
        lead=paragraphs[:1],
        more=paragraphs[1:],
        sections=sections,
    )
