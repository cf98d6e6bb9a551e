"""Outlines of a scalar grid: the rings round the cells whose value is above zero."""

from __future__ import annotations

import numpy as np
import shapely

from .kernel import Floats
from .measure import XY, Point
from .outline import snap_ring

# Per case of the four corners (1 low left, 2 low right, 4 high right, 8 high left) the edges the
# outline runs between: 0 low, 1 right, 2 high, 3 left; inside is on its left.
_CASES: dict[int, list[tuple[int, int]]] = {
    1: [(0, 3)],
    2: [(1, 0)],
    3: [(1, 3)],
    4: [(2, 1)],
    5: [(0, 3), (2, 1)],
    6: [(2, 0)],
    7: [(2, 3)],
    8: [(3, 2)],
    9: [(0, 2)],
    10: [(1, 0), (3, 2)],
    11: [(1, 2)],
    12: [(3, 1)],
    13: [(0, 1)],
    14: [(3, 0)],
}
Edge = tuple[int, int, int]


def rings_above(
    values: Floats,
    origin: Point,
    cell: int,
    tolerance: float = 25.0,
) -> list[tuple[Point, ...]]:
    """Closed rings of grid points where bilinear values cross zero, simplified."""
    grid = np.full((values.shape[0] + 2, values.shape[1] + 2), -float(cell))
    grid[1:-1, 1:-1] = values
    above = grid > 0.0
    case = above[:-1, :-1] * 1 + above[1:, :-1] * 2 + above[1:, 1:] * 4 + above[:-1, 1:] * 8
    follow: dict[Edge, Edge] = {}
    mixed = np.argwhere((case > 0) & (case < 15))
    for i, j in mixed.tolist():
        # An edge is named by its lower left grid point and whether it runs along x (0) or y (1).
        names: tuple[Edge, ...] = ((i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1))
        for a, b in _CASES[int(case[i, j])]:
            follow[names[a]] = names[b]
    rings: list[tuple[Point, ...]] = []
    while follow:
        first, at = follow.popitem()
        chain = [first]
        while at != first and at in follow:
            chain.append(at)
            at = follow.pop(at)
        ring = snap_ring(_simplified([_crossing(grid, e, origin, cell) for e in chain], tolerance))
        if len(ring) >= 3:
            rings.append(tuple(ring))
    rings.sort()
    return rings


def _crossing(grid: Floats, edge: Edge, origin: Point, cell: int) -> XY:
    i, j, along_y = edge
    a = float(grid[i, j])
    b = float(grid[i, j + 1] if along_y else grid[i + 1, j])
    t = 0.5 if a == b else a / (a - b)
    x, y = (i - 1.0, j - 1.0 + t) if along_y else (i - 1.0 + t, j - 1.0)
    return origin[0] + x * cell, origin[1] + y * cell


def _simplified(ring: list[XY], tolerance: float) -> list[XY]:
    if len(ring) < 8:
        return ring
    line = shapely.LineString([*ring, ring[0]]).simplify(tolerance, preserve_topology=False)
    return [(float(x), float(y)) for x, y in line.coords][:-1]
