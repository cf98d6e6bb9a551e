"""Who can see whom: is any of a fixed set of lines between two bases free of what blocks.

Lines run from 25 points of one base (its centre and 24 on the rim, every 15 degrees counted from
the direction to the other base) to 25 of the other. Blockers are discs, hulls and areas, all drawn
in by 2 EPS, so that touching never blocks. Lengths in 1/100 mm.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, hypot, pi

import numpy as np
import shapely

from .hull import Hull, edges
from .kernel import Blockers, Floats, Ints, Mask, circle_hits, inside_walls, wall_hits
from .measure import (
    EPS,
    XY,
    Point,
    chord,
    foot_parameter,
    point_segment,
    segments_cross,
    touching,
)
from .outline import Outline

Key = Hashable
Base = tuple[Point, int]
"""A base: its centre and radius."""
RIM = 24
SHRINK = 2 * EPS
_TURNS = np.arange(RIM) * (2 * pi / RIM)


@dataclass(frozen=True, slots=True)
class SightLine:
    """A line to draw. clear: from `start` to `end`; else it stops at `stop` because of `key`."""

    clear: bool
    start: XY
    end: XY
    key: Key = None
    stop: XY | None = None


@dataclass(frozen=True)
class Screens:
    """Everything that may block sight. Several things may share a key; keys can be left out."""

    keys: tuple[Key, ...]
    shapes: Blockers
    circle_of: Ints
    wall_of: Ints
    areas: tuple[tuple[int, Outline], ...]

    @classmethod
    def build(
        cls, discs: Mapping[Key, Base] | None = None, hulls: Iterable[tuple[Key, Hull]] = (),
        areas: Iterable[tuple[Key, Outline]] = (),
    ) -> Screens:
        """Screens from bases, areas between bases and outlines of ground."""
        keys: list[Key] = []
        circles: list[tuple[float, float, float]] = []
        walls: list[tuple[int, int]] = []
        circle_of: list[int] = []
        wall_of: list[int] = []
        rings: list[tuple[int, Outline]] = []
        for key, (at, radius) in (discs or {}).items():
            circles.append((at[0], at[1], radius - SHRINK))
            circle_of.append(len(keys))
            keys.append(key)
        for key, h in hulls:
            walls.append((len(circles), len(circles) + 1))
            circles += [(*h.a, h.ra - SHRINK), (*h.b, h.rb - SHRINK)]
            circle_of += [len(keys), len(keys)]
            wall_of.append(len(keys))
            keys.append(key)
        for key, area in areas:
            for ring in area.shrunk(SHRINK):
                rings.append((len(keys), Outline(ring)))
                first, size = len(circles), len(ring)
                circles += [(x, y, 0.0) for x, y in ring]
                circle_of += [len(keys)] * size
                walls += [(first + k, first + (k + 1) % size) for k in range(size)]
                wall_of += [len(keys)] * size
            keys.append(key)
        table = np.array(circles, dtype=np.float64).reshape(len(circles), 3)
        pairs = np.array(walls, dtype=np.intp).reshape(len(walls), 2)
        shapes = Blockers(table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy(),
                          pairs[:, 0].copy(), pairs[:, 1].copy())
        return cls(tuple(keys), shapes, np.array(circle_of, dtype=np.intp),
                   np.array(wall_of, dtype=np.intp), tuple(rings))

    @cached_property
    def numbers(self) -> dict[Key, list[int]]:
        """The items of each key."""
        found: dict[Key, list[int]] = {}
        for number, key in enumerate(self.keys):
            found.setdefault(key, []).append(number)
        return found

    def hits(self, px: Floats, py: Floats, qx: Floats, qy: Floats, ignored: Mask | None) -> Mask:
        """For each line: is it blocked. `ignored` is lines x items to leave out."""
        blocked = np.zeros(len(px), dtype=np.bool_)
        b = self.shapes
        if len(b.x):
            hit = circle_hits(b, px, py, qx, qy, 0.0)
            if ignored is not None:
                hit &= ~ignored[:, self.circle_of]
            blocked |= hit.any(axis=1)
        if len(b.i):
            hit = wall_hits(b, px, py, qx, qy)
            hit |= inside_walls(b, px, py, 0.0)
            hit |= inside_walls(b, qx, qy, 0.0)
            if ignored is not None:
                hit &= ~ignored[:, self.wall_of]
            blocked |= hit.any(axis=1)
        for item, area in self.areas:
            inside = shapely.intersects_xy(area.shape, px, py)
            blocked |= inside if ignored is None else inside & ~ignored[:, item]
        return blocked

    def near(self, a: Base, b: Base, ignore: Collection[Key]) -> Screens:
        """Only what reaches into the strip between two bases (never less than that)."""
        s, wide = self.shapes, float(max(a[1], b[1]))
        ax, ay = np.array([float(a[0][0])]), np.array([float(a[0][1])])
        bx, by = np.array([float(b[0][0])]), np.array([float(b[0][1])])
        skip = np.zeros(len(self.keys), dtype=np.bool_)
        for key in ignore:
            skip[self.numbers.get(key, [])] = True
        hit = circle_hits(s, ax, ay, bx, by, -wide)[0]
        circles = hit & ~skip[self.circle_of] & (s.r > 0.0)
        walls = np.zeros(0, dtype=np.bool_)
        if len(s.i):
            walls = wall_hits(s, ax, ay, bx, by)[0] | hit[s.i] | hit[s.j]
            walls |= inside_walls(s, ax, ay, -wide)[0] | inside_walls(s, bx, by, -wide)[0]
            walls &= ~skip[self.wall_of]
        wanted = circles.copy()
        wanted[s.i[walls]] = True
        wanted[s.j[walls]] = True
        return Screens(self.keys, s.select(circles, walls, ()), self.circle_of[wanted],
                       self.wall_of[walls], tuple(x for x in self.areas if not skip[x[0]]))


def sees(a: Base, b: Base, screens: Screens, ignore: Collection[Key] = ()) -> bool:
    """True if some line between two bases is clear. `ignore` names the keys that do not count
    for this pair, usually the target's own base and the ground either stands in."""
    return sight_matrix([a], [b], screens, lambda _i, _j: ignore)[0][0]


def sight_matrix(
    shooters: Sequence[Base], targets: Sequence[Base], screens: Screens,
    ignore: Callable[[int, int], Collection[Key]] | None = None,
) -> list[list[bool]]:
    """`sees` for every shooter and target; `ignore(i, j)` is asked for each pair."""
    pairs = [(i, j) for i in range(len(shooters)) for j in range(len(targets))]
    answer = [[False] * len(targets) for _ in shooters]
    left: list[tuple[int, int]] = []
    for i, j in pairs:
        (p, r), (q, s) = shooters[i], targets[j]
        if touching(p, r, q, s) or hypot(p[0] - q[0], p[1] - q[1]) <= r + s:
            answer[i][j] = True
        else:
            left.append((i, j))
    skips = {pair: ignore(*pair) if ignore else () for pair in left}
    for pair, clear in zip(left, _plain(shooters, targets, screens, left, skips), strict=True):
        if clear:
            answer[pair[0]][pair[1]] = True
        else:
            a, b = shooters[pair[0]], targets[pair[1]]
            answer[pair[0]][pair[1]] = _any_clear(a, b, screens.near(a, b, skips[pair]))
    return answer


def clear_line(a: Base, b: Base, screens: Screens, ignore: Collection[Key] = ()) -> SightLine:
    """The clear line nearest to the middle, or what stops the line from centre to centre."""
    near = screens.near(a, b, ignore)
    px, py, qx, qy = _lines(a, b)
    if touching(*a, *b):
        return SightLine(True, a[0], b[0])
    free = np.flatnonzero(~near.hits(px, py, qx, qy, None))
    if len(free):
        # Nearest to the middle: least bend of both ends away from the line of centres.
        length = np.hypot(qx[free] - px[free], qy[free] - py[free])
        k = int(free[int(np.argmin(length))])
        return SightLine(True, (float(px[k]), float(py[k])), (float(qx[k]), float(qy[k])))
    key, stop = _first_stop(near, a[0], b[0])
    return SightLine(False, a[0], b[0], key, stop)


def _plain(shooters: Sequence[Base], targets: Sequence[Base], screens: Screens,
           pairs: list[tuple[int, int]], skips: Mapping[tuple[int, int], Collection[Key]],
           ) -> list[bool]:
    """For each pair: is the line between the two nearest rim points clear (most often it is)."""
    if not pairs:
        return []
    at = np.array([(*shooters[i][0], shooters[i][1], *targets[j][0], targets[j][1])
                   for i, j in pairs], dtype=np.float64)
    dx, dy = at[:, 3] - at[:, 0], at[:, 4] - at[:, 1]
    apart = np.hypot(dx, dy)
    dx, dy = dx / apart, dy / apart
    ignored: Mask | None = None
    if any(skips.values()):
        ignored = np.zeros((len(pairs), len(screens.keys)), dtype=np.bool_)
        for row, pair in enumerate(pairs):
            for key in skips[pair]:
                ignored[row, screens.numbers.get(key, [])] = True
    blocked = screens.hits(at[:, 0] + dx * at[:, 2], at[:, 1] + dy * at[:, 2],
                           at[:, 3] - dx * at[:, 5], at[:, 4] - dy * at[:, 5], ignored)
    return [not hit for hit in blocked.tolist()]


def _any_clear(a: Base, b: Base, near: Screens) -> bool:
    """Is any of the 625 lines clear, decided by shape where that is possible."""
    if not len(near.shapes.x) and not near.areas:
        return True
    if _walled_off(a, b, near):
        return False
    lines = _lines(a, b)
    # The middle first: of the lines that will do, most leave the front of both bases.
    for part in (_FRONT, _REST):
        px, py, qx, qy = (line[part] for line in lines)
        if not near.hits(px, py, qx, qy, None).all():
            return True
    return False


def _walled_off(a: Base, b: Base, near: Screens) -> bool:
    """True if one thing reaches across both sides of the strip, clear of the two bases: then
    every line between the bases goes through it."""
    sides = edges(Hull(a[0], a[1], b[0], b[1]))
    if len(sides) < 2:
        return False
    s = near.shapes
    x, y, r = s.x.tolist(), s.y.tolist(), s.r.tolist()
    cuts: list[tuple[XY, XY]] = []
    for k in range(len(x)):
        at = (x[k], y[k])
        feet = [_foot(at, side) for side in sides]
        if all(hypot(f[0] - at[0], f[1] - at[1]) < r[k] for f in feet):
            cuts.append((feet[0], feet[1]))
    for i, j in zip(s.i.tolist(), s.j.tolist(), strict=True):
        axis = ((x[i], y[i]), (x[j], y[j]))
        if all(segments_cross(*axis, *side) for side in sides):
            cuts.append(axis)
    return any(point_segment(a[0], *cut) > a[1] + 1.0 and point_segment(b[0], *cut) > b[1] + 1.0
               for cut in cuts)


def _foot(p: XY, side: tuple[XY, XY]) -> XY:
    (ax, ay), (bx, by) = side
    t = foot_parameter(p, *side)
    return ax + (bx - ax) * t, ay + (by - ay) * t


def _points(base: Base, other: Base) -> tuple[Floats, Floats]:
    """The 25 points of a base: its centre, then the rim from the direction to the other."""
    (x, y), r = base
    angles = _TURNS + atan2(other[0][1] - y, other[0][0] - x)
    return (np.concatenate(((float(x),), x + r * np.cos(angles))),
            np.concatenate(((float(y),), y + r * np.sin(angles))))


def _lines(a: Base, b: Base) -> tuple[Floats, Floats, Floats, Floats]:
    """All 625 lines: (px, py, qx, qy)."""
    px, py = _points(a, b)
    qx, qy = _points(b, a)
    return (np.repeat(px, RIM + 1), np.repeat(py, RIM + 1), np.tile(qx, RIM + 1),
            np.tile(qy, RIM + 1))


def _front_lines() -> tuple[Ints, Ints]:
    front = {1, 4, 7, 19, 22}
    number = np.arange((RIM + 1) ** 2)
    chosen = np.array([k // (RIM + 1) in front and k % (RIM + 1) in front for k in number])
    return number[chosen], number[~chosen]


_FRONT, _REST = _front_lines()


def _first_stop(near: Screens, a: XY, b: XY) -> tuple[Key, XY]:
    """What the line from a to b meets first, and where (a if it begins inside)."""
    s = near.shapes
    best, who = 2.0, -1
    for k, item in enumerate(near.circle_of.tolist()):
        cut = chord(a, b, (float(s.x[k]), float(s.y[k])), float(s.r[k]))
        if cut is not None and cut[0] < best:
            best, who = cut[0], item
    for k, item in enumerate(near.wall_of.tolist()):
        i, j = int(s.i[k]), int(s.j[k])
        t = _into_wall(a, b, ((float(s.x[i]), float(s.y[i])), float(s.r[i])),
                       ((float(s.x[j]), float(s.y[j])), float(s.r[j])))
        if t is not None and t < best:
            best, who = t, item
    for item, area in near.areas:
        if area.contains(a) and best > 0.0:
            best, who = 0.0, item
    t = min(1.0, best)
    return (near.keys[who] if who >= 0 else None), (a[0] + (b[0] - a[0]) * t,
                                                    a[1] + (b[1] - a[1]) * t)


def _into_wall(a: XY, b: XY, one: tuple[XY, float], two: tuple[XY, float]) -> float | None:
    """The parameter at which segment ab crosses a side of a wall, or None."""
    first: float | None = None
    for p, q in edges(Hull(one[0], one[1], two[0], two[1])):
        dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
        cross = dx * ey - dy * ex
        if cross == 0.0:
            continue
        t = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / cross
        s = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / cross
        if 0.0 <= t <= 1.0 and 0.0 <= s <= 1.0 and (first is None or t < first):
            first = t
    return first
