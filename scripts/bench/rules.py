"""Times the rules of SAGA on full tables: `python -m scripts.bench.rules [matches]`.

Two warbands of 41 models (riders and crossbows against foot) and 8 pieces of ground, played by
suggested answers.
Before each answer the hand is played as a browser does: the draft previewed, then sent. Every
measurement starts from a state that nobody has asked about before, so nothing is remembered, unless
its name says so. Prints median and 99th percentile in ms of CPU time; judges nothing.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from time import thread_time
from typing import Any

import msgspec

from rules.core import patch
from rules.core.codec import decode_events, decode_state, encode
from rules.core.fold import fold
from rules.core.refusals import Refusal
from rules.core.ruleset import Seated
from rules.saga.actions import Aims, Move, PlanEngagement, PlanMove, PlanShot, Reach, Shift
from rules.saga.content import Roster, RosterUnit
from rules.saga.questions import Activate
from rules.saga.ruleset import Saga
from rules.saga.state import State
from rules.testing.laws import viewers
from rules.testing.match import sealed

SAGA = Saga()
DRAWN = 2540 * 4
"""How far the bench drags a unit."""
RULINGS = 150
"""Answers of one match at most."""
LOG = 1500
"""Facts that the fold is told for."""
BUDGETS = {
    "begin a match": (50, None), "resolve": (5, 25), "preview": (60, None),
    "view": (5, None), "fold": (50, None), "state": (5, None),
}  # fmt: skip
"""Median and 99th percentile by the first word of a name, ms."""

Times = dict[str, list[float]]


def warband(faction: str, riders: bool) -> Roster:
    """40 models and their warlord for 6 points."""
    units = (
        RosterUnit(id="w", name="w", kind="warlord", models=1, mounted=riders),
        RosterUnit(id="u1", name="u1", kind="hearthguard", models=8, mounted=riders),
        RosterUnit(id="u2", name="u2", kind="warriors", models=12, mounted=riders),
        RosterUnit(id="u3", name="u3", kind="warriors", models=12, mounted=riders),
        RosterUnit(
            id="u4", name="u4", kind="warriors", models=8, option="crossbows" if riders else ""
        ),
    )
    return Roster(faction=faction, name=faction, points=6, units=units)


def setup() -> Any:
    """Normans, mounted but for their crossbows, against Anglo-Danes on foot."""
    rosters = (warband("normans", True), warband("anglo_danes", False))
    seats = {
        side: Seated(name=side, roster=msgspec.to_builtins(one))
        for side, one in zip("ab", rosters, strict=True)
    }
    return SAGA.arrange("clash_of_warlords", seats, {"layout": "alder_ford"}, "")


def timed(times: Times, name: str, work: Callable[[], Any]) -> Any:
    """Do some work and keep how long it took."""
    start = thread_time()
    answer = work()
    times.setdefault(name, []).append((thread_time() - start) * 1000)
    return answer


def played(times: Times, seed: int) -> tuple[Any, ...]:
    """Play one match, measuring every answer; its facts."""
    random, dice = Random(seed), sealed(b"bench %d" % seed)
    begun = timed(times, "begin a match", lambda: SAGA.begin(setup(), dice(0)))
    state, facts = begun.state, [*begun.events]
    for _ in range(RULINGS):
        if state.result is not None:
            break
        raw = encode(state)
        prompt = next(iter(state.prompts.values()))
        options = list(islice(SAGA.suggest(decode_state(SAGA, raw), prompt), random.choice((1, 4))))
        action = random.choice(options)
        if isinstance(prompt.question, Activate) and random.random() < 0.3:
            drags(times, raw, prompt, random)
        action = finished(times, raw, prompt, action)
        fresh = decode_state(SAGA, raw)
        resolve = partial(SAGA.resolve, fresh, prompt.id, action, dice(fresh.draws))
        name = f"resolve {kind_of(action)}"
        outcome = timed(times, name, resolve)
        times.setdefault("resolve, every answer of the matches", []).append(times[name][-1])
        assert not isinstance(outcome, Refusal), outcome
        shown(times, state, outcome.state)
        state = outcome.state
        facts += outcome.events
    timed(times, "state to JSON and back", lambda: decode_state(SAGA, encode(state)))
    return tuple(facts)


def kind_of(action: Any) -> str:
    """What is told apart: engagements, other moves, and every other answer."""
    if not isinstance(action, Move):
        return type(action).__name__
    return "Move, engaging" if action.engage else "Move"


def finished(times: Times, raw: bytes, prompt: Any, action: Any) -> Any:
    """The answer as the browser sends it: what the preview of its draft made of it."""
    state = decode_state(SAGA, raw)
    draft = SAGA.finished_draft(state, prompt, action)
    if draft is None:
        return action
    if isinstance(draft, PlanMove) and draft.engage and not draft.paths:
        draft = PlanEngagement(unit=draft.unit, target=draft.engage, pay=draft.pay)
    name = type(draft).__name__
    if isinstance(draft, PlanEngagement):
        mounted = state.table.units[draft.unit].has("mounted")
        name += ", mounted" if mounted else ", on foot"
    preview = timed(
        times, f"preview {name}", lambda: SAGA.preview(state, frozenset((prompt.side,)), draft)
    )
    sent = preview.action or action
    if isinstance(sent, Move):
        dice = sealed(b"")(state.draws)
        timed(
            times,
            f"resolve {kind_of(sent)}, on the state of its preview",
            lambda: SAGA.resolve(state, prompt.id, sent, dice),
        )
    return sent


def drags(times: Times, raw: bytes, prompt: Any, random: Random) -> None:
    """What is asked about a unit under the pointer."""
    units = prompt.question.units
    unit = random.choice(sorted(units))
    viewer = frozenset((prompt.side,))
    state = decode_state(SAGA, raw)
    mounted = ", mounted" if state.table.units[unit].has("mounted") else ", on foot"
    timed(times, f"preview Reach{mounted}", lambda: SAGA.preview(state, viewer, Reach(unit=unit)))
    fresh = decode_state(SAGA, raw)
    timed(times, "preview Aims", lambda: SAGA.preview(fresh, viewer, Aims(unit=unit)))
    for _ in range(3):
        shift = Shift(
            dx=random.randint(-DRAWN, DRAWN),
            dy=random.randint(-DRAWN, DRAWN),
            turn=random.randint(-40_000, 40_000),
        )
        draft = PlanMove(unit=unit, shift=shift)
        again = decode_state(SAGA, raw)
        timed(
            times,
            f"preview PlanMove by a shift{mounted}",
            lambda d=draft, s=again: SAGA.preview(s, viewer, d),
        )
    for target in state.table.against(prompt.side)[:2]:
        shot = PlanShot(unit=unit, target=target)
        timed(times, "preview PlanShot", lambda d=shot: SAGA.preview(fresh, viewer, d))


def shown(times: Times, before: State, after: State) -> None:
    """What everybody is sent about one ruling: the views of both sides and of the public."""
    audiences = [viewer for viewer in viewers(after.sides) if len(viewer) < len(after.sides)]
    old = [patch.plain(SAGA.view(before, viewer)) for viewer in audiences]

    def send() -> None:
        for viewer, known in zip(audiences, old, strict=True):
            encode(patch.diff(known, patch.plain(SAGA.view(after, viewer))))

    timed(times, "view, difference, JSON for 3 audiences", send)


def folds(times: Times, facts: tuple[Any, ...]) -> None:
    """Reading a log of LOG facts, and folding it."""
    raw = encode(facts)
    for _ in range(5):
        start = thread_time()
        read = decode_events(SAGA, raw)
        middle = thread_time()
        fold(SAGA, read)
        end, share = thread_time(), LOG / len(facts) * 1000
        times.setdefault(f"fold: read {LOG} facts from JSON", []).append((middle - start) * share)
        times.setdefault(f"fold {LOG} facts", []).append((end - middle) * share)


def lines(times: Times) -> Iterator[str]:
    """The table to print."""
    yield f"{'ms of CPU':56} {'runs':>5} {'median':>8} {'p99':>8}  budget"
    for name in sorted(times):
        found = sorted(times[name])
        middle, late = found[len(found) // 2], found[min(len(found) - 1, len(found) * 99 // 100)]
        budget = next((b for word, b in BUDGETS.items() if name.startswith(word)), None)
        if name.endswith("PlanEngagement, mounted"):
            budget = (150, None)
        verdict = ""
        if budget is not None:
            median, top = budget
            good = middle <= median and (top is None or late <= top)
            verdict = f"{median}" + (f" / {top}" if top else "") + (" ok" if good else " OVER")
        yield f"{name:56} {len(found):5} {middle:8.2f} {late:8.2f}  {verdict}"


def main() -> None:
    """Measure and print. What the first match left lying about is no work of those measured."""
    matches, times = int(sys.argv[1]) if len(sys.argv) > 1 else 4, Times()
    played(Times(), 999)
    gc.collect()
    gc.freeze()
    logs = [played(times, seed) for seed in range(matches)]
    folds(times, max(logs, key=len))
    print("\n".join(lines(times)))


if __name__ == "__main__":
    main()
