"""The area between two discs: their convex hull. Lengths in 1/100 mm.

With equal radii it is a capsule, with different ones a tapered capsule. It equals the union of all
discs whose centre goes from one centre to the other while the radius changes evenly, which gives
every distance below in closed form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, atan2, cos, hypot, pi, sin, sqrt

from .measure import EPS, XY, chord, legs_of, point_segment, segment_segment, segments_cross


@dataclass(frozen=True, slots=True)
class Hull:
    """The convex hull of the discs (a, ra) and (b, rb)."""

    a: XY
    ra: float
    b: XY
    rb: float

    def swallowed(self) -> bool:
        """True if one disc lies inside the other, so that the hull is just that disc."""
        return hypot(self.b[0] - self.a[0], self.b[1] - self.a[1]) <= abs(self.ra - self.rb)


def signed_distance(hull: Hull, p: XY) -> float:
    """Distance of a point from the hull; negative inside (there only a bound on the depth)."""
    ax, ay = hull.a
    dx, dy = hull.b[0] - ax, hull.b[1] - ay
    length = hypot(dx, dy)
    grow = hull.rb - hull.ra
    if length <= abs(grow):
        return min(
            hypot(p[0] - ax, p[1] - ay) - hull.ra,
            hypot(p[0] - hull.b[0], p[1] - hull.b[1]) - hull.rb,
        )
    along = ((p[0] - ax) * dx + (p[1] - ay) * dy) / length
    aside = abs((p[1] - ay) * dx - (p[0] - ax) * dy) / length
    taper = grow / length
    s = along + aside * taper / sqrt(1.0 - taper * taper)
    s = 0.0 if s < 0.0 else length if s > length else s
    return hypot(along - s, aside) - hull.ra - taper * s


def point_distance(hull: Hull, p: XY) -> float:
    """Distance of a point from the hull; 0 inside."""
    return max(0.0, signed_distance(hull, p))


def edges(hull: Hull) -> list[tuple[XY, XY]]:
    """The two straight sides of the hull, none if one disc swallows the other."""
    dx, dy = hull.b[0] - hull.a[0], hull.b[1] - hull.a[1]
    length = hypot(dx, dy)
    grow = hull.rb - hull.ra
    if length <= abs(grow):
        return []
    ux, uy, taper = dx / length, dy / length, grow / length
    flat = sqrt(1.0 - taper * taper)
    sides: list[tuple[XY, XY]] = []
    for turn in (1.0, -1.0):
        # The normal of a side leans against the taper.
        nx = -taper * ux - turn * flat * uy
        ny = -taper * uy + turn * flat * ux
        sides.append(
            (
                (hull.a[0] + nx * hull.ra, hull.a[1] + ny * hull.ra),
                (hull.b[0] + nx * hull.rb, hull.b[1] + ny * hull.rb),
            )
        )
    return sides


def segment_distance(hull: Hull, p: XY, q: XY) -> float:
    """Distance of segment pq from the hull; 0 when they meet."""
    if hull.ra == hull.rb:
        return max(0.0, segment_segment(p, q, hull.a, hull.b) - hull.ra)
    if segments_cross(p, q, hull.a, hull.b) or signed_distance(hull, p) <= 0.0:
        return 0.0
    best = min(point_segment(hull.a, p, q) - hull.ra, point_segment(hull.b, p, q) - hull.rb)
    for a, b in edges(hull):
        best = min(best, segment_segment(p, q, a, b))
    return max(0.0, best)


def polyline_distance(hull: Hull, points: Sequence[XY]) -> float:
    """Distance of a polyline from the hull; 0 when they meet."""
    return min(segment_distance(hull, p, q) for p, q in legs_of(points))


def disc_overlaps(hull: Hull, centre: XY, radius: float) -> bool:
    """True if a disc overlaps the hull by more than EPS; touching is no overlap."""
    return signed_distance(hull, centre) < radius - EPS


def swept_overlaps(hull: Hull, points: Sequence[XY], radius: float) -> bool:
    """True if a disc moved along a polyline overlaps the hull by more than EPS anywhere."""
    return polyline_distance(hull, points) < radius - EPS


def entry(hull: Hull, p: XY, q: XY) -> float | None:
    """The parameter (0 at p, 1 at q) at which segment pq first is inside the hull, or None."""
    first: float | None = None
    for centre, radius in ((hull.a, hull.ra), (hull.b, hull.rb)):
        cut = chord(p, q, centre, radius)
        if cut is not None and (first is None or cut[0] < first):
            first = cut[0]
    dx, dy = q[0] - p[0], q[1] - p[1]
    for a, b in edges(hull):
        ex, ey, fx, fy = b[0] - a[0], b[1] - a[1], a[0] - p[0], a[1] - p[1]
        cross = dx * ey - dy * ex
        if cross == 0.0:
            continue
        t, s = (fx * ey - fy * ex) / cross, (fx * dy - fy * dx) / cross
        if 0.0 <= t <= 1.0 and 0.0 <= s <= 1.0 and (first is None or t < first):
            first = t
    return 0.0 if first is not None and signed_distance(hull, p) < 0.0 else first


def outline(hull: Hull, steps: int = 12) -> list[XY]:
    """The hull as a ring of points for drawing only: `steps` points on each round end."""
    dx, dy = hull.b[0] - hull.a[0], hull.b[1] - hull.a[1]
    length = hypot(dx, dy)
    if length <= abs(hull.rb - hull.ra):
        big = (hull.a, hull.ra) if hull.ra >= hull.rb else (hull.b, hull.rb)
        return [
            (
                big[0][0] + big[1] * cos(2 * pi * k / (2 * steps)),
                big[0][1] + big[1] * sin(2 * pi * k / (2 * steps)),
            )
            for k in range(2 * steps)
        ]
    turn, lean = atan2(dy, dx), acos((hull.ra - hull.rb) / length)
    ring: list[XY] = []
    for centre, radius, start, sweep in (
        (hull.b, hull.rb, turn - lean, 2 * lean),
        (hull.a, hull.ra, turn + lean, 2 * pi - 2 * lean),
    ):
        for k in range(steps):
            angle = start + sweep * k / (steps - 1)
            ring.append((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)))
    return ring
