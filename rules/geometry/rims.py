"""Where circles meet what stands in the way: the ends of the free arcs of rims and rings.

Many circles at once, because one pass over arrays costs hardly more for ten than for one. Lengths
in 1/100 mm, angles in radians.
"""

from __future__ import annotations

import numpy as np

from .kernel import Blockers, Floats, Ints


def wall_distance(b: Blockers, x: Floats | float, y: Floats | float) -> Floats:
    """Distance of a point from each wall's area, negative inside; a column of points gives a
    row for each."""
    ax, ay, ux, uy, length, taper, lean, ra = b.walls
    fx, fy = x - ax, y - ay
    along, aside = fx * ux + fy * uy, np.abs(fy * ux - fx * uy)
    s = np.clip(along + aside * lean, 0.0, length)
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
    half = np.arccos(np.clip((own * own + d * d - b.r[at] ** 2) / (2 * own * d), -1.0, 1.0))
    toward = np.arctan2(dy[which, at], dx[which, at])
    return [which, which], [toward - half, toward + half]


def _wall_crossings(
    b: Blockers, cx: Floats, cy: Floats, rim: Floats
) -> tuple[list[Ints], list[Floats]]:
    numbers: list[Ints] = []
    angles: list[Floats] = []
    away = wall_distance(b, cx[:, None], cy[:, None])
    which, near = np.nonzero(np.abs(away) <= rim[:, None] + 1.0)
    ax, ay, ux, uy, length, taper, _, ra = (part[near] for part in b.walls)
    x, y, own = cx[which], cy[which], rim[which]
    flat = np.sqrt(1.0 - taper * taper)
    for side in (1.0, -1.0):
        nx, ny = -taper * ux - side * flat * uy, -taper * uy + side * flat * ux
        # The side runs from its first tangent point along a line at distance `off` from us.
        px, py = ax + nx * ra - x, ay + ny * ra - y
        off = px * nx + py * ny
        tx, ty = np.where(ny * ux < nx * uy, (-ny, nx), (ny, -nx))
        half = np.sqrt(np.maximum(own * own - off * off, 0.0))
        first = px * tx + py * ty
        for way in (-1.0, 1.0):
            s = way * half - first
            ok = np.flatnonzero((np.abs(off) < own) & (s >= -1.0) & (s <= length * flat + 1.0))
            numbers.append(which[ok])
            angles.append(np.arctan2((py + ty * s)[ok], (px + tx * s)[ok]))
    return numbers, angles


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
