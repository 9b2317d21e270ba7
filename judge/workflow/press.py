"""Talk between players through the judge: to some, to all, unsigned where allowed; never outside the hours for it.

Only the text is passed on, and only under the power's name, so no address can leak. Press to nobody goes to nobody.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from judge.workflow import clock
from judge.workflow.clock import moment, stamp
from judge.workflow.handling import Command, Result, Sender, done, refuse
from judge.workflow.letters import Recipient
from judge.workflow.model import Json
from judge.workflow.names import ALL_WORDS, GM_WORDS, folded, powers_named
from judge.workflow.work import Work

DIGEST_HOUR = 18 * 60
"""Local time at which gathered press is sent to those who asked for that."""
_OPTIONS = {"grey": "grey", "gray": "grey", "匿名": "grey", "white": "white", "to": "", "宛先": ""}


def silent_until(work: Work) -> tuple[str, str]:
    """(why, until) if there is no press now, ("", "") if there is. why: "none", "phase", "silent_hours"."""
    record = work.record
    if work.settings.get("press") == "none":
        return "none", ""
    if record.state not in {"running", "paused"} or not work.phase.press:
        return "phase", ""
    if record.starts and work.at < moment(record.starts):
        return "silent_hours", record.starts
    if record.review:
        start = clock.start_after(max(work.at, moment(record.deadline)), work.settings)
        return "silent_hours", stamp(start) if work.settings.get("start_hour") else ""
    if work.settings.get("start_hour") and work.in_grace():
        return "silent_hours", ""
    return "", ""


def send_press(work: Work, sender: Sender, command: Command) -> Result:
    """PRESS TO France, Russia … END: pass the text on."""
    if not sender.power or not work.started:
        return refuse("not_now", verb=command.verb, state=work.record.state)
    grey = False
    words = []
    for arg in command.args:
        option = _OPTIONS.get(folded(arg))
        grey = grey or option == "grey"
        if option is None:
            words.append(arg)
    public = command.verb == "BROADCAST" or any(folded(word.strip(",、")) in ALL_WORDS for word in words)
    to_gm = any(folded(word.strip(",、")) in GM_WORDS for word in words)
    words = [word for word in words if folded(word.strip(",、")) not in ALL_WORDS | GM_WORDS]
    powers, strange = powers_named(work, words)
    text = command.body.strip("\n")

    def refused(why: str, until: str = "") -> Result:
        return refuse("press_refused", why=why, until=until, text=text)

    if strange and public:  # "ALL BUT Russia": not to be sent to Russia because it was not understood
        return refuse("words_left", verb=command.verb, given=" ".join(strange), text=text)
    if strange:
        return refuse("unknown_power", given=" ".join(strange), known=list(work.engine.powers), text=text)
    if not (powers or public or to_gm):
        return refused("nobody")
    if not text.strip():
        return refused("empty")
    if grey and work.settings.get("press") != "grey":
        return refused("grey")
    why, until = silent_until(work)
    if to_gm and not (powers or public):
        why = ""  # one may always write to the GM
    hold = why == "silent_hours" and bool(until) and work.settings.get("press_gap") == "hold"
    if why and not hold:
        return refused(why, until)
    message: Json = {
        "from": sender.power,
        "grey": grey,
        "to": [] if public else powers,
        "public": public,
        "gm": to_gm,
        "text": text,
    }
    if hold:
        work.change(held=(*work.record.held, {**message, "due": until, "kind": "press"}))
        return done("press_held", until=until)
    deliver(work, message)
    return done("press_sent", to=[] if public else powers, public=public)


def deliver(work: Work, message: Json) -> None:
    """Give a message to whom it is for."""
    author = "" if message["grey"] else message["from"]
    facts = {"from": author, "to": message["to"], "public": message["public"], "text": message["text"]}
    wanted = set(message["to"])
    for to in work.everybody():
        if to.role == "player" and to.power != message["from"] and (message["public"] or to.power in wanted):
            _give(work, to, facts)
        elif to.role == "observer" and message["public"]:
            work.notice("press", [to], facts)
        elif to.role == "gm":
            if message["gm"] or message["public"]:
                work.notice("press", [to], facts)
            elif work.settings.get("press_read_by_gm") and not _plays(work, to.address):
                work.notice("press_copy", [to], {**facts, "grey": message["grey"]})


def _plays(work: Work, address: str) -> bool:
    return any(player.address == address for player in work.record.players)


def _give(work: Work, to: Recipient, facts: Json) -> None:
    """At once, or with the day's press for those who asked for that. Nothing is held back in the last day before a deadline."""
    player = work.player(to.power)
    deadline = work.record.deadline
    due = _digest_time(work.at, to.timezone)
    if player is None or not player.digest or not deadline or moment(deadline) - due < timedelta(days=1):
        work.notice("press", [to], facts)
        return
    entry = {"kind": "digest", "power": to.power, "due": stamp(due), "facts": facts}
    work.change(held=(*work.record.held, entry))


def _digest_time(at: datetime, zone_name: str) -> datetime:
    zone = ZoneInfo(zone_name)
    day = at.astimezone(zone).date()
    due = clock.at_hour(day, DIGEST_HOUR, zone)
    return due if due > at else clock.at_hour(day + timedelta(days=1), DIGEST_HOUR, zone)


def release(work: Work) -> None:
    """Deliver what has waited for this moment."""
    due = [entry for entry in work.record.held if entry["due"] <= work.now]
    work.change(held=tuple(entry for entry in work.record.held if entry["due"] > work.now))
    gathered: dict[str, list[Json]] = {}
    for entry in due:
        if entry["kind"] == "press":
            deliver(work, entry)
        else:
            gathered.setdefault(entry["power"], []).append(entry["facts"])
    for power, messages in gathered.items():
        player = work.player(power)
        if player is not None:
            work.notice("digest", [work.recipient(player, "player")], {"press": messages})


def announce(work: Work, sender: Sender, command: Command) -> Result:
    """ANNOUNCE text: the GM's word to all."""
    text = command.body or command.rest
    if not text.strip():
        return refuse("usage", verb=command.verb, example="ANNOUNCE …")
    work.notice("announcement", work.everybody(), {"text": text.strip()})
    return done("announced")
