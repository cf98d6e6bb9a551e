"""How near a moving disc comes to others, and where along its way. Lengths in 1/100 mm."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np

from .measure import EPS, XY, Point, chord, distance, legs_of

Interval = tuple[float, float]
"""From and to, as lengths along the path."""


@dataclass(frozen=True, slots=True)
class Closeness:
    """What the way of one disc looked like to one other disc.

    `nearest`, `at_start` and `at_end` are edge distances (negative when overlapping), `where` the
    length along the path at which the nearest was reached, `inside` the open stretches of the
    path on which the distance was below the asked limit (less EPS).
    """

    nearest: float
    where: float
    at_start: float
    at_end: float
    inside: tuple[Interval, ...]


def closeness(
    path: Sequence[XY],
    radius: float,
    others: Mapping[Hashable, tuple[Point, int]],
    limit: float,
) -> dict[Hashable, Closeness]:
    """The closeness of a disc moved along a path to every other disc that it gets nearer to than
    `limit` (by more than EPS). Others are left out of the answer."""
    if not others:
        return {}
    found: dict[Hashable, Closeness] = {}
    keys = list(others)
    table = np.array([(p[0], p[1], r) for p, r in others.values()], dtype=np.float64)
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    wide = table[:, 2] + (radius + limit)
    near = (
        (table[:, 0] > min(xs) - wide)
        & (table[:, 0] < max(xs) + wide)
        & (table[:, 1] > min(ys) - wide)
        & (table[:, 1] < max(ys) + wide)
    )
    for index in np.nonzero(near)[0]:
        key = keys[int(index)]
        centre, other_radius = others[key]
        one = measure_closeness(path, radius, centre, other_radius, limit)
        if one.inside or one.nearest < limit - EPS:
            found[key] = one
    return found


def measure_closeness(
    path: Sequence[XY],
    radius: float,
    centre: XY,
    other_radius: float,
    limit: float,
) -> Closeness:
    """The closeness of a disc moved along a path to one other disc."""
    apart = radius + other_radius
    nearest, where, done = float("inf"), 0.0, 0.0
    inside: list[Interval] = []
    for p, q in legs_of(path):
        dx, dy = q[0] - p[0], q[1] - p[1]
        square = dx * dx + dy * dy
        leg = square**0.5
        t = 0.0
        if square > 0.0:
            t = ((centre[0] - p[0]) * dx + (centre[1] - p[1]) * dy) / square
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
        gap = hypot(p[0] + dx * t - centre[0], p[1] + dy * t - centre[1]) - apart
        if gap < nearest:
            nearest, where = gap, done + leg * t
        cut = chord(p, q, centre, apart + limit - EPS)
        if cut is not None:
            start, end = done + leg * cut[0], done + leg * cut[1]
            # A stretch that goes on over a bend is one stretch.
            if inside and start <= inside[-1][1] + 1e-6:
                inside[-1] = (inside[-1][0], end)
            else:
                inside.append((start, end))
        done += leg
    return Closeness(
        nearest,
        where,
        distance(path[0], centre) - apart,
        distance(path[-1], centre) - apart,
        tuple(inside),
    )


def meet(a: Sequence[Interval], b: Sequence[Interval]) -> bool:
    """True if two sets of stretches have a place of the path in common."""
    return any(max(s, u) < min(t, v) or (s == u and t == v) for s, t in a for u, v in b)
