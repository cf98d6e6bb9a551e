"""Taking back: what lies between now and then, and whether anybody has to agree.

Free while no dice were rolled, nothing hidden was shown to the one who takes back, and no other
side acted or was asked. The dice never come back, whoever agrees.
"""

from typing import Any

from rules.core.events import Asked, Rolled
from rules.core.patch import Plain, diff, plain
from rules.core.ruleset import Rules
from rules.core.state import State
from rules.core.values import SideId, Viewer

from . import log
from .facts import RanOut, Rewound, Salted
from .folded import Folded, Kept
from .models import Ruling


def possible(folded: Folded, to: int) -> bool:
    """Whether fact `to` is the end of a ruling that still counts, earlier than the newest."""
    if not 0 < to < folded.seq or folded.live.result is not None:
        return False
    if any(first < to <= end for first, end in log.covers(folded.match)):
        return False
    return Ruling.objects.filter(match=folded.match, seq=to).exists()


def free(folded: Folded, side: SideId, to: int) -> bool:
    """Whether a side may go back to `to` without asking. `to` is `possible`."""
    between = _between(folded, to)
    return between is not None and all(_own_and_open(folded, kept, side) for kept in between)


def rewinding(folded: Folded, state: State, to: int) -> Rewound:
    """The fact that play goes back to `to` from a state."""
    return Rewound(to=to, draws=state.draws, asked=state.asked, offered=state.offered)


def _between(folded: Folded, to: int) -> list[Kept] | None:
    """The rulings after `to` that still count, the newest first; None if they are too long ago."""
    found, at = [], folded.seq
    for kept in reversed(folded.kept):
        if at == to:
            break
        if kept.ruled.seq != at:
            continue
        if kept.ruled.rewinds_to is not None:
            at = kept.ruled.rewinds_to
        else:
            found.append(kept)
            at = kept.ruled.after
    return found if at == to else None


def _own_and_open(folded: Folded, kept: Kept, side: SideId) -> bool:
    facts = kept.ruled.facts
    if all(isinstance(fact, Salted) for fact in facts):
        return True
    if kept.ruled.side != side or kept.before is None:
        return False
    for fact in facts:
        if isinstance(fact, Rolled | RanOut):
            return False
        if isinstance(fact, Asked) and fact.prompt.side != side:
            return False
    viewer = frozenset({side})
    unseen = _hidden(folded.rules, kept.before, viewer)
    return not unseen or unseen == _hidden(folded.rules, kept.state, viewer)


def _hidden(rules: Rules[Any], state: State, viewer: Viewer) -> Plain:
    """What these eyes do not see of a state, but for what the others are asked."""
    known, whole = (
        {
            k: v
            for k, v in plain(rules.view(state, eyes)).items()
            if k not in ("prompts", "standing")
        }
        for eyes in (viewer, frozenset(state.sides))
    )
    return diff(known, whole)
