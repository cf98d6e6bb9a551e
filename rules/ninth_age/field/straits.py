"""Charges that no facing decides: at a round base (T9A-CHG-30), and straight on where enemies bar
every other way (T9A-CHG-29)."""

from collections.abc import Sequence
from itertools import count, pairwise
from math import sqrt

from rules.core.values import INCH, UnitId
from rules.geometry.arcs import Arc, facing_onto
from rules.geometry.blocks import Block, bearing, turn_between
from rules.geometry.convex import Solid
from rules.geometry.measure import EPS, XY, point_segment
from rules.geometry.wheels import (
    Obstacle,
    carry_breach,
    carry_clear,
    turn_breach,
    wheel_pivot,
)
from rules.ninth_age.field.approach import Charged, around, reach, stands
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.settling import settled

DEGREE, TENTH = 1000, 100
TURNS = (0, *(sign * turn * DEGREE for turn in range(1, 91) for sign in (-1, 1)))
"""Wheels towards a round base, the smallest first; then by tenths of a degree below the one that
leads there."""
TRIES = 60
"""Ways to a round base that are judged before a charge counts as impossible."""
RIM = 24
TOUCHING = 2
"""Models in contact when two bases touch at a point."""


def straight_on(
    ground: Ground, unit: UnitId, target: UnitId, side: Arc, leaving: Sequence[UnitId]
) -> Charged | None:
    """Straight ahead into contact; the target turns to face who touches it (T9A-CHG-29)."""
    start, there = ground.block(unit), ground.block(target)
    x, y = start.ahead
    far = reach(ground, unit)
    met = carry_breach(start, x * far, y * far, Obstacle(target, there.solid))
    others = [o for o in around(ground, unit, target, leaving) if o.key != target]
    if met is None or not all(carry_clear(start, x * met, y * met, o) for o in others):
        return None
    end = settled(start.advanced(met))
    left, right = end.corners[0], end.corners[1]
    touch = min(there.corners, key=lambda at: point_segment(at, left, right))
    turn = turn_between(facing_onto(there, side), end.facing)
    turned = settled(there.turned(touch, turn))
    if not (stands(ground, end, others) and stands(ground, turned, others)):
        return None
    return Charged((start, end), 0, TOUCHING, side, turned, round(met))


def onto_round(
    ground: Ground, unit: UnitId, target: UnitId, leaving: Sequence[UnitId], wheels: bool = True
) -> Charged | None:
    """The smallest wheel after which straight on leads into contact, made at the start or farther
    on; nobody aligns with a round base (T9A-CHG-30)."""
    start, there = ground.block(unit), ground.block(target)
    goal = Obstacle(target, polygon(there.at, there.base[0] / 2))
    others = [o for o in around(ground, unit, target, leaving) if o.key != target]
    tries = count(TRIES, -1)

    def led(turn: int) -> Charged | None:
        for first in range(0, reach(ground, unit) if turn else 1, INCH):
            blocks = _ways(start, first, turn, there)
            if blocks and next(tries) > 0 and _free(ground, unit, blocks, goal, others):
                return Charged(blocks, turn, TOUCHING, "front")
        return None

    for turn in TURNS if wheels else (0,):
        if found := led(turn):
            tries = count(TRIES, -1)
            side = 1 if turn > 0 else -1
            less = range(abs(turn) - DEGREE + TENTH, abs(turn), TENTH) if turn else ()
            return next((way for one in less if (way := led(side * one))), found)
    return None


def polygon(at: XY, radius: float) -> Solid:
    """A round base as a few corners, none of them outside: who sweeps past it is judged by them."""
    ways = [bearing(-360_000 * k / RIM) for k in range(RIM)]
    return (tuple((at[0] + x * radius, at[1] + y * radius) for x, y in ways),)


def _ways(start: Block, first: int, turn: int, there: Block) -> tuple[Block, ...]:
    """Blocks of a way straight on, a wheel, and straight on into contact; none if there is none."""
    ahead = start.advanced(first)
    wheeled = ahead.turned(wheel_pivot(ahead, turn), turn) if turn else ahead
    met = _length(wheeled, there)
    if met is None:
        return ()
    ways = (start, *([ahead] if first else []), *([wheeled] if turn else []))
    return (*ways, settled(wheeled.advanced(met)))


def _length(block: Block, there: Block) -> float | None:
    """How far straight on the front of a block touches a disc; None where it passes beside it."""
    right, ahead = block.local(there.at)
    radius = there.base[0] / 2
    beside = max(0.0, abs(right) - block.width / 2)
    if beside > radius - EPS:
        return None
    length = ahead - block.depth / 2 - sqrt(radius * radius - beside * beside)
    return length if length >= 0.0 else None


def _free(
    ground: Ground,
    unit: UnitId,
    blocks: tuple[Block, ...],
    goal: Obstacle,
    others: Sequence[Obstacle],
) -> bool:
    """Whether a way runs into nothing, not into its goal before its end, and one may stand there.
    Of a flyer's only the end counts (T9A-CHG-31)."""
    if not stands(ground, blocks[-1], others):
        return False
    if ground.flies(unit):
        return True
    pairs = list(pairwise(blocks))
    return all(
        _passes(here, there, obstacle)
        for here, there in pairs
        for obstacle in (others if there is blocks[-1] else (*others, goal))
    )


def _passes(here: Block, there: Block, obstacle: Obstacle) -> bool:
    turn = turn_between(here.facing, there.facing)
    if turn:
        return turn_breach(here, wheel_pivot(here, turn), turn, obstacle) is None
    return carry_clear(here, there.at[0] - here.at[0], there.at[1] - here.at[1], obstacle)
