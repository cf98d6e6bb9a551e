"""Moving blocks exactly: what a straight carry or a turn runs into, how far corners go.

A turn is followed by conservative steps: while a shape is `d` away from an obstacle no point of it
can come nearer before its fastest corner has gone `d`. So the first breach is found to within EPS
and none is stepped over. A carry is judged in one piece by what it sweeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, hypot, pi

from .blocks import Block, turn_between, turned
from .convex import (
    Box,
    Solid,
    box_of,
    boxes_meet,
    clear_by,
    hull,
    overlap_spans,
    room_between,
    swept,
)
from .measure import EPS, XY


@dataclass(frozen=True)
class Obstacle:
    """Something to keep clear of: not nearer than `keep` (0: it may be touched)."""

    key: str
    solid: Solid
    keep: float = 0.0

    @cached_property
    def box(self) -> Box:
        """The upright box around it."""
        return box_of(self.solid)


def wheel_cost(width: float, turn: float) -> float:
    """Length of the way of the outer front corner when a front of `width` wheels."""
    return width * abs(turn) * pi / 180_000


def wheel_turn(width: float, length: float) -> int:
    """The largest turn (1/1000 degree) whose outer corner goes no farther than `length`."""
    return int(length / width * 180_000 / pi)


def wheel_pivot(block: Block, turn: float) -> XY:
    """The front corner about which a block wheels: the left one to the left."""
    return block.corners[0] if turn < 0 else block.corners[1]


def carry_box(block: Block, dx: float, dy: float) -> Box:
    """The upright box around a straight carry."""
    west, south, east, north = block.box
    return west + min(dx, 0), south + min(dy, 0), east + max(dx, 0), north + max(dy, 0)


def turn_box(block: Block, pivot: XY) -> Box:
    """An upright box around every turn about a pivot."""
    x, y = pivot
    radius = _radius(block, pivot)
    return x - radius, y - radius, x + radius, y + radius


def _radius(block: Block, pivot: XY) -> float:
    return max(hypot(x - pivot[0], y - pivot[1]) for x, y in block.corners)


def carry_clear(block: Block, dx: float, dy: float, obstacle: Obstacle) -> bool:
    """Whether a straight carry keeps clear of an obstacle."""
    if not boxes_meet(carry_box(block, dx, dy), obstacle.box, obstacle.keep):
        return True
    return clear_by(swept(block.solid, dx, dy), obstacle.solid, obstacle.keep)


def carry_breach(block: Block, dx: float, dy: float, obstacle: Obstacle) -> float | None:
    """How far along a straight carry an obstacle is come too near to; None if it is not."""
    if carry_clear(block, dx, dy, obstacle):
        return None
    length = hypot(dx, dy)
    low, high = 0.0, length
    if length == 0.0 or not clear_by(block.solid, obstacle.solid, obstacle.keep):
        return 0.0
    while high - low > EPS / 4:
        half = (low + high) / 2
        if carry_clear(block, dx * half / length, dy * half / length, obstacle):
            low = half
        else:
            high = half
    return low


GRAZING = 4 * EPS
"""Nearer than this to what may not be met, a turn is followed by what its leaps sweep."""


def turn_breach(block: Block, pivot: XY, turn: int, obstacle: Obstacle) -> int | None:
    """The last turn about a pivot before an obstacle is come too near to; None if it is not."""
    if not boxes_meet(turn_box(block, pivot), obstacle.box, obstacle.keep):
        return None
    radius = _radius(block, pivot)
    done, sign = 0.0, 1 if turn > 0 else -1
    clear = leap = 0.0
    while True:
        solid = _turned_solid(block, pivot, sign * done)
        away = room_between(solid, obstacle.solid, obstacle.keep)
        if away < -EPS:
            return sign * int(clear)
        if done >= abs(turn):
            return None
        clear = done
        step = max(away, EPS / 2) / radius * 180_000 / pi
        if away < GRAZING:
            # Beside an obstacle such steps are thousands: leap as far as what is swept is clear.
            leap = max(leap, 2 * step)
            while leap > step and not _sweeps_clear(
                block, pivot, sign * done, sign * leap, obstacle
            ):
                leap /= 2
            step, leap = max(step, leap), 2 * leap
        done = min(abs(turn), done + step)


def _turned_solid(block: Block, pivot: XY, turn: float) -> Solid:
    return tuple(tuple(turned(p, pivot, turn) for p in shape) for shape in block.solid)


def _sweeps_clear(block: Block, pivot: XY, done: float, leap: float, obstacle: Obstacle) -> bool:
    """Whether a part of a turn keeps clear for certain: its arcs bulge from the hull of its ends by
    no more than there is room."""
    bulge = _radius(block, pivot) * (1 - cos(abs(leap) * pi / 360_000))
    ends = zip(
        _turned_solid(block, pivot, done), _turned_solid(block, pivot, done + leap), strict=True
    )
    hulls = tuple(hull((*here, *there)) for here, there in ends)
    return room_between(hulls, obstacle.solid, obstacle.keep) >= bulge - EPS


def arc_peak(start: XY, at: XY, pivot: XY, turn: int) -> float:
    """How far from `start` a point gets that turns from `at` about a pivot."""
    ends = max(hypot(at[0] - start[0], at[1] - start[1]), _away(turned(at, pivot, turn), start))
    radius = hypot(at[0] - pivot[0], at[1] - pivot[1])
    off = hypot(pivot[0] - start[0], pivot[1] - start[1])
    if radius == 0.0 or off == 0.0:
        return ends
    # The point of the circle farthest from start lies beyond the pivot, seen from there.
    here = round(degrees(atan2(at[0] - pivot[0], at[1] - pivot[1])) * 1000)
    peak = round(degrees(atan2(pivot[0] - start[0], pivot[1] - start[1])) * 1000)
    to_peak = turn_between(here, peak)
    between = 0 <= to_peak <= turn if turn >= 0 else turn <= to_peak <= 0
    return off + radius if between else ends


def _away(a: XY, b: XY) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def edge_at(solid: Solid, way: XY, table: tuple[int, int]) -> float:
    """How far a solid may be carried along a unit vector until it touches the table's edge."""
    found = float("inf")
    for x, y in (p for shape in solid for p in shape):
        for here, speed, size in ((x, way[0], table[0]), (y, way[1], table[1])):
            if speed < -1e-12:
                found = min(found, here / -speed)
            elif speed > 1e-12:
                found = min(found, (size - here) / speed)
    return max(0.0, found)


def on_table(solid: Solid, table: tuple[int, int]) -> bool:
    """Whether nothing of a solid lies beyond the edge."""
    return all(
        -EPS <= x <= table[0] + EPS and -EPS <= y <= table[1] + EPS
        for shape in solid
        for x, y in shape
    )


def touches_edge(solid: Solid, table: tuple[int, int]) -> bool:
    """Whether a solid touches or crosses the table's edge."""
    return any(
        x <= EPS or y <= EPS or x >= table[0] - EPS or y >= table[1] - EPS
        for shape in solid
        for x, y in shape
    )


def clear_length(solid: Solid, way: XY, least: float, others: list[Solid]) -> float:
    """The least length, `least` or more, at which a solid carried straight overlaps no other."""
    spans = sorted(span for other in others for span in overlap_spans(solid, other, way))
    length = least
    for enter, leave in spans:
        if enter + EPS < length < leave - EPS:
            length = leave
    return length
