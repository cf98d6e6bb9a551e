"""Times The 9th Age on a crowded table: `python -m scripts.bench.ninth_age [tables]`.

Every kind of answer that a player waits for, on the tables of _great_battle.py: 60 units and 443
models. Every measurement starts from a state that nobody has asked about before, so nothing is
remembered, unless its name says so. Prints median and 99th percentile in ms of CPU time, and what
is sent in bytes; judges nothing.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import thread_time
from typing import Any

from msgspec.structs import replace

from rules.core import patch
from rules.core.codec import decode_state, encode
from rules.core.dice import ScriptedDice, SealedDice
from rules.core.refusals import Refusal
from rules.core.values import INCH
from rules.geometry.blocks import TURN
from rules.ninth_age.actions import (
    Advance,
    Aims,
    Answers,
    DeclareCharge,
    EndDeclarations,
    EndMoves,
    EndShooting,
    March,
    Next,
    PlanCharge,
    PlanFlight,
    PlanMove,
    PlanShot,
    PlanWander,
    React,
    Reform,
    ShootAt,
    Straight,
    Threat,
    Wander,
    Wheel,
)
from rules.ninth_age.opening.actions import Deploy, DeployRest, EndDeployment
from rules.ninth_age.opening.questions import DeployUnits
from rules.ninth_age.play.moving.declaring import chargers
from rules.ninth_age.play.shooting.aiming import firing
from rules.ninth_age.setup import Pregame
from rules.ninth_age.state import (
    Declaring,
    Fleeing,
    Moving,
    Panic,
    Rallying,
    Shooting,
    State,
    Wandering,
)
from rules.testing.laws import viewers
from scripts.bench._great_battle import GAME, begun, opened, setup

BUDGETS = {
    "resolve": (10, 40), "preview a charge": (60, 200), "preview": (60, None), "view": (5, None),
    "state": (10, None),
}  # fmt: skip
"""Median and 99th percentile by the first words of a name, ms."""
PICKED = 12
"""Units of a table that are moved, charges that are tried."""
NEAREST = 3
"""A player looks at the nearest enemies first: so many of each charger."""
PAIRS = 4
"""Pairs of units that flee, rally, panic or wander on each table."""
MISS, SCATTER = (6, 4, 4, 3), (3, 4, 2, 5, 1, 3)
"""Dice of a catapult: a hit, and four inches or so in some direction."""

KEY = bytes(32)

Times = dict[str, list[float]]


def timed(times: Times, name: str, work: Callable[[], Any]) -> Any:
    """Do some work and keep how long it took."""
    start = thread_time()
    answer = work()
    times.setdefault(name, []).append((thread_time() - start) * 1000)
    return answer


def fresh(raw: bytes) -> State:
    """A state that nobody has asked about."""
    return decode_state(GAME, raw)


def answered(times: Times, name: str, raw: bytes, action: Any, *faces: int) -> Any:
    """One answer to the open question; where no dice are named all show sixes."""
    state = fresh(raw)
    (key,) = state.prompts
    dice = ScriptedDice((*faces, *(6,) * 300), state.draws)
    found = timed(times, f"resolve {name}", lambda: GAME.resolve(state, key, action, dice))
    if isinstance(found, Refusal):
        seen = times[f"resolve {name}"].pop()
        times.setdefault(f"resolve {name}, refused", []).append(seen)
    return found


def previewed(times: Times, name: str, raw: bytes, draft: Any) -> Any:
    """One preview."""
    state = fresh(raw)
    return timed(times, f"preview {name}", partial(GAME.preview, state, frozenset("ab"), draft))


def possible(times: Times, name: str, raw: bytes) -> None:
    """The answers that a question takes."""
    (key,) = fresh(raw).prompts
    previewed(times, f"the answers to {name}", raw, Answers(prompt=key))


def moves(times: Times, state: State, random: Random) -> None:
    """Moves of all kinds: accepted or refused, both are answers."""
    raw = encode(opened(state, Moving(side="a")))
    for unit in random.sample(state.table.of_side("a"), PICKED):
        turn = random.choice((-1, 1)) * random.randint(3_000, 30_000)
        far = random.randint(INCH // 2, 4 * INCH)
        wheeled = (Wheel(turn=turn), Straight(length=far))
        previewed(times, "a move with a wheel", raw, PlanMove(unit=unit, path=wheeled))
        answered(times, "an advance with a wheel", raw, Advance(unit=unit, path=wheeled))
        straight = (Straight(length=far),)
        answered(times, "an advance", raw, Advance(unit=unit, path=straight))
        answered(times, "a march", raw, March(unit=unit, path=straight))
        files = len(state.table.units[unit].models)
        facing = random.randrange(TURN)
        answered(times, "a reform", raw, Reform(unit=unit, files=files, facing=facing))
        previewed(times, "a flight", raw, PlanFlight(unit=unit))
    answered(times, "the end of the moves", raw, EndMoves())
    possible(times, "a turn's moves", raw)


def charges(times: Times, state: State, random: Random) -> None:
    """Charges: previewed, declared, and moved into contact."""
    raw = encode(opened(state, Declaring(side="a")))
    found = timed(times, "resolve: who may charge whom", partial(chargers, fresh(raw), "a"))
    options = [(u, t) for u, targets in found.items() for t in targets[:NEAREST]]
    for unit, target in random.sample(options, min(PICKED, len(options))):
        previewed(times, "a charge", raw, PlanCharge(unit=unit, target=target))
        previewed(times, "a threat", raw, Threat(unit=unit))
        declared = answered(times, "a declaration", raw, DeclareCharge(unit=unit, target=target))
        if isinstance(declared, Refusal):
            continue
        held = answered(times, "a reaction", encode(declared.state), React(reaction="hold"))
        answered(times, "a charge move", encode(held.state), EndDeclarations())
    possible(times, "a turn's charges", raw)


def shots(times: Times, state: State, random: Random) -> None:
    """Bows and catapults, from the question who shoots to the losses and the panic."""
    raw = encode(opened(state, Shooting(side="a")))
    targets = timed(times, "resolve: who may shoot at whom", partial(firing, fresh(raw), "a"))
    for unit in random.sample(sorted(targets), min(PICKED, len(targets))):
        target = random.choice(targets[unit][:NEAREST])
        machine = state.stats[unit].missiles[0].artillery
        what = "a catapult's shot" if machine else "a volley"
        previewed(times, "whom a unit may shoot at", raw, Aims(unit=unit))
        previewed(times, "a shot", raw, PlanShot(unit=unit, target=target))
        shot = ShootAt(unit=unit, target=target)
        if machine:
            answered(times, f"{what} on the mark", raw, shot, *MISS)
            answered(times, f"{what} that scatters", raw, shot, *SCATTER)
        else:
            answered(times, what, raw, shot, *(5,) * 40)
    answered(times, "the end of the shooting, and of the turn", raw, EndShooting())
    possible(times, "a turn's shooting", raw)


def compulsory(times: Times, state: State, random: Random) -> None:
    """Rallies, flights, panic and random moves: of two units, so that there is a question."""
    own = state.table.of_side("a")
    for _ in range(PAIRS):
        pair = random.sample(own, 2)
        table = state.table
        for unit in pair:
            table = table.with_counter(unit, "fleeing", 1)
        raw = encode(opened(state, Rallying(side="a"), table=table))
        rallied = answered(times, "a rally", raw, Next(unit=pair[0]), 1, 1)
        reform = Reform(unit=pair[0], files=2, facing=0)
        answered(times, "a reform after a rally", encode(rallied.state), reform)
        tested = dict.fromkeys(pair, ("tested",))
        raw = encode(opened(state, Fleeing(side="a"), table=table, deeds=tested))
        answered(times, "a flight", raw, Next(unit=pair[0]))
        raw = encode(opened(state, Panic(units=tuple(pair), why="destroyed")))
        answered(times, "a panic of two units that run", raw, Next(unit=pair[0]))
        wild = {key: replace(state.stats[key], random_movement=2) for key in pair}
        raw = encode(opened(state, Wandering(side="a"), stats={**state.stats, **wild}))
        facing = random.randrange(TURN)
        previewed(times, "a random move", raw, PlanWander(unit=pair[0], facing=facing))
        answered(times, "a random move", raw, Wander(unit=pair[0], facing=facing))


def deployment(times: Times, seed: int) -> None:
    """Units set up one after another, each shown first, and all the rest by the table."""
    run = GAME.begin(setup(seed, Pregame(deployment="classic")), SealedDice(KEY))
    while not isinstance(next(iter(run.state.prompts.values())).question, DeployUnits):
        run = _next(run.state)
    for number in range(2 * PICKED):
        raw = encode(run.state)
        (prompt,) = run.state.prompts.values()
        deploy = next(a for a in GAME.suggest(run.state, prompt) if isinstance(a, Deploy))
        draft = GAME.finished_draft(run.state, prompt, deploy)
        previewed(times, "a deployment", raw, draft)
        run = answered(times, "a deployment", raw, deploy)
        if number % 4 == 3:
            possible(times, "a deployment", encode(run.state))
            run = answered(times, "the end of a turn of deployment", encode(run.state),
                           EndDeployment())  # fmt: skip
    answered(times, "the rest of a deployment by the table", encode(run.state), DeployRest())


def _next(state: State) -> Any:
    (key, prompt), *_ = state.prompts.items()
    action = next(iter(GAME.suggest(state, prompt)))
    return GAME.resolve(state, key, action, SealedDice(KEY, state.draws))


def shown(times: Times, sizes: Times, state: State) -> None:
    """What everybody is sent when he comes, and about one ruling: a unit that advances."""
    audiences = [viewer for viewer in viewers(state.sides) if len(viewer) < len(state.sides)]
    raw = encode(opened(state, Moving(side="a")))
    for viewer in audiences:
        here = fresh(raw)
        whole = timed(
            times, "view whole, JSON, for one who comes",
            lambda v=viewer, s=here: encode(patch.plain(GAME.view(s, v))),
        )  # fmt: skip
        sizes.setdefault("a whole view", []).append(len(whole))
    for unit in state.table.of_side("a")[::5]:
        now = fresh(raw)
        (key,) = now.prompts
        run = GAME.resolve(
            now, key, Advance(unit=unit, path=(Straight(length=INCH // 2),)), ScriptedDice((6,))
        )
        if isinstance(run, Refusal):
            continue
        old = [patch.plain(GAME.view(now, viewer)) for viewer in audiences]
        later = fresh(encode(run.state))

        def send(old: Any = old, later: State = later) -> list[bytes]:
            return [
                encode(patch.diff(known, patch.plain(GAME.view(later, viewer))))
                for viewer, known in zip(audiences, old, strict=True)
            ]

        sent = timed(times, "view, difference, JSON for 3 audiences", send)
        sizes.setdefault("the difference after an advance", []).extend(map(len, sent))
    timed(times, "state to JSON and back", lambda: fresh(encode(now)))


def table(times: Times, sizes: Times, seed: int) -> None:
    """One table's worth of work."""
    random, state = Random(seed), begun(seed)
    moves(times, state, random)
    charges(times, state, random)
    shots(times, state, random)
    compulsory(times, state, random)
    deployment(times, seed)
    shown(times, sizes, state)


def lines(times: Times) -> Iterator[str]:
    """The table to print."""
    yield f"{'ms of CPU':52} {'runs':>5} {'median':>8} {'p99':>8}  budget"
    for name in sorted(times):
        found = sorted(times[name])
        middle, late = found[len(found) // 2], found[min(len(found) - 1, len(found) * 99 // 100)]
        budget = next((b for word, b in BUDGETS.items() if name.startswith(word)), None)
        verdict = ""
        if budget is not None:
            median, top = budget
            good = middle <= median and (top is None or late <= top)
            verdict = f"{median}" + (f" / {top}" if top else "") + (" ok" if good else " OVER")
        yield f"{name:52} {len(found):5} {middle:8.2f} {late:8.2f}  {verdict}".rstrip()


def main() -> None:
    """Measure and print. What the first table left lying about is no work of those measured."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    times, sizes = Times(), Times()
    table(Times(), Times(), 999)
    gc.collect()
    gc.freeze()
    for seed in range(tables):
        table(times, sizes, seed)
    print("\n".join(lines(times)))
    for name, found in sizes.items():
        print(f"{name}: {min(found):,.0f} to {max(found):,.0f} bytes of JSON")


if __name__ == "__main__":
    main()
