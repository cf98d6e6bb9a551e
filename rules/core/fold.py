"""From facts to a state: the log is the only truth, and this is how it is read."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from .events import Event
from .ruleset import Rules
from .state import State

S = TypeVar("S", bound=State)


def fold(rules: Rules[S], events: Iterable[Event], state: S | None = None) -> S:
    """The state after some facts: from the first fact of a match on, or on top of `state`.

    Raises ValueError when there is neither a fact nor a state.
    """
    for event in events:
        state = rules.apply(state, event)
    if state is None:
        raise ValueError("a match begins with a fact")
    return state


def rewound(state: S, *, draws: int, asked: int, offered: int) -> S:
    """An earlier state to which play goes back, with the counters of the state it leaves.

    They never go back: dice come from numbers never drawn, and no id is given to a second question
    or offer, so that a late answer to one that is gone cannot pass for an answer to another.
    """
    return msgspec.structs.replace(state, draws=draws, asked=asked, offered=offered, offers={})
