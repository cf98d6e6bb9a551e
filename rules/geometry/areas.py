"""Areas made of outlines, asked about points, lines, discs and each other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon

from rules.geometry.blocks import TURN, Block, bearing, rightward
from rules.geometry.convex import Box, Shape, Solid, box_of
from rules.geometry.measure import XY

Numbers = frozenset[int]
"""Which of several points or lines, by their places in the sequence."""
NONE: Numbers = frozenset()


Lies = tuple[tuple[int, ...], int]
"""On which of several bases a disc lies, and the one under its centre, or -1."""


class Lines:
    """Straight lines from a point to others."""

    def __init__(self, start: XY, ends: Sequence[XY]) -> None:
        points = np.empty((len(ends), 2, 2))
        points[:, 0], points[:, 1] = start, ends
        self.drawn = shapely.linestrings(points)


class Spots:
    """Places that several areas are asked about: a row each."""

    def __init__(self, at: NDArray[np.float64]) -> None:
        self.at = at

    @classmethod
    def around(cls, at: XY, far: float, count: int) -> "Spots":
        """So many places on a circle, the first along +y, then clockwise."""
        return cls(np.array(at) + far * _ways(count))

    def about(self, box: Box, far: float) -> "Spots":
        """Those that lie in a box or no farther from its sides."""
        west, south, east, north = box
        low, high = np.array((west, south)) - far, np.array((east, north)) + far
        return Spots(self.at[((self.at >= low) & (self.at <= high)).all(axis=1)])

    def upon(self, block: Block, bases: Sequence[Solid], far: float) -> Counter[Lies]:
        """Upon which of a block's bases discs of a radius lie, and how many lie so."""
        if block.disc:
            area = Area(bases[0])
            near = shapely.dwithin(area.shape, self.drawn, far)[:, None]
            holds = shapely.intersects_xy(area.shape, self.at)[:, None]
        else:
            right, ahead = rightward(block.facing), block.ahead
            local = (self.at - block.at) @ np.array((right, ahead)).T
            boxes = np.array([_local(block, base) for base in bases])
            aside = np.maximum(boxes[:, :2] - local[:, None], local[:, None] - boxes[:, 2:])
            beside = np.maximum(aside, 0.0)
            near = (beside * beside).sum(axis=2) <= far * far
            holds = (aside <= 0.0).all(axis=2)
        centre = np.where(holds.any(axis=1), holds.argmax(axis=1), -1)
        alike = Counter(zip(map(bytes, np.packbits(near, axis=1)), centre.tolist(), strict=True))
        return Counter({
            (tuple(np.flatnonzero(np.unpackbits(np.frombuffer(key, np.uint8))).tolist()), middle): n
            for (key, middle), n in alike.items()
        })  # fmt: skip

    @cached_property
    def drawn(self) -> Any:
        """The same as points."""
        return shapely.points(self.at)


def _local(block: Block, base: Solid) -> Box:
    """The box of a base to the right and ahead of its block's centre."""
    return box_of(tuple(tuple(block.local(corner) for corner in shape) for shape in base))


@lru_cache(maxsize=4)
def _ways(count: int) -> NDArray[np.float64]:
    return np.array([bearing(number * TURN // count) for number in range(count)])


class Area:
    """Some outlines as one area, larger (or, below 0, smaller) by `grown` on every side."""

    def __init__(self, outlines: Iterable[Shape], grown: float = 0.0) -> None:
        around: list[Any] = [Polygon(outline) for outline in outlines]
        if grown:
            around = [shape.buffer(grown) for shape in around]
        self.shape = around[0] if len(around) == 1 else shapely.union_all(around)
        shapely.prepare(self.shape)

    def shortest(self, other: "Area") -> tuple[XY, XY]:
        """The points of this area and of another that are nearest to each other."""
        ends = shapely.get_coordinates(shapely.shortest_line(self.shape, other.shape))
        (ax, ay), (bx, by) = ends
        return (float(ax), float(ay)), (float(bx), float(by))

    def holding(self, points: Sequence[XY]) -> Numbers:
        """The points that lie in it or on its edge."""
        return _numbers(shapely.intersects_xy(self.shape, np.array(points)))

    def cutting(self, lines: Lines) -> Numbers:
        """The lines that go through it."""
        return _numbers(shapely.intersects(self.shape, lines.drawn))

    def gap(self, way: Sequence[XY]) -> float:
        """The distance to a point or to a way of several, 1/100 mm."""
        return float(shapely.distance(self.shape, _path(way)))

    def crossed(self, way: Sequence[XY]) -> float:
        """How much of a way lies in it."""
        return float(shapely.intersection(self.shape, _path(way)).length)

    def along(self, way: Sequence[XY]) -> float:
        """How far along a way its middle is passed; 0 on a single point."""
        if len(way) == 1:
            return 0.0
        return float(shapely.line_locate_point(_path(way), self.shape.centroid))

    def met(self, start: XY, end: XY) -> XY | None:
        """Where a straight line first meets it; None where it goes by."""
        crossed = shapely.intersection(LineString((start, end)), self.shape)
        return None if crossed.is_empty else _nearest(crossed, start)

    def nearest(self, at: XY) -> XY:
        """Its point nearest to another."""
        return _nearest(self.shape, at)

    def share_in(self, other: "Area") -> float:
        """How much of it lies in another area, from 0 to 1."""
        return float(shapely.intersection(self.shape, other.shape).area / self.shape.area)


def _numbers(mask: Any) -> Numbers:
    return frozenset(np.flatnonzero(mask).tolist())


def _path(way: Sequence[XY]) -> Any:
    return Point(way[0]) if len(way) == 1 else LineString(way)


def _nearest(shape: Any, at: XY) -> XY:
    x, y = shapely.shortest_line(shape, Point(at)).coords[0]
    return float(x), float(y)
