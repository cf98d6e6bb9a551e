"""What every charge reads: who is in reach, what is in the way, what a charge worked out is
(T9A-CHG-02, -23, -32)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rules.core.values import INCH, UnitId
from rules.geometry.arcs import Arc
from rules.geometry.blocks import Block
from rules.geometry.convex import boxes_meet, clear_by
from rules.geometry.measure import EPS
from rules.geometry.wheels import Obstacle, on_table
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.paths import UNTOUCHED, obstacles
from rules.ninth_age.numbers import CHARGE_DICE

Foe = Literal["free", "engaged", "fleeing"]
"""How a target stands: only a free one may be turned, a fleeing one is only touched."""


@dataclass(frozen=True)
class Charged:
    """A charge worked out: blocks from start to contact and aligned, and models in contact.

    `target` is where the target stands afterwards, when it had to be turned; `straight` the length
    that the dice must reach where the way itself counts, not the distance (T9A-CHG-29).
    """

    blocks: tuple[Block, ...]
    wheel: int
    contact: int
    side: Arc
    target: Block | None = None
    straight: int = 0

    @property
    def end(self) -> Block:
        """The final position."""
        return self.blocks[-1]


def reach(ground: Ground, unit: UnitId) -> int:
    """The farthest charge: the dice at their best and the Movement (T9A-CHG-02)."""
    return (CHARGE_DICE + ground.pace(unit)) * INCH


def in_reach(ground: Ground, unit: UnitId) -> list[UnitId]:
    """Enemies in sight that the dice could reach, the nearest first; room is not judged.

    Remembered with the ground, like plans: it is asked again after every charge declared.
    """
    key = ("in reach", unit)
    if key not in ground.plans:
        ground.plans[key] = _in_reach(ground, unit)
    found: list[UnitId] = ground.plans[key]
    return found


def _in_reach(ground: Ground, unit: UnitId) -> list[UnitId]:
    ground = ground.closing(unit)
    limit = reach(ground, unit)
    here = ground.block(unit)
    near = [
        foe
        for foe in ground.enemies(unit)
        if boxes_meet(here.box, ground.block(foe).box, limit + EPS) and not ground.home(foe)
    ]
    far = {foe: ground.gap(unit, foe) for foe in near}
    return [
        foe
        for foe in sorted(far, key=lambda u: far[u])
        if far[foe] <= limit + EPS and ground.sees(unit, foe)
    ]


def around(
    ground: Ground, unit: UnitId, target: UnitId, leaving: Sequence[UnitId]
) -> list[Obstacle]:
    """What is in the way: friends may be touched, enemies not, the target only at the end."""
    limit = reach(ground, unit) + 2 * INCH
    here = ground.block(unit)
    found = []
    for obstacle in obstacles(ground, unit, UNTOUCHED):
        key = obstacle.key
        if key in leaving or not boxes_meet(here.box, obstacle.box, limit):
            continue
        # A character who charges out of a unit stands among its places at first.
        if key in ground.table.units and not clear_by(here.solid, obstacle.solid, 0.0):
            continue
        foe = key in ground.table.units and ground.side(key) != ground.side(unit)
        keep = obstacle.keep if foe and key != target else 0.0
        found.append(Obstacle(key, obstacle.solid, keep))
    return found


def stands(ground: Ground, end: Block, around: Sequence[Obstacle]) -> bool:
    """Whether a block lies on the table and clear of what is around."""
    return on_table(end.solid, ground.size) and all(
        not boxes_meet(end.box, o.box, o.keep) or clear_by(end.solid, o.solid, o.keep)
        for o in around
    )
