"""The tangent graph round the obstacles near one start: straight legs and arcs, found as needed.

A shortest path of a disc's centre goes straight from circle to circle and along their rims. Rims
are walked PAD outside the true circle, as chords that never come nearer than the circle itself;
so whatever is found is legal after rounding, and only passages narrower than twice PAD are missed.
Lengths in 1/100 mm, angles in radians. A node is (circle, turn): turn +1 goes anticlockwise round
it, -1 clockwise; circle -1 is the start.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import acos, atan2, ceil, cos, hypot, pi, sin

import numpy as np

from .field import BESIDE, Field
from .kernel import (
    Blockers,
    Floats,
    Ints,
    Mask,
    points_inside,
    segments_blocked,
    tangents,
)
from .measure import XY

PAD = 10.0
"""How far outside a circle its rim is walked: 0.004 in."""
SLACK = 1.5
"""How deep a proposal may enter a circle before rounding; with rounding it stays within EPS."""
TURN = 2 * pi
START = -1


@dataclass(frozen=True, slots=True)
class Leg:
    """A free straight leg: leave a circle at `angle`, go from p to q, arrive at node or goal.

    `arrival` is the angle at which a node is reached; for a goal that lies between a circle and
    its rim, how much later than `angle` the rim may be left as well. `late` is the goal's.
    """

    angle: float
    p: XY
    q: XY
    length: float
    node: tuple[int, int] | None
    arrival: float
    late: float = 0.0


@dataclass(frozen=True, slots=True)
class End:
    """Where ways may end: at a place, or straight before it, on a ring of this radius round it.

    `late`: how much longer than it is a way counts that ends here.
    """

    at: XY
    ring: float | None
    late: float


class Course:
    """Legs and arcs near a start, for paths no longer than `reach`."""

    def __init__(self, field: Field, start: XY, reach: float) -> None:
        self.field, self.start, self.reach = field, start, reach
        sx, sy = float(start[0]), float(start[1])
        whole = field.blockers
        away = np.hypot(whole.x - sx, whole.y - sy)
        walls = wall_distance(whole, sx, sy)
        # A hull the start lies in does not count until it is left; it is judged at the end.
        near = (walls <= reach) & (walls > -2 * SLACK)
        local = whole.select(away - whole.r <= reach, near, whole.shapes)
        apart = np.hypot(local.x - sx, local.y - sy)
        self.blockers = Blockers(
            local.x, local.y, np.minimum(local.r, apart), local.i, local.j, local.shapes
        )
        self.rim = self.blockers.r + PAD
        self.apart = apart
        self._legs: dict[tuple[int, int], list[Leg]] = {}
        self._arcs: dict[int, tuple[list[float], list[bool]]] = {}

    @cached_property
    def useful(self) -> Ints:
        """Numbers of the circles worth walking round: those not inside another one."""
        b = self.blockers
        if not len(b.x):
            return np.zeros(0, dtype=np.intp)
        apart = np.hypot(b.x[:, None] - b.x, b.y[:, None] - b.y)
        buried = (apart + self.rim[:, None] < b.r[None, :]).any(axis=1)
        return np.flatnonzero(~buried)

    def on_table(self, x: Floats, y: Floats) -> Mask:
        """For each point: may the mover's centre be there as far as the table's edge goes."""
        r, (w, h) = self.field.radius - SLACK, self.field.table
        inside: Mask = (x >= r) & (x <= w - r) & (y >= r) & (y <= h - r)
        return inside

    def legs(self, node: tuple[int, int]) -> list[Leg]:
        """The free legs from a node to other nodes."""
        found = self._legs.get(node)
        if found is None:
            found = self._legs[node] = self._find_legs(node)
        return found

    def _find_legs(self, node: tuple[int, int]) -> list[Leg]:
        circle, turn = node
        others = self.useful[self.useful != circle]
        if not len(others):
            return []
        number = np.concatenate((others, others)).astype(np.intp)
        turns = np.repeat(np.array((1.0, -1.0)), len(others))
        b, rim = self.blockers, self.rim[number]
        x0, y0, m0 = self._origin(circle, turn)
        exists, px, py, qx, qy, wx, wy, length = tangents(
            x0, y0, m0, b.x[number], b.y[number], turns * rim
        )
        arrival = np.arctan2(turns * wy, turns * wx)
        if circle == START:
            self._leave_rims(number, turns, exists, qx, qy, arrival, length)
        exists &= np.hypot(px - self.start[0], py - self.start[1]) + length <= self.reach
        exists &= self.on_table(qx, qy)
        kept = np.flatnonzero(exists)
        kept = kept[~segments_blocked(b, px[kept], py[kept], qx[kept], qy[kept], SLACK)]
        angle = np.arctan2(turn * wy, turn * wx)
        return [
            Leg(a, (p0, p1), (q0, q1), size, (n, int(t)), arrive)
            for a, p0, p1, q0, q1, size, n, t, arrive in zip(
                angle[kept].tolist(),
                px[kept].tolist(),
                py[kept].tolist(),
                qx[kept].tolist(),
                qy[kept].tolist(),
                length[kept].tolist(),
                number[kept].tolist(),
                turns[kept].tolist(),
                arrival[kept].tolist(),
                strict=True,
            )
        ]

    def _origin(self, circle: int, turn: int) -> tuple[float, float, float]:
        if circle == START:
            return float(self.start[0]), float(self.start[1]), 0.0
        b = self.blockers
        return float(b.x[circle]), float(b.y[circle]), turn * float(self.rim[circle])

    def _leave_rims(
        self,
        number: Ints,
        turns: Floats,
        exists: Mask,
        qx: Floats,
        qy: Floats,
        arrival: Floats,
        length: Floats,
    ) -> None:
        """From a start between a circle and its rim, go straight ahead until the rim is met."""
        b = self.blockers
        apart, rim = self.apart[number], self.rim[number]
        inside = np.flatnonzero(apart < rim)
        if not len(inside):
            return
        apart, rim = np.maximum(apart[inside], 1e-9), rim[inside]
        cx, cy = b.x[number][inside], b.y[number][inside]
        at = np.arctan2(self.start[1] - cy, self.start[0] - cx)
        at = at + turns[inside] * np.arccos(np.minimum(1.0, apart / rim))
        qx[inside], qy[inside] = cx + rim * np.cos(at), cy + rim * np.sin(at)
        arrival[inside] = at
        length[inside] = np.sqrt(np.maximum(0.0, rim * rim - apart * apart))
        exists[inside] = True

    def goal_legs(self, node: tuple[int, int], ends: Sequence[End]) -> list[Leg]:
        """The free legs from a node to ends."""
        circle, turn = node
        gx, gy = np.array([end.at[0] for end in ends]), np.array([end.at[1] for end in ends])
        x0, y0, m0 = self._origin(circle, turn)
        exists, px, py, _, _, wx, wy, length = tangents(x0, y0, m0, gx, gy, np.zeros(len(gx)))
        angle = np.arctan2(turn * wy, turn * wx)
        qx, qy, later = gx.copy(), gy.copy(), np.zeros(len(gx))
        if circle != START:
            self._meet_rim(circle, turn, gx, gy, exists, px, py, angle, length, later)
        rings = [k for k, end in enumerate(ends) if end.ring is not None]
        if rings:
            # The last leg to a ring looks at its centre and stops on the ring.
            keep = length[rings] - np.array([ends[k].ring for k in rings])
            t = keep / np.maximum(length[rings], 1e-9)
            qx[rings] = px[rings] + (gx[rings] - px[rings]) * t
            qy[rings] = py[rings] + (gy[rings] - py[rings]) * t
            length[rings] = keep
            exists[rings] &= (keep >= 0.0) & self._may_end(qx[rings], qy[rings])
        exists &= length <= self.reach
        kept = np.flatnonzero(exists)
        kept = kept[~segments_blocked(self.blockers, px[kept], py[kept], qx[kept], qy[kept], SLACK)]
        return [
            Leg(
                float(angle[k]),
                (float(px[k]), float(py[k])),
                (float(qx[k]), float(qy[k])),
                float(length[k]),
                None,
                float(later[k]),
                ends[k].late,
            )
            for k in kept.tolist()
        ]

    def _meet_rim(
        self,
        circle: int,
        turn: int,
        gx: Floats,
        gy: Floats,
        exists: Mask,
        px: Floats,
        py: Floats,
        angle: Floats,
        length: Floats,
        later: Floats,
    ) -> None:
        """A goal between a circle and its rim is reached by leaving the rim straight ahead."""
        b, rim = self.blockers, float(self.rim[circle])
        cx, cy = float(b.x[circle]), float(b.y[circle])
        for k, (x, y) in enumerate(zip(gx.tolist(), gy.tolist(), strict=True)):
            apart = hypot(x - cx, y - cy)
            if float(b.r[circle]) - SLACK <= apart < rim:
                later[k] = acos(apart / rim)
                at = atan2(y - cy, x - cx) - turn * later[k]
                px[k], py[k] = cx + rim * cos(at), cy + rim * sin(at)
                angle[k], exists[k] = at, True
                length[k] = hypot(x - px[k], y - py[k])

    def _may_end(self, x: Floats, y: Floats) -> Mask:
        """For each point: is it on the table and off the areas that forbid to end there."""
        free = self.on_table(x, y)
        standing = self.field.ground.standing
        if len(standing.x):
            free &= ~points_inside(standing, x, y, SLACK)
        return free

    def free_points(self, x: Floats, y: Floats) -> Mask:
        """For each point: may the mover end there."""
        free: Mask = self._may_end(x, y) & ~points_inside(self.blockers, x, y, SLACK)
        return free

    def sweep(self, node: tuple[int, int], angle: float) -> float:
        """How far round a circle one can walk from an angle before the rim is blocked."""
        circle, turn = node
        arcs = self._arcs.get(circle)
        if arcs is None:
            arcs = self._arcs[circle] = self._find_arcs(circle)
        events, blocked = arcs
        if not events:
            return 0.0 if blocked[0] else TURN
        at = angle % TURN
        # Piece k reaches from event k to event k+1; a place on an event counts as either piece.
        k = bisect_right(events, at) - 1
        total, count = 0.0, len(events)
        for step in range(count + 1):
            piece = (k + turn * step) % count
            if turn > 0:
                size = (events[(piece + 1) % count] - at) % TURN
                at = events[(piece + 1) % count]
            else:
                size = (at - events[piece]) % TURN
                at = events[piece]
            if blocked[piece] and not (step == 0 and size < 1e-4):
                break
            total += size
        return min(total, TURN)

    def _find_arcs(self, circle: int) -> tuple[list[float], list[bool]]:
        """Angles at which a rim enters or leaves something, and whether each piece is blocked."""
        b, rim = self.blockers, float(self.rim[circle])
        cx, cy = float(b.x[circle]), float(b.y[circle])
        angles = rim_crossings(b, circle, cx, cy, rim)
        r, (w, h) = self.field.radius - SLACK, self.field.table
        for offset, base in (
            (w - r - cx, 0.0),
            (h - r - cy, pi / 2),
            (cx - r, pi),
            (cy - r, -pi / 2),
        ):
            if abs(offset) < rim:
                half = acos(offset / rim)
                angles += [base - half, base + half]
        events = sorted(a % TURN for a in angles)
        middles = (
            [0.0]
            if not events
            else [
                a
                + (
                    (events[(k + 1) % len(events)] - a) % TURN
                    or (TURN if len(events) == 1 else 0.0)
                )
                / 2
                for k, a in enumerate(events)
            ]
        )
        mx, my = cx + rim * np.cos(middles), cy + rim * np.sin(middles)
        bad = points_inside(b, mx, my, SLACK) | ~self.on_table(mx, my)
        return events, bad.tolist()

    def round_rim(self, circle: int, turn: int, start: float, sweep: float) -> list[XY]:
        """The corners of the walk along a rim, both ends left out."""
        r, rim = float(self.blockers.r[circle]), float(self.rim[circle])
        step = 2 * acos((r + PAD / 4) / rim)
        count = max(1, ceil(sweep / step))
        cx, cy = float(self.blockers.x[circle]), float(self.blockers.y[circle])
        return [
            (
                cx + rim * cos(start + turn * sweep * k / count),
                cy + rim * sin(start + turn * sweep * k / count),
            )
            for k in range(1, count)
        ]

    @cached_property
    def _outer(self) -> Blockers:
        return self.blockers.widened(BESIDE)

    def ring_corners(self, centre: XY, radius: float) -> Floats | None:
        """Free points where a goal ring meets what stands in the way: ends of its free arcs,
        the only places besides the straight way in where a shortest path can end. None if no
        place of the ring is free."""
        angles = rim_crossings(self._outer, -1, centre[0], centre[1], radius)
        if len(self.field.ground.standing.x):
            stand = self.field.ground.beside_standing
            angles += rim_crossings(stand, -1, centre[0], centre[1], radius)
        r, (w, h) = self.field.radius + BESIDE, self.field.table
        for offset, base in (
            (w - r - centre[0], 0.0),
            (h - r - centre[1], pi / 2),
            (centre[0] - r, pi),
            (centre[1] - r, -pi / 2),
        ):
            if abs(offset) < radius:
                half = acos(offset / radius)
                angles += [base - half, base + half]
        if not angles:
            angles = [0.0]
        x = centre[0] + radius * np.cos(angles)
        y = centre[1] + radius * np.sin(angles)
        free = self.free_points(x, y)
        if not free.any():
            # Every free arc has free ends, so a ring without any has no place at all.
            return None
        free &= np.hypot(x - self.start[0], y - self.start[1]) <= self.reach
        return np.stack((x[free], y[free]), axis=1)


def wall_distance(b: Blockers, x: float, y: float) -> Floats:
    """Distance of one point from each wall's area, negative inside."""
    ax, ay, ux, uy, length, taper, lean, ra = b.walls
    fx, fy = x - ax, y - ay
    along, aside = fx * ux + fy * uy, np.abs(fy * ux - fx * uy)
    s = np.clip(along + aside * lean, 0.0, length)
    away: Floats = np.hypot(along - s, aside) - ra - taper * s
    return away


def rim_crossings(b: Blockers, skip: int, cx: float, cy: float, rim: float) -> list[float]:
    """Angles at which a circle crosses the other circles and the straight sides of walls."""
    dx, dy = b.x - cx, b.y - cy
    apart = np.hypot(dx, dy)
    meets = (apart < b.r + rim) & (apart > np.abs(b.r - rim))
    if skip >= 0:
        meets[skip] = False
    at = np.flatnonzero(meets)
    angles: list[float] = []
    if len(at):
        d = apart[at]
        half = np.arccos(np.clip((rim * rim + d * d - b.r[at] ** 2) / (2 * rim * d), -1.0, 1.0))
        toward = np.arctan2(dy[at], dx[at])
        angles += (toward - half).tolist() + (toward + half).tolist()
    if not len(b.i):
        return angles
    near = np.flatnonzero(np.abs(wall_distance(b, cx, cy)) <= rim + 1.0)
    if not len(near):
        return angles
    ax, ay, ux, uy, length, taper, _, ra = (part[near] for part in b.walls)
    flat = np.sqrt(1.0 - taper * taper)
    for side in (1.0, -1.0):
        nx, ny = -taper * ux - side * flat * uy, -taper * uy + side * flat * ux
        # The side runs from its first tangent point along a line at distance `off` from us.
        px, py = ax + nx * ra - cx, ay + ny * ra - cy
        off = px * nx + py * ny
        hit = np.flatnonzero(np.abs(off) < rim)
        if not len(hit):
            continue
        tx, ty = ny[hit], -nx[hit]
        along = tx * ux[hit] + ty * uy[hit]
        tx, ty = np.where(along < 0, -tx, tx), np.where(along < 0, -ty, ty)
        half = np.sqrt(rim * rim - off[hit] ** 2)
        first = px[hit] * tx + py[hit] * ty
        size = length[hit] * flat[hit]
        for way in (-1.0, 1.0):
            s = way * half - first
            ok = (s >= -1.0) & (s <= size + 1.0)
            x, y = px[hit] + tx * s, py[hit] + ty * s
            angles += np.arctan2(y[ok], x[ok]).tolist()
    return angles
