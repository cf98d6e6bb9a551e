"""From facts to messages: what each viewer is told and shown. The live table and replays share it.

A message is encoded once for everybody who gets it.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from rules.core.codec import encode as encoded
from rules.core.events import Event
from rules.core.patch import Plain, diff, plain
from rules.core.ruleset import Rules
from rules.core.state import State
from rules.core.values import Viewer

from . import clock, facts, log
from .clock import Clock
from .facts import Fact
from .folded import Folded, Kept
from .log import Ruled
from .wire import ClockShown, DiceShown, Entry, Step, Told

LINES = 100
"""Told facts that a welcome brings; older ones come over HTTP."""

DIGITS = 12
"""Of a state's digest, hexadecimal: enough to be compared by eye."""

encode = msgspec.json.Encoder().encode


def told(rules: Rules[Any], told_facts: Iterable[Fact], viewer: Viewer) -> tuple[Told[Any], ...]:
    """Facts as a viewer may know them, each with its sentence; hidden ones are left out."""
    found: list[Told[Any]] = []
    for fact in told_facts:
        if not isinstance(fact, Event):
            found.append(Told(event=fact, line=facts.tell(fact)))
        elif (seen := rules.redact(fact, viewer)) is not None:
            found.append(Told(event=seen, line=rules.tell(seen)))
    return tuple(found)


def entry(rules: Rules[Any], ruled: Ruled, viewer: Viewer, covered: bool = False) -> Entry[Any]:
    """A ruling as it stands in a viewer's log."""
    return Entry(
        after=ruled.after,
        seq=ruled.seq,
        time=ruled.time,
        by=ruled.side,
        told=told(rules, ruled.facts, viewer),
        covered=covered,
    )


def entries(
    rules: Rules[Any], match: int, viewer: Viewer, before: int, lines: int = LINES
) -> list[Entry[Any]]:
    """The viewer's log up to fact `before`: whole rulings, `lines` told facts or a few more."""
    covers = log.covers(match)
    found: list[Entry[Any]] = []
    left, at = lines, before
    while left > 0:
        rulings = log.read_back(rules, match, at, left)
        for ruled in reversed(rulings):
            if left <= 0:
                break
            found.append(entry(rules, ruled, viewer, log.is_covered(covers, ruled)))
            left -= max(1, len(found[-1].told))
            at = ruled.after
        if not rulings:
            break
    return found[::-1]


def step(
    rules: Rules[Any], kept: Kept, viewer: Viewer, old: Plain, new: Plain, timing: Clock | None
) -> Step[Any]:
    """One ruling more for a viewer whose view was `old` and now is `new`."""
    ruled = kept.ruled
    return Step(
        after=ruled.after,
        seq=ruled.seq,
        time=ruled.time,
        by=ruled.side,
        told=told(rules, ruled.facts, viewer),
        patch=diff(old, new),
        clock=None if timing is None else clock.shown(timing, kept.state, ruled.spent, ruled.time),
        digest=digest(kept.state),
    )


def digest(state: State) -> str:
    """A short hash of the state that a finished match came to, the same wherever its facts are
    folded; empty while it is played, when a hash could give away what is hidden."""
    if state.result is None:
        return ""
    return hashlib.sha256(encoded(state)).hexdigest()[:DIGITS]


def steps(folded: Folded, rulings: list[Kept], viewer: Viewer) -> list[bytes]:
    """The steps that a viewer missed, encoded."""
    rules, found, old = folded.rules, [], None
    for kept in rulings:
        old = plain(rules.view(kept.before, viewer)) if old is None else old
        new = plain(rules.view(kept.state, viewer))
        found.append(encode(step(rules, kept, viewer, old, new, folded.clock)))
        old = new
    return found


def dice(folded: Folded, newest: bool = True) -> DiceShown:
    """What is known of the dice; the secret only by those who have seen the end."""
    secret = folded.secret if newest else ""
    return DiceShown(commitment=folded.commitment, salts=folded.salts, secret=secret)


def clock_now(folded: Folded) -> ClockShown | None:
    """The match clock as it stood at the last ruling."""
    if folded.clock is None:
        return None
    return clock.shown(folded.clock, folded.live, folded.spent, folded.time)
