"""Where circles meet what stands in the way: the ends of the free arcs of rims and rings.

Many circles at once, because one pass over arrays costs hardly more for ten than for one. Lengths
in 1/100 mm, angles in radians.
"""

from __future__ import annotations

import numpy as np

from .kernel import Blockers, Floats, Ints

_BOTH = np.array(((1.0,), (-1.0,)))
"""The two sides of a wall."""


def wall_distance(b: Blockers, x: Floats | float, y: Floats | float) -> Floats:
    """Distance of a point from each wall's area, negative inside; a column of points gives a
    row for each."""
    ax, ay, ux, uy, length, taper, lean, ra = b.walls
    fx, fy = x - ax, y - ay
    along, aside = fx * ux + fy * uy, np.abs(fy * ux - fx * uy)
    s = np.minimum(np.maximum(along + aside * lean, 0.0), length)
    away: Floats = np.hypot(along - s, aside) - ra - taper * s
    return away


def crossings(b: Blockers, cx: Floats, cy: Floats, rim: Floats) -> tuple[Ints, Floats]:
    """The numbers of circles and the angles at which they cross other circles and walls' sides."""
    numbers, angles = _circle_crossings(b, cx, cy, rim)
    if len(b.i):
        more, turns = _wall_crossings(b, cx, cy, rim)
        numbers += more
        angles += turns
    return np.concatenate(numbers), np.concatenate(angles)


def _circle_crossings(
    b: Blockers, cx: Floats, cy: Floats, rim: Floats
) -> tuple[list[Ints], list[Floats]]:
    dx, dy = b.x - cx[:, None], b.y - cy[:, None]
    apart, wide = np.hypot(dx, dy), rim[:, None]
    which, at = np.nonzero((apart < b.r + wide) & (apart > np.abs(b.r - wide)))
    d, own = apart[which, at], rim[which]
    lean = (own * own + d * d - b.r[at] ** 2) / (2 * own * d)
    half = np.arccos(np.minimum(np.maximum(lean, -1.0), 1.0))
    toward = np.arctan2(dy[which, at], dx[which, at])
    return [which, which], [toward - half, toward + half]


def _wall_crossings(
    b: Blockers, cx: Floats, cy: Floats, rim: Floats
) -> tuple[list[Ints], list[Floats]]:
    away = wall_distance(b, cx[:, None], cy[:, None])
    which, near = np.nonzero(np.abs(away) <= rim[:, None] + 1.0)
    if not len(which):
        return [], []
    ax, ay, ux, uy, length, taper, _, ra = (part[near] for part in b.walls)
    x, y, own = cx[which], cy[which], rim[which]
    flat = np.sqrt(1.0 - taper * taper)
    # Both sides of each wall at once, and both ways that its line may cross the circle.
    nx, ny = -taper * ux - _BOTH * flat * uy, -taper * uy + _BOTH * flat * ux
    # The side runs from its first tangent point along a line at distance `off` from us.
    px, py = ax + nx * ra - x, ay + ny * ra - y
    off = px * nx + py * ny
    tx, ty = np.where(ny * ux < nx * uy, (-ny, nx), (ny, -nx))
    half = np.sqrt(np.maximum(own * own - off * off, 0.0))
    s = np.stack((-half, half), axis=1) - (px * tx + py * ty)[:, None]
    met = (np.abs(off) < own)[:, None] & (s >= -1.0) & (s <= length * flat + 1.0)
    side, _, wall = np.nonzero(met)
    s = s[met]
    px, py, tx, ty = px[side, wall], py[side, wall], tx[side, wall], ty[side, wall]
    return [which[wall]], [np.arctan2(py + ty * s, px + tx * s)]


def edge_crossings(
    table: tuple[int, int], keep: float, cx: Floats, cy: Floats, rim: Floats
) -> tuple[Ints, Floats]:
    """The same for the table's edges, from which the mover's centre keeps some way."""
    w, h = table
    offsets = np.stack((w - keep - cx, h - keep - cy, cx - keep, cy - keep))
    side, which = np.nonzero(np.abs(offsets) < rim)
    if not len(which):
        return which, np.zeros(0)
    half = np.arccos(offsets[side, which] / rim[which])
    base = np.array((0.0, np.pi / 2, np.pi, -np.pi / 2))[side]
    return np.concatenate((which, which)), np.concatenate((base - half, base + half))
