"""Convex shapes by formula: how far apart, how deep into each other, when a slide brings them
together. Lengths in 1/100 mm; a shape is the tuple of its corners, in either direction.

A solid is a tuple of convex shapes that belong together: a block of ranks is one, or two when its
last rank is incomplete.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, inf, sqrt

import shapely
from shapely.geometry import Polygon

from .measure import EPS, XY

Shape = tuple[XY, ...]
Solid = tuple[Shape, ...]
Span = tuple[float, float]


def _axes(shape: Shape) -> Iterable[XY]:
    """Unit normals of the edges."""
    for k, (x, y) in enumerate(shape):
        dx, dy = x - shape[k - 1][0], y - shape[k - 1][1]
        length = hypot(dx, dy)
        if length > 0.0:
            yield dy / length, -dx / length


def _extent(shape: Shape, axis: XY) -> Span:
    along = [x * axis[0] + y * axis[1] for x, y in shape]
    return min(along), max(along)


def _clearance(a: Shape, b: Shape) -> float:
    """The widest strip between two shapes along an edge's normal; negative when they overlap."""
    widest = -inf
    for axis in (*_axes(a), *_axes(b)):
        low_a, high_a = _extent(a, axis)
        low_b, high_b = _extent(b, axis)
        widest = max(widest, low_b - high_a, low_a - high_b)
    return widest


def shape_separation(a: Shape, b: Shape) -> float:
    """Distance of two convex shapes; negative, the depth, when they overlap."""
    strip = _clearance(a, b)
    return strip if strip <= 0.0 else _apart(a, b)


def _apart(a: Shape, b: Shape) -> float:
    """Distance of two convex shapes that are apart: one is nearest at a corner."""
    return sqrt(min(_square_apart(a, b), _square_apart(b, a)))


def _square_apart(corners: Shape, shape: Shape) -> float:
    """The least squared distance of some points from the edges of a shape."""
    least = inf
    for k, (bx, by) in enumerate(shape):
        ax, ay = shape[k - 1]
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        for px, py in corners:
            x, y = px - ax, py - ay
            t = (x * dx + y * dy) / square if square else 0.0
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            x, y = x - dx * t, y - dy * t
            least = min(least, x * x + y * y)
    return least


def bridge(a: Solid, b: Solid) -> XY:
    """The shortest way that carries a solid up to another from which it is apart."""
    ways = [*(way for p in a for q in b for way in _to_edges(p, q))]
    ways += [(-x, -y) for p in a for q in b for x, y in _to_edges(q, p)]
    return min(ways, key=lambda way: way[0] * way[0] + way[1] * way[1])


def _to_edges(corners: Shape, shape: Shape) -> Iterable[XY]:
    """From each corner to the nearest point of each edge of a shape."""
    for k, (bx, by) in enumerate(shape):
        ax, ay = shape[k - 1]
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        for x, y in corners:
            t = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            yield ax + dx * t - x, ay + dy * t - y


def separation(a: Solid, b: Solid) -> float:
    """Distance of two solids; negative, the depth, when they overlap."""
    least = inf
    for p in a:
        for q in b:
            apart = _boxes_apart(p, q)
            if apart <= 0.0:
                least = min(least, shape_separation(p, q))
            elif apart < least:
                least = min(least, _apart(p, q))
    return least


Box = tuple[float, float, float, float]
"""West, south, east, north."""


def box_of(solid: Solid) -> Box:
    """The upright box around a solid."""
    xs = [x for shape in solid for x, _ in shape]
    ys = [y for shape in solid for _, y in shape]
    return min(xs), min(ys), max(xs), max(ys)


def boxes_meet(a: Box, b: Box, keep: float) -> bool:
    """Whether two boxes come nearer to each other than `keep`, or touch."""
    return not (
        a[0] - keep > b[2] or b[0] - keep > a[2] or a[1] - keep > b[3] or b[1] - keep > a[3]
    )


def _boxes_apart(a: Shape, b: Shape) -> float:
    """How far apart the upright boxes around two shapes are along x or y; a lower bound of their
    distance where it is positive."""
    ax, ay = [p[0] for p in a], [p[1] for p in a]
    bx, by = [p[0] for p in b], [p[1] for p in b]
    return max(min(bx) - max(ax), min(ax) - max(bx), min(by) - max(ay), min(ay) - max(by))


def clear_by(a: Solid, b: Solid, keep: float) -> bool:
    """Whether two solids are no nearer than `keep` (0: they may touch); EPS is allowed.

    Most pairs are far apart, which their boxes or one strip between them tell.
    """
    least = keep - EPS
    for p in a:
        for q in b:
            if _boxes_apart(p, q) >= max(0.0, least):
                continue
            strip = _clearance(p, q)
            if strip < least and (strip <= 0.0 or shape_separation(p, q) < least):
                return False
    return True


def room_between(a: Solid, b: Solid, keep: float) -> float:
    """By how much two solids are farther apart than `keep`, or less where that is cheaper to tell;
    negative only if they are nearer."""
    found = inf
    for p in a:
        for q in b:
            room = _boxes_apart(p, q) - keep
            if room <= 0.0:
                room = _clearance(p, q) - keep
                if -keep < room < 0.0:
                    room = shape_separation(p, q) - keep
            found = min(found, room)
    return found


def swept(solid: Solid, dx: float, dy: float) -> Solid:
    """Everything that a solid carried straight passes over."""
    return tuple(hull((*shape, *((x + dx, y + dy) for x, y in shape))) for shape in solid)


def hull(points: Sequence[XY]) -> Shape:
    """The convex hull, anticlockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)

    def chain(some: Iterable[XY]) -> list[XY]:
        kept: list[XY] = []
        for p in some:
            while len(kept) > 1 and _cross(kept[-2], kept[-1], p) <= 0.0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    return (*chain(ordered), *chain(reversed(ordered)))


def _cross(o: XY, a: XY, b: XY) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _shape_span(a: Shape, b: Shape, way: XY) -> Span | None:
    enter, leave = -inf, inf
    for axis in (*_axes(a), *_axes(b)):
        low_a, high_a = _extent(a, axis)
        low_b, high_b = _extent(b, axis)
        speed = way[0] * axis[0] + way[1] * axis[1]
        if abs(speed) < 1e-9:
            if min(high_a, high_b) - max(low_a, low_b) <= EPS:
                return None
            continue
        first, last = sorted(((low_b - high_a) / speed, (high_b - low_a) / speed))
        enter, leave = max(enter, first), min(leave, last)
    return (enter, leave) if leave - enter > EPS else None


def overlap_spans(a: Solid, b: Solid, way: XY) -> list[Span]:
    """Between which lengths along a unit vector `way` solid `a`, carried straight, overlaps `b`.

    Grazing by EPS or less is no overlap. Spans are in order and apart.
    """
    found = sorted(span for p in a for q in b if (span := _shape_span(p, q, way)) is not None)
    joined: list[Span] = []
    for enter, leave in found:
        if joined and enter <= joined[-1][1] + EPS:
            joined[-1] = (joined[-1][0], max(joined[-1][1], leave))
        else:
            joined.append((enter, leave))
    return joined


def convex_parts(corners: Sequence[XY]) -> Solid:
    """A simple polygon as convex parts: itself, or triangles where a corner points inward."""
    polygon = Polygon(corners)
    if polygon.convex_hull.area - polygon.area <= 1e-9 * polygon.area:
        return (tuple((float(x), float(y)) for x, y in corners),)
    triangles = shapely.constrained_delaunay_triangles(polygon)
    return tuple(tuple(part.exterior.coords[:-1]) for part in triangles.geoms)
