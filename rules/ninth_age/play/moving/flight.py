"""Flight: straight on through everything, until free (chapter FLEE)."""

from dataclasses import dataclass, replace

from rules.core.values import INCH, UnitId
from rules.geometry.blocks import Block, bearing, facing_towards, turn_between
from rules.geometry.convex import Shape, Solid, overlap_spans, separation
from rules.geometry.measure import EPS, XY
from rules.geometry.wheels import Obstacle, clear_length, edge_at, touches_edge
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.events import Fled
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.settling import settled
from rules.ninth_age.numbers import SPACING
from rules.ninth_age.play.harm.hazards import Danger, danger, dangers, take
from rules.ninth_age.play.harm.panic import friends_near, minds, panicked
from rules.ninth_age.play.harm.scatter import direction
from rules.ninth_age.play.moving.garrisons import vacate
from rules.ninth_age.play.units.reading import (
    Run,
    carry,
    destroy,
    do,
    ground,
    rushed,
    rushing_dice,
    set_fleeing,
)
from rules.ninth_age.state import Flight


@dataclass(frozen=True)
class Course:
    """A flight worked out: blocks from start to end, its length, and the numbers of the models
    that pass through each unit or piece, in the order met. Destroyed at the edge: it ends there.
    `pushed`: what it lies on where the roll ends, and on the way from there until it is free."""

    blocks: tuple[Block, ...]
    length: float
    passed: dict[str, tuple[int, ...]]
    destroyed: bool
    pushed: tuple[str, ...] = ()

    @property
    def end(self) -> Block:
        """Where it ends."""
        return self.blocks[-1]


def away_from(ground: Ground, unit: UnitId, foe: UnitId) -> int:
    """The facing directly away from a unit, centre to centre (T9A-CHG-12, T9A-PANIC-05)."""
    return facing_towards(ground.block(foe).at, ground.block(unit).at)


def course(
    ground: Ground, unit: UnitId, roll: int, facing: int | None = None, switches: Switches = SEED
) -> Course:
    """Where a flight of `roll` inches leads (T9A-FLEE-03 to -07, -10 to -12, -21).

    `facing` is the way it turns to before it runs.
    """
    start = ground.block(unit)
    turned = start
    if facing is not None:
        turned = settled(start.turned(start.at, turn_between(start.facing, facing)))
    first = (start,) if turned is start else (start, turned)
    way = bearing(turned.facing)
    others = {u: ground.block(u).solid for u in ground.standing() if u != unit}
    others.update(ground.impassable)
    far = clear_length(turned.solid, way, roll * INCH, list(others.values()))
    if switches.flee_keeps_spacing:
        far = _spaced(turned, far, list(others.values()))
    edge = edge_at(turned.solid, way, ground.size)
    destroyed = touches_edge(turned.solid, ground.size) or edge <= far + EPS
    if destroyed:
        far = min(far, edge)
    met = {key: _met(turned, solid, way, far) for key, solid in others.items()}
    order = sorted((key for key, (_, through) in met.items() if through), key=lambda k: met[k][0])
    end = settled(turned.advanced(far), [Obstacle(key, solid) for key, solid in others.items()])
    pushed = tuple(k for k in order if _overlaps(turned.solid, others[k], way, roll * INCH, far))
    return Course((*first, end), far, {key: met[key][1] for key in order}, destroyed, pushed)


def _spaced(block: Block, far: float, others: list[Solid]) -> float:
    """The first length from here on that is an inch from everything (T9A-FLEE-07 as edition 1.0
    reads it)."""
    pairs = [(own, shape) for own in range(len(block.solid)) for solid in others for shape in solid]
    while near := next((pair for pair in pairs if _close(block, far, *pair)), None):
        far = _left_behind(block, far, *near)
    return far


def _close(block: Block, far: float, own: int, other: Shape) -> bool:
    moved = block.advanced(far).solid[own]
    return separation((moved,), (other,)) < SPACING - EPS


def _left_behind(block: Block, near: float, own: int, other: Shape) -> float:
    """The length at which a part of a block that is too near to something convex no longer is:
    once it has been left behind it comes no nearer again."""
    far = near + SPACING
    while _close(block, far, own, other):
        near, far = far, far + SPACING
    while far - near > 1:
        middle = (near + far) / 2
        near, far = (middle, far) if _close(block, middle, own, other) else (near, middle)
    return far


def _met(block: Block, solid: Solid, way: XY, far: float) -> tuple[float, tuple[int, ...]]:
    """How far on something is met first, and the numbers of the models that pass through it."""
    if not _overlaps(block.solid, solid, way, 0, far):
        return far, ()
    through = []
    first = far
    for number in range(block.total):
        spans = overlap_spans((block.shape_of(number),), solid, way)
        inside = [span for span in spans if span[1] > EPS and span[0] < far - EPS]
        if inside:
            through.append(number)
            first = min(first, max(0.0, inside[0][0]))
    return first, tuple(through)


def _overlaps(solid: Solid, other: Solid, way: XY, near: float, far: float) -> bool:
    """Whether something carried on lies on another between two lengths of the way."""
    spans = overlap_spans(solid, other, way)
    return any(leave > near + EPS and enter < far - EPS for enter, leave in spans)


def flee(run: Run, step: Flight) -> None:
    """Roll, move, test for what was passed through, and see who panics (T9A-FLEE-08 to -15)."""
    unit = step.unit
    if not run.state.table.units[unit].models:
        run.replace()
        return
    if home := ground(run).home(unit):
        vacate(run, unit)
    here = ground(run)
    facing = _turned(run, step)
    faces = run.roll(
        rushing_dice(run.state, unit), side=here.side(unit), why="flee", unit=unit,
        rule="T9A-FLEE-01",
    )  # fmt: skip
    roll = rushed(run.state, unit, faces)
    set_fleeing(run, unit, True)
    do(run, unit, "fled")
    if step.panic and run.state.phase == "compulsory":
        # Who began to flee after the tests had begun takes none in this turn (T9A-RALLY-01).
        do(run, unit, "ran")
    led = course(here, unit, roll, facing, run.state.switches)
    # Who runs out of a building runs through none of it (T9A-TERR-04).
    led = replace(led, passed={key: who for key, who in led.passed.items() if key != home})
    carry(run, unit, led.blocks, "flee")
    friends = [
        u for u in led.passed if u in run.state.table.units and here.side(u) == here.side(unit)
    ]
    run.emit(
        Fled(
            unit=unit, roll=roll, length=round(led.length), destroyed=led.destroyed,
            passed={key: len(numbers) for key, numbers in led.passed.items()},
            pushed=tuple(key for key in led.pushed if key in run.state.table.units),
        )
    )  # fmt: skip
    if not led.destroyed:
        take(run, perils(run, here, unit, led))
    else:
        destroy(run, unit, "edge")
    gone = not run.state.table.units[unit].models
    near = friends_near(run.state, unit, led.end.solid) if gone else []
    run.replace(*panicked(run.state, [u for u in friends if minds(run.state, u, unit)], near))


def _turned(run: Run, step: Flight) -> int | None:
    """The way a unit turns before it runs: from who is named, in panic else from the nearest enemy,
    and if there is none in a random direction (T9A-PANIC-05); None if it does not turn."""
    here = ground(run)
    away = step.away if step.away and run.state.table.units[step.away].models else ""
    foe = away or (here.nearest_enemy(step.unit) if step.panic else "")
    if foe:
        return away_from(here, step.unit, foe)
    return direction(run, here.side(step.unit), step.unit, "T9A-PANIC-05") if step.panic else None


def perils(run: Run, here: Ground, unit: UnitId, led: Course) -> list[Danger]:
    """Tests of the models that ran through enemies, impassable and dangerous ground (T9A-FLEE-08,
    T9A-FLEE-13, T9A-DT-01)."""
    fails = run.state.switches.flee_through_fails_on
    found = []
    for key, numbers in led.passed.items():
        friend = key in here.table.units and here.side(key) == here.side(unit)
        for part in () if friend else here.parts(unit):
            ghostly = key in here.impassable and here.stats[part].has("ethereal")
            if not ghostly:
                found.append(danger(here, unit, part, set(numbers), key, fails, "T9A-FLEE-08"))
    return [*(one for one in found if one.models), *dangers(here, unit, led.blocks)]
