"""How far a group of discs gets: a hint drawn under the pointer, never a verdict.

Ways are measured on a grid of 0.25 in. What a start sees directly has its true distance; behind
obstacles the way goes from cell to cell in 16 directions, which is up to 3 % too long (never too
short). Lengths in 1/100 mm.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import ceil, gcd, hypot

import numpy as np
import shapely

from .contour import rings_above
from .field import Field
from .kernel import Blockers, Floats, Ints, Mask
from .measure import INCH, Point
from .rims import wall_distance

CELL = INCH // 4
FAR = 1e12
_RAYS = 240
_STEPS = [(i, j) for i in range(-2, 3) for j in range(-2, 3) if gcd(i, j) == 1]


@dataclass(frozen=True)
class Reach:
    """Where at least one of the starts could end.

    `rings` are closed polygons on the grid of 1/100 mm, to be filled even-odd.
    """

    rings: tuple[tuple[Point, ...], ...]
    allowance: float
    origin: Point
    cost: Floats

    def places(self, keep: Sequence[tuple[Point, float]] = ()) -> list[Point]:
        """The points of the grid that can be reached, no nearer to these centres than told."""
        x, y = self.origin
        i, j = np.nonzero(self.cost <= self.allowance)
        xs, ys = x + CELL * i, y + CELL * j
        for (cx, cy), least in keep:
            far = np.hypot(xs - cx, ys - cy) >= least
            xs, ys = xs[far], ys[far]
        return list(zip(xs.tolist(), ys.tolist(), strict=True))

    def costs_at(self, places: Sequence[Point]) -> Floats:
        """About how long the shortest way to each place is, from whichever start is nearest;
        infinite where none leads within the allowance."""
        at = (np.array(places, dtype=np.float64) - self.origin) / CELL
        low = np.trunc(at).astype(np.intp)
        fits = (at >= 0) & (low + 1 < np.array(self.cost.shape))
        inside = fits[:, 0] & fits[:, 1]
        i, j = np.where(inside[:, None], low, 0).T
        u, v = (at - low).T
        block = np.stack(
            (self.cost[i, j], self.cost[i + 1, j], self.cost[i, j + 1], self.cost[i + 1, j + 1])
        )
        parts = np.stack(((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v))
        smooth = (block * parts).sum(axis=0)
        cost = np.where(block.max(axis=0) < FAR, smooth, block.min(axis=0))
        found: Floats = np.where(inside & (cost < FAR), cost, np.inf)
        return found


@dataclass
class Refuge:
    """Where the members of a group may end: no nearer to some centres than told, and within
    their reach as far as that is known by now."""

    keep: Sequence[tuple[Point, float]]
    reached: dict[Hashable, Reach] = field(default_factory=dict)

    def holds(self, key: Hashable, places: Sequence[Point]) -> list[bool]:
        """For each place whether a member of the group may end there."""
        if not places:
            return []
        at = np.array(places, dtype=np.float64)
        good = np.ones(len(at), dtype=np.bool_)
        if self.keep:
            x, y, least = np.array([(*c, far) for c, far in self.keep], dtype=np.float64).T
            good &= (np.hypot(at[:, :1] - x, at[:, 1:] - y) >= least).all(axis=1)
        reached = self.reached.get(key)
        if reached is not None:
            good &= reached.costs_at(places) <= reached.allowance + CELL
        found: list[bool] = good.tolist()
        return found


def reach(field: Field, starts: Sequence[Point], allowance: float) -> Reach:
    """The area where at least one disc of the field's radius could end, going round obstacles.

    Leave the moving discs themselves out of the field.
    """
    margin = allowance + 2 * CELL
    x0, y0 = min(p[0] for p in starts) - margin, min(p[1] for p in starts) - margin
    x1, y1 = max(p[0] for p in starts) + margin, max(p[1] for p in starts) + margin
    x0, y0 = max(x0, -CELL), max(y0, -CELL)
    x1, y1 = min(x1, field.table[0] + CELL), min(y1, field.table[1] + CELL)
    origin = (round(x0), round(y0))
    shape = (max(2, ceil((x1 - x0) / CELL) + 1), max(2, ceil((y1 - y0) / CELL) + 1))
    room, local = _clearance(field, origin, shape)
    cost = np.full(shape, FAR)
    for start in starts:
        _see(field, local, start, allowance, origin, cost)
    cost[room < 0.0] = FAR
    _spread(cost, room >= 0.0, allowance)
    # Left over is negative outside; where ground is taken, how deep it is taken says how far out.
    left = np.where(cost < FAR, allowance - cost, np.where(room < 0.0, room, -float(CELL)))
    rings = rings_above(np.minimum(left, room), origin, CELL)
    return Reach(tuple(rings), allowance, origin, cost)


def _clearance(field: Field, origin: Point, shape: tuple[int, int]) -> tuple[Floats, Blockers]:
    """Per cell the distance from the nearest thing in the way (cut off at two cells, negative
    inside), and the blockers that reach into the grid."""
    width, depth = float((shape[0] - 1) * CELL), float((shape[1] - 1) * CELL)
    xs = origin[0] + CELL * np.arange(shape[0], dtype=np.float64)
    ys = origin[1] + CELL * np.arange(shape[1], dtype=np.float64)
    r, (w, h) = field.radius, field.table
    room = np.minimum(
        np.minimum(xs - r, w - r - xs)[:, None], np.minimum(ys - r, h - r - ys)[None, :]
    )
    room = np.minimum(room, 2.0 * CELL)
    b = field.blockers
    x, y = b.x - origin[0], b.y - origin[1]
    inside = (x + b.r > 0) & (x - b.r < width) & (y + b.r > 0) & (y - b.r < depth)
    walls = np.asarray(
        (np.maximum(x[b.i] + b.r[b.i], x[b.j] + b.r[b.j]) > 0)
        & (np.minimum(x[b.i] - b.r[b.i], x[b.j] - b.r[b.j]) < width)
        & (np.maximum(y[b.i] + b.r[b.i], y[b.j] + b.r[b.j]) > 0)
        & (np.minimum(y[b.i] - b.r[b.i], y[b.j] - b.r[b.j]) < depth),
        dtype=np.bool_,
    )
    local = b.select(np.asarray(inside, dtype=np.bool_), walls, b.shapes)
    for cx, cy, cr in zip(local.x.tolist(), local.y.tolist(), local.r.tolist(), strict=True):
        i0, i1, j0, j1 = _window(cx - cr, cy - cr, cx + cr, cy + cr, origin, shape)
        if i0 < i1 and j0 < j1:
            away = np.hypot(xs[i0:i1, None] - cx, ys[None, j0:j1] - cy) - cr
            np.minimum(room[i0:i1, j0:j1], away, out=room[i0:i1, j0:j1])
    _draw_walls(local, xs, ys, origin, room)
    for solid in local.shapes:
        x0, y0, x1, y1 = solid.bounds
        i0, i1, j0, j1 = _window(x0, y0, x1, y1, origin, shape)
        if i0 < i1 and j0 < j1:
            gx, gy = np.meshgrid(xs[i0:i1], ys[j0:j1], indexing="ij")
            taken = shapely.intersects_xy(solid, gx, gy)
            part = room[i0:i1, j0:j1]
            part[taken] = np.minimum(part[taken], -float(CELL))
    return room, local


def _window(
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    origin: Point,
    shape: tuple[int, int],
) -> tuple[int, int, int, int]:
    """The cells of a box and two more all round."""
    return (
        max(0, int((x0 - origin[0]) // CELL) - 1),
        min(shape[0], int((x1 - origin[0]) // CELL) + 3),
        max(0, int((y0 - origin[1]) // CELL) - 1),
        min(shape[1], int((y1 - origin[1]) // CELL) + 3),
    )


def _draw_walls(b: Blockers, xs: Floats, ys: Floats, origin: Point, room: Floats) -> None:
    ax, ay, ux, uy, length, taper, lean, ra = (part.tolist() for part in b.walls)
    for k in range(len(ax)):
        bx, by = ax[k] + ux[k] * length[k], ay[k] + uy[k] * length[k]
        big = max(ra[k], ra[k] + taper[k] * length[k])
        i0, i1, j0, j1 = _window(
            min(ax[k], bx) - big,
            min(ay[k], by) - big,
            max(ax[k], bx) + big,
            max(ay[k], by) + big,
            origin,
            room.shape,
        )
        if i0 >= i1 or j0 >= j1:
            continue
        fx, fy = xs[i0:i1, None] - ax[k], ys[None, j0:j1] - ay[k]
        along, aside = fx * ux[k] + fy * uy[k], np.abs(fy * ux[k] - fx * uy[k])
        s = np.clip(along + aside * lean[k], 0.0, length[k])
        away = np.hypot(along - s, aside) - ra[k] - taper[k] * s
        np.minimum(room[i0:i1, j0:j1], away, out=room[i0:i1, j0:j1])


def _see(
    field: Field, b: Blockers, start: Point, allowance: float, origin: Point, cost: Floats
) -> None:
    """Write the true distance into every cell that a start reaches in a straight line."""
    rays = np.arange(_RAYS, dtype=np.float64) * (2.0 * np.pi / _RAYS)
    free = _free_length(b, start, rays, allowance)
    i0, i1, j0, j1 = _window(
        start[0] - allowance,
        start[1] - allowance,
        start[0] + allowance,
        start[1] + allowance,
        origin,
        (cost.shape[0], cost.shape[1]),
    )
    dx = origin[0] + CELL * np.arange(i0, i1, dtype=np.float64)[:, None] - start[0]
    dy = origin[1] + CELL * np.arange(j0, j1, dtype=np.float64)[None, :] - start[1]
    away = np.hypot(dx, dy)
    turn = np.arctan2(dy, dx) * (_RAYS / (2 * np.pi))
    low = np.floor(turn).astype(np.intp)
    seen = away <= np.minimum(free[low % _RAYS], free[(low + 1) % _RAYS])
    part = cost[i0:i1, j0:j1]
    np.minimum(part, np.where(seen, away, FAR), out=part)
    # The cells beside the start stand for it even when no ray gets out between two obstacles.
    i, j = round((start[0] - origin[0]) / CELL), round((start[1] - origin[1]) / CELL)
    if 0 <= i < cost.shape[0] and 0 <= j < cost.shape[1]:
        cost[i, j] = min(
            cost[i, j], hypot(origin[0] + i * CELL - start[0], origin[1] + j * CELL - start[1])
        )


def _free_length(b: Blockers, start: Point, rays: Floats, longest: float) -> Floats:
    """How far a straight line gets in each direction before it enters a circle or a wall."""
    free = np.full(len(rays), longest)
    dx, dy = np.cos(rays)[:, None], np.sin(rays)[:, None]
    fx, fy = b.x - start[0], b.y - start[1]
    near = np.flatnonzero(np.hypot(fx, fy) - b.r < longest)
    if len(near):
        fx, fy, r = fx[near], fy[near], b.r[near]
        along, aside = fx * dx + fy * dy, fx * dy - fy * dx
        root = r * r - aside * aside
        hit = along - np.sqrt(np.maximum(root, 0.0))
        behind = along + np.sqrt(np.maximum(root, 0.0)) <= 5.0
        hit = np.where((root <= 0.0) | behind | (along <= 0.0), longest, np.maximum(hit, 0.0))
        free = np.minimum(free, hit.min(axis=1))
    if len(b.i):
        walls = np.flatnonzero(wall_distance(b, start[0], start[1]) < longest)
        ax, ay, ux, uy, length = (part[walls] for part in b.walls[:5])
        ex, ey = ax - start[0], ay - start[1]
        turn = dx * uy - dy * ux
        turn = np.where(np.abs(turn) < 1e-12, 1e-12, turn)
        t, s = (ex * uy - ey * ux) / turn, (ex * dy - ey * dx) / turn
        # The axis is as good as the side: the cells between them are taken anyway.
        hit = np.where((t > 0.0) & (s >= 0.0) & (s <= length), t, longest)
        free = np.minimum(free, hit.min(axis=1, initial=longest))
    return free


def _spread(cost: Floats, free: Mask, allowance: float) -> None:
    """Carry costs on from cell to cell, all cells of about the same cost at once."""
    moves = [(i, j, CELL * hypot(i, j)) for i, j in _STEPS]
    pad = 2
    wide = np.full((cost.shape[0] + 2 * pad, cost.shape[1] + 2 * pad), FAR)
    wide[pad:-pad, pad:-pad] = cost
    open_ = np.zeros(wide.shape, dtype=np.bool_)
    open_[pad:-pad, pad:-pad] = free
    flat, ok, stride = wide.ravel(), open_.ravel(), wide.shape[1]
    # Only cells beside unseen free ground have anything to give.
    unseen = open_ & (wide >= FAR)
    frontier = _beside(unseen) & (wide <= allowance)
    front: Ints = np.flatnonzero(frontier.ravel())
    level = 0.0
    while len(front):
        values = flat[front]
        level = max(level + CELL, float(values.min()) + CELL)
        now = front[values <= level]
        later = front[values > level]
        reached: list[Ints] = [later]
        for i, j, size in moves:
            to = now + (i * stride + j)
            value = flat[now] + size
            better = ok[to] & (value < flat[to] - 1.0) & (value <= allowance + CELL)
            if abs(i) + abs(j) > 1:
                # A long step must not jump over a corner.
                better &= (
                    ok[now + _half(i) * stride + _half(j)]
                    & ok[now + (i - _half(i)) * stride + (j - _half(j))]
                )
            to, value = to[better], value[better]
            flat[to] = value
            reached.append(to)
        front = np.unique(np.concatenate(reached))
        front = front[flat[front] <= allowance]
        # Cells that gave already and were not improved since are not among `reached`.
    cost[:] = wide[pad:-pad, pad:-pad]


def _half(step: int) -> int:
    """Half of a grid step, towards zero but for the single one."""
    return step if abs(step) == 1 else step // 2 if step > 0 else -(-step // 2)


def _beside(mask: Mask) -> Mask:
    """Cells within two of a marked one."""
    out = mask.copy()
    for axis in (0, 1):
        grown = out.copy()
        for shift in (1, 2):
            grown |= np.roll(out, shift, axis) | np.roll(out, -shift, axis)
        out = grown
    return out
