"""Areas made of outlines, asked about points, lines, discs and each other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon

from rules.geometry.blocks import TURN, Block, bearing
from rules.geometry.convex import Box, Shape, Solid, box_of
from rules.geometry.measure import XY

Mask = NDArray[np.bool_]
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

    @cached_property
    def drawn(self) -> Any:
        """The same as points."""
        return shapely.points(self.at)


class Bases:
    """The bases of a block, asked upon which of them discs lie."""

    def __init__(self, block: Block, bases: Sequence[Solid]) -> None:
        self._block = block
        self._round = Area(bases[0]).shape if block.disc else None
        boxes = [box_of(tuple(tuple(map(block.local, shape)) for shape in one)) for one in bases]
        self._boxes = np.array(boxes).T

    def under(self, spots: Spots, radius: float) -> Counter[Lies]:
        """Upon which bases discs of a radius lie, and how many lie so."""
        near, holds = self._told(spots, radius)
        centre = np.where(holds.any(axis=1), holds.argmax(axis=1), -1).astype(np.int64)
        packed = np.concatenate((np.packbits(near, axis=1), centre[:, None].view(np.uint8)), axis=1)
        alike = Counter(packed.view(f"V{packed.shape[1]}").ravel().tolist())
        rows = np.frombuffer(b"".join(alike), np.uint8).reshape(len(alike), -1)
        bits = np.unpackbits(rows[:, :-8], axis=1)
        centres = np.ascontiguousarray(rows[:, -8:]).view(np.int64).ravel()
        lain = (tuple(np.flatnonzero(row).tolist()) for row in bits)
        return Counter(
            dict(zip(zip(lain, centres.tolist(), strict=True), alike.values(), strict=True))
        )

    def _told(self, spots: Spots, radius: float) -> tuple[Mask, Mask]:
        """For each place and base whether a disc there lies on it, and whether its centre does."""
        if self._round is not None:
            near = shapely.dwithin(self._round, spots.drawn, radius)
            return near[:, None], shapely.intersects_xy(self._round, spots.at)[:, None]
        west, south, east, north = self._boxes
        fx, fy = self._block.ahead
        x, y = (spots.at - self._block.at).T[..., None]
        right, ahead = x * fy - y * fx, x * fx + y * fy
        aside = np.maximum(west - right, right - east)
        along = np.maximum(south - ahead, ahead - north)
        holds = (aside <= 0.0) & (along <= 0.0)
        aside, along = np.maximum(aside, 0.0), np.maximum(along, 0.0)
        return aside * aside + along * along <= radius * radius, holds


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
