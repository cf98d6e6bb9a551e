"""What lies under templates and on lines (T9A-GEN-08). A model is under one if a part of it is."""

from dataclasses import dataclass

from rules.core.values import INCH, ModelId, UnitId
from rules.geometry.arcs import outline_points
from rules.geometry.areas import Area
from rules.geometry.blocks import bearing
from rules.geometry.convex import Solid, box_of, boxes_meet, separation
from rules.geometry.measure import EPS, XY, distance
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
    spot = ((at,),)
    return (
        boxes_meet(box_of(spot), box_of(solid), radius) and separation(spot, solid) < radius - EPS
    )


def under(ground: Ground, way: tuple[XY, ...], radius: float) -> list[Under]:
    """The models that a disc lies on, sweeps over, or, without a radius, a line crosses, in the
    order in which the way meets them."""
    found = []
    passed = box_of((way,))
    for unit in ground.standing():
        block = ground.block(unit)
        if not boxes_meet(passed, block.box, radius) or Area((block.corners,)).gap(way) > radius:
            continue
        for seat in ground.seats(unit):
            base = Area(seat.solid(block))
            if _meets(base, way, radius):
                part = ground.table.models[seat.model].unit
                found.append(Under(seat.model, part, unit, base.along(way)))
    return sorted(found, key=lambda one: (one.along, one.model))


def _meets(base: Area, way: tuple[XY, ...], radius: float) -> bool:
    if radius:
        return base.gap(way) < radius - EPS
    return base.crossed(way) > EPS


def standing_on(ground: Ground, at: XY) -> Under | None:
    """The model whose base holds a point."""
    found = under(ground, (at,), 2 * EPS)
    return found[0] if found else None


def ray(at: XY, facing: int, length: float) -> XY:
    """The end of a straight way."""
    x, y = bearing(facing)
    return at[0] + x * length, at[1] + y * length


def entered(ground: Ground, unit: UnitId, target: UnitId) -> XY:
    """The point of a target's outline that a straight line to its middle meets first; if that is
    hidden the nearest to it that is seen (T9A-WPN-08)."""
    here, block = ground.block(unit).at, ground.block(target)
    area = Area(block.solid)
    first = area.met(here, block.at) or area.nearest(here)
    if ground.sees(unit, target, at=first):
        return first
    met = (area.met(here, point) or point for point in outline_points(block.solid))
    for point in sorted(met, key=lambda point: distance(point, first)):
        if ground.sees(unit, target, at=point):
            return point
    return first


def stopped(ground: Ground, way: tuple[XY, XY], home: str = "") -> float:
    """How far a ball flies before impassable ground or a wall stops it (T9A-WPN-08); not the
    building of whom it is shot at."""
    start, end = way
    far = distance(start, end)
    for key, piece in ground.table.terrain.items():
        if key != home and terrain.kind(piece) in ("impassable", "building", "wall"):
            at = terrain.area_of(piece).met(start, end)
            far = far if at is None else min(far, distance(start, at))
    return far
