"""Where a unit may be set up (chapter DEP, T9A-SR-SCOUT, -AMBUSH)."""

from dataclasses import replace as replace_block

from msgspec.structs import replace

from rules.core.refusals import Area
from rules.core.table import Model, Round
from rules.core.values import INCH, ModelId, Pose, UnitId
from rules.geometry.blocks import TURN, Block
from rules.geometry.convex import Solid, clear_by, separation
from rules.geometry.measure import EPS, XY
from rules.geometry.wheels import on_table
from rules.ninth_age.field import terrain
from rules.ninth_age.field.garrisons import check_empty
from rules.ninth_age.field.ground import Ground, area, ground_of
from rules.ninth_age.field.joining import check_host, with_guest
from rules.ninth_age.field.settling import centre, poses, settled
from rules.ninth_age.numbers import SPACING
from rules.ninth_age.state import State
from rules.ninth_age.wording import length, named, no

SCOUTS_OFF, SCOUTS_NEAR = 18 * INCH, 12 * INCH
"""Scouts stand farther from every enemy than this; the less if they hide (T9A-SR-SCOUT)."""
HIDING = frozenset({"forest", "ruin", "building", "field", "water"})
"""Ground in which scouts hide."""
ROUNDING = 2
"""How far the back corners of an ambusher may lie off the edge: places are on a grid."""
SHOWN = INCH // 20
"""Less than this is no tenth of an inch, as lengths are worded."""


def block_at(state: State, unit: UnitId, pose: Pose, files: int) -> Block:
    """The block of a unit, with those who have joined it, set up with its centre here. Raises
    Refused for files or a facing that no unit has."""
    if state.table.units[unit].models:
        here = ground_of(state).afield(unit).block(unit)
        block = replace_block(here, at=pose.at, facing=pose.facing, files=files)
    else:
        stats, count = state.stats[unit], len(state.mustered[unit])
        block = Block(
            pose.at, pose.facing, stats.cell, count, files, isinstance(stats.base, Round),
            stats.spread,
        )  # fmt: skip
    if not 1 <= files <= block.count:
        raise no("files", "T9A-UNIT-04")
    if not 0 <= pose.facing < TURN:
        raise no("facing")
    return settled(block)


def models_at(state: State, unit: UnitId, block: Block) -> dict[ModelId, Model]:
    """A unit's models, and those of who has joined it, in the places of a block."""
    known = state.table.models
    if state.table.units[unit].models:
        there = ground_of(state).afield(unit).poses(unit, block)
        return {key: replace(known[key], pose=pose) for key, pose in there.items()}
    base = state.stats[unit].base
    return {
        key: Model(unit=unit, base=base, pose=pose)
        for key, pose in poses(state.mustered[unit], block).items()
    }


def models_inside(state: State, unit: UnitId, building: Block) -> dict[ModelId, Model]:
    """The same in a building: all of them in the middle of it."""
    known, base = state.table.models, state.stats[unit].base
    if state.table.units[unit].models:
        there = ground_of(state).afield(unit).models(unit)
        return {key: replace(known[key], pose=centre(building)) for key in there}
    models = state.mustered[unit]
    return {key: Model(unit=unit, base=base, pose=centre(building)) for key in models}


def building_at(state: State, at: XY) -> str:
    """The building that a point lies in, or nothing."""
    found = (
        key
        for key, piece in state.table.terrain.items()
        if terrain.kind(piece) == "building" and separation(((at,),), terrain.solid_of(piece)) <= 0
    )
    return next(found, "")


def judge_inside(state: State, unit: UnitId, building: str, *, scouts: bool = False) -> Block:
    """A building in whose middle a unit is set up: in its side's zone, a scout elsewhere too
    (T9A-TERR-02). Raises Refused."""
    block = terrain.block_of(check_empty(ground_of(state), unit, building))
    own = state.opening.grounds[state.table.units[unit].side]
    spot = ((block.at,),)
    if own.excess(spot) and not (scouts and _may_scout(state, unit, block)):
        shapes = (area(block.solid, "ghost_bad"), Area(rings=(own.outline,), style="zone"))
        gap = length(own.excess(spot))
        raise no("outside_zone", "T9A-DEP-03", "T9A-TERR-02", shapes=shapes, unit=named(unit),
                 gap=gap)  # fmt: skip
    return block


def among(state: State, unit: UnitId, host: UnitId, file: int) -> Ground:
    """The ground with a character set up in the front rank of a unit that stands in the zone
    (T9A-DEP-03, T9A-CHR-02, T9A-CHR-04). Raises Refused."""
    units = state.table.units
    if host not in units or not units[host].models:
        raise no("no_unit")
    (model, *_) = state.mustered[unit]
    first = state.table.models[units[host].models[0]]
    beside = {model: Model(unit=unit, base=state.stats[unit].base, pose=first.pose)}
    apart = {key: place for key, place in state.joined.items() if key != unit}
    files = {**state.files, unit: 1}
    table = state.table.with_placed(unit, beside)
    here = Ground(table, files, state.stats, apart, state.closed, state.garrison)
    check_host(here, unit, host, file)
    found = with_guest(here, unit, host, file)
    block = found.block(host)
    _check_zone(state, host, block)
    check_room(found, host, block)
    return found


# --- what is legal --------------------------------------------------------------------------------


def judge(state: State, unit: UnitId, pose: Pose, files: int, *, scouts: bool = False) -> Block:
    """A unit set up in its side's zone (T9A-DEP-03, T9A-ZONE-10), or, a scout, elsewhere too.
    Raises Refused."""
    block = block_at(state, unit, pose, files)
    own = state.opening.grounds[state.table.units[unit].side]
    if not (scouts and own.excess(block.solid) and _may_scout(state, unit, block)):
        _check_zone(state, unit, block)
    check_room(ground_of(state), unit, block)
    return block


def _check_zone(state: State, unit: UnitId, block: Block) -> None:
    own = state.opening.grounds[state.table.units[unit].side]
    if far := own.excess(block.solid):
        shapes = (area(block.solid, "ghost_bad"), Area(rings=(own.outline,), style="zone"))
        code = "outside_zone" if far >= SHOWN else "outside_hair"
        raise no(
            code, "T9A-DEP-03", "T9A-ZONE-10", shapes=shapes, unit=named(unit), gap=length(far)
        )


def _may_scout(state: State, unit: UnitId, block: Block) -> bool:
    """Whether a scout may stand here outside its zone. Raises Refused when an enemy is too near."""
    hidden = any(
        terrain.kind(piece) in HIDING and terrain.share(block.solid, piece) > 1 - 1e-6
        for piece in state.table.terrain.values()
    )
    limit = SCOUTS_NEAR if hidden else SCOUTS_OFF
    ground = ground_of(state)
    for other in ground.standing():
        if ground.side(other) == state.table.units[unit].side:
            continue
        gap = separation(block.solid, ground.block(other).solid)
        if gap <= limit + EPS:
            shapes = (area(block.solid, "ghost_bad"), area(ground.block(other).solid, "breach"))
            raise no(
                "scout_near", "T9A-SR-SCOUT", shapes=shapes, other=named(other), gap=length(gap),
                limit=length(limit),
            )  # fmt: skip
    return True


def check_room(ground: Ground, unit: UnitId, block: Block) -> None:
    """Raise Refused if a unit would not stand on the table, or too near to another or to impassable
    ground (T9A-SPACE-01)."""
    if not on_table(block.solid, ground.size):
        raise no("edge", "T9A-EDGE-01", shapes=(area(block.solid, "ghost_bad"),))
    for key, solid in ground.impassable.items():
        _keep_off(block, key, solid, "spacing_ground")
    for other in ground.standing():
        if other != unit:
            _keep_off(block, other, ground.block(other).solid, "spacing")


def _keep_off(block: Block, key: str, solid: Solid, code: str) -> None:
    if clear_by(block.solid, solid, SPACING):
        return
    gap = length(max(0.0, separation(block.solid, solid)))
    shapes = (area(block.solid, "ghost_bad"), area(solid, "breach"))
    params = {"gap": gap, "limit": length(SPACING)}
    if code == "spacing":
        raise no(code, "T9A-SPACE-01", shapes=shapes, other=named(key), **params)
    raise no(code, "T9A-SPACE-01", shapes=shapes, **params)


def off_edge(state: State, block: Block) -> float:
    """How far the rear rank of a block lies off the edge of the table that is nearest to all of
    it; `ROUNDING` is on it."""
    back = (block.corners[2], block.corners[3])
    table = (state.table.width, state.table.height)
    return min(
        max(abs(at[axis] - bound) for at in back) for axis in (0, 1) for bound in (0, table[axis])
    )


def judge_entry(state: State, unit: UnitId, pose: Pose, files: int) -> Block:
    """An ambusher that comes onto the table: its rear rank on an edge (T9A-SR-AMBUSH). Raises
    Refused."""
    block = block_at(state, unit, pose, files)
    off = off_edge(state, block)
    if off > ROUNDING:
        shape = area(block.solid, "ghost_bad")
        raise no("ambush_edge", "T9A-SR-AMBUSH", shapes=(shape,), unit=named(unit), gap=length(off))
    check_room(ground_of(state), unit, block)
    return block


def check_arrived(state: State, unit: UnitId, block: Block, limit: int) -> None:
    """Raise Refused where a model of an ambusher that came in this turn would end farther than a
    limit from every edge of the table (T9A-SR-AMBUSH). A model is where the nearest part of its
    base is (T9A-MEAS-01)."""
    width, height = state.table.width, state.table.height
    far = max(
        min(min(x, y, width - x, height - y) for x, y in block.shape_of(number))
        for number in range(block.count)
    )
    if far > limit + EPS:
        shape = area(block.solid, "ghost_bad")
        raise no(
            "ambush_far", "T9A-SR-AMBUSH", shapes=(shape,), unit=named(unit), gap=length(far),
            limit=length(limit),
        )  # fmt: skip
