"""Small tables for the geometry tests, in inches."""

from __future__ import annotations

import math
import random
from itertools import combinations

from rules.geometry import EPS, INCH, Area, Field, Hull, Outline, Point, gap_between

FOOT = INCH // 2
TABLE = (48 * INCH, 36 * INCH)
VERY_SHORT = 2 * INCH


def at(x: float, y: float) -> Point:
    """A point given in inches."""
    return round(x * INCH), round(y * INCH)


def way(*points: tuple[float, float]) -> list[Point]:
    """A path given in inches."""
    return [at(*p) for p in points]


def area(*points: tuple[float, float]) -> Outline:
    """An outline given in inches."""
    return Outline(way(*points))


def hulls_of(name: str, unit: list[Point], radius: int = FOOT) -> list[tuple[str, Hull]]:
    """The hulls between the bases of one unit that are two inches apart at most."""
    return [
        (name, Hull(a, radius, b, radius))
        for a, b in combinations(unit, 2)
        if gap_between(a, radius, b, radius) <= VERY_SHORT + EPS
    ]


def field_of(
    units: dict[str, list[Point]],
    open_units: tuple[str, ...] = (),
    areas: list[tuple[str, Area]] | None = None,
    radius: int = FOOT,
) -> Field:
    """A field of foot units; the gaps of `open_units` do not count."""
    discs = {(name, k): (p, FOOT) for name, unit in units.items() for k, p in enumerate(unit)}
    hulls = [
        h for name, unit in units.items() if name not in open_units for h in hulls_of(name, unit)
    ]
    return Field.build(radius, TABLE, discs, hulls, areas or [])


def crowd(
    seed: int,
    units: int = 10,
    models: int = 8,
    pieces: int = 8,
) -> tuple[dict[str, list[Point]], list[tuple[str, Area]]]:
    """A crowded table: units in loose blocks, pieces of impassable ground between them."""
    rng = random.Random(seed)
    made: dict[str, list[Point]] = {}
    ground: list[tuple[str, Area]] = []
    centres: list[tuple[float, float]] = []
    for _ in range(3000):
        c = (rng.uniform(4, 44), rng.uniform(4, 32))
        apart = min((math.dist(c, d) for d in centres), default=99.0)
        if len(made) < units and apart > 4.6:
            centres.append(c)
            made[f"u{len(made)}"] = block(rng, models, c)
        elif len(made) == units and len(ground) < pieces and apart > 3.8:
            centres.append(c)
            k = rng.randint(5, 10)
            ring = [
                (
                    c[0] + size * math.cos(2 * math.pi * j / k),
                    c[1] + size * math.sin(2 * math.pi * j / k),
                )
                for j, size in enumerate(rng.uniform(0.8, 1.7) for _ in range(k))
            ]
            ground.append((f"g{len(ground)}", Area(area(*ring))))
    return made, ground


def block(rng: random.Random, models: int, centre: tuple[float, float]) -> list[Point]:
    """A loose square of models, turned at random."""
    side = math.ceil(math.sqrt(models))
    turn = rng.uniform(0, 2 * math.pi)
    places = []
    for k in range(models):
        x = (k % side - side / 2) * 1.3 + rng.uniform(-0.1, 0.1)
        y = (k // side - side / 2) * 1.3 + rng.uniform(-0.1, 0.1)
        places.append(
            at(
                centre[0] + x * math.cos(turn) - y * math.sin(turn),
                centre[1] + x * math.sin(turn) + y * math.cos(turn),
            )
        )
    return places
