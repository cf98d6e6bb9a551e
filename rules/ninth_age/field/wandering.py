"""Where a random or a stupid move leads (T9A-COMP-05, T9A-PURS-03 to -06)."""

from dataclasses import dataclass

from rules.core.values import INCH, UnitId
from rules.geometry.blocks import Block, bearing, turn_between
from rules.geometry.convex import clear_by, separation
from rules.geometry.measure import EPS
from rules.geometry.wheels import Obstacle, carry_breach, edge_at, on_table, turn_breach
from rules.ninth_age.field.approach import Charged, Foe
from rules.ninth_age.field.charging import plan, side_of
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.paths import obstacles
from rules.ninth_age.field.settling import settled
from rules.ninth_age.numbers import SPACING


@dataclass(frozen=True)
class Wandered:
    """A move worked out: blocks from start to end, or up to the charge that it ends in."""

    blocks: tuple[Block, ...]
    target: UnitId = ""
    charged: Charged | None = None


def wander(
    ground: Ground, unit: UnitId, facing: int, roll: int, foes: dict[UnitId, Foe]
) -> Wandered:
    """Turned about the centre, then straight on, an inch short of friends, impassable ground and
    the edge; an enemy among `foes` that is met is charged."""
    start = ground.block(unit)
    turned, stopper = _turned(ground, unit, facing, list(foes))
    if stopper in foes:
        there = ground.moved(unit, turned)
        found = _charge(there, unit, stopper, foes[stopper])
        if found is not None:
            return Wandered((start, turned), stopper, found)
        turned, stopper = _turned(ground, unit, facing, [])
    if stopper:
        return Wandered((start, settled(turned, obstacles(ground, unit, SPACING))))
    there = ground.moved(unit, turned)
    far = roll * INCH
    barred: list[UnitId] = []
    while True:
        length, met = _straight(there, unit, far, [key for key in foes if key not in barred])
        if not met:
            end = settled(turned.advanced(length), obstacles(ground, unit, SPACING))
            if on_table(end.solid, ground.size):
                return Wandered((start, end))
            return Wandered((start, _turned_on_table(start, facing, ground.size)))
        found = _charge(there, unit, met, foes[met])
        if found is not None:
            return Wandered((start, turned), met, found)
        barred.append(met)


def _charge(ground: Ground, unit: UnitId, target: UnitId, foe: Foe) -> Charged | None:
    """Straight on into contact, and aligned."""
    return plan(ground, unit, target, side_of(ground, unit, target), foe=foe, wheels=False)


def _turned(ground: Ground, unit: UnitId, facing: int, foes: list[UnitId]) -> tuple[Block, str]:
    """The block turned through whatever stands beside it. Where it would come to lie over something
    it turns only until it touches one of these enemies or is an inch from everything else, and what
    stopped it is named too (T9A-PURS-03, -04)."""
    start = ground.block(unit)
    turn, stopper = turn_between(start.facing, facing), ""
    whole = start.turned(start.at, turn)
    enemies = ground.enemies(unit)
    for obstacle in obstacles(ground, unit, SPACING):
        gap = separation(whole.solid, obstacle.solid)
        if gap > EPS or (gap >= -EPS and obstacle.key not in enemies):
            continue
        touched = obstacle.key in foes
        near = Obstacle(obstacle.key, obstacle.solid) if touched else obstacle
        stop = turn_breach(start, start.at, turn, near) if turn else None
        if stop is not None:
            turn, stopper = stop, obstacle.key
    return start.turned(start.at, turn), stopper


TURNS = 90
"""Steps in which a turn beside the edge is tried."""


def _turned_on_table(start: Block, facing: int, size: tuple[int, int]) -> Block:
    """The block turned as far as nothing of it gets over the edge; there it stays."""
    turn, found = turn_between(start.facing, facing), start
    for step in range(1, TURNS + 1):
        turned = settled(start.turned(start.at, turn * step // TURNS))
        if not on_table(turned.solid, size):
            break
        found = turned
    return found


def _straight(ground: Ground, unit: UnitId, far: float, foes: list[UnitId]) -> tuple[float, UnitId]:
    """How far straight on a unit gets, and the enemy that it runs into there."""
    block = ground.block(unit)
    x, y = bearing(block.facing)
    around = obstacles(ground, unit, SPACING)
    bounces = ground.stats[unit].has("boing")
    if bounces:
        around = [one for one in around if one.key not in ground.friends(unit)]
    met: dict[UnitId, float] = {}
    for foe in foes:
        solid = ground.block(foe).solid
        touched = carry_breach(block, x * far, y * far, Obstacle(foe, solid))
        if touched is not None:
            met[foe] = touched
    # Who is run into is no obstacle; who would only be passed too near is one.
    for obstacle in around:
        if obstacle.key not in met:
            stop = carry_breach(block, x * far, y * far, obstacle)
            far = far if stop is None else int(stop)
    far = min(far, edge_at(block.solid, (x, y), ground.size))
    first = min(met, key=lambda foe: met[foe], default="")
    if first and met[first] <= far:
        return far, first
    return (_landed(ground, unit, far) if bounces else far), ""


def _landed(ground: Ground, unit: UnitId, far: float) -> float:
    """Who bounces over friends goes back until he is an inch from all of them (army OG)."""
    block = ground.block(unit)
    friends = [ground.block(friend).solid for friend in ground.friends(unit)]
    while far > 0 and not all(clear_by(block.advanced(far).solid, f, SPACING) for f in friends):
        far = max(0, far - INCH // 10)
    return far


def ahead(ground: Ground, unit: UnitId, facing: int, roll: int) -> Wandered:
    """The same where nobody is charged: a stupid unit stops an inch short of everything
    (T9A-SR-STUPIDITY)."""
    return wander(ground, unit, facing, roll, {})
