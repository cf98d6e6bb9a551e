"""A match clock: each side has a bank of thinking time, and some grace for every question.

A side thinks while a prompt to it is open. What it has spent stands in every ruling, so a take-back
gives no time back and a restart loses none. When the bank is empty and a question's grace is over,
the house gives the default answer (`referee.time_out`). All times are milliseconds.
"""

import time
from dataclasses import dataclass

from rules.core.state import State
from rules.core.values import PromptId, SideId

from .models import Match
from .wire import ClockShown


def now() -> int:
    """This moment."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time each side has for the match, and for each question at least."""

    bank: int
    grace: int


def clock_of(match: Match) -> Clock | None:
    """A match's clock, or None if it is played without."""
    if match.clock_bank is None:
        return None
    return Clock(match.clock_bank * 1000, match.clock_grace * 1000)


def running(state: State) -> tuple[SideId, ...]:
    """The sides that are being asked, in seating order."""
    asked = {prompt.side for prompt in state.prompts.values()}
    return tuple(side for side in state.sides if side in asked)


def spend(spent: dict[SideId, int], state: State, since: int, now: int) -> dict[SideId, int]:
    """What each side has spent at `now`, when `spent` was right at `since`."""
    thinking = running(state)
    return {
        side: spent.get(side, 0) + (max(0, now - since) if side in thinking else 0)
        for side in state.sides
    }


def due(
    clock: Clock, state: State, spent: dict[SideId, int], at: int, opened: dict[PromptId, int]
) -> tuple[int, PromptId] | None:
    """When the next answer is the house's to give, and to which prompt; None if nobody is asked.

    `spent` was right at `at`; `opened` tells when each prompt was put.
    """
    times = [
        (max(at + clock.bank - spent.get(prompt.side, 0), opened[key] + clock.grace), key)
        for key, prompt in state.prompts.items()
    ]
    return min(times, default=None)


def shown(clock: Clock, state: State, spent: dict[SideId, int], at: int) -> ClockShown:
    """The clock as it is sent: what was left at `at`, and who is using it up."""
    left = {side: max(0, clock.bank - spent.get(side, 0)) for side in state.sides}
    return ClockShown(at=at, left=left, running=running(state), grace=clock.grace)
