"""Everything that stands in the way of one size of base, and whether a path is free of it.

Lengths in 1/100 mm. A Field is immutable and belongs to one mover radius; it is built once for a
unit's activation and shared by its models, while the comrades that have moved in the meantime
are exchanged by `with_discs`, which keeps everything that was prepared for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .hull import Hull, entry, segment_distance, signed_distance
from .kernel import Blockers, Gathering, circle_hits, enters_circles, with_circles
from .measure import EPS, XY, Point, chord, distance, legs_of, path_length, point_segment
from .outline import Outline

Key = Hashable
Floats = NDArray[np.float64]
MANY = 6
"""From this many things on, one pass over arrays is faster than plain arithmetic."""
BESIDE = 0.8
"""How far beside a thing places next to it are looked for, so that rounding keeps them free."""
_NONE = np.zeros(0, dtype=np.intp)
Kind = Literal["disc", "keepout", "hull", "area", "standing", "table"]


@dataclass(frozen=True, slots=True)
class Breach:
    """The first place where a path (or a place) is not allowed.

    kind: "disc" a base, "keepout" nearer to a disc than asked, "hull" the area between two
    discs, "area" solid ground, "standing" ground to be crossed but not to end on, "table" an edge.
    `at` is the mover's centre there, `along` the length of the path up to there.
    """

    kind: Kind
    key: Key
    at: XY
    along: float


@dataclass(frozen=True, slots=True)
class Area:
    """An outline in the way. solid: no part of a base may enter; else no base may end on it.

    `clearance` is what a solid area keeps from the mover's centre: None is the mover's radius,
    0 lets the base hang over and only keeps the centre out.
    """

    outline: Outline
    solid: bool = True
    clearance: int | None = None

    def keeps(self, radius: float) -> float:
        """The distance a mover's centre must keep from the outline."""
        return radius if self.clearance is None or not self.solid else self.clearance


@dataclass(frozen=True)
class Ground:
    """The part of a Field that does not change while a unit moves: hulls and areas."""

    radius: int
    table: tuple[int, int]
    hulls: tuple[tuple[Key, Hull], ...] = ()
    areas: tuple[tuple[Key, Area], ...] = ()

    @cached_property
    def boxes(self) -> Floats:
        """Boxes (x0, y0, x1, y1) of hulls, then areas, widened by the mover's radius."""
        rows: list[tuple[float, float, float, float]] = []
        for _, h in self.hulls:
            rows.append(
                (
                    min(h.a[0] - h.ra, h.b[0] - h.rb),
                    min(h.a[1] - h.ra, h.b[1] - h.rb),
                    max(h.a[0] + h.ra, h.b[0] + h.rb),
                    max(h.a[1] + h.ra, h.b[1] + h.rb),
                )
            )
        rows.extend(area.outline.box for _, area in self.areas)
        boxes = np.array(rows, dtype=np.float64).reshape(len(rows), 4)
        boxes += np.array((-self.radius, -self.radius, self.radius, self.radius))
        return boxes

    @cached_property
    def blockers(self) -> Blockers:
        """Hulls and solid areas as circles and walls for the mover's centre."""
        return self._gathered.done()

    @cached_property
    def _gathered(self) -> Gathering:
        gathering = Gathering()
        for _, h in self.hulls:
            a, ra, b, rb = h.a, h.ra + self.radius, h.b, h.rb + self.radius
            if h.swallowed():
                gathering.circle(*((a, ra) if ra >= rb else (b, rb)))
            else:
                gathering.wall(a, ra, b, rb)
        for _, area in self.areas:
            if area.solid:
                # A corner of no size has no arc to walk round: three units make one.
                keep = max(3.0, area.keeps(self.radius))
                gathering.polygon(area.outline.corners, keep, area.outline.shape)
        return gathering

    @cached_property
    def standing(self) -> Blockers:
        """The areas that no base may end on, as circles and walls."""
        gathering = Gathering()
        for _, area in self.areas:
            if not area.solid:
                gathering.polygon(area.outline.corners, self.radius, area.outline.shape)
        return gathering.done()

    @cached_property
    def beside_standing(self) -> Blockers:
        """The same, a little wider."""
        return self.standing.widened(BESIDE)


Discs = Mapping[Key, tuple[Point, int]]


@dataclass(frozen=True)
class Field:
    """The obstacles of one mover radius on a table of (width, height), origin bottom left.

    discs: `{key: (centre, radius)}` bases that may be touched, not overlapped.
    keepouts: `{key: (centre, centre distance)}` the mover's centre must stay that far away.
    """

    ground: Ground
    discs: Discs = field(default_factory=dict)
    keepouts: Discs = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        radius: int,
        table: tuple[int, int],
        discs: Discs | None = None,
        hulls: Iterable[tuple[Key, Hull]] = (),
        areas: Iterable[tuple[Key, Area]] = (),
        keepouts: Discs | None = None,
    ) -> Field:
        """The usual way to make a Field."""
        ground = Ground(radius, table, tuple(hulls), tuple(areas))
        return cls(ground, dict(discs or {}), dict(keepouts or {}))

    @property
    def radius(self) -> int:
        """The mover's base radius."""
        return self.ground.radius

    @property
    def table(self) -> tuple[int, int]:
        """Width and height of the table."""
        return self.ground.table

    def with_discs(self, discs: Discs) -> Field:
        """The same ground with some discs added or put elsewhere."""
        return Field(self.ground, {**self.discs, **discs}, self.keepouts)

    def without(self, *keys: Key) -> Field:
        """The same ground without some discs."""
        left = {k: v for k, v in self.discs.items() if k not in keys}
        return Field(self.ground, left, self.keepouts)

    def with_keepouts(self, keepouts: Discs) -> Field:
        """The same with these keep-outs `{key: (centre, centre distance)}` instead of its own."""
        return Field(self.ground, self.discs, dict(keepouts))

    def keeping_hulls(self, keep: Callable[[Key], bool]) -> Field:
        """The same with only the hulls whose key passes; prepares the ground anew."""
        hulls = tuple((k, h) for k, h in self.ground.hulls if keep(k))
        ground = Ground(self.radius, self.table, hulls, self.ground.areas)
        return Field(ground, self.discs, self.keepouts)

    def with_areas(self, areas: Iterable[tuple[Key, Area]]) -> Field:
        """The same with further areas, such as slow ground that a route should avoid."""
        ground = Ground(self.radius, self.table, self.ground.hulls, (*self.ground.areas, *areas))
        return Field(ground, self.discs, self.keepouts)

    @cached_property
    def blockers(self) -> Blockers:
        """All of it as circles and walls for the mover's centre."""
        static = self.ground.blockers
        known = self.ground._gathered.index
        return with_circles(
            static, (row for row in map(tuple, self.rounds.tolist()) if row not in known)
        )

    @cached_property
    def courses(self) -> dict[Any, Any]:
        """The tangent graph from each start to the goals asked for, filled by `route`."""
        return {}

    @cached_property
    def rounds(self) -> Floats:
        """Rows (x, y, centre distance to keep) of discs, then keep-outs."""
        rows = [(p[0], p[1], r + self.radius) for p, r in self.discs.values()]
        rows.extend((p[0], p[1], r) for p, r in self.keepouts.values())
        return np.array(rows, dtype=np.float64).reshape(len(rows), 3)

    @cached_property
    def _round_names(self) -> list[tuple[Kind, Key]]:
        names: list[tuple[Kind, Key]] = [("disc", key) for key in self.discs]
        names.extend(("keepout", key) for key in self.keepouts)
        return names

    def breaches(self, path: Sequence[XY]) -> list[Breach]:
        """Every obstacle the mover would overlap on a path, the first met first.

        The whole swept way counts, the end place included. Touching is allowed (EPS). What the
        start already overlaps is no breach while the overlap does not grow, and a hull that the
        start lies in is ignored until it has been left.
        """
        found: list[Breach] = []
        xs, ys = [p[0] for p in path], [p[1] for p in path]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        for index in self._rounds_met(path, x0, y0, x1, y1):
            cx, cy, keep = self.rounds[index].tolist()
            along = disc_breach(path, (cx, cy), keep)
            if along is not None:
                kind, key = self._round_names[index]
                found.append(_breach(kind, key, path, along))
        boxes = self.ground.boxes
        if len(boxes):
            hit = (
                ((boxes[:, 0] < x1) & (boxes[:, 2] > x0) & (boxes[:, 1] < y1) & (boxes[:, 3] > y0))
                .nonzero()[0]
                .tolist()
            )
            if len(hit) > MANY and len(path) > 2:
                hit = _met_by_legs(boxes, hit, xs, ys)
            for index in hit:
                found.extend(self._ground_breach(path, index))
        r, (w, h) = self.radius - EPS, self.table
        if x0 < r or y0 < r or x1 > w - r or y1 > h - r:
            edge = table_breach(path, self.radius, self.table)
            if edge is not None:
                found.append(_breach("table", edge[0], path, edge[1]))
        found.sort(key=lambda b: b.along)
        return found

    def first_breach(self, path: Sequence[XY]) -> Breach | None:
        """The obstacle that a path meets first, or None if it is free; see `breaches`."""
        found = self.breaches(path)
        return found[0] if found else None

    def _rounds_met(
        self,
        path: Sequence[XY],
        x0: float,
        y0: float,
        x1: float,
        y1: float,
    ) -> list[int]:
        """Numbers of the discs and keep-outs that a path may come too near to, few if any."""
        rounds = self.rounds
        if not len(rounds):
            return []
        x, y, wide = rounds[:, 0], rounds[:, 1], rounds[:, 2]
        near = ((x > x0 - wide) & (x < x1 + wide) & (y > y0 - wide) & (y < y1 + wide)).nonzero()[0]
        if len(near) <= MANY or len(path) < 2:
            return [int(k) for k in near]
        legs = np.array(path, dtype=np.float64)
        some = Blockers(x[near], y[near], wide[near], _NONE, _NONE)
        hit = circle_hits(some, legs[:-1, 0], legs[:-1, 1], legs[1:, 0], legs[1:, 1], EPS)
        return [int(k) for k in near[hit.any(axis=0)]]

    def clear_rounds(self, start: Point, places: Sequence[Point]) -> tuple[list[bool], list[bool]]:
        """For each place, first whether it may be free, then whether the straight way to it may
        be: False only where a disc or keep-out is surely overlapped."""
        rounds = self.rounds
        if not len(rounds) or not places:
            return [True] * len(places), [True] * len(places)
        to = np.array(places, dtype=np.float64)
        x, y, wide = rounds[:, 0], rounds[:, 1], rounds[:, 2]
        taken = np.hypot(to[:, None, 0] - x, to[:, None, 1] - y) < wide - EPS
        # What the start overlaps may be left.
        others = np.hypot(x - start[0], y - start[1]) >= wide
        some = Blockers(x[others], y[others], wide[others], _NONE, _NONE)
        begin = np.broadcast_to(np.array(start, dtype=np.float64), to.shape)
        met = enters_circles(some, begin[:, 0], begin[:, 1], to[:, 0], to[:, 1], 2 * EPS)
        free = np.asarray(~taken.any(axis=1), dtype=np.bool_)
        return free.tolist(), (~met).tolist()

    def free(self, places: Sequence[Point]) -> list[bool]:
        """For each place whether a base standing there would overlap nothing; see `occupied`."""
        if not places:
            return []
        at = np.array(places, dtype=np.float64)
        x, y = at[:, :1], at[:, 1:]
        r, (w, h) = self.radius - EPS, self.table
        open_ = ((x >= r) & (x <= w - r) & (y >= r) & (y <= h - r))[:, 0]
        rounds, boxes = self.rounds, self.ground.boxes
        if len(rounds):
            away = np.hypot(rounds[:, 0] - x, rounds[:, 1] - y)
            open_ &= ~(away < rounds[:, 2] - EPS).any(axis=1)
        near = (boxes[:, 0] < x) & (boxes[:, 2] > x) & (boxes[:, 1] < y) & (boxes[:, 3] > y)
        found: list[bool] = open_.tolist()
        for k in np.flatnonzero(open_ & near.any(axis=1)).tolist():
            standing = (
                self._stands_in(places[k], index) for index in np.flatnonzero(near[k]).tolist()
            )
            found[k] = not any(standing)
        return found

    def occupied(self, at: XY) -> Breach | None:
        """What a base standing here would overlap (no allowance for having stood there)."""
        rounds = self.rounds
        if len(rounds):
            away = np.hypot(rounds[:, 0] - at[0], rounds[:, 1] - at[1])
            hit = (away < rounds[:, 2] - EPS).nonzero()[0]
            if len(hit):
                kind, name = self._round_names[int(hit[0])]
                return Breach(kind, name, at, 0.0)
        boxes = self.ground.boxes
        inside = (
            (
                (boxes[:, 0] < at[0])
                & (boxes[:, 2] > at[0])
                & (boxes[:, 1] < at[1])
                & (boxes[:, 3] > at[1])
            )
            .nonzero()[0]
            .tolist()
        )
        for index in inside:
            breach = self._stands_in(at, index)
            if breach is not None:
                return breach
        r, (w, h) = self.radius - EPS, self.table
        if not (r <= at[0] <= w - r and r <= at[1] <= h - r):
            return Breach("table", None, at, 0.0)
        return None

    def _stands_in(self, at: XY, index: int) -> Breach | None:
        """The hull or area of this number, if a base standing here would overlap it."""
        hulls = self.ground.hulls
        if index < len(hulls):
            key, hull = hulls[index]
            overlaps = signed_distance(hull, at) < self.radius - EPS
            return Breach("hull", key, at, 0.0) if overlaps else None
        key, area = self.ground.areas[index - len(hulls)]
        if area.outline.distance(at) >= room(area.keeps(self.radius)):
            return None
        return Breach("area" if area.solid else "standing", key, at, 0.0)

    def _ground_breach(self, path: Sequence[XY], index: int) -> list[Breach]:
        ground = self.ground
        if index < len(ground.hulls):
            key, hull = ground.hulls[index]
            along = hull_breach(path, hull, self.radius)
            return [] if along is None else [_breach("hull", key, path, along)]
        key, area = ground.areas[index - len(ground.hulls)]
        if area.solid:
            along = area_breach(path, area.outline, area.keeps(self.radius))
            return [] if along is None else [_breach("area", key, path, along)]
        if area.outline.disc_overlaps(path[-1], self.radius):
            return [_breach("standing", key, path, path_length(path))]
        return []


def _met_by_legs(boxes: Floats, hit: list[int], xs: list[float], ys: list[float]) -> list[int]:
    """The boxes that some single leg's box meets."""
    x, y = np.array(xs), np.array(ys)
    b = boxes[hit].T[:, :, None]
    met = (
        (b[0] < np.maximum(x[:-1], x[1:]))
        & (b[2] > np.minimum(x[:-1], x[1:]))
        & (b[1] < np.maximum(y[:-1], y[1:]))
        & (b[3] > np.minimum(y[:-1], y[1:]))
    )
    return [hit[int(k)] for k in met.any(axis=1).nonzero()[0]]


def room(clearance: float) -> float:
    """The least distance allowed from a solid area: EPS less than asked, but never contact of
    the centre itself."""
    return max(clearance - EPS, 1e-6)


def disc_breach(path: Sequence[XY], centre: XY, keep: float) -> float | None:
    """Length along a path at which its points come nearer than `keep` to a centre, or None."""
    limit = keep - EPS
    best = distance(path[0], centre)
    done = 0.0
    for p, q in legs_of(path):
        # From an overlapping start the distance may only grow until it is a usual one.
        floor = limit if best >= limit else best - EPS
        if point_segment(centre, p, q) < floor:
            cut = chord(p, q, centre, floor)
            return done + (cut[0] if cut else 0.0) * distance(p, q)
        best = max(best, distance(q, centre))
        done += distance(p, q)
    return None


def hull_breach(path: Sequence[XY], hull: Hull, radius: float) -> float | None:
    """Length along a path at which a disc begins to overlap a hull, or None.

    A hull the path starts in is left alone until the path has left it.
    """
    limit = radius - EPS
    inside = signed_distance(hull, path[0]) < limit
    done = 0.0
    for p, q in legs_of(path):
        # Distance to a convex shape along a straight leg falls and then rises, so a leg that
        # begins inside can leave but not come back.
        if inside:
            inside = signed_distance(hull, q) < limit
        elif segment_distance(hull, p, q) < limit:
            wide = Hull(hull.a, hull.ra + limit, hull.b, hull.rb + limit)
            return done + distance(p, q) * (entry(wide, p, q) or 0.0)
        done += distance(p, q)
    return None


def area_breach(path: Sequence[XY], outline: Outline, radius: float) -> float | None:
    """Length along a path at which a disc begins to overlap a solid area, or None."""
    limit = room(radius)
    if outline.distance(path[0]) >= limit:
        if outline.path_distance(path) >= limit:
            return None
        done = 0.0
        for p, q in legs_of(path):
            if outline.path_distance((p, q)) < limit:
                met = [
                    entry(Hull(outline.corners[k - 1], limit, corner, limit), p, q)
                    for k, corner in enumerate(outline.corners)
                ]
                return done + distance(p, q) * min((t for t in met if t is not None), default=0.0)
            done += distance(p, q)
        return None
    best, done = outline.signed_distance(path[0]), 0.0
    for p, q in legs_of(path):
        # Should not happen on a table; sampled, because an area need not be convex.
        leg = distance(p, q)
        steps = max(1, round(leg / max(1.0, radius / 4)))
        for k in range(1, steps + 1):
            t = k / steps
            depth = outline.signed_distance((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
            if depth < (limit if best >= limit else best - EPS):
                return done + leg * t
            best = max(best, depth)
        done += leg
    return None


def table_breach(
    path: Sequence[XY],
    radius: float,
    table: tuple[int, int],
) -> tuple[str, float] | None:
    """The table side (west, east, south, north) a disc crosses first and the length up to there."""
    first: tuple[str, float] | None = None
    sides = (
        ("west", 0, 1.0, 0.0),
        ("east", 0, -1.0, float(table[0])),
        ("south", 1, 1.0, 0.0),
        ("north", 1, -1.0, float(table[1])),
    )
    for name, axis, sign, edge in sides:
        best, done = sign * (path[0][axis] - edge), 0.0
        for p, q in legs_of(path):
            floor = radius - EPS if best >= radius - EPS else best - EPS
            here, there = sign * (p[axis] - edge), sign * (q[axis] - edge)
            if there < floor:
                leg = distance(p, q)
                along = done + leg * max(0.0, min(1.0, (here - floor) / (here - there or 1.0)))
                if first is None or along < first[1]:
                    first = (name, along)
                break
            best = max(best, there)
            done += distance(p, q)
    return first


def _breach(kind: Kind, key: Key, path: Sequence[XY], along: float) -> Breach:
    left = along
    for p, q in legs_of(path):
        leg = distance(p, q)
        if left <= leg and leg > 0.0:
            t = left / leg
            return Breach(kind, key, (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t), along)
        left -= leg
    return Breach(kind, key, (path[-1][0], path[-1][1]), along)
