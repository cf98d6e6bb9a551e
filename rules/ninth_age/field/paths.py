"""Judging a path: what it uses, what it runs into, where the unit ends (chapters SPACE, REM, REF).

One function judges advances and marches; previews, suggestions and answers all call it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from msgspec import structs

from rules.core.refusals import Shape
from rules.core.values import INCH, ModelId, UnitId
from rules.geometry.blocks import TURN, Block, rightward
from rules.geometry.convex import Solid, boxes_meet, clear_by, separation
from rules.geometry.matching import matched
from rules.geometry.measure import EPS, distance
from rules.geometry.wheels import (
    Obstacle,
    arc_peak,
    carry_breach,
    on_table,
    turn_breach,
    wheel_cost,
    wheel_pivot,
)
from rules.ninth_age.actions import Aside, Back, Form, Part, Straight, Turn, Wheel
from rules.ninth_age.edition import SEED, Switches
from rules.ninth_age.field import terrain
from rules.ninth_age.field.ground import Ground, area
from rules.ninth_age.field.settling import settled
from rules.ninth_age.numbers import PASSING, SPACING, half_rate, half_rate_cost
from rules.ninth_age.wording import length, named, no

MOST_PARTS = 24
"""Parts of one path; more are a mistake."""
HALF_TURN = TURN // 2
UNTOUCHED = 2 * EPS
"""Farther apart than this is no contact."""


@dataclass(frozen=True)
class Judged:
    """A legal path: the blocks after each part, the start first, and what it uses.

    `order` are the models in the order of their places, where light troops formed anew.
    """

    blocks: tuple[Block, ...]
    used: float
    allowance: int
    order: tuple[ModelId, ...] = ()
    flying: bool = False

    @property
    def end(self) -> Block:
        """Where the unit comes to stand."""
        return self.blocks[-1]


def path_cost(block: Block, path: Sequence[Part], movement: int) -> float:
    """What a path uses of a unit's allowance (T9A-REM-05, T9A-REF-04)."""
    used = 0.0
    halved = 0
    for part in path:
        match part:
            case Straight(length=far):
                used += far
            case Wheel(turn=turn):
                used += wheel_cost(block.width, turn)
            case Back(length=far) | Aside(length=far):
                halved += abs(far)
            case Turn() | Form():
                pass
    return used + half_rate_cost(halved, movement)


def after(block: Block, part: Part) -> Block:
    """The block when a part is done."""
    match part:
        case Straight(length=far):
            return block.advanced(far)
        case Back(length=far):
            return block.advanced(-far)
        case Aside(length=far):
            x, y = rightward(block.facing)
            return block.moved(x * far, y * far)
        case Wheel(turn=turn):
            return block.turned(wheel_pivot(block, turn), turn)
        case Turn(turn=turn):
            return block.turned(block.at, turn)
        case Form(files=files, facing=facing):
            return block.formed(files, facing)


def check_kind(
    block: Block,
    path: Sequence[Part],
    *,
    march: bool,
    forward: bool,
    light: bool = False,
    switches: Switches = SEED,
) -> None:
    """Raise Refused for a mixture of moves, a wheel that is not forward, a part that is no part.

    `forward` allows forward moves only: a march, and what is left of one that was stopped. `light`
    troops may form anew on the way.
    """
    if not path or len(path) > MOST_PARTS:
        raise no("path_parts", "T9A-REM-03")
    for part in path:
        if isinstance(part, Form):
            _check_form(block, part, light)
            continue
        far = part.turn if isinstance(part, Wheel | Turn) else part.length
        lone = isinstance(part, Aside | Wheel | Turn)
        if far == 0 or (far < 0 and not lone):
            raise no("path_parts", "T9A-REM-03")
        if isinstance(part, Wheel) and abs(far) > HALF_TURN:
            raise no("wheel_back", "T9A-REF-05")
        if isinstance(part, Turn) and abs(far) > TURN:
            raise no("path_parts", "T9A-REM-03")
    kinds = {
        "back" if isinstance(p, Back) else f"aside{p.length > 0}" if isinstance(p, Aside) else "on"
        for p in path
        if not isinstance(p, Turn | Wheel | Form)
    }
    halved = kinds - {"on"}
    if any(isinstance(p, Turn) for p in path):
        if block.total > 1:
            raise no("turn_many", "T9A-REM-11")
        if halved and switches.turn_forward_only:
            raise no("turn_not_forward", "T9A-REM-11", "T9A-REM-09")
    if halved and any(isinstance(p, Wheel) for p in path):
        raise no("wheel_not_forward", "T9A-REM-09")
    if len(kinds) > 1:
        raise no("mixed", "T9A-REM-08")
    if halved and (march or forward):
        raise no("march_forward", "T9A-MARCH-01" if march else "T9A-MARCH-06")


def _check_form(block: Block, part: Form, light: bool) -> None:
    """Raise Refused unless light troops take a formation (T9A-SR-LIGHTTROOPS)."""
    if not light:
        raise no("form_light", "T9A-SR-LIGHTTROOPS")
    if not 1 <= part.files <= block.count:
        raise no("files", "T9A-UNIT-04")
    if not 0 <= part.facing < TURN:
        raise no("facing")


def check_length(
    block: Block, path: Sequence[Part], movement: int, allowance: int, switches: Switches = SEED
) -> float:
    """What a path uses. Raises Refused when it is more than there is (T9A-REM-04 to -07)."""
    halved = _halved(path)
    limit = half_rate(movement, switches)
    if halved > limit + EPS:
        rule = "T9A-REM-05" if any(isinstance(p, Back) for p in path) else "T9A-REM-06"
        shapes = _as_far(block, path, _halved, limit)
        raise no(
            "too_far_halved", rule, "T9A-REM-07", shapes=shapes, used=length(halved),
            limit=length(limit),
        )  # fmt: skip
    used = path_cost(block, path, movement)
    if used > allowance + EPS:
        rule = "T9A-REM-04" if allowance <= movement * INCH else "T9A-MARCH-01"
        shapes = _as_far(block, path, lambda some: path_cost(block, some, movement), allowance)
        raise no("too_far", rule, shapes=shapes, used=length(used), limit=length(allowance))
    return used


def _halved(path: Sequence[Part]) -> float:
    """How far a path leads backward and sideways."""
    return sum(abs(part.length) for part in path if isinstance(part, Back | Aside))


def _as_far(
    block: Block, path: Sequence[Part], cost: Callable[[Sequence[Part]], float], limit: float
) -> tuple[Shape, ...]:
    """Where a path has used what there is, to be drawn."""
    for number, part in enumerate(path):
        before, whole = cost(path[:number]), cost(path[: number + 1])
        if whole > limit:
            part = _shortened(part, max(0.0, limit - before) / (whole - before))
        block = after(block, part)
        if whole > limit:
            break
    return (area(block.solid, "stopped"),)


def _shortened(part: Part, share: float) -> Part:
    """So much of a part that has a length."""
    match part:
        case Straight(length=size) | Back(length=size) | Aside(length=size):
            return structs.replace(part, length=int(size * share))
        case Wheel(turn=size):
            return structs.replace(part, turn=int(size * share))
    return part


def check_displaced(
    start: Block, blocks: Sequence[Block], path: Sequence[Part], limit: int
) -> None:
    """Raise Refused if a base gets farther from its start than the limit (T9A-REM-12, REF-06).

    The corners of the block are the corners of bases, and no base goes farther than one of them.
    To turn on the spot is to go nowhere (T9A-REM-11): corners are measured from where a pivot of
    the start would have brought them.
    """
    for number, part in enumerate(path):
        block = blocks[number]
        if isinstance(part, Form):
            return  # who stands where is matched at the end of the move
        if isinstance(part, Turn):
            start = start.turned(start.at, part.turn)
            continue
        for corner in range(4):
            home = start.corners[corner]
            if isinstance(part, Wheel):
                pivot = wheel_pivot(block, part.turn)
                far = arc_peak(home, block.corners[corner], pivot, part.turn)
            else:
                far = distance(home, blocks[number + 1].corners[corner])
            if far > limit + EPS:
                raise no(
                    "displaced", "T9A-REM-12", "T9A-REF-06",
                    shapes=(area(blocks[number + 1].solid, "ghost_bad"),),
                    used=length(far), limit=length(limit),
                )  # fmt: skip


def obstacles(ground: Ground, unit: UnitId, keep: float) -> list[Obstacle]:
    """Other units and impassable ground, each with what must be kept clear of it.

    What the unit already stands too near to need not be kept clear of, but an enemy may not be
    touched without a charge (T9A-SPACE-04). Remembered with the ground, like plans.
    """
    key = ("obstacles", unit, keep)
    if key not in ground.plans:
        ground.plans[key] = _obstacles(ground, unit, keep)
    found: list[Obstacle] = ground.plans[key]
    return found


def _obstacles(ground: Ground, unit: UnitId, keep: float) -> list[Obstacle]:
    here = ground.block(unit)
    found = [
        Obstacle(key, solid, _kept(here, solid, keep)) for key, solid in ground.impassable.items()
    ]
    if keep < SPACING and ground.all_have(unit, "ethereal"):
        found = []  # terrain is open to them, but they may not end in it (T9A-SR-ETHEREAL)
    for other in ground.standing():
        if other == unit:
            continue
        there = ground.block(other)
        foe = ground.side(other) != ground.side(unit)
        near = boxes_meet(here.box, there.box, SPACING)
        kept = _kept(here, there.solid, keep, UNTOUCHED if foe else 0.0) if near else keep
        found.append(Obstacle(other, there.solid, kept))
    return found


def _kept(here: Block, solid: Solid, keep: float, least: float = 0.0) -> float:
    if clear_by(here.solid, solid, SPACING):
        return keep
    return least if separation(here.solid, solid) > least else 0.0


def check_way(ground: Ground, unit: UnitId, blocks: Sequence[Block], path: Sequence[Part]) -> None:
    """Raise Refused if a part comes too near to something, or leaves the table (T9A-SPACE-02,
    T9A-REM-14, T9A-EDGE-01)."""
    around = obstacles(ground, unit, PASSING)
    for obstacle in around:
        for number, part in enumerate(path):
            stopped = _stopped(blocks[number], blocks[number + 1], part, obstacle)
            if stopped is not None:
                _refuse_way(ground, obstacle, stopped)
    for number, part in enumerate(path):
        _check_edge(ground, blocks[number], part)


def _stopped(block: Block, end: Block, part: Part, obstacle: Obstacle) -> Block | None:
    """The block where a part first comes too near to an obstacle."""
    if isinstance(part, Form):
        return None if clear_by(end.solid, obstacle.solid, obstacle.keep) else end
    if isinstance(part, Wheel | Turn):
        pivot = wheel_pivot(block, part.turn) if isinstance(part, Wheel) else block.at
        turn = turn_breach(block, pivot, part.turn, obstacle)
        return None if turn is None else block.turned(pivot, turn)
    dx, dy = end.at[0] - block.at[0], end.at[1] - block.at[1]
    along = carry_breach(block, dx, dy, obstacle)
    if along is None:
        return None
    whole = hypot(dx, dy) or 1.0
    return block.moved(dx * along / whole, dy * along / whole)


def _refuse_way(ground: Ground, obstacle: Obstacle, stopped: Block) -> None:
    shapes = (area(stopped.solid, "stopped"), area(obstacle.solid, "breach"))
    if obstacle.key in ground.impassable:
        raise no("way_ground", "T9A-REM-14", "T9A-SPACE-02", shapes=shapes)
    raise no(
        "way_unit", "T9A-SPACE-02", "T9A-REM-14", shapes=shapes,
        other=named(obstacle.key), limit=length(obstacle.keep),
    )  # fmt: skip


EDGE_STEPS = 12


def _check_edge(ground: Ground, block: Block, part: Part) -> None:
    """Raise Refused where a part leads more than half a base over the edge."""
    if not stays_inside(block, part, ground.size):
        raise no("edge", "T9A-EDGE-01", shapes=(area(after(block, part).solid, "stopped"),))


def stays_inside(block: Block, part: Part, size: tuple[int, int]) -> bool:
    """Whether no base gets more than half over the edge: its centre stays on the table
    (T9A-EDGE-01)."""
    back = (block.count - 1, block.front * (block.ranks - 1))
    outer = {0, block.front - 1, *(min(number, block.count - 1) for number in back), *block.ends}
    return all(
        -EPS <= x <= size[0] + EPS and -EPS <= y <= size[1] + EPS
        for moved in _along(block, part)
        for x, y in (moved.place(number) for number in outer)
    )


def _along(block: Block, part: Part) -> Iterator[Block]:
    """The block at steps of a turn, or at the end of another part."""
    if not isinstance(part, Wheel | Turn):
        yield after(block, part)
        return
    pivot = wheel_pivot(block, part.turn) if isinstance(part, Wheel) else block.at
    for step in range(1, EDGE_STEPS + 1):
        yield block.turned(pivot, round(part.turn * step / EDGE_STEPS))


def check_end(ground: Ground, unit: UnitId, end: Block) -> None:
    """Raise Refused if a unit may not stand here (T9A-SPACE-01, T9A-EDGE-01)."""
    if not on_table(end.solid, ground.size):
        raise no("edge", "T9A-EDGE-01", shapes=(area(end.solid, "ghost_bad"),))
    for obstacle in obstacles(ground, unit, SPACING):
        if not boxes_meet(end.box, obstacle.box, obstacle.keep) or clear_by(
            end.solid, obstacle.solid, obstacle.keep
        ):
            continue
        gap = separation(end.solid, obstacle.solid)
        shapes = (area(end.solid, "ghost_bad"), area(obstacle.solid, "breach"))
        short, limit = length(max(0.0, gap)), length(obstacle.keep)
        if not obstacle.keep:  # it was nearer than an inch already (T9A-SPACE-04)
            code = "on_ground" if obstacle.key in ground.impassable else "on_unit"
            raise no(code, "T9A-REM-14", shapes=shapes, other=named(obstacle.key))
        if obstacle.key in ground.impassable:
            raise no("spacing_ground", "T9A-SPACE-01", shapes=shapes, gap=short, limit=limit)
        raise no(
            "spacing", "T9A-SPACE-01", shapes=shapes, other=named(obstacle.key), gap=short,
            limit=limit,
        )  # fmt: skip


def judge_path(
    ground: Ground,
    unit: UnitId,
    path: Sequence[Part],
    *,
    march: bool = False,
    forward: bool = False,
    on_foot: bool = False,
    allowance: int = 0,
    switches: Switches = SEED,
) -> Judged:
    """A path as it would be gone. Raises Refused.

    `allowance` replaces what an advance or a march allows, when it is not 0.
    """
    movement = ground.pace(unit, on_foot)
    limit = allowance or movement * INCH * (2 if march else 1)
    start = ground.block(unit)
    light = ground.all_have(unit, "light_troops")
    check_kind(start, path, march=march, forward=forward, light=light, switches=switches)
    used = check_length(start, path, movement, limit, switches)
    blocks = [start]
    for part in path:
        blocks.append(after(blocks[-1], part))
    blocks[-1] = settled(blocks[-1])
    flying = ground.flies(unit) and not on_foot
    check_displaced(start, blocks, path, limit)
    if flying:
        for number, part in enumerate(path):
            _check_edge(ground, blocks[number], part)
    else:
        check_way(ground, unit, blocks, path)
    check_end(ground, unit, blocks[-1])
    if march and not flying:
        check_water(ground, unit, blocks)
    order = reordered(ground, unit, blocks[-1], limit) if _forms(path) else ()
    return Judged(tuple(blocks), used, limit, order, flying)


def _forms(path: Sequence[Part]) -> bool:
    return any(isinstance(part, Form) for part in path)


def reordered(ground: Ground, unit: UnitId, block: Block, limit: int) -> tuple[ModelId, ...]:
    """Who of a unit goes where in another formation, nobody farther than a limit. Raises Refused
    (T9A-REF-01, T9A-SR-LIGHTTROOPS)."""
    if not ground.holds(unit, block.files):
        shapes = (area(block.solid, "ghost_bad"),)
        raise no("join_room", "T9A-CHR-04", shapes=shapes, other=named(unit))
    models = ground.table.units[unit].models
    here = ground.poses(unit, ground.block(unit))
    there = ground.poses(unit, block)
    guests = [key for key in there if key not in models]
    order = matched([here[key].at for key in models], [there[key].at for key in models], limit)
    strayed = any(distance(here[key].at, there[key].at) > limit + EPS for key in guests)
    if order is None or strayed:
        shapes = (area(block.solid, "ghost_bad"),)
        raise no("reform_far", "T9A-REF-01", shapes=shapes, limit=length(limit))
    return tuple(models[k] for k in order)


def check_water(ground: Ground, unit: UnitId, blocks: Sequence[Block]) -> None:
    """Raise Refused for a march into, through or out of water (T9A-MARCH-10)."""
    for piece in ground.table.terrain.values():
        dry = terrain.feature(piece).march
        if dry or any(terrain.ignores(ground.stats[part], piece) for part in ground.parts(unit)):
            continue
        if terrain.crossing(blocks, piece):
            shapes = (area(terrain.solid_of(piece), "breach"),)
            raise no("march_water", "T9A-MARCH-10", "T9A-TERR-01", shapes=shapes)
