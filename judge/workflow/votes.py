"""Ends by agreement: draw, peace (000 part 1 講和), concession. Votes lapse with the phase.

Votes for a draw or a concession are secret until they pass. A declaration for peace is public, in the hall, and counts only
where the game knows peace; it can be withdrawn until the last survivor has declared.
"""

from __future__ import annotations

from judge.engine import Outcome
from judge.workflow.handling import Command, Result, Sender, done, refuse
from judge.workflow.leftover import POLITE, words_left
from judge.workflow.names import NO_WORDS, folded, power_named
from judge.workflow.phases import end_by_agreement, survivors
from judge.workflow.press import silent_until
from judge.workflow.work import Work

_KINDS = {"引き分け": "DRAW", "引分": "DRAW", "講和": "PEACE", "投了": "CONCEDE", "concession": "CONCEDE"}
FILLERS = POLITE | {"to", "yes", "賛成", "賛成します", "vote", "all", "survivors", "sides", "withsurvivors"}


def vote(work: Work, sender: Sender, command: Command) -> Result:
    """DRAW, PEACE, CONCEDE power; with NO the vote is taken back."""
    kind = command.verb
    words = [word for word in command.args if folded(word) not in FILLERS]
    if kind == "VOTE" and words:
        kind, words = _KINDS.get(folded(words[0]), words[0].upper()), words[1:]
    if kind in {"NOPEACE", "NODRAW"}:
        kind, words = kind.removeprefix("NO"), ["no"]
    withdraw = any(folded(word) in NO_WORDS for word in words)
    words = [word for word in words if folded(word) not in NO_WORDS]
    waiting = bool(work.record.review)  # the phase is over, its result only not yet out
    if work.record.state != "running" or waiting or not sender.power or not work.active(sender.power):
        return refuse("not_now", verb=kind, state=work.record.state)
    known = {"PEACE": bool(work.settings.get("peace")), "DRAW": work.settings.get("draw") != "none"}
    if words and known.get(kind):
        return words_left(command, words)
    if kind == "PEACE":
        return _peace(work, sender.power, withdraw)
    if kind == "DRAW" and work.settings.get("draw") != "none":
        return _count(work, sender.power, "draw", "", withdraw)
    if kind == "CONCEDE" and work.settings.get("concession"):
        others = [power for power in survivors(work) if power != sender.power]
        power = power_named(work, " ".join(words)) if words else others[0] if len(others) == 1 else None
        if power is None:
            return refuse("unknown_power", given=" ".join(words), known=list(work.engine.powers))
        return _count(work, sender.power, "concession", power, withdraw)
    return refuse("vote_refused", vote=kind.lower())


def _count(work: Work, voter: str, kind: str, power: str, withdraw: bool) -> Result:
    name = f"{kind} {power}".strip()
    votes = tuple(one for one in work.record.votes.get(name, ()) if one != voter)
    if not withdraw:
        votes = (*votes, voter)
    work.change(votes={**work.record.votes, name: votes})
    return done("vote_withdrawn" if withdraw else "vote_counted", vote=kind, power=power)


def _peace(work: Work, voter: str, withdraw: bool) -> Result:
    if not work.settings.get("peace"):
        return refuse("vote_refused", vote="peace")
    why, until = silent_until(work)
    if why:
        return refuse("press_refused", why=why, until=until, text="", vote="peace")
    if withdraw and voter not in work.record.votes.get("peace", ()):
        return done("vote_withdrawn", vote="peace", power="")  # nothing was declared: nobody need hear of it
    result = _count(work, voter, "peace", "", withdraw)
    votes = work.record.votes["peace"]
    order = [power for power in work.engine.powers if power in votes]
    facts = {"power": voter, "withdrawn": withdraw, "powers": order, "needed": list(survivors(work))}
    work.notice("peace_declared", work.everybody(), facts)
    return result


def passed(work: Work) -> bool:
    """End the game if a vote has been carried by all survivors with a player; whether it was."""
    if work.record.state != "running" or work.record.review:
        return False
    alive = survivors(work)
    for name, votes in work.record.votes.items():
        kind, _, power = name.partition(" ")
        needed = {one for one in alive if one != power}
        if not needed or not needed <= set(votes):
            continue
        winners = (power,) if power else alive
        end_by_agreement(work, Outcome(kind, winners))
        return True
    return False
