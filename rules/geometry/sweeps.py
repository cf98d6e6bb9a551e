"""Which of many ways run into something for certain, all looked at in one go.

Most ways onto the side of a target in a crowd are blocked, and judging them one by one is what a
charge costs. A straight leg sweeps a longer rectangle and a wheel passes through the rectangles of
its turns; one that lies deep in an obstacle stops the way. What is not stopped here may still be:
wheels between the turns looked at, and ways that pass close by, are for the exact judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .blocks import Block, rightward
from .convex import Shape
from .measure import EPS, XY
from .onto import Floats, Mask
from .wheels import Obstacle

CORNERS = 8
"""Corners of an obstacle that are looked at; a rounder one is taken for a polygon inside it."""
TURNS = (1.0, 1 / 3, 2 / 3)
"""Parts of a wheel that are looked at, each of the ways that are left: its end with the leg after
it."""
DEEP = 2 * EPS
"""So deep in each other two shapes touch no longer, whatever the distance to be kept."""


Reach = tuple[Floats, Floats]
"""Axes of rectangles, and half their lengths along them."""


@dataclass(frozen=True)
class Walls:
    """Convex obstacles: their corners (x and y, corner, obstacle), the normals of their edges in
    the same order, and their span along each normal (edge, obstacle)."""

    corners: Floats
    normals: Floats
    low: Floats
    high: Floats

    @property
    def count(self) -> int:
        """How many shapes there are."""
        return len(self.low[0])


def walls(obstacles: Sequence[Obstacle]) -> Walls:
    """Obstacles made ready to be run into often."""
    shapes = [shape for obstacle in obstacles for shape in obstacle.solid]
    size = min(CORNERS, max(map(len, shapes), default=CORNERS))
    rings = [_ring(shape, size) for shape in shapes]
    corners = np.array(rings, np.float64).reshape(-1, size, 2).transpose(2, 1, 0)
    x, y = np.roll(corners, -1, axis=1) - corners
    length = np.hypot(x, y)
    # A corner that is named twice has no edge: the first edge stands in.
    normals = np.where(length > 0.0, (y, -x), (y[:1], -x[:1])) / np.where(
        length > 0.0, length, length[:1]
    )
    along = np.einsum("iko,ico->kco", normals, corners)
    return Walls(np.ascontiguousarray(corners), normals, along.min(axis=1), along.max(axis=1))


def _ring(shape: Shape, size: int) -> Shape:
    """So many corners of a shape; the last is named again where it has fewer."""
    some = shape[:: -(-len(shape) // size)]
    return (*some, *some[-1:] * (size - len(some)))


class Sweeps:
    """What a block runs into on many ways at once."""

    def __init__(self, block: Block, against: Walls) -> None:
        self._block, self._against = block, against
        self._nothing = block.disc or not against.count
        self._ahead = np.inf if self._nothing else _straight_on(block, against)
        self._rectangles = _rectangles(block)

    def depths(
        self, first: Floats, wheel: NDArray[np.int64], second: Floats, enough: Floats
    ) -> Floats:
        """For each way, given by its first leg, its wheel and its second leg, how deep it runs
        into something for certain, 0 or less where it may pass: a way every point of which lies no
        farther than so from where this one leads it is stopped too. A way is looked at no further
        when it is deeper than `enough`. Lengths in 1/100 mm."""
        found = np.asarray(first - self._ahead, np.float64)
        for part in () if self._nothing else TURNS:
            left = np.flatnonzero(found <= enough)
            if not len(left):
                break
            legs = first[left], wheel[left].astype(np.float64), second[left]
            found[left] = np.maximum(found[left], self._at(part, *legs))
        return found

    def _at(self, part: float, first: Floats, wheel: Floats, second: Floats) -> Floats:
        """How deep the block is in something at one turn of its wheel, at its end on the leg after
        it too."""
        turns, which = np.unique(wheel, return_inverse=True)
        right, ahead = _axes(self._block, turns, part)
        middle = _middles(self._block, first, wheel, right[which], ahead[which])
        far = second if part == 1.0 else np.zeros_like(first)
        found = np.full(len(first), -np.inf)
        for low, high, back, fore in self._rectangles:
            at = middle + right[which] * (low + high) / 2
            at += ahead[which] * ((back + fore + far) / 2)[:, None]
            wide, long = np.full_like(far, (high - low) / 2), (fore - back + far) / 2
            deep = _depths(at, ((right, wide), (ahead, long)), which, self._against)
            found = np.maximum(found, deep)
        return found


def _straight_on(block: Block, against: Walls) -> float:
    """How far straight on a block gets before it is in something for certain: it is when it is on
    every axis, and on each it comes nearer as it goes on, or not at all."""
    own = np.array((rightward(block.facing), block.ahead)).T[:, :, None]
    axes = np.concatenate((np.broadcast_to(own, (2, 2, against.count)), against.normals), axis=1)
    along = np.einsum("iko,ico->kco", axes, against.corners)
    speed = np.einsum("iko,i->ko", axes, block.ahead)
    speeds = np.stack((np.maximum(speed, 0.0), np.maximum(-speed, 0.0)))
    longest = np.inf
    for shape in block.solid:
        here = np.einsum("iko,ci->kco", axes, shape)
        missing = DEEP + np.stack((
            along.min(axis=1) - here.max(axis=1), here.min(axis=1) - along.max(axis=1)
        ))  # fmt: skip
        never = np.where(missing < 0.0, -np.inf, np.inf)
        until = np.divide(missing, speeds, out=never, where=speeds > 0.0)
        longest = min(longest, float(until.max(axis=(0, 1)).min()))
    return longest


def crowded(block: Block, way: XY, lengths: Sequence[float], against: Walls) -> list[bool]:
    """For each length whether a block moved so far along a unit vector stands in something for
    certain."""
    count = len(lengths)
    if block.disc or not count or not against.count:
        return [False] * count
    right, ahead = _axes(block, np.zeros(1), 0.0)
    moved = np.array(block.at) + np.outer(lengths, way)
    found: Mask = np.zeros(count, np.bool_)
    for low, high, back, fore in _rectangles(block):
        at = moved + right * (low + high) / 2 + ahead * (back + fore) / 2
        wide, long = np.full(count, (high - low) / 2), np.full(count, (fore - back) / 2)
        which = np.zeros(count, np.intp)
        found |= _depths(at, ((right, wide), (ahead, long)), which, against) > 0.0
    return [bool(one) for one in found]


def _axes(block: Block, turns: Floats, part: float) -> tuple[Floats, Floats]:
    """To the right and ahead at a part of some wheels: a row a wheel."""
    angles = np.radians((block.facing + turns * part) / 1000.0)
    s, c = np.sin(angles), np.cos(angles)
    return np.stack((c, -s), axis=-1), np.stack((s, c), axis=-1)


def _middles(block: Block, first: Floats, wheel: Floats, right: Floats, ahead: Floats) -> Floats:
    """Where the block's centre is when it looks ahead so, after the first leg: a row a way."""
    left = wheel[:, None] < 0
    pivot = np.where(left, block.corners[0], block.corners[1])
    pivot = pivot + first[:, None] * np.array(block.ahead)
    aside = np.where(left, block.width / 2, -block.width / 2)
    middles: Floats = pivot + right * aside - ahead * block.depth / 2
    return middles


def _rectangles(block: Block) -> list[tuple[float, float, float, float]]:
    """The block's shapes about its centre: from left to right, from back to front."""
    local = [[block.local(corner) for corner in shape] for shape in block.solid]
    return [
        (min(x for x, _ in some), max(x for x, _ in some),
         min(y for _, y in some), max(y for _, y in some))
        for some in local
    ]  # fmt: skip


def _depths(
    at: Floats, axes: tuple[Reach, Reach], which: NDArray[np.intp], against: Walls
) -> Floats:
    """How deep rectangles lie in an obstacle, beyond what counts as a touch. `which` are the rows
    of their axes: most share them. The rectangles' own axes part most pairs, so the edges' normals
    are asked last."""
    inside = np.full((len(at), against.count), np.inf)
    for axis, half in axes:
        there = _along(axis, against.corners)
        middle = np.einsum("ni,ni->n", axis[which], at)[:, None]
        np.minimum(inside, there.max(axis=1)[which] - middle + half[:, None], out=inside)
        np.minimum(inside, middle + half[:, None] - there.min(axis=1)[which], out=inside)
    row, shape = np.nonzero(inside > DEEP)
    normals = against.normals[:, :, shape]
    here = np.einsum("pi,ikp->kp", at[row], normals)
    wide = sum(
        np.abs(np.einsum("pi,ikp->kp", axis[which[row]], normals)) * half[row]
        for axis, half in axes
    )
    deep = np.minimum(inside[row, shape], (here + wide - against.low[:, shape]).min(axis=0))
    deep = np.minimum(deep, (against.high[:, shape] - here + wide).min(axis=0))
    found = np.full(len(at), -np.inf)
    if len(row):
        ones, starts = np.unique(row, return_index=True)
        found[ones] = np.maximum.reduceat(deep, starts) - DEEP
    return found


def _along(some: Floats, others: Floats) -> Floats:
    """The products of some vectors with others: one, corner, obstacle."""
    products: Floats = (some @ others.reshape(2, -1)).reshape(len(some), *others.shape[1:])
    return products
