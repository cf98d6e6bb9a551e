"""Who of a unit sees and reaches a target, and behind what cover it stands (chapters LOS, SHOOT).

Sight is tried for each file from its first model: who stands behind draws as if he stood there
(T9A-LOS-02). Reach is measured from where each model stands (T9A-SHOOT-03).
"""

from dataclasses import dataclass
from math import cos, pi, sin

from rules.core.table import Round
from rules.core.values import UnitId
from rules.geometry.arcs import clear_line, outline_points, sees_block
from rules.geometry.blocks import Block
from rules.geometry.convex import Solid, separation
from rules.geometry.measure import EPS, XY
from rules.ninth_age.field.cover import Cover, CoverOf
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.pieces import inside, solid_of
from rules.ninth_age.field.stature import LARGE, shape_height, stature

RIM = 16
"""Points around a round base from which it sees: it has no arcs (T9A-UNIT-10)."""
SEE_INTO = frozenset({"hill", "obscuring"})
"""Obscuring ground that may be entered: seen into and out of, never through (T9A-LOS-05)."""
BLIND = frozenset({"impassable", "building"})


@dataclass(frozen=True)
class Shooter:
    """A model that may shoot: its place in the unit, its distance, the cover of its target."""

    place: int
    distance: float
    cover: Cover


def shooters(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    reach: float | None,
    ranks: int | None = 2,
    *,
    over: bool = False,
    blindly: bool = False,
) -> list[Shooter]:
    """The models of the first ranks that see a target and reach it; of all with None.

    No `reach` is beyond any range (T9A-CHG-11); `over` ignores units in the way for cover
    (T9A-SHOOT-09); `blindly` needs no sight.
    """
    block, goal = ground.block(unit), ground.block(target).solid
    last = block.count if ranks is None else min(block.count, ranks * block.front)
    far = [max(0.0, separation((block.shape_of(n),), goal)) for n in range(last)]
    able = [n for n in range(last) if reach is None or far[n] <= reach + EPS]
    cover = CoverOf(ground, unit, target, over=over)
    seen: dict[int, Cover | None] = {}
    for file in sorted({n % block.front for n in able}):
        front = front_of(block, file)
        clear = blindly or sees(ground, unit, front, target)
        seen[file] = cover.from_(front) if clear else None
    return [
        Shooter(n, far[n], found)
        for n in able
        if (found := seen[n % block.front]) is not None
    ]  # fmt: skip


def front_of(block: Block, file: int) -> Block:
    """The first model of a file, alone."""
    return Block(block.place(file), block.facing, block.base, 1, 1)


def sees(ground: Ground, unit: UnitId, viewer: Block, target: UnitId) -> bool:
    """Whether one model sees a unit, over what is not higher than both (T9A-LOS-01)."""
    goal = ground.block(target).solid
    screens = screening(ground, unit, viewer, target)
    if isinstance(ground.stats[unit].base, Round):
        return clear_line(rim(viewer), outline_points(goal), screens)
    return sees_block(viewer, goal, screens)


def rim(round_base: Block) -> list[XY]:
    """Points around a round base."""
    (x, y), radius = round_base.at, round_base.base[0] / 2
    turns = (2 * pi * k / RIM for k in range(RIM))
    return [(x + radius * sin(turn), y + radius * cos(turn)) for turn in turns]


def screening(ground: Ground, unit: UnitId, viewer: Block, target: UnitId) -> list[Solid]:
    """What hides a target from a model: units higher than both, and ground that none of them
    stands in (T9A-LOS-01, -05)."""
    tall = max(shape_height(ground, unit, viewer), stature(ground, target))
    hiding = []
    if tall < LARGE:
        hiding = [
            ground.block(u).solid
            for u in ground.standing()
            if u not in (unit, target) and stature(ground, u) > tall
        ]
    goal = ground.block(target).solid
    for piece in ground.table.terrain.values():
        traits = set(piece.traits)
        solid = solid_of(piece)
        into = SEE_INTO & traits and not BLIND & traits
        ends = into and (inside(piece, viewer.at) or separation(solid, goal) < -EPS)
        if (BLIND | SEE_INTO) & traits and not ends:
            hiding.append(solid)
    return hiding
