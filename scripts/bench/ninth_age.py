"""Times The 9th Age on a crowded table: `python -m scripts.bench.ninth_age [tables]`.

A table of 72 by 48 inches with 60 units, 443 models in all, in three lines a side, and pieces of
ground between; M 4 to 8. Every measurement starts from a state that nobody has asked about before,
so nothing is remembered, unless its name says so. Prints median and 99th percentile in ms of CPU
time; judges nothing.
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
from rules.core.codec import decode_state, encode
from rules.core.dice import ScriptedDice
from rules.core.refusals import Refusal
from rules.core.resolution import Resolution
from rules.core.values import INCH
from rules.geometry.blocks import TURN
from rules.ninth_age.actions import (
    Advance,
    DeclareCharge,
    EndDeclarations,
    March,
    PlanCharge,
    PlanFlight,
    PlanMove,
    React,
    Reform,
    Straight,
    Threat,
    Wheel,
)
from rules.ninth_age.cases.file import state_of
from rules.ninth_age.play.declaring import chargers
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.state import Battle, Charging, Declaring, Moving, State
from rules.testing.laws import viewers

GAME = NinthAge()
COLUMNS = 10
LINES = ((12, 6), (8, 4), (2, 2))
"""Models and files of the units of each line, the front one first."""
EXTRA = {"A": 2, "B": 1}
"""Units of the last line with one model more: 222 and 221 models."""
BUDGETS = {
    "resolve": (10, 40), "preview a charge": (60, 200), "preview": (60, None), "view": (5, None),
    "state": (10, None),
}  # fmt: skip
"""Median and 99th percentile by the first words of a name, ms."""
PICKED = 12
"""Units of a table that are moved, charges that are tried."""

NEAREST = 3
"""A player looks at the nearest enemies first: so many of each charger."""

Times = dict[str, list[float]]


def crowded(seed: int) -> State:
    """60 units and 443 models, a little out of line."""
    random = Random(seed)
    units = [one for side in "AB" for one in army(side, random)]
    ground = [
        {"id": f"{kind}{n}", "kind": kind, "centre": [x, 21 + random.uniform(-0.5, 0.5)],
         "size_mm": [60, 40]}
        for n, (kind, x) in enumerate(
            (("impassable", 10), ("forest", 22), ("hill", 34), ("field", 46), ("impassable", 60))
        )
    ]  # fmt: skip
    state = state_of({"board": [72, 48], "units": units, "terrain": ground})
    glyphs = dict.fromkeys(state.table.units, "infantry")
    return msgspec.structs.replace(state, glyphs=glyphs)


def army(side: str, random: Random) -> Iterator[dict[str, Any]]:
    """Three lines of ten units, looking at the enemy."""
    for line, (models, files) in enumerate(LINES):
        for column in range(COLUMNS):
            deep = 17.5 - 5.5 * line + random.uniform(-0.3, 0.3)
            more = line == len(LINES) - 1 and column < EXTRA[side]
            yield {
                "id": f"{side}{line}{column}",
                "owner": side,
                "centre": [3.6 + 7.2 * column, deep if side == "A" else 45 - deep],
                "facing_deg": (0 if side == "A" else 180) + random.uniform(-3, 3),
                "models": models + more,
                "files": files,
                "M": 8 if line == 1 else 4 + column % 3,
                "Ld": 8,
            }


def opened(state: State, step: Any) -> State:
    """The state with the question of a step open."""
    run: Resolution[State] = Resolution(GAME, state, ScriptedDice(()))
    run.push(step, Charging(side="A"), Moving(side="A"), Battle())
    run.run()
    return run.state


def timed(times: Times, name: str, work: Callable[[], Any]) -> Any:
    """Do some work and keep how long it took."""
    start = thread_time()
    answer = work()
    times.setdefault(name, []).append((thread_time() - start) * 1000)
    return answer


def fresh(raw: bytes) -> State:
    """A state that nobody has asked about."""
    return decode_state(GAME, raw)


def answered(times: Times, name: str, raw: bytes, action: Any) -> Any:
    """One answer to the open question; all dice show sixes."""
    state = fresh(raw)
    (key,) = state.prompts
    dice = ScriptedDice((6,) * 60, state.draws)
    return timed(times, f"resolve {name}", lambda: GAME.resolve(state, key, action, dice))


def previewed(times: Times, name: str, raw: bytes, draft: Any) -> None:
    """One preview."""
    state = fresh(raw)
    timed(times, f"preview {name}", partial(GAME.preview, state, frozenset("A"), draft))


def moves(times: Times, raw: bytes, random: Random) -> None:
    """Moves of all kinds: accepted or refused, both are answers."""
    state = fresh(raw)
    for unit in random.sample(state.table.of_side("A"), PICKED):
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


def charges(times: Times, raw: bytes, random: Random) -> None:
    """Charges: previewed, declared, and moved into contact."""
    state = fresh(raw)
    timed(times, "resolve: who may charge whom", partial(chargers, fresh(raw), "A"))
    options = [(u, t) for u, targets in chargers(state, "A").items() for t in targets[:NEAREST]]
    for unit, target in random.sample(options, min(PICKED, len(options))):
        previewed(times, "a charge", raw, PlanCharge(unit=unit, target=target))
        previewed(times, "a threat", raw, Threat(unit=unit))
        declared = answered(times, "a declaration", raw, DeclareCharge(unit=unit, target=target))
        seen = times["resolve a declaration"].pop()
        fate = "a declaration" + (", refused" if isinstance(declared, Refusal) else "")
        times.setdefault(f"resolve {fate}", []).append(seen)
        if isinstance(declared, Refusal):
            continue
        held = answered(times, "a reaction", encode(declared.state), React(reaction="hold"))
        answered(times, "a charge move", encode(held.state), EndDeclarations())


def shown(times: Times, state: State) -> None:
    """What everybody is sent about one ruling."""
    audiences = [viewer for viewer in viewers(state.sides) if len(viewer) < len(state.sides)]
    old = [patch.plain(GAME.view(state, viewer)) for viewer in audiences]
    later = fresh(encode(state))

    def send() -> None:
        for viewer, known in zip(audiences, old, strict=True):
            encode(patch.diff(known, patch.plain(GAME.view(later, viewer))))

    timed(times, "view, difference, JSON for 3 audiences", send)
    timed(times, "state to JSON and back", lambda: fresh(encode(state)))


def table(times: Times, seed: int) -> None:
    """One table's worth of work."""
    random, state = Random(seed), crowded(seed)
    moving = encode(opened(state, Moving(side="A")))
    moves(times, moving, random)
    charges(times, encode(opened(state, Declaring(side="A"))), random)
    shown(times, fresh(moving))
    asked = fresh(moving)
    prompt = next(iter(asked.prompts.values()))
    timed(times, "three suggested moves", lambda: list(islice(GAME.suggest(asked, prompt), 3)))


def lines(times: Times) -> Iterator[str]:
    """The table to print."""
    yield f"{'ms of CPU':44} {'runs':>5} {'median':>8} {'p99':>8}  budget"
    for name in sorted(times):
        found = sorted(times[name])
        middle, late = found[len(found) // 2], found[min(len(found) - 1, len(found) * 99 // 100)]
        budget = next((b for word, b in BUDGETS.items() if name.startswith(word)), None)
        verdict = ""
        if budget is not None:
            median, top = budget
            good = middle <= median and (top is None or late <= top)
            verdict = f"{median}" + (f" / {top}" if top else "") + (" ok" if good else " OVER")
        yield f"{name:44} {len(found):5} {middle:8.2f} {late:8.2f}  {verdict}".rstrip()


def main() -> None:
    """Measure and print. What the first table left lying about is no work of those measured."""
    tables, times = int(sys.argv[1]) if len(sys.argv) > 1 else 8, Times()
    table(Times(), 999)
    gc.collect()
    gc.freeze()
    for seed in range(tables):
        table(times, seed)
    print("\n".join(lines(times)))


if __name__ == "__main__":
    main()
