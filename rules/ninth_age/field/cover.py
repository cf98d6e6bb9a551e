"""Cover of a target from a shooting model (T9A-SHOOT-07, -08, and the table of TERR).

From the middle of a model's front lines go to a grid over the target's footprint. What a line meets
hides its end softly or hard; half of the ends hidden are cover.
"""

from typing import Literal

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from rules.core.table import Piece
from rules.core.values import UnitId
from rules.geometry.arcs import along
from rules.geometry.blocks import Block
from rules.geometry.convex import Solid, separation
from rules.geometry.measure import EPS, TOUCH, XY
from rules.ninth_age.field.ground import Ground
from rules.ninth_age.field.pieces import gap_to, inside, solid_of
from rules.ninth_age.field.stature import LARGE, shape_height, stature

Cover = Literal["none", "soft", "hard"]
Mask = NDArray[np.bool_]

GRID = 9
"""Points of the grid along each edge of the footprint."""
HALF = 0.5

CROSSED: dict[str, Cover] = {
    "forest": "soft", "hill": "hard", "building": "hard", "impassable": "hard"
}  # fmt: skip
"""Ground that hides what lies behind it, and what stands in it."""
STOOD_IN: dict[str, Cover] = {"field": "soft", "ruin": "hard"}
"""Ground that covers only what stands in it, and nothing large."""


class CoverOf:
    """The cover of one target from the models of one unit. `over` ignores units in the way."""

    def __init__(self, ground: Ground, unit: UnitId, target: UnitId, *, over: bool = False) -> None:
        self.ground, self.unit, self.target = ground, unit, target
        self.high = stature(ground, target)
        self.points = grid(ground.block(target))
        self.over = over
        self.pieces = list(ground.table.terrain.values())

    def from_(self, front: Block) -> Cover:
        """The cover from one model of the front."""
        if self._settled() == "hard":
            return "hard"
        height = shape_height(self.ground, self.unit, front)
        soft, hard = self._units(height)
        for piece in self.pieces:
            kind = self._crossed(piece)
            if kind != "none" and not inside(piece, front.at):
                (hard if kind == "hard" else soft).append(solid_of(piece))
        eye = front.point(0, front.depth / 2)
        lines = np.empty((len(self.points), 2, 2))
        lines[:, 0], lines[:, 1] = eye, self.points
        softly = self._stood_in("soft") | _cut(lines, soft)
        hidden = self._stood_in("hard") | _cut(lines, hard)
        if hidden.mean() >= HALF:
            return "hard"
        if (softly | hidden).mean() >= HALF:
            return "soft"
        return self._settled()

    def _units(self, height: int) -> tuple[list[Solid], list[Solid]]:
        """Units that hide softly, and those at least as high as both, which hide hard."""
        soft: list[Solid] = []
        hard: list[Solid] = []
        if self.over:
            return soft, hard
        large = LARGE in (height, self.high)
        for other in self.ground.standing():
            if other in (self.unit, self.target):
                continue
            tall = stature(self.ground, other)
            if large and tall == 1:
                continue
            solid = self.ground.block(other).solid
            (hard if tall >= max(height, self.high) else soft).append(solid)
        return soft, hard

    def _crossed(self, piece: Piece) -> Cover:
        """What a piece does to lines that go through it; a hill one stands partly on only soft,
        and that whatever the lines say (`_settled`)."""
        kinds = [CROSSED[trait] for trait in piece.traits if trait in CROSSED]
        if "hill" in piece.traits and self._partly_on(piece):
            return "none"
        return "hard" if "hard" in kinds else "soft" if kinds else "none"

    def _partly_on(self, piece: Piece) -> bool:
        return separation(solid_of(piece), self.ground.block(self.target).solid) < -EPS

    def _settled(self) -> Cover:
        """Cover that no line decides: a wall that is defended, a hill that is partly stood on."""
        block = self.ground.block(self.target)
        front = along(block.corners[0], block.corners[1])
        found: Cover = "none"
        for piece in self.pieces:
            if "wall" in piece.traits:
                touching = sum(gap_to(piece, at) <= TOUCH for at in front)
                if 2 * touching >= len(front):
                    return "hard"
            if "hill" in piece.traits and self._partly_on(piece):
                found = "soft"
        return found

    def _stood_in(self, kind: Cover) -> Mask:
        """Which points of the footprint lie in ground that covers who stands in it."""
        found = np.zeros(len(self.points), dtype=np.bool_)
        if self.high == LARGE:
            return found
        for piece in self.pieces:
            if any(STOOD_IN.get(trait) == kind for trait in piece.traits):
                found |= np.array([inside(piece, at) for at in self.points])
        return found


def grid(block: Block) -> list[XY]:
    """Points over a footprint: the middles of the cells of a grid, where there are bases."""
    points = [
        block.point(
            block.width * ((k + 0.5) / GRID - 0.5), block.depth * (0.5 - (n + 0.5) / GRID)
        )
        for n in range(GRID)
        for k in range(GRID)
    ]  # fmt: skip
    area = shapely.union_all([Polygon(shape) for shape in block.solid]).buffer(EPS)
    return [at for at in points if shapely.intersects_xy(area, *at)]


def _cut(lines: NDArray[np.float64], solids: list[Solid]) -> Mask:
    """Which lines go through any of some solids; touching one is not going through."""
    around = [shape for solid in solids for shape in solid]
    if not around:
        return np.zeros(len(lines), dtype=np.bool_)
    block = shapely.union_all([Polygon(shape).buffer(-EPS) for shape in around])
    shapely.prepare(block)
    found: Mask = shapely.intersects(block, shapely.linestrings(lines))
    return found
