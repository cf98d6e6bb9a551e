"""Cover of a target from a shooting model (T9A-SHOOT-07, -08, and the table of TERR).

From the middle of a model's front lines go to a grid over the target's footprint. What a line meets
hides its end softly or hard; half of the ends hidden are cover.
"""

from typing import Literal

from rules.core.table import Piece
from rules.core.values import UnitId
from rules.geometry.arcs import along
from rules.geometry.areas import NONE, Area, Lines, Numbers
from rules.geometry.blocks import Block
from rules.geometry.convex import Solid
from rules.geometry.measure import EPS, TOUCH, XY
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground

Cover = Literal["none", "soft", "hard"]

GRID = 9
"""Points of the grid along each edge of the footprint."""
HALF = 0.5

HIDES: dict[str, Cover] = {
    "forest": "soft", "hill": "hard", "building": "hard", "impassable": "hard"
}  # fmt: skip
"""Ground that hides what lies behind it, and what stands in it."""
HOLDS: dict[str, Cover] = {"field": "soft", "ruin": "hard"}
"""Ground that covers only what stands in it, and nothing large."""
LARGE = 3


class CoverOf:
    """The cover of one target from the models of one unit. `over` ignores units in the way."""

    def __init__(self, ground: Ground, unit: UnitId, target: UnitId, *, over: bool = False) -> None:
        self.ground, self.unit, self.target = ground, unit, target
        self.low, self.high = ground.height(unit), ground.height(target)
        self.points = grid(ground.block(target))
        self.pieces = list(ground.table.terrain.values())
        self.between = {} if over else ground.between(unit, target)
        self._made: dict[frozenset[int], tuple[Area | None, Area | None]] = {}
        self._settled = self._without_lines()
        self._stood: dict[str, Numbers] = {}
        if self.high < LARGE and any(terrain.kind(p) in HOLDS for p in self.pieces):
            self._stood = {kind: self._stood_in(kind) for kind in ("soft", "hard")}

    def from_(self, front: Block) -> Cover:
        """The cover from one model of the front."""
        settled = self._settled
        if settled == "hard":
            return "hard"
        own = frozenset(
            n for n, piece in enumerate(self.pieces) if terrain.touches(front.solid, piece)
        )
        soft, hard = self._screens(own)
        if soft is None and hard is None and not self._stood:
            return settled
        lines = Lines(front.point(0, front.depth / 2), self.points)
        softly = self._in("soft") | (soft.cutting(lines) if soft else NONE)
        hidden = self._in("hard") | (hard.cutting(lines) if hard else NONE)
        if len(hidden) >= HALF * len(self.points):
            return "hard"
        if len(softly | hidden) >= HALF * len(self.points):
            return "soft"
        return settled

    def _screens(self, own: frozenset[int]) -> tuple[Area | None, Area | None]:
        """What hides softly and what hides hard from a model that stands in some pieces; shapes
        ready to be asked, None for nothing."""
        if own not in self._made:
            soft, hard = self._units()
            for number, piece in enumerate(self.pieces):
                kind = self._hides(piece)
                if kind != "none" and number not in own:
                    (hard if kind == "hard" else soft).append(terrain.solid_of(piece))
            self._made[own] = (_prepared(soft), _prepared(hard))
        return self._made[own]

    def _units(self) -> tuple[list[Solid], list[Solid]]:
        """Units that hide softly, and those at least as high as both, which hide hard."""
        soft: list[Solid] = []
        hard: list[Solid] = []
        for other, tall in self.between.items():
            if LARGE in (self.low, self.high) and tall == 1:
                continue
            solid = self.ground.block(other).solid
            (hard if tall >= max(self.low, self.high) else soft).append(solid)
        return soft, hard

    def _hides(self, piece: Piece) -> Cover:
        """What a piece does to lines that go through it; not a hill that is partly stood on
        (`_without_lines`)."""
        kind = terrain.kind(piece)
        return "none" if kind == "hill" and self._partly_on(piece) else HIDES.get(kind, "none")

    def _partly_on(self, piece: Piece) -> bool:
        return terrain.touches(self.ground.block(self.target).solid, piece)

    def _without_lines(self) -> Cover:
        """Cover that no line decides: a wall that is defended, a hill that is partly stood on."""
        block = self.ground.block(self.target)
        front = along(block.corners[0], block.corners[1])
        found: Cover = "none"
        for piece in self.pieces:
            kind = terrain.kind(piece)
            if kind == "wall":
                wall = terrain.area_of(piece)
                near = [wall.gap((at,)) <= TOUCH for at in front]
                if 2 * sum(near) >= len(near):
                    return "hard"
            if kind == "hill" and self._partly_on(piece):
                found = "soft"
        return found

    def _stood_in(self, kind: str) -> Numbers:
        """Which points of the footprint lie in ground that covers who stands in it."""
        pieces = [piece for piece in self.pieces if HOLDS.get(terrain.kind(piece)) == kind]
        return NONE.union(*(terrain.area_of(piece).holding(self.points) for piece in pieces))

    def _in(self, kind: str) -> Numbers:
        return self._stood.get(kind, NONE)


def grid(block: Block) -> list[XY]:
    """Points over a footprint: the middles of the cells of a grid, where there are bases."""
    points = [
        block.point(
            block.width * ((k + 0.5) / GRID - 0.5), block.depth * (0.5 - (n + 0.5) / GRID)
        )
        for n in range(GRID)
        for k in range(GRID)
    ]  # fmt: skip
    return [points[n] for n in sorted(Area(block.solid, EPS).holding(points))]


def _prepared(solids: list[Solid]) -> Area | None:
    """Some solids as one area, a hair smaller: a line that touches goes by."""
    outlines = [shape for solid in solids for shape in solid]
    return Area(outlines, -EPS) if outlines else None
