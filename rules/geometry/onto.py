"""Bringing the front of one block flush against the edge of another (T9A-CHG-23 to -26, -31).

A way is: straight ahead, one wheel about a front corner, straight ahead; it ends when the front
edge touches the wanted edge, and what turn is still missing is then made about the point of contact
(the align turn). For a given wheel, the two straight lengths that bring a point of the block to a
point of the table follow from two equations; so all ways onto all places of an edge are found at
once, and the few that are wanted are then judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from .arcs import Arc
from .blocks import Block, bearing, rightward, turn_between
from .convex import Shape
from .measure import EPS, INCH, XY

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

STEP = INCH / 10
"""Places along the edge that are tried are this far apart."""
QUARTER = 90_000
DEGREE, FINE = 1000, 100
WHEELS = np.arange(DEGREE, QUARTER + 1, DEGREE, dtype=np.float64)
"""Wheels that are tried beside the one that needs no align turn."""


def finer(wheel: int) -> Floats:
    """Wheels up to two degrees smaller than one that has been found."""
    least = max(0, (abs(wheel) - 1) // DEGREE - 1) * DEGREE
    return np.arange(least + FINE, abs(wheel), FINE, dtype=np.float64)


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


def straight_ways(block: Block, edge: Edge, places: Sequence[float]) -> list[Way]:
    """Ways without a wheel onto places of an edge, the straightest first. What they sweep is not
    judged."""
    turn = turn_between(block.facing, edge.facing)
    found = [
        way
        for offset in places
        for way in _straight(block, edge, offset, turn, edge.flush(block, offset))
    ]
    return sorted(found, key=lambda way: _aside(block, way.end))


def _aside(block: Block, end: Block) -> int:
    """How far an end lies from straight ahead, in steps that count as equal."""
    return round(abs(block.local(end.at)[0]) / (2 * EPS))


def _straight(block: Block, edge: Edge, offset: float, turn: int, end: Block) -> Iterator[Way]:
    fx, fy = block.ahead
    for body, goal in _touchpoints(block, edge, offset):
        start = _body_point(block, body)
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        far = dx * fx + dy * fy
        if abs(dx * fy - dy * fx) > EPS or far < -EPS:
            continue
        if _leads(block, edge, np.zeros(1), body, goal)[0]:
            yield Way(max(0, round(far)), 0, 0, offset, turn, end, goal)
            return


def _touchpoints(block: Block, edge: Edge, offset: float) -> Iterator[tuple[float, XY]]:
    """Points of the front (how far from its left end) and where on the edge each comes to lie."""
    for body in (0.0, float(block.width)):
        if -EPS <= offset + body <= edge.length + EPS:
            yield body, _point(edge, offset + body)
    for along in (0.0, edge.length):
        if EPS < along - offset < block.width - EPS:
            yield along - offset, _point(edge, along)


def _body_point(block: Block, body: float) -> XY:
    rx, ry = rightward(block.facing)
    left = block.corners[0]
    return left[0] + rx * body, left[1] + ry * body


def _leads(block: Block, edge: Edge, wheels: Floats, body: float, goal: XY) -> Mask:
    """For each wheel whether the front, turned so far, touches the edge first with this point."""
    led: Mask = _led(block, edge, wheels)[_kind(block, edge, body, goal)]
    return led


def _kind(block: Block, edge: Edge, body: float, goal: XY) -> int:
    """What touches: 0 the front's left end, 1 its right end, 2 and 3 the ends of the edge."""
    if body <= EPS:
        return 0
    if body >= block.width - EPS:
        return 1
    at_start = abs(goal[0] - edge.start[0]) + abs(goal[1] - edge.start[1]) <= EPS
    return 2 if at_start else 3


def _led(block: Block, edge: Edge, wheels: Floats) -> Mask:
    """The same for each kind of touch: one row a kind."""
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


@dataclass(frozen=True)
class _Touches:
    """Every touch that brings the front onto some places: a row each."""

    offsets: list[float]
    points: list[XY]
    goals: Floats
    bodies: Floats
    kinds: NDArray[np.intp]
    aside: NDArray[np.int64]
    ends: list[Block]


def _touches(block: Block, edge: Edge, places: Sequence[float]) -> _Touches:
    rows = [
        (offset, body, goal, end)
        for offset in places
        for end in (edge.flush(block, offset),)
        for body, goal in _touchpoints(block, edge, offset)
    ]
    return _Touches(
        offsets=[offset for offset, *_ in rows],
        points=[goal for _, _, goal, _ in rows],
        goals=np.array([goal for _, _, goal, _ in rows]).reshape(-1, 2),
        bodies=np.array([_body_point(block, body) for _, body, _, _ in rows]).reshape(-1, 2),
        kinds=np.array([_kind(block, edge, body, goal) for _, body, goal, _ in rows], np.intp),
        aside=np.array([_aside(block, end) for *_, end in rows], np.int64),
        ends=[end for *_, end in rows],
    )


Stopped = Callable[[Floats, NDArray[np.int64], Floats], Mask]
"""For many ways, given by their first leg, wheel and second leg, whether each is stopped."""


FEW = 8
"""Ways that are tried before all are looked at: the likeliest are the first."""


class Bends:
    """Every way with a wheel onto some places of an edge but those that are told to be stopped,
    all looked at in one go. What else they sweep is not judged."""

    def __init__(
        self,
        block: Block,
        edge: Edge,
        places: Sequence[float],
        stopped: Stopped | None = None,
        wheels: Floats | None = None,
    ) -> None:
        self._turn = turn_between(block.facing, edge.facing)
        self._touches = _touches(block, edge, places)
        self._stopped = stopped
        self._sides = [
            _wheeled(block, edge, self._touches, self._turn, side, wheels) for side in (-1, 1)
        ]
        self._sifted = stopped is None
        self._rows: dict[float, list[int]] = {}
        for row, offset in enumerate(self._touches.offsets):
            self._rows.setdefault(offset, []).append(row)

    def onto(self, places: Sequence[float]) -> Iterator[Way]:
        """Those onto some of the places: the smallest wheel first, then the straightest, then a
        wheel to the left before one to the right."""
        some = np.array([k for offset in places for k in self._rows.get(offset, ())], np.intp)
        tried = 0
        if not self._sifted:
            assert self._stopped is not None
            row, wheel, first, second = self._ordered(some, FEW)
            free = ~self._stopped(first, wheel, second)
            tried = int(free.sum())
            yield from self._ways(row[free], wheel[free], first[free], second[free])
            self._sides = [side.without(self._stopped) for side in self._sides]
            self._sifted = True
        row, wheel, first, second = self._ordered(some)
        yield from self._ways(row[tried:], wheel[tried:], first[tried:], second[tried:])

    def _ordered(
        self, some: NDArray[np.intp], most: int | None = None
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], Floats, Floats]:
        found = [side.onto(some) for side in self._sides]
        row, wheel, first, second = (np.concatenate(part) for part in zip(*found, strict=True))
        aside = self._touches.aside[row]
        order = np.lexsort((row, wheel > 0, aside, np.abs(wheel)))[:most]
        return row[order], wheel[order], first[order], second[order]

    def _ways(
        self, row: NDArray[np.intp], wheel: NDArray[np.int64], first: Floats, second: Floats
    ) -> Iterator[Way]:
        for k, at in enumerate(row):
            yield Way(
                max(0, round(float(first[k]))),
                int(wheel[k]),
                max(0, round(float(second[k]))),
                self._touches.offsets[at],
                self._turn - int(wheel[k]),
                self._touches.ends[at],
                self._touches.points[at],
            )


@dataclass(frozen=True)
class _Wheeled:
    """Wheels to one side, and for each touch and wheel both straight lengths and whether the block
    comes there so."""

    wheels: NDArray[np.int64]
    first: Floats
    second: Floats
    leads: Mask

    def without(self, stopped: Stopped) -> _Wheeled:
        """Those that are not told to be stopped."""
        row, column = np.nonzero(self.leads)
        first, second = self.first[row, column], self.second[row, column]
        leads = self.leads.copy()
        leads[row, column] = ~stopped(first, self.wheels[column], second)
        return replace(self, leads=leads)

    def onto(
        self, rows: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.int64], Floats, Floats]:
        """The ways of some touches: row, wheel, both straight lengths."""
        near, column = np.nonzero(self.leads[rows])
        row = rows[near]
        return row, self.wheels[column], self.first[row, column], self.second[row, column]


def _wheeled(
    block: Block, edge: Edge, touches: _Touches, turn: int, side: int, only: Floats | None
) -> _Wheeled:
    """Ways with a wheel to one side, -1 left, 1 right: with any, or some wheels `only`."""
    wheels = WHEELS if only is None else only
    if only is None and 0 < side * turn <= QUARTER:
        wheels = np.append(wheels, abs(turn))
    pivot = block.corners[0] if side < 0 else block.corners[1]
    angles = np.radians(wheels / 1000.0) * side
    c, s = np.cos(angles), np.sin(angles)
    fx, fy = block.ahead
    gx, gy = fx * c + fy * s, -fx * s + fy * c
    det = fx * gy - fy * gx
    x, y = touches.bodies[:, :1] - pivot[0], touches.bodies[:, 1:] - pivot[1]
    dx = touches.goals[:, :1] - (pivot[0] + x * c + y * s)
    dy = touches.goals[:, 1:] - (pivot[1] - x * s + y * c)
    first = (dx * gy - dy * gx) / det
    second = (fx * dy - fy * dx) / det
    leads = _led(block, edge, side * wheels)[touches.kinds] | (side * wheels == turn)
    leads &= (first >= -0.5) & (second >= -0.5)
    return _Wheeled((side * wheels).astype(np.int64), first, second, leads)


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
