"""Blocks of ranks and files: bases side by side, all looking one way.

A block is known by the number of its bases, their size, the files, and its pose: the centre of the
smallest rectangle around it that is parallel to its front, and its facing. Facings are 1/1000
degree, 0 along +y, growing clockwise; lengths 1/100 mm. Places are numbered rank by rank from the
front, left to right as seen along the facing; an incomplete last rank begins at the left file.

Beside the first rank a base of another size may stand on either side, level with its front: they
are no part of the ranks, and their places come after those of the ranks, the left one first. Bases
in open order stand a gap apart; the block is then the outline of all of them, gaps included: no
base fits between them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import atan2, cos, degrees, pi, sin

from .convex import Box, Shape, Solid, box_of
from .measure import XY
from .outline import rectangle

TURN = 360_000
CORNERS = 96
"""Corners of the polygon that stands for a round base: it is off by less than the tolerance of
comparisons for bases up to 90 mm across."""


def bearing(facing: float) -> XY:
    """The unit vector of a facing."""
    angle = facing * pi / 180_000
    return sin(angle), cos(angle)


def rightward(facing: float) -> XY:
    """The unit vector to the right of a facing."""
    x, y = bearing(facing)
    return y, -x


def facing_towards(here: XY, there: XY) -> int:
    """The facing from one point to another."""
    return round(degrees(atan2(there[0] - here[0], there[1] - here[1])) * 1000) % TURN


def turn_between(facing: int, other: int) -> int:
    """The turn from one facing to another: from -180° (left) to 180° (right)."""
    turn = (other - facing) % TURN
    return turn - TURN if turn > TURN // 2 else turn


def turned(at: XY, pivot: XY, turn: float) -> XY:
    """A point turned clockwise about another."""
    angle = turn * pi / 180_000
    c, s = cos(angle), sin(angle)
    x, y = at[0] - pivot[0], at[1] - pivot[1]
    return pivot[0] + x * c + y * s, pivot[1] - x * s + y * c


Base = tuple[int, int]
"""A base's width along the front, and its depth."""


SIZES = ("front", "ranks", "pitch", "inset", "width", "depth")
"""What is the same of a block wherever it stands."""


@dataclass(frozen=True)
class Block:
    """`count` bases of `base` in `files`, around `at`."""

    at: XY
    facing: int
    base: Base
    count: int
    files: int
    disc: bool = False
    """One round base, whose diameter is both sizes of `base`."""
    gap: int = 0
    """Between neighbouring bases in open order."""
    left: Base | None = None
    right: Base | None = None
    """Bases beside the first rank."""

    @cached_property
    def front(self) -> int:
        """Bases in the first rank."""
        return max(1, min(self.files, self.count))

    @cached_property
    def ranks(self) -> int:
        """Ranks, an incomplete one included."""
        return max(1, -(-self.count // self.front))

    @property
    def last(self) -> int:
        """Bases in the last rank."""
        return self.count - (self.ranks - 1) * self.front

    @property
    def total(self) -> int:
        """All places, those beside the first rank included."""
        return self.count + (self.left is not None) + (self.right is not None)

    @property
    def ends(self) -> tuple[int, int]:
        """The places at the left and the right end of the front."""
        return (
            self.count if self.left else 0,
            self.total - 1 if self.right else self.front - 1,
        )

    @cached_property
    def pitch(self) -> tuple[int, int]:
        """From a place to the next one beside it, and behind it."""
        return self.base[0] + self.gap, self.base[1] + self.gap

    @cached_property
    def inset(self) -> int:
        """How far from the left end of the front its ranks begin."""
        return self.left[0] + self.gap if self.left else 0

    @cached_property
    def width(self) -> int:
        """Length of the front."""
        right = self.right[0] + self.gap if self.right else 0
        return self.inset + self.front * self.pitch[0] - self.gap + right

    @cached_property
    def depth(self) -> int:
        """From the front to what stands farthest back."""
        beside = (one[1] for one in (self.left, self.right) if one)
        return max((self.ranks * self.pitch[1] - self.gap, *beside))

    @cached_property
    def corners(self) -> tuple[XY, XY, XY, XY]:
        """The corners of the rectangle: front left, front right, back right, back left."""
        return rectangle(self.at, self.width, self.depth, self.facing)

    @cached_property
    def box(self) -> Box:
        """The upright box around it."""
        return box_of((self.corners,))

    @cached_property
    def ahead(self) -> XY:
        """The unit vector of the facing."""
        return bearing(self.facing)

    @cached_property
    def solid(self) -> Solid:
        """The union of the bases as convex shapes."""
        if self.disc:
            return (self.shape_of(0),)
        if self.last == self.front and self.total == self.count:
            return (self.corners,)
        beside = tuple(self.shape_of(number) for number in range(self.count, self.total))
        return (*self._ranks(), *beside)

    def _ranks(self) -> Solid:
        """The ranks as one rectangle, or as two where the last rank is incomplete."""
        wide, deep = self.pitch
        left = self.inset
        across = self.front * wide - self.gap
        if self.last == self.front:
            return (self._part(left, 0, across, self.ranks * deep - self.gap),)
        back = (self.ranks - 1) * deep
        rest = self._part(left, back, self.last * wide - self.gap, self.base[1])
        return (self._part(left, 0, across, back), rest) if back else (rest,)

    def _part(self, left: float, back: float, width: float, depth: float) -> Shape:
        """A rectangle whose front left corner lies so far from that of the block."""
        middle = self.point(left + (width - self.width) / 2, (self.depth - depth) / 2 - back)
        return rectangle(middle, width, depth, self.facing)

    def point(self, right: float, ahead: float) -> XY:
        """A point given by how far to the right and ahead of the centre it lies."""
        fx, fy = self.ahead
        return self.at[0] + fx * ahead + fy * right, self.at[1] + fy * ahead - fx * right

    def local(self, at: XY) -> XY:
        """How far to the right and ahead of the centre a point lies."""
        fx, fy = self.ahead
        x, y = at[0] - self.at[0], at[1] - self.at[1]
        return x * fy - y * fx, x * fx + y * fy

    def place(self, number: int) -> XY:
        """The centre of a place, counted from 0."""
        if number >= self.count:
            return self._beside(number)
        rank, file = divmod(number, self.front)
        right = self.inset + file * self.pitch[0] + self.base[0] / 2 - self.width / 2
        return self.point(right, self.depth / 2 - rank * self.pitch[1] - self.base[1] / 2)

    def _beside(self, number: int) -> XY:
        wide, deep = self.base_of(number)
        way = -1 if number == self.count and self.left else 1
        return self.point(way * (self.width - wide) / 2, (self.depth - deep) / 2)

    def base_of(self, number: int) -> Base:
        """The size of the base on a place."""
        if number < self.count:
            return self.base
        beside = self.left if number == self.count and self.left else self.right
        return beside or self.base

    def places(self) -> list[XY]:
        """The centres of all places."""
        return [self.place(number) for number in range(self.total)]

    def shape_of(self, number: int) -> Shape:
        """The base on a place."""
        if self.disc:
            # Half as far outside the circle with its corners as inside with its edges.
            radius = self.base[0] / 2 * (1 + (1 - cos(pi / CORNERS)) / 2)
            ways = [bearing(self.facing - 360_000 * k / CORNERS) for k in range(CORNERS)]
            return tuple((self.at[0] + x * radius, self.at[1] + y * radius) for x, y in ways)
        return rectangle(self.place(number), *self.base_of(number), self.facing)

    def front_of(self, file: int) -> Block:
        """The first model of a file, alone."""
        return Block(self.place(file), self.facing, self.base, 1, 1, self.disc)

    def with_first_at(self, first: XY) -> Block:
        """The same block, put so that its first place (front left) is here."""
        here = self.place(0)
        return self.moved(first[0] - here[0], first[1] - here[1])

    def moved(self, dx: float, dy: float) -> Block:
        """The block carried without turning."""
        return self.standing((self.at[0] + dx, self.at[1] + dy), self.facing)

    def advanced(self, length: float) -> Block:
        """The block carried straight ahead; backwards when negative."""
        (x, y) = self.ahead
        return self.moved(x * length, y * length)

    def turned(self, pivot: XY, turn: int) -> Block:
        """The block turned clockwise about a point."""
        return self.standing(turned(self.at, pivot, turn), (self.facing + turn) % TURN)

    def standing(self, at: XY, facing: int) -> Block:
        """The same formation elsewhere; what is known of its size is known there too."""
        made = Block(
            at, facing, self.base, self.count, self.files, self.disc, self.gap, self.left,
            self.right,
        )  # fmt: skip
        known, there = self.__dict__, made.__dict__
        for name in SIZES:
            if name in known:
                there[name] = known[name]
        return made

    def filled(self, other: Block) -> Block:
        """The same block, in the same files, with the bases of another one."""
        return replace(self, count=other.count, gap=other.gap, left=other.left, right=other.right)

    def formed(self, files: int, facing: int) -> Block:
        """The same bases in another formation about the same centre."""
        return replace(self, files=files, facing=facing % TURN)
