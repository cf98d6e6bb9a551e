"""Casualties that break contact: who stands nearest is nudged up again, or the fight is over
(T9A-DMG-09)."""

from rules.core.values import UnitId
from rules.geometry.convex import bridge
from rules.geometry.measure import TOUCH
from rules.geometry.wheels import Obstacle, carry_clear, on_table
from rules.ninth_age.events import Disengaged
from rules.ninth_age.field.ground import Ground, ground_of
from rules.ninth_age.field.settling import settled
from rules.ninth_age.play.units.reading import Run, carry, foes


def hold_contact(run: Run, unit: UnitId) -> None:
    """After casualties of a unit, keep it in contact with those it fights: the enemy is nudged by
    the least distance, else the unit itself; where neither may be, they fight no longer
    (T9A-DMG-09)."""
    for foe in run.state.engaged.get(unit, ()):
        ground = ground_of(run.state)
        if ground.gap(unit, foe) <= TOUCH:
            continue
        movers = ((foe, unit), (unit, foe))
        if not any(_nudged(run, ground, one, other) for one, other in movers):
            run.emit(Disengaged(unit=unit, other=foe))


def _nudged(run: Run, ground: Ground, unit: UnitId, other: UnitId) -> bool:
    """Whether a unit was nudged up to another: one that touches a second enemy stays, and so does a
    garrison, and who would pass through units, impassable ground or the edge."""
    if foes(run.state, unit) or ground.home(unit):
        return False
    here = ground.block(unit)
    dx, dy = bridge(here.solid, ground.block(other).solid)
    solids = {key: ground.block(key).solid for key in ground.standing() if key != unit}
    around = [Obstacle(key, solid) for key, solid in {**solids, **ground.impassable}.items()]
    there = settled(here.moved(dx, dy), around)
    if not on_table(there.solid, ground.size):
        return False
    if not all(carry_clear(here, dx, dy, obstacle) for obstacle in around):
        return False
    carry(run, unit, (here, there), "nudge")
    return True
