"""Matches in memory: each log folded once, and kept up to date while somebody needs it.

A Folded may be used by several threads: whoever reads or changes it holds its `lock`. It is a
cache of the log and never ahead of it: what it holds has been written.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rules import ruleset
from rules.core.fold import rewound
from rules.core.patch import Plain, plain
from rules.core.ruleset import Rules
from rules.core.state import State
from rules.core.values import PromptId, SideId, Viewer

from . import log, snapshots
from .clock import Clock, clock_of
from .facts import Fact, RanOut, Revealed, Rewound, Salted
from .log import Ruled
from .models import Match

logger = logging.getLogger(__name__)

KEPT = 200
"""Newest rulings kept with the states they led to: for missed steps and for take-backs."""
IDLE = 300
"""Seconds that a match stays in memory when nobody uses it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A ruling and the states before and after it. The first of a match has none before."""

    ruled: Ruled
    before: State | None
    state: State


class Folded:
    """A match as its log tells it, up to fact `seq`."""

    def __init__(self, match: Match) -> None:
        self.match = match.pk
        self.rules: Rules[Any] = ruleset(match.ruleset)
        self.commitment = match.commitment
        self.clock: Clock | None = clock_of(match)
        self.lock = threading.RLock()
        self.seq = 0
        self.time = 0
        self.state: State | None = None
        self.spent: dict[SideId, int] = {}
        self.opened: dict[PromptId, int] = {}
        """When each open prompt was put, as far as known."""
        self.salts: dict[SideId, str] = {}
        self.secret = ""
        """The dice secret, once it is revealed."""
        self.sealed = b""
        """The dice secret itself, once the referee has read it."""
        self.held = match.held
        """The log no longer folds: shown up to there, and not played on."""
        self.kept: list[Kept] = []
        self.pins = 0
        self.used = time.monotonic()
        self._views: dict[Viewer, Plain] = {}

    @property
    def live(self) -> State:
        """The state of a match that has begun."""
        assert self.state is not None
        return self.state

    def catch_up(self) -> None:
        """Fold what the log has gained. A log that does not fold is held at the last good fact."""
        if self.held and self.seq:
            return
        try:
            if self.seq == 0:
                self._load()
            else:
                for ruled in log.read(self.rules, self.match, self.seq):
                    self.take(ruled)
        except Exception:
            logger.exception("match %s does not fold past fact %s", self.match, self.seq)
            self.held = True

    def take(self, ruled: Ruled, state: State | None = None) -> None:
        """Fold a ruling that is in the log; `state` is what it leads to, when that is known."""
        if ruled.after != self.seq:
            raise ValueError(f"match {self.match} is at {self.seq}, not at {ruled.after}")
        if not ruled.readable:
            raise ValueError(f"match {self.match} holds unknown facts after {ruled.after}")
        before = self.state
        after = state if state is not None else self._fold(ruled)
        self._note(ruled.facts)
        self.seq, self.time, self.state, self.spent = ruled.seq, ruled.time, after, ruled.spent
        known = {} if ruled.rewinds_to is not None else self.opened
        self.opened = {key: known.get(key, ruled.time) for key in after.prompts}
        self.kept.append(Kept(ruled, before, after))
        del self.kept[:-KEPT]
        self._views = {}

    def view(self, viewer: Viewer) -> Plain:
        """What these eyes see now, as plain values. Not to be changed."""
        if viewer not in self._views:
            self._views[viewer] = plain(self.rules.view(self.live, viewer))
        return self._views[viewer]

    def since(self, seq: int) -> list[Kept] | None:
        """The rulings after fact `seq`; None when they are no longer kept, or `seq` ends none."""
        if seq == self.seq:
            return []
        for number, kept in enumerate(self.kept):
            if kept.ruled.after == seq and kept.before is not None:
                return self.kept[number:]
        return None

    def state_at(self, seq: int) -> State:
        """The state after the ruling that ends at fact `seq`. Raises KeyError if none does."""
        for kept in reversed(self.kept):
            if kept.ruled.seq == seq:
                return kept.state
            if kept.ruled.after == seq and kept.before is not None:
                return kept.before
        return states(self.rules, log.read(self.rules, self.match, until=seq))[seq]

    def rewound(self, fact: Rewound) -> State:
        """The state after play went back."""
        return step(self.rules, self.state, fact, self.state_at)  # type: ignore[return-value]

    def _load(self) -> None:
        rulings = log.read(self.rules, self.match)
        start = snapshots.newest(self.rules, self.match, rulings)
        for ruled in rulings[: start.rulings]:
            self._note(ruled.facts)
        if start.state is not None:
            last = rulings[start.rulings - 1]
            self.seq, self.time, self.state = last.seq, last.time, start.state
            self.spent = last.spent
            self.opened = dict.fromkeys(start.state.prompts, last.time)
        for ruled in rulings[start.rulings :]:
            self.take(ruled)
        if self.state is not None and len(rulings) - start.rulings >= snapshots.EVERY:
            snapshots.write(self.rules, self.match, self.seq, self.state)

    def _fold(self, ruled: Ruled) -> State:
        state = self.state
        for fact in ruled.facts:
            state = step(self.rules, state, fact, self.state_at)
        assert state is not None
        return state

    def _note(self, facts: list[Fact]) -> None:
        for fact in facts:
            if isinstance(fact, Salted):
                self.salts = {**self.salts, fact.side: fact.salt}
            elif isinstance(fact, Revealed):
                self.secret = fact.secret


def step(rules: Rules[Any], state: State | None, fact: Fact, state_at: Any) -> State | None:
    """The state after a fact, the house's own facts included. `state_at(seq)` finds an old one."""
    match fact:
        case Rewound(to=to, draws=draws, asked=asked, offered=offered):
            return rewound(state_at(to), draws=draws, asked=asked, offered=offered)
        case Salted() | Revealed() | RanOut():
            return state
        case _:
            folded: State = rules.apply(state, fact)
            return folded


def states(rules: Rules[Any], rulings: list[Ruled]) -> dict[int, State]:
    """The state after each ruling of a log, by the number of its last fact, as far as it folds."""
    found: dict[int, State] = {}
    state: State | None = None
    for ruled in rulings:
        if not ruled.readable:
            break
        for fact in ruled.facts:
            state = step(rules, state, fact, found.__getitem__)
        if state is not None:
            found[ruled.seq] = state
    return found


_all: OrderedDict[int, Folded] = OrderedDict()
_guard = threading.Lock()


def _of(match: int) -> Folded:
    """The one Folded of a match in this process. Raises Match.DoesNotExist."""
    with _guard:
        found = _all.get(match)
    if found is None:
        made = Folded(Match.objects.get(pk=match))
        with _guard:
            found = _all.setdefault(match, made)
            _sweep()
    found.used = time.monotonic()
    return found


def _sweep() -> None:
    long_ago = time.monotonic() - IDLE
    for key in [k for k, f in _all.items() if not f.pins and f.used < long_ago]:
        del _all[key]


@contextmanager
def holding(match: int) -> Iterator[Folded]:
    """Lock a match of this process and bring it up to date. Raises Match.DoesNotExist."""
    found = _of(match)
    with found.lock:
        found.catch_up()
        yield found


def forget(match: int | None = None) -> None:
    """Drop a match from memory, or all: the next use folds the log anew."""
    with _guard:
        if match is None:
            _all.clear()
        else:
            _all.pop(match, None)
