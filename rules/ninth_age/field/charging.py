"""How a charge goes: the way, one wheel, the align turn, most models in contact (T9A-CHG-23 -32).

Nothing is rolled or written here: previews and the rules ask the same functions.
"""

from collections.abc import Iterator, Sequence
from itertools import count, islice, product
from math import hypot
from typing import get_args

from rules.core.values import INCH, UnitId
from rules.geometry.arcs import ARCS, Arc, facing_edge, facing_onto, lengths_in_arcs
from rules.geometry.blocks import Block, bearing, facing_towards, turn_between
from rules.geometry.convex import boxes_meet
from rules.geometry.measure import EPS, XY, distance
from rules.geometry.onto import Edge, Way, bent_ways, offsets, straight_ways, touching_files
from rules.geometry.wheels import (
    Obstacle,
    carry_box,
    carry_breach,
    carry_clear,
    on_table,
    turn_box,
    turn_breach,
    wheel_pivot,
)
from rules.ninth_age.field.approach import Charged, Foe, around, in_reach, reach, stands
from rules.ninth_age.field.ground import Ground, area, settled
from rules.ninth_age.field.paths import obstacles
from rules.ninth_age.field.straits import onto_round, straight_on
from rules.ninth_age.numbers import SPACING
from rules.ninth_age.wording import length, named, no

TRIES = 160
"""Ways onto one side of a target whose sweep is judged before a charge counts as impossible."""
PLACES = 8
"""Places of equal contact, and ways onto each, that are tried when the target has to be turned."""
TURNS = tuple(sign * turn * 1000 for turn in range(1, 46) for sign in (-1, 1))
"""Turns of a target that are tried, the smallest first."""
SIDES: tuple[Arc, ...] = get_args(Arc)


def sides_of(ground: Ground, unit: UnitId, target: UnitId) -> tuple[Arc, ...]:
    """The side of a target in whose arc the larger part of a charger's front lies; two sides of
    equal parts (T9A-UNIT-11, T9A-CHG-23)."""
    front = ground.block(unit).corners
    parts = lengths_in_arcs(ground.block(target), front[0], front[1])
    most = max(parts.values())
    return tuple(arc for arc in ARCS if parts[arc] >= most - 2 * EPS)


def side_of(ground: Ground, unit: UnitId, target: UnitId) -> Arc:
    """The same for who does not roll: of two sides of equal parts the one nearer to its front."""
    return sides_of(ground, unit, target)[0]


def check_target(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    leaving: Sequence[UnitId] = (),
    foe: Foe = "free",
) -> Charged:
    """Raise Refused unless a charge at a target may be declared (T9A-CHG-02).

    `leaving` are friends that have declared charges and may be out of the way by then.
    """
    if target not in ground.enemies(unit):
        raise no("not_enemy", "T9A-CHG-01")
    far = ground.gap(unit, target)
    shapes = (area(ground.block(target).solid, "breach"),)
    if far > reach(ground, unit) + EPS:
        raise no(
            "charge_far", "T9A-CHG-02", shapes=shapes, other=named(target), gap=length(far),
            limit=length(reach(ground, unit)),
        )  # fmt: skip
    if not ground.sees(unit, target):
        raise no("charge_unseen", "T9A-CHG-02", shapes=shapes, other=named(target))
    found = plan(ground, unit, target, side_of(ground, unit, target), leaving, foe)
    if found is None:
        raise no("charge_room", "T9A-CHG-02", "T9A-CHG-32", shapes=shapes, other=named(target))
    return found


def plan(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    leaving: Sequence[UnitId] = (),
    foe: Foe = "free",
    wheels: bool = True,
) -> Charged | None:
    """The charge that the rules choose: most contact, then the smallest wheel, then straightest;
    straight on only, unless `wheels`.

    A fleeing target may be reached on any side. Remembered with the ground: one charge is asked
    about by previews, suggestions and answers.
    """
    key = (unit, target, side, tuple(leaving), foe, wheels)
    if key not in ground.plans:
        ground.plans[key] = _planned(ground, unit, target, side, leaving, foe, wheels)
    made: Charged | None = ground.plans[key]
    return made


def _planned(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    leaving: Sequence[UnitId],
    foe: Foe,
    wheels: bool,
) -> Charged | None:
    if ground.block(target).disc:
        return onto_round(ground, unit, target, leaving, wheels)
    sides = SIDES if foe == "fleeing" else (side,)
    tried = (_onto(ground, unit, target, side, leaving, foe, wheels) for side in sides)
    found = [way for way in tried if way is not None]
    best = max(found, key=lambda way: way.contact, default=None)
    if best is not None or foe != "free" or not wheels:
        return best
    chargeable = in_reach(ground, unit)
    bars = [key for key in ground.enemies(unit) if key != target and key not in chargeable]
    if bars and _onto(ground, unit, target, side, (*leaving, *bars), foe) is not None:
        return straight_on(ground, unit, target, side, leaving)
    return None


def _onto(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    leaving: Sequence[UnitId],
    foe: Foe,
    wheels: bool = True,
) -> Charged | None:
    block, there = ground.block(unit), ground.block(target)
    left, right = facing_edge(there, side)
    edge = Edge(left, distance(left, right), facing_onto(there, side))
    base = there.base[0] if side in ("front", "rear") else there.base[1]
    about = around(ground, unit, target, leaving)
    met: dict[int, list[float]] = {}
    for offset in offsets(block, edge):
        met.setdefault(touching_files(block, edge, base, offset), []).append(offset)
    tries = TRIES
    for contact in sorted(met, reverse=True):
        free = [o for o in met[contact] if stands(ground, edge.flush(block, o), about)]
        for way in _ranked(block, edge, met[contact] if foe == "fleeing" else free, wheels):
            blocks = _blocks(block, way)
            if _clear(ground, unit, blocks, way, about):
                # A fleeing target is touched, and nobody aligns (T9A-CHG-27).
                ends = (*blocks[:-2], settled(blocks[-2])) if foe == "fleeing" else blocks
                return Charged(ends, way.wheel, contact, side)
            tries -= 1
            if tries == 0:
                return None
    if foe != "free":
        return None
    return _turning(ground, unit, target, side, block, edge, met, about, wheels)


def _turning(
    ground: Ground,
    unit: UnitId,
    target: UnitId,
    side: Arc,
    block: Block,
    edge: Edge,
    met: dict[int, list[float]],
    about: list[Obstacle],
    wheels: bool,
) -> Charged | None:
    """The charge with the target turned about the point of contact, as little as possible, and the
    charger turning the rest (T9A-CHG-33)."""

    def clear(way: Way) -> bool:
        return _clear(ground, unit, _blocks(block, way), way, about)

    others = [o for o in about if o.key != target]
    left = count(TRIES // 2, -1)
    for contact in sorted(met, reverse=True):
        some = met[contact][:: max(1, len(met[contact]) // PLACES)]
        found = (
            next((way for way in _tried(block, edge, offset, left, wheels) if clear(way)), None)
            for offset in some
        )
        ways_there = [way for way in found if way is not None]
        for turn, way in product(TURNS, ways_there):
            end = settled(way.end.turned(way.touch, turn))
            there = settled(ground.block(target).turned(way.touch, turn))
            if stands(ground, end, others) and stands(ground, there, others):
                blocks = (*_blocks(block, way)[:-1], end)
                return Charged(blocks, way.wheel, contact, side, there)
    return None


def _tried(
    block: Block, edge: Edge, offset: float, left: Iterator[int], wheels: bool
) -> Iterator[Way]:
    """A few ways to a place, whether or not one could stand there, while tries are left."""
    for way in islice(_ranked(block, edge, [offset], wheels), PLACES):
        if next(left) <= 0:
            return
        yield way


def _ranked(block: Block, edge: Edge, places: list[float], wheels: bool) -> Iterator[Way]:
    """Ways onto places of equal contact, in the order in which the rules prefer them."""
    yield from straight_ways(block, edge, places)
    yield from bent_ways(block, edge, places, TRIES)


def _blocks(block: Block, way: Way) -> tuple[Block, ...]:
    found = [block]
    if way.first:
        found.append(found[-1].advanced(way.first))
    if way.wheel:
        found.append(found[-1].turned(wheel_pivot(found[-1], way.wheel), way.wheel))
    if way.second:
        found.append(found[-1].advanced(way.second))
    return (*found, settled(way.end))


def _clear(
    ground: Ground, unit: UnitId, blocks: tuple[Block, ...], way: Way, about: list[Obstacle]
) -> bool:
    """Whether nothing is run into on the way; the align turn counts at its end only.

    What stops one way is moved to the front: it is likely to stop the next. Of a flyer's charge
    only the end counts (T9A-CHG-31).
    """
    if ground.flies(unit):
        return True
    moves = list(zip(blocks, blocks[1:-1], strict=False))
    moves.sort(key=lambda move: move[0].facing != move[1].facing)
    for here, there in moves:
        turned = here.facing != there.facing
        if turned and not all(_inside(ground, there.place(k)) for k in (0, there.front - 1)):
            return False
        dx, dy = there.at[0] - here.at[0], there.at[1] - here.at[1]
        box = turn_box(here, wheel_pivot(here, way.wheel)) if turned else carry_box(here, dx, dy)
        for number, obstacle in enumerate(about):
            if not boxes_meet(box, obstacle.box, obstacle.keep):
                continue
            if not _passes(here, there, way, obstacle):
                about.insert(0, about.pop(number))
                return False
    return True


def _passes(here: Block, there: Block, way: Way, obstacle: Obstacle) -> bool:
    if here.facing != there.facing:
        return turn_breach(here, wheel_pivot(here, way.wheel), way.wheel, obstacle) is None
    return carry_clear(here, there.at[0] - here.at[0], there.at[1] - here.at[1], obstacle)


def _inside(ground: Ground, at: XY) -> bool:
    return -EPS <= at[0] <= ground.size[0] + EPS and -EPS <= at[1] <= ground.size[1] + EPS


# --- a charge that fails --------------------------------------------------------------------------


def failed(ground: Ground, unit: UnitId, goal: XY, die: int) -> tuple[Block, ...]:
    """A failed charge: a wheel towards the target's centre, then its highest die in inches, as far
    as spacing is kept (T9A-CHG-40, -42)."""
    start = ground.block(unit)
    turn = _towards(start, goal)
    others = obstacles(ground, unit, SPACING)
    pivot = wheel_pivot(start, turn)
    for obstacle in others:
        stop = turn_breach(start, pivot, turn, obstacle)
        turn = turn if stop is None else stop
    wheeled = start.turned(pivot, turn) if turn else start
    far = die * INCH
    way = bearing(wheeled.facing)
    for obstacle in others:
        stop_at = carry_breach(wheeled, way[0] * far, way[1] * far, obstacle)
        far = far if stop_at is None else int(stop_at)
    while far > 0 and not on_table(wheeled.advanced(far).solid, ground.size):
        far = max(0, far - INCH // 10)
    end = settled(wheeled.advanced(far))
    return (start, wheeled, end) if turn else (start, end)


def _towards(block: Block, goal: XY) -> int:
    """The wheel about the nearer front corner after which straight on carries the centre to a
    point."""
    side = 1 if block.local(goal)[0] > 0 else -1
    pivot = wheel_pivot(block, side)

    def missing(turn: int) -> int:
        wheeled = block.turned(pivot, side * turn)
        return side * turn_between(wheeled.facing, facing_towards(wheeled.at, goal))

    if missing(0) <= 0 or hypot(goal[0] - block.at[0], goal[1] - block.at[1]) < EPS:
        return 0
    low, high = 0, 90_000
    while high - low > 1:
        half = (low + high) // 2
        if missing(half) > 0:
            low = half
        else:
            high = half
    return side * high
