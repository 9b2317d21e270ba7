"""Closing a phase with all that hangs on it, and seeing after each input whether the game has to go on."""

from __future__ import annotations

from judge.workflow import leaving, review, votes
from judge.workflow.phases import close_phase, may_close_early
from judge.workflow.work import Work


def close(work: Work, *, early: bool = False) -> None:
    """Close the phase; then open the seats of players who were silent too often."""
    leaving.open_seats(work, close_phase(work, early=early), leaving.CIVIL_DISORDER, "silent")
    if work.record.state == "running" and not any(work.active(power) for power in work.engine.powers):
        work.change(state="paused", paused_at=work.now, paused_until="")
        work.notice(
            "paused", [work.recipient(gm, "gm") for gm in work.record.gms], {"until": "", "why": "nobody"}
        )


def end(work: Work, *, early: bool = False) -> None:
    """The phase is over: its result goes out, or to the GM first where the game wants that."""
    if review.wanted(work):
        review.begin(work)
    else:
        close(work, early=early)


def settle(work: Work) -> None:
    """After an input: end the game if a vote has passed, close the phase if nobody has to be waited for."""
    if votes.passed(work):
        return
    if may_close_early(work):
        end(work, early=not work.in_grace())
