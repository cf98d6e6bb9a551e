"""Bringing the front of one block flush against the edge of another (T9A-CHG-23 to -26, -31).

A way is: straight ahead, one wheel about a front corner, straight ahead; it ends when the front
edge touches the wanted edge, and what turn is still missing is then made about the point of contact
(the align turn). For a given wheel, the two straight lengths that bring a point of the block to a
point of the table follow from two equations; so all ways onto all places of an edge are found at
once, and the few that are wanted are then judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from .arcs import Arc
from .blocks import Block, bearing, rightward, turn_between
from .convex import Shape
from .measure import EPS, INCH, XY

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Bent = tuple[NDArray[np.intp], NDArray[np.int64], Floats, Floats]
"""Ways with a wheel: the row of their touch, the wheel, both straight lengths."""

Ajar = tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]
"""Wheels about which something may lead: the row of the touch, -1 left or 1 right, the degree."""

STEP = INCH / 10
"""Places along the edge that are tried are this far apart."""
QUARTER = 90_000
DEGREE, FINE = 1000, 100
WHEELS = np.array([
    side * wheel for side in (-1, 1) for wheel in range(DEGREE, QUARTER + 1, DEGREE)
], np.float64)  # fmt: skip
"""Wheels that are tried beside the one that needs no align turn."""

TENTHS = np.array([tenth for tenth in range(-DEGREE // 2, DEGREE // 2, FINE) if tenth], np.int64)
"""Wheels about a whole degree."""
HALF = np.radians(DEGREE / 2000)
"""No tenth lies farther from its degree."""


Stretch = tuple[float, float]
"""Where a base begins and ends along an edge."""


@dataclass(frozen=True)
class Way:
    """One way onto an edge. `wheel` is clockwise, 1/1000 degree; `align` the turn after contact.

    `offset` says where on the edge the left end of the front comes to stand, `touch` where contact
    is made.
    """

    first: int
    wheel: int
    second: int
    offset: float
    align: int
    end: Block
    touch: XY


@dataclass(frozen=True)
class Edge:
    """An edge to stand against: its left end, its length, and the facing of who stands there."""

    start: XY
    length: float
    facing: int

    def strip(self, stretch: Stretch, depth: float) -> Shape:
        """The rectangle so deep behind a stretch of the edge."""
        fx, fy = bearing(self.facing)
        (ax, ay), (bx, by) = (_point(self, along) for along in stretch)
        dx, dy = fx * depth, fy * depth
        return (ax, ay), (bx, by), (bx + dx, by + dy), (ax + dx, ay + dy)

    def flush(self, block: Block, offset: float) -> Block:
        """The block against the edge, the left end of its front `offset` along it."""
        rx, ry = rightward(self.facing)
        fx, fy = bearing(self.facing)
        right, back = offset + block.width / 2, block.depth / 2
        at = (self.start[0] + rx * right - fx * back, self.start[1] + ry * right - fy * back)
        return block.standing(at, self.facing)


def offsets(block: Block, edge: Edge) -> list[float]:
    """Where along an edge the front is tried: in steps, centred, and corner to corner."""
    low, high = -block.width + 4 * EPS, edge.length - 4 * EPS
    steps = np.arange(low, high, STEP)
    special = (
        (edge.length - block.width) / 2, 0.0, edge.length - block.width, low, high,
        *_straight_offsets(block, edge),
    )  # fmt: skip
    return sorted({*map(float, steps), *(s for s in special if low <= s <= high)})


def _straight_offsets(block: Block, edge: Edge) -> Iterator[float]:
    """Where the front comes to stand when the block only goes straight on."""
    for corner, back in ((block.corners[0], 0.0), (block.corners[1], block.width)):
        met = _meet(corner, block.ahead, edge)
        if met is not None:
            yield met[1] - back
    left, ahead = block.corners[0], block.ahead
    rx, ry = rightward(block.facing)
    for end, at in ((0.0, edge.start), (edge.length, _point(edge, edge.length))):
        dx, dy = at[0] - left[0], at[1] - left[1]
        across = dx * rx + dy * ry
        if 0.0 <= across <= block.width and dx * ahead[0] + dy * ahead[1] >= -EPS:
            yield end - across


def _meet(at: XY, way: XY, edge: Edge) -> tuple[float, float] | None:
    """How far along a way, and along the edge, a point comes to lie on the edge's line."""
    rx, ry = rightward(edge.facing)
    det = way[0] * -ry + way[1] * rx
    if abs(det) < 1e-9:
        return None
    dx, dy = edge.start[0] - at[0], edge.start[1] - at[1]
    far = (dx * -ry + dy * rx) / det
    along = (way[0] * dy - way[1] * dx) / det
    if far < -EPS or not -EPS <= along <= edge.length + EPS:
        return None
    return far, along


def _point(edge: Edge, along: float) -> XY:
    rx, ry = rightward(edge.facing)
    return edge.start[0] + rx * along, edge.start[1] + ry * along


@dataclass(frozen=True)
class _Touches:
    """Every touch that brings the front onto some places of an edge, a row each: the place, which
    point of the front comes to lie where, what touches, and how far the end is from straight ahead,
    in steps that count as equal."""

    offsets: Floats
    bodies: Floats
    goals: Floats
    kinds: NDArray[np.intp]
    aside: Floats


def _touches(block: Block, edge: Edge, places: Sequence[float]) -> _Touches:
    """What touches: 0 the front's left end, 1 its right end, 2 and 3 the ends of the edge."""
    left = np.array(places, np.float64)
    right, wide, long = left + block.width, float(block.width), edge.length
    some = np.stack((
        (left >= -EPS) & (left <= long + EPS), (right >= -EPS) & (right <= long + EPS),
        (-left > EPS) & (-left < wide - EPS), (long - left > EPS) & (long - left < wide - EPS),
    ), axis=-1)  # fmt: skip
    place, kinds = np.nonzero(some)
    offsets = left[place]
    zero = np.zeros_like(left)
    bodies = np.stack((zero, zero + wide, 0.0 - left, long - left), axis=-1)[some]
    along = np.stack((left, right, zero, zero + long), axis=-1)[some]
    fx, fy = bearing(edge.facing)
    rx, ry = rightward(edge.facing)
    middle, back = offsets + block.width / 2, block.depth / 2
    x = edge.start[0] + rx * middle - fx * back - block.at[0]
    y = edge.start[1] + ry * middle - fy * back - block.at[1]
    aside = np.rint(np.abs(x * block.ahead[1] - y * block.ahead[0]) / (2 * EPS))
    return _Touches(
        offsets,
        _points(block.corners[0], rightward(block.facing), bodies),
        _points(edge.start, (rx, ry), along),
        kinds,
        aside,
    )


def _points(start: XY, way: XY, lengths: Floats) -> Floats:
    """Points so far along a unit vector: a row each."""
    return np.stack((start[0] + way[0] * lengths, start[1] + way[1] * lengths), axis=-1)


def _leads(block: Block, edge: Edge, wheels: Floats) -> Mask:
    """For each kind of touch and each wheel whether the front, turned so far, touches so first."""
    angles = np.radians((block.facing + wheels) / 1000.0)
    fx, fy = np.sin(angles), np.cos(angles)
    nx, ny = bearing(edge.facing)
    towards = fx * nx + fy * ny > 1e-9
    lean = fy * nx - fx * ny
    level = np.abs(lean) * block.width <= EPS
    # A corner of the target touches the front: the rest of its edge lies beyond the front.
    ex, ey = rightward(edge.facing)
    beyond = ex * fx + ey * fy
    kinds = ((lean <= 1e-6) | level, (lean >= -1e-6) | level, beyond >= -1e-6, -beyond >= -1e-6)
    return np.asarray(np.stack(kinds) & towards, dtype=np.bool_)


class Depths(Protocol):
    """For many ways, given by their first leg, wheel and second leg, how deep each runs into
    something for certain, 1/100 mm, 0 or less where it may pass; how much deeper than `enough`
    does not matter."""

    def __call__(
        self, first: Floats, wheel: NDArray[np.int64], second: Floats, enough: Floats, /
    ) -> Floats: ...


Fits = Callable[[float], bool]
"""Whether a place is wanted: it is asked only of places onto which a way leads."""


def any_place(_: float) -> bool:
    """Every place is wanted."""
    return True


FEW = 16
"""Ways that are tried before all are looked at: the likeliest are the first."""


def _picked(ways: Bent, some: Mask | NDArray[np.intp]) -> Bent:
    """Some of several ways."""
    row, wheel, first, second = ways
    return row[some], wheel[some], first[some], second[some]


class Ways:
    """Ways onto some places of an edge, found for all of them at once. What they sweep is judged
    only by who is asked how deep the bent ones run into something."""

    def __init__(
        self,
        block: Block,
        edge: Edge,
        places: Sequence[float],
        depths: Depths | None = None,
    ) -> None:
        self._block, self._edge, self._depths = block, edge, depths
        self._turn = turn_between(block.facing, edge.facing)
        self._touches = _touches(block, edge, places)
        self._looked = False
        """Whether it is known of all ways with a wheel how deep they run into something."""

    def straight(self, places: Sequence[float], fits: Fits = any_place) -> Iterator[Way]:
        """Ways without a wheel onto some of the places, if they fit: the straightest first."""
        some = set(places)
        return (way for way in self._straight if way.offset in some and fits(way.offset))

    def bent(self, places: Sequence[float], fits: Fits = any_place) -> Iterator[Way]:
        """Ways with a wheel that are not stopped onto some of the places, if they fit: the smallest
        wheel first, then the straightest, then a wheel to the left before one to the right."""
        tried = 0
        if not self._looked:
            some = self._wheeled(self._rows(places))
            likely = self._free_of(self._ranked(some, places, FEW))
            for way in self._wanted(likely, places, fits):
                tried += 1
                yield way
        yield from islice(self._wanted(self._free, places, fits), tried, None)

    def finer(self, places: Sequence[float], fits: Fits, below: int) -> Iterator[Way]:
        """The same by tenths of a degree, with a wheel smaller than one: about every whole degree
        that leads onto a place, or whose neighbour does, unless all ways about it run into
        something."""
        found = self._fine if below == QUARTER else self._tenths(places, abs(below))
        yield from self._wanted(found, places, fits)

    def _wanted(self, ways: Bent, places: Sequence[float], fits: Fits) -> Iterator[Way]:
        """Some ways onto some places, if they fit, in their order."""
        led = set(self._touches.offsets[ways[0]].tolist())
        some = [place for place in led.intersection(places) if fits(place)]
        return map(self._way, *self._ranked(ways, some)) if some else iter(())

    def _ranked(self, ways: Bent, places: Sequence[float], most: int | None = None) -> Bent:
        """The first of some ways onto places, in their order."""
        row, wheel, _, _ = ways
        some = np.flatnonzero(np.isin(self._touches.offsets, places)[row])
        row, wheel = row[some], wheel[some]
        order = np.lexsort((row, wheel > 0, self._touches.aside[row], np.abs(wheel)))[:most]
        return _picked(ways, some[order])

    @cached_property
    def _free(self) -> Bent:
        """Ways with a wheel that may pass."""
        return _picked(self._bent, self._sunk <= 0.0)

    @cached_property
    def _sunk(self) -> Floats:
        """How deep every way with a wheel runs into something, as far as its spare matters."""
        self._looked = True
        return self._deep(self._bent, self._spare(self._bent))

    def _free_of(self, ways: Bent) -> Bent:
        """Those of some ways that may pass."""
        return _picked(ways, self._deep(ways, np.zeros(len(ways[0]))) <= 0.0)

    def _deep(self, ways: Bent, enough: Floats) -> Floats:
        if self._depths is None:
            return np.full(len(enough), -np.inf)
        _, wheel, first, second = ways
        return self._depths(first, wheel, second, enough)

    @cached_property
    def _straight(self) -> list[Way]:
        block, touches = self._block, self._touches
        dx, dy = (touches.goals - touches.bodies).T
        fx, fy = block.ahead
        far = dx * fx + dy * fy
        leads = _leads(block, self._edge, np.zeros(1))[touches.kinds, 0]
        leads &= (np.abs(dx * fy - dy * fx) <= EPS) & (far >= -EPS)
        # One touch tells the way onto a place.
        _, one = np.unique(touches.offsets[leads], return_index=True)
        rows = np.flatnonzero(leads)[one]
        rows = rows[np.argsort(touches.aside[rows], kind="stable")]
        return [self._way(row, 0, far[row], 0.0) for row in rows]

    @cached_property
    def _bent(self) -> Bent:
        return self._wheeled(np.arange(len(self._touches.kinds)))

    def _rows(self, places: Sequence[float]) -> NDArray[np.intp]:
        """The touches that bring the front onto some places."""
        return np.flatnonzero(np.isin(self._touches.offsets, places))

    def _wheeled(self, rows: NDArray[np.intp]) -> Bent:
        """Ways of some touches with a wheel."""
        touches, straightens = self._touches, 0 < abs(self._turn) <= QUARTER
        wheels = np.append(WHEELS, self._turn) if straightens else WHEELS
        bodies, goals = touches.bodies[rows, None], touches.goals[rows, None]
        first, second = self._legs(bodies, goals, wheels)
        leads = _leads(self._block, self._edge, wheels)[touches.kinds[rows]]
        leads |= wheels == self._turn
        row, column = np.nonzero(leads & (first >= -0.5) & (second >= -0.5))
        wheel = wheels.astype(np.int64)[column]
        return rows[row], wheel, first[row, column], second[row, column]

    def _legs(self, bodies: Floats, goals: Floats, wheels: Floats) -> tuple[Floats, Floats]:
        """The straight lengths before and after a wheel with which points come to lie on others."""
        left, right = self._block.corners[:2]
        px, py = np.where(wheels < 0, left[0], right[0]), np.where(wheels < 0, left[1], right[1])
        angles = np.radians(wheels / 1000.0)
        c, s = np.cos(angles), np.sin(angles)
        fx, fy = self._block.ahead
        gx, gy = fx * c + fy * s, -fx * s + fy * c
        det = fx * gy - fy * gx
        x, y = bodies[..., 0] - px, bodies[..., 1] - py
        dx = goals[..., 0] - (px + x * c + y * s)
        dy = goals[..., 1] - (py - x * s + y * c)
        return (dx * gy - dy * gx) / det, (fx * dy - fy * dx) / det

    # --- between whole degrees --------------------------------------------------------------------

    @cached_property
    def _fine(self) -> Bent:
        """Ways between whole degrees that may pass."""
        return self._tenths(None, QUARTER)

    def _tenths(self, places: Sequence[float] | None, below: int) -> Bent:
        return self._free_of(self._between(self._ajar(places, below), below))

    def _between(self, ajar: Ajar, below: int) -> Bent:
        """Ways of touches with the tenths about a degree each, below a wheel."""
        row, side, degree = ajar
        about = degree[:, None] * DEGREE + TENTHS
        at, tenth = np.nonzero((about > 0) & (about < min(below, QUARTER)))
        row, wheel = row[at], side[at] * about[at, tenth]
        touches = self._touches
        first, second = self._legs(
            touches.bodies[row], touches.goals[row], wheel.astype(np.float64)
        )
        different, which = np.unique(wheel, return_inverse=True)
        leads = _leads(self._block, self._edge, different)[touches.kinds[row], which]
        leads &= (first >= -0.5) & (second >= -0.5)
        return row[leads], wheel[leads], first[leads], second[leads]

    def _ajar(self, places: Sequence[float] | None, below: int) -> Ajar:
        """Touches and whole degrees about which something below a wheel may lead onto places, or
        onto any."""
        ways = self._bent if places is None else self._wheeled(self._rows(places))
        some = np.flatnonzero((np.abs(ways[1]) < below + DEGREE) & (ways[1] % DEGREE == 0))
        ways = _picked(ways, some)
        row, wheel, _, _ = ways
        at = row, (wheel > 0).astype(np.intp), np.abs(wheel) // DEGREE
        led: Mask = np.zeros((len(self._touches.kinds), 2, QUARTER // DEGREE + 2), np.bool_)
        led[at] = True
        found = led.copy()
        found[..., 1:] |= led[..., :-1]
        found[..., :-1] |= led[..., 1:]
        spare = self._spare(ways)
        found[at] = (self._sunk[some] if places is None else self._deep(ways, spare)) <= spare
        row, side, degree = np.nonzero(found)
        return row, 2 * side - 1, degree

    def _spare(self, ways: Bent) -> Floats:
        """So far does half a degree more or less move anything: both legs change by what it moves
        the point of touch, over the sine of the angle between them."""
        _, wheel, _, second = ways
        turn = np.maximum(np.abs(wheel), DEGREE)
        wide = float(np.hypot(self._block.width, self._block.depth))
        steep = 1.0 + 1.0 / np.sin(np.radians(turn / 1000.0) - HALF)
        return np.asarray((wide + second) * steep * HALF, np.float64)

    def _way(self, row: int, wheel: int, first: float, second: float) -> Way:
        offset, wheel = float(self._touches.offsets[row]), int(wheel)
        x, y = self._touches.goals[row]
        return Way(
            max(0, round(float(first))), wheel, max(0, round(float(second))), offset,
            self._turn - wheel, self._edge.flush(self._block, offset), (float(x), float(y)),
        )  # fmt: skip


def front_row(block: Block) -> list[Stretch]:
    """The bases of the front of a block, from its left end."""
    ranks = _files(block, block.front)
    left = [(0.0, float(block.left[0]))] if block.left else []
    right = [(float(block.width - block.right[0]), float(block.width))] if block.right else []
    return [*left, *ranks, *right]


def _files(block: Block, count: int) -> list[Stretch]:
    """The bases of a rank of so many, from the left end of the front."""
    wide = block.pitch[0]
    return [
        (block.inset + k * wide, block.inset + k * wide + block.base[0]) for k in range(count)
    ]  # fmt: skip


def row(block: Block, arc: Arc) -> list[Stretch]:
    """The bases along one side of a block, from the left as seen by who stands before it: behind,
    and on the right, none where the last rank is short."""
    short = block.last < block.front
    if arc == "rear":
        return _files(block, block.last) if short else front_row(block)
    if arc == "front":
        return _mirrored(front_row(block), block.width)
    deep = block.pitch[1]
    beside = block.left if arc == "left" else block.right
    reach = float(beside[1]) if beside else 0.0
    count = block.ranks - (short and arc == "right")
    starts = [float(k * deep) for k in range(count) if k * deep >= reach]
    ranks = [(start, start + block.base[1]) for start in starts]
    found = [(0.0, reach), *ranks] if beside else ranks
    return found if arc == "left" else _mirrored(found, block.depth)


def _mirrored(bases: list[Stretch], length: float) -> list[Stretch]:
    return [(length - end, length - start) for start, end in reversed(bases)]


def touching(own: Sequence[Stretch], theirs: Sequence[Stretch], offset: float) -> int:
    """Bases of both sides in contact when a front stands at an offset along an edge, corners
    included."""
    low, high = theirs[0][0] - offset, theirs[-1][1] - offset
    return _touched(own, low, high) + touched(own, theirs, offset)


def touched(own: Sequence[Stretch], theirs: Sequence[Stretch], offset: float) -> int:
    """How many of some bases along an edge touch a front that stands at an offset along it."""
    return _touched(theirs, offset + own[0][0], offset + own[-1][1])


def _touched(bases: Sequence[Stretch], low: float, high: float) -> int:
    """How many bases touch what is taken of the edge, from end to end."""
    return sum(start <= high + EPS and end >= low - EPS for start, end in bases)
