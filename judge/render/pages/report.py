"""The GM's report after a phase."""

from __future__ import annotations

from judge.render.blocks import Items, Page, Section, Table
from judge.render.pages.common import Desk, owed_section
from judge.workflow.letters import DeadlineReport, ReportRow


def page(desk: Desk, facts: DeadlineReport) -> Page:
    """Who sent and who did not, what needs a look, what comes next."""
    words = desk.words
    closed, following = desk.say.phase(facts.closed), desk.say.phase(facts.phase)
    owing = [row for row in facts.rows if row.owed]
    silent = [row.power for row in owing if row.nmr]
    over = facts.outcome is not None
    attention = len(facts.mails) + len(facts.deliveries)
    subject = {
        "game": facts.game,
        "closed": closed,
        "done": len(owing) - len(silent),
        "all": len(owing),
        "attention": attention,
        "over": over,
        "phase": following,
        "deadline": desk.say.short_when(facts.phase.deadline),
    }
    lead = [
        words.report_headline(closed, facts.early),
        words.report_nmr(desk.names.powers(silent)) if silent else words.report_all_sent(),
    ]
    if facts.mails:
        lead.append(words.report_mails(len(facts.mails)))
    if facts.deliveries:
        lead.append(words.report_deliveries(len(facts.deliveries)))
    if facts.moved_by_outage:
        lead.append(words.report_outage(desk.say.when(facts.moved_by_outage)))
    if facts.outcome is not None:
        lead += [desk.say.outcome(facts.outcome), words.game_over()]
    else:
        lead.append(words.next_phase(following, desk.say.when(facts.phase.deadline)))
    columns = [
        words.column_power(),
        words.column_player(),
        words.column_sent(desk.say.zone_name(facts.closed.deadline)),
        words.column_orders(),
        words.column_remarks(),
    ]
    table = Table(words.section_report(), columns, [_row(desk, row) for row in facts.rows])
    mails = [
        f"{words.mail_reason(note.reason)}: {note.sender} “{note.subject}” {desk.say.short_when(note.at)} (#{note.mail})"
        for note in facts.mails
    ]
    deliveries = [
        f"{note.address}: {words.delivery(note.permanent)} — “{note.subject}” ({note.reason})"
        for note in facts.deliveries
    ]
    return desk.page(
        subject,
        game=facts.game,
        power="",
        lead=lead,
        sections=[
            Section(words.section_report(), [table]),
            *([Section(words.section_mails(), [Items(mails)])] if mails else []),
            *([Section(words.section_deliveries(), [Items(deliveries)])] if deliveries else []),
            *(() if over else owed_section(desk, facts.phase, facts.owed)),
        ],
    )


def _row(desk: Desk, row: ReportRow) -> tuple[str, ...]:
    words = desk.words
    remarks = []
    if row.nmr:
        remarks.append(words.row_nmr(row.nmr_count))
    elif not row.owed:
        remarks.append(words.row_not_owed())
    if row.late:
        remarks.append(words.row_late())
    if row.mails:
        remarks.append(words.row_mails(row.mails))
    if row.problems:
        remarks.append(words.row_problems(row.problems))
    return (
        desk.names.power(row.power),
        row.name or row.address or words.nobody(),
        desk.say.short_time(row.sent_at) or "–",
        words.row_orders(row.orders, row.missing) if row.owed else "–",
        desk.names.listed(remarks),
    )
