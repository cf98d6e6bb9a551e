"""Cover of a target from a shooting model (T9A-SHOOT-07, -08, and the table of TERR).

From the middle of a model's front lines go to a grid over the target's footprint. What a line meets
hides its end softly or hard; half of the ends hidden are cover.
"""

from dataclasses import dataclass
from typing import Literal

from rules.core.table import Piece
from rules.core.values import UnitId
from rules.geometry.arcs import along
from rules.geometry.areas import NONE, Area, Lines, Numbers
from rules.geometry.blocks import TURN, Block, facing_towards
from rules.geometry.convex import Solid
from rules.geometry.measure import EPS, TOUCH, XY
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import LARGE, Ground

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
ASKEW = 5_000
"""A front that leans no more than this against a wall, in 1/1000 degree, is aligned with it."""


@dataclass(frozen=True)
class _Hiding:
    """What hides a target: shapes ready to be asked, None for nothing, the points of its footprint
    that lie in cover, and the cover that no line decides."""

    soft: Area | None
    hard: Area | None
    in_soft: Numbers
    in_hard: Numbers
    settled: Cover

    @property
    def idle(self) -> bool:
        """Whether no line needs to be drawn."""
        return not (self.soft or self.hard or self.in_soft or self.in_hard)


class CoverOf:
    """The cover of one target from the models of one unit. `over` ignores units in the way."""

    def __init__(self, ground: Ground, unit: UnitId, target: UnitId, *, over: bool = False) -> None:
        self.ground, self.unit, self.target = ground, unit, target
        self.high = ground.height(target)
        self.points = grid(ground.block(target))
        self.pieces = list(ground.table.terrain.values())
        self.between = [] if over else ground.between(unit, target)
        self._made: dict[tuple[frozenset[int], int], _Hiding] = {}

    def from_(self, front: Block) -> Cover:
        """The cover from one model of the front."""
        own = frozenset(
            n for n, piece in enumerate(self.pieces) if terrain.touches(front.solid, piece)
        )
        key = (own, self.ground.height_of(self.unit, front))
        if key not in self._made:
            self._made[key] = self._hiding(*key)
        made = self._made[key]
        if made.settled == "hard" or made.idle:
            return made.settled
        lines = Lines(front.point(0, front.depth / 2), self.points)
        softly = made.in_soft | (made.soft.cutting(lines) if made.soft else NONE)
        hidden = made.in_hard | (made.hard.cutting(lines) if made.hard else NONE)
        if len(hidden) >= HALF * len(self.points):
            return "hard"
        if len(softly | hidden) >= HALF * len(self.points):
            return "soft"
        return made.settled

    def _hiding(self, own: frozenset[int], tall: int) -> "_Hiding":
        """What hides the target from a model so high that stands in some pieces, which hide nothing
        from it (T9A-SHOOT-07)."""
        pieces = [piece for number, piece in enumerate(self.pieces) if number not in own]
        soft, hard = self._units(tall)
        for piece in pieces:
            kind = self._hides(piece)
            if kind != "none":
                (hard if kind == "hard" else soft).append(terrain.solid_of(piece))
        held = self.high < LARGE
        return _Hiding(
            soft=_prepared(soft),
            hard=_prepared(hard),
            in_soft=self._stood_in(pieces, "soft") if held else NONE,
            in_hard=self._stood_in(pieces, "hard") if held else NONE,
            settled=self._without_lines(pieces),
        )

    def _units(self, low: int) -> tuple[list[Solid], list[Solid]]:
        """Models that hide softly, and those at least as high as both, which hide hard."""
        soft: list[Solid] = []
        hard: list[Solid] = []
        for tall, solid in self.between:
            if LARGE in (low, self.high) and tall == 1:
                continue
            (hard if tall >= max(low, self.high) else soft).append(solid)
        return soft, hard

    def _hides(self, piece: Piece) -> Cover:
        """What a piece does to lines that go through it; not a hill that is partly stood on
        (`_without_lines`)."""
        kind = terrain.kind(piece)
        return "none" if kind == "hill" and self._partly_on(piece) else HIDES.get(kind, "none")

    def _partly_on(self, piece: Piece) -> bool:
        return terrain.touches(self.ground.block(self.target).solid, piece)

    def _without_lines(self, pieces: list[Piece]) -> Cover:
        """Cover that no line decides: a wall that is defended, a hill that is partly stood on."""
        if self.ground.home(self.target):
            return "hard"
        block = self.ground.block(self.target)
        front = along(block.corners[0], block.corners[1])
        found: Cover = "none"
        for piece in pieces:
            kind = terrain.kind(piece)
            if kind in ("wall", "stakes"):
                wall = terrain.area_of(piece)
                near = [wall.gap((at,)) <= TOUCH for at in front]
                if 2 * sum(near) >= len(near) and _aligned(block, piece):
                    found = terrain.feature(piece).cover or found
            if found == "hard":
                return found
            if kind == "hill" and self._partly_on(piece):
                found = "soft"
        return found

    def _stood_in(self, pieces: list[Piece], kind: str) -> Numbers:
        """Which points of the footprint lie in ground that covers who stands in it."""
        holding = [piece for piece in pieces if HOLDS.get(terrain.kind(piece)) == kind]
        return NONE.union(*(terrain.area_of(piece).holding(self.points) for piece in holding))


def _aligned(block: Block, piece: Piece) -> bool:
    """Whether the front of a block runs along an edge of a piece; a round one faces every way."""
    edges = zip(piece.outline, (*piece.outline[1:], piece.outline[0]), strict=True)
    leans = ((facing_towards(a, b) - block.facing - TURN // 4) % (TURN // 2) for a, b in edges)
    return block.disc or any(min(lean, TURN // 2 - lean) <= ASKEW for lean in leans)


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
