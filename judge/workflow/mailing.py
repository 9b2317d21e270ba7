"""A mail from somebody in the game: its commands and order lines, done in the order they stand in, and one answer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.engine import Line
from judge.text.hints import commands_meant
from judge.text.yes_no import may_mean_no
from judge.workflow import asking, commands, gm, leaving, letters_out, seats
from judge.workflow import orders as filed
from judge.workflow.clock import moment, stamp
from judge.workflow.handling import Command, Result, Sender, done, refuse
from judge.workflow.leftover import left_over
from judge.workflow.letters import ProblemFacts, Recipient, TranscriptLine
from judge.workflow.model import MailInput, Player
from judge.workflow.past import phase_ids
from judge.workflow.reading import FOR_THE_MAIL_LAYER, MailText, gms_commands, read_body
from judge.workflow.work import PLAYING, Work

_ONCE = frozenset({"STATUS", "HELP", "RULES", "HISTORY", "MAP", "LIST", "RECORD", "RESIGN"})
_WRITING = _ONCE | {
    "JOIN", "LEAVE", "OBSERVE", "UNOBSERVE", "TAKE", "ADDRESS", "PRESS", "BROADCAST", "PEACE", "NOPEACE", "DRAW", "CONCEDE", "VOTE",
    "ABSENCE", "NOABSENCE",
}  # fmt: skip
LETTERS_A_MAIL, LETTERS_FOR_A_STRANGER = 12, 3
"""So many different commands of one mail may make us write letters."""
HELP_INSTEAD = 5
"""From so many lines on that mean nothing, in a mail that holds nothing else, help is sent instead of a list of errors."""


def sender_of(work: Work, mail: MailInput) -> Sender:
    """The writer with the rights the record gives this address."""
    record = work.record
    master = next((one for one in record.gms if one.address == mail.address), None)
    seats = [one for one in record.players if one.address == mail.address and one.power]
    seat = next(
        (one for one in seats if one.power == mail.power), seats[0] if seats and not mail.power else None
    )
    person: Player | None = seat or master
    if person is None:
        person = next((o for o in (*record.standbys, *record.observers) if o.address == mail.address), None)
    is_gm = master is not None and (mail.role == "gm" or seat is not None)
    role = "player" if seat else "gm" if is_gm else "observer" if person else "stranger"
    if person is None:
        language = "ja" if in_japanese(mail.body + mail.subject) else str(record.settings["language"])
        person = Player("", mail.address, mail.name, language, str(record.settings["timezone"]))
    to = Recipient(
        address=mail.address,
        role=role,  # type: ignore[arg-type]
        power=person.power if seat else "",
        name=person.name,
        language=person.language,
        timezone=person.timezone,
    )
    return Sender(to, to.power, is_gm)


def in_japanese(text: str) -> bool:
    """Whether a stranger's text has kana or kanji in it ("参加 cold-1"): then we answer in Japanese."""
    return any(
        "\u3040" <= character <= "\u30ff" or "\u4e00" <= character <= "\u9fff" for character in text[:2000]
    )


def take_mail(work: Work, mail: MailInput) -> None:
    """Do what the mail says and answer it with one acknowledgement."""
    work.mail = mail
    before = work.record
    moved = asking.confirm_address(work, mail)
    half_moved = moved is None and work.record is not before
    sender = sender_of(work, mail)
    if sender.power:
        _count(work, "mails_in", sender.power, 1)
    text = read_body(mail.body, work.variant, gm=sender.gm)
    confirmed = _confirmation(work, mail, sender, text)
    if confirmed is not None:
        sender = sender_of(work, mail)
        text = MailText(text.commands, (), text.problems, text.denied)
    answering = confirmed is not None or moved is not None or half_moved
    yes = _words_of_yes(mail, text)
    if answering:
        text = _without_yes(text)
    late_for = stale_phase(work, mail, sender) if text.orders else ""
    orders = _Orders(work, sender, text, late_for)
    transcript = _in_order(work, sender, text, orders)
    if confirmed is not None:
        transcript.insert(0, confirmed.line(yes))
    if half_moved:
        transcript.insert(0, Result("address_half_confirmed").line(yes))
    if moved is not None:
        transcript.insert(0, Result("address_set", {"address": moved.address}).line(yes))
    transcript = _with_hints(transcript)
    noise = orders.nothing_but_noise(transcript)
    if noise:
        commands.send_help(work, sender)
    _count(work, "problems_in", sender.power, sum(line.outcome == "refused" for line in transcript))
    _note_late(work, mail, late_for)
    to = sender_of(work, mail).to
    most = HELP_INSTEAD if noise else letters_out.MOST_PROBLEMS
    answer = letters_out.acknowledge(work, to, transcript, late_for=late_for, most=most)
    work.send("acknowledgement", to, answer, answers=True)


def _confirmation(work: Work, mail: MailInput, sender: Sender, text: MailText) -> Result | None:
    """What a reply to "reply to confirm" does: any reply will do unless it declines, or may do so."""
    if not mail.proven or any(
        command.verb in {"DECLINE", "LEAVE", "RESIGN", "JOIN"} for command in text.commands
    ):
        return None
    if not seats.waits_for_yes(work, mail.address):
        return None
    if may_mean_no(mail.body):
        return refuse("confirm_unclear")
    return seats.confirm(work, sender.to) or asking.confirm_observer(work, mail.address)


def _words_of_yes(mail: MailInput, text: MailText) -> Command:
    """The line that says yes, as the person wrote it: a YES, else the first line that is nothing else, else the subject."""
    for command in text.commands:
        if _means_yes(command):
            return replace(command, verb="CONFIRM")
    taken = {command.line for command in text.commands} | {line.number for line in text.orders}
    lines = [(number, line.strip()) for number, line in enumerate(mail.body.splitlines(), start=1)]
    free = [(number, line) for number, line in lines if line and number not in taken]
    number, line = (free or [(0, mail.subject.strip())])[0]
    return Command("CONFIRM", line=number, text=line)


def _means_yes(command: Command) -> bool:
    return command.verb == "CONFIRM" or (not command.verb and "CONFIRM" in command.suggestions)


def _without_yes(text: MailText) -> MailText:
    """The mail without its yes, also a misspelt one: any reply will do."""
    gone = {command.line for command in text.commands if _means_yes(command)}
    return MailText(
        tuple(command for command in text.commands if command.line not in gone),
        text.orders,
        tuple(problem for problem in text.problems if problem.line not in gone),
        text.denied,
    )


def stale_phase(work: Work, mail: MailInput, sender: Sender) -> str:
    """The id of the phase gone by that the mail's orders were meant for; "" if they are for the present one."""
    record = work.record
    if not work.started or not sender.power:
        return ""
    gone = phase_ids(record.past)
    taken_back = phase_ids(record.undone)
    if record.review:
        return record.phase_id
    if mail.at < moment(record.opened) and gone:
        return gone[-1]
    words = {word.strip("[](){}<>:;,.") for word in mail.subject.upper().split()}
    if record.phase_id.upper() in words or mail.phase_id == record.phase_id:
        return ""
    gone += [phase for phase in taken_back if phase != record.phase_id]
    if mail.phase_id in gone:
        return mail.phase_id
    return next((phase for phase in reversed(gone) if phase.upper() in words), "")


def _count(work: Work, what: str, power: str, more: int) -> None:
    if power and more:
        table: dict[str, int] = getattr(work.record, what)
        work.change(**{what: {**table, power: table.get(power, 0) + more}})


def _note_late(work: Work, mail: MailInput, late_for: str) -> None:
    if late_for:
        facts = {
            "mail": 0,
            "at": stamp(mail.at),
            "sender": mail.address,
            "subject": mail.subject,
            "reason": "late",
        }
        work.change(notes=(*work.record.notes, {"kind": "mail", "facts": facts}))


@dataclass
class _Orders:
    """The order lines of one mail: read once, put on file in between the commands."""

    work: Work
    sender: Sender
    text: MailText
    late_for: str

    def __post_init__(self) -> None:
        self.read = filed.ReadOrders()
        record = self.work.record
        self.refusal = ""
        if not self.text.orders:
            return
        player = self.work.player(self.sender.power)
        self.facts: dict[str, object] = {}
        if not self.sender.power or not self.work.started or player is None:
            self.refusal = "unknown_command"
        elif record.state == "finished":
            self.refusal = "game_over"
        elif player.status not in {PLAYING, leaving.CIVIL_DISORDER}:
            self.refusal, self.facts = "not_now", {"verb": "", "state": player.status}
        else:
            self.read = filed.read_orders(self.work, self.sender.power, self.text.orders)

    def lines(self) -> list[TranscriptLine]:
        """The answer's lines for the order lines."""
        if self.refusal == "unknown_command":
            return [self._no_command(line) for line in self.text.orders]
        if self.refusal:
            return [
                TranscriptLine(line.number, line.text, "refused", result=self.refusal, facts=dict(self.facts))
                for line in self.text.orders
            ]
        return filed.order_transcript(self.read, applied=not self.late_for)

    def _no_command(self, line: Line) -> TranscriptLine:
        """A line of somebody without a seat: no order, so a word around his commands, or a command that is none."""
        if self.text.commands and not self.sender.gm:
            return TranscriptLine(line.number, line.text, "ignored")
        facts = {
            "given": line.text.strip()[:60],
            "suggestions": seats.wish_meant(self.work, self.sender, line.text) or self._may_do(),
        }
        return TranscriptLine(line.number, line.text, "refused", result="unknown_command", facts=facts)

    def _may_do(self) -> list[str]:
        """Commands for somebody whom the game does not know yet."""
        strange = self.sender.to.role == "stranger" and self.work.record.state != "finished"
        return ["JOIN", "OBSERVE", "HELP"] if strange else []

    def file(self, after: int, before: int) -> None:
        """Put on file what stands between these two lines."""
        if not self.late_for and not self.refusal:
            chosen = [order for order in self.read.orders if after < order.line < before]
            if chosen:
                leaving.come_back(self.work, self.sender.power)
                filed.store(self.work, self.sender.power, chosen)

    def nothing_but_noise(self, transcript: list[TranscriptLine]) -> bool:
        """Whether the mail held many lines and none that meant anything."""
        bad = [line for line in transcript if line.outcome == "refused"]
        good = [line for line in transcript if line.outcome in {"order", "command"}]
        return len(bad) >= HELP_INSTEAD and not good


class _Wordy:
    """Holds a mail to a few commands that make us write to somebody: one mail must not become a thousand, least of all to strangers."""

    def __init__(self, sender: Sender) -> None:
        self._most = LETTERS_A_MAIL if sender.to.role != "stranger" else LETTERS_FOR_A_STRANGER
        self._free = sender.gm
        self._done: list[tuple[str, tuple[str, ...]]] = []

    def say(self, command: Command) -> TranscriptLine | None:
        """The answer to a command that is not done for this reason; None for one to be done."""
        if command.verb not in _WRITING or self._free:
            return None
        what = (command.verb, command.args)
        if command.verb in _ONCE and what in self._done:
            return TranscriptLine(command.line, command.text, "ignored")
        again = command.verb == "ADDRESS" and any(verb == "ADDRESS" for verb, _ in self._done)
        if again or len(self._done) >= self._most:
            return refuse("too_many_commands", verb=command.verb).line(command)
        self._done.append(what)
        return None


def _in_order(work: Work, sender: Sender, text: MailText, orders: _Orders) -> list[TranscriptLine]:
    transcript = orders.lines()
    resigning = any(command.verb == "RESIGN" for command in text.commands)
    if resigning and not (_clean(transcript) and all(command.verb for command in text.commands)):
        result = refuse("not_done_with_mistakes", verb="RESIGN")
        transcript = [
            line
            if line.outcome == "refused"
            else TranscriptLine(
                line.number,
                line.text,
                "refused",
                line.orders,
                line.problems,
                "not_done_with_mistakes",
                {"verb": " / ".join(line.orders) or line.text},
            )
            for line in transcript
        ]
        transcript += [result.line(command) for command in text.commands]
        return sorted(transcript, key=lambda line: line.number)
    reached = 0
    wordy = _Wordy(sender)
    for command in sorted(text.commands, key=lambda one: one.line):
        orders.file(reached, command.line + 1)  # READY may stand behind the last order of a line
        reached = command.line
        problems = tuple(filed.problem_facts(p) for p in text.problems if p.line == command.line)
        if command.verb in FOR_THE_MAIL_LAYER:
            transcript.append(TranscriptLine(command.line, command.text, "ignored"))
        elif not command.verb:
            transcript.append(TranscriptLine(command.line, command.text, "refused", (), problems))
        elif said := wordy.say(command):
            transcript.append(said)
        else:
            line = do_command(work, sender, command).line(command)
            transcript.append(replace(line, problems=problems))
    orders.file(reached, 10**9)
    transcript += [done("denied", verb=command.verb).line(command) for command in text.denied]
    seen = {line.number for line in transcript}
    for problem in text.problems:
        if problem.line not in seen:
            facts = (filed.problem_facts(problem),)
            transcript.append(TranscriptLine(problem.line, problem.text, "refused", (), facts))
    if not sender.gm and any(line.outcome == "refused" for line in transcript):
        transcript = _name_gms_commands(work, transcript)
    return sorted(transcript, key=lambda line: line.number)


def _with_hints(transcript: list[TranscriptLine]) -> list[TranscriptLine]:
    """Sentences in a mail without any order or command, with the commands that their writer may be looking for."""
    if any(line.outcome in {"order", "command"} for line in transcript):
        return transcript
    found = []
    for line in transcript:
        plain = line.outcome == "ignored" and not line.problems
        refused = any(problem.kind == "no_order" for problem in line.problems)
        meant = commands_meant(line.text) if plain or refused else ()
        if meant:
            problem = ProblemFacts(
                "no_order", "error", line.number, 0, 0, line.text, (), meant, {"text": line.text}
            )
            line = TranscriptLine(line.number, line.text, "refused", (), (problem,))
        found.append(line)
    return found


def _name_gms_commands(work: Work, transcript: list[TranscriptLine]) -> list[TranscriptLine]:
    """Refused lines that are commands of the GM are said to be that, not called unreadable."""
    verbs = gms_commands(work.mail.body) if work.mail else {}
    asked = {line.number for line in transcript if line.text.rstrip().endswith(("?", "？", "か", "か。"))}
    return [
        TranscriptLine(
            line.number, line.text, "refused", result="not_allowed", facts={"verb": verbs[line.number]}
        )
        if line.outcome == "refused" and line.number in verbs.keys() - asked and line.result != "late"
        else line
        for line in transcript
    ]


def _clean(transcript: list[TranscriptLine]) -> bool:
    """Whether every order line was understood (a mail that resigns is done whole or not at all)."""
    return all(line.outcome != "refused" for line in transcript)


def do_command(work: Work, sender: Sender, command: Command) -> Result:
    """One command by one person: the GM's where he may, else a player's."""
    handler = commands.HANDLERS.get(command.verb)
    if refusal := left_over(work, command):
        return refusal
    if handler is not None and not sender.shell:
        return handler(work, sender, command)
    gm_handler = gm.HANDLERS.get(command.verb)
    if gm_handler is None:
        return refuse("unknown_command", given=command.verb, suggestions=list(command.suggestions))
    if not sender.gm:
        return refuse("not_allowed", verb=command.verb)
    result = gm_handler(work, sender, command)
    if not result.refused:
        gm.log(work, sender, command)
    return result
