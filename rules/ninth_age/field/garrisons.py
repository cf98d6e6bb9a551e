"""Units in buildings: who may be in one, the way in and the way out (T9A-TERR-02).

A garrison stands on one place, which is the whole building: one rank and one file. So what is
measured to it is measured to the building's edge. Nothing is written here: previews, suggestions
and answers ask the same functions.
"""

from rules.core.table import Piece
from rules.core.values import INCH, UnitId
from rules.geometry.areas import Area
from rules.geometry.blocks import Block, facing_towards
from rules.geometry.convex import boxes_meet, separation
from rules.geometry.measure import EPS, XY, distance
from rules.geometry.wheels import carry_clear
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground, area
from rules.ninth_age.field.paths import Judged, check_end, obstacles
from rules.ninth_age.numbers import PASSING
from rules.ninth_age.wording import length, named, no

KINDS = frozenset({"infantry", "war_beast", "monstrous_infantry", "monstrous_beast", "swarm"})
"""Troop types that go into buildings."""
CORNERS = 4
"""Buildings are rectangles."""
FARTHEST = 3
"""No model goes farther into a building than so many times its Movement."""
AROUND = 2
"""Who leaves one ends no farther from it than so many times the Movement."""


def may_occupy(ground: Ground, unit: UnitId) -> bool:
    """Whether a unit, with those who have joined it, is one that goes into buildings."""
    return all(ground.stats[part].troop_type in KINDS for part in ground.parts(unit))


def check_empty(ground: Ground, unit: UnitId, building: str) -> Piece:
    """The building. Raises Refused unless this unit may be in it."""
    piece = ground.table.terrain.get(building)
    if piece is None or terrain.kind(piece) != "building" or len(piece.outline) != CORNERS:
        raise no("no_building", "T9A-TERR-02")
    if not may_occupy(ground, unit):
        raise no("garrison_kind", "T9A-TERR-02", unit=named(unit))
    shapes = (area(terrain.solid_of(piece), "breach"),)
    for other, home in ground.garrison.items():
        if home == building and other != unit and ground.table.units[other].models:
            raise no("garrison_full", "T9A-TERR-02", shapes=shapes, other=named(other))
    return piece


def judge_entering(ground: Ground, unit: UnitId, building: str, *, march: bool = False) -> Judged:
    """The way into a building: straight at its nearest point, as it stands, up to contact; no model
    has farther to go than three times the Movement. Raises Refused."""
    piece = check_empty(ground, unit, building)
    solid, start = terrain.solid_of(piece), ground.block(unit)
    pace = ground.pace(unit, on_foot=True) * INCH
    limit = 2 * pace if march else pace
    here, there = Area(start.solid).shortest(terrain.area_of(piece))
    far = distance(here, there)
    shapes = (area(solid, "breach"),)
    if far > limit + EPS:
        raise no(
            "garrison_far", "T9A-TERR-02", "T9A-REM-04", shapes=shapes, used=length(far),
            limit=length(limit),
        )  # fmt: skip
    last = max(separation((start.shape_of(n),), solid) for n in range(start.total))
    if last > FARTHEST * pace + EPS:
        raise no(
            "garrison_straggler", "T9A-TERR-02", shapes=shapes, used=length(last),
            limit=length(FARTHEST * pace),
        )  # fmt: skip
    dx, dy = there[0] - here[0], there[1] - here[1]
    for one in obstacles(ground, unit, PASSING):
        met = one.key != building and boxes_meet(start.box, one.box, limit)
        if met and not carry_clear(start, dx, dy, one):
            raise no("garrison_way", "T9A-TERR-02", shapes=(*shapes, area(one.solid, "breach")))
    return Judged((start, start.moved(dx, dy)), far, limit)


def judge_sally(ground: Ground, unit: UnitId, block: Block) -> None:
    """Raise Refused unless a garrison may stand here when it has left its building: no model
    farther from it than twice the Movement."""
    solid = terrain.solid_of(ground.table.terrain[ground.garrison[unit]])
    limit = AROUND * ground.pace(unit, on_foot=True) * INCH
    far = max(separation((block.shape_of(n),), solid) for n in range(block.total))
    if far > limit + EPS:
        raise no(
            "sally_far", "T9A-TERR-02", shapes=(area(block.solid, "ghost_bad"),),
            used=length(far), limit=length(limit),
        )  # fmt: skip
    check_end(ground.afield(unit), unit, block)


MANY, FEW = 15, 5
"""Models of a garrison that may shoot; the few where they are monstrous."""


def firing(ground: Ground, unit: UnitId) -> int:
    """How many models of a garrison may shoot."""
    monstrous = ground.stats[unit].troop_type.startswith("monstrous")
    return FEW if monstrous else MANY


def facing_shot(ground: Ground, unit: UnitId, goal: XY) -> Block:
    """The point of a garrison's building that is nearest to what it shoots at, as a front to shoot
    from."""
    at = terrain.area_of(ground.table.terrain[ground.home(unit)]).nearest(goal)
    return Block(at, facing_towards(at, goal), (2, 2), 1, 1)
