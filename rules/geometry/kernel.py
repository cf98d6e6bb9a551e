"""Circles and walls: the one form in which routes and sight test many segments at once.

Everything in the way becomes circles (a base widened by the mover's, a corner of an area) and
walls that join two circles (the area between two bases, an edge of an area). A segment enters a
wall's area only if it enters one of its two circles, crosses its axis, or begins or ends inside:
so the costly segment to segment distance is never needed. Lengths in 1/100 mm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from .measure import XY

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Blockers:
    """Circles (x, y, r), walls from circle i to circle j, and polygons for their insides."""

    x: Floats
    y: Floats
    r: Floats
    i: Ints
    j: Ints
    shapes: tuple[Any, ...] = ()

    @cached_property
    def walls(self) -> tuple[Floats, ...]:
        """Per wall: start x y, unit axis x y, length, taper, taper/cos, start radius."""
        ax, ay, ra = self.x[self.i], self.y[self.i], self.r[self.i]
        dx, dy = self.x[self.j] - ax, self.y[self.j] - ay
        length = np.maximum(np.hypot(dx, dy), 1e-9)
        taper = np.clip((self.r[self.j] - ra) / length, -0.999999, 0.999999)
        return ax, ay, dx / length, dy / length, length, taper, taper / np.sqrt(1 - taper**2), ra

    def widened(self, by: float) -> Blockers:
        """The same things a little thicker, without their insides."""
        return Blockers(self.x, self.y, self.r + by, self.i, self.j)

    def select(self, circles: Mask, walls: Mask, shapes: tuple[Any, ...]) -> Blockers:
        """The walls asked for with their circles, and the circles asked for."""
        wanted = circles.copy()
        wanted[self.i[walls]] = True
        wanted[self.j[walls]] = True
        number = np.cumsum(wanted) - 1
        return Blockers(
            self.x[wanted],
            self.y[wanted],
            self.r[wanted],
            number[self.i[walls]],
            number[self.j[walls]],
            shapes,
        )


class Gathering:
    """Collects circles and walls, equal circles once."""

    def __init__(self) -> None:
        self.index: dict[tuple[float, float, float], int] = {}
        self.pairs: list[tuple[int, int]] = []
        self.shapes: list[Any] = []

    def circle(self, at: XY, radius: float) -> int:
        """The number of a circle."""
        return self.index.setdefault((at[0], at[1], radius), len(self.index))

    def wall(self, a: XY, ra: float, b: XY, rb: float) -> None:
        """A wall between two circles."""
        self.pairs.append((self.circle(a, ra), self.circle(b, rb)))

    def polygon(self, corners: Sequence[XY], radius: float, shape: Any = None) -> None:
        """A polygon widened by a radius: a wall for each edge."""
        for k, corner in enumerate(corners):
            self.wall(corners[k - 1], radius, corner, radius)
        if shape is not None:
            self.shapes.append(shape)

    def done(self) -> Blockers:
        """What was collected, as arrays."""
        circles = np.array(list(self.index), dtype=np.float64).reshape(len(self.index), 3)
        pairs = np.array(self.pairs, dtype=np.intp).reshape(len(self.pairs), 2)
        return Blockers(
            circles[:, 0].copy(),
            circles[:, 1].copy(),
            circles[:, 2].copy(),
            pairs[:, 0].copy(),
            pairs[:, 1].copy(),
            tuple(self.shapes),
        )


def with_circles(base: Blockers, rows: Iterable[tuple[float, float, float]]) -> Blockers:
    """The same blockers and some more circles."""
    more = np.array(list(rows), dtype=np.float64)
    if not len(more):
        return base
    return Blockers(
        np.concatenate((base.x, more[:, 0])),
        np.concatenate((base.y, more[:, 1])),
        np.concatenate((base.r, more[:, 2])),
        base.i,
        base.j,
        base.shapes,
    )


def _any(table: Mask) -> Mask:
    """Per row: is anything true."""
    return np.asarray(table.any(axis=1), dtype=np.bool_)


def circle_hits(b: Blockers, px: Floats, py: Floats, qx: Floats, qy: Floats, slack: float) -> Mask:
    """Segments x circles: does the segment come nearer than the radius less the slack."""
    dx, dy = qx - px, qy - py
    square = np.maximum(dx * dx + dy * dy, 1e-12)
    fx, fy = b.x - px[:, None], b.y - py[:, None]
    t = fx * dx[:, None]
    t += fy * dy[:, None]
    t /= square[:, None]
    np.maximum(t, 0.0, out=t)
    np.minimum(t, 1.0, out=t)
    fx -= t * dx[:, None]
    fy -= t * dy[:, None]
    fx *= fx
    fy *= fy
    fx += fy
    return np.asarray(fx < np.maximum(b.r - slack, 0.0) ** 2, dtype=np.bool_)


def enters_circles(
    b: Blockers, px: Floats, py: Floats, qx: Floats, qy: Floats, slack: float
) -> Mask:
    """For each segment pq: does it come nearer to some circle than its radius less the slack."""
    return _any(circle_hits(b, px, py, qx, qy, slack))


def wall_hits(b: Blockers, px: Floats, py: Floats, qx: Floats, qy: Floats) -> Mask:
    """Segments x walls: does the segment cross the wall's axis."""
    ax, ay, ux, uy, length = b.walls[:5]
    dx, dy = (qx - px)[:, None], (qy - py)[:, None]
    fx, fy = ax - px[:, None], ay - py[:, None]
    # Side of the wall's ends seen along pq, and of p and q seen along the wall.
    s1 = dx * fy - dy * fx
    turn = dx * uy - dy * ux
    s2 = s1 + turn * length
    s3 = fx * uy - fy * ux
    s4 = s3 - turn
    return np.asarray((s1 * s2 < 0.0) & (s3 * s4 < 0.0), dtype=np.bool_)


def crosses_walls(b: Blockers, px: Floats, py: Floats, qx: Floats, qy: Floats) -> Mask:
    """For each segment pq: does it cross the axis of some wall."""
    return _any(wall_hits(b, px, py, qx, qy))


def inside_walls(b: Blockers, x: Floats, y: Floats, slack: float) -> Mask:
    """Points x walls: is the point inside the wall's area by more than the slack."""
    ax, ay, ux, uy, length, taper, lean, ra = b.walls
    fx, fy = x[:, None] - ax, y[:, None] - ay
    along = fx * ux + fy * uy
    aside = np.abs(fy * ux - fx * uy)
    s = np.minimum(np.maximum(along + aside * lean, 0.0), length)
    return np.asarray(np.hypot(along - s, aside) - taper * s < ra - slack, dtype=np.bool_)


def in_walls(b: Blockers, x: Floats, y: Floats, slack: float) -> Mask:
    """For each point: is it inside some wall's area by more than the slack."""
    return _any(inside_walls(b, x, y, slack))


def segments_blocked(
    b: Blockers, px: Floats, py: Floats, qx: Floats, qy: Floats, slack: float
) -> Mask:
    """For each segment pq: does it enter a circle or a wall's area.

    Beginnings are taken as free; ends are tested. Each test sees only what the last one left.
    """
    blocked = (
        enters_circles(b, px, py, qx, qy, slack) if len(b.x) else np.zeros(len(px), dtype=np.bool_)
    )
    if not len(b.i):
        return blocked
    left = np.flatnonzero(~blocked)
    if len(left):
        hit = crosses_walls(b, px[left], py[left], qx[left], qy[left])
        blocked[left[hit]] = True
        left = left[~hit]
    if len(left):
        hit = in_walls(b, qx[left], qy[left], slack)
        blocked[left[hit]] = True
    return blocked


def points_inside(b: Blockers, x: Floats, y: Floats, slack: float) -> Mask:
    """For each point: is it inside a circle, a wall's area or a polygon."""
    inside = np.zeros(len(x), dtype=np.bool_)
    if len(b.x):
        inside |= (
            (x[:, None] - b.x) ** 2 + (y[:, None] - b.y) ** 2 < np.maximum(b.r - slack, 0.0) ** 2
        ).any(axis=1)
    if len(b.i):
        inside |= in_walls(b, x, y, slack)
    for shape in b.shapes:
        inside |= shapely.intersects_xy(shape, x, y)
    return inside


def tangents(
    x0: Floats | float,
    y0: Floats | float,
    m0: Floats | float,
    x1: Floats,
    y1: Floats,
    m1: Floats,
) -> tuple[Mask, Floats, Floats, Floats, Floats, Floats, Floats, Floats]:
    """Lines that leave one circle and arrive at another.

    m is a circle's radius, positive if the line goes round it anticlockwise, negative if
    clockwise, 0 for a point. Gives (exists, leaving x y, arriving x y, normal x y, length).
    """
    dx, dy = x1 - x0, y1 - y0
    apart = np.maximum(np.hypot(dx, dy), 1e-9)
    k = (m0 - m1) / apart
    exists: Mask = np.abs(k) <= 1.0
    s = np.sqrt(np.maximum(0.0, 1.0 - k * k))
    dx, dy = dx / apart, dy / apart
    wx, wy = k * dx + s * dy, k * dy - s * dx
    return (exists, x0 + m0 * wx, y0 + m0 * wy, x1 + m1 * wx, y1 + m1 * wy, wx, wy, s * apart)
