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

from .hull import Hull, entry
from .kernel import (
    Blockers,
    Floats,
    Gathering,
    Ints,
    Mask,
    circle_hits,
    crosses_walls,
    enters_circles,
    in_walls,
    inside_walls,
    wall_hits,
)
from .measure import EPS, TOUCH, XY, Point, chord, touching
from .outline import Outline

Key = Hashable
Base = tuple[Point, int]
"""A base: its centre and radius."""
RIM = 24
SAMPLE = 11
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
    """Everything that may block sight. Several things may share a key; keys can be left out.

    Circles are shared between a base and the areas it belongs to; `owners` (circles x items) says
    who needs which, so that a base can be left out while the areas beside it still count.
    """

    keys: tuple[Key, ...]
    shapes: Blockers
    owners: Floats
    wall_of: Ints
    areas: tuple[tuple[int, Outline], ...]

    @classmethod
    def build(
        cls,
        discs: Mapping[Key, Base] | None = None,
        hulls: Iterable[tuple[Key, Hull]] = (),
        areas: Iterable[tuple[Key, Outline]] = (),
    ) -> Screens:
        """Screens from bases, areas between bases and outlines of ground."""
        keys: list[Key] = []
        owned: list[tuple[int, int]] = []
        wall_of: list[int] = []
        rings: list[tuple[int, Outline]] = []
        gathering = Gathering()
        for key, (at, radius) in (discs or {}).items():
            owned.append((gathering.circle(at, radius - SHRINK), len(keys)))
            keys.append(key)
        for key, h in hulls:
            gathering.wall(h.a, h.ra - SHRINK, h.b, h.rb - SHRINK)
            owned += [(end, len(keys)) for end in gathering.pairs[-1]]
            wall_of.append(len(keys))
            keys.append(key)
        for key, area in areas:
            for ring in area.shrunk(SHRINK):
                rings.append((len(keys), Outline(ring)))
                gathering.polygon(ring, 0.0)
                owned += [(i, len(keys)) for i, _ in gathering.pairs[-len(ring) :]]
                wall_of += [len(keys)] * len(ring)
            keys.append(key)
        owners = np.zeros((len(gathering.index), len(keys)))
        for circle, item in owned:
            owners[circle, item] = 1.0
        return cls(
            tuple(keys), gathering.done(), owners, np.array(wall_of, dtype=np.intp), tuple(rings)
        )

    @cached_property
    def numbers(self) -> dict[Key, list[int]]:
        """The items of each key."""
        found: dict[Key, list[int]] = {}
        for number, key in enumerate(self.keys):
            found.setdefault(key, []).append(number)
        return found

    @cached_property
    def owner_count(self) -> Floats:
        """How many items need each circle."""
        return np.asarray(self.owners.sum(axis=1), dtype=np.float64)

    def inside(self, x: Floats, y: Floats) -> Mask:
        """For each point: does it lie in a blocker."""
        b = self.shapes
        found = np.zeros(len(x), dtype=np.bool_)
        if len(b.x):
            found |= circle_hits(b, x, y, x, y, 0.0).any(axis=1)
        if len(b.i):
            found |= in_walls(b, x, y, 0.0)
        for _, area in self.areas:
            found |= shapely.intersects_xy(area.shape, x, y)
        return found

    def crossed(self, px: Floats, py: Floats, qx: Floats, qy: Floats) -> Mask:
        """For each line with free ends: does it cross a blocker."""
        b = self.shapes
        blocked = np.zeros(len(px), dtype=np.bool_)
        if not len(px) or not len(b.x):
            return blocked
        blocked |= enters_circles(b, px, py, qx, qy, 0.0)
        if len(b.i):
            left = np.flatnonzero(~blocked)
            blocked[left] = crosses_walls(b, px[left], py[left], qx[left], qy[left])
        return blocked

    def select(
        self,
        circles: Mask,
        walls: Mask,
        areas: tuple[tuple[int, Outline], ...],
    ) -> Screens:
        """The same with only some circles, walls (and what these end in) and areas."""
        s = self.shapes
        wanted = circles.copy()
        wanted[s.i[walls]] = True
        wanted[s.j[walls]] = True
        return Screens(
            self.keys, s.select(circles, walls, ()), self.owners[wanted], self.wall_of[walls], areas
        )

    def without(self, keys: Collection[Key]) -> Screens:
        """The same without some keys."""
        if not keys:
            return self
        keep = np.array([key not in keys for key in self.keys], dtype=np.bool_)
        circles = np.asarray(self.owners[:, keep].any(axis=1), dtype=np.bool_)
        return self.select(circles, keep[self.wall_of], tuple(x for x in self.areas if keep[x[0]]))

    def around(self, bases: Sequence[Base]) -> Screens:
        """Only what reaches into the box round some bases."""
        s = self.shapes
        if not len(s.x):
            return self
        x0, x1 = min(p[0] - r for p, r in bases), max(p[0] + r for p, r in bases)
        y0, y1 = min(p[1] - r for p, r in bases), max(p[1] + r for p, r in bases)
        circles = np.asarray(
            (s.x + s.r > x0) & (s.x - s.r < x1) & (s.y + s.r > y0) & (s.y - s.r < y1),
            dtype=np.bool_,
        )
        i, j = s.i, s.j
        walls: Mask = (
            (np.maximum(s.x[i] + s.r[i], s.x[j] + s.r[j]) > x0)
            & (np.minimum(s.x[i] - s.r[i], s.x[j] - s.r[j]) < x1)
            & (np.maximum(s.y[i] + s.r[i], s.y[j] + s.r[j]) > y0)
            & (np.minimum(s.y[i] - s.r[i], s.y[j] - s.r[j]) < y1)
        )
        areas = tuple(
            x
            for x in self.areas
            if x[1].box[0] < x1 and x[1].box[2] > x0 and x[1].box[1] < y1 and x[1].box[3] > y0
        )
        return self.select(circles, walls, areas)


def sees(a: Base, b: Base, screens: Screens, ignore: Collection[Key] = ()) -> bool:
    """True if some line between two bases is clear. `ignore` names the keys that do not count
    for this pair, usually the target's own base and the ground either stands in."""
    return sight_matrix([a], [b], screens, lambda _i, _j: ignore)[0][0]


def sight_matrix(
    shooters: Sequence[Base],
    targets: Sequence[Base],
    screens: Screens,
    ignore: Callable[[int, int], Collection[Key]] | None = None,
    wanted: Collection[tuple[int, int]] | None = None,
) -> list[list[bool]]:
    """`sees` for every shooter and target; `ignore(i, j)` is asked for each pair.

    With `wanted` only those pairs (i, j) are looked at (those in range, say); others are False.
    """
    pairs = (
        wanted
        if wanted is not None
        else [(i, j) for i in range(len(shooters)) for j in range(len(targets))]
    )
    answer = [[False] * len(targets) for _ in shooters]
    left: list[tuple[int, int]] = []
    for i, j in pairs:
        (p, r), (q, s) = shooters[i], targets[j]
        if touching(p, r, q, s) or hypot(p[0] - q[0], p[1] - q[1]) <= r + s:
            answer[i][j] = True
        else:
            left.append((i, j))
    skips = {pair: ignore(*pair) if ignore else () for pair in left}
    if not left:
        return answer
    screens = screens.around([*shooters, *targets])
    strips = _Strips(shooters, targets, screens, left, skips)
    for row, (i, j) in enumerate(left):
        if strips.clear[row]:
            answer[i][j] = True
        else:
            answer[i][j] = strips.any_clear(row, shooters[i], targets[j])
    return answer


def first_seen(
    shooters: Sequence[Base],
    targets: Sequence[Base],
    screens: Screens,
    reach: float,
    ignore: Callable[[int, int], Collection[Key]] | None = None,
) -> list[int | None]:
    """For each shooter a target it sees within `reach` (edge to edge, EPS allowed), or None.

    Cheaper than the matrix: the lines most likely to be clear are looked at for all first, and a
    shooter that has a target is not asked again.
    """
    pairs: list[tuple[float, int, int]] = []
    found: list[int | None] = [None] * len(shooters)
    for i, (p, r) in enumerate(shooters):
        for j, (q, s) in enumerate(targets):
            gap = hypot(p[0] - q[0], p[1] - q[1]) - r - s
            if gap <= TOUCH:
                found[i] = j if found[i] is None else found[i]
            elif gap <= reach + EPS:
                pairs.append((gap, i, j))
    pairs = sorted(x for x in pairs if found[x[1]] is None)
    left = [(i, j) for _, i, j in pairs]
    if not left:
        return found
    skips = {pair: ignore(*pair) if ignore else () for pair in left}
    strips = _Strips(shooters, targets, screens.around([*shooters, *targets]), left, skips)
    for row, (i, j) in enumerate(left):
        if strips.clear[row] and found[i] is None:
            found[i] = j
    for row, (i, j) in enumerate(left):
        if found[i] is None and strips.any_clear(row, shooters[i], targets[j]):
            found[i] = j
    return found


def clear_line(a: Base, b: Base, screens: Screens, ignore: Collection[Key] = ()) -> SightLine:
    """The clear line nearest to the middle, or what stops the line from centre to centre."""
    if touching(*a, *b) or hypot(a[0][0] - b[0][0], a[0][1] - b[0][1]) <= a[1] + b[1]:
        return SightLine(True, a[0], b[0])
    near = screens.without(ignore)
    px, py, qx, qy = _lines(a, b, near)
    free = np.flatnonzero(~near.crossed(px, py, qx, qy))
    if len(free):
        # The shortest is the one nearest to the middle.
        k = int(free[int(np.argmin(np.hypot(qx[free] - px[free], qy[free] - py[free])))])
        return SightLine(True, (float(px[k]), float(py[k])), (float(qx[k]), float(qy[k])))
    key, stop = _first_stop(near, a[0], b[0])
    return SightLine(False, a[0], b[0], key, stop)


class _Strips:
    """What can be told about many pairs at once from the strips between their bases."""

    def __init__(
        self,
        shooters: Sequence[Base],
        targets: Sequence[Base],
        screens: Screens,
        pairs: Sequence[tuple[int, int]],
        skips: Mapping[tuple[int, int], Collection[Key]],
    ) -> None:
        self.screens = screens
        at = np.array(
            [(*shooters[i][0], shooters[i][1], *targets[j][0], targets[j][1]) for i, j in pairs],
            dtype=np.float64,
        )
        self.ax, self.ay, self.ra, self.bx, self.by, self.rb = at.T
        self.apart = np.hypot(self.bx - self.ax, self.by - self.ay)
        self.ux, self.uy = (self.bx - self.ax) / self.apart, (self.by - self.ay) / self.apart
        self.ignored: Mask | None = None
        if any(skips.values()):
            self._leave_out(pairs, skips)
        self.clear = self._middle_clear()
        if not self.clear.all():
            self._find_near()
            self._find_walled()

    def _leave_out(
        self, pairs: Sequence[tuple[int, int]], skips: Mapping[tuple[int, int], Collection[Key]]
    ) -> None:
        """Note what does not count for which pair; most pairs share their exceptions."""
        full = self.screens
        known: dict[tuple[Key, ...], tuple[list[int], Mask]] = {}
        self.ignored = np.zeros((len(pairs), len(full.keys)), dtype=np.bool_)
        self.live = np.ones((len(pairs), len(full.shapes.x)), dtype=np.bool_)
        for row, pair in enumerate(pairs):
            keys = tuple(skips[pair])
            if not keys:
                continue
            if keys not in known:
                items = [item for key in keys for item in full.numbers.get(key, [])]
                known[keys] = items, full.owners[:, items].sum(axis=1) < full.owner_count
            items, live = known[keys]
            self.ignored[row, items] = True
            self.live[row] = live
        self.live_walls = ~self.ignored[:, full.wall_of]

    def _middle_clear(self) -> Mask:
        """Is the line between the two nearest rim points clear: most often it is."""
        s = self.screens.shapes
        px, py = self.ax + self.ux * self.ra, self.ay + self.uy * self.ra
        qx, qy = self.bx - self.ux * self.rb, self.by - self.uy * self.rb
        blocked = self._live(circle_hits(s, px, py, qx, qy, 0.0)).any(axis=1)
        if len(s.i):
            hit = wall_hits(s, px, py, qx, qy)
            hit |= inside_walls(s, px, py, 0.0)
            hit |= inside_walls(s, qx, qy, 0.0)
            blocked |= self._live_walls(hit).any(axis=1)
        for item, area in self.screens.areas:
            within = np.asarray(shapely.intersects_xy(area.shape, px, py), dtype=np.bool_)
            blocked |= within if self.ignored is None else within & ~self.ignored[:, item]
        return np.asarray(~blocked, dtype=np.bool_)

    def _live(self, hit: Mask) -> Mask:
        """Pairs x circles without those that do not count for the pair."""
        return hit if self.ignored is None else hit & self.live

    def _live_walls(self, hit: Mask) -> Mask:
        return hit if self.ignored is None else hit & self.live_walls

    def _find_walled(self) -> None:
        """Which pairs are parted by one thing that reaches across the strip between the bases:
        then every line between them goes through it. Only what lies beside neither base counts,
        seen along the strip. What chains need is kept for `_chained`."""
        s, wide = self.screens.shapes, np.maximum(self.ra, self.rb)[:, None]
        fx, fy = s.x - self.ax[:, None], s.y - self.ay[:, None]
        along = fx * self.ux[:, None] + fy * self.uy[:, None]
        aside = fy * self.ux[:, None] - fx * self.uy[:, None]
        between = (along >= self.ra[:, None]) & (along <= (self.apart - self.rb)[:, None])
        self.left, self.right = aside - s.r < -wide, aside + s.r > wide
        parted = (self.left & self.right & between & self.circles).any(axis=1)
        self.links = self.walls & between[:, s.i] & between[:, s.j]
        parted |= (
            self.links
            & (self.left[:, s.i] | self.left[:, s.j])
            & (self.right[:, s.i] | self.right[:, s.j])
        ).any(axis=1)
        self.walled = np.asarray(parted, dtype=np.bool_)

    def _chained(self, row: int) -> bool:
        """True if things that share bases together reach across the strip of a pair."""
        s, linked = self.screens.shapes, np.flatnonzero(self.links[row])
        left, right = self.left[row].tolist(), self.right[row].tolist()
        root: dict[int, int] = {}
        for i, j in zip(s.i[linked].tolist(), s.j[linked].tolist(), strict=True):
            i, j = _root(root, i), _root(root, j)
            root[j] = i
            left[i], right[i] = left[i] or left[j], right[i] or right[j]
            if left[i] and right[i]:
                return True
        return False

    def _find_near(self) -> None:
        """For each pair what reaches into its strip, never less than that."""
        s, wide = self.screens.shapes, -float(max(self.ra.max(), self.rb.max()))
        hit = circle_hits(s, self.ax, self.ay, self.bx, self.by, wide)
        self.circles = self._live(hit & (s.r > 0.0))
        self.walls = np.zeros((len(self.apart), len(s.i)), dtype=np.bool_)
        if len(s.i):
            self.walls = wall_hits(s, self.ax, self.ay, self.bx, self.by)
            self.walls |= hit[:, s.i] | hit[:, s.j]
            self.walls |= inside_walls(s, self.ax, self.ay, wide)
            self.walls |= inside_walls(s, self.bx, self.by, wide)
        self.walls = self._live_walls(self.walls)

    def any_clear(self, row: int, a: Base, b: Base) -> bool:
        """Is any of the 625 lines of a pair clear, by its shape where that decides it."""
        if self.walled[row] or self._chained(row):
            return False
        near = self.near(row)
        lines = _lines(a, b, near)
        # A few lines first: where any is clear, many are.
        return bool((~near.crossed(*(part[::SAMPLE] for part in lines))).any()) or bool(
            (~near.crossed(*lines)).any()
        )

    def near(self, row: int) -> Screens:
        """The screens that reach into the strip of one pair."""
        areas = self.screens.areas
        if self.ignored is not None:
            areas = tuple(area for area in areas if not self.ignored[row, area[0]])
        return self.screens.select(self.circles[row], self.walls[row], areas)


def _root(root: dict[int, int], k: int) -> int:
    """The name of the chain that a circle belongs to."""
    while k in root and root[k] != k:
        k = root[k]
    return k


def _lines(a: Base, b: Base, near: Screens) -> tuple[Floats, Floats, Floats, Floats]:
    """The lines between two bases that neither begin nor end inside something."""
    (px, py), (qx, qy) = _points(a, b), _points(b, a)
    free = ~near.inside(np.concatenate((px, qx)), np.concatenate((py, qy)))
    begin, end = np.flatnonzero(free[: RIM + 1]), np.flatnonzero(free[RIM + 1 :])
    return (
        np.repeat(px[begin], len(end)),
        np.repeat(py[begin], len(end)),
        np.tile(qx[end], len(begin)),
        np.tile(qy[end], len(begin)),
    )


def _points(base: Base, other: Base) -> tuple[Floats, Floats]:
    """The 25 points of a base: its centre, then the rim from the direction to the other."""
    (x, y), r = base
    angles = _TURNS + atan2(other[0][1] - y, other[0][0] - x)
    return (
        np.concatenate(((float(x),), x + r * np.cos(angles))),
        np.concatenate(((float(y),), y + r * np.sin(angles))),
    )


def _first_stop(near: Screens, a: XY, b: XY) -> tuple[Key, XY]:
    """What the line from a to b meets first, and where (a if it begins inside)."""
    s = near.shapes
    best, who = 2.0, -1
    for k, item in enumerate(near.owners.argmax(axis=1).tolist()):
        cut = chord(a, b, (float(s.x[k]), float(s.y[k])), float(s.r[k]))
        if cut is not None and cut[0] < best:
            best, who = cut[0], item
    for k, item in enumerate(near.wall_of.tolist()):
        i, j = int(s.i[k]), int(s.j[k])
        t = entry(
            Hull(
                (float(s.x[i]), float(s.y[i])),
                float(s.r[i]),
                (float(s.x[j]), float(s.y[j])),
                float(s.r[j]),
            ),
            a,
            b,
        )
        if t is not None and t < best:
            best, who = t, item
    for item, area in near.areas:
        if area.contains(a) and best > 0.0:
            best, who = 0.0, item
    t = min(1.0, best)
    return (near.keys[who] if who >= 0 else None), (
        a[0] + (b[0] - a[0]) * t,
        a[1] + (b[1] - a[1]) * t,
    )
