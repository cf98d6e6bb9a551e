"""Where blocks come to stand: on the grid they are stored on, and clear of what lies around."""

from collections.abc import Sequence
from itertools import product
from math import hypot

from rules.core.values import ModelId, Pose
from rules.geometry.blocks import TURN, Block
from rules.geometry.convex import Solid, boxes_meet, clear_by, separation
from rules.geometry.measure import EPS, snap
from rules.geometry.wheels import Obstacle

GRID = sorted(product(range(-3, 4), repeat=2), key=lambda step: hypot(*step))
"""Places of the grid about one, the nearest first."""


def settled(block: Block, around: Sequence[Obstacle] = ()) -> Block:
    """The block as it is stored: its first model on the grid (round first, then judge), so that it
    is not rounded into what lies around it."""
    x, y = snap(block.place(0))
    nearest = block.with_first_at((x, y))
    box = nearest.box
    near = [one for one in around if boxes_meet(box, one.box, one.keep + 2 * EPS)]
    some = (block.with_first_at((x + right, y + up)) for right, up in GRID)
    clear = (one for one in some if all(clear_by(one.solid, o.solid, o.keep) for o in near))
    return next(clear, nearest)


def poses(models: tuple[ModelId, ...], block: Block) -> dict[ModelId, Pose]:
    """Where models stand that fill a block."""
    facing = block.facing % TURN
    return {key: Pose(*snap(at), facing) for key, at in zip(models, block.places(), strict=True)}


def centre(block: Block) -> Pose:
    """A block's centre and facing."""
    return Pose(*snap(block.at), block.facing % TURN)


def apart(block: Block, solid: Solid, least: float) -> bool:
    """Whether a block keeps a distance from something."""
    return separation(block.solid, solid) >= least - EPS
