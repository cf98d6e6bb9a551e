"""Pieces with an exact outline: a polygon prepared once and asked often. Lengths in 1/100 mm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import cos, hypot, pi, sin

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint

from .measure import EPS, XY, Point


class Outline:
    """A simple polygon, given by its corners without repeating the first."""

    def __init__(self, corners: Sequence[XY]) -> None:
        if len(corners) < 3:
            raise ValueError("an outline needs three corners")
        self.corners: tuple[XY, ...] = tuple((float(x), float(y)) for x, y in corners)
        self.shape = Polygon(self.corners)
        shapely.prepare(self.shape)
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        self.box = (min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def convex(self) -> bool:
        """True if no corner points inward."""
        return bool(self.shape.convex_hull.area - self.shape.area <= 1e-9 * self.shape.area)

    def contains(self, p: XY) -> bool:
        """True if a point is inside or on the outline."""
        return bool(shapely.intersects_xy(self.shape, p[0], p[1]))

    def distance(self, p: XY) -> float:
        """Distance of a point from the area; 0 inside."""
        return float(shapely.distance(self.shape, ShapelyPoint(p)))

    def nearest(self, p: XY) -> XY:
        """The point of the area nearest to a point; the point itself inside."""
        x, y = shapely.shortest_line(self.shape, ShapelyPoint(p)).coords[0]
        return float(x), float(y)

    def signed_distance(self, p: XY) -> float:
        """Distance of a point from the outline, negative inside the area."""
        point = ShapelyPoint(p)
        away = float(shapely.distance(self.shape, point))
        return away if away > 0.0 else -float(shapely.distance(self.shape.exterior, point))

    def disc_overlaps(self, centre: XY, radius: float) -> bool:
        """True if a disc overlaps the area by more than EPS."""
        return self.distance(centre) < radius - EPS

    def path_distance(self, points: Sequence[XY]) -> float:
        """Distance of a polyline from the area; 0 when they meet."""
        if len(points) == 1:
            return self.distance(points[0])
        return float(shapely.distance(self.shape, LineString(points)))

    def swept_overlaps(self, points: Sequence[XY], radius: float) -> bool:
        """True if a disc moved along a polyline overlaps the area by more than EPS anywhere."""
        x0, y0, x1, y1 = self.box
        if (
            max(p[0] for p in points) < x0 - radius
            or min(p[0] for p in points) > x1 + radius
            or max(p[1] for p in points) < y0 - radius
            or min(p[1] for p in points) > y1 + radius
        ):
            return False
        return self.path_distance(points) < radius - EPS

    def crossed_by(self, points: Sequence[XY]) -> bool:
        """True if a polyline (the way of a base's centre) meets the body."""
        if len(points) == 1:
            return self.contains(points[0])
        return bool(shapely.intersects(self.shape, LineString(points)))

    def thickness_along(self, a: XY, b: XY) -> float:
        """How much of segment ab lies inside the body; 0 when they do not meet."""
        if a == b:
            return 0.0
        return float(shapely.length(shapely.intersection(self.shape, LineString((a, b)))))

    def shrunk(self, by: float) -> list[tuple[XY, ...]]:
        """The outer rings left when the outline is drawn inward by a length; may be none."""
        left = self.shape.buffer(-by, join_style="mitre")
        parts = list(left.geoms) if left.geom_type == "MultiPolygon" else [left]
        return [tuple(part.exterior.coords)[:-1] for part in parts if not part.is_empty]


def rectangle(centre: XY, width: float, depth: float, turn: float) -> tuple[XY, XY, XY, XY]:
    """The corners of a rectangle, front left first and clockwise.

    `turn` in 1/1000 degree is the way the front looks, counted from +y clockwise (0 looks up).
    """
    angle = turn * pi / 180_000
    fx, fy = sin(angle), cos(angle)
    rx, ry = fy, -fx
    w, d = width / 2, depth / 2
    x, y = centre
    return (
        (x + fx * d - rx * w, y + fy * d - ry * w),
        (x + fx * d + rx * w, y + fy * d + ry * w),
        (x - fx * d + rx * w, y - fy * d + ry * w),
        (x - fx * d - rx * w, y - fy * d - ry * w),
    )


def snap_ring(ring: Sequence[XY]) -> list[Point]:
    """A ring on the grid, neighbours that fell together dropped."""
    kept: list[Point] = []
    for x, y in ring:
        p = (round(x), round(y))
        if not kept or p != kept[-1]:
            kept.append(p)
    if len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    return kept


def ring_area(ring: Sequence[XY]) -> float:
    """Area of a ring, positive when it runs anticlockwise; square units."""
    return 0.5 * sum(
        ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1] for i in range(len(ring))
    )


def longest_edge(ring: Sequence[XY]) -> float:
    """Length of the longest edge of a ring."""
    return max(
        hypot(ring[i][0] - ring[i - 1][0], ring[i][1] - ring[i - 1][1]) for i in range(len(ring))
    )
