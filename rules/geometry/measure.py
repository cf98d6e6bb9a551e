"""Distances by formula. Lengths in 1/100 mm (1 inch = 2540); points are `(x, y)` tuples.

Round bases are never turned into polygons here: a polygonised 25 mm circle is wrong by more than
the tolerance that every comparison allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, sqrt

INCH = 2540
EPS = 2.54
"""Tolerance of every comparison: 0.001 in, in 1/100 mm."""
TOUCH = 25.4
"""Bases this near each other are in contact: 0.01 in, in 1/100 mm."""

Point = tuple[int, int]
"""A place on the grid of 1/100 mm."""
XY = tuple[float, float]
"""A place in the middle of a calculation; any Point will do."""
Path = Sequence[Point]
"""A polyline of grid points; a single point is a model that stays put."""


def within(distance: float, limit: float) -> bool:
    """True if a distance counts as "within" the limit (equality and EPS more included)."""
    return distance <= limit + EPS


def closer(distance: float, limit: float) -> bool:
    """True if a distance counts as "closer than" the limit (by more than EPS)."""
    return distance < limit - EPS


def snap(at: XY) -> Point:
    """The grid point nearest to a calculated place; moves it by 0.71 units at most."""
    return round(at[0]), round(at[1])


def distance(a: XY, b: XY) -> float:
    """Distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def gap_between(a: XY, ra: float, b: XY, rb: float) -> float:
    """Edge to edge distance of two discs; 0 when they overlap."""
    return max(0.0, hypot(a[0] - b[0], a[1] - b[1]) - ra - rb)


def overlap_depth(a: XY, ra: float, b: XY, rb: float) -> float:
    """How deep two discs overlap; 0 when they do not."""
    return max(0.0, ra + rb - hypot(a[0] - b[0], a[1] - b[1]))


def touching(a: XY, ra: float, b: XY, rb: float) -> bool:
    """True if two discs are in base contact: TOUCH apart at most, not overlapping past EPS."""
    gap = hypot(a[0] - b[0], a[1] - b[1]) - ra - rb
    return -EPS <= gap <= TOUCH


def path_length(points: Sequence[XY]) -> float:
    """Length of a polyline."""
    return sum(distance(points[i], points[i + 1]) for i in range(len(points) - 1))


def point_along(points: Sequence[XY], length: float) -> XY:
    """The place a given length along a polyline, its last point at most."""
    left = length
    for p, q in pairwise(points):
        leg = distance(p, q)
        if leg > 0.0 and left <= leg:
            t = left / leg
            return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t
        left -= leg
    return points[-1]


def cut_path(points: Sequence[Point], length: float) -> list[Point]:
    """The first `length` of a polyline, on the grid and never longer than asked."""
    kept = [points[0]]
    left = length
    for p, q in pairwise(points):
        leg = distance(p, q)
        if leg <= left:
            kept.append(q)
            left -= leg
            continue
        end = snap((p[0] + (q[0] - p[0]) * left / leg, p[1] + (q[1] - p[1]) * left / leg))
        if distance(p, end) > left:
            # Rounding went forward: one unit short of the limit is always within it.
            short = max(0.0, left - 1.0) / leg
            end = snap((p[0] + (q[0] - p[0]) * short, p[1] + (q[1] - p[1]) * short))
        if end != p:
            kept.append(end)
        break
    return kept


def legs_of(points: Sequence[XY]) -> list[tuple[XY, XY]]:
    """The segments of a polyline; a single point is one segment of no length."""
    if len(points) == 1:
        return [(points[0], points[0])]
    return list(pairwise(points))


def foot_parameter(p: XY, a: XY, b: XY) -> float:
    """Where on segment ab (0 at a, 1 at b) the point nearest to p lies."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    if square == 0.0:
        return 0.0
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    return 0.0 if t < 0.0 else 1.0 if t > 1.0 else t


def point_segment(p: XY, a: XY, b: XY) -> float:
    """Distance of a point from segment ab."""
    t = foot_parameter(p, a, b)
    return hypot(a[0] + (b[0] - a[0]) * t - p[0], a[1] + (b[1] - a[1]) * t - p[1])


def segments_cross(p: XY, q: XY, a: XY, b: XY) -> bool:
    """True if segments pq and ab have a point in common that is inside both (proper crossing)."""
    dx, dy, ex, ey = q[0] - p[0], q[1] - p[1], b[0] - a[0], b[1] - a[1]
    s1 = dx * (a[1] - p[1]) - dy * (a[0] - p[0])
    s2 = dx * (b[1] - p[1]) - dy * (b[0] - p[0])
    s3 = ex * (p[1] - a[1]) - ey * (p[0] - a[0])
    s4 = ex * (q[1] - a[1]) - ey * (q[0] - a[0])
    return s1 * s2 < 0.0 and s3 * s4 < 0.0


def segment_segment(p: XY, q: XY, a: XY, b: XY) -> float:
    """Distance of two segments; 0 when they meet."""
    if segments_cross(p, q, a, b):
        return 0.0
    return min(
        point_segment(p, a, b),
        point_segment(q, a, b),
        point_segment(a, p, q),
        point_segment(b, p, q),
    )


def polyline_point(points: Sequence[XY], p: XY) -> float:
    """Smallest distance of a point from a polyline."""
    return min(point_segment(p, a, b) for a, b in legs_of(points))


def polyline_segment(points: Sequence[XY], a: XY, b: XY) -> float:
    """Smallest distance of segment ab from a polyline."""
    return min(segment_segment(p, q, a, b) for p, q in legs_of(points))


def chord(p: XY, q: XY, centre: XY, radius: float) -> tuple[float, float] | None:
    """The part (t0, t1) of segment pq nearer than `radius` to a centre, as parameters 0..1."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    fx, fy = p[0] - centre[0], p[1] - centre[1]
    a = dx * dx + dy * dy
    c = fx * fx + fy * fy - radius * radius
    if a == 0.0:
        return (0.0, 1.0) if c < 0.0 else None
    b = fx * dx + fy * dy
    disc = b * b - a * c
    if disc <= 0.0 or radius <= 0.0:
        return None
    root = sqrt(disc)
    t0, t1 = max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)
    return (t0, t1) if t0 < t1 else None
