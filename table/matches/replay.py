"""Finished and running matches over HTTP: the live table's own messages, as one file.

A film is made for an audience and shows no more than its horizon. An export is the public format of
docs/replay-format.md: facts, dice and names, readable without any of our code.
"""

import threading
from collections import OrderedDict
from typing import Any

from rules.core.patch import Plain, plain
from rules.core.state import State
from rules.core.values import Viewer

from . import clock, facts, frames, log
from .audience import Audience, audience_of
from .folded import Folded, Kept, holding, states
from .models import Match, MatchState
from .snapshots import version
from .wire import Film, Step, Whole

EVERY = 50
"""Steps between whole views, so that a scrub back is short."""
FILMS = 16
"""Films of ended matches that are kept in memory."""

_films: OrderedDict[tuple[int, Audience, str], bytes] = OrderedDict()
_guard = threading.Lock()


def film(match: Match, viewer: Viewer) -> bytes:
    """The whole match for a viewer, as far as his horizon, as JSON (`wire.Film`)."""
    audience = audience_of(viewer, match)
    with holding(match.pk) as folded:
        key = (match.pk, audience, version(folded.rules))
    with _guard:
        if made := _films.get(key):
            _films.move_to_end(key)
            return made
    until = log.horizon(match.pk, audience.delay, clock.now())
    made = frames.encode(_film(folded, audience, until))
    if match.state == MatchState.ENDED and until == folded.seq:
        with _guard:
            _films[key] = made
            while len(_films) > FILMS:
                _films.popitem(last=False)
    return made


def _film(folded: Folded, audience: Audience, until: int) -> Film[Any, Any]:
    rules, viewer = folded.rules, audience.viewer
    rulings = log.read(rules, folded.match, until=until)
    found = states(rules, rulings)
    covers = log.covers(folded.match)
    first = next(ruled for ruled in rulings if ruled.seq in found)
    views: list[Whole[Any]] = []
    steps: list[Step[Any]] = []
    before: State = found[first.seq]
    old: Plain = plain(rules.view(before, viewer))
    opening = Whole(seq=first.seq, view=old)
    for ruled in rulings[rulings.index(first) + 1 :]:
        if ruled.seq not in found:
            break
        new = plain(rules.view(found[ruled.seq], viewer))
        kept = Kept(ruled, before, found[ruled.seq])
        steps.append(frames.step(rules, kept, viewer, old, new, folded.clock))
        before, old = found[ruled.seq], new
        if len(steps) % EVERY == 0:
            views.append(Whole(seq=ruled.seq, view={k: v for k, v in new.items() if k != "fixed"}))
    seq = steps[-1].seq if steps else first.seq
    return Film(
        match=folded.match,
        seq=seq,
        opening=opening,
        told=frames.entry(rules, first, viewer),
        steps=tuple(steps),
        wholes=tuple(views),
        covered=tuple(covers),
        dice=frames.dice(folded, newest=seq == folded.seq),
    )


def export(match: Match, viewer: Viewer) -> bytes:
    """The match as a public file: what this viewer may know of the facts, and the dice."""
    audience = audience_of(viewer, match)
    until = log.horizon(match.pk, audience.delay, clock.now())
    with holding(match.pk) as folded:
        rules = folded.rules
    rulings = [
        {
            "after": ruled.after,
            "seq": ruled.seq,
            "time": ruled.time,
            "by": ruled.side,
            "events": [
                shown
                for fact in ruled.facts
                if (shown := fact if isinstance(fact, facts.House) else rules.redact(fact, viewer))
                is not None
            ],
        }
        for ruled in log.read(rules, match.pk, until=until)
    ]
    return frames.encode(
        {
            "format": "skald-replay",
            "version": 1,
            "ruleset": match.ruleset,
            "edition": match.edition,
            "scenario": match.scenario,
            "sides": {seat.side: {"name": seat.name} for seat in match.seats.all()},
            "begun": match.begun,
            "dice": frames.dice(folded, newest=until == folded.seq),
            "rulings": rulings,
        }
    )
