"""Deployment zones: exact for any table, judged point by point (chapter ZONE).

A zone is a number of strips across the table, each with the half plane that whatever lies in the
strip must lie in. Two coordinates describe the table: `long` runs along its long axis, `short`
across it. Lengths in 1/100 mm.
"""

from math import hypot
from typing import Literal

from rules.core.values import INCH, Point, Value
from rules.geometry.convex import Shape, Solid, convex_parts, separation
from rules.geometry.measure import EPS, XY

Kind = Literal["classic", "diagonal", "flank_attack"]
Axis = Literal["x", "y"]
Role = Literal["", "attacker", "defender"]

KINDS: tuple[Kind, ...] = ("classic", "diagonal", "flank_attack")
ROLLED: dict[Kind, tuple[int, ...]] = {
    "classic": (1, 2, 3), "diagonal": (4, 5), "flank_attack": (6,),
}  # fmt: skip
"""The faces that give each type (T9A-ZONE-01)."""

CLASSIC = 12 * INCH
"""From the centre line (T9A-ZONE-03)."""
DIAGONAL = 9 * INCH
"""From the dividing line (T9A-ZONE-04)."""
NEAR, FAR = 9 * INCH, 15 * INCH
"""From the centre line in a Flank Attack, in the strips where one stands near and far
(T9A-ZONE-06)."""


class Zone(Value, frozen=True):
    """A side's zone: the type, the table, its long axis, the corner or the edge that is its own.

    `corner` is the table corner of a Diagonal zone; of the others one at the side's own long edge.
    """

    kind: Kind
    width: int
    height: int
    corner: Point
    role: Role = ""
    axis: Axis = "x"

    @property
    def long(self) -> int:
        """The length of the table along its long axis."""
        return self.width if self.axis == "x" else self.height

    @property
    def short(self) -> int:
        """The length of the table across it."""
        return self.height if self.axis == "x" else self.width

    @property
    def quarter(self) -> float:
        """The width of a flank strip: a quarter of the long side (T9A-ZONE-07)."""
        return self.long / 4

    @property
    def opposite(self) -> Point:
        """The corner across the table."""
        return self.width - self.corner[0], self.height - self.corner[1]

    @property
    def polygon(self) -> tuple[XY, ...]:
        """Its outline, as it is drawn (T9A-ZONE-08)."""
        if self.kind == "diagonal":
            return tuple(map(self._from_corner, self._triangle()))
        inner = [
            (at, max(0.0, depth))
            for low, high, depth in self._strips()
            for at in (low, high)
        ]  # fmt: skip
        ring = [(0.0, 0.0), (float(self.long), 0.0), *reversed(inner)]
        return tuple(self._on_table(*at) for at in _without_repeats(ring))

    @property
    def outline(self) -> tuple[Point, ...]:
        """The same on the grid."""
        return tuple((round(x), round(y)) for x, y in self.polygon)

    @property
    def exists(self) -> bool:
        """Whether there is room for it on this table (T9A-ZONE-09)."""
        if self.kind == "diagonal":
            return _diagonal_depth(self.width, self.height) > DIAGONAL + EPS
        return max(depth for _, _, depth in self._strips()) > EPS

    @property
    def solid(self) -> Solid:
        """Its area as convex shapes."""
        return convex_parts(self.polygon)

    def holds_point(self, at: XY) -> bool:
        """Whether a point is in the zone; a point between two strips is in the flank strip
        (T9A-ZONE-10)."""
        if not (-EPS <= at[0] <= self.width + EPS and -EPS <= at[1] <= self.height + EPS):
            return False
        if self.kind == "diagonal":
            return self._past_line(at) <= EPS
        along, across = self._own(at)
        strips = self._strips()
        if len(strips) == 1:
            return across <= strips[0][2] + EPS
        (_, q, flank), (_, end, centre), _ = strips
        return across <= (centre if q + EPS < along < end - EPS else flank) + EPS

    def excess(self, solid: Solid) -> float:
        """How far a footprint reaches beyond the zone; 0 when all of it is inside. Edges on the
        border are inside (T9A-ZONE-10)."""
        far = max((self._beyond(shape) for shape in solid), default=0.0)
        return far if far > EPS else 0.0

    def distance(self, at: XY) -> float:
        """How far a point is from the zone; 0 inside."""
        return max(0.0, separation(((at,),), self.solid))

    def _beyond(self, shape: Shape) -> float:
        off = max(
            max(-x, x - self.width, -y, y - self.height) for x, y in shape
        )  # fmt: skip
        if self.kind == "diagonal":
            return max(off, *map(self._past_line, shape))
        own = [self._own(at) for at in shape]
        for low, high, depth in self._strips():
            reach = _highest(own, low + EPS, high - EPS)
            off = max(off, reach - depth)
        return off

    def _strips(self) -> tuple[tuple[float, float, float], ...]:
        """Strips along the long axis: from, to, and the depth of the zone in it; below 0 where the
        table is too narrow for it (T9A-ZONE-09)."""
        half = self.short / 2
        if self.kind == "classic":
            return ((0.0, float(self.long), half - CLASSIC),)
        flank, centre = (NEAR, FAR) if self.role == "attacker" else (FAR, NEAR)
        q = self.quarter
        deep, middle = half - flank, half - centre
        return ((0.0, q, deep), (q, self.long - q, middle), (self.long - q, float(self.long), deep))

    def _triangle(self) -> tuple[XY, ...]:
        back = DIAGONAL * hypot(self.width, self.height)
        along, up = self.width - back / self.height, self.height - back / self.width
        return (0.0, 0.0), (along, 0.0), (0.0, up)

    def _past_line(self, at: XY) -> float:
        """How far a point is beyond the border of a Diagonal zone."""
        x, y = abs(at[0] - self.corner[0]), abs(at[1] - self.corner[1])
        span = hypot(self.width, self.height)
        to_line = (self.width * self.height - self.height * x - self.width * y) / span
        return DIAGONAL - to_line

    def _from_corner(self, at: XY) -> XY:
        x, y = at
        return (
            x if self.corner[0] == 0 else self.width - x,
            y if self.corner[1] == 0 else self.height - y,
        )

    def _own(self, at: XY) -> XY:
        """A point as (along the long axis, away from the own edge)."""
        along, across = at if self.axis == "x" else (at[1], at[0])
        far_edge = self.corner[1 if self.axis == "x" else 0] != 0
        return along, self.short - across if far_edge else across

    def _on_table(self, along: float, away: float) -> XY:
        far_edge = self.corner[1 if self.axis == "x" else 0] != 0
        across = self.short - away if far_edge else away
        return (along, across) if self.axis == "x" else (across, along)


def long_axis(width: int, height: int, turned: bool = False) -> Axis:
    """The long axis of a table; of a square one it is x (T9A-MEAS-06). A table may agree to turn
    it (T9A-ZONE-11)."""
    return "x" if (width >= height) != turned else "y"


def zone(
    kind: Kind, width: int, height: int, corner: Point, role: Role = "", axis: Axis | None = None
) -> Zone:
    """A zone at a corner or at the long edge on which that corner lies."""
    return Zone(
        kind=kind, width=width, height=height, corner=corner, role=role,
        axis=axis or long_axis(width, height),
    )  # fmt: skip


def offered(width: int, height: int, axis: Axis | None = None) -> tuple[Kind, ...]:
    """The types that a table has room for (T9A-ZONE-09)."""
    tried = {kind: zone(kind, width, height, (0, 0), "attacker", axis) for kind in KINDS}
    return tuple(kind for kind, found in tried.items() if found.exists)


def kind_of(face: int) -> Kind:
    """The type that a die gives (T9A-ZONE-01)."""
    return next(kind for kind, faces in ROLLED.items() if face in faces)


def _diagonal_depth(width: int, height: int) -> float:
    return width * height / hypot(width, height)


def _highest(shape: list[XY], low: float, high: float) -> float:
    """The greatest second coordinate of the part of a convex shape between two values of the first;
    minus infinity where no part is."""
    found = [y for x, y in shape if low <= x <= high]
    sides = ((shape[k - 1], at) for k, at in enumerate(shape))
    found += [
        py + (y - py) * (cut - px) / (x - px)
        for (px, py), (x, y) in sides
        for cut in (low, high)
        if min(x, px) < cut < max(x, px)
    ]
    return max(found, default=float("-inf"))


def _without_repeats(ring: list[XY]) -> list[XY]:
    """A ring without points that stand twice or on a straight line between their neighbours."""
    once = [at for k, at in enumerate(ring) if at != ring[k - 1]]
    return [
        at for k, at in enumerate(once) if not _straight(once[k - 1], at, once[(k + 1) % len(once)])
    ]


def _straight(a: XY, b: XY, c: XY) -> bool:
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) < EPS
