"""The tangent graph round the obstacles between a start and its goals, found as needed.

A shortest path of a disc's centre goes straight from circle to circle and along their rims. Rims
are walked PAD outside the true circle, as chords that never come nearer than the circle itself;
so whatever is found is legal after rounding, and only passages narrower than twice PAD are missed.
A way of some length keeps inside the ellipses of that length round start and goals, so nothing
outside them is looked at. Lengths in 1/100 mm, angles in radians. A node is (circle, turn): turn
+1 goes anticlockwise round it, -1 clockwise; circle -1 is the start.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import acos, ceil, cos, pi, sin
from typing import Any

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
from .measure import EPS, XY, Point
from .rims import crossings, edge_crossings, wall_distance

PAD = 10.0
"""How far outside a circle its rim is walked: 0.004 in."""
SLACK = 1.5
"""How deep a proposal may enter a circle before rounding; with rounding it stays within EPS."""
LATER = 21.0
"""How much longer than it is a way counts for each ring that it ends later on than the first."""
TURN = 2 * pi
START = -1


@dataclass(frozen=True, slots=True)
class Goal:
    """A place, or the rings round a place of which the first is wished for most.

    late: how much longer than it is a way counts for each ring that it ends later on.
    """

    centre: Point
    rings: tuple[float, ...] = ()
    late: float = LATER

    @property
    def outer(self) -> float:
        """The widest ring."""
        return max(self.rings, default=0.0)


@dataclass(frozen=True, slots=True)
class Leg:
    """A free straight leg: leave a circle at `angle`, go from p to q, arrive at node or goal.

    `arrival` is the angle at which a node is reached; for a goal that lies between a circle and
    its rim, how much later than `angle` the rim may be left as well. `late` is the goal's, `least`
    what remains at the least from q to the widest rings of the course (negative inside them).
    """

    angle: float
    p: XY
    q: XY
    length: float
    node: tuple[int, int] | None
    arrival: float
    late: float = 0.0
    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Ends:
    """Where ways may end: at places (ring 0), or straight before them, on a ring round them.

    `late`: how much longer than it is a way counts that ends there.
    """

    x: Floats
    y: Floats
    ring: Floats
    late: Floats


class Course:
    """Legs and arcs between a start and goals, for paths no longer than `reach`."""

    def __init__(self, field: Field, start: XY, reach: float, goals: Sequence[Goal]) -> None:
        self.field, self.start, self.reach = field, start, reach
        self.goals = tuple(goals)
        self._towards = np.array([(*goal.centre, goal.outer) for goal in goals], dtype=np.float64)
        sx, sy = float(start[0]), float(start[1])
        whole = field.blockers
        away, wide = np.hypot(whole.x - sx, whole.y - sy), whole.r + PAD
        detour = np.maximum(0.0, away - wide)
        detour += np.maximum(0.0, self.least(whole.x, whole.y) - wide)
        walls = wall_distance(whole, sx, sy)
        # A hull the start lies in does not count until it is left; it is judged at the end.
        near = (np.maximum(0.0, walls) + self._beyond(whole) <= reach) & (walls > -2 * SLACK)
        local = whole.select(detour <= reach, near, self._shapes(whole))
        apart = np.hypot(local.x - sx, local.y - sy)
        self.blockers = Blockers(
            local.x, local.y, np.minimum(local.r, apart), local.i, local.j, local.shapes
        )
        self.rim = self.blockers.r + PAD
        self.apart = apart
        self._legs: dict[tuple[int, int], list[Leg]] = {}
        self._arcs: dict[int, tuple[list[float], list[bool]]] = {}

    def least(self, x: Floats, y: Floats) -> Floats:
        """For each point a length that no way to the widest ring of a goal undercuts."""
        gx, gy, outer = self._towards.T
        away: Floats = (np.hypot(x[:, None] - gx, y[:, None] - gy) - outer).min(axis=1)
        return away

    def _beyond(self, whole: Blockers) -> Floats:
        """The same from anywhere in each wall's area, by a circle round all goals."""
        gx, gy, outer = self._towards.T
        mx, my = float(gx.mean()), float(gy.mean())
        room = float((np.hypot(gx - mx, gy - my) + outer).max())
        away: Floats = np.maximum(0.0, wall_distance(whole, mx, my) - room)
        return away

    def _shapes(self, whole: Blockers) -> tuple[Any, ...]:
        """The insides that a way could come to."""
        (x, y), reach = self.start, self.reach
        boxes = ((shape, shape.bounds) for shape in whole.shapes)
        return tuple(
            shape
            for shape, (x0, y0, x1, y1) in boxes
            if x0 - reach <= x <= x1 + reach and y0 - reach <= y <= y1 + reach
        )

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
        least = self.least(qx, qy)
        ahead = length + np.maximum(0.0, least)
        exists &= np.hypot(px - self.start[0], py - self.start[1]) + ahead <= self.reach + 2 * EPS
        exists &= self.on_table(qx, qy)
        kept = np.flatnonzero(exists)
        kept = kept[~segments_blocked(b, px[kept], py[kept], qx[kept], qy[kept], SLACK)]
        angle = np.arctan2(turn * wy, turn * wx)
        return [
            Leg(a, (p0, p1), (q0, q1), size, (n, int(t)), arrive, 0.0, left)
            for a, p0, p1, q0, q1, size, n, t, arrive, left in zip(
                angle[kept].tolist(),
                px[kept].tolist(),
                py[kept].tolist(),
                qx[kept].tolist(),
                qy[kept].tolist(),
                length[kept].tolist(),
                number[kept].tolist(),
                turns[kept].tolist(),
                arrival[kept].tolist(),
                least[kept].tolist(),
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

    def goal_legs(self, node: tuple[int, int], ends: Ends, limit: float) -> list[Leg]:
        """The free legs from a node to ends, on ways no longer than a limit."""
        circle, turn = node
        x0, y0, m0 = self._origin(circle, turn)
        exists, px, py, _, _, wx, wy, length = tangents(
            x0, y0, m0, ends.x, ends.y, np.zeros(len(ends.x))
        )
        angle = np.arctan2(turn * wy, turn * wx)
        later = np.zeros(len(ends.x))
        if circle != START:
            self._meet_rim(circle, turn, ends, exists, px, py, angle, length, later)
        # The last leg to a ring looks at its centre and stops on the ring.
        keep = length - ends.ring
        t = keep / np.maximum(length, 1e-9)
        qx, qy = px + (ends.x - px) * t, py + (ends.y - py) * t
        exists &= keep >= 0.0
        exists &= np.hypot(px - self.start[0], py - self.start[1]) + keep <= limit + 2 * EPS
        kept = np.flatnonzero(exists)
        if len(kept):
            kept = kept[(ends.ring[kept] == 0.0) | self._may_end(qx[kept], qy[kept])]
        if not len(kept):
            return []
        kept = kept[~segments_blocked(self.blockers, px[kept], py[kept], qx[kept], qy[kept], SLACK)]
        return [
            Leg(
                float(angle[k]),
                (float(px[k]), float(py[k])),
                (float(qx[k]), float(qy[k])),
                float(keep[k]),
                None,
                float(later[k]),
                float(ends.late[k]),
            )
            for k in kept.tolist()
        ]

    def _meet_rim(
        self,
        circle: int,
        turn: int,
        ends: Ends,
        exists: Mask,
        px: Floats,
        py: Floats,
        angle: Floats,
        length: Floats,
        later: Floats,
    ) -> None:
        """A goal between a circle and its rim is reached by leaving the rim straight ahead."""
        b, rim = self.blockers, float(self.rim[circle])
        dx, dy = ends.x - float(b.x[circle]), ends.y - float(b.y[circle])
        apart = np.hypot(dx, dy)
        k = np.flatnonzero((apart >= float(b.r[circle]) - SLACK) & (apart < rim))
        if not len(k):
            return
        later[k] = np.arccos(apart[k] / rim)
        angle[k] = at = np.arctan2(dy[k], dx[k]) - turn * later[k]
        px[k], py[k] = float(b.x[circle]) + rim * np.cos(at), float(b.y[circle]) + rim * np.sin(at)
        exists[k] = True
        length[k] = np.hypot(ends.x[k] - px[k], ends.y[k] - py[k])

    def _may_end(self, x: Floats, y: Floats) -> Mask:
        """For each point: is it on the table and off the areas that forbid to end there."""
        free = self.on_table(x, y)
        standing = self.field.ground.standing
        if len(standing.x):
            free &= ~points_inside(standing, x, y, SLACK)
        return free

    def _free_points(self, x: Floats, y: Floats) -> Mask:
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
        rim = float(self.rim[circle])
        cx, cy = float(self.blockers.x[circle]), float(self.blockers.y[circle])
        one = np.array(((cx,), (cy,), (rim,)))
        b = self._beside(cx, cy, rim)
        edges = edge_crossings(self.field.table, self.field.radius - SLACK, *one)[1]
        angles = [*crossings(b, *one)[1].tolist(), *edges.tolist()]
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

    def _beside(self, x: float, y: float, rim: float) -> Blockers:
        """What a circle meets or lies in."""
        b = self.blockers
        meets = np.hypot(b.x - x, b.y - y) < b.r + rim
        walls = wall_distance(b, x, y) <= rim + 1.0
        return b.select(meets, walls, b.shapes)

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

    def ends(self, goals: Sequence[Goal], limit: float) -> Ends | None:
        """Where ways within a limit can end; None if nowhere.

        Beside the straight way in, a shortest way to a ring can only end where the ring meets what
        stands in the way: at the ends of its free arcs. Nothing of a ring is nearer to the start
        than those and the place that faces it: where they are too far, so is all of the ring.
        """
        rings = [
            (*goal.centre, ring, number * goal.late)
            for goal in goals
            for number, ring in enumerate(goal.rings)
        ]
        if not rings:
            none = np.zeros(len(goals))
            x, y = np.array([goal.centre for goal in goals], dtype=np.float64).T
            return Ends(x, y, none, none)
        cx, cy, ring, late = np.array(rings, dtype=np.float64).T
        at, turn = self._corners(cx, cy, ring)
        facing = np.arctan2(self.start[1] - cy, self.start[0] - cx)
        at, turn = np.concatenate((np.arange(len(rings)), at)), np.concatenate((facing, turn))
        x, y = cx[at] + ring[at] * np.cos(turn), cy[at] + ring[at] * np.sin(turn)
        near = np.flatnonzero(np.hypot(x - self.start[0], y - self.start[1]) <= limit + 2 * EPS)
        free = near[self._free_points(x[near], y[near])]
        if not len(free):
            return None
        open_rings, corners = np.unique(at[free]), free[free >= len(rings)]
        return Ends(
            np.concatenate((x[corners], cx[open_rings])),
            np.concatenate((y[corners], cy[open_rings])),
            np.concatenate((np.zeros(len(corners)), ring[open_rings])),
            np.concatenate((late[at[corners]], late[open_rings])),
        )

    def _corners(self, cx: Floats, cy: Floats, ring: Floats) -> tuple[Ints, Floats]:
        """Where rings meet what stands in the way, or the edge of the table."""
        found = [crossings(self._outer, cx, cy, ring)]
        if len(self.field.ground.standing.x):
            found.append(crossings(self.field.ground.beside_standing, cx, cy, ring))
        found.append(edge_crossings(self.field.table, self.field.radius + BESIDE, cx, cy, ring))
        return np.concatenate([at for at, _ in found]), np.concatenate([turn for _, turn in found])
