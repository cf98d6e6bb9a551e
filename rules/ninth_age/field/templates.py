"""What lies under templates and on lines (T9A-GEN-08). A model is under one if a part of it is."""

from dataclasses import dataclass

import shapely
from shapely.geometry import LineString, Polygon

from rules.core.values import INCH, ModelId, UnitId
from rules.geometry.blocks import bearing
from rules.geometry.convex import Solid
from rules.geometry.measure import EPS, XY
from rules.ninth_age.arms import Weapon
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground

FLAME = 3
"""Inches across the template of a flame thrower (T9A-WPN-06)."""


@dataclass(frozen=True)
class Under:
    """A model that something lies on: whose it is (`part`), the unit it stands in, and how far
    along the way it is met first."""

    model: ModelId
    part: UnitId
    unit: UnitId
    along: float


def template_radius(weapon: Weapon) -> int:
    """The radius of a weapon's template."""
    return (FLAME if weapon.artillery == "flame" else int(weapon.size or FLAME)) * INCH // 2


def covers(solid: Solid, at: XY, radius: float) -> bool:
    """Whether a disc lies on any part of a solid."""
    return any(shapely.distance(Polygon(s), shapely.Point(at)) < radius - EPS for s in solid)


def under(ground: Ground, way: tuple[XY, ...], radius: float) -> list[Under]:
    """The models that a disc lies on, sweeps over, or, without a radius, a line crosses, in the
    order in which the way meets them."""
    path = shapely.Point(way[0]) if len(way) == 1 else LineString(way)
    found = []
    for unit in ground.standing():
        block = ground.block(unit)
        if shapely.distance(Polygon(block.corners), path) > radius:
            continue
        for seat in ground.seats(unit):
            shape = shapely.union_all([Polygon(block.shape_of(n)) for n in seat.places])
            if _meets(shape, path, radius):
                at = shapely.line_locate_point(path, shape.centroid) if len(way) > 1 else 0.0
                part = ground.table.models[seat.model].unit
                found.append(Under(seat.model, part, unit, float(at)))
    return sorted(found, key=lambda one: (one.along, one.model))


def _meets(shape: Polygon, path: shapely.Geometry, radius: float) -> bool:
    if radius:
        return bool(shapely.distance(shape, path) < radius - EPS)
    return bool(shapely.intersection(shape, path).length > EPS)


def standing_on(ground: Ground, at: XY) -> Under | None:
    """The model whose base holds a point."""
    found = under(ground, (at,), 2 * EPS)
    return found[0] if found else None


def ray(at: XY, facing: int, length: float) -> XY:
    """The end of a straight way."""
    x, y = bearing(facing)
    return at[0] + x * length, at[1] + y * length


def entered(ground: Ground, unit: UnitId, here: XY) -> XY:
    """The point of a unit's outline that a straight line to its middle meets first."""
    block = ground.block(unit)
    line = LineString((here, block.at))
    shape = shapely.union_all([Polygon(s) for s in block.solid])
    crossed = shapely.intersection(line, shape)
    if crossed.is_empty:
        x, y = shapely.shortest_line(shape, shapely.Point(here)).coords[0]
        return float(x), float(y)
    near = shapely.shortest_line(crossed, shapely.Point(here)).coords[0]
    return float(near[0]), float(near[1])


def stopped(ground: Ground, way: tuple[XY, XY]) -> float:
    """How far a ball flies before impassable ground or a wall stops it (T9A-WPN-08)."""
    line = LineString(way)
    far = float(line.length)
    for piece in ground.table.terrain.values():
        if terrain.kind(piece) not in ("impassable", "building", "wall"):
            continue
        crossed = shapely.intersection(line, Polygon(piece.outline))
        if not crossed.is_empty:
            far = min(far, float(shapely.distance(shapely.Point(way[0]), crossed)))
    return far
