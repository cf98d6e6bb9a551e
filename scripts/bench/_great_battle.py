"""A battle that no army list of 2000 points makes: 60 units and 443 models on one table.

Three lines a side on 72 by 48 inches, ten inches apart: twelve of foot, eight with bows behind
them, machines and small units last, each a little out of line, and pieces of ground between. M 4 to
8.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules.core.agenda import Step
from rules.core.dice import ScriptedDice
from rules.core.resolution import Resolution
from rules.core.table import Oblong, Piece
from rules.core.values import INCH, Pose
from rules.geometry.measure import snap
from rules.geometry.outline import rectangle, snap_ring
from rules.ninth_age.arms import Guard, Weapon
from rules.ninth_age.ruleset import NinthAge
from rules.ninth_age.setup import Pregame, Setup, SideSetup, Stats, UnitSetup
from rules.ninth_age.state import Battle, Charging, Moving, State

GAME = NinthAge()
COLUMNS = 10
LINES = ((12, 6), (8, 4), (2, 2))
"""Models and files of the units of each line, the front one first."""
EXTRA = {"a": 2, "b": 1}
"""Units of the last line with one model more: 222 and 221 models."""
BASE = Oblong(width=2500, depth=2500)
BOW = Weapon(id="bow", reach=24 * INCH, rules=("volley_fire",))
CATAPULT = Weapon(
    id="catapult", reach=60 * INCH, nearest=12 * INCH, artillery="catapult", size="3",
    centre_strength=7, wounds="D3",
)  # fmt: skip
MACHINES = range(0, COLUMNS, 3)
"""Columns of the last line where catapults stand."""
GROUND = (("impassable", 10), ("forest", 22), ("hill", 34), ("field", 46), ("impassable", 60))


def setup(seed: int = 0, pregame: Pregame | None = None) -> Setup:
    """What the battle begins from; with a `pregame` nobody stands yet."""
    random = Random(seed)
    sides = {
        side: SideSetup(
            name=f"{side.upper()}",
            faction="ninth_age.army.practice",
            units=dict(_army(side, random, deployed=pregame is None)),
        )
        for side in "ab"
    }
    return Setup(
        scenario="practice", width=72 * INCH, height=48 * INCH, sides=sides, turns=6,
        terrain=dict(_ground(random)), size=4000, pregame=pregame,
    )  # fmt: skip


def _army(side: str, random: Random, *, deployed: bool) -> Iterator[tuple[str, UnitSetup]]:
    for line, (models, files) in enumerate(LINES):
        for column in range(COLUMNS):
            key = f"{side}{line}{column}"
            deep = 17.5 - 5.5 * line + random.uniform(-0.3, 0.3)
            facing = round(((0 if side == "a" else 180) + random.uniform(-3, 3)) * 1000) % 360_000
            at = snap(((3.6 + 7.2 * column) * INCH, (deep if side == "a" else 45 - deep) * INCH))
            more = line == len(LINES) - 1 and column < EXTRA[side]
            machine = line == len(LINES) - 1 and column in MACHINES
            yield (
                key,
                UnitSetup(
                    name=f"ninth_age.kind.{'spears' if line == 0 else 'scouts'}",
                    kind=f"ninth_age.kind.{'spears' if line == 0 else 'scouts'}",
                    stats=_stats(line, column, machine),
                    models=tuple(f"{key}_{number}" for number in range(1, models + more + 1)),
                    files=files,
                    pose=Pose(*at, facing) if deployed else None,
                    glyph="war_machine" if machine else "infantry",
                    points=130,
                ),
            )


def _stats(line: int, column: int, machine: bool) -> Stats:
    return Stats(
        movement=8 if line == 1 else 4 + column % 3,
        leadership=8,
        base=BASE,
        ballistic_skill=4,
        guard=Guard(toughness=3, armour=2),
        musician=line == 0,
        standard=line == 0,
        champion=line == 0,
        missiles=(BOW,) if line == 1 else (CATAPULT,) if machine else (),
    )


def _ground(random: Random) -> Iterator[tuple[str, Piece]]:
    for number, (kind, x) in enumerate(GROUND):
        centre = x * INCH, (21 + random.uniform(-0.5, 0.5)) * INCH
        outline = tuple(snap_ring(rectangle(centre, 6000, 4000, 0)))
        yield f"{kind}{number}", Piece(outline=outline, look="rocks", traits=(kind,))


def begun(seed: int = 0) -> State:
    """The battle at its beginning; the first side declares charges."""
    return GAME.begin(setup(seed), ScriptedDice((6,) * 60)).state


def opened(state: State, step: Step, **changes: Any) -> State:
    """The state with the question of a step open, and the rest of the turn to come."""
    bare = msgspec.structs.replace(state, agenda=(), prompts={}, **changes)
    run: Resolution[State] = Resolution(GAME, bare, ScriptedDice((6,) * 200, state.draws))
    run.push(step, Charging(side="a"), Moving(side="a"), Battle())
    run.run()
    return run.state
