"""Front, flanks and rear of a block, and whether one block sees another.

From the corners of a block rays leave at 45° outward; they divide the table into front, rear and
two flanks. A point on a ray belongs to front or rear.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Literal

import numpy as np
import shapely
from shapely.geometry import Polygon

from .blocks import Block
from .convex import Solid, box_of, boxes_meet
from .measure import EPS, INCH, XY

Arc = Literal["front", "right", "rear", "left"]
ARCS: tuple[Arc, ...] = ("front", "right", "rear", "left")

SAMPLE = INCH / 4
"""Sight is tried from and to points this far apart."""


def arc_of(block: Block, at: XY) -> Arc:
    """The arc of a block that a point lies in; a round base looks everywhere (T9A-UNIT-10)."""
    if block.disc:
        return "front"
    right, ahead = block.local(at)
    beside = abs(right) - block.width / 2
    if beside <= ahead - block.depth / 2 + EPS:
        return "front"
    if beside <= -ahead - block.depth / 2 + EPS:
        return "rear"
    return "left" if right < 0 else "right"


def lengths_in_arcs(block: Block, a: XY, b: XY) -> dict[Arc, float]:
    """How much of a segment lies in each arc of a block."""
    if block.disc:
        return {**dict.fromkeys(ARCS, 0.0), "front": hypot(b[0] - a[0], b[1] - a[1])}
    (ra, fa), (rb, fb) = block.local(a), block.local(b)
    cuts = {0.0, 1.0}
    # The arcs meet on lines |right| - ahead = const and |right| + ahead = const, and at right = 0.
    for sign in (1.0, -1.0):
        for slope in (1.0, -1.0):
            rise = sign * (rb - ra) + slope * (fb - fa)
            from_here = block.width / 2 - block.depth / 2 - (sign * ra + slope * fa)
            if abs(rise) > 1e-9:
                cuts.add(from_here / rise)
    if abs(rb - ra) > 1e-9:
        cuts.add(-ra / (rb - ra))
    inside = sorted(t for t in cuts if 0.0 <= t <= 1.0)
    whole = hypot(b[0] - a[0], b[1] - a[1])
    found: dict[Arc, float] = dict.fromkeys(ARCS, 0.0)
    for start, end in zip(inside, inside[1:], strict=False):
        t = (start + end) / 2
        middle = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
        found[arc_of(block, middle)] += (end - start) * whole
    return found


def facing_edge(block: Block, arc: Arc) -> tuple[XY, XY]:
    """The edge of a block on one side, left to right as seen by who stands before it."""
    front_left, front_right, back_right, back_left = block.corners
    return {
        "front": (front_right, front_left),
        "right": (back_right, front_right),
        "rear": (back_left, back_right),
        "left": (front_left, back_left),
    }[arc]


def facing_onto(block: Block, arc: Arc) -> int:
    """The facing of who stands flush against one side of a block."""
    return (
        block.facing + {"front": 180, "right": 270, "rear": 0, "left": 90}[arc] * 1000
    ) % 360_000


def along(a: XY, b: XY, step: float = SAMPLE) -> list[XY]:
    """Points of a segment, ends and middle included, no more than `step` apart."""
    parts = max(2, int(np.ceil(hypot(b[0] - a[0], b[1] - a[1]) / step)))
    parts += parts % 2
    return [(a[0] + (b[0] - a[0]) * k / parts, a[1] + (b[1] - a[1]) * k / parts)
            for k in range(parts + 1)]  # fmt: skip


def outline_points(solid: Solid) -> list[XY]:
    """Points of the edges of a solid."""
    return [p for s in solid for k in range(len(s)) for p in along(s[k - 1], s[k])[1:]]


def in_front(viewer: Block, target: Solid) -> bool:
    """Whether any part of a solid lies in the front arc of a block."""
    if any(arc_of(viewer, p) == "front" for shape in target for p in shape):
        return True
    return any(
        lengths_in_arcs(viewer, shape[k - 1], shape[k])["front"] > EPS
        for shape in target
        for k in range(len(shape))
    )


def sees_block(viewer: Block, target: Solid, screens: Sequence[Solid]) -> bool:
    """Whether a straight line from the front of a block to a solid, in its front arc, is clear.

    `screens` are what may hide it; a line may touch a screen, not go through it.
    """
    if not in_front(viewer, target):
        return False
    if not screens or _glimpse(viewer, target, screens):
        return True
    goals = [p for p in outline_points(target) if arc_of(viewer, p) == "front"]
    return clear_line(along(viewer.corners[0], viewer.corners[1]), goals, screens)


def _glimpse(viewer: Block, target: Solid, screens: Sequence[Solid]) -> bool:
    """Whether one line, to a corner of the target, passes by the boxes around all screens."""
    eye = viewer.point(0, viewer.depth / 2)
    goals = (p for shape in target for p in shape if arc_of(viewer, p) == "front")
    goal = min(goals, key=lambda p: hypot(p[0] - eye[0], p[1] - eye[1]), default=None)
    if goal is None:
        return False
    line = box_of(((eye, goal),))
    return not any(boxes_meet(line, box_of(screen), 0.0) for screen in screens)


def clear_line(starts: Sequence[XY], goals: Sequence[XY], screens: Sequence[Solid]) -> bool:
    """Whether any straight line from one of some points to one of others goes through no screen."""
    if not starts or not goals:
        return False
    around = [shape for screen in screens for shape in screen]
    if not around:
        return True
    block = shapely.union_all([Polygon(shape).buffer(-EPS) for shape in around])
    shapely.prepare(block)
    for start in sorted(starts, key=lambda p: abs(p[0] - goals[0][0]) + abs(p[1] - goals[0][1])):
        lines = np.empty((len(goals), 2, 2))
        lines[:, 0] = start
        lines[:, 1] = goals
        if not shapely.intersects(block, shapely.linestrings(lines)).all():
            return True
    return False
